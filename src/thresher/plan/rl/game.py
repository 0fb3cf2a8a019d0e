"""Making plans as a game: what a player sees at each move, what a move does, and what it brings. Many plans at a time.

*Continuous*: a move is a decision for the next hour. *Sparse*: a move names the next hour to crawl, counted from the
last one named; a move past the end says that there are no more. So hours come in order, none is named twice, and how
many there are (the paper's `N_c`) is the player's choice. The paper rewards a sparse plan when it is complete; here
each move gets its part of that, which has the same sum and is learned sooner.

While a plan is made nobody tells what came: it is made for a whole day. The paper's window that slides forward holds,
beside the history, what was decided so far.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from thresher.plan.rl.expected import segment_values
from thresher.plan.rl.rewards import STEPS, Flags, Floats, Ints, Ledger, Rules, Shape
from thresher.plan.rl.sight import RECENT, Sight, look
from thresher.plan.rl.windows import SEEN, Observations, Windows

Inputs = NDArray[np.float32]
AHEAD = 3
"""What is known of each hour ahead: its chance, whether something came a day and a week before."""
WIDTH = AHEAD * STEPS + 6 + RECENT + 5 + SEEN
"""Numbers that a player sees."""
HISTORY_WEIGHT = 0.25
"""The 168 hours as they were tell little that the hours ahead do not, and at full weight they drown the rest: 87.3 % of
the oracle against 87.8 % (and 88.2 % without them), on windows kept for checks."""


def moves(shape: Shape) -> int:
    """How many there are to choose from; of sparse plans any hour, and none."""
    return 2 if shape is Shape.CONTINUOUS else STEPS + 1


class Board:
    """Plans that are being made, as the player sees them; it knows nothing of what came."""

    def __init__(self, sight: Sight) -> None:
        count = len(sight.rate)
        self._rows = np.arange(count)
        blank = np.zeros((count, STEPS))
        ahead = (sight.chance, sight.yesterday, sight.last_week)
        self._ahead = [np.concatenate((part, blank), axis=1).astype(np.float32) for part in ahead]
        none = np.zeros((count, 1))
        self._unseen = np.concatenate((none, np.cumsum(np.log1p(-sight.chance), axis=1)), axis=1)
        self._expected = np.concatenate((none, np.cumsum(sight.chance, axis=1)), axis=1)
        self._clock = sight.hours
        still = (sight.rate[:, None], sight.day_rate[:, None], sight.recent, HISTORY_WEIGHT * sight.history)
        self._still = np.concatenate(still, axis=1).astype(np.float32)
        self.plans = np.zeros((count, STEPS), dtype=bool)
        self.cursor = np.zeros(count, dtype=np.int64)
        """The next hour to decide."""
        self.since = np.zeros(count, dtype=np.int64)
        """The hour after the last crawl."""

    @property
    def is_done(self) -> Flags:
        return self.cursor >= STEPS

    def view(self) -> Inputs:
        """What the player sees of each plan."""
        at = np.minimum(self.cursor, STEPS - 1)
        hours = self.cursor[:, None] + np.arange(STEPS)
        ahead = [np.take_along_axis(part, hours, axis=1) for part in self._ahead]
        unseen = self._unseen[self._rows, self.cursor] - self._unseen[self._rows, self.since]
        expected = self._expected[self._rows, self.cursor] - self._expected[self._rows, self.since]
        place = (1 - np.exp(unseen), expected / 4, (self.cursor - self.since) / STEPS, 1 - self.cursor / STEPS)
        now = np.concatenate((np.stack(place, axis=1), self._clock[self._rows, at]), axis=1)
        return np.concatenate((*ahead, now.astype(np.float32), self._still), axis=1)

    def move(self, actions: Ints, shape: Shape) -> None:
        """Write the moves down; plans that are complete stay as they are."""
        going = ~self.is_done
        if shape is Shape.CONTINUOUS:
            hour, crawls, after = self.cursor, going & (actions == 1), self.cursor + 1
        else:
            hour = np.minimum(self.cursor + actions, STEPS)
            crawls, after = going & (hour < STEPS), np.minimum(hour + 1, STEPS)
        self.plans[self._rows[crawls], hour[crawls]] = True
        self.cursor = np.where(going, after, self.cursor)
        self.since = np.where(crawls, hour + 1, self.since)

    def put(self, places: Ints, sight: Sight) -> None:
        """Begin these plans anew, with other windows."""
        other = Board(sight)
        for mine, its in zip(self._ahead, other._ahead, strict=True):
            mine[places] = its
        for name in ("_unseen", "_expected", "_clock", "_still", "plans", "cursor", "since"):
            getattr(self, name)[places] = getattr(other, name)


@dataclass(frozen=True, slots=True)
class Moved:
    """What moves brought."""

    rewards: Floats
    ended: Flags


class Game:
    """Plans for windows drawn at random, with rewards; a plan that is complete makes room for the next."""

    def __init__(self, windows: Windows, rules: Rules, count: int, seed: int) -> None:
        self.rules = rules
        self._windows = windows
        self._random = np.random.default_rng(seed)
        drawn = self._draw(count)
        self._came = windows.came[drawn]
        self._board = Board(look(_chosen(windows, drawn)))
        self._ledger = Ledger(count, rules)
        self._segments = self._table(self._came)

    @property
    def count(self) -> int:
        return len(self._came)

    def view(self) -> Inputs:
        return self._board.view()

    def move(self, actions: Ints) -> Moved:
        """One move in each plan. Those that ended wait for `renew`."""
        board, rows = self._board, np.arange(self.count)
        hour, since = board.cursor.copy(), board.since.copy()
        board.move(actions, self.rules.shape)
        ended = board.is_done
        if self.rules.shape is Shape.CONTINUOUS:
            rewards = self._ledger.step(hour, self._came[rows, hour], actions == 1)
            rewards = rewards + np.where(ended, self._ledger.close(), 0.0)
            self._ledger.clear(ended)
        else:
            named = np.minimum(hour + actions, STEPS)
            rewards = self._segments[rows, since, named]
        return Moved(rewards, ended)

    def renew(self, ended: Flags) -> None:
        """New windows for the plans that ended."""
        places = np.flatnonzero(ended)
        if len(places):
            drawn = self._draw(len(places))
            self._came[places] = self._windows.came[drawn]
            self._board.put(places, look(_chosen(self._windows, drawn)))
            if self._segments.size:
                self._segments[places] = self._table(self._came[places])

    def _draw(self, count: int) -> Ints:
        return self._random.integers(0, len(self._windows), count)

    def _table(self, came: Flags) -> Floats:
        if self.rules.shape is Shape.CONTINUOUS:
            return np.zeros((0, 0, 0))
        return segment_values(came.astype(np.float64), self.rules)


def _chosen(windows: Windows, places: Ints) -> Observations:
    return Observations(windows.seen.history[places], windows.seen.starts[places])
