"""A site that nobody crawled before, of a known type in a template that is not known."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from tests.support.pages import TIME, page_of
from tests.unit.learn.small_sites import MENU, PEOPLE, day, prose, title

from thresher.extract import extract
from thresher.knowledge import ApplicationType, Level
from thresher.knowledge.build import build_type
from thresher.knowledge.inherit import laid_over
from thresher.learn.mending.mend import Mend
from thresher.learn.mending.relax import parts_in_use
from thresher.learn.mending.relaxed import relaxed
from thresher.learn.mending.witness import Witness
from thresher.model import Source, WebObject
from thresher.page import VirtualDocument

ROOT = "http://forum.example/"
FORUM: dict[str, Any] = {
    "type": "small",
    "title": "Small",
    "category": "forum",
    "levels": [
        {
            "name": "thread",
            "kind": "terminal",
            "detect": ["div[@id='thread']"],
            "extract": [
                {"object": "Thread", "fields": {"title": ["h1[@class='subject']"]}},
                {
                    "object": "BoardPost",
                    "each": ["div[@class~='post'][@id]"],
                    "fields": {
                        "key": "/@id",
                        "author": ["*[@class~='author']"],
                        "published": ["*[@class~='date']"],
                        "text": ["div[@class~='body']"],
                    },
                },
            ],
        }
    ],
    "urls": {"roles": {"thread": ["talk/{id#}"]}},
}
BLOG: dict[str, Any] = {
    "type": "leaf",
    "title": "Leaf",
    "category": "blog",
    "levels": [
        {
            "name": "post",
            "kind": "terminal",
            "detect": ["body"],
            "extract": [
                {
                    "object": "BlogPost",
                    "fields": {
                        "title": ["h1[@class~='entry-title']"],
                        "author": ["*[@class~='post-author']", "*[@class~='author-name']"],
                        "published": ["*[@class~='entry-date']"],
                        "text": ["*[@class~='entry-content']"],
                    },
                },
                {
                    "object": "Comment",
                    "each": ["li[@class~='comment'][@id]"],
                    "fields": {
                        "key": "/@id",
                        "author": ["*[@class~='fn']"],
                        "published": ["*[@class~='when']"],
                        "text": ["*[@class~='comment-text']"],
                    },
                },
            ],
        }
    ],
    "urls": {"roles": {"post": ["post/{id#}"]}},
}
PAGES = range(1, 9)


def person(page: int, number: int) -> str:
    return PEOPLE[(page * 2 + number * number) % len(PEOPLE)]


def said(page: int, number: int) -> str:
    return prose(f"{page} {number}", 2 + number % 3)


def page_with(page: int, body: str) -> str:
    return (
        f"<html lang='en'><head><title>{title(str(page))} - Small talk</title></head><body>{MENU}"
        f"<h1 class='subject'>{title(str(page))}</h1><div id='thread'>{body}</div>"
        f"<div class='side'><ul><li><a href='/talk/1'>{title('1')}</a> 2021-05-0{page}</li>"
        f"<li><a href='/talk/2'>{title('2')}</a> 2021-06-0{page}</li></ul></div></body></html>"
    )


def thread(page: int, post: str, dates: Callable[[int], str] = day) -> str:
    """A page of posts, `post` being the markup of each."""
    posts = (
        post.format(n=page * 100 + n, who=person(page, n), when=dates(page * 20 + n * 2), text=said(page, n))
        for n in range(2 + page % 4)
    )
    return page_with(page, "".join(posts))


OLD = (
    "<div class='post' id='p{n}'><b class='author'>{who}</b> <span class='date'>{when}</span><em>Posts: {n}</em>"
    "<div class='body'>{text}</div></div>"
)
RENAMED = {"'post'": "'message'", "'author'": "'nick'", "'date'": "'at'", "'body'": "'words'"}


def with_changes(changes: dict[str, str]) -> str:
    markup = OLD
    for old, new in changes.items():
        markup = markup.replace(old, new)
    return markup


TEMPLATES = {
    "a class is renamed": with_changes({"'post'": "'message'"}),
    "a tag is swapped": with_changes(
        {"<div class='post'": "<article class='post'", "</div></div>": "</div></article>"}
    ),
    "an id in the place of a class": with_changes({"class='body'": "id='body'"}),
    "the ids are gone": with_changes({" id='p{n}'": ""}),
    "the text has another tag": with_changes(
        {"<div class='body'>{text}</div>": "<section class='body'>{text}</section>"}
    ),
    "the author has another class": with_changes({"'author'": "'poster'"}),
    "the date has another class": with_changes({"'date'": "'at'"}),
    "everything is renamed": with_changes(RENAMED),
    "everything is renamed, and of other tags": (
        "<li class='reply'><header><a class='nick' href='/u/{who}'>{who}</a> <time>{when}</time></header>"
        "<section class='words'>{text}</section><a href='/quote/{n}'>Quote</a></li>"
    ),
}


def witnesses(markups: Sequence[str], folder: str = "talk") -> list[Witness]:
    pages = (page_of(f"{ROOT}{folder}/{number}", markup)[0] for number, markup in enumerate(markups, 1))
    return [Witness(page, (), TIME) for page in pages]


class Bench:
    """A type, and how it is used."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data

    def build(self, level: dict[str, Any]) -> ApplicationType:
        return build_type(laid_over(level, self.data), (self.data["type"],))

    @property
    def level(self) -> Level:
        return build_type(self.data, (self.data["type"],)).levels[0]

    def read(self, application: ApplicationType, one: Witness) -> Sequence[WebObject]:
        document = VirtualDocument(one.page.tree, one.page.url, 200, source=one.page.source)
        return extract(document, application, application.levels[0], ROOT, Source("", 0, one.page.url, TIME))

    def relaxed(self, pages: Sequence[Witness]) -> Mend | None:
        preferred = parts_in_use([build_type(self.data, (self.data["type"],))])
        return relaxed(self.level, pages, self.build, self.read, preferred)


