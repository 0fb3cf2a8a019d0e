"""Will a page have changed at the next poll? Learners beside the majority guess and the last interval.

These are tables 5.1 and 5.2 of the news scheduler (VT), with balanced accuracy added, on series that the learners saw
only the earlier four fifths of. Everything before a poll is known: the paper's fully observed setting.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from thresher.evaluate.schedule_replay import Flags, Ints, Track, World, in_order
from thresher.evaluate.schedule_series import Floats
from thresher.plan.features import Features
from thresher.plan.learned import MODELS, Model, fit_model

MAJORITY, LAST = "majority guess", "last interval"
LEAST_RATE, MOST_RATE = 0.1, 0.9
"""Series that change more seldom or more often leave nothing to tell."""
TRAINED_SHARE = 0.75
"""Of the history; the rest is for the chance from which on a page is said to have changed."""
MOST_TRAINING, MOST_CHOOSING = 20_000, 20_000
AGAIN_AFTER, REMEMBERED = 500, 2_000
"""After how many polls a threshold is chosen again, and from how many of the last."""
THRESHOLDS = np.linspace(0.05, 0.95, 91)


@dataclass(frozen=True, slots=True)
class ClassScore:
    """How one method told one series."""

    series: str
    change_rate: float
    accuracy: float
    precision: float
    recall: float
    f1: float
    balanced_accuracy: float


@dataclass(frozen=True, slots=True)
class ClassTable:
    """All methods on all series."""

    title: str
    scores: dict[str, tuple[ClassScore, ...]]

    def telling(self, method: str) -> tuple[ClassScore, ...]:
        """Of the series that change neither nearly always nor nearly never."""
        return tuple(one for one in self.scores[method] if LEAST_RATE <= one.change_rate <= MOST_RATE)

    def share_above(self, method: str) -> float:
        """Share of those series on which F1 and balanced accuracy are both above majority guess and last interval."""
        rows = zip(self.telling(method), self.telling(MAJORITY), self.telling(LAST), strict=True)
        above = [
            one.f1 > max(two.f1, three.f1)
            and one.balanced_accuracy > max(two.balanced_accuracy, three.balanced_accuracy)
            for one, two, three in rows
        ]
        return sum(above) / len(above) if above else 0.0


@dataclass(frozen=True, slots=True)
class _Rows:
    """Described polls: of which series, whether it changed, and what the last interval says."""

    values: Floats
    owner: Ints
    changed: Flags
    last: Flags


def tell_changes(title: str, world: World, names: Sequence[str], tell: Callable[[str], None]) -> ClassTable:
    """Learn from the earlier four fifths of all series, and tell each poll of the last fifth."""
    tell(f"{title}: describing polls …")
    training, choosing, scored = _described(world)
    found: dict[str, tuple[ClassScore, ...]] = {}
    tracks = world.tracks
    majority = np.array([track.changed[: track.first_scored].mean() >= 0.5 for track in tracks])
    found[MAJORITY] = _scores(tracks, scored, majority[scored.owner])
    found[LAST] = _scores(tracks, scored, scored.last)
    for name in (one for one in names if one in MODELS):
        tell(f"{title}: {name} learns from {min(len(training.values), MODELS[name][1]):,} polls …")
        model = fit_model(name, training.values, training.changed)
        found[name] = _scores(tracks, scored, _told(model, choosing, scored, majority))
    return ClassTable(title, found)


def _told(model: Model | None, choosing: _Rows, scored: _Rows, majority: Flags) -> Flags:
    """Each series has a threshold of its own, chosen on polls before those told with it, and again as time goes on."""
    if model is None:
        return majority[scored.owner]
    told = np.zeros(len(scored.owner), dtype=bool)
    earlier, later = model.chances(choosing.values), model.chances(scored.values)
    for number in range(len(majority)):
        before, mine = choosing.owner == number, np.flatnonzero(scored.owner == number)
        chances = np.concatenate((earlier[before], later[mine]))
        changed = np.concatenate((choosing.changed[before], scored.changed[mine]))
        first = int(before.sum())
        for begin in range(first, len(chances), AGAIN_AFTER):
            known = slice(max(0, begin - REMEMBERED), begin)
            threshold = best_threshold(chances[known], changed[known]) if begin else 0.5
            told[mine[begin - first :][:AGAIN_AFTER]] = chances[begin : begin + AGAIN_AFTER] >= threshold
    return told


def best_threshold(chances: Floats, changed: Flags) -> float:
    """From which chance on to say 'changed', so that F1 and balanced accuracy both gain most on the majority guess."""
    always = changed.mean() >= 0.5
    usual = 2 * changed.mean() / (1 + changed.mean()) if always else 0.0
    gains = []
    for threshold in THRESHOLDS:
        _, _, _, f1, balanced = measures(changed, chances >= threshold)
        gains.append(min(f1 - usual, balanced - 0.5))
    return float(THRESHOLDS[int(np.argmax(gains))])


def measures(truth: Flags, told: Flags) -> tuple[float, float, float, float, float]:
    """Accuracy, precision, recall, F1 and balanced accuracy of what was told; 0 where there is nothing to divide by."""
    hits, false, missed = int((truth & told).sum()), int((~truth & told).sum()), int((truth & ~told).sum())
    left = len(truth) - hits - false - missed
    precision, recall = hits / max(1, hits + false), hits / max(1, hits + missed)
    f1 = 2 * hits / max(1, 2 * hits + false + missed)
    # With one kind only, the other cannot be told wrongly: the measure is that of the kind there is.
    sides = [part / whole for part, whole in ((hits, hits + missed), (left, left + false)) if whole]
    return (hits + left) / max(1, len(truth)), precision, recall, f1, sum(sides) / max(1, len(sides))


def _scores(tracks: Sequence[Track], scored: _Rows, told: Flags) -> tuple[ClassScore, ...]:
    found = []
    for number, track in enumerate(tracks):
        mine = scored.owner == number
        if mine.any():
            rate = float(track.changed.mean())
            found.append(ClassScore(track.series.name, rate, *measures(scored.changed[mine], told[mine])))
    return tuple(found)


def _described(world: World) -> tuple[_Rows, _Rows, _Rows]:
    """Some polls to learn from, some to choose thresholds with, all scored ones; each seen from the poll before it."""
    tracks = world.tracks
    borders = [int(TRAINED_SHARE * track.first_scored) for track in tracks]
    strides = (
        1 + sum(borders) // MOST_TRAINING,
        1 + sum(track.first_scored for track in tracks) // (4 * MOST_CHOOSING),
        1,
    )
    features = Features()
    step = world.step.total_seconds() / 3600
    parts: tuple[list[tuple[Floats, int, bool, bool]], ...] = ([], [], [])
    for slot, polls in in_order(world):
        known = [(number, place) for number, place in polls if place]
        for number, place in known:
            track = tracks[number]
            part = 2 if place >= track.first_scored else int(place >= borders[number])
            if place % strides[part] == 0 and not track.after_gap[place]:
                before = float(track.slots[place - 1]) * step
                row = features.rows(track.series.name, before, np.array([slot * step]))[0]
                parts[part].append((row, number, bool(track.changed[place]), _is_due(features, track, slot * step)))
        for number, place in known:
            track = tracks[number]
            if not track.after_gap[place]:
                features.learn(
                    track.series.name, track.series.host, float(track.slots[place - 1]) * step, slot * step,
                    float(track.changed[place]),
                )  # fmt: skip
    training, choosing, scored = (_rows(part) for part in parts)
    return training, choosing, scored


def _is_due(features: Features, track: Track, moment: float) -> bool:
    """Whether as much time as between the last two changes has gone by since the last one."""
    state = features.pages.get(track.series.name)
    return (
        state is not None and state.changed_at is not None and moment - state.changed_at >= state.last_interval - 1e-6
    )


def _rows(part: list[tuple[Floats, int, bool, bool]]) -> _Rows:
    if not part:
        return _Rows(np.zeros((0, 1)), np.zeros(0, np.int64), np.zeros(0, bool), np.zeros(0, bool))
    values, owner, changed, last = zip(*part, strict=True)
    return _Rows(np.array(values), np.array(owner), np.array(changed), np.array(last))
