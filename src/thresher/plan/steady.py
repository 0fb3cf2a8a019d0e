"""Methods that expect the same at all hours: fixed or last interval, mean or Poisson rate, dates of a feed."""

from collections import Counter, deque
from datetime import datetime, timedelta

import numpy as np

from thresher.plan.history import DEFAULT_RATE, Floats, History
from thresher.plan.values import HORIZON_HOURS, HOUR, Forecast, Visit, epoch_hours
from thresher.plan.words import how_often

LEAST_INTERVAL_HOURS, MOST_INTERVAL_HOURS = 1.0, 24.0 * 31
"""Between which StormCrawler's adaptive scheduler keeps its intervals: an hour and a month."""
SHORTER, LONGER = 0.5, 1.5
"""What it multiplies an interval with after a change, and after none (rates of 0.5 down and up)."""
NEWEST = 500
"""Visits that a rate is estimated from."""
PRIOR_HOURS = 12.0
"""Hours at the usual rate that a page's own visits are weighed against."""


class FixedInterval:
    """Every page is as likely to have something new as any other: to be visited in turn."""

    name = "fixed"

    def __init__(self, interval: timedelta = timedelta(days=1)) -> None:
        self._history = History()
        self._interval = interval

    def observe(self, visit: Visit) -> None:
        self._history.add(visit)

    def forecast(self, page: str, now: datetime, hours: float = HORIZON_HOURS, step: timedelta = HOUR) -> Forecast:
        rate = HOUR / self._interval
        return steady(page, now, hours, step, rate, self._history.of(page).last, f"{how_often(rate)} is assumed")


class MeanRate:
    """New items an hour so far; old visits count less and less."""

    name = "mean"

    def __init__(self, half_life: timedelta = timedelta(days=60)) -> None:
        self._history = History()
        self._half_life = half_life / HOUR
        self._sums: dict[str, tuple[float, float, float]] = {}
        """Items, hours and the moment they are weighed for."""

    def observe(self, visit: Visit) -> None:
        if not self._history.add(visit):
            return
        record = self._history.of(visit.page)
        items, hours, moment = self._sums.get(visit.page, (0.0, 0.0, record.until[-1]))
        fade = 0.5 ** (max(0.0, record.until[-1] - moment) / self._half_life)
        hours = hours * fade + record.until[-1] - record.since[-1]
        self._sums[visit.page] = (items * fade + record.items[-1], hours, record.until[-1])

    def forecast(self, page: str, now: datetime, hours: float = HORIZON_HOURS, step: timedelta = HOUR) -> Forecast:
        items, length, _ = self._sums.get(page, (0.0, 0.0, 0.0))
        rate = (items + PRIOR_HOURS * self.usual_rate()) / (length + PRIOR_HOURS)
        return steady(page, now, hours, step, rate, self._history.of(page).last, f"{how_often(rate)} on average")

    def usual_rate(self) -> float:
        """What pages have in common: the geometric mean, which one busy page does not drive."""
        rates = [(items + 1) / (hours + 1 / DEFAULT_RATE) for items, hours, _ in self._sums.values()]
        return float(np.exp(np.mean(np.log(rates)))) if rates else DEFAULT_RATE


class LastInterval:
    """The interval that StormCrawler would wait: shorter after a visit with something new, longer after one without."""

    name = "last-interval"

    def __init__(self, first: timedelta = timedelta(days=1)) -> None:
        self._history = History()
        self._first = first / HOUR
        self._intervals: dict[str, float] = {}

    def observe(self, visit: Visit) -> None:
        if self._history.add(visit):
            factor = SHORTER if visit.new_items > 0 else LONGER
            interval = self._intervals.get(visit.page, self._first) * factor
            self._intervals[visit.page] = min(max(interval, LEAST_INTERVAL_HOURS), MOST_INTERVAL_HOURS)

    def forecast(self, page: str, now: datetime, hours: float = HORIZON_HOURS, step: timedelta = HOUR) -> Forecast:
        rate = 1 / self._intervals.get(page, self._first)
        basis = f"the interval was adapted to {how_often(rate)}"
        return steady(page, now, hours, step, rate, self._history.of(page).last, basis)


