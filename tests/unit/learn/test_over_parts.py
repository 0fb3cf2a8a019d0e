"""A crawl of a blog may begin at a tag: the front page has all posts, page after page."""

import pytest
from tests.unit.learn.small_sites import MENU, PEOPLE, Site, day, html, pager, prose, title

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
