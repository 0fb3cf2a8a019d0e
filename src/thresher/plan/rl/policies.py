"""Who makes plans: the seam, and plans that need no learning."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from thresher.plan.rl.rewards import STEPS, Flags, Rules, plan_values
from thresher.plan.rl.windows import Observations, Windows

INTERVALS = (2, 3, 4, 6, 8, 12, 24)
"""Hours between crawls that `fixed` may choose from; 1 would be `always`."""


class Policy(Protocol):
    """Anything that makes plans; it changes nothing."""

    @property
    def name(self) -> str: ...

    def plan(self, seen: Observations) -> Flags:
        """For each observation 24 decisions: whether to crawl at the end of that hour."""


@dataclass(frozen=True, slots=True)
class Always:
    name: str = "always"

    def plan(self, seen: Observations) -> Flags:
        return np.ones((len(seen), STEPS), dtype=bool)


@dataclass(frozen=True, slots=True)
class Never:
    name: str = "never"

    def plan(self, seen: Observations) -> Flags:
        return np.zeros((len(seen), STEPS), dtype=bool)


@dataclass(frozen=True, slots=True)
class FixedInterval:
    """Every so many hours, the last of the plan included: what comes after the last crawl is lost."""

    hours: int = 6
    name: str = "fixed"

    def plan(self, seen: Observations) -> Flags:
        crawls = np.arange(STEPS) % self.hours == (STEPS - 1) % self.hours
        return np.tile(crawls, (len(seen), 1))


def fit_interval(windows: Windows, rules: Rules, choices: Sequence[int] = INTERVALS) -> FixedInterval:
    """The interval that brings most on these windows, for all pages alike."""
    return max(map(FixedInterval, choices), key=lambda one: mean_value(one, windows, rules))


def mean_value(policy: Policy, windows: Windows, rules: Rules) -> float:
    """The mean reward of its plans."""
    if not len(windows):
        return 0.0
    return float(plan_values(windows.came, policy.plan(windows.seen), rules).mean())
