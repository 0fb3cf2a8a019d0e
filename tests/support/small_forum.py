"""A small forum in several templates, and the application type that knows the first of them."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from tests.unit.learn.articles.blogs import PEOPLE, prose

ROOT = "http://f.example/"
TYPE = {
    "type": "smallforum",
    "title": "A small forum",
    "detect": ["div[@id='forum']"],
    "urls": {"roles": {"thread": ["thread.php?id={id#}"]}},
    "levels": [
        {
            "name": "list",
            "kind": "intermediate",
            "detect": ["ul[@class='threads']"],
            "follow": [{"to": "thread", "role": "thread"}],
        },
        {
            "name": "thread",
            "kind": "terminal",
            "detect": ["div[@class~='post']"],
            "extract": [
                {"object": "Thread", "fields": {"title": ["h1"]}},
                {
                    "object": "BoardPost",
                    "each": ["div[@class~='post']"],
                    "fields": {
                        "key": ["/@id"],
                        "author": ["b[@class='who']"],
                        "published": ["i[@class='when']"],
                        "text": ["div[@class='text']"],
                    },
                },
            ],
        },
    ],
}


@dataclass(frozen=True)
class Said:
    number: int
    author: str
    time: datetime
    text: str


@dataclass(frozen=True)
class Talk:
    number: int
    title: str
    said: tuple[Said, ...]

    @property
    def url(self) -> str:
        return f"{ROOT}thread.php?id={self.number}"


def talk(number: int) -> Talk:
    start = datetime(2023, 4, 3, 9, 5, tzinfo=UTC) + timedelta(days=number, minutes=7 * number)
    said = tuple(
        Said(
            100 * number + place,
            PEOPLE[(number + place) % len(PEOPLE)],
            start + timedelta(hours=place),
            prose(f"{number} {place}", 1 + (number + place) % 3),
        )
        for place in range(2 + number % 4)
    )
    return Talk(number, f"About the {number}. matter", said)


TALKS = tuple(map(talk, range(1, 9)))


def old(one: Talk) -> str:
    posts = "".join(
        f"<div class='post' id='p{said.number}'><b class='who'>{said.author}</b> "
        f"<i class='when'>{said.time:%Y-%m-%d %H:%M}</i><div class='text'><p>{said.text}</p></div></div>"
        for said in one.said
    )
    return f"<div id='forum'><h1>{one.title}</h1>{posts}</div>"


def table(one: Talk) -> str:
    """Another template altogether: rows of a table, marks in links, long dates, signatures, a box with people."""
    posts = "".join(
        f"<tr class='row'><td class='name'><a href='/u/{said.author.split()[0]}'>{said.author}</a><br>Member</td>"
        f"<td><p class='date'>{said.time:%d %B %Y, %H:%M} <a href='{one.url}#p{said.number}'>#</a></p>"
        f"<div class='body'>{said.text}</div></td></tr>"
        for said in one.said
    )
    people = "".join(f"<li>{name}</li>" for name in PEOPLE)
    return (
        f"<div id='forum'><p class='trail'><a href='/'>Home</a> &gt; {one.title}</p><h2>{one.title}</h2>"
        f"<table class='talk'>{posts}</table><ul class='online'>{people}</ul></div>"
    )


def renamed(one: Talk) -> str:
    return old(one).replace("class='who'", "class='writer'").replace("<b ", "<strong ").replace("</b>", "</strong>")


def retagged(one: Talk) -> str:
    return old(one).replace("<div class='post'", "<article class='entry'").replace("</div></div>", "</div></article>")


def marked_texts(one: Talk) -> str:
    """Marks stand at the texts; who wrote is near them, and when is farther away."""
    posts = "".join(
        f"<div class='c1'><div class='c2'><i>{said.time:%d %B %Y, %H:%M}</i></div><div class='c3'>"
        f"<div class='c4'>{said.author}</div><div class='c5' id='p{said.number}'><p>{said.text}</p></div></div></div>"
        for said in one.said
    )
    return f"<div id='forum'><h1>{one.title}</h1><div class='c6'>{posts}</div></div>"


def nameless(one: Talk) -> str:
    """No classes; a post and its text both have a mark, and some posts have a signature below a line."""
    signature = "<div><hr><p>Whoever reads this is invited to tea at noon.</p></div>"
    posts = "".join(
        f"<div id='{said.number}'><div><h4><a href='/u/{said.number}'>{said.author}</a></h4></div><div><div>"
        f"<a href='/post/{said.number}'>{said.time:%d %B %Y - %H:%M}</a></div><div id='p{said.number}'>"
        f"<p>{said.text}</p>{signature if said.number % 2 else ''}</div></div></div>"
        for said in one.said
    )
    return f"<div id='forum'><h1>{one.title}</h1><div>{posts}</div></div>"


def data_marks(one: Talk) -> str:
    """Marks are in an attribute of the template's own, on a box around the one that has all the words."""
    posts = "".join(
        f"<div class='entry' data-ref='p{said.number}'><div><b>{said.author}</b> <i>{said.time:%Y-%m-%d %H:%M}</i>"
        f"<div><p>{said.text}</p></div></div></div>"
        for said in one.said
    )
    return f"<div id='forum'><h1>{one.title}</h1>{posts}</div>"


