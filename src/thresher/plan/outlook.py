"""When a visit is worth its price: many pages, expected items step by step, and one price for a visit.

An item that waits costs one for each step; a visit costs the price and ends the wait of all items of a page. The
cheapest series of visits is found backwards from the horizon (dynamic programming); beyond it, a page is taken to
be visited at the best regular interval for its mean rate. With constant rates that is the known answer: intervals
that grow with the square root of price over rate (Cho and Garcia-Molina, *Effective Page Refresh Policies*, 2003).
With rates that change by the hour, it visits after a burst rather than before, and saves visits in quiet hours.
"""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass

import numpy as np

from thresher.plan.history import Floats, Ints

NEAR_STEPS = 24
"""Waits up to here are all looked at; longer ones at distances that grow, since the cost is flat around the best."""
GROWTH = 1.15
TABLE_NUMBERS = 10_000_000
"""Costs are kept in a table as long as it has no more numbers than this (80 MB); with more, they are made again."""
LEAST_RATE = 1e-6
"""Items a step; of a page that never changes, so that it is visited some day."""


@dataclass(frozen=True, slots=True)
class Expected:
    """Expected items of each page (row) in each step (column), and what waits at the beginning."""

    items: Floats
    waiting: Floats

    @property
    def steps(self) -> int:
        return int(self.items.shape[1])


class Outlook:
    """The cheapest visits to all pages for several prices at once."""

    def __init__(self, expected: Expected, prices: Sequence[float]) -> None:
        items = np.maximum(expected.items, LEAST_RATE)
        self.steps = expected.steps
        self.prices: Floats = np.asarray(prices, dtype=np.float64)
        self.waiting = expected.waiting
        self._mean: Floats = items.mean(axis=1)
        zero = np.zeros((len(items), 1))
        self._sums: Floats = np.hstack((zero, np.cumsum(items, axis=1)))
        self._moments: Floats = np.hstack((zero, np.cumsum(items * np.arange(self.steps), axis=1)))
        self._interval_cost: Floats = _interval_cost(self._mean, self.prices)
        longest = float(np.sqrt(2 * self.prices.max() / self._mean.min()))
        self._waits = _waits(min(longest * 2, 5000.0))
        is_small = items.size * len(self._waits) <= TABLE_NUMBERS
        self._table = self._costs(np.arange(self.steps)) if is_small else None
        self._worths, self._next = self._backwards()

    def at_price(self, price: float) -> "Outlook":
        """The same expectations at another price; not more than a few times as high."""
        other = copy(self)
        other.prices = np.array([price])
        other._interval_cost = _interval_cost(self._mean, other.prices)
        other._worths, other._next = other._backwards()
        return other

    def came(self, begin: Ints, end: int) -> Floats:
        """Items expected between two steps, for each page from a step of its own."""
        return np.asarray(self._sums[:, end] - self._sums[np.arange(len(begin)), begin])

    def gains(self, step: int, waiting: Floats) -> Floats:
        """What a visit to each page now saves against the best later one, at the first price.

        A visit whose gain is not above 0 is not worth its price.
        """
        later = self._later(step) + waiting[:, None] * self._waits + self._ahead(step, self._worths[:1])[0]
        return np.asarray(later.min(axis=1) - self._worths[0, :, step])

    def visits_within(self, steps: int) -> Floats:
        """How many visits each price would have within the first steps."""
        later = self._later(0) + self.waiting[:, None] * self._waits + self._ahead(0, self._worths)
        options = np.concatenate((self._worths[:, :, :1], later), axis=2)
        place = np.concatenate(([0], self._waits))[options.argmin(axis=2)]
        counts = np.zeros(len(self.prices))
        while (ahead := place < steps).any():
            counts += ahead.sum(axis=1)
            following = np.take_along_axis(self._next, np.minimum(place, self.steps - 1)[:, :, None], axis=2)[:, :, 0]
            place = np.where(ahead, place + following, place)
        return counts

    def _backwards(self) -> tuple[Floats, Ints]:
        shape = (len(self.prices), len(self._mean), self.steps)
        worths, following = np.zeros(shape), np.zeros(shape, dtype=np.int64)
        for step in range(self.steps - 1, -1, -1):
            total = self._later(step) + self._ahead(step, worths)
            best = total.argmin(axis=2)
            worths[:, :, step] = total.min(axis=2) + self.prices[:, None]
            following[:, :, step] = self._waits[best]
        return worths, following

    def _later(self, step: int) -> Floats:
        """What items that come after `step` cost by waiting for the next visit, for each page and each wait."""
        if self._table is None:
            return self._costs(np.array([step]))[:, 0]
        return np.asarray(self._table[:, step])

    def _costs(self, steps: Ints) -> Floats:
        """The same for several steps: pages, steps, waits."""
        ends = steps[:, None] + self._waits
        inside = np.minimum(ends, self.steps)
        beyond = ends - inside
        came = self._sums[:, inside] - self._sums[:, steps, None]
        moments = self._moments[:, inside] - self._moments[:, steps, None]
        # Beyond the horizon the mean rate goes on.
        tail = self._mean[:, None, None] * (beyond * (beyond - 1) / 2)
        return np.asarray((inside - 1 + beyond) * came - moments + tail)

    def _ahead(self, step: int, worths: Floats) -> Floats:
        """What is to be paid from the next visit on, for each price, page and wait."""
        ends = step + self._waits
        inside = ends < self.steps
        regular = -self._interval_cost[: len(worths), :, None] * (ends[~inside] - self.steps)
        return np.concatenate((worths[:, :, ends[inside]], regular), axis=2)


def _waits(most: float) -> Ints:
    found = list(range(1, NEAR_STEPS + 1))
    while found[-1] < most:
        found.append(int(found[-1] * GROWTH) + 1)
    return np.array(found, dtype=np.int64)


def _interval_cost(rates: Floats, prices: Floats) -> Floats:
    """Cost a step of the best regular interval: items that wait, and the price."""
    interval = np.maximum(1.0, np.sqrt(2 * prices[:, None] / rates))
    return np.asarray(rates * (interval - 1) / 2 + prices[:, None] / interval)
