"""The forecasts of one moment for all pages, and the price of a visit that follows from them and the budget."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import numpy as np

from thresher.plan.history import Floats
from thresher.plan.outlook import Expected, Outlook
from thresher.plan.pricing import corrected, find_price
from thresher.plan.values import HORIZON_HOURS, HOUR, Forecaster

VALID = timedelta(hours=12)
"""How long forecasts and price are good for."""
FILLED, CORRECTION = 0.4, 0.5
"""The price aims at a purse that is filled to this share a day later, and makes up for half of the difference."""


@dataclass(frozen=True, slots=True)
class Table:
    """Expected items of all pages, step by step, and what visits are worth."""

    start: datetime
    step: timedelta
    per_day: float
    pages: tuple[str, ...]
    basis: tuple[str, ...]
    expected: Expected
    outlook: Outlook

    @property
    def price(self) -> float:
        return float(self.outlook.prices[0])

    def covers(self, now: datetime, per_day: float) -> bool:
        """Whether it can still be used."""
        return (
            self.start <= now < self.start + max(VALID, self.step) and abs(per_day - self.per_day) <= 0.2 * self.per_day
        )

    def step_at(self, now: datetime) -> int:
        return int((now - self.start) / self.step)

    def waiting(self, now: datetime, seen: Sequence[datetime | None]) -> Floats:
        """Items expected to wait on each page now, if it was last seen then."""
        begins = np.array(
            [-1 if moment is None or moment < self.start else self.step_at(min(moment, now)) for moment in seen]
        )
        before = np.where(begins < 0, self.expected.waiting, 0.0)
        return np.asarray(before + self.outlook.came(np.maximum(begins, 0), self.step_at(now)))


def make_table(
    method: Forecaster,
    pages: Sequence[str],
    now: datetime,
    step: timedelta,
    per_day: float,
    left: float,
    earlier: Table | None,
) -> Table:
    """Ask the method about all pages, and find the price that spends what is left and what a day will bring."""
    hours = HORIZON_HOURS + max(VALID, step) / HOUR
    forecasts = [method.forecast(page, now, hours, step) for page in pages]
    expected = Expected(np.array([one.expected for one in forecasts]), np.array([one.waiting for one in forecasts]))
    day = min(expected.steps, max(1, round(24 * HOUR / step)))
    wanted = per_day * (day * step / (24 * HOUR))
    wanted = max(wanted + CORRECTION * (left - FILLED * per_day), 0.2 * wanted)
    outlook = Outlook(expected, [find_price(expected, day, wanted) if earlier is None else earlier.price])
    if earlier is not None:
        outlook = outlook.at_price(corrected(outlook, day, wanted))
    basis = tuple(one.basis for one in forecasts)
    return Table(now, step, per_day, tuple(pages), basis, expected, outlook)
