"""Summer time: a page whose people put their clocks forward is known by its visits, and its plan goes with them."""

from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from thresher.plan import Visit
from thresher.plan.clock import Clock, most_common, on_clock
from thresher.plan.rhythm import Rhythm

START = datetime(2025, 9, 1, tzinfo=UTC)


def hours(moment: datetime) -> float:
    return moment.timestamp() / 3600


@pytest.mark.parametrize(
    ("clock", "moment", "ahead"),
    [
        (Clock.EUROPE, datetime(2026, 3, 29, 0, 59, tzinfo=UTC), 0),
        (Clock.EUROPE, datetime(2026, 3, 29, 1, 0, tzinfo=UTC), 1),
        (Clock.EUROPE, datetime(2026, 10, 25, 0, 59, tzinfo=UTC), 1),
        (Clock.EUROPE, datetime(2026, 10, 25, 1, 0, tzinfo=UTC), 0),
        (Clock.AMERICA, datetime(2026, 3, 15, tzinfo=UTC), 1),
        (Clock.AMERICA, datetime(2026, 11, 2, tzinfo=UTC), 0),
        (Clock.NONE, datetime(2026, 7, 1, tzinfo=UTC), 0),
        (Clock.EUROPE, datetime(1980, 7, 1, tzinfo=UTC), 0),
    ],
)
def test_an_hour_is_put_on_in_summer(clock: Clock, moment: datetime, ahead: int) -> None:
    assert on_clock(np.array([hours(moment)]), clock)[0] - hours(moment) == ahead


def visited(clock: Clock, until: datetime, host: str = "a.example", seed: int = 1) -> Rhythm:
    """A page with news from eight to ten by its clock, visited each hour."""
    method, lots = Rhythm(), np.random.default_rng(seed)
    moment = START
    while moment < until:
        place = on_clock(np.array([hours(moment)]), clock)[0] % 24
        new = int(lots.poisson(3.0 if 9 <= place < 11 else 0.02))
        method.observe(Visit("page", moment, new, moment - timedelta(hours=1), host))
        moment += timedelta(hours=1)
        if moment.day == 1 and moment.hour == 0:
            method.forecast("page", moment)
    return method


@pytest.mark.parametrize("clock", list(Clock))
def test_the_first_day_of_summer_time_is_planned_by_the_clock_of_the_page(clock: Clock) -> None:
    eve = datetime(2026, 3, 29, 12, tzinfo=UTC)
    method = visited(clock, eve)

    found = method.forecast("page", eve, 24)

    news = {(eve + timedelta(hours=place)).hour for place, rate in enumerate(found.expected) if rate > 1.0}
    assert news == ({7, 8} if clock is not Clock.NONE else {8, 9})


def test_a_new_page_is_taken_to_live_as_most_do() -> None:
    assert most_common([]) is Clock.NONE
    assert most_common([Clock.EUROPE, Clock.NONE, Clock.EUROPE]) is Clock.EUROPE
