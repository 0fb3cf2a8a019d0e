"""Dates of pages whose addresses name a day."""

import pytest
from lxml import html

from thresher.extract.days import is_of_day, own_date
from thresher.knowledge import Field
from thresher.knowledge.values import Place
from thresher.pattern import parse

FIELD = Field((Place(parse("time/@datetime")), Place(parse("time | b"))))


def dated(markup: str, *of_parts: str) -> str:
    page = html.document_fromstring(f"<html><body>{markup}</body></html>")
    return own_date("2020-01-05", "2020-01-02", FIELD, lambda one: one.select(page), lambda text: text[:10], of_parts)


@pytest.mark.parametrize(
    ("published", "day", "is_so"),
    [
        ("2020-01-02T10:00Z", "2020-01-02", True),
        ("2020-01-03", "2020-01-02", True),
        ("2020-01-04", "2020-01-02", False),
        ("2020-01", "2020-01-02", True),
        ("2020-02-04", "2020-01", True),
        ("", "2020-01-02", True),
    ],
)
def test_a_date_is_of_a_day_in_some_zone(published: str, day: str, is_so: bool) -> None:
    assert is_of_day(published, day) is is_so


def test_a_date_for_machines_holds_against_the_address() -> None:
    assert dated("<time datetime='2020-01-05'>on Sunday</time>") == "2020-01-05"


def test_a_date_in_words_or_of_a_comment_does_not() -> None:
    assert dated("<b>2020-01-05</b>") == "2020-01-02"
    assert dated("<time>2020-01-05</time>") == "2020-01-02"
    assert dated("<time datetime='2020-01-05'>on Sunday</time>", "2020-01-05") == "2020-01-02"