class PoissonRate:
    """Changes at random with a rate that visits, each with or without a change, make most likely.

    The estimator for visits at irregular times of Cho and Garcia-Molina, *Estimating Frequency of Change* (2003).
    """

    name = "poisson"

    def __init__(self) -> None:
        self._history = History()
        self._estimates: dict[str, tuple[int, float]] = {}

    def observe(self, visit: Visit) -> None:
        self._history.add(visit)

    def forecast(self, page: str, now: datetime, hours: float = HORIZON_HOURS, step: timedelta = HOUR) -> Forecast:
        rate = self._rate(page)
        basis = f"changes {how_often(rate)}, if at random"
        return steady(page, now, hours, step, rate, self._history.of(page).last, basis)

    def _rate(self, page: str) -> float:
        record = self._history.of(page)
        made_of, rate = self._estimates.get(page, (0, DEFAULT_RATE))
        # A tenth more visits hardly change an estimate.
        if record.count > 1.1 * made_of:
            begins, ends, items = record.columns(NEWEST)
            rate = change_rate(ends - begins, items > 0)
            self._estimates[page] = (record.count, rate)
        return rate


class FeedRate:
    """Items an hour by the publication dates that a feed tells, of its newest items.

    Dates that cannot be are left out: those after the visit that found them, and those before the visit before it.
    """

    name = "feed"
    reads_dates = True

    def __init__(self, items: int = 40) -> None:
        self._history = History()
        self._items = items
        self._dates: dict[str, deque[float]] = {}
        self._wrong: Counter[str] = Counter()
        """Dates of each page that were left out."""

    def observe(self, visit: Visit) -> None:
        if not self._history.add(visit):
            return
        record = self._history.of(visit.page)
        begin, end = record.since[-1], record.until[-1]
        told = sorted(date for date in map(epoch_hours, visit.dates) if begin < date <= end)
        self._wrong[visit.page] += len(visit.dates) - len(told)
        # What has no date, or a wrong one, came some time between the visits.
        missing = int(record.items[-1]) - len(told)
        spread = [begin + (end - begin) * (number + 0.5) / missing for number in range(min(missing, self._items))]
        kept = self._dates.setdefault(visit.page, deque(maxlen=self._items))
        kept.extend(sorted((*told, *spread))[-self._items :])

    def forecast(self, page: str, now: datetime, hours: float = HORIZON_HOURS, step: timedelta = HOUR) -> Forecast:
        dates = self._dates.get(page)
        last = self._history.of(page).last
        rate = DEFAULT_RATE if not dates or last is None else len(dates) / max(last - dates[0], 1.0)
        wrong = f"; {self._wrong[page]} dates that cannot be were left out" if self._wrong[page] else ""
        return steady(page, now, hours, step, rate, last, f"the newest dates say {how_often(rate)}{wrong}")


def steady(
    page: str, now: datetime, hours: float, step: timedelta, rate: float, last: float | None, basis: str
) -> Forecast:
    """A forecast of the same rate an hour at all times."""
    count = max(1, round(hours * HOUR / step))
    waited = max(0.0, epoch_hours(now) - last) if last is not None else MOST_INTERVAL_HOURS
    return Forecast(page, now, step, (rate * (step / HOUR),) * count, rate * waited, basis)


def change_rate(gaps: Floats, changed: np.typing.NDArray[np.bool_]) -> float:
    """Changes an hour that make it most likely to find a change after some gaps (in hours), and none after others.

    One of each is imagined beside them, at the mean gap: so neither 'always' nor 'never' gives an endless rate or
    none at all (the paper's remedy for its bias, in the form for irregular visits).
    """
    if not len(gaps):
        return DEFAULT_RATE
    usual = float(gaps.mean())
    with_change = np.append(gaps[changed], usual / 2)
    without = float(gaps[~changed].sum()) + usual / 2
    low, high = 1e-6, 100 / usual
    # The derivative of the likelihood falls with the rate: halve the interval until it is narrow.
    for _ in range(50):
        middle = (low * high) ** 0.5
        if float((with_change / np.expm1(np.minimum(middle * with_change, 500))).sum()) > without:
            low = middle
        else:
            high = middle
    return float((low * high) ** 0.5)
