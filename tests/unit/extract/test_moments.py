"""Which moment at one place counts: that for machines, that which readers see, that for those who point there."""

from datetime import UTC, datetime

import pytest
from lxml import html

from thresher.extract.fields import moment_of
from thresher.knowledge.values import Field, Place
from thresher.page import DateHabits, find_date
from thresher.pattern import parse

NOW = datetime(2026, 11, 17, 12, tzinfo=UTC)


def moment(markup: str) -> str:
    box = html.fromstring(f"<div>{markup}</div>")
    field = Field((Place(parse("*[@class='at']")),))
    return moment_of(field, lambda pattern: pattern.select(box), lambda text: find_date(text, DateHabits(NOW)))


def test_what_readers_see_counts_where_the_server_has_another_clock() -> None:
    assert (
        moment("<time class='at' datetime='2010-03-17T19:10:49'>17 March 2010, 10:10 PM</time>") == "2010-03-17T22:10"
    )


@pytest.mark.parametrize(
    ("stated", "shown"),
    [
        ("2010-03-17T19:10:49+01:00", "17 March 2010, 10:10 PM"),
        ("2010-03-17T19:10:49", "17 March 2010"),
        ("2010-03-17T19:10:49", "17 March 2010, 7:10 PM"),
        ("2010-03-17T19:10:49", "19 March 2010, 7:10 PM"),
        ("2010-03-17T19:10:49", "3 days ago"),
    ],
)
def test_otherwise_what_is_stated_for_machines_counts(stated: str, shown: str) -> None:
    assert moment(f"<time class='at' datetime='{stated}'>{shown}</time>") == stated


def test_where_the_text_is_no_date_that_of_those_who_point_there_counts() -> None:
    assert moment("<em class='at'>posted <span title='2026-11-11 12:20:38'>the other day</span></em>") == (
        "2026-11-11T12:20:38"
    )
    assert moment("<em class='at'>2 May 2020 <span title='2026-11-11 12:20:38'>new</span></em>") == "2020-05-02"
