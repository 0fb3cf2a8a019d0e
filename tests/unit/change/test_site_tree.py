"""The tree of a site at two moments: what is new, vanished, moved, and what nobody looked at."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta

import pytest

from thresher.change import Fate, TreeComparison, Visit, ancestor_rows, compare_trees, nearest, path_of, read_moment

FIRST = datetime(2026, 3, 1, tzinfo=UTC)
SECOND = FIRST + timedelta(days=7)
LAST = 99
"""A number that no capture here has."""
SITE = "http://a.example"


def visits(*rows: tuple[str, datetime, int] | tuple[str, datetime, int, str]) -> list[Visit]:
    return [
        Visit(SITE + row[0], row[1], row[2], row[3] if len(row) > 3 else f"{row[0]}", number)
        for number, row in enumerate(rows, start=1)
    ]


def fates(found: TreeComparison) -> dict[str, Fate]:
    return {page.url.removeprefix(SITE): page.fate for page in found.fates}


BEFORE = (("/", FIRST, 200), ("/news/a/", FIRST, 200), ("/news/b/", FIRST, 200), ("/about", FIRST, 200))


def test_what_came_what_went_and_what_was_not_asked_for_is_told_apart() -> None:
    later = (
        ("/", SECOND, 200, "other"),
        ("/news/a/", SECOND, 404),
        ("/news/c/", SECOND, 200),
        ("/shop", SECOND, 500),
    )

    found = compare_trees(visits(*BEFORE, *later), len(BEFORE), LAST)

    assert fates(found) == {
        "/": Fate.KEPT,
        "/news/a/": Fate.VANISHED,
        "/news/b/": Fate.UNVISITED,
        "/news/c/": Fate.NEW,
        "/about": Fate.UNVISITED,
    }
    assert [page.url for page in found.fates if page.is_changed] == [SITE + "/"]
    assert (found.total.pages_before, found.total.pages_now) == (4, 4)


def test_trouble_of_the_server_is_no_end_of_a_page() -> None:
    found = compare_trees(visits(*BEFORE, ("/about", SECOND, 503)), len(BEFORE), LAST)

    assert fates(found)["/about"] is Fate.UNSURE
    assert found.total.pages_now == 4


def test_a_page_with_the_same_payload_at_another_address_has_moved() -> None:
    later = (("/news/a/", SECOND, 404), ("/archive/a/", SECOND, 200, "/news/a/"))

    found = compare_trees(visits(*BEFORE, *later), len(BEFORE), LAST)

    (moved,) = [page for page in found.fates if page.fate is Fate.MOVED]
    assert (moved.url, moved.to, moved.why) == (SITE + "/news/a/", SITE + "/archive/a/", "the same payload")
    assert "/archive/a/" not in fates(found)
    assert (found.total.moved, found.total.new, found.total.vanished) == (1, 0, 0)


def test_a_payload_that_several_new_pages_have_says_nothing() -> None:
    later = (("/news/a/", SECOND, 410), ("/x", SECOND, 200, "/news/a/"), ("/y", SECOND, 200, "/news/a/"))

    found = compare_trees(visits(*BEFORE, *later), len(BEFORE), LAST)

    assert fates(found)["/news/a/"] is Fate.VANISHED
    assert found.total.new == 2


def test_a_copy_of_a_page_that_is_still_there_is_new() -> None:
    later = (("/news/a/", SECOND, 200), ("/copy", SECOND, 200, "/news/a/"))

    assert fates(compare_trees(visits(*BEFORE, *later), len(BEFORE), LAST))["/copy"] is Fate.NEW


@pytest.mark.parametrize(("target", "fate"), [("/new-home", Fate.MOVED), ("/", Fate.VANISHED)])
def test_a_redirect_to_a_new_page_is_a_move_and_one_to_an_old_page_is_an_end(target: str, fate: Fate) -> None:
    later = (("/about", SECOND, 301), ("/new-home", SECOND, 200), ("/", SECOND, 200))

    def told(lost: Iterable[Visit]) -> Mapping[str, tuple[str, str]]:
        return {visit.url: (SITE + target, "answered 301") for visit in lost}

    assert fates(compare_trees(visits(*BEFORE, *later), len(BEFORE), LAST, told))["/about"] is fate


def test_slashes_and_schemes_are_one_place() -> None:
    rows = [
        Visit("http://a.example/b", FIRST, 301, "", 1),
        Visit("https://a.example/b/", FIRST, 200, "x", 2),
        Visit("https://a.example/b/", SECOND, 200, "x", 3),
        Visit("http://a.example/b", SECOND, 301, "", 4),
    ]

    found = compare_trees(rows, 2, LAST)

    assert [page.fate for page in found.fates] == [Fate.KEPT]


def test_branches_are_counted_and_percentages_are_of_the_checkpoint() -> None:
    later = (("/news/a/", SECOND, 404), ("/news/c/", SECOND, 200), ("/blog/x", SECOND, 200))

    found = compare_trees(visits(*BEFORE, *later), len(BEFORE), LAST)

    news, blog = found.branches["a.example", "news"], found.branches["a.example", "blog"]
    assert (news.pages_before, news.pages_now, news.new, news.vanished, news.unvisited) == (2, 2, 1, 1, 1)
    assert (news.change_percent, news.added_percent) == (100, 50)
    assert (blog.change_percent, blog.pages_now) == (None, 1)
    assert found.total.change_percent == 75
    assert list(found.branches) == sorted(found.branches)


def test_a_branch_can_be_taken_alone() -> None:
    found = compare_trees(visits(*BEFORE, ("/news/c/", SECOND, 200)), len(BEFORE), LAST, under=path_of(SITE + "/news/"))

    assert set(fates(found)) == {"/news/a/", "/news/b/", "/news/c/"}


def test_a_moment_in_between_shows_the_site_as_it_was() -> None:
    rows = visits(*BEFORE, ("/news/c/", SECOND, 200))

    assert compare_trees(rows, 4, 4).total.pages_now == 4
    assert compare_trees(rows, 0, 5).total.new == 5


def test_the_ancestor_matrix_is_that_of_the_paper() -> None:
    """Figure 4.5: a root with two children, the first of which has two."""
    found = dict(ancestor_rows([("r",), ("r", "a"), ("r", "a", "x"), ("r", "a", "y"), ("r", "b")]))

    assert list(found.values()) == [[], [0], [0, 1], [0, 1], [0]]


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("2026", "2026-01-01T00:00:00", "2026-12-31T23:59:59"),
        ("2026-02", "2026-02-01T00:00:00", "2026-02-28T23:59:59"),
        ("20261231", "2026-12-31T00:00:00", "2026-12-31T23:59:59"),
        ("2026-3-1", "2026-03-01T00:00:00", "2026-03-01T23:59:59"),
        ("2026-03-01 12:00", "2026-03-01T12:00:00", "2026-03-01T12:00:59"),
        ("2026-03-01T12:00:05+02:00", "2026-03-01T10:00:05", "2026-03-01T10:00:05"),
        ("20260301120005", "2026-03-01T12:00:05", "2026-03-01T12:00:05"),
    ],
)
def test_moments_are_read_in_every_sensible_form(text: str, first: str, last: str) -> None:
    moment = read_moment(text)

    assert moment is not None
    assert moment.first.replace(tzinfo=None).isoformat() == first
    assert moment.last.replace(tzinfo=None, microsecond=0).isoformat() == last


@pytest.mark.parametrize("text", ["", "yesterday", "2026-13", "20261399", "2026-02-30", "9999", "99999999999999", "-1"])
def test_what_is_no_moment_is_none(text: str) -> None:
    assert read_moment(text) is None


def test_the_nearest_capture_is_the_last_inside_or_the_closest() -> None:
    times = [FIRST, FIRST + timedelta(hours=5), SECOND]
    day, between = read_moment("2026-03-01"), read_moment("2026-03-06")

    assert day is not None
    assert between is not None
    assert (nearest(times, day), nearest(times, between)) == (1, 2)
