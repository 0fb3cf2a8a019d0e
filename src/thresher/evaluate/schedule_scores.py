"""How well visits were timed: delay, share caught at once, wasted visits, versions missed, freshness."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from thresher.evaluate.schedule_replay import Replayed, Track, World
from thresher.evaluate.schedule_series import Floats

DRAWS, SEED = 1000, 7
"""Of the bootstrap over series."""


@dataclass(frozen=True, slots=True)
class PageScore:
    """Sums over the scored part of one series, so that pages can be added up."""

    name: str
    items: float
    delay: float
    """Item-hours from the poll that first showed an item to the visit, or to the end."""
    caught: float
    within_hour: float
    visits: int
    polls: int
    wasted: int
    """Visits that found no new item."""
    versions: int
    versions_missed: int
    fresh: Floats
    """For each scored poll, 1 if nothing unseen was on the page after the visits of that moment."""


@dataclass(frozen=True, slots=True)
class Score:
    """Of one method, over all series."""

    method: str
    pages: tuple[PageScore, ...]
    seconds: float = 0.0

    @property
    def mean_delay(self) -> float:
        """Hours; 0 if there was nothing to catch."""
        return _ratio(sum(page.delay for page in self.pages), sum(page.items for page in self.pages))

    @property
    def caught(self) -> float:
        return _ratio(sum(page.caught for page in self.pages), sum(page.items for page in self.pages))

    @property
    def within_hour(self) -> float:
        return _ratio(sum(page.within_hour for page in self.pages), sum(page.items for page in self.pages))

    @property
    def wasted(self) -> float:
        return _ratio(sum(page.wasted for page in self.pages), sum(page.visits for page in self.pages))

    @property
    def versions_missed(self) -> float:
        return _ratio(sum(page.versions_missed for page in self.pages), sum(page.versions for page in self.pages))

    @property
    def freshness(self) -> float:
        return _ratio(sum(float(page.fresh.sum()) for page in self.pages), sum(page.polls for page in self.pages))

    @property
    def visited(self) -> float:
        """Share of the polls at which a visit was made."""
        return _ratio(sum(page.visits for page in self.pages), sum(page.polls for page in self.pages))


def score(method: str, world: World, replayed: Replayed, seconds: float = 0.0) -> Score:
    pages = [_page(track, visits) for track, visits in zip(world.tracks, replayed.visits, strict=True)]
    return Score(method, tuple(pages), seconds)


def relative(one: Score, yardstick: Score) -> float:
    """Mean delay as a share of the yardstick's."""
    return _ratio(one.mean_delay, yardstick.mean_delay)


def interval(one: Score, yardstick: Score) -> tuple[float, float]:
    """Between which `relative` is in 95 of 100 draws of as many series."""
    delays = np.array([page.delay for page in one.pages])
    others = np.array([page.delay for page in yardstick.pages])
    drawn = np.random.default_rng(SEED).integers(0, len(delays), (DRAWS, len(delays)))
    shares = delays[drawn].sum(axis=1) / np.maximum(others[drawn].sum(axis=1), 1e-12)
    low, high = np.quantile(shares, [0.025, 0.975])
    return float(low), float(high)


def mean_interval(values: Sequence[float]) -> tuple[float, float]:
    """Between which the mean is in 95 of 100 draws of as many values."""
    known = np.array(values)
    drawn = np.random.default_rng(SEED).integers(0, len(known), (DRAWS, len(known)))
    low, high = np.quantile(known[drawn].mean(axis=1), [0.025, 0.975])
    return float(low), float(high)


def _page(track: Track, visits: "np.typing.NDArray[np.int64]") -> PageScore:
    """What came before the scored part is not scored, though a visit in it may find it."""
    first, count = track.first_scored, len(track.slots)
    places = np.arange(first, count)
    scored = visits[visits >= first]
    novel = track.novel[first:]
    found = np.searchsorted(scored, places)
    is_caught = found < len(scored)
    # A recording's gaps do not count: waiting is counted in polls of the page.
    seen_at = np.where(is_caught, np.append(scored, count)[found], count)
    waits = (seen_at - places) * track.series.step_hours
    before = np.concatenate(([first - 1], scored))[:-1] if len(scored) else scored
    sums = np.concatenate(([0.0], np.cumsum(track.novel)))
    new = sums[scored + 1] - sums[before + 1] if len(scored) else np.zeros(0)
    changes = np.append(np.flatnonzero(track.changed[first:]) + first, count)
    versions_seen = np.searchsorted(scored, changes[1:]) > np.searchsorted(scored, changes[:-1])
    seen_until = np.concatenate(([first - 1], scored))[np.searchsorted(scored, places, side="right")]
    return PageScore(
        name=track.series.name,
        items=float(novel.sum()),
        delay=float(novel @ waits),
        caught=float(novel @ is_caught),
        within_hour=float(novel @ (is_caught & (waits < 1))),
        visits=len(scored),
        polls=len(places),
        wasted=int((new == 0).sum()),
        versions=len(changes) - 1,
        versions_missed=int((~versions_seen).sum()),
        fresh=(sums[places + 1] == sums[seen_until + 1]).astype(np.float64),
    )


def _ratio(part: float, whole: float) -> float:
    return part / whole if whole else 0.0
