"""Small sites in memory, made for the purpose: addresses and markup, read like any other page."""

import random
import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache

from tests.support.pages import page_of

from thresher.learn import Learner, Lesson, Sight
from thresher.model import Page

WORDS = (
    "sieve", "pump", "boiler", "kettle", "garden", "ladder", "timber", "window", "handle", "paint", "copper", "valve",
    "spring", "rubber", "lemon", "vinegar", "cellar", "morning", "neighbour", "manual", "picture", "camera", "weather",
    "harvest", "barrel", "engine", "tractor", "gravel", "orchard", "winter", "candle", "carpet", "bucket", "hammer",
    "chisel", "varnish", "grain", "beech", "walnut", "drawer", "hinge", "corner", "market", "village", "river",
    "bridge", "meadow",
)  # fmt: skip
PEOPLE = ("anna", "bertram", "carla", "dieter", "emilia", "ferdinand", "gudrun")
MENU = (
    "<ul class='menu'><li><a href='/'>Start</a></li><li><a href='/help'>Help</a></li><li><a href='/rules'>House rules"
    "</a></li><li><a href='/members'>Members</a></li><li><a href='/login'>Log in</a></li></ul>"
)
FOOT = "<div class='foot'><a href='/imprint'>Imprint</a> <a href='/privacy'>Privacy</a></div>"


@cache
def sentence(key: str, count: int = 14) -> str:
    """Words that are always the same for a key, and hardly ever for two."""
    chance = random.Random(key)
    return " ".join(chance.choice(WORDS) for _ in range(count)).capitalize() + "."


def prose(key: str, sentences: int = 4) -> str:
    return " ".join(sentence(f"{key}/{number}", 10 + (number * 7) % 9) for number in range(sentences))


def title(key: str) -> str:
    return sentence(f"title {key}", 4 + len(key) % 3).rstrip(".")


def html(name: str, body: str, head: str = "", menu: str = MENU) -> str:
    return (
        f"<html lang='en'><head><title>{name}</title>{head}</head><body>{menu}<h1>{name}</h1>{body}{FOOT}</body></html>"
    )


def day(number: int) -> str:
    """A day and a time, the later the greater the number."""
    return f"2021-{1 + number // 28 % 12:02}-{1 + number % 28:02} {8 + number % 12:02}:{number * 7 % 60:02}"


def pager(base: str, last: int, current: int = 1, joint: str = "?page=") -> str:
    """A row of numbers; the first page has no number in its address."""
    if last < 2:
        return ""
    links = [
        f"<b>{n}</b>" if n == current else f"<a href='{base}{joint + str(n) if n > 1 else ''}'>{n}</a>"
        for n in range(1, last + 1)
    ]
    return f"<div class='numbers'>{' '.join(links)}</div>"


def posts(key: str, count: int = 6, signature: str = "") -> str:
    """What several people wrote, in boxes."""
    chance = random.Random(key)
    return "<div class='posts'>" + "".join(
        f"<div class='post' id='p{number_of(key) + n}'><div class='who'><a class='name' href='/user/{person}'>"
        f"{person}</a></div><div class='when'>{day(20 + n * 3)}</div>"
        f"<div class='body'>{prose(f'{key} {n}', 2 + n % 4)}{signature}</div></div>"
        for n, person in enumerate(chance.choices(PEOPLE, k=count))
    ) + "</div>"  # fmt: skip


def number_of(key: str) -> int:
    """A number for a key, the same in every run."""
    return random.Random(key).randrange(10**6)


@dataclass
class Site:
    """Pages by path; what was asked for is remembered."""

    origin: str
    pages: dict[str, str]
    redirects: dict[str, str] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)

    def url(self, path: str) -> str:
        return self.origin + path

    def page(self, url: str) -> Page | None:
        """The page at `url`, wherever redirects lead; None if there is none."""
        path = url.removeprefix(self.origin)
        path = self.redirects.get(path, path)
        markup = self.pages.get(path)
        return page_of(self.origin + path, markup)[0] if markup is not None else None

    def sight(self, path: str) -> Sight:
        page = self.page(self.url(path))
        assert page is not None, path
        return Sight(page, asked=self.url(path))

    def learn(self, start: str, without: Iterable[int] = (), max_samples: int = 60) -> Lesson:
        """What is learned from the page `start` on; the requests whose number is in `without` find nothing."""
        missing = set(without)
        learner = Learner(self.url(start), max_samples)
        asking = learner.run()
        self.asked.clear()
        url = next(asking)
        with suppress(StopIteration):
            while True:
                self.asked.append(url)
                url = asking.send(None if len(self.asked) - 1 in missing else self.page(url))
        return learner.lesson


BOARDS = 4
THREADS = 12
"""On one page of a board."""
BOARD_PAGES = 3


