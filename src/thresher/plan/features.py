"""What learners see of a page at a moment: its last visits, hour and weekday, what is usual then, neighbours, feed.

History window, hour and weekday are those of the news scheduler (VT, section 5.1); neighbours are pages that change
together, after Radinsky and Bennett, *Predicting Content Change on the Web* (2013).
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import log1p

import numpy as np

from thresher.plan.history import Floats
from thresher.plan.words import FIRST_SLOT

WINDOW = 5
"""Visits that are seen one by one: the window of the paper."""
HALF_LIVES = (3.0, 24.0, 168.0, 1440.0)
"""Hours: this morning, today, this week, these months."""
NAMES = (
    "hour_sine", "hour_cosine", "weekday", "is_weekend", "hours_ahead", "waited_share",
    "usual_of_hour", "usual_of_hour_of_week", "usual_of_hours_beside",
    *(f"changed_{number}_before" for number in range(WINDOW, 0, -1)),
    "hours_since_change", "last_interval", *(f"rate_{int(hours)}h" for hours in HALF_LIVES), "site", "all_pages",
    "dated_rate", "hours_since_dated",
)  # fmt: skip
LONG_AGO = 1000.0
"""Hours since a change that there never was."""
PRIOR_HOURS = 2.0
"""Hours at the page's mean that each hour of the day or week is weighed against."""
SLOT_FADE = 0.97
"""What an hour of the week still counts after another of its kind: half after 23 weeks."""
TELLING_HOURS = 48.0
"""Longer intervals tell nothing about hours of the day."""
DATES = 40
"""Newest publication dates of a page, as its feed states them, that a rate is taken from."""
ACTIVITY_HALF_LIFE = 6.0
MOST_SURPRISE = 5.0

