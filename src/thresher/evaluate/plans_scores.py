"""Mean rewards of plans, with how far they would be with other pages."""

from dataclasses import dataclass

import numpy as np

from thresher.plan.rl import Rules, Windows
from thresher.plan.rl.rewards import Flags, Floats

ORACLE = "oracle"
DRAWS, SEED = 1_000, 1


@dataclass(frozen=True, slots=True)
class Line:
    """One policy."""

    name: str
    sums: tuple[float, ...]
    """Rewards of all windows of each page."""
    counts: tuple[int, ...]
    crawls: float
    """Of a plan, in the mean."""
    seconds: float = 0.0

    @property
    def mean(self) -> float:
        """Reward of a plan, over all windows of all pages."""
        return sum(self.sums) / max(1, sum(self.counts))


@dataclass(frozen=True, slots=True)
class Cell:
    """One shape of plans with one reward: a column of table 5.3."""

    rules: Rules
    oracle: Line
    learned: tuple[Line, ...]
    plain: tuple[Line, ...]
    fixed_hours: int

    @property
    def lines(self) -> tuple[Line, ...]:
        return (*self.learned, *self.plain)

    @property
    def best(self) -> Line:
        return max(self.lines, key=lambda line: line.mean)

    def share(self, line: Line) -> float:
        """Of the oracle's reward; 0 if that has none."""
        return line.mean / self.oracle.mean if self.oracle.mean > 0 else 0.0

    def series_shares(self, line: Line) -> list[float | None]:
        """The same page by page; None where the oracle has nothing, or there is no window."""
        return [mine / best if best > 0 else None for mine, best in zip(line.sums, self.oracle.sums, strict=True)]

    def mean_series_share(self, line: Line) -> float:
        known = [share for share in self.series_shares(line) if share is not None]
        return sum(known) / len(known) if known else 0.0

    def series_above(self, line: Line, least: float) -> float:
        """The share of pages on which it has so much of the oracle's reward."""
        known = [share for share in self.series_shares(line) if share is not None]
        return sum(share >= least for share in known) / len(known) if known else 0.0


def score_line(name: str, windows: Windows, values: Floats, plans: Flags) -> Line:
    pages = len(windows.names)
    sums = np.bincount(windows.owner, values, pages)
    counts = np.bincount(windows.owner, minlength=pages)
    crawls = float(plans.sum() / max(1, len(plans)))
    return Line(name, tuple(sums.tolist()), tuple(counts.tolist()), crawls)


def mean_interval(line: Line) -> tuple[float, float]:
    """Between which the mean reward is in 95 of 100 draws of as many pages."""
    return _interval(np.array(line.sums), np.array(line.counts, dtype=np.float64))


def share_interval(line: Line, oracle: Line) -> tuple[float, float]:
    """The same of its share of the oracle's."""
    return _interval(np.array(line.sums), np.array(oracle.sums))


def _interval(above: Floats, below: Floats) -> tuple[float, float]:
    drawn = np.random.default_rng(SEED).integers(0, len(above), (DRAWS, len(above)))
    low, high = np.quantile(above[drawn].sum(axis=1) / np.maximum(below[drawn].sum(axis=1), 1e-9), [0.025, 0.975])
    return float(low), float(high)
