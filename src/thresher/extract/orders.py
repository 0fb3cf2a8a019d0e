"""Dates of numbers alone → which of them is the day, by all that a page shows."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from itertools import pairwise

from lxml import etree

from thresher.page import NUMBERS, DateHabits, dated_lines, find_date, order_in

_READINGS = ("dmy", "mdy")


def order_on(texts: Sequence[str], root: etree._Element | None, habits: DateHabits, *, is_proved: bool = False) -> str:
    """dmy or mdy, as the dates of a page's posts prove it; empty where nothing does.

    In this order: a day past the twelfth; a day that is still to come; a day past the twelfth elsewhere on the page,
    written with the same sign; that the posts follow each other in one reading alone. Where pages of the site have
    proved an order (`is_proved`), the last two are not asked for.
    """
    proved = order_in(list(texts))
    signs = {found[1] for text in texts if (found := NUMBERS.search(text))}
    if proved or len(signs) != 1:
        return proved
    readings = {order: _read(texts, replace(habits, order=order)) for order in _READINGS}
    if is_proved:
        return _past(readings, habits)
    return _past(readings, habits) or order_in(dated_lines(root, next(iter(signs)))) or _in_line(readings)


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
