"""Which pages to visit when, under a budget; each appointment with its reason."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

import numpy as np

from thresher.plan.history import Floats, Ints
from thresher.plan.purse import Budget, Means
from thresher.plan.table import Table, make_table
from thresher.plan.values import HORIZON_HOURS, HOUR, Appointment, Forecast, Forecaster, Visit
from thresher.plan.words import how_long

LOOK_EVERY = 50
"""One visit of so many goes to the page that was not seen for longest: forecasts are not believed for ever."""
LONGEST_BREAK = timedelta(days=7)
"""Between attempts at a page that keeps failing."""
NEVER = 1e9
"""Hours since a visit that there never was."""


class Spending(Protocol):
    """What visits are paid from."""

    @property
    def per_day(self) -> float: ...
    def left(self, now: datetime) -> float: ...
    def affords(self, host: str, now: datetime) -> bool: ...
    def pay(self, host: str, moment: datetime) -> None: ...
    def copy(self) -> "Spending": ...
    @property
    def keeps(self) -> bool:
        """Whether what is not spent now can be spent later."""


@dataclass(slots=True)
class _Known:
    """What the planner remembers of a page."""

    host: str
    seen: datetime | None = None
    """The last good visit."""
    tried: datetime | None = None
    """The last attempt, good or not."""
    failures: int = 0
    """Since the last good visit."""

    def is_open(self, now: datetime, step: timedelta) -> bool:
        """Whether it may be tried: a page that fails is left alone for twice as long each time."""
        if not self.failures or self.tried is None:
            return True
        longer: int = 2 ** min(self.failures, 20)
        return now >= self.tried + min(step * longer, LONGEST_BREAK)

    def hours_since(self, now: datetime) -> float:
        """Since it was last seen; a visit after `now` was made with a clock that was ahead, and counts as just made."""
        return NEVER if self.seen is None else max(0.0, (now - self.seen) / HOUR)


@dataclass(frozen=True, slots=True)
class Standing:
    """How the budget stands, and what waits for it."""

    per_day: float
    left: float
    """Visits that may be made now."""
    price: float
    """Waiting in item-hours that a visit must save to be made."""
    wanted: int
    """Pages whose visit is worth that now."""
    unseen: int
    """Pages that no visit has shown yet."""
    failing: int
    """Pages whose last attempt failed."""
    retired: int
    """Pages that are left out."""
    ahead_hours: float
    """By which the newest visit lies after now: the clock has jumped."""

    def __str__(self) -> str:
        left = max(0, int(self.left))
        parts = (
            (True, f"{self.per_day:g} visits a day, {left} of them now"),
            (True, f"a visit is to save {_price(self.price)} of waiting"),
            (self.wanted > left, f"wait for the budget: {self.wanted - left}"),
            (self.unseen > 0, f"not seen yet: {self.unseen}"),
            (self.failing > 0, f"do not answer and are tried less and less often: {self.failing}"),
            (self.retired > 0, f"gone and no longer visited: {self.retired}"),
            (
                self.ahead_hours > 0,
                f"the clock has jumped, the newest visit is {how_long(self.ahead_hours)} ahead of it",
            ),
        )
        return "; ".join(text for holds, text in parts if holds)


def _price(hours: float) -> str:
    return f"{hours:.2g} item-hours" if hours >= 0.001 else "next to nothing"


class Planner:
    """Chooses what is visited next. `observe` learns from a visit and pays for it; all else changes nothing.

    State is made of visits alone, so that it can be made again from their history. Forecasts of all pages are kept
    for half a day: what a visit shows moves the plan at once for its page, and the forecasts when they are renewed.
    """

    def __init__(self, method: Forecaster, budget: Budget, step: timedelta = HOUR) -> None:
        self._method = method
        self._step = step
        self._means = Means(budget)
        self._pages: dict[str, _Known] = {}
        self._retired: dict[str, _Known] = {}
        self._visits = 0
        self._noted: datetime | None = None
        self._table: Table | None = None

    def add(self, page: str, host: str = "") -> None:
        """Make a page known that was not visited yet, or take one back that was retired."""
        if page not in self._pages:
            self._pages[page] = self._retired.pop(page, _Known(host))
            self._table = None

    def retire(self, page: str) -> None:
        """Leave a page out of all plans, as it is gone. What is known of it stays, also what is learned from now on;
        `add` takes it back."""
        if page not in self._retired:
            self._retired[page] = self._pages.pop(page, _Known(""))
            self._table = None

    @property
    def retired(self) -> tuple[str, ...]:
        return tuple(self._retired)

    def observe(self, visit: Visit) -> None:
        """Learn from a visit that was made, and pay for it."""
        self.learn(visit)
        self._means.pay(self._known(visit.page).host, visit.moment)

    def learn(self, visit: Visit) -> None:
        """Learn from a visit that was not paid from this budget."""
        if visit.page not in self._retired:
            self.add(visit.page, visit.host)
        known = self._known(visit.page)
        known.host = known.host or visit.host
        known.tried = visit.moment
        known.failures = known.failures + 1 if visit.failed else 0
        if not visit.failed:
            known.seen = visit.moment
        self._visits += 1
        self._method.observe(visit)

    def note(self, moments: Iterable[datetime]) -> None:
        """Moments that some clock has noted for visits: `standing` says if it was ahead."""
        self._noted = max([*moments, *([self._noted] if self._noted is not None else [])], default=None)

    def forecast(self, page: str, now: datetime, hours: float = HORIZON_HOURS) -> Forecast:
        return self._method.forecast(page, now, hours, self._step)

    def due(self, now: datetime) -> tuple[Appointment, ...]:
        """What to visit now, the most urgent first, within the budget."""
        return self.choose(now, self._means)

    def choose(self, now: datetime, means: Spending, among: Collection[str] | None = None) -> tuple[Appointment, ...]:
        """What to visit now, paid from `means`; only pages `among` those, if given."""
        if not self._pages or means.left(now) < 1 - 1e-9:
            return ()
        table = self._table_for(now, means)
        waiting = table.waiting(now, [self._pages[page].seen for page in table.pages])
        return self._pick(table, now, waiting, self._waits(table, now), means.copy(), self._visits, among)

    def appointments(self, now: datetime, hours: float = HORIZON_HOURS) -> tuple[Appointment, ...]:
        """All visits of the coming hours as they stand now, if all comes as expected; in order of time."""
        if not self._pages:
            return ()
        table, means = self._table_for(now, self._means), self._means.copy()
        places = {page: place for place, page in enumerate(table.pages)}
        waiting, waits = table.waiting(now, [self._pages[page].seen for page in table.pages]), self._waits(table, now)
        found: list[Appointment] = []
        first = table.step_at(now)
        for step in range(first, min(first + max(1, round(hours * HOUR / self._step)), table.outlook.steps)):
            moment = now + (step - first) * self._step
            new = self._pick(table, moment, waiting, waits, means, self._visits + len(found), None)
            found += new
            picked = [places[one.page] for one in new]
            waiting[picked] = waits[picked] = 0.0
            waiting, waits = waiting + table.expected.items[:, step], waits + self._step / HOUR
        return tuple(found)

    def standing(self, now: datetime) -> Standing:
        """How the budget stands: for people who ask why something was not visited."""
        pages, price, wanted = self._pages.values(), 0.0, 0
        if self._pages:
            table = self._table_for(now, self._means)
            seen = [self._pages[page].seen for page in table.pages]
            gains = table.outlook.gains(table.step_at(now), table.waiting(now, seen)).tolist()
            pairs = zip(table.pages, gains, strict=True)
            wanted = sum(gain > 0 and self._pages[page].is_open(now, self._step) for page, gain in pairs)
            price = table.price * (self._step / HOUR)
        known_moments = (self._noted, *(known.tried for known in (*pages, *self._retired.values())))
        tried = [moment for moment in known_moments if moment is not None]
        return Standing(
            per_day=self._means.per_day,
            left=self._means.left(now),
            price=price,
            wanted=wanted,
            unseen=sum(known.seen is None for known in pages),
            failing=sum(known.failures > 0 for known in pages),
            retired=len(self._retired),
            ahead_hours=max(0.0, (max(tried) - now) / HOUR) if tried else 0.0,
        )

    def _known(self, page: str) -> _Known:
        return self._pages.get(page) or self._retired[page]

    def _table_for(self, now: datetime, means: Spending) -> Table:
        """The forecasts at hand, or new ones; kept, since they are the same until they are too old."""
        earlier = self._table
        if earlier is None or not earlier.covers(now, means.per_day):
            earlier = make_table(
                self._method, tuple(self._pages), now, self._step, means.per_day, means.left(now), earlier
            )
            self._table = earlier
        return earlier

    def _waits(self, table: Table, now: datetime) -> Floats:
        return np.array([self._pages[page].hours_since(now) for page in table.pages])

    def _pick(
        self,
        table: Table,
        now: datetime,
        waiting: Floats,
        waits: Floats,
        means: Spending,
        visits: int,
        among: Collection[str] | None,
    ) -> tuple[Appointment, ...]:
        """The pages worth the price, the best first, as far as `means` reach, and now and then one more."""
        gains = table.outlook.gains(table.step_at(now), waiting)
        order = np.argsort(-gains, kind="stable")
        worth = order[gains[order] > 0] if means.keeps else order
        longest = np.argsort(-waits, kind="stable")
        found: list[Appointment] = []

        def take(places: Ints, most: int, why: str) -> None:
            for place in map(int, places):
                page = table.pages[place]
                known = self._pages[page]
                if len(found) >= most or means.left(now) < 1 - 1e-9:
                    return
                is_free = (among is None or page in among) and all(page != one.page for one in found)
                if is_free and known.is_open(now, self._step) and means.affords(known.host, now):
                    means.pay(known.host, now)
                    reason = why + self._reason(table.basis[place], known, waits[place], waiting[place])
                    found.append(Appointment(page, now, float(waiting[place]), float(gains[place]), reason))

        if (visits + 1) % LOOK_EVERY == 0:
            take(longest, 1, "not seen for longest: a look, whatever is expected; ")
        take(worth, len(gains), "")
        # What a full purse earns is lost: a visit then costs nothing, and the best is made whatever its price.
        if not found and means.left(now) >= max(1.0, means.per_day) - 1e-9:
            take(order, 1, "the budget would be lost; ")
        return tuple(found)

    def _reason(self, basis: str, known: _Known, wait: float, items: float) -> str:
        last = "never seen before" if known.seen is None else f"last visit {how_long(wait)} ago"
        failed = f"; failed {known.failures} times since, tried again after a longer break" if known.failures else ""
        return f"{basis}; {last}; {items:.1f} new items expected{failed}"