def anchors_inside(one: Talk) -> str:
    """Marks are the names of empty links in the posts; nothing else has them."""
    posts = "".join(
        f"<div class='entry'><div class='in'><a name='p{said.number}'></a><p class='by'>{said.author}, "
        f"{said.time:%Y-%m-%d %H:%M}</p><div class='said'>{said.text}</div></div></div>"
        for said in one.said
    )
    return f"<div id='forum'><h1>{one.title}</h1><div class='all'>{posts}</div></div>"


def anchors_before(one: Talk) -> str:
    """The same, but the links stand before the posts, as old boards have it."""
    posts = "".join(
        f"<a name='p{said.number}'></a><div class='entry'><p class='by'><b>{said.author}</b> "
        f"{said.time:%Y-%m-%d %H:%M}</p><div class='said'>{said.text}</div></div><hr>"
        for said in one.said
    )
    return f"<div id='forum'><h1>{one.title}</h1><div class='all'>{posts}</div></div>"


def two_boxes(one: Talk) -> str:
    """A box with who and when, and behind it one with the text."""
    posts = "".join(
        f"<div class='top' id='p{said.number}'><b>{said.author}</b> <i>{said.time:%Y-%m-%d %H:%M}</i></div>"
        f"<div class='low'><div class='words'><p>{said.text}</p></div><p class='tools'>Quote | Report</p></div>"
        for said in one.said
    )
    return f"<div id='forum'><h1>{one.title}</h1><div class='all'>{posts}</div></div>"


def two_rows(one: Talk) -> str:
    """Rows of a table: a head with the mark on an empty link, the text beside the picture, then buttons."""
    posts = "".join(
        f"<tr><td><a name='p{said.number}'></a><b>{said.author}</b></td>"
        f"<td>Posted: {said.time:%d %b %Y %H:%M}</td></tr>"
        f"<tr><td><img src='/f.png'>Joined: 4 Mar 2019</td><td><span class='said'>{said.text}</span></td></tr>"
        f"<tr><td><a href='#top'>Back to top</a></td><td><a href='/pm'>PM</a></td></tr>"
        for said in one.said
    )
    return f"<div id='forum'><h1>{one.title}</h1><table class='board'>{posts}</table></div>"


def definitions(one: Talk) -> str:
    posts = "".join(
        f"<dt id='p{said.number}'>{said.author} on {said.time:%d %B %Y, %H:%M}</dt><dd><p>{said.text}</p></dd>"
        for said in one.said
    )
    return f"<div id='forum'><h1>{one.title}</h1><dl>{posts}</dl></div>"


def in_a_row(one: Talk) -> str:
    """Nothing is around a post: name, date and text follow each other."""
    posts = "".join(
        f"<h4 id='p{said.number}'>{said.author}</h4><p class='date'>{said.time:%d %B %Y, %H:%M}</p>"
        f"<div class='words'><p>{said.text}</p></div>"
        for said in one.said
    )
    return f"<div id='forum'><h1>{one.title}</h1><div class='all'>{posts}</div></div>"


def unboxed(one: Talk) -> str:
    """Texts have no box: they stand among a heading that begins as they do, who, when, a signature and buttons."""
    posts = "".join(
        f"<div class='post' id='p{said.number}'><div class='in'><h3>Re: {' '.join(said.text.split()[:9])}</h3>"
        f"<p><b>{said.author}</b> <i>{said.time:%Y-%m-%d %H:%M}</i></p>{said.text}"
        f"{'<div>One day at a time.</div>' if said.number % 2 else ''}<ul><li>Quote</li></ul></div>"
        f"<div class='person'>{said.author}, posts: {said.number}</div></div>"
        for said in one.said
    )
    return f"<div id='forum'><h1>{one.title}</h1>{posts}</div>"


def numbers_only(one: Talk) -> str:
    """Nothing has the marks any more; their numbers stand in links to the posts."""
    posts = "".join(
        f"<div class='entry'><b>{said.author}</b> <a href='/post/{said.number}'>{said.time:%Y-%m-%d %H:%M}</a>"
        f"<div class='said'>{said.text}</div></div>"
        for said in one.said
    )
    return f"<div id='forum'><h1>{one.title}</h1><div class='all'>{posts}</div></div>"


def teasers(one: Talk) -> str:
    """Below the posts stand the beginnings of others, in boxes that are named as theirs; they have no marks."""
    others = "".join(
        f"<div class='post'><b class='who'>{said.author}</b> <i class='when'>{said.time:%Y-%m-%d %H:%M}</i>"
        f"<div class='text'>{' '.join(said.text.split()[:8])} …</div></div>"
        for said in talk(one.number + 20).said
    )
    return old(one).removesuffix("</div>") + f"<div class='more'><h3>Read next</h3>{others}</div></div>"


def index(talks: tuple[Talk, ...] = TALKS) -> str:
    """The page that lists all threads."""
    links = "".join(f"<li><a href='{one.url.removeprefix(ROOT.rstrip('/'))}'>{one.title}</a></li>" for one in talks)
    return f"<div id='forum'><h1>All threads</h1><ul class='threads'>{links}</ul></div>"
