"""What a plan is worth: decisions for each hour of a day, against what came (news scheduler, tables 4.2 and 4.3).

Where the paper is silent, this is how it is read:

- An hour is *unique* if a poll in it found something new, else *duplicate*. When a plan begins, all before it was seen.
- A crawl in a unique hour is an *exact match*. A crawl in a later hour is *valid* if a unique copy waits: one that came
  after the last crawl of the plan. Only the newest can wait: the page no longer shows those before it as they were.
- The distance `D_t` is the hours between the newest unique copy and the crawl; the greatest, `D_max`, that between the
  first and the last hour of a plan (23). So a scaled reward is 20 for an exact match and 0 at the farthest.
- A unique copy is a *miss* if the next one, or the end of the plan, comes before a crawl. It counts there, once.
- *Duplicate (not crawl)* is each duplicate hour without a crawl, also while something waits. Table 4.3 has no score for
  it in the scaled column, and table 4.2 none for sparse plans: there it is 0.
"""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Ints = NDArray[np.int64]

STEPS = 24
EXACT, VALID, DUPLICATE, MISS, QUIET = 20.0, 15.0, -2.0, -10.0, 2.0


class Reward(StrEnum):
    """Columns of table 4.3."""

    FIXED = "fixed"
    SCALED = "scaled"


class Shape(StrEnum):
    """How a plan is made: a decision for each hour, or the hours to crawl one after the other."""

    CONTINUOUS = "continuous"
    SPARSE = "sparse"


@dataclass(frozen=True, slots=True)
class Rules:
    """One cell of the tables: what each result is worth."""

    shape: Shape = Shape.CONTINUOUS
    reward: Reward = Reward.FIXED
    steps: int = STEPS

    @property
    def name(self) -> str:
        return f"{self.shape}-{self.reward}"

    @property
    def quiet(self) -> float:
        """For a duplicate hour without a crawl."""
        return QUIET if self.shape is Shape.CONTINUOUS and self.reward is Reward.FIXED else 0.0

    def caught(self, distance: Floats) -> Floats:
        """For a crawl so many hours after the unique copy that it finds."""
        if self.reward is Reward.FIXED:
            return np.where(distance == 0, EXACT, VALID)
        return np.asarray(EXACT * (1 - distance / max(1, self.steps - 1)))


class Ledger:
    """The rewards of many plans side by side, hour by hour."""

    def __init__(self, count: int, rules: Rules) -> None:
        self._rules = rules
        self._newest = np.full(count, -1, dtype=np.int64)
        """The hour of the unique copy that waits; -1 if none does."""

    def step(self, hour: Ints, came: Flags, crawls: Flags) -> Floats:
        """Rewards of one hour; `hour` may be another in each plan."""
        lost = came & (self._newest >= 0)
        self._newest = np.where(came, hour, self._newest)
        waits = self._newest >= 0
        found = np.where(waits, self._rules.caught((hour - self._newest).astype(np.float64)), DUPLICATE)
        left = np.where(came, 0.0, self._rules.quiet)
        self._newest = np.where(crawls, -1, self._newest)
        return np.asarray(np.where(crawls, found, left) + np.where(lost, MISS, 0.0))

    def close(self) -> Floats:
        """What still waits at the end is missed."""
        return np.where(self._newest >= 0, MISS, 0.0)

    def clear(self, which: Flags) -> None:
        """Begin these plans anew."""
        self._newest[which] = -1


def plan_values(came: Flags, plans: Flags, rules: Rules) -> Floats:
    """The reward of each plan, one a row; `came` says in which hours a unique copy came.

    >>> came = np.array([[False, True, False, False]])
    >>> plan_values(came, came, Rules(steps=4)).tolist()
    [26.0]
    """
    ledger = Ledger(len(came), rules)
    total = np.zeros(len(came))
    for hour in range(came.shape[1]):
        total += ledger.step(np.full(len(came), hour), came[:, hour], plans[:, hour])
    return total + ledger.close()


def best_values(came: Flags, rules: Rules) -> Floats:
    """What an oracle gets: a crawl in each unique hour, and in no other.

    Nothing is better. In a unique hour 20 is the most there is; to leave it for a later crawl gives less than 20 and
    what that hour gave, and a crawl that finds nothing costs.
    """
    unique = came.sum(axis=1)
    return np.asarray(EXACT * unique + rules.quiet * (came.shape[1] - unique))
