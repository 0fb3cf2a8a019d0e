"""The rhythm of a page: how many new items it gets at each hour of the day or week, and how lively it is of late."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

import numpy as np

from thresher.plan.clock import LEAST_GAIN, Clock, has_both_seasons, likelihood, most_common, on_clock
from thresher.plan.history import DEFAULT_RATE, Floats, History, PageRecord
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
    clock_days: float = 28.0
    """After which it is asked again whether a page follows summer time; 0 for never."""


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
        self._clocks: dict[str, tuple[float, Clock]] = {}
        """When it was last asked what each page lives by, 0 if never, and what that is."""
        self._fits: dict[str, dict[str, dict[Clock, float]]] = {}
        """How well each clock explains the visits of each page, by host: a site lives by one clock."""
        self._hosts: dict[str, str] = {}

    def observe(self, visit: Visit) -> None:
        self._history.add(visit)
        if visit.host:
            self._hosts[visit.page] = visit.host

    def forecast(self, page: str, now: datetime, hours: float = HORIZON_HOURS, step: timedelta = HOUR) -> Forecast:
        record, start = self._history.of(page), epoch_hours(now)
        shape = self._shape(page, record)
        clock = self._clock(page)
        level = self._level(record, shape, clock, start)
        count = max(1, round(hours * HOUR / step))
        edges = np.asarray(start + np.arange(count + 1) * (step / HOUR), dtype=np.float64)
        expected = np.maximum(np.diff(shape.items_until(on_clock(edges, clock))), 0.0) * level
        last = start - NEVER_VISITED_HOURS if record.last is None else min(record.last, start)
        begin, end = shape.items_until(on_clock(np.array([last, start]), clock))
        return Forecast(
            page,
            now,
            step,
            tuple(expected.tolist()),
            max(0.0, float(end - begin)) * level,
            self._basis(record, shape, clock, level, start),
        )

    def _basis(self, record: PageRecord, shape: Shape, clock: Clock, level: float, start: float) -> str:
        begin, end = shape.items_until(on_clock(np.array([start]), clock) + np.array([-2.0, 1.0]))
        rate = float(end - begin) / 3 * level
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
            after = record.until[-1] - 4 * self._settings.half_life_days * DAY
            columns = record.columns(after=after)
            shape = self._estimate(*columns, self._choose_clock(page, *columns))
            self._shapes[page] = (record.count, record.until[-1], shape)
        return shape

    def _estimate(self, begins: Floats, ends: Floats, items: Floats, clock: Clock) -> Shape:
        settings = self._settings
        prior = self._usual() if settings.has_neighbours else flat_shape(settings.period, DEFAULT_RATE)
        begins, ends = on_clock(begins, clock), on_clock(ends, clock)
        begins = np.minimum(begins, ends)
        half_life = settings.half_life_days * DAY
        return estimate_shape(begins, ends, items, settings.period, half_life, settings.shrink_hours, prior)

    def _clock(self, page: str) -> Clock:
        found = self._clocks.get(page)
        return found[1] if found is not None else most_common(one for asked, one in self._clocks.values() if asked)

    def _choose_clock(self, page: str, begins: Floats, ends: Floats, items: Floats) -> Clock:
        """The clock that explains a page's visits best, asked from time to time; the one it had if little speaks for
        another."""
        now, had = float(ends[-1]), self._clock(page)
        asked, _ = self._clocks.setdefault(page, (0.0, had))
        is_due = self._settings.clock_days and now - asked >= self._settings.clock_days * DAY
        if not is_due or not has_both_seasons(begins):
            return had
        site = self._fits.setdefault(self._hosts.get(page, page), {})
        site[page] = {clock: self._fit(begins, ends, items, clock) for clock in Clock}
        fits = {clock: sum(fit[clock] for fit in site.values()) for clock in Clock}
        best = max(Clock, key=lambda clock: fits[clock])
        found = best if fits[best] >= fits[had] + LEAST_GAIN else had
        self._clocks[page] = (now, found)
        return found

    def _fit(self, begins: Floats, ends: Floats, items: Floats, clock: Clock) -> float:
        shape = self._estimate(begins, ends, items, clock)
        return likelihood(shape, on_clock(begins, clock), on_clock(ends, clock), items)

    def _usual(self) -> Shape:
        """What pages have in common; made again when a page has joined or much was learned."""
        known = len(self._shapes)
        learned = known + sum(made_of for made_of, _, _ in self._shapes.values()) // 500
        if self._pooled is None or self._pooled[0] != learned:
            shapes = [shape for _, _, shape in self._shapes.values()]
            self._pooled = (learned, pooled_shape(shapes, self._settings.period))
        return self._pooled[1]

    def _level(self, record: PageRecord, shape: Shape, clock: Clock, start: float) -> float:
        """How many items came of late, of those expected."""
        half_life = self._settings.level_half_life_days * DAY
        if not half_life or not record.count:
            return 1.0
        begins, ends, items = record.columns(LEVEL_VISITS, after=start - 8 * half_life)
        weights = 0.5 ** (np.maximum(0.0, start - ends) / half_life)
        came = shape.items_until(on_clock(ends, clock)) - shape.items_until(on_clock(begins, clock))
        expected = weights @ np.maximum(came, 0.0)
        level = (weights @ items + self._settings.level_items) / (expected + self._settings.level_items)
        return float(np.clip(level, LEAST_LEVEL, MOST_LEVEL))


def daily(settings: RhythmSettings = DEFAULT) -> Rhythm:
    """The mean day, without a level of the last days."""
    return Rhythm(
        "daily", replace(settings, period=DAY, level_half_life_days=0.0, has_neighbours=False, clock_days=0.0)
    )


def weekly(settings: RhythmSettings = DEFAULT) -> Rhythm:
    """The mean week, without a level of the last days."""
    return Rhythm("weekly", replace(settings, level_half_life_days=0.0, has_neighbours=False, clock_days=0.0))