_HOURS = np.arange(168) % 24
_ANGLES = 2 * np.pi * _HOURS / 24
_CLOCK = np.stack((np.sin(_ANGLES), np.cos(_ANGLES), np.arange(168) // 24, np.arange(168) >= 120), axis=1)


@dataclass(slots=True)
class Fading:
    """Items an hour, of which old ones count less."""

    half_life: float
    items: float = 0.0
    hours: float = 0.0

    def add(self, items: float, hours: float) -> None:
        fade = 0.5 ** (hours / self.half_life)
        self.items = self.items * fade + items
        self.hours = self.hours * fade + hours

    @property
    def rate(self) -> float:
        return self.items / self.hours if self.hours else 0.0


@dataclass(slots=True)
class Activity:
    """How lively pages of a group have been in the last hours, 1 being usual."""

    moment: float
    surprise: float = 1.0
    count: float = 1.0

    def add(self, moment: float, surprise: float) -> None:
        fade = 0.5 ** (max(0.0, moment - self.moment) / ACTIVITY_HALF_LIFE)
        self.surprise, self.count = self.surprise * fade + min(surprise, MOST_SURPRISE), self.count * fade + 1
        self.moment = max(moment, self.moment)


@dataclass(slots=True)
class PageState:
    """What visits so far have shown of one page, in sums."""

    host: str = ""
    window: "deque[float]" = field(default_factory=lambda: deque([0.0] * WINDOW, maxlen=WINDOW))
    rates: tuple[Fading, ...] = field(default_factory=lambda: tuple(map(Fading, HALF_LIVES)))
    items: Floats = field(default_factory=lambda: np.zeros(168))
    hours: Floats = field(default_factory=lambda: np.zeros(168))
    """By hour of the week."""
    changed_at: float | None = None
    last_interval: float = LONG_AGO
    all_items: float = 0.0
    changes: float = 0.0
    dates: "deque[float]" = field(default_factory=lambda: deque(maxlen=DATES))
    """When its newest items were published, as far as that can be."""

    @property
    def mean(self) -> float:
        return self.rates[-1].rate

    @property
    def items_per_change(self) -> float:
        return (self.all_items + 1) / (self.changes + 1)

    def usual(self) -> tuple[Floats, Floats]:
        """Items an hour at each hour of the day, and of the week; both for all hours of the week."""
        items, hours = self.items.reshape(7, 24).sum(0), self.hours.reshape(7, 24).sum(0)
        mean = self.mean
        of_hour = ((items + PRIOR_HOURS * mean) / (hours + PRIOR_HOURS))[_HOURS]
        return of_hour, (self.items + PRIOR_HOURS * of_hour) / (self.hours + PRIOR_HOURS)

    def by_dates(self, now: float) -> tuple[float, float]:
        """Items an hour by their dates, and hours since the newest; 0 and long ago where no feed tells any."""
        if not self.dates:
            return 0.0, LONG_AGO
        return len(self.dates) / max(now - self.dates[0], 1.0), max(0.0, now - self.dates[-1])

    def learn(self, since: float, until: float, items: float, dates: Sequence[float] = ()) -> None:
        hours = until - since
        # Others are lies, or mistakes: what is new was published between the visits.
        self.dates.extend(sorted(date for date in dates if since < date <= until))
        for rate in self.rates:
            rate.add(items, hours)
        if hours <= TELLING_HOURS:
            # Spread evenly: a visit does not tell when items came.
            for hour in range(int(since), int(until - 1e-9) + 1):
                part = min(until, hour + 1.0) - max(since, float(hour))
                slot = (hour + FIRST_SLOT) % 168
                fade = SLOT_FADE**part
                self.items[slot] = self.items[slot] * fade + items * part / hours
                self.hours[slot] = self.hours[slot] * fade + part
        if items > 0:
            if self.changed_at is not None:
                self.last_interval = until - self.changed_at
            self.changed_at = until
        self.window.append(1.0 if items > 0 else 0.0)
        self.all_items += items
        self.changes += items > 0


class Features:
    """The state of all pages; `rows` describes one page at some moments, from what is known before them."""

    def __init__(self) -> None:
        self.pages: dict[str, PageState] = {}
        self._activity: dict[str, Activity] = {}

    def learn(
        self, page: str, host: str, since: float, until: float, items: float, dates: Sequence[float] = ()
    ) -> None:
        """A visit showed so many new items of an interval (hours since 1970), with dates where a feed has them."""
        state = self.pages.get(page) or self.pages.setdefault(page, PageState(host))
        surprise = items / max(state.mean * (until - since), 0.2) if state.changes else 1.0
        state.learn(since, until, items, dates)
        for group in (host, ""):
            self._activity.setdefault(group, Activity(until)).add(until, surprise)

    def rows(self, page: str, now: float, ends: Floats) -> Floats:
        """A row in the order of `NAMES` for each hour that ends at one of `ends`, seen from `now`."""
        state = self.pages.get(page) or PageState()
        slots = (np.ceil(ends - 1e-9).astype(np.int64) - 1 + FIRST_SLOT) % 168
        ahead = ends - now
        since_change = LONG_AGO if state.changed_at is None else max(0.0, now - state.changed_at)
        of_hour, of_slot = state.usual()
        beside = (of_slot[(slots - 1) % 168] + of_slot[(slots + 1) % 168]) / 2
        fixed = [
            *state.window, log1p(since_change), log1p(state.last_interval),
            *(log1p(rate.rate) for rate in state.rates), self._lively(state.host), self._lively(""),
            *map(log1p, state.by_dates(now)),
        ]  # fmt: skip
        found = np.empty((len(ends), len(NAMES)))
        found[:, :4] = _CLOCK[slots]
        found[:, 4] = ahead
        found[:, 5] = np.minimum(3.0, (since_change + ahead) / state.last_interval)
        found[:, 6] = np.log1p(of_hour[slots])
        found[:, 7] = np.log1p(of_slot[slots])
        found[:, 8] = np.log1p(beside)
        found[:, 9:] = fixed
        return found

    def _lively(self, group: str) -> float:
        found = self._activity.get(group)
        return log1p(found.surprise / found.count) if found is not None else log1p(1.0)