def posts_of(bench: Bench, found: Mend, page: Witness) -> list[tuple[str, str, str]]:
    made = bench.read(bench.build(found.level), page)
    return [(one.author, one.published, one.text) for one in made if one.type.value == "BoardPost"]


def expected(page: int) -> list[tuple[str, str, str]]:
    return [(person(page, n), day(page * 20 + n * 2).replace(" ", "T"), said(page, n)) for n in range(2 + page % 4)]


@pytest.mark.parametrize("name", TEMPLATES)
def test_posts_are_read_off_a_template_that_is_not_known(name: str) -> None:
    bench, pages = Bench(FORUM), witnesses([thread(page, TEMPLATES[name]) for page in PAGES])

    found = bench.relaxed(pages)

    assert found is not None
    assert found.after > found.before
    for number, page in zip(PAGES, pages, strict=True):
        assert posts_of(bench, found, page) == expected(number)


def test_nothing_is_changed_where_nothing_fails() -> None:
    assert Bench(FORUM).relaxed(witnesses([thread(page, OLD) for page in PAGES])) is None


def test_three_pages_are_too_few() -> None:
    assert (
        Bench(FORUM).relaxed(witnesses([thread(page, TEMPLATES["a class is renamed"]) for page in (1, 2, 3)])) is None
    )


def test_what_people_wrote_stays_behind_what_is_new() -> None:
    bench = Bench(FORUM)

    found = bench.relaxed(witnesses([thread(page, TEMPLATES["a class is renamed"]) for page in PAGES]))

    assert found is not None
    rule = next(rule for rule in found.level["extract"] if rule["object"] == "BoardPost")
    assert rule["each"] == ["div[@class~='message'][@id]", "div[@class~='post'][@id]"]
    assert found.failed == ("BoardPost.each",)
    old = witnesses([thread(page, OLD) for page in PAGES])
    assert all(posts_of(bench, found, page) == expected(number) for number, page in zip(PAGES, old, strict=True))


@pytest.mark.parametrize(
    "dates",
    [
        lambda number: f"{1 + number % 28}. Oktober 20{10 + number // 28}, {8 + number % 12}:15 Uhr",
        lambda number: f"le {1 + number % 28} février 20{10 + number // 28} à {8 + number % 12}h15",
        lambda number: f"20{10 + number // 28}年3月{1 + number % 28}日 {8 + number % 12}:15",
    ],
    ids=["German", "French", "Japanese"],
)
def test_dates_of_other_languages_are_dates(dates: Callable[[int], str]) -> None:
    bench = Bench(FORUM)
    pages = witnesses([thread(page, TEMPLATES["everything is renamed"], dates) for page in PAGES])

    found = bench.relaxed(pages)

    assert found is not None
    assert all(published[4] == "-" for page in pages for _, published, _ in posts_of(bench, found, page))


def test_menus_sidebars_and_lists_of_links_are_no_posts() -> None:
    links = "".join(f"<li class='post-link'><a href='/talk/{n}'>{title(str(n))}</a> {day(n)}</li>" for n in range(6))
    body = "<p>{}</p><ul class='related'>{}</ul>"

    assert Bench(FORUM).relaxed(witnesses([page_with(n, body.format(prose(str(n), 6), links)) for n in PAGES])) is None


