"""Two lists that show the same posts."""

from thresher.guide import PlainMemory
from thresher.guide.twin_lists import TwinLists
from thresher.knowledge import Address

FRONT, SECTION = "http://b.example/", "http://b.example/posts/"


def page(thing: str, number: int, role: str = "listing") -> Address:
    return Address(role, f"{thing} {number}", thing, number, "/")


def posts(number: int) -> list[str]:
    return [f"http://b.example/posts/{number}{letter}" for letter in "abcd"]


def walked(to: int) -> TwinLists:
    """Pages of the front page up to number `to` were seen."""
    lists = TwinLists(PlainMemory())
    for number in range(2, to + 1):
        lists.observe(page(FRONT, number), posts(number))
    return lists


def test_a_list_that_repeats_another_is_left_where_the_other_has_been() -> None:
    lists = walked(4)
    assert not lists.other(page(SECTION, 2))
    lists.observe(page(SECTION, 2), posts(2))

    assert lists.other(page(SECTION, 3)) == FRONT


def test_the_other_list_is_not_left_in_turn() -> None:
    lists = walked(4)
    lists.observe(page(SECTION, 2), posts(2))

    assert not lists.other(page(FRONT, 3))
    assert not lists.other(page(FRONT, 5))


def test_a_list_that_goes_on_where_the_other_ends_is_followed() -> None:
    lists = walked(4)
    lists.observe(page(SECTION, 4), posts(4))

    assert not lists.other(page(SECTION, 5))


def test_lists_with_other_posts_or_too_few_of_them_are_no_twins() -> None:
    lists = walked(4)
    lists.observe(page(SECTION, 2), posts(2)[1:])
    lists.observe(page("http://b.example/notes/", 2), ["http://b.example/notes/a"])
    lists.observe(page("http://b.example/tales/", 2), ["http://b.example/notes/a"])
    lists.observe(page("http://b.example/tales/", 3), ["http://b.example/notes/b"])

    assert not lists.other(page(SECTION, 3))
    assert not lists.other(page("http://b.example/notes/", 3))


def test_boards_of_forums_are_never_compared() -> None:
    lists = TwinLists(PlainMemory())
    for number in (2, 3):
        lists.observe(page(FRONT, number, "board"), posts(number))
    lists.observe(page(SECTION, 2, "board"), posts(2))

    assert not lists.other(page(SECTION, 3, "board"))
