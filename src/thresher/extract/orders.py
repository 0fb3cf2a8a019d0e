"""Dates of numbers alone → which of them is the day, by all that a page shows."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from itertools import islice, pairwise

from lxml import etree

from thresher.page import DateHabits, find_date, order_in

_NUMBERS = re.compile(r"(?<!\d)\d{1,2}\s?([/-])\s?\d{1,2}\s?\1\s?\d{2,4}(?!\d)")
MAX_LINE = 60
"""Characters of a line that is there for its date: what people write is longer, and may be of another country."""
MAX_NODES = 20_000
_READINGS = ("dmy", "mdy")


def order_on(texts: Sequence[str], root: etree._Element | None, habits: DateHabits) -> str:
    """dmy or mdy, as the dates of a page's posts prove it; empty where nothing does.

    In this order: a day past the twelfth; a day that is still to come; a day past the twelfth elsewhere on the page,
    written with the same sign; that the posts follow each other in one reading alone.
    """
    proved = order_in(list(texts))
    signs = {found[1] for text in texts if (found := _NUMBERS.search(text))}
    if proved or len(signs) != 1:
        return proved
    readings = {order: _read(texts, replace(habits, order=order)) for order in _READINGS}
    return _past(readings, habits) or order_in(_lines(root, next(iter(signs)))) or _in_line(readings)


def order_written(root: etree._Element) -> str:
    """dmy or mdy, as short lines anywhere on a page prove it; empty where none does, or they contradict each other.

    >>> order_written(etree.HTML("<p>3-4-2014</p><p>Last post 25-4-2014, 10:31</p>"))
    'dmy'
    """
    proved = {order for line in _lines(root) if (order := order_in([line]))}
    return proved.pop() if len(proved) == 1 else ""


def _read(texts: Sequence[str], habits: DateHabits) -> list[str]:
    return [day for text in texts if (day := find_date(text, habits))]


def _past(readings: dict[str, list[str]], habits: DateHabits) -> str:
    """The reading in which no date is still to come, if that is one."""
    tomorrow = (habits.now + timedelta(days=1)).date().isoformat()
    return _only({order: all(day[:10] <= tomorrow for day in days) for order, days in readings.items()})


def _in_line(readings: dict[str, list[str]]) -> str:
    """The reading in which each post is later than the one before, or each is earlier, if that is one."""
    return _only({order: _is_sorted(days) or _is_sorted(days[::-1]) for order, days in readings.items()})


def _is_sorted(days: Sequence[str]) -> bool:
    return all(one <= other for one, other in pairwise(days))


def _only(holds: dict[str, bool]) -> str:
    true = [order for order, does in holds.items() if does]
    return true[0] if len(true) == 1 else ""


def _lines(root: etree._Element | None, sign: str = "") -> list[str]:
    """The short texts of a page that have a date of numbers, with that sign between them if one is given."""
    if root is None:
        return []
    texts = map(str, islice(root.itertext(), MAX_NODES))
    return [
        text
        for text in texts
        if len(text.strip()) <= MAX_LINE and (found := _NUMBERS.search(text)) and sign in (found[1], "")
    ]
