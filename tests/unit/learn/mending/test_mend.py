"""A forum gets another template: what was kept of it teaches how the new pages are read."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

import pytest
from tests.support.pages import TIME
from tests.support.pages import page_of as page_and_document
from tests.unit.learn.articles.blogs import PEOPLE, prose

from thresher.extract import extract
from thresher.knowledge import ApplicationType
from thresher.knowledge.build import build_type
from thresher.knowledge.inherit import inherited
from thresher.learn.mending import Mend, Witness, mend
from thresher.model import Page, Source, WebObject
from thresher.page import VirtualDocument
from thresher.recognise import level_of

ROOT = "http://f.example/"
TYPE = {
    "type": "smallforum",
    "detect": ["div[@id='forum']"],
    "urls": {"roles": {"thread": ["thread.php?id={id#}"]}},
    "levels": [
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
        }
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


def page_of(one: Talk, markup: str) -> Page:
    return page_and_document(one.url, markup)[0]


def type_with(level: dict[str, object]) -> ApplicationType:
    return build_type(inherited({"levels": [level]}, TYPE), ("smallforum",))


def read(application: ApplicationType, one: Witness) -> Sequence[WebObject]:
    document = VirtualDocument(one.page.tree, one.page.url, 200, source=one.page.source)
    level, _ = level_of(document, application, one.page.url, ROOT)
    return extract(document, application, level, ROOT, Source("", 0, one.page.url, TIME)) if level is not None else ()


def objects_of(one: Talk) -> tuple[WebObject, ...]:
    plain = build_type(TYPE, ("smallforum",))
    return tuple(read(plain, Witness(page_of(one, old(one)), (), TIME)))


def witnesses(template: Callable[[Talk], str], talks: Sequence[Talk] = TALKS) -> list[Witness]:
    """The pages in a template, and what was kept of them when they had the old one."""
    return [Witness(page_of(one, template(one)), objects_of(one), TIME) for one in talks]


def mended(some: Sequence[Witness]) -> Mend | None:
    return mend(build_type(TYPE, ("smallforum",)).levels[0], some, type_with, read)


def plain(objects: Sequence[WebObject]) -> list[tuple[str, ...]]:
    return [(one.type.value, one.id, one.title, one.author, one.published[:16], one.text) for one in objects]


@pytest.mark.parametrize("template", [table, renamed, retagged], ids=["a table", "another name", "another tag"])
def test_another_template_is_read_as_the_old_one_was(template: Callable[[Talk], str]) -> None:
    found = mended(witnesses(template))

    assert found is not None
    application = type_with(found.level)
    for one in witnesses(template):
        assert plain(read(application, one)) == plain(one.objects)
    assert found.after == 1.0
    assert found.before < 0.5


def test_pages_in_the_old_template_are_still_read() -> None:
    found = mended(witnesses(table))

    assert found is not None
    application = type_with(found.level)
    assert all(plain(read(application, one)) == plain(one.objects) for one in witnesses(old))


def test_only_what_has_failed_is_learned_anew() -> None:
    found = mended(witnesses(renamed))

    assert found is not None
    assert found.failed == ("BoardPost.author",)
    assert [list(rule["fields"]) for rule in found.level["extract"]] == [["author"]]


def test_an_unchanged_site_needs_nothing() -> None:
    assert mended(witnesses(old)) is None


def test_what_was_deleted_is_no_change_of_the_template() -> None:
    fewer = [replace(one, said=one.said[:1]) for one in TALKS]
    pages = [
        Witness(page_of(now, old(now)), objects_of(before), TIME) for now, before in zip(fewer, TALKS, strict=True)
    ]

    assert mended(pages) is None


def test_three_pages_are_too_few() -> None:
    assert mended(witnesses(table, TALKS[:3])) is None


def test_pages_that_show_something_else_teach_nothing() -> None:
    closed = "<div id='forum'><h1>Closed</h1><p>We thank all who have written here, and wish them well.</p></div>"

    assert mended([Witness(page_of(one, closed), objects_of(one), TIME) for one in TALKS]) is None
