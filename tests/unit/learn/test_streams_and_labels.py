"""What forums have beside their boards: lists over all of them, tags, similar threads, numbers for names."""

from collections.abc import Iterable
from functools import cache

import pytest
from tests.support.invented_forums import Forum, invent
from tests.support.invented_forums.addresses import ORIGIN
from tests.unit.learn.small_sites import Site, html, pager, thread_pages, thread_row

from thresher.learn.drawing import drawn, is_menu
from thresher.learn.flipping import called_next
from thresher.learn.shapes import is_like

TAGS = ("wood", "metal", "garden", "kitchen", "river", "village", "winter", "spring", "harvest")


@cache
def noisy(seed: int) -> Forum:
    return invent(seed, is_noisy=True)


def site_of(forum: Forum) -> Site:
    origin = ORIGIN.rstrip("/")
    pages = {url.removeprefix(origin): markup for url, markup in forum.pages.items()}
    redirects = {url.removeprefix(origin): goal.removeprefix(origin) for url, goal in forum.redirects.items()}
    return Site(origin, pages, redirects)


@pytest.mark.parametrize("seed", [2010, 2032], ids=["one page of them", "two pages of them"])
def test_topics_that_nobody_answered_are_not_the_whole_forum(seed: int) -> None:
    forum = noisy(seed)
    assert forum.traits.streams
    assert forum.entry == ORIGIN

    lesson = site_of(forum).learn("/")

    boards = set().union(*lesson.boards.values())
    assert len(boards & forum.lists) == len(forum.content.boards)
    assert lesson.entry == f"{ORIGIN}{forum.traits.folder}"


def test_titles_with_and_without_a_number_are_of_one_kind_though_most_have_one() -> None:
    lesson = site_of(noisy(2007)).learn("/")

    assert ("forum/b/*/*", "") in lesson.threads
    assert not any(shape.endswith("-#") for shape, _ in lesson.threads)


def test_tags_are_tried_at_the_end_and_are_no_boards() -> None:
    forum = noisy(2007)

    lesson = site_of(forum).learn("/forum/b/engines/my-camera-and-the-barrel/")

    assert lesson.boards.keys() == {("forum/b/*", "")}
    assert ("forum/tag/*", "") in lesson.parts
    assert lesson.entry == f"{ORIGIN}{forum.traits.folder}"


def test_a_row_of_numbers_may_lead_to_further_pages_at_another_address() -> None:
    site = site_of(noisy(2026))

    lesson = site.learn("/forum/")

    assert ("forum/latest?start=#", "") in lesson.boards
    # What the menu leads to is neither a board nor asked for.
    assert not any(url.endswith(("/login", "/register", "/members")) for url in site.asked)


def test_titles_of_similar_threads_are_nobody_who_writes() -> None:
    lesson = site_of(noisy(2030)).learn("/")

    assert not lesson.people
    assert lesson.is_enough


def test_of_a_menu_what_is_to_log_in_is_not_drawn() -> None:
    sight = site_of(noisy(2026)).sight("/forum/")
    menu = next(group for group in sight.groups if any(url.endswith("/login") for url in group.titles))

    assert is_menu(menu)
    assert not any(url.endswith(("/login", "/register", "/search")) for url in drawn(menu, sight))


def test_numbers_in_rows_of_threads_are_no_next_page() -> None:
    rows = "".join(
        f"<p><a href='/t/{n}'>Walk {n}</a> <a href='/t/{n}?p=2'>2</a> <a href='/t/{n}?p=3'>3</a></p>" for n in (5, 6)
    )
    site = Site("http://f.example", {"/": f"<html><body>{rows}</body></html>"})

    assert called_next(site.sight("/").spots) == []


@pytest.mark.parametrize(
    ("shape", "other", "expected"),
    [
        ("b/*/*-#", "b/newcomers/*", True),
        ("b/newcomers/*", "b/*/*-#", True),
        ("user/#", "topic/#", False),
        ("index.php?who=#", "index.php?topic=#", False),
    ],
)
def test_shapes_are_alike_but_for_names_and_their_numbers(shape: str, other: str, expected: bool) -> None:
    assert is_like(shape, other) is expected


def tagged_questions() -> Site:
    """Sixty questions: the front page has the newest, each with two of nine tags, and a tag the newest of its own; a
    menu leads to the list of all.
    """
    menu = "<ul><li><a href='/questions'>Questions</a></li><li><a href='/users'>Users</a></li></ul>"

    def tags(number: int) -> list[str]:
        return [TAGS[number % 9], TAGS[(number * 2 + 3) % 9], TAGS[(number * 4 + 5) % 9]]

    def rows(numbers: Iterable[int]) -> str:
        links = {tag: f"<a href='/tag/{tag}'>{tag} of the village</a>" for tag in TAGS}
        found = [thread_row(n, f"/topic/{n}", " ".join(links[tag] for tag in tags(n))) for n in numbers]
        return f"<table>{''.join(found)}</table>"

    newest = range(60, 0, -1)
    pages = {"/": html("Newest questions", rows(newest[:10]), menu=menu)}
    for page in range(1, 7):
        path = "/questions" + (f"?page={page}" if page > 1 else "")
        listed = rows(newest[10 * page - 10 : 10 * page])
        pages[path] = html("All questions", listed + pager("/questions", 6, page), menu=menu)
    for tag in TAGS:
        own = [number for number in newest if tag in tags(number)]
        pages[f"/tag/{tag}"] = html(f"Questions on {tag}", rows(own[:5]), menu=menu)
    for number in newest:
        pages |= thread_pages(number, 1)
    return Site("http://questions.example", pages)


def test_where_only_tags_lead_on_a_menu_is_asked_for_the_list_of_all() -> None:
    lesson = tagged_questions().learn("/tag/wood")

    assert set(lesson.boards) == {("questions", "")}
    assert any(url.endswith("/tag/wood") for urls in lesson.parts.values() for url in urls)
    assert any(shape == "questions" for shape, _ in lesson.index_steps)
