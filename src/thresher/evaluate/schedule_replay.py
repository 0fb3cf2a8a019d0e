"""Recorded polls as a world to plan visits in: a visit can be made where a poll was, and sees what came since."""

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from itertools import count
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from thresher.evaluate.schedule_series import CAP, GAP_STEPS, Floats, Series
from thresher.plan import Budget, Forecaster, Planner, Visit
from thresher.plan.purse import DAY, EPSILON
from thresher.plan.values import HOUR

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
    """A budget that is a share of the polls: so much is earned by each poll that a visit could be made at.

    What a day brings, and the purse holds, is what the pages that are there earn: `polls_per_day` follows them.
    """

    def __init__(self, share: float, step: timedelta, spend: Spend, polls_per_day: float = 0.0) -> None:
        self._share = share
        self._step = step
        self._spend = spend
        self._stock = 0.0
        self.polls_per_day = polls_per_day

    @property
    def per_day(self) -> float:
        return self._share * self.polls_per_day

    @property
    def keeps(self) -> bool:
        return self._spend is Spend.DAY

    def earn(self, polls: int) -> None:
        most = max(1.0, self.per_day) if self.keeps else 1.0 + self.per_day * (self._step / DAY)
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
        return copy(self)


@dataclass(slots=True)
class _State:
    """Of one page while time goes on."""

    track: Track
    last: int | None = None
    """Place of the last poll that was seen."""


class _Visitor(Protocol):
    """Whoever chooses the visits."""

    def enter(self, page: str) -> None:
        """From now on a page can be visited."""

    def leave(self, page: str) -> None:
        """It cannot any more: its recording ended, or has a gap."""

    def choose(self, now: datetime, means: Share, among: set[str]) -> Sequence[str]: ...

    def show(self, state: _State, place: int, now: datetime) -> None:
        """What was on a page, at a visit or in its history."""


class _Planned:
    """Visits that a planner chooses."""

    def __init__(self, world: World, method: Forecaster) -> None:
        self._world = world
        self._planner = Planner(method, Budget(1.0), world.step)
        self._tells_dates = getattr(method, "reads_dates", False)
        for track in world.tracks:
            self._planner.add(track.series.name, track.series.host)
            self._planner.retire(track.series.name)

    def enter(self, page: str) -> None:
        self._planner.add(page)

    def leave(self, page: str) -> None:
        self._planner.retire(page)

    def choose(self, now: datetime, means: Share, among: set[str]) -> list[str]:
        return [one.page for one in self._planner.choose(now, means, among)]

    def show(self, state: _State, place: int, now: datetime) -> None:
        self._planner.learn(_visit(self._world, state, place, now, tells_dates=self._tells_dates))


class _InTurn:
    """Whenever the budget has a visit, the page that was not seen for longest."""

    def __init__(self) -> None:
        self._turns = count(1)
        self._seen: dict[str, int] = {}

    def enter(self, page: str) -> None:
        """Nothing is planned ahead."""

    def leave(self, page: str) -> None:
        """Nothing is planned ahead."""

    def choose(self, now: datetime, means: Share, among: set[str]) -> list[str]:
        return sorted(among, key=lambda page: (self._seen.get(page, 0), page))[: int(means.left(now) + EPSILON)]

    def show(self, state: _State, place: int, now: datetime) -> None:
        """Nothing is learned but that its turn is over."""
        self._seen[state.track.series.name] = next(self._turns)


class _There:
    """Which pages can be visited, and how many polls a day that makes. Without polls for longer than a gap of the
    recording takes, a page is gone until the next one."""

    def __init__(self, world: World, visitor: _Visitor, means: Share) -> None:
        self._steps = {
            track.series.name: max(1, round(track.series.step_hours * HOUR / world.step)) for track in world.tracks
        }
        self._until: dict[str, int] = {}
        """The step up to which a page is waited for."""
        self._day = DAY / world.step
        self._visitor = visitor
        self._means = means

    def pass_to(self, slot: int, polled: Iterable[str]) -> None:
        """Time goes on to a step at which these pages can be visited."""
        was = set(self._until)
        for page in polled:
            self._until[page] = slot + GAP_STEPS * self._steps[page]
        gone = [page for page, until in self._until.items() if until < slot]
        for page in gone:
            del self._until[page]
            self._visitor.leave(page)
        come = [page for page in self._until if page not in was]
        for page in come:
            self._visitor.enter(page)
        if come or gone:
            self._means.polls_per_day = sum(self._day / self._steps[page] for page in self._until)


class _Ledger:
    """Visits to what is scored, against what that earns: where series are of different years, polls before the score of
    one page would pay for visits in that of another. A day's worth may be made ahead, if it is still to be earned."""

    def __init__(self, world: World, share: float) -> None:
        self.made = 0
        self._share = share
        self._polls = 0
        self._all = sum(len(track.slots) - track.first_scored for track in world.tracks)

    def earn(self, polls: int) -> None:
        self._polls += polls

    def affords(self, means: Share) -> bool:
        ahead = min(means.per_day, self._share * (self._all - self._polls))
        return self._share * self._polls + ahead - self.made >= 1 - EPSILON


def replay(world: World, method: Forecaster, share: float, knowledge: Knowledge, spend: Spend = Spend.DAY) -> Replayed:
    """Let a method plan visits; with the earlier history as it was recorded, or only what its own visits showed."""
    return _run(world, _Planned(world, method), share, knowledge, spend)


def visit_in_turn(world: World, share: float) -> Replayed:
    """The yardstick: whenever the budget has a visit, the page that was not seen for longest."""
    return _run(world, _InTurn(), share, Knowledge.OWN, Spend.DAY)


def _run(world: World, visitor: _Visitor, share: float, knowledge: Knowledge, spend: Spend) -> Replayed:
    states = {track.series.name: _State(track) for track in world.tracks}
    visits: dict[str, list[int]] = {name: [] for name in states}
    means = Share(share, world.step, spend)
    there = _There(world, visitor, means)
    lead = OWN_LEAD / world.step
    ledger = _Ledger(world, share)
    for slot, polls in in_order(world):
        now = world.moment(slot)
        among: dict[str, int] = {}
        for number, place in polls:
            track = world.tracks[number]
            if knowledge is Knowledge.FULL and place < track.first_scored:
                state = states[track.series.name]
                visitor.show(state, place, now)
                state.last = place
            elif slot > track.slots[track.first_scored - 1] - lead:
                among[track.series.name] = place
        there.pass_to(slot, among)
        means.earn(len(among))
        scored = {page for page, place in among.items() if place >= states[page].track.first_scored}
        ledger.earn(len(scored))
        open_now = set(among) if ledger.affords(means) else set(among) - scored
        for page in visitor.choose(now, means, open_now) if open_now else ():
            if page in scored and not ledger.affords(means):
                continue
            ledger.made += page in scored
            state, place = states[page], among[page]
            means.pay(page, now)
            visitor.show(state, place, now)
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
