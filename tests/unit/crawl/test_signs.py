"""What rows of lists say of what came to them."""

from datetime import UTC, datetime

from thresher.crawl.signs import quiet
from thresher.guide.rows import Row

LATEST = datetime(2026, 1, 1, tzinfo=UTC)
BOARDS = ("/garden", "/tools", "/talk")


def rows(*, is_silent: bool) -> dict[str, Row]:
    return {url: Row("2020-05-06", frozenset(), is_silent=is_silent) for url in BOARDS}


def test_lists_are_quiet_whose_last_posts_are_known() -> None:
    assert quiet(rows(is_silent=False), BOARDS, LATEST) == [*BOARDS]


def test_that_a_list_was_made_long_ago_says_nothing_of_its_posts() -> None:
    assert quiet(rows(is_silent=True), BOARDS, LATEST) == []
