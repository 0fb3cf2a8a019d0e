"""Blogs whose lists have addresses like those of posts: where a link stands says what it leads to."""

import pytest
from tests.unit.learn.small_sites import Site, day, html, prose, title

SUBJECTS = ("kitchen", "garden", "cellar", "market")
POSTS = 40
PER_PAGE = 8
MENU = (
    "<ul class='menu'><li><a href='/blog/'>Start</a></li><li><a href='/imprint'>Imprint</a></li></ul><ul class='side'>"
    + "".join(f"<li><a href='/blog/{one}/'>{one.title()}</a></li>" for one in SUBJECTS)
    + "</ul>"
)


def path_of(number: int) -> str:
    return f"/blog/{title(f'post {number}').lower().replace(' ', '-')}"


def entry(number: int, *, is_listed: bool) -> str:
    name, subject = title(f"post {number}"), SUBJECTS[number // 3 % len(SUBJECTS)]
    heading = f"<h2><a class='title' href='{path_of(number)}'>{name}</a></h2>" if is_listed else f"<h1>{name}</h1>"
    texts = "".join(f"<p>{prose(f'{number} {part}', 3)}</p>" for part in range(3))
    return (
        f"<article class='entry'><header>{heading}<small class='line'><a href='{path_of(number)}'></a> Anna Berg, "
        f"<span class='day'>{day(300 - number)}</span> in <a href='/blog/{subject}/'>{subject.title()}</a></small>"
        f"</header><div class='words'>{texts}</div></article>"
    )


def listed(base: str, numbers: list[int]) -> dict[str, str]:
    pages = [numbers[first : first + PER_PAGE] for first in range(0, len(numbers), PER_PAGE)]
    addresses = [base, *(f"{base}?paged={number}" for number in range(2, len(pages) + 1))]
    rows = "".join(f"<li><a href='{url}'>{number}</a></li>" for number, url in enumerate(addresses, 1))
    row = f"<ul class='pages'>{rows}</ul>"
    return {
        url: html(
            "A blog", "".join(entry(n, is_listed=True) for n in some) + f"<ul class='pages'>{row}</ul>", menu=MENU
        )
        for url, some in zip(addresses, pages, strict=True)
    }


@pytest.fixture
def site() -> Site:
    pages = listed("/blog/", list(range(POSTS)))
    for place, subject in enumerate(SUBJECTS):
        pages |= listed(f"/blog/{subject}/", [n for n in range(POSTS) if n // 3 % len(SUBJECTS) == place])
    pages |= {path_of(n): html(title(f"post {n}"), entry(n, is_listed=False), menu=MENU) for n in range(POSTS)}
    return Site("http://blog.example", pages)


@pytest.mark.parametrize("start", ["/blog/", "/blog/kitchen/", "/blog/market/", path_of(3)])
def test_lists_with_addresses_like_those_of_posts_are_told_by_the_places_of_links_to_them(
    site: Site, start: str
) -> None:
    lesson = site.learn(start)

    lists = {site.url(f"/blog/{subject}/") for subject in SUBJECTS}
    assert lesson.entry == site.url("/blog/")
    assert lesson.index_steps
    assert lesson.threads
    assert all(place.endswith("h2/a.title") for _, place in lesson.threads)
    assert lists.isdisjoint(set().union(*lesson.threads.values()))
