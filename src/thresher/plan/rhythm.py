"""The rhythm of a page: how many new items it gets at each hour of the day or week, and how lively it is of late."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

import numpy as np

from thresher.plan.history import DEFAULT_RATE, History, PageRecord
from thresher.plan.shape import DAY, WEEK, Shape, estimate_shape, flat_shape, pooled_shape
from thresher.plan.values import HORIZON_HOURS, HOUR, Forecast, Visit, epoch_hours
from thresher.plan.words import how_often, when

LEVEL_VISITS = 400
"""Of the newest visits; older ones have faded by then."""
LEAST_LEVEL, MOST_LEVEL = 0.05, 20.0
"""A page may become twenty times as lively in days; more is taken for an accident until it lasts."""
NEVER_VISITED_HOURS = 24.0 * 31
"""What may have gathered on a page that was never seen: a month of items."""


@dataclass(frozen=True, slots=True)
class RhythmSettings:
    """What the estimate rests on; the numbers were chosen on the earlier four fifths of recorded news pages."""

    period: int = WEEK
    """Hours after which things are the same again."""
    half_life_days: float = 90.0
    """After which a visit says half as much about the shape."""
    shrink_hours: float = 6.0
    """Hours of what is usual that each hour of the week is weighed against."""
    level_half_life_days: float = 5.0
    """After which a visit says half as much about how lively the page is; 0 for no level."""
    level_items: float = 10.0
    """Items as expected that recent visits are weighed against."""
    has_neighbours: bool = True
    """Whether pages of which little is known are taken to have the rhythm of the others."""


DEFAULT = RhythmSettings()


class Rhythm:
    """Expected items by hour of the day or week, times a level that follows the last days.

    Visits tell how many items came in an interval, not when. They are spread over its hours as the shape so far
    says, and the shape is estimated again, as in the EM algorithm (`shape.py`).
    """

    def __init__(self, name: str = "rhythm", settings: RhythmSettings = DEFAULT) -> None:
        self.name = name
        self._settings = settings
        self._history = History()
        self._shapes: dict[str, tuple[int, float, Shape]] = {}
        """The estimate of each page, with the visits it was made of and the moment."""
        self._pooled: tuple[int, Shape] | None = None

    def observe(self, visit: Visit) -> None:
        self._history.add(visit)

    def forecast(self, page: str, now: datetime, hours: float = HORIZON_HOURS, step: timedelta = HOUR) -> Forecast:
        record, start = self._history.of(page), epoch_hours(now)
        shape = self._shape(page, record)
        level = self._level(record, shape, start)
        count = max(1, round(hours * HOUR / step))
        edges = np.asarray(start + np.arange(count + 1) * (step / HOUR), dtype=np.float64)
        expected = np.diff(shape.items_until(edges)) * level
        last = start - NEVER_VISITED_HOURS if record.last is None else min(record.last, start)
        begin, end = shape.items_until(np.array([last, start]))
        return Forecast(
            page,
            now,
            step,
            tuple(expected.tolist()),
            float(end - begin) * level,
            self._basis(record, shape, level, start),
        )

    def _basis(self, record: PageRecord, shape: Shape, level: float, start: float) -> str:
        rate = float(np.diff(shape.items_until(np.array([start - 2, start + 1])))[0]) / 3 * level
        lively = f", {level:.1f} times as lively as usual of late" if not 0.67 < level < 1.5 else ""
        if not record.count:
            return f"too little is known of it, so it is taken to be like others: {how_often(rate)} on {when(start)}"
        return f"changes about {how_often(rate)} on {when(start)}{lively}"

    def _shape(self, page: str, record: PageRecord) -> Shape:
        """The page's shape; estimated again after a week, or sooner while visits are few."""
        made_of, moment, shape = self._shapes.get(page, (0, -np.inf, None))
        if record.last is None or not record.count:
            return self._usual()
        is_stale = record.until[-1] - moment >= 7 * DAY or record.count > 1.3 * made_of
        if shape is None or (is_stale and record.count > made_of):
            settings = self._settings
            prior = self._usual() if settings.has_neighbours else flat_shape(settings.period, DEFAULT_RATE)
            after = record.until[-1] - 4 * settings.half_life_days * DAY
            shape = estimate_shape(
                *record.columns(after=after),
                settings.period,
                settings.half_life_days * DAY,
                settings.shrink_hours,
                prior,
            )
            self._shapes[page] = (record.count, record.until[-1], shape)
        return shape

    def _usual(self) -> Shape:
        """What pages have in common; made again when a page has joined or much was learned."""
        known = len(self._shapes)
        learned = known + sum(made_of for made_of, _, _ in self._shapes.values()) // 500
        if self._pooled is None or self._pooled[0] != learned:
            shapes = [shape for _, _, shape in self._shapes.values()]
            self._pooled = (learned, pooled_shape(shapes, self._settings.period))
        return self._pooled[1]

    def _level(self, record: PageRecord, shape: Shape, start: float) -> float:
        """How many items came of late, of those expected."""
        half_life = self._settings.level_half_life_days * DAY
        if not half_life or not record.count:
            return 1.0
        begins, ends, items = record.columns(LEVEL_VISITS, after=start - 8 * half_life)
        weights = 0.5 ** (np.maximum(0.0, start - ends) / half_life)
        expected = weights @ (shape.items_until(ends) - shape.items_until(begins))
        level = (weights @ items + self._settings.level_items) / (expected + self._settings.level_items)
        return float(np.clip(level, LEAST_LEVEL, MOST_LEVEL))


def daily(settings: RhythmSettings = DEFAULT) -> Rhythm:
    """The mean day, without a level of the last days."""
    return Rhythm("daily", replace(settings, period=DAY, level_half_life_days=0.0, has_neighbours=False))


def weekly(settings: RhythmSettings = DEFAULT) -> Rhythm:
    """The mean week, without a level of the last days."""
    return Rhythm("weekly", replace(settings, level_half_life_days=0.0, has_neighbours=False))