def thread_row(number: int, address: str, more: str = "") -> str:
    starter, latest = PEOPLE[number % 7], PEOPLE[number * 3 % 7]
    replies = number * 5 % 37 + (40 if is_long(number) else 0)
    return (
        f"<tr><td class='icon'></td><td class='subject'><a href='{address}'>{title(str(number))}</a>{more}</td>"
        f"<td><a href='/user/{starter}'>{starter}</a></td><td>{replies}</td><td>{replies * 30}</td>"
        f"<td>{day(300 - number)}<br><a href='/user/{latest}'>{latest}</a></td></tr>"
    )


def board_table(numbers: Iterable[int], ending: str = "") -> str:
    rows = "".join(thread_row(number, f"/topic/{number}{ending}") for number in numbers)
    head = "<tr><th></th><th>Topic</th><th>By</th><th>Replies</th><th>Views</th><th>Last post</th></tr>"
    return f"<table class='topics'>{head}{rows}</table>"


def is_long(thread: int) -> bool:
    """Whether a thread has two pages: every third."""
    return thread % 3 == 0


def forum(origin: str = "http://forum.example", *, long_threads: bool = True) -> Site:
    """A front page with boards, boards with three pages each, threads with one or two."""
    return Site(origin, dict(_forum_pages(long_threads)))


@cache
def _forum_pages(long_threads: bool) -> dict[str, str]:
    rows = "".join(
        f"<tr><td class='icon'></td><td class='board'><a href='/board/{n}'>{title(f'board {n}')}</a><br>"
        f"{sentence(f'about {n}', 8)}</td><td>{n * 31}</td><td>{n * 411}</td>"
        f"<td>{day(300 - n)}<br><a href='/user/{PEOPLE[n]}'>{PEOPLE[n]}</a></td></tr>"
        for n in range(1, BOARDS + 1)
    )
    head = "<tr><th></th><th>Board</th><th>Topics</th><th>Posts</th><th>Last post</th></tr>"
    pages = {"/": html("A small forum", f"<table class='boards'>{head}{rows}</table>")}
    for board in range(1, BOARDS + 1):
        for page in range(1, BOARD_PAGES + 1):
            first = board * 100 + page * THREADS
            numbers = pager(f"/board/{board}", BOARD_PAGES, page)
            path = f"/board/{board}" + (f"?page={page}" if page > 1 else "")
            pages[path] = html(title(f"board {board}"), numbers + board_table(range(first, first + THREADS)) + numbers)
            for thread in range(first, first + THREADS):
                pages |= thread_pages(thread, 2 if long_threads and is_long(thread) else 1)
    pages["/members"] = html("Members", member_list())
    for person in PEOPLE:
        pages[f"/user/{person}"] = html(person, f"<dl><dt>Name</dt><dd>{person}</dd><dt>Joined</dt><dd>2019</dd></dl>")
    pages["/help"] = html("Help", f"<p>{prose('help')}</p>")
    return pages


def thread_pages(thread: int, count: int) -> dict[str, str]:
    found = {}
    for page in range(1, count + 1):
        path = f"/topic/{thread}" + (f"?page={page}" if page > 1 else "")
        numbers = pager(f"/topic/{thread}", count, page)
        found[path] = html(title(str(thread)), numbers + posts(f"thread {thread} {page}") + numbers)
    return found


def member_list() -> str:
    rows = "".join(
        f"<tr><td><a href='/user/{person}{n}'>{person} {n} of the village</a></td><td>{n * 17}</td>"
        f"<td>2019-0{1 + n % 8}-11</td></tr>"
        for n in range(3)
        for person in PEOPLE
    )
    return f"<table class='people'><tr><th>Name</th><th>Posts</th><th>Joined</th></tr>{rows}</table>"


def front_list(origin: str = "http://flat.example", pages_of_list: int = 4) -> Site:
    """A forum whose front page lists all threads, page after page; only "Older" leads on."""
    pages = {}
    for page in range(1, pages_of_list + 1):
        numbers = range(page * 20, page * 20 + 20)
        older = f"<div class='way'><a href='/?page={page + 1}'>Older</a></div>" if page < pages_of_list else ""
        pages["/" if page == 1 else f"/?page={page}"] = html("All threads", board_table(numbers) + older)
        for number in numbers:
            pages |= thread_pages(number, 2 if is_long(number) else 1)
    return Site(origin, pages)


TAGS = ("wood", "metal", "garden", "kitchen")
ARTICLES = 30
PER_PAGE = 5


