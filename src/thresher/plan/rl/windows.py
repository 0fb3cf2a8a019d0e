"""Recorded hours as windows: seven days that are seen, and the day after them that is planned."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from thresher.plan.rl.rewards import STEPS, Flags, Ints

Bits = NDArray[np.uint8]
SEEN = 7 * 24
"""Hours of history that a planner sees (news scheduler, section 5.2)."""
SPAN = SEEN + STEPS
MOST_MISSING = 3
"""Hours in a row without a poll that are taken for duplicates; what came in them is found by the next poll."""


@dataclass(frozen=True, slots=True)
class Observations:
    """What a planner sees of windows, one a row."""

    history: Bits
    """The last seven days by the hour: 1 for a unique copy, 0 for a duplicate."""
    starts: Ints
    """The hour at which the plan begins, in hours since 1970."""

    @property
    def hour(self) -> Ints:
        """Of the day, UTC."""
        return self.starts % 24

    @property
    def weekday(self) -> Ints:
        """0 is Monday; 1970 began on a Thursday."""
        return (self.starts // 24 + 3) % 7

    def part(self, begin: int, end: int) -> "Observations":
        return Observations(self.history[begin:end], self.starts[begin:end])

    def __len__(self) -> int:
        return len(self.starts)


@dataclass(frozen=True, slots=True)
class HourlyTrack:
    """One page, hour by hour."""

    name: str
    first_hour: int
    came: Flags
    known: Flags
    """Where it was recorded what came."""

    def windows_between(self, begin: float, end: float, every: int = 1) -> Ints:
        """Places at which a plan can begin, so that it lies between two shares of the track and all of it is known."""
        count = len(self.came)
        if count < SPAN:
            return np.zeros(0, dtype=np.int64)
        is_whole = sliding_window_view(self.known, SPAN).all(axis=1)
        places = np.flatnonzero(is_whole) + SEEN
        kept = places[(places >= begin * count) & (places + STEPS <= end * count)]
        return np.asarray(kept[::every], dtype=np.int64)


def make_track(name: str, hours: "NDArray[np.float64]", came: Flags) -> HourlyTrack:
    """Polls → hours. A poll in the middle of an hour tells of the hour that ends next."""
    slots = np.ceil(hours - 1e-6).astype(np.int64)
    first, count = int(slots[0]), int(slots[-1] - slots[0]) + 1
    unique = np.zeros(count, dtype=bool)
    unique[slots[came] - first] = True
    polled = np.zeros(count, dtype=bool)
    polled[slots - first] = True
    return HourlyTrack(name, first, unique, polled | _short_gaps(polled))


def _short_gaps(polled: Flags) -> Flags:
    """Hours without a poll that belong to a gap of a few."""
    places = np.flatnonzero(polled)
    missing = np.diff(places) - 1
    short = np.repeat((missing > 0) & (missing <= MOST_MISSING), missing)
    found = np.zeros(len(polled), dtype=bool)
    found[~polled] = short
    return found


@dataclass(frozen=True, slots=True)
class Windows:
    """Windows of several pages."""

    names: tuple[str, ...]
    owner: Ints
    """Which page each is of."""
    seen: Observations
    came: Flags
    """Of the day that is planned: the truth."""

    def __len__(self) -> int:
        return len(self.owner)

    def thinned(self, most: int) -> "Windows":
        """Evenly, so that no more than so many are left."""
        if len(self) <= most:
            return self
        kept = np.linspace(0, len(self) - 1, most).astype(np.int64)
        seen = Observations(self.seen.history[kept], self.seen.starts[kept])
        return Windows(self.names, self.owner[kept], seen, self.came[kept])


def cut_windows(tracks: Sequence[HourlyTrack], begin: float, end: float, most: int | None = None) -> Windows:
    """All windows of a part of each track, or about `most` of them, as many from each page where it has them."""
    places = [track.windows_between(begin, end) for track in tracks]
    if most is not None:
        share = max(1, most // max(1, len(tracks)))
        places = [some[:: max(1, -(-len(some) // share))] for some in places]
    rows, starts = [], []
    for track, some in zip(tracks, places, strict=True):
        if len(some):
            rows.append(sliding_window_view(track.came.view(np.uint8), SPAN)[some - SEEN])
            starts.append(some + track.first_hour)
    whole = np.concatenate(rows) if rows else np.zeros((0, SPAN), dtype=np.uint8)
    owner = np.repeat(np.arange(len(tracks)), [len(some) for some in places])
    first = np.concatenate(starts) if starts else np.zeros(0, dtype=np.int64)
    return Windows(_names(tracks), owner, Observations(whole[:, :SEEN], first), whole[:, SEEN:].astype(bool))


def _names(tracks: Iterable[HourlyTrack]) -> tuple[str, ...]:
    return tuple(track.name for track in tracks)
