"""Many plans at a time for Stable-Baselines3: one array operation in place of a Python call for each environment."""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from stable_baselines3.common.vec_env import VecEnv

from thresher.plan.rl.environments import view_space
from thresher.plan.rl.game import Game, moves
from thresher.plan.rl.rewards import EXACT


class ManyPlans(VecEnv):
    """A `Game` as Stable-Baselines3 wants it; rewards are in exact matches, so that networks see numbers near 1."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._actions = np.zeros(game.count, dtype=np.int64)
        super().__init__(game.count, view_space(), gymnasium.spaces.Discrete(moves(game.rules.shape)))

    def reset(self) -> Any:
        return self._game.view()

    def step_async(self, actions: Any) -> None:
        self._actions = np.asarray(actions, dtype=np.int64)

    def step_wait(self) -> Any:
        moved = self._game.move(self._actions)
        told: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        if moved.ended.any():
            last = self._game.view()
            for place in np.flatnonzero(moved.ended).tolist():
                told[place] = {"terminal_observation": last[place]}
            self._game.renew(moved.ended)
        return self._game.view(), (moved.rewards / EXACT).astype(np.float32), moved.ended, told

    def close(self) -> None:
        """Nothing is open."""

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [getattr(self, attr_name, None)] * len(self._places(indices))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise AttributeError(f"Plans have no attribute {attr_name} that could be set.")

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        raise AttributeError(f"Plans have no method {method_name}.")

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False] * len(self._places(indices))

    def _places(self, indices: Any) -> Sequence[int]:
        if indices is None:
            return range(self.num_envs)
        return [indices] if isinstance(indices, int) else list(indices)
