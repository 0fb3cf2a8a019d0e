"""What learners make of an observation: the usual day of the last week, laid over the day to plan."""

from dataclasses import dataclass

import numpy as np

from thresher.plan.rl.rewards import STEPS, Floats
from thresher.plan.rl.windows import SEEN, Observations

DAYS = SEEN // 24
PRIOR_DAYS = 1.5
"""The mean rate counts as so many days when the rate of an hour is estimated."""
NEIGHBOUR = 0.5
"""The hours before and after count half."""
RECENT = 6


@dataclass(frozen=True, slots=True)
class Sight:
    """Of windows, one a row; arrays of 24 columns are of the hours to plan."""

    chance: Floats
    """Of a unique copy, from the same hours of the last seven days."""
    yesterday: Floats
    last_week: Floats
    """Whether one came a day, and seven days, before."""
    rate: Floats
    """A unique copy an hour, over the week."""
    day_rate: Floats
    """The same over the last day."""
    recent: Floats
    """The last hours before the plan, the newest first."""
    hours: Floats
    """Hour of the day and weekday, as points on circles, and whether it is Saturday or Sunday: [window, hour, 5]."""
    history: Floats


def look(seen: Observations) -> Sight:
    """Derive all that learners use from what is seen."""
    history = seen.history.astype(np.float64)
    days = history.reshape(len(history), DAYS, 24)
    around = np.concatenate((history[:, :1], history, history[:, -1:]), axis=1)
    beside = (around[:, :-2] + around[:, 2:]).reshape(len(history), DAYS, 24).sum(axis=1)
    rate = history.mean(axis=1)
    weight = DAYS * (1 + 2 * NEIGHBOUR) + PRIOR_DAYS
    chance = (days.sum(axis=1) + NEIGHBOUR * beside + PRIOR_DAYS * rate[:, None]) / weight
    return Sight(
        chance=np.clip(chance, 0.002, 0.998),
        yesterday=days[:, -1],
        last_week=days[:, 0],
        rate=rate,
        day_rate=days[:, -1].mean(axis=1),
        recent=history[:, : -RECENT - 1 : -1],
        hours=_clock(seen),
        history=history,
    )


def _clock(seen: Observations) -> Floats:
    moments = seen.starts[:, None] + np.arange(STEPS)
    day = 2 * np.pi * (moments % 24) / 24
    weekday = (moments // 24 + 3) % 7
    week = 2 * np.pi * weekday / 7
    return np.stack((np.sin(day), np.cos(day), np.sin(week), np.cos(week), weekday >= 5), axis=2)
