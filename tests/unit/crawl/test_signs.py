"""What rows of lists say of what came to them."""

from datetime import UTC, datetime

from thresher.crawl.kept_before import Kept
from thresher.crawl.signs import grown, outgrown, quiet
from thresher.guide.rows import Row

LATEST = datetime(2026, 1, 1, tzinfo=UTC)
BOARDS = ("/garden", "/tools", "/talk")


def rows(*, is_silent: bool) -> dict[str, Row]:
    return {url: Row("2020-05-06", frozenset(), is_silent=is_silent) for url in BOARDS}


def test_lists_are_quiet_whose_last_posts_are_known() -> None:
    assert quiet(rows(is_silent=False), BOARDS, LATEST) == [*BOARDS]


def test_that_a_list_was_made_long_ago_says_nothing_of_its_posts() -> None:
    assert quiet(rows(is_silent=True), BOARDS, LATEST) == []


def counts(**replies: int) -> dict[str, Row]:
    """Rows of threads that say how many replies there are, and nothing else."""
    return {url: Row("", frozenset({number})) for url, number in replies.items()}


def kept(**posts: int) -> dict[str, Kept]:
    return {url: Kept(number, url, True, url, number, 0) for url, number in posts.items()}


def test_one_of_two_threads_has_grown() -> None:
    before, now, known = counts(pears=4, plums=0), counts(pears=5, plums=0), kept(pears=5, plums=1)

    assert grown(now, known, LATEST) == ([], [])
    assert outgrown(now, before, known) == ["pears"]


def test_all_threads_have_grown() -> None:
    before, now = counts(pears=4, plums=0, quinces=7), counts(pears=5, plums=2, quinces=8)

    assert outgrown(now, before, kept(pears=5, plums=1, quinces=8)) == ["pears", "plums", "quinces"]


def test_numbers_that_were_never_those_of_posts_say_nothing() -> None:
    before, now = counts(pears=90, plums=71), counts(pears=95, plums=80)

    assert outgrown(now, before, kept(pears=5, plums=1)) == []


def test_a_thread_that_stood_elsewhere_says_nothing() -> None:
    assert outgrown(counts(pears=5, plums=0), counts(plums=0), kept(pears=5, plums=1)) == []
