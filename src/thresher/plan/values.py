"""What comes in, what goes out: visits, forecasts, appointments."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

HOUR = timedelta(hours=1)
HORIZON_HOURS = 48.0
"""How far forecasts look ahead unless told otherwise: what the paper plots (VT, figures 5.2 and 5.6)."""


@dataclass(frozen=True, slots=True)
class Visit:
    """One look at a page, and what was new since the look before."""

    page: str
    moment: datetime
    new_items: int = 0
    """Items never seen there before; for a page without items, 1 if it changed."""
    since: datetime | None = None
    """The last good visit before; None if whoever observes knows that itself, or if this is the first. `moment` itself
    if nobody knows what came in between, as when all that a list holds is new."""
    host: str = ""
    failed: bool = False
    """It cost a request and told nothing."""
    dates: tuple[datetime, ...] = ()
    """When new items were published, where page or feed say so; they may lie."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """How many new items are expected on a page, step by step from `start` on."""

    page: str
    start: datetime
    step: timedelta
    expected: tuple[float, ...]
    waiting: float
    """Expected to be there at `start`, unseen."""
    basis: str
    """What it rests on, in words."""

    @property
    def per_hour(self) -> tuple[float, ...]:
        """The expectation as a rate, whatever the step."""
        hours = self.step / HOUR
        return tuple(items / hours for items in self.expected)


@dataclass(frozen=True, slots=True)
class Appointment:
    """A visit that is planned."""

    page: str
    moment: datetime
    expected_items: float
    worth: float
    """Waiting of items, in steps, that it saves against the best later visit, beyond its price."""
    reason: str


class Forecaster(Protocol):
    """A method: anything that learns from visits when new items come.

    `observe` changes state and returns nothing; `forecast` returns and changes nothing that can be seen.
    """

    @property
    def name(self) -> str: ...

    def observe(self, visit: Visit) -> None:
        """Learn from a visit; visits to one page come in the order in which they were made."""

    def forecast(self, page: str, now: datetime, hours: float = HORIZON_HOURS, step: timedelta = HOUR) -> Forecast:
        """What is expected of `page` from `now` on; of a page that was never visited, what others are like."""


def epoch_hours(moment: datetime) -> float:
    """Hours since 1970: what all arithmetic of this room is done with."""
    return moment.timestamp() / 3600
