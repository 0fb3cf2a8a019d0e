"""The light learner: the chance of each hour by logistic regression, and the plan that is best by these chances.

Numpy alone. It learns what an hour of the last week says of the same hour tomorrow, for all pages together, and leaves
it to the rewards what to do about it; so the same numbers serve all rewards and shapes.
"""

from dataclasses import dataclass

import numpy as np

from thresher.plan.rl.expected import best_plans
from thresher.plan.rl.rewards import STEPS, Flags, Floats, Rules
from thresher.plan.rl.sight import Sight, look
from thresher.plan.rl.windows import Observations, Windows

ROUNDS = 12
RIDGE = 5.0
"""Keeps weights small where there are few examples; of many it is not felt."""
MOST_WINDOWS = 12_000
ROWS = 8_192
LEAST_CHANCE = 0.001
FEATURES = 24
"""Numbers that the regression sees of an hour: files with another count are of another program."""


def chance_features(sight: Sight) -> Floats:
    """[window, hour, feature], the first a constant."""
    shape = sight.chance.shape
    far = np.broadcast_to(np.arange(STEPS) / STEPS, shape)
    near = np.broadcast_to(np.exp(-np.arange(STEPS) / 3.0), shape)
    odds = _odds(sight.chance)
    rate = np.broadcast_to(_odds(np.clip(sight.rate, 0.002, 0.998))[:, None], shape)
    fresh = np.broadcast_to(_odds(np.clip(sight.day_rate, 0.02, 0.98))[:, None], shape)
    last, before = sight.recent[:, :1], sight.recent[:, :3].mean(axis=1)[:, None]
    weekend = sight.hours[:, :, 4]
    turned = weekend - weekend[:, :1]
    plain = (
        odds,
        odds**2,
        rate,
        fresh,
        far,
        sight.yesterday,
        sight.last_week,
        _smooth(sight.last_week),
        weekend,
        turned,
    )
    recent = (last * near, before * near, near, rate * near, weekend * odds, weekend * rate, turned * odds)
    clock = tuple(sight.hours[:, :, place] for place in range(4))
    double = (2 * clock[0] * clock[1], clock[1] ** 2 - clock[0] ** 2)
    return np.stack((np.ones(shape), *plain, *recent, *clock, *double), axis=2)


def _odds(chance: Floats) -> Floats:
    return np.asarray(np.log(chance / (1 - chance)))


def _smooth(bits: Floats) -> Floats:
    """With the hours beside it."""
    wide = np.concatenate((bits[:, :1], bits, bits[:, -1:]), axis=1)
    return np.asarray((wide[:, :-2] + wide[:, 1:-1] + wide[:, 2:]) / 3)


@dataclass(frozen=True, slots=True)
class Light:
    """Weights of the regression, and the rewards to plan by."""

    weights: tuple[float, ...]
    rules: Rules
    name: str = "light"

    def chances(self, seen: Observations) -> Floats:
        """Of a unique copy in each hour of the plan."""
        return _chances(chance_features(look(seen)), np.array(self.weights))

    def plan(self, seen: Observations) -> Flags:
        parts = [
            best_plans(self.chances(seen.part(begin, begin + ROWS)), self.rules)[0]
            for begin in range(0, len(seen), ROWS)
        ]
        return np.concatenate(parts) if parts else np.zeros((0, STEPS), dtype=bool)


def _chances(features: Floats, weights: Floats) -> Floats:
    score = np.clip(features @ weights, -30, 30)
    return np.clip(1 / (1 + np.exp(-score)), LEAST_CHANCE, 1 - LEAST_CHANCE)


def fit_light(windows: Windows, rules: Rules) -> Light:
    """Newton's method; a dozen rounds are more than enough."""
    some = windows.thinned(MOST_WINDOWS)
    features = chance_features(look(some.seen))
    rows = features.reshape(-1, features.shape[2])
    came = some.came.reshape(-1).astype(np.float64)
    weights = np.zeros(rows.shape[1])
    penalty = np.full(rows.shape[1], RIDGE)
    for _ in range(ROUNDS):
        chance = _chances(rows, weights)
        slope = rows.T @ (came - chance) - penalty * weights
        curve = (rows * (chance * (1 - chance))[:, None]).T @ rows + np.diag(penalty)
        step = np.linalg.solve(curve, slope)
        weights = weights + step
        if np.abs(step).max() < 1e-5:
            break
    return Light(tuple(weights.tolist()), rules)
