"""Moments that feeds and pages state, beside one that a caller has."""

from datetime import UTC, datetime

import pytest

from thresher.crawl.times import is_later

NOON = datetime(2024, 5, 3, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("stated", "later"),
    [
        ("2024-05-03T12:00:01+00:00", True),
        ("2024-05-03T12:00:00+00:00", False),
        ("2024-05-03T13:30:00+02:00", False),
        ("2024-05-03T11:30:00-02:00", True),
        ("2024-05-03T12:30:00", True),
        ("2024-05-03T11:30:00", False),
        ("2024-05-03", True),
        ("2024-05-02", False),
        ("2024-05-03T12:30:00Z", True),
    ],
)
def test_a_moment_is_compared_in_its_zone_and_a_day_lasts_until_its_end(stated: str, later: bool) -> None:
    assert is_later(stated, NOON) is later


@pytest.mark.parametrize("stated", ["", "yesterday", "2024", "2024-13-40", "2024-05-03T25:00", "\x00", "9" * 500])
def test_what_is_no_moment_is_not_later(stated: str) -> None:
    assert not is_later(stated, NOON)
