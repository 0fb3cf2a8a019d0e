"""What is left of a budget of visits a day, in all and for each host."""

from copy import copy
from dataclasses import dataclass
from datetime import datetime, timedelta

DAY = timedelta(days=1)
ENDLESS = float("inf")
EPSILON = 1e-9
"""Sums of fractions of a visit may be a little short of a whole one."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How many visits a day may be made, in all and to one host."""

    per_day: float
    per_host: float = ENDLESS


class Purse:
    """Earns visits evenly with time, and holds a day's worth at most (one visit at least).

    So quiet hours save for busy ones, what was not used for days is not made up for, and in the long run no more is
    spent than earned. A clock that goes back earns nothing; one that leaps ahead fills the purse once.
    """

    def __init__(self, per_day: float, stock: float = 1.0) -> None:
        self.per_day = max(0.0, per_day)
        self._stock = min(stock, self.capacity) if self.per_day else 0.0
        self._moment: datetime | None = None

    @property
    def capacity(self) -> float:
        return max(1.0, self.per_day)

    def left(self, now: datetime) -> float:
        """Visits that may be made now; less than 1 is none."""
        if self._moment is None or now <= self._moment:
            return self._stock
        return min(self.capacity, self._stock + self.per_day * ((now - self._moment) / DAY))

    def pay(self, moment: datetime) -> None:
        """A visit was made; also if it was none of the planned, and the purse was empty."""
        self._stock = max(self.left(moment) - 1.0, -self.capacity)
        # Also if it is earlier: otherwise nothing would be earned until a clock that was ahead is reached again.
        self._moment = moment


class Means:
    """The purse for all visits and one for each host."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._all = Purse(budget.per_day)
        self._hosts: dict[str, Purse] = {}

    @property
    def per_day(self) -> float:
        return self._budget.per_day

    @property
    def keeps(self) -> bool:
        return True

    def left(self, now: datetime) -> float:
        return self._all.left(now)

    def affords(self, host: str, now: datetime) -> bool:
        """Whether one more visit, to this host, may be made."""
        if self._all.left(now) < 1 - EPSILON:
            return False
        return host not in self._hosts or self._hosts[host].left(now) >= 1 - EPSILON

    def pay(self, host: str, moment: datetime) -> None:
        self._all.pay(moment)
        if self._budget.per_host < ENDLESS:
            self._hosts.setdefault(host, Purse(self._budget.per_host)).pay(moment)

    def copy(self) -> "Means":
        """To try what could be paid, without paying."""
        other = Means(self._budget)
        other._all = copy(self._all)
        other._hosts = {host: copy(purse) for host, purse in self._hosts.items()}
        return other
