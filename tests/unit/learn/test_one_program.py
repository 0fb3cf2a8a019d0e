"""Forums whose pages are all made by one program, with posts and pages behind the number of a thread: num=7/15."""

import itertools
import re

import pytest
from tests.unit.learn.small_sites import Site, forum

from thresher.learn import Course, Sight

PROGRAM = "/cgi-bin/talk.pl"
BOARDS = {"1": "tools", "2": "garden", "3": "kitchen", "4": "cellar"}
POSTS = 6
"""On a page."""


def address(path: str) -> str:
    if path == "/":
        return PROGRAM
    if found := re.fullmatch(r"/board/(\d)(?:\?page=(\d))?", path):
        return f"{PROGRAM}?board={BOARDS[found[1]]}" + (f"/{12 * (int(found[2]) - 1)}" if found[2] else "")
    if found := re.fullmatch(r"/topic/(\d+)(?:\?page=(\d))?", path):
        return f"{PROGRAM}?num={found[1]}" + (f"/{POSTS * (int(found[2]) - 1)}" if found[2] else "")
    return f"{PROGRAM}?action={path.strip('/').replace('/', ';name=')}"


def talk() -> Site:
    """The small forum at such addresses; each post has a link to itself."""
    pages = {}
    for path, markup in forum().pages.items():
        moved = re.sub(r"href='(/[^']*)'", lambda link: f"href='{address(link[1])}'", markup)
        own = address(path).partition("/")[2]
        pages[f"/{own}"] = with_marks(moved, path) if path.startswith("/topic/") else moved
    return Site("http://talk.example", pages)


def with_marks(markup: str, path: str) -> str:
    """The page of a thread, with a link to each post in it."""
    number, _, page = path.removeprefix("/topic/").partition("?page=")
    places = itertools.count(POSTS * (int(page or 1) - 1))

    def marked(_: re.Match[str]) -> str:
        place = next(places)
        return f"<div class='when'><a href='{PROGRAM}?num={number}/{place}#{place}'>#</a> "

    return re.sub("<div class='when'>", marked, markup)


@pytest.mark.parametrize("start", [PROGRAM, f"{PROGRAM}?board=garden", f"{PROGRAM}?num=112", f"{PROGRAM}?num=216/6"])
def test_pages_of_one_program_are_told_by_their_parameters_and_posts_from_pages(start: str) -> None:
    site = talk()

    course = Course(site.learn(start), "talk")

    for path in ("/board/2", "/board/3?page=2", "/topic/120", "/topic/120?page=2"):
        expected = "board" if "board" in path else "thread"
        assert course.role_of(site.url(address(path))) == expected, path
    assert not course.role_of(site.url(f"{PROGRAM}?num=120/3"))
    assert course.role_of(site.url(f"{PROGRAM}?num=120/12")) == "thread"


def test_where_one_program_makes_all_pages_its_address_is_no_sign_of_another_view() -> None:
    sight: Sight = talk().sight(f"{PROGRAM}?board=garden")

    assert not sight.is_view(f"http://talk.example{PROGRAM}?num=120")
    assert sight.is_view(f"http://talk.example{PROGRAM}?board=garden&order=name")
