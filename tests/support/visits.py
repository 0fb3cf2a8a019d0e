"""Invented visits with a known rhythm."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import numpy as np

from thresher.plan import Visit

START = datetime(2026, 3, 2, tzinfo=UTC)
"""A Monday."""
HOUR = timedelta(hours=1)


def office_hours(moment: datetime) -> float:
    """Two items an hour on weekdays from 8 to 18 o'clock, none otherwise."""
    return 2.0 if moment.weekday() < 5 and 8 <= moment.hour < 18 else 0.0


def visits(
    page: str,
    days: int,
    every: int = 1,
    rate: float | None = None,
    seed: int = 1,
    host: str = "",
    start: datetime = START,
) -> Iterator[Visit]:
    """A visit every so many hours to a page with a constant rate an hour, or with that of office hours."""
    lots = np.random.default_rng(seed)
    since = start
    for hour in range(every, days * 24 + 1, every):
        moment = start + hour * HOUR
        span = [since + number * HOUR for number in range(every)]
        expected = sum(office_hours(one) if rate is None else rate for one in span)
        yield Visit(page, moment, int(lots.poisson(expected)), since, host)
        since = moment