def test_paragraphs_without_dates_are_no_posts() -> None:
    bodies = ["".join(f"<p class='x'>{said(page, n)}</p>" for n in range(5)) for page in PAGES]

    assert Bench(FORUM).relaxed(witnesses([page_with(n, body) for n, body in zip(PAGES, bodies, strict=True)])) is None


def test_what_xpath_finds_no_more_is_found_by_comparing_the_pages() -> None:
    level = FORUM["levels"][0]
    rule = {**level["extract"][1], "each": ["xpath://div[@class='old']"]}
    bench = Bench({**FORUM, "levels": [{**level, "extract": [level["extract"][0], rule]}]})
    pages = witnesses([thread(page, TEMPLATES["everything is renamed"]) for page in PAGES])

    found = bench.relaxed(pages)

    assert found is not None
    assert all(posts_of(bench, found, page) == expected(number) for number, page in zip(PAGES, pages, strict=True))


def article(page: int, has_comments: bool = True) -> str:
    talk = "".join(
        f"<li class='reaction' id='c{page * 10 + n}'><cite class='nick'>{person(page, n)}</cite> "
        f"<i>{day(page * 9 + n)}</i><div class='says'>{said(page, n)}</div></li>"
        for n in range(page % 3 + 1)
    )
    body = "".join(f"<p>{prose(f'{page}/{n}', 5)}</p>" for n in range(4))
    return (
        f"<html lang='en'><head><title>{title(str(page))} | The Leaf</title></head><body>{MENU}"
        f"<div class='top'>The Leaf</div><div class='story'><h2 class='story-title'>{title(str(page))}</h2>"
        f"<p class='story-author'>{person(page, 1)}</p><p class='filed'>"
        f"<a href='/c/{page % 2}'>Kitchen {page % 2}</a></p>"
        f"<p class='story-date'>{day(page * 5)}</p><div class='story-content'>{body}</div></div>"
        f"{f'<ol>{talk}</ol>' if has_comments else ''}"
        f"<div class='more'><a href='/post/1'>{title('1')}</a> <a href='/post/2'>{title('2')}</a></div></body></html>"
    )


def test_records_that_are_only_parts_of_posts_give_way_to_whole_posts() -> None:
    level = FORUM["levels"][0]
    rule = {**level["extract"][1], "each": ["div[@class~='post']", "div[@class~='right']"]}
    bench = Bench({**FORUM, "levels": [{**level, "extract": [level["extract"][0], rule]}]})
    post = (
        "<div class='row' id='p{n}'><div class='left'><b class='author'>{who}</b></div>"
        "<div class='right'><span class='date'>{when}</span><div class='body'>{text}</div></div></div>"
    )
    pages = witnesses([thread(page, post) for page in PAGES])

    found = bench.relaxed(pages)

    assert found is not None
    assert all(posts_of(bench, found, page) == expected(number) for number, page in zip(PAGES, pages, strict=True))


def test_an_article_and_its_comments_are_read_off_a_template_that_is_not_known() -> None:
    bench, pages = Bench(BLOG), witnesses([article(page) for page in PAGES], "post")

    found = bench.relaxed(pages)

    assert found is not None
    for number, page in zip(PAGES, pages, strict=True):
        post, *comments = bench.read(bench.build(found.level), page)
        assert (post.title, post.author) == (title(str(number)), person(number, 1))
        assert post.published == day(number * 5).replace(" ", "T")
        assert post.text.startswith(prose(f"{number}/0", 5))
        assert post.text.endswith(prose(f"{number}/3", 5))
        assert [(one.author, one.text) for one in comments] == [
            (person(number, n), said(number, n)) for n in range(number % 3 + 1)
        ]


def test_an_author_is_not_guessed_where_no_pattern_speaks_of_authors() -> None:
    bench = Bench(BLOG)
    pages = witnesses([article(page, False).replace("story-author", "x") for page in PAGES], "post")

    found = bench.relaxed(pages)

    assert found is not None
    assert {bench.read(bench.build(found.level), page)[0].author for page in pages} == {""}


def test_a_level_in_several_layouts_keeps_all_of_its_own() -> None:
    level = FORUM["levels"][0]
    first = {
        **level,
        "layout": "first",
        "detect": ["table[@id='t']"],
        "extract": [{**level["extract"][1], "each": ["tr"]}],
    }
    bench = Bench({**FORUM, "levels": [first, level]})
    pages = witnesses([thread(page, TEMPLATES["the author has another class"]) for page in PAGES])

    found = relaxed(build_type(bench.data, ("small",)).levels[1], pages, bench.build, bench.read)

    assert found is not None
    kinds = {one.type.value for one in bench.read(bench.build(found.level), pages[0])}
    assert kinds == {"BoardPost", "Thread"}
    assert all(posts_of(bench, found, page) == expected(number) for number, page in zip(PAGES, pages, strict=True))
