"""The plan with the highest expected reward, if the chance of a unique copy is known for each hour.

Hours are taken as independent. Between two crawls nothing that came before the first matters, so the best plan is found
backwards, crawl by crawl (dynamic programming).
"""

import numpy as np

from thresher.plan.rl.rewards import DUPLICATE, EXACT, MISS, VALID, Flags, Floats, Reward, Rules

ROWS = 8_192
"""Windows worked on at once: their tables fit into a processor's cache rather than only into memory."""


def segment_values(chances: Floats, rules: Rules) -> Floats:
    """Expected reward between crawls: [window, hour after the last crawl, hour of the next].

    The last place stands for the end of the plan. With chances of 0 and 1 these are the rewards themselves.
    """
    count, steps = chances.shape
    values = np.full((count, steps + 1, steps + 1), -np.inf)
    values[:, steps, steps] = 0.0
    farthest = max(1, steps - 1)
    for begin in range(steps):
        waits, age, lost, quiet = (np.zeros(count) for _ in range(4))
        for hour in range(begin, steps):
            chance = chances[:, hour]
            lost = lost + chance * waits
            age = (1 - chance) * (age + waits)
            older = (1 - chance) * waits
            waits = chance + older
            late = VALID * older if rules.reward is Reward.FIXED else EXACT * (older - age / farthest)
            values[:, begin, hour] = EXACT * chance + late + DUPLICATE * (1 - waits) + MISS * lost + quiet
            quiet = quiet + rules.quiet * (1 - chance)
        values[:, begin, steps] = quiet + MISS * (lost + waits)
    return values


def best_plans(chances: Floats, rules: Rules) -> tuple[Flags, Floats]:
    """The best plan of each window, and what it is expected to bring."""
    parts = [_best(chances[begin : begin + ROWS], rules) for begin in range(0, len(chances), ROWS)]
    if not parts:
        return np.zeros(chances.shape, dtype=bool), np.zeros(0)
    return np.concatenate([plans for plans, _ in parts]), np.concatenate([values for _, values in parts])


def _best(chances: Floats, rules: Rules) -> tuple[Flags, Floats]:
    count, steps = chances.shape
    segments = segment_values(chances, rules)
    # What can be had from an hour on, after a crawl in the hour before; nothing after the last.
    onward = np.zeros((count, steps + 2))
    choices = np.full((count, steps + 1), steps, dtype=np.int64)
    for begin in range(steps - 1, -1, -1):
        totals = segments[:, begin, begin:] + onward[:, begin + 1 :]
        choices[:, begin] = begin + totals.argmax(axis=1)
        onward[:, begin] = totals.max(axis=1)
    plans = np.zeros((count, steps), dtype=bool)
    rows, place = np.arange(count), np.zeros(count, dtype=np.int64)
    for _ in range(steps):
        place = choices[rows, place]
        going = place < steps
        plans[rows[going], place[going]] = True
        place = np.minimum(place + 1, steps)
    return plans, onward[:, 0]
