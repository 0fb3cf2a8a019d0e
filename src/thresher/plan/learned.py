"""Learners that tell whether a page will have changed in an hour: SVM, random forest, gradient boosting."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import numpy as np

from thresher.model.errors import UsageError
from thresher.plan.features import Features
from thresher.plan.history import DEFAULT_RATE, Flags, Floats, History
from thresher.plan.steady import MOST_INTERVAL_HOURS
from thresher.plan.values import HORIZON_HOURS, HOUR, Forecast, Visit, epoch_hours
from thresher.plan.words import how_often, when

MOST_ROWS = 24_000
"""Examples to learn from; visits are thinned out evenly when there are more."""
LEAST_ROWS = 200
SPREAD_HOURS = 24
"""An interval is at most so many examples, one an hour."""
AGAIN_AFTER = 24.0 * 90
"""Hours after which a model is made again, or once there are half as many visits again."""
SEED = 1
LEAST_CHANCE = 0.001
LEAST_OF_A_KIND = 10
"""Examples with a change, and without, to learn from."""
MOST_PER_CHANGE = 5.0
"""Items that come with one change; more come at once when a page is made over."""


def make_svm() -> Any:
    """Radial kernel on a few thousand examples; chances by the logistic curve over its margins (Platt)."""
    from sklearn.calibration import CalibratedClassifierCV
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler
    from sklearn.svm import SVC

    svm = make_pipeline(StandardScaler(), SVC(C=1.0, gamma=0.02, cache_size=200))
    return CalibratedClassifierCV(svm, ensemble=False, cv=3)


def make_forest() -> Any:
    from sklearn.ensemble import RandomForestClassifier

    return RandomForestClassifier(50, min_samples_leaf=15, max_features=0.4, random_state=SEED)


def make_boosting() -> Any:
    # Not the variant with histograms: it asks all cores for each tree, which takes 30 times as long for few rows.
    from sklearn.ensemble import GradientBoostingClassifier

    return GradientBoostingClassifier(
        n_estimators=80, max_depth=4, subsample=0.5, max_features=0.4, min_samples_leaf=15, random_state=SEED
    )


MODELS: dict[str, tuple[Callable[[], Any], int]] = {
    "svm": (make_svm, 2_000),
    "forest": (make_forest, 15_000),
    "boosting": (make_boosting, 15_000),
}
"""How each is made, and from how many examples: the time of an SVM grows with their square."""


@dataclass(frozen=True, slots=True)
class Model:
    """A classifier, and between which values it has learned: beyond them it would only guess."""

    classifier: Any
    columns: Flags
    """What differed among examples; the rest, such as dates where no page has a feed, tells nothing."""
    low: Floats
    high: Floats

    def chances(self, rows: Floats) -> Floats:
        found = self.classifier.predict_proba(np.clip(rows[:, self.columns], self.low, self.high))[:, 1]
        return np.asarray(np.clip(found, LEAST_CHANCE, 1 - LEAST_CHANCE), dtype=np.float64)


def fit_model(name: str, rows: Floats, changed: Flags) -> Model | None:
    """A model of a name, or None if there is too little to tell apart."""
    make, most = MODELS[name]
    if len(rows) < LEAST_ROWS or min(changed.sum(), (~changed).sum()) < LEAST_OF_A_KIND:
        return None
    chosen = np.random.default_rng(SEED).permutation(len(rows))[:most]
    low, high = rows[chosen].min(axis=0), rows[chosen].max(axis=0)
    columns = high > low
    if not columns.any():
        return None
    try:
        classifier = make()
    except ImportError:
        raise UsageError(
            f"The method {name!r} needs scikit-learn, which is not installed.", "pip install scikit-learn"
        ) from None
    classifier.fit(rows[chosen][:, columns], changed[chosen])
    return Model(classifier, columns, low[columns], high[columns])


def chances(model: Model | None, rows: Floats, without: float) -> Floats:
    """The chance of a change for each row; `without` where there is no model."""
    return np.full(len(rows), without) if model is None else model.chances(rows)


class Learned:
    """One model over all pages, made again from time to time; each hour between visits is an example.

    An hour of an interval with new items has changed as likely as if they came evenly.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._history = History()
        self._features = Features()
        self._examples = Examples()
        self._seen, self._made_of = 0, 0
        self._newest, self._made_at = -np.inf, -np.inf
        self._model: Model | None = None
        self._told: tuple[tuple[float, float, int, int], dict[str, Floats]] = ((0.0, 0.0, 0, 0), {})
        """Chances of all pages for one moment: models are quick for many rows, not for many calls."""

    def observe(self, visit: Visit) -> None:
        if not self._history.add(visit):
            return
        record = self._history.of(visit.page)
        since, until, items = record.since[-1], record.until[-1], record.items[-1]
        self._seen += 1
        self._newest = max(self._newest, until)
        if self._examples.is_wanted(self._seen) and until - since <= 4 * SPREAD_HOURS:
            is_hour = until - since <= 1.5
            ends = np.array([until]) if is_hour else np.arange(since + 1, until + 0.5)[:SPREAD_HOURS]
            chance = float(items > 0) if is_hour else 1 - float(np.exp(-items / (until - since)))
            self._examples.add(self._features.rows(visit.page, since, ends), chance)
        dates = tuple(map(epoch_hours, visit.dates))
        self._features.learn(visit.page, visit.host, since, until, items, dates)

    def forecast(self, page: str, now: datetime, hours: float = HORIZON_HOURS, step: timedelta = HOUR) -> Forecast:
        self._refresh()
        start, size = epoch_hours(now), step / HOUR
        count = max(1, round(hours / size))
        state, last = self._features.pages.get(page), self._history.of(page).last
        chance = self._chances(page, start, size, count)
        per_change = min(state.items_per_change, MOST_PER_CHANGE) if state is not None else 1.0
        # The chance is of an hour. As a rate, it can be of any step.
        expected = -np.log1p(-chance) * per_change * size
        waited = MOST_INTERVAL_HOURS if last is None else max(0.0, start - last)
        mean = state.mean if state is not None and state.changes else DEFAULT_RATE
        basis = f"{self.name}: changes about {how_often(float(expected[:3].mean()) / size)} on {when(start)}"
        return Forecast(page, now, step, tuple(expected.tolist()), mean * waited, basis)

    def _chances(self, page: str, start: float, size: float, count: int) -> Floats:
        moment = (start, size, count, self._seen)
        if self._told[0] != moment or page not in self._told[1]:
            # Steps finer than an hour have the chance of their hour: what is known of a page is by the hour.
            hours = np.ceil(size * np.arange(1.0, count + 1) - 1e-9) if size < 1 else size * np.arange(1.0, count + 1)
            ends, owner = np.unique(hours, return_inverse=True)
            pages = [*self._features.pages, page]
            rows = [
                self._features.rows(one, min(self._history.of(one).last or start, start), start + ends) for one in pages
            ]
            found = chances(self._model, np.concatenate(rows), 1 - float(np.exp(-DEFAULT_RATE)))
            self._told = (moment, dict(zip(pages, found.reshape(len(pages), len(ends))[:, owner], strict=True)))
        return self._told[1][page]

    def _refresh(self) -> None:
        """Make the model again if enough has happened."""
        is_due = self._newest - self._made_at >= AGAIN_AFTER or self._seen > 1.5 * self._made_of
        if is_due and self._seen > self._made_of and self._examples.count >= LEAST_ROWS:
            self._model = fit_model(self.name, *self._examples.drawn())
            self._made_of, self._made_at = self._seen, self._newest


class Examples:
    """Rows to learn from, with the chance that they changed; thinned out when there are too many."""

    def __init__(self) -> None:
        self._rows: list[Floats] = []
        self._chances: list[float] = []
        self._every = 1
        self.count = 0

    def is_wanted(self, number: int) -> bool:
        return number % self._every == 0

    def add(self, rows: Floats, chance: float) -> None:
        self._rows.append(rows)
        self._chances.append(chance)
        self.count += len(rows)
        if self.count > 2 * MOST_ROWS:
            self._rows, self._chances, self._every = self._rows[::2], self._chances[::2], self._every * 2
            self.count = sum(map(len, self._rows))

    def drawn(self) -> tuple[Floats, Flags]:
        """All rows, and whether each changed: certain ones as they are, others by lot."""
        likely = np.repeat(self._chances, [len(rows) for rows in self._rows])
        return np.concatenate(self._rows), np.random.default_rng(SEED).random(len(likely)) < likely
