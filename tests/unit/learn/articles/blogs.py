"""A small blog in several themes, and its feed: posts are values, a theme is a function from a post to markup."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo

from tests.support.pages import TIME, page_of

from thresher.extract import extract
from thresher.knowledge.build import build_type
from thresher.learn.articles import CommentRules, Example, PostRules, Taught, learn_comments, learn_rules, type_of
from thresher.model import FeedItem, ObjectType, Source, WebObject

ROOT = "http://b.example/"
PEOPLE = ("Anna Berg", "Bertram Hale", "Carla Dunn", "Dora Finch")
BEGIN = datetime(2022, 3, 1, 9, 30, tzinfo=UTC)
"""Of the first comment that `note` gives."""
TAGS = ("gardens", "tools", "weather", "old houses", "cooking")

THINGS = (
    "sieve", "pump", "boiler", "kettle", "garden", "ladder", "timber", "window", "handle", "copper", "valve", "lemon",
    "cellar", "neighbour", "camera", "harvest", "barrel", "engine", "tractor", "gravel", "orchard", "candle", "carpet",
    "bucket", "hammer", "chisel", "drawer", "hinge", "market", "village", "river", "bridge", "meadow", "lantern",
)  # fmt: skip
DEEDS = ("found", "mended", "painted", "carried", "sold", "moved", "cleaned", "opened", "measured", "forgot", "bought")
KINDS = ("old", "wooden", "green", "heavy", "empty", "broken", "small", "warm", "borrowed", "narrow")
FRAMES = (
    "In the {0} we {4} the {3} {1} that was behind the {2}.",
    "Nobody had {4} a {3} {0} before, and so the {1} was left with the {2} for a while.",
    "It was a {3} {0}, but the {1} had been {4} and there was no {2} to be had.",
    "When the {0} came, they {4} what was left of the {1}; the {2} stayed {3}.",
    "I do not know who {4} the {0}, yet the {1} is {3} and the {2} is not.",
)
DINGE = (
    "Garten", "Leiter", "Brunnen", "Fenster", "Kessel", "Mühle", "Werkstatt", "Ofen", "Wiese", "Brücke", "Keller",
    "Schrank", "Nachbar", "Markt", "Apfel", "Kutsche", "Lampe", "Hammer", "Teppich", "Kerze", "Scheune", "Acker",
)  # fmt: skip
TATEN = ("gefunden", "geflickt", "gestrichen", "getragen", "verkauft", "geöffnet", "gemessen", "vergessen")
ARTEN = ("alt", "schwer", "grün", "leer", "klein", "warm", "geliehen", "schmal")
RAHMEN = (
    "Beim {0} haben wir {1} und {2} {4}, und das war nicht {3}.",
    "Niemand hatte {0} oder {1} {4}, aber mit dem {2} ist es {3} geblieben.",
    "Ich weiß nicht, wer {0} und {1} {4} hat; {2} war jedenfalls {3}.",
)
MONATE = ("Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November",
          "Dezember")  # fmt: skip


@cache
def sentence(key: str, is_german: bool = False) -> str:
    """The same for a key, and hardly ever for two."""
    chance = random.Random(key)
    frames, things, kinds, deeds = (RAHMEN, DINGE, ARTEN, TATEN) if is_german else (FRAMES, THINGS, KINDS, DEEDS)
    return chance.choice(frames).format(*chance.sample(things, 3), chance.choice(kinds), chance.choice(deeds))


def prose(key: str, sentences: int = 3, is_german: bool = False) -> str:
    return " ".join(sentence(f"{key}/{number}", is_german) for number in range(sentences))


@dataclass(frozen=True)
class Note:
    """A comment, and the answers to it."""

    id: int
    author: str
    text: str
    published: datetime
    answers: tuple["Note", ...] = ()


@dataclass(frozen=True)
class Post:
    """What a theme has to show."""

    number: int
    title: str
    paragraphs: tuple[str, ...]
    author: str
    published: datetime
    tags: tuple[str, ...] = ()
    comments: tuple[Note, ...] = field(default=())

    @property
    def url(self) -> str:
        return f"{ROOT}{self.published:%Y/%m}/post-{self.number}"

    @property
    def text(self) -> str:
        return "\n".join(self.paragraphs)


def post(number: int, is_german: bool = False, paragraphs: int = 3) -> Post:
    chance = random.Random(f"title {number}")
    title = f"{chance.choice(KINDS)} {chance.choice(THINGS)} and {chance.choice(THINGS)}".capitalize()
    return Post(
        number,
        f"Notiz {number}: {', '.join(chance.sample(DINGE, 3))}" if is_german else title,
        tuple(prose(f"{number}/{place}", 3, is_german) for place in range(paragraphs)),
        PEOPLE[number % 3],
        datetime(2021, 1, 3, 8, 7, tzinfo=UTC) + timedelta(days=19 * number, minutes=97 * number),
        tuple(dict.fromkeys((TAGS[number % 5], TAGS[number * 3 % 4]))),
    )


def posts(count: int = 5, is_german: bool = False, first: int = 1) -> list[Post]:
    return [post(number, is_german) for number in range(first, first + count)]


def item_of(
    one: Post, words: int = 0, tail: str = "", is_authored: bool = True, shown: Sequence[str] | None = None
) -> FeedItem:
    """The post in the feed: its whole text, or as many `words` of it, and a `tail` as feeds have it."""
    paragraphs = one.paragraphs if shown is None else shown
    html = "".join(f"<p>{text}</p>" for text in paragraphs) + tail
    if words:
        html = " ".join(" ".join(paragraphs).split()[:words]) + " […]"
    author = one.author if is_authored else ""
    return FeedItem(one.url, one.url, one.title, author, one.published.isoformat(), "", html, one.tags)


Theme = Callable[[Post], str]


def _p(one: Post) -> str:
    return "".join(f"<p>{text}</p>" for text in one.paragraphs)


def _note(note: Note) -> str:
    answers = "".join(map(_note, note.answers))
    nested = f"<ol class='children'>{answers}</ol>" if answers else ""
    return (
        f"<li id='comment-{note.id}' class='comment'><div class='comment-body'><cite class='fn'>{note.author}</cite> "
        f"<a class='when' href='#comment-{note.id}'>{note.published:%B %-d, %Y at %-I:%M %p}</a>"
        f"<div class='comment-content'><p>{note.text}</p></div><a class='reply' href='?reply={note.id}'>Reply</a></div>"
        f"{nested}</li>"
    )


def classy(one: Post, is_zoned: bool = True) -> str:
    """Classes for everything, a sidebar with other posts, a machine-readable date, comments in a list."""
    stamp = f"{one.published:%Y-%m-%dT%H:%M:%S}{'+00:00' if is_zoned else ''}"
    tags = ", ".join(f"<a rel='tag' href='/tag/{tag}'>{tag}</a>" for tag in one.tags)
    notes = "".join(map(_note, one.comments))
    return (
        f"<!DOCTYPE html><html lang='en'><head><title>{one.title} | A small blog</title></head><body>"
        "<nav class='menu'><a href='/'>Home</a> <a href='/about'>About</a></nav>"
        f"<article class='post' id='post-{one.number:03}'><h1 class='entry-title'>{one.title}</h1>"
        f"<p class='meta'>Posted on <time class='when' datetime='{stamp}'>{one.published:%B %-d, %Y}</time> by "
        f"<a class='author' href='/by/{one.author.split()[0]}'>{one.author}</a></p>"
        f"<div class='entry-content'>{_p(one)}</div><p class='tags'>Tagged {tags}</p></article>"
        f"<ol class='commentlist'>{notes}</ol>"
        f"<aside><h3>Recent</h3><ul><li><a href='/2'>{post(71).title}</a> by {PEOPLE[one.number % 2]}</li></ul></aside>"
        "<footer>All words are free to take, as long as they are read aloud.</footer></body></html>"
    )


def tables(one: Post) -> str:
    """Neither classes nor ids: cells, fonts, American dates of numbers with the time of the house."""
    notes = "".join(
        f"<table><tr><td><i>{note.author}</i></td></tr><tr><td>{note.text}</td></tr></table>" for note in one.comments
    )
    return (
        f"<html lang='en'><head><title>{one.title}</title></head><body><table><tr><td colspan='2'><big>A small blog"
        "</big></td></tr><tr><td><a href='/'>Home</a><br><a href='/old'>Older notes</a><br><a href='/me'>Who I am</a>"
        f"</td><td><h3>{one.title}</h3><small>{one.published:%m/%d/%Y %I:%M %p}</small><br><font color='gray'>by "
        f"<b>{one.author}</b></font><table><tr><td>{_p(one)}</td></tr></table>{notes}</td></tr>"
        "<tr><td colspan='2'>Made with a plain editor on a slow machine in the attic.</td></tr></table></body></html>"
    )


def strewn(one: Post) -> str:
    """The text has no element of its own: its paragraphs stand between the heading, a box and what follows."""
    first, *others = one.paragraphs
    rest = "".join(f"<p>{text}</p>" for text in others)
    return (
        f"<html lang='en'><head><title>{one.title}</title></head><body><div id='top'><a href='/'>A small blog</a></div>"
        f"<div id='main'><h2 class='heading'>{one.title}</h2><div class='byline'>{one.published:%d %B %Y} · "
        f"<span class='who'>{one.author}</span></div><p>{first}</p><div class='box'>Support this blog: buy a jar of "
        f"honey from our shelf.</div>{rest}<div class='share'>Share this with your friends</div></div>"
        "<div id='foot'>Printed on recycled electrons.</div></body></html>"
    )


def german(one: Post) -> str:
    """Dates like '3. Mai 2021, 14:05 Uhr', in the time of Berlin, and 'von' before names."""
    local = one.published.astimezone(ZoneInfo("Europe/Berlin"))
    date = f"{local.day}. {MONATE[local.month - 1]} {local.year}, {local:%H:%M} Uhr"
    tags = " ".join(f"<a href='/thema/{tag}'>{tag}</a>" for tag in one.tags)
    return (
        f"<!DOCTYPE html><html lang='de'><head><title>{one.title}</title></head><body><div class='kopf'>Ein kleines "
        f"Blog</div><div class='beitrag'><h2>{one.title}</h2><div class='angaben'>Geschrieben am "
        f"<span class='datum'>{date}</span> <span class='wer'>von {one.author}</span></div>"
        f"<div class='inhalt'>{_p(one)}</div><div class='themen'>Themen: {tags}</div></div>"
        "<div class='fuss'>Alle Rechte beim Garten</div></body></html>"
    )


def example_of(markup: str, item: FeedItem, url: str = "") -> Example:
    return Example(item, page_of(url or item.link, markup)[0], TIME)


def examples(theme: Theme, some: Sequence[Post], make: Callable[[Post], FeedItem] = item_of) -> list[Example]:
    """The posts as a crawl has them: in the feed, and on their pages."""
    return [example_of(theme(one), make(one)) for one in some]


def rules_of(theme: Theme, some: Sequence[Post], make: Callable[[Post], FeedItem] = item_of) -> PostRules:
    rules = learn_rules(examples(theme, some, make))
    assert rules is not None
    return rules


def read(
    markup: str, one: Post, rules: PostRules, comments: CommentRules | None = None
) -> tuple[WebObject, list[WebObject]]:
    """What the rules read off a page, as they do in a crawl: the post, and the comments."""
    taught = Taught((one.url, post(90).url, post(91).url), ROOT, rules, comments)
    application = build_type(type_of(taught, "fed-b"), ("fed-b", "blog"))
    _, document = page_of(one.url, markup)
    found = extract(document, application, application.levels[0], ROOT, Source("", 0, one.url, TIME))
    assert found, "nothing was read"
    assert found[0].type is ObjectType.BLOG_POST
    return found[0], [each for each in found if each.type is ObjectType.COMMENT]


def note_item(one: Post, note: Note, before: str = "") -> FeedItem:
    """A comment in a comment feed; some put a line `before` it."""
    link = f"{one.url}#comment-{note.id}"
    return FeedItem(link, link, f"By: {note.author}", note.author, note.published.isoformat(), "",
                    f"{before}<p>{note.text}</p>")  # fmt: skip


def all_notes(notes: Sequence[Note]) -> list[Note]:
    """With the answers, in the order of the page."""
    return [each for note in notes for each in (note, *all_notes(note.answers))]


def comment_rules(theme: Theme, some: Sequence[Post], limit: int = 10, before: str = "") -> CommentRules | None:
    """Learned from feeds that hold at most the last `limit` comments of each post."""
    pages = [
        (page_of(one.url, theme(one))[0], [note_item(one, note, before) for note in all_notes(one.comments)[-limit:]])
        for one in some
    ]
    return learn_comments(pages)


def note(number: int, people: Sequence[str] = PEOPLE, apart: timedelta = timedelta(hours=5)) -> Note:
    return Note(number, people[number % len(people)], prose(f"comment {number}", 2), BEGIN + number * apart)


def with_notes(one: Post, *notes: Note) -> Post:
    return replace(one, comments=notes)
