"""Boards that only a menu names, with their threads in their folders: sites that were not made for talking."""

import pytest
from tests.unit.learn.small_sites import PEOPLE, Site, day, html, prose, title

from thresher.learn.drawing import between_titles
from thresher.learn.page_types import PageType

NAMED = ("old-tools", "the-garden", "site-talk")
BOARDS = (*NAMED, "kitchen")
THREADS = 9


def slug(board: str, number: int) -> str:
    return f"/{board}/{title(f'{board} {number}').lower().replace(' ', '-')}"


def person(number: int) -> str:
    return PEOPLE[number % len(PEOPLE)]


def menu() -> str:
    items = "".join(f"<li class='{board} item'><a href='/{board}'>{board}</a></li>" for board in BOARDS)
    return f"<p><a href='/'>Home</a></p><ul class='nav'>{items}</ul>"


def row(board: str, number: int) -> str:
    name, path = person(number), slug(board, number)
    return (
        f"<article class='entry'><div><a class='url' href='{path}'>{title(f'{board} {number}')}</a></div><div>"
        f"<span>by <a href='/author/{name}'>{name}</a></span> — the page was last changed {day(number)}</div></article>"
    )


def thread(board: str, number: int) -> str:
    posts = "".join(
        f"<div class='comment' id='{number}{n}'><div class='author'><span>{person(number + n)}</span><br>"
        f"<small>{day(n)}</small></div><div class='body'><p>{prose(f'{board} {number} {n}', 2)}</p></div></div>"
        for n in range(1, 5)
    )
    return html(title(f"{board} {number}"), f"<p>{prose(f'{board} {number}', 3)}</p><div>{posts}</div>", menu=menu())


def site() -> Site:
    pages = {"/": html("A small place", "<h1>Welcome</h1>", menu=menu())}
    for board in BOARDS:
        rows = "".join(row(board, number) for number in range(THREADS))
        pages[f"/{board}"] = html(board, f"<div class='entries'>{rows}</div>", menu=menu())
        pages |= {slug(board, number): thread(board, number) for number in range(THREADS)}
    return Site("http://place.example", pages)


def test_a_page_that_lists_titles_of_its_own_folder_is_no_thread() -> None:
    board = site().sight("/old-tools")

    assert board.guess.type is PageType.THREAD
    assert board.kind is PageType.INDEX


def test_items_of_a_menu_that_are_named_after_what_they_lead_to_are_of_one_kind() -> None:
    groups = site().sight(slug("old-tools", 1)).groups

    assert {f"http://place.example/{board}" for board in NAMED} in [set(group.titles) for group in groups]


@pytest.mark.parametrize("board", ["old-tools", "kitchen"])
def test_boards_that_only_the_menu_of_all_pages_names_are_found_from_a_thread(board: str) -> None:
    lesson = site().learn(slug(board, 1))

    assert lesson.entry == "http://place.example/"
    assert {f"http://place.example/{board}" for board in NAMED} <= set().union(*lesson.boards.values())
    assert {shape for shape, _ in lesson.threads} == {"*/*"}
    assert all(place for _, place in lesson.threads)


def test_who_stands_between_titles_is_no_thread_whatever_the_address() -> None:
    board = site().sight("/old-tools")

    beside = between_titles(board, lambda url: url.count("/") == 4, [("*/*", "body/div/a")])

    assert beside == {f"http://place.example/author/{person(number)}" for number in range(THREADS)}
