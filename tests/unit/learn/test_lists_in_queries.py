"""Addresses whose query is a list of numbers, or a path, and has no names: `read.php?1,12,page=2`."""

import pytest
from tests.unit.learn.small_sites import Site, board_table, html, posts, title

from thresher.knowledge.forms import parse_form, path_of, query_of
from thresher.learn.addresses import forms_of
from thresher.learn.course import Course
from thresher.learn.flipping import step_between
from thresher.learn.shapes import is_alike, skeleton

ROOT = "http://forum.example/"
BOARDS, THREADS = 3, 24
"""Few boards with a line of description each: the front page looks like a thread."""


def numbered(base: str, last: int, current: int) -> str:
    links = [f"<b>{n}</b>" if n == current else f"<a href='{base},page={n}'>{n}</a>" for n in range(1, last + 1)]
    return f"<div class='paging'>Page {current} of {last} {' '.join(links)}</div>"


def commas() -> Site:
    """A forum with commas in all its addresses, and links to single posts that show the whole thread."""
    rows = "".join(
        f"<tr><td><h3><a href='/list.php?{n}'>{title(f'board {n}')}</a></h3><p>Everything about {title(f'it {n}')}.</p>"
        f"</td><td>24</td><td>March {n + 3}, 2021 10:1{n}AM</td></tr>"
        for n in range(1, BOARDS + 1)
    )
    pages = {"/": html("Forum", f"<table class='list'>{rows}</table>")}
    for board in range(1, BOARDS + 1):
        for page in (1, 2):
            numbers = range(board * 100 + page * 12, board * 100 + page * 12 + 12)
            table = board_table(numbers)
            for number in numbers:
                table = table.replace(f"'/topic/{number}'", f"'/read.php?{board},{number}'")
                crumbs = f"<p><a href='/list.php?{board}'>{title(f'board {board}')}</a></p>"
                more = f"<a href='/read.php?{board},{number},{number + 7000}'>Reply</a>"
                for part in (1, 2):
                    body = crumbs + posts(f"{number} {part}") + more + numbered(f"/read.php?{board},{number}", 2, part)
                    pages[f"/read.php?{board},{number}{',page=2' if part > 1 else ''}"] = html(title(str(number)), body)
                pages[f"/read.php?{board},{number},page=1"] = pages[f"/read.php?{board},{number}"]
                pages[f"/read.php?{board},{number},{number + 7000}"] = pages[f"/read.php?{board},{number}"]
            body = table + numbered(f"/list.php?{board}", 2, page)
            pages[f"/list.php?{board}{',page=2' if page > 1 else ''}"] = html(title(f"board {board}"), body)
        pages[f"/list.php?{board},page=1"] = pages[f"/list.php?{board}"]
    return Site("http://forum.example", pages)


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("read.php?1,12", "read.php?#,#"),
        ("read.php?1,12,page=2", "read.php?#,#,page=#"),
        ("index.php?/topic/5-a-walk/", "index.php?topic/#-*"),
        ("index.php?/topic/5-a-walk/&page=2", "index.php?topic/#-*&page=#"),
        ("read.php?t=12&page=2", "read.php?page=#&t=#"),
    ],
)
def test_numbers_are_taken_out_of_a_list_in_the_query(path: str, expected: str) -> None:
    assert skeleton(ROOT + path) == expected


def test_a_list_in_the_query_has_a_form() -> None:
    urls = [f"{ROOT}read.php?{n % 3},{n}" for n in range(3, 20)]

    form = forms_of(urls, ROOT)[0].text

    assert form == "read.php?#,{id#}"
    first, second, printed = (f"{ROOT}read.php?1,12{more}" for more in ("", ",page=2", "&print=1"))
    found = parse_form("read.php?#,{id#},page={page#}&!*").match(path_of(second), query_of(second), "/")
    assert found is not None
    assert (found.names, found.page) == ((("id", "12"),), "2")
    exact = parse_form(f"{form}&!*")
    matches = [exact.match(path_of(url), query_of(url), "/") is not None for url in (first, second, printed)]
    assert matches == [True, False, False]


def test_parameters_behind_a_path_in_the_query_are_parameters() -> None:
    form = parse_form("index.php?/topic/{id#}-*[&page={page#}]&!*")

    first, further, other = (
        form.match(path_of(ROOT + path), query_of(ROOT + path), "/")
        for path in (
            "index.php?/topic/5-a-walk/",
            "index.php?/topic/5-a-walk/&page=3",
            "index.php?/topic/5-a-walk/&view=print",
        )
    )

    assert first is not None
    assert further is not None
    assert (first.page, further.page) == ("", "3")
    assert other is None


def test_a_further_page_of_a_list_in_the_query() -> None:
    found = step_between(f"{ROOT}read.php?1,12", f"{ROOT}read.php?1,12,page=2")

    assert found is not None
    step, number = found
    assert (step.name, step.before, number) == ("", ",page=", 2)
    assert step.is_counter
    assert step_between(f"{ROOT}read.php?1,12", f"{ROOT}read.php?t=5") is None


def test_lists_in_queries_are_alike_whatever_their_numbers() -> None:
    assert is_alike(f"{ROOT}read.php?1,12", f"{ROOT}read.php?2,17")
    assert not is_alike(f"{ROOT}read.php?1,12", f"{ROOT}list.php?2")


@pytest.mark.parametrize(
    "start", ["/", "/read.php?2,213", "/read.php?2,213,page=2", "/list.php?3", "/list.php?3,page=2"]
)
def test_a_forum_with_commas_is_learned_wherever_one_begins(start: str) -> None:
    site = commas()

    course = Course(site.learn(start), "forum")

    roles = {
        "/": "home",
        "/list.php?2": "board",
        "/list.php?2,page=2": "board",
        "/read.php?2,213": "thread",
        "/read.php?1,120,page=2": "thread",
        "/read.php?1,120,7120": "",
    }
    assert {path: course.role_of(site.url(path)) for path in roles} == roles


def test_what_says_more_than_the_address_of_a_thread_is_another_view_of_it() -> None:
    site = commas()
    course = Course(site.learn("/"), "forum")

    assert course.is_aside(site.url("/read.php?1,120,7120"))
    assert course.is_aside(site.url("/read.php?1,120,7120,quote=1"))
    assert course.is_aside(site.url("/read.php?1,120&print=1"))
    assert not course.is_aside(site.url("/read.php?1,120,page=2"))
    assert not course.is_aside(site.url("/report.php?1,120"))
