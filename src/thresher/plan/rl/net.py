"""A learned network as a policy: plain numbers, so that plans need no torch."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from thresher.plan.rl.game import Board, Inputs
from thresher.plan.rl.rewards import STEPS, Flags, Rules
from thresher.plan.rl.sight import look
from thresher.plan.rl.windows import Observations

Numbers = NDArray[np.float32]
ROWS = 4_096


@dataclass(frozen=True, slots=True)
class Layer:
    weights: Numbers
    """[out, in]"""
    bias: Numbers


@dataclass(frozen=True, slots=True)
class Net:
    """Layers with a bend between them; the move with the highest outcome is made."""

    name: str
    rules: Rules
    layers: tuple[Layer, ...]
    bend: str = "tanh"
    """Or relu."""

    def scores(self, inputs: Inputs) -> Numbers:
        values = inputs
        for layer in self.layers[:-1]:
            values = values @ layer.weights.T + layer.bias
            values = np.tanh(values) if self.bend == "tanh" else np.maximum(values, 0)
        last = self.layers[-1]
        return np.asarray(values @ last.weights.T + last.bias)

    def plan(self, seen: Observations) -> Flags:
        parts = [self._plan(seen.part(begin, begin + ROWS)) for begin in range(0, len(seen), ROWS)]
        return np.concatenate(parts) if parts else np.zeros((0, STEPS), dtype=bool)

    def _plan(self, seen: Observations) -> Flags:
        board = Board(look(seen))
        for _ in range(STEPS):
            if board.is_done.all():
                break
            board.move(self.scores(board.view()).argmax(axis=1), self.rules.shape)
        return board.plans
