"""A crawl of a blog may begin at a tag: the front page has all posts, page after page."""

from collections.abc import Generator

import pytest
from tests.unit.learn.small_sites import MENU, PEOPLE, Site, day, html, pager, prose, title

from thresher.learn import Lesson, Sight
from thresher.learn.over_parts import list_over_parts
from thresher.model import Page

POSTS, PER_PAGE = 36, 6
TAGS = ("garden", "kitchen", "old-tools", "market")


def path(number: int) -> str:
    return f"/2021/{12 - number // 3:02}/{title(f'post {number}').lower().replace(' ', '-')}/"


def row(number: int) -> str:
    tag = TAGS[number % 4]
    return (
        f"<li class='row'><h2><a href='{path(number)}'>{title(f'post {number}')}</a></h2><i>{day(300 - number)}</i>"
        f"<p>{prose(f'post {number}', 2)}</p> <a class='tag' href='/tags/{tag}/'>{tag}</a></li>"
    )


def blog(overview: str) -> Site:
    """`overview` is what stands at /tags/, if anything does."""
    pages = {
        path(number): html(
            title(f"post {number}"),
            f"<div class='entry'><p class='by'>{PEOPLE[number % 2]}, {day(300 - number)}</p><div class='words'>"
            f"<p>{prose(f'post {number}', 5)}</p><p>{prose(f'more {number}', 3)}</p></div></div>",
        )
        for number in range(POSTS)
    }
    lists = {"/": list(range(POSTS))}
    lists |= {f"/tags/{tag}/": list(range(place, POSTS, 4)) for place, tag in enumerate(TAGS)}
    for base, numbers in lists.items():
        parts = [numbers[first : first + PER_PAGE] for first in range(0, len(numbers), PER_PAGE)]
        for count, part in enumerate(parts, start=1):
            body = f"<ul class='list'>{''.join(map(row, part))}</ul>{pager(base, len(parts), count, 'page/')}"
            pages[base if count == 1 else f"{base}page/{count}"] = html("A list", body, menu=MENU + overview)
    if overview:
        links = "".join(f"<li><a href='/tags/{tag}/'>{tag}</a></li>" for tag in TAGS)
        pages["/tags/"] = html("Tags", f"<ul class='all'>{links}</ul>", menu=MENU + overview)
    return Site("http://blog.example", pages)


@pytest.mark.parametrize("start", ["/tags/garden/", "/tags/market/"])
@pytest.mark.parametrize("overview", ["", "<a href='/tags/'>Tags</a>"], ids=["alone", "with an overview"])
def test_a_front_page_that_goes_on_is_the_entry_page_though_a_tag_was_begun_at(start: str, overview: str) -> None:
    site = blog(overview)

    lesson = site.learn(start)

    assert lesson.entry == site.url("/")
    assert not lesson.boards
    assert site.url("/tags/kitchen/") in set().union(*lesson.parts.values())


def test_a_front_page_may_show_nothing_of_what_is_known_from_a_tag() -> None:
    site = blog("")
    lesson = Lesson(site.url("/tags/garden/"))
    lesson.sights = {site.url(one): site.sight(one) for one in ("/", "/tags/garden/")}
    lesson.indexes = [site.url("/tags/garden/")]
    lesson.boards = {("tags/*", ""): {site.url("/tags/garden/"), site.url("/tags/kitchen/")}}
    lesson.threads = {("#/#/*", ""): {site.url(path(number)) for number in range(24, POSTS)}}

    def look(url: str) -> Generator[str, Page | None, Sight | None]:
        yield from ()
        return lesson.sights.setdefault(url, site.sight(url.removeprefix(site.origin)))

    assert not [*list_over_parts(lesson, look, lesson.sights[lesson.entry])]

    assert lesson.entry == site.url("/")
    assert not lesson.boards


def test_pages_of_days_are_lists_though_they_show_one_whole_post_and_the_folder_above_years_is_the_entry_page() -> None:
    def place(number: int) -> str:
        return f"/log/20{22 - number // 12}/{12 - number % 12:02}/{5 + number % 20:02}/"

    def slug(number: int) -> str:
        return title(f"post {number}").lower().replace(" ", "-") + "-here/"

    def shown(number: int, level: int) -> str:
        name, day_of = title(f"post {number}"), place(number)
        trail = "".join(f"<a href='{'/'.join(day_of.split('/')[:end])}/'>{end}</a> / " for end in (2, 3, 4, 5))
        link = f"<h{level}><a href='{day_of}{slug(number)}'>{name}</a></h{level}>"
        return (
            f"<div class='entry'>{link}<p class='by'>{PEOPLE[number % 2]}, {day(300 - number)} {trail}</p>"
            f"<div class='words'><p>{prose(f'post {number}', 5)}</p><p>{prose(f'more {number}', 3)}</p></div></div>"
        )

    pages = {f"{place(number)}{slug(number)}": html("A log", shown(number, 1)) for number in range(POSTS)}
    lists: dict[str, list[int]] = {"/log/": list(range(POSTS))}
    for number in range(POSTS):
        parts = place(number).split("/")
        for end in (3, 4, 5):
            lists.setdefault("/".join(parts[:end]) + "/", []).append(number)
    for base, numbers in lists.items():
        some = [numbers[first : first + PER_PAGE] for first in range(0, len(numbers), PER_PAGE)]
        for count, part in enumerate(some, start=1):
            rows = (
                f"<li><i>{day(300 - one)}</i> <a href='{place(one)}{slug(one)}'>{title(f'post {one}')}</a></li>"
                for one in part
            )
            full = (shown(number, 2) for number in part)
            body = "".join(rows if base == "/log/" else full) + pager(base, len(some), count)
            pages[base if count == 1 else f"{base}?page={count}"] = html("A log", body)
    site = Site("http://blog.example", pages)

    lesson = site.learn(f"{place(7)}{slug(7)}")

    assert lesson.entry == site.url("/log/")
    assert not lesson.boards
    assert all(url.count("/") == 8 for urls in lesson.threads.values() for url in urls)
