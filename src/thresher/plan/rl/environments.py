"""Gymnasium environments: one plan is an episode. Needs gymnasium; nothing else of this room does.

`register_environments()` makes them known as `thresher/ContinuousPlan-v0` and `thresher/SparsePlan-v0`; both take the
windows to draw from, and the reward.
"""

from typing import Any

import gymnasium
import numpy as np

from thresher.plan.rl.game import WIDTH, Game, Inputs, moves
from thresher.plan.rl.rewards import Reward, Rules, Shape
from thresher.plan.rl.windows import Windows

IDS = {Shape.CONTINUOUS: "thresher/ContinuousPlan-v0", Shape.SPARSE: "thresher/SparsePlan-v0"}
MOST_INPUT = 8.0
"""No number that a player sees is greater: chances and shares are below 1, expected copies at most 24 / 4."""


def view_space() -> "gymnasium.spaces.Box[Any]":
    return gymnasium.spaces.Box(-1.0, MOST_INPUT, (WIDTH,), np.float32)


class PlanEnvironment(gymnasium.Env[Inputs, np.int64]):
    """A window drawn at random; moves until its plan is complete; rewards as in table 4.3."""

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012 - gymnasium declares it so
    shape: Shape

    def __init__(self, windows: Windows, reward: Reward | str = Reward.FIXED) -> None:
        self._windows = windows
        self._rules = Rules(self.shape, Reward(reward))
        self._game: Game | None = None
        self.observation_space = view_space()
        self.action_space = gymnasium.spaces.Discrete(moves(self.shape))

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Inputs, dict[str, Any]]:
        super().reset(seed=seed, options=options)
        self._game = Game(self._windows, self._rules, 1, int(self.np_random.integers(2**31)))
        return self._game.view()[0], {}

    def step(self, action: np.int64) -> tuple[Inputs, float, bool, bool, dict[str, Any]]:
        if self._game is None:
            raise gymnasium.error.ResetNeeded("Call reset before the first step.")
        moved = self._game.move(np.array([int(action)]))
        return self._game.view()[0], float(moved.rewards[0]), bool(moved.ended[0]), False, {}


class ContinuousPlan(PlanEnvironment):
    """Each of 24 moves decides about an hour."""

    shape = Shape.CONTINUOUS


class SparsePlan(PlanEnvironment):
    """Each move names the next hour to crawl, or none any more."""

    shape = Shape.SPARSE


def register_environments() -> None:
    """For `gymnasium.make`; may be called again."""
    for shape, kind in ((Shape.CONTINUOUS, ContinuousPlan), (Shape.SPARSE, SparsePlan)):
        if IDS[shape] not in gymnasium.registry:
            gymnasium.register(IDS[shape], entry_point=f"{__name__}:{kind.__name__}")
