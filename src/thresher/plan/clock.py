"""Clocks that people live by: in many countries they are an hour ahead in summer, and so is what people do.

Nobody says which clock a page follows: what explains its visits best does, once there are some of both seasons.
"""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from functools import cache

import numpy as np

from thresher.plan.history import Floats
from thresher.plan.shape import Shape

YEARS = range(1996, 2060)
"""Since then the European Union has its rule, and North America since 2007; pages are not polled for longer."""
LEAST_GAIN = 4.0
"""By how much, in logarithms of likelihood, a clock must explain visits better than the one that a page had. Items come
in bursts, so that a little says nothing."""
SUNDAY = 6


class Clock(StrEnum):
    """When an hour is put on, and taken off again."""

    NONE = "none"
    EUROPE = "last Sunday of March to last Sunday of October, at 1 UTC"
    AMERICA = "second Sunday of March to first Sunday of November, at 8 UTC"


@cache
def _switches(clock: Clock) -> Floats:
    """Hours since 1970 at which an hour is put on, taken off, and so on."""
    if clock is Clock.NONE:
        return np.zeros(0)
    if clock is Clock.EUROPE:
        moments = [_sunday(year, month, -1).replace(hour=1) for year in YEARS for month in (3, 10)]
    else:
        moments = [_sunday(year, month, nth).replace(hour=8) for year in YEARS for month, nth in ((3, 2), (11, 1))]
    return np.array([moment.timestamp() / 3600 for moment in moments])


def _sunday(year: int, month: int, nth: int) -> datetime:
    """The first, second or last (-1) Sunday of a month.

    >>> [f"{_sunday(2026, month, nth):%d %b}" for month, nth in ((3, -1), (10, -1), (3, 2), (11, 1))]
    ['29 Mar', '25 Oct', '08 Mar', '01 Nov']
    """
    if nth < 0:
        end = datetime(year, month + 1, 1, tzinfo=UTC) - timedelta(days=1)
        return end - timedelta(days=(end.weekday() - SUNDAY) % 7)
    first = datetime(year, month, 1, tzinfo=UTC)
    return first + timedelta(days=(SUNDAY - first.weekday()) % 7 + 7 * (nth - 1))


def on_clock(hours: Floats, clock: Clock) -> Floats:
    """Hours since 1970, an hour later in summer. The hour that is there twice in autumn is the later one's."""
    if clock is Clock.NONE:
        return hours
    return np.asarray(hours + np.searchsorted(_switches(clock), hours, side="right") % 2)


def has_both_seasons(begins: Floats) -> bool:
    """Whether there is something of both seasons to compare."""
    summer = np.searchsorted(_switches(Clock.EUROPE), begins, side="right") % 2
    return bool(0.2 <= summer.mean() <= 0.8)


def likelihood(shape: Shape, begins: Floats, ends: Floats, items: Floats) -> float:
    """How well a shape explains how many items came in each interval: the logarithm, but for a constant."""
    expected = np.maximum(shape.items_until(ends) - shape.items_until(begins), 1e-9)
    return float(items @ np.log(expected) - expected.sum())


def most_common(clocks: Iterable[Clock]) -> Clock:
    """What most pages follow: a new page is taken to do so, too."""
    found = list(clocks)
    return max(Clock, key=found.count) if found else Clock.NONE
