"""Recorded polls as a world to plan visits in: a visit can be made where a poll was, and sees what came since."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from itertools import count

import numpy as np
from numpy.typing import NDArray

from thresher.evaluate.schedule_series import CAP, GAP_STEPS, Floats, Series
from thresher.plan import Budget, Forecaster, Planner, Visit
from thresher.plan.purse import EPSILON

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]
SCORED_SHARE = 0.2
"""The last fifth of each series is scored, the earlier four fifths are history."""

OWN_LEAD = timedelta(days=365)
"""How long before the scored part own visits begin, with nothing known."""


class Knowledge(StrEnum):
    """What is known when scoring begins."""

    FULL = "full"
    OWN = "own"


class Spend(StrEnum):
    """How long a visit that was not made can be saved."""

    DAY = "day"
    STEP = "step"


@dataclass(frozen=True, slots=True)
class Track:
    """One series on the common grid."""

    series: Series
    slots: Ints
    """The steps of the grid that have a poll."""
    novel: Floats
    changed: Flags
    after_gap: Flags
    first_scored: int
    """Place of the first poll that is scored."""


@dataclass(frozen=True, slots=True)
class World:
    """All series on one grid of time."""

    tracks: tuple[Track, ...]
    step: timedelta

    def moment(self, slot: int) -> datetime:
        return datetime.fromtimestamp(slot * self.step.total_seconds(), UTC)


@dataclass(frozen=True, slots=True)
class Replayed:
    """Places of the polls of each series at which a visit was made."""

    visits: tuple[Ints, ...]


def make_world(series: Sequence[Series], scored: float = SCORED_SHARE, until: float = 1.0) -> World:
    """The series on the finest of their grids; with `until` below 1, only so much of each."""
    step = min(one.step_hours for one in series)
    return World(tuple(_track(one, step, scored, until) for one in series), timedelta(hours=step))


def _track(series: Series, step: float, scored: float, until: float) -> Track:
    end = series.hours[0] + until * (series.hours[-1] - series.hours[0])
    kept = series.hours <= end
    # The end of the step in which the poll was: so what a visit then sees is all of it.
    slots, owner = np.unique(np.ceil(series.hours[kept] / step - EPSILON).astype(np.int64), return_inverse=True)
    novel = np.minimum(np.bincount(owner, series.novel[kept]), CAP)
    changed = np.bincount(owner, series.changed[kept]) > 0
    usual = max(1, round(series.step_hours / step))
    after_gap = np.diff(slots, prepend=slots[0]) > GAP_STEPS * usual
    border = slots[-1] - scored * (slots[-1] - slots[0])
    return Track(series, slots, novel, changed, after_gap, int(np.searchsorted(slots, border, side="right")))


class Share:
    """A budget that is a share of the polls: so much is earned by each poll that a visit could be made at."""

    def __init__(self, share: float, pages: int, step: timedelta, spend: Spend) -> None:
        self._share = share
        self._spend = spend
        self._stock = 0.0
        self._day = share * pages * (timedelta(days=1) / step)
        self._step = share * pages

    @property
    def per_day(self) -> float:
        return self._day

    @property
    def keeps(self) -> bool:
        return self._spend is Spend.DAY

    def earn(self, polls: int) -> None:
        most = max(1.0, self._day) if self.keeps else 1.0 + self._step
        self._stock = min(self._stock + self._share * polls, most)

    def left(self, now: datetime) -> float:
        del now
        return self._stock

    def affords(self, host: str, now: datetime) -> bool:
        del host, now
        return self._stock >= 1 - EPSILON

    def pay(self, host: str, moment: datetime) -> None:
        del host, moment
        self._stock -= 1

    def copy(self) -> "Share":
        other = Share(self._share, 0, timedelta(days=1), self._spend)
        other._stock, other._day, other._step = self._stock, self._day, self._step
        return other


@dataclass(slots=True)
class _State:
    """Of one page while time goes on."""

    track: Track
    last: int | None = None
    """Place of the last poll that was seen."""


Choose = Callable[[datetime, Share, set[str]], Sequence[str]]


def replay(world: World, method: Forecaster, share: float, knowledge: Knowledge, spend: Spend = Spend.DAY) -> Replayed:
    """Let a method plan visits; with the earlier history as it was recorded, or only what its own visits showed."""
    planner = Planner(method, Budget(1.0), world.step)
    for track in world.tracks:
        planner.add(track.series.name, track.series.host)
    tells_dates = getattr(method, "reads_dates", False)

    def choose(now: datetime, means: Share, among: set[str]) -> list[str]:
        return [one.page for one in planner.choose(now, means, among)]

    def show(state: _State, place: int, now: datetime) -> None:
        planner.learn(_visit(world, state, place, now, tells_dates=tells_dates))

    return _run(world, choose, show, share, knowledge, spend)


def visit_in_turn(world: World, share: float) -> Replayed:
    """The yardstick: whenever the budget has a visit, the page that was not seen for longest."""
    turns = count(1)
    seen: dict[str, int] = {}

    def choose(now: datetime, means: Share, among: set[str]) -> list[str]:
        chosen = sorted(among, key=lambda page: (seen.get(page, 0), page))[: int(means.left(now) + EPSILON)]
        seen.update((page, next(turns)) for page in chosen)
        return chosen

    return _run(world, choose, lambda state, place, now: None, share, Knowledge.OWN, Spend.DAY)


def _run(
    world: World,
    choose: Choose,
    show: Callable[[_State, int, datetime], None],
    share: float,
    knowledge: Knowledge,
    spend: Spend,
) -> Replayed:
    states = {track.series.name: _State(track) for track in world.tracks}
    visits: dict[str, list[int]] = {name: [] for name in states}
    means = Share(share, len(states), world.step, spend)
    lead = OWN_LEAD / world.step
    for slot, polls in in_order(world):
        now = world.moment(slot)
        among: dict[str, int] = {}
        for number, place in polls:
            track = world.tracks[number]
            if knowledge is Knowledge.FULL and place < track.first_scored:
                state = states[track.series.name]
                show(state, place, now)
                state.last = place
            elif slot > track.slots[track.first_scored - 1] - lead:
                among[track.series.name] = place
        means.earn(len(among))
        for page in choose(now, means, set(among)) if among else ():
            state, place = states[page], among[page]
            means.pay(page, now)
            show(state, place, now)
            state.last = place
            visits[page].append(place)
    return Replayed(tuple(np.array(visits[track.series.name], dtype=np.int64) for track in world.tracks))


def in_order(world: World) -> Iterator[tuple[int, list[tuple[int, int]]]]:
    """Each step of the grid that has polls, in order, with the series and their polls."""
    slots = np.concatenate([track.slots for track in world.tracks])
    numbers = np.repeat(np.arange(len(world.tracks)), [len(track.slots) for track in world.tracks])
    places = np.concatenate([np.arange(len(track.slots)) for track in world.tracks])
    order = np.argsort(slots, kind="stable")
    slots, numbers, places = slots[order], numbers[order], places[order]
    borders = np.flatnonzero(np.diff(slots)) + 1
    for begin, end in zip([0, *borders.tolist()], [*borders.tolist(), len(slots)], strict=True):
        yield int(slots[begin]), list(zip(numbers[begin:end].tolist(), places[begin:end].tolist(), strict=True))


def _visit(world: World, state: _State, place: int, now: datetime, *, tells_dates: bool) -> Visit:
    track, last = state.track, state.last
    page, host = track.series.name, track.series.host
    if last is None:
        return Visit(page, now, 0, None, host)
    # Over a gap of the recording nobody knows what came: the next interval begins here.
    if track.after_gap[last + 1 : place + 1].any():
        return Visit(page, now, 0, now, host)
    new = track.novel[last + 1 : place + 1]
    dates: tuple[datetime, ...] = ()
    if tells_dates:
        came = np.repeat(track.slots[last + 1 : place + 1], new.astype(np.int64))
        dates = tuple(world.moment(slot) for slot in came.tolist())
    return Visit(page, now, int(new.sum()), world.moment(int(track.slots[last])), host, dates=dates)