def tags_of(number: int) -> set[str]:
    return {TAGS[number % 4], TAGS[number // 4 % 4]}


def article_path(number: int) -> str:
    slug = title(f"article {number}").lower().replace(" ", "-")
    return f"/{2019 + number // 12}/{1 + number % 12:02}/{slug}"


def article(number: int, *, is_alone: bool, is_whole: bool) -> str:
    name = title(f"article {number}")
    head = f"<h1>{name}</h1>" if is_alone else f"<h2><a href='{article_path(number)}'>{name}</a></h2>"
    tags = " ".join(f"<a rel='tag' href='/tag/{tag}'>{tag}</a>" for tag in sorted(tags_of(number)))
    text = "".join(f"<p>{prose(f'article {number} {part}')}</p>" for part in range(4 if is_whole else 1))
    return (
        f"<article class='entry'>{head}<p class='meta'><time datetime='{day(number)}'>{day(number)}</time> by Anna</p>"
        f"<div class='text'>{text}</div><p class='tags'>{tags}</p></article>"
    )


def blog(origin: str = "http://blog.example", *, front_is_whole: bool = False, has_comments: bool = True) -> Site:
    """A blog: a front page with its older pages, tags that list whole articles, articles at dated addresses."""
    cloud = "".join(f"<li><a href='/tag/{tag}'>{tag}</a></li>" for tag in TAGS)
    side = f"<div class='side'><h4>Tags</h4><ul class='cloud'>{cloud}</ul></div>"
    menu = "<ul class='menu'><li><a href='/'>Start</a></li><li><a href='/about'>About me</a></li></ul>"

    def blog_html(name: str, body: str) -> str:
        return (
            f"<html lang='en'><head><title>{name} | A blog</title></head><body><div class='top'><a href='/'>A blog</a>"
            f"</div>{menu}<div class='main'>{body}</div>{side}{FOOT}</body></html>"
        )

    def lists(path: str, numbers: list[int], *, is_whole: bool) -> dict[str, str]:
        found = {}
        for first in range(0, len(numbers), PER_PAGE):
            page = first // PER_PAGE + 1
            body = "".join(article(n, is_alone=False, is_whole=is_whole) for n in numbers[first : first + PER_PAGE])
            if first + PER_PAGE < len(numbers):
                body += f"<div class='way'><a href='{path.rstrip('/')}/page/{page + 1}'>Older posts</a></div>"
            found[path if page == 1 else f"{path.rstrip('/')}/page/{page}"] = blog_html(f"{path} {page}", body)
        return found

    newest = list(range(ARTICLES - 1, -1, -1))
    pages = lists("/", newest, is_whole=front_is_whole)
    for tag in TAGS:
        pages |= lists(f"/tag/{tag}", [number for number in newest if tag in tags_of(number)], is_whole=True)
    for number in newest:
        comments = "<h3>Comments</h3>" + posts(f"comments {number}", 3) if has_comments else ""
        pages[article_path(number)] = blog_html(
            title(f"article {number}"), article(number, is_alone=True, is_whole=True) + comments
        )
    pages["/about"] = blog_html("About", f"<h1>About me</h1><p>{prose('about', 2)}</p>")
    return Site(origin, pages)


@dataclass(frozen=True)
class Style:
    """How a forum writes its addresses; `{n}` is a number, `{slug}` a title."""

    front: str
    board: str
    topic: str
    further: str
    """Of the second page: `{base}` is the address of the first, `{stem}` the same without its ending or offset,
    `{folder}` what is before the last slash, `{page}` its number, `{before}` how many pages are before it, `{offset}`
    how many posts, `{n}` the number of the thing.
    """

    def path(self, plain: str) -> str:
        """The path for one that `forum` has."""
        found = re.fullmatch(r"/(board|topic)/(\d+)(?:\?page=(\d+))?", plain)
        if found is None:
            return self.front if plain == "/" else plain
        form = self.board if found[1] == "board" else self.topic
        base = form.format(n=found[2], slug=title(found[2]).lower().replace(" ", "-"))
        if found[3] is None:
            return base
        stem = base.removesuffix(".html").removesuffix(".0")
        before = int(found[3]) - 1
        numbers = {"page": found[3], "before": before, "offset": 20 * before, "n": found[2]}
        return self.further.format(base=base, stem=stem, folder=base.rpartition("/")[0], **numbers)

    def of(self, site: Site) -> Site:
        """The same site with other addresses."""
        pages = {
            self.path(path): re.sub(r"href='(/[^']*)'", lambda link: f"href='{self.path(link[1])}'", markup)
            for path, markup in site.pages.items()
        }
        return Site(site.origin, pages)


STYLES = {
    "folder and parameters": Style(
        "/forum/", "/forum/viewforum.php?f={n}", "/forum/viewtopic.php?t={n}", "{base}&start={offset}"
    ),
    "title and number": Style("/", "/{slug}-f{n}.html", "/{slug}-t{n}.html", "{stem}-{offset}.html"),
    "number and title": Style("/", "/f/{n}-{slug}/", "/t/{n}-{slug}/", "{base}page-{page}/"),
    "page in the path": Style("/index.php", "/f/{n}-{slug}", "/t/{n}-{slug}", "{base}/page/{page}"),
    "numbered files": Style("/", "/forum-{n}.html", "/thread-{n}.html", "{stem}-page-{page}.html"),
    "names in folders": Style("/", "/c/{slug}", "/d/{slug}", "{base}/p{page}"),
    "one folder": Style("/", "/x/{slug}", "/x/{slug}-{n}", "{base}?page={page}"),
    "counted from zero": Style("/", "/forums/{slug}", "/node/{n}", "{base}?page={before}"),
    "one script": Style("/", "/index.php?board={n}.0", "/index.php?topic={n}.0", "{stem}.{offset}"),
    "offset first": Style("/", "/board/{n}.page", "/notes/of/{n}.page", "{folder}/{offset}/{n}.page"),
}
