"""Plots of forecasts: the next 48 hours of some pages beside what came, and the day as it usually is."""

from datetime import UTC, datetime, timedelta
from html import escape

import numpy as np

from thresher.charts.charts import line_chart
from thresher.evaluate.schedule_replay import Track, World
from thresher.plan import DEFAULT_METHOD, Visit, make_method

SHOWN = 3
HISTORY = timedelta(days=120)
"""Of which the plotted forecasts are made."""
HOURS = 48


def next_hours(world: World) -> list[str]:
    """Expected and real items in the first two days of the scored part, of the liveliest pages."""
    parts = [
        "<h2>The next 48 hours</h2><p class=note>New items an hour as they were expected when scoring began, and as "
        "they came: the paper's figures 5.2 and 5.6.</p>"
    ]
    for track in _shown(world):
        expected = _forecast(track, world, HOURS)
        first = track.first_scored
        begin = track.slots[first - 1]
        real = np.zeros(HOURS)
        hours = ((track.slots[first:] - begin - 1) * (world.step / timedelta(hours=1))).astype(np.int64)
        inside = hours < HOURS
        np.add.at(real, hours[inside], track.novel[first:][inside])
        lines = [("came", list(enumerate(real.tolist()))), ("expected", list(enumerate(expected)))]
        parts.append(f"<h3>{escape(track.series.name)}</h3>" + line_chart(lines, "hours from then", "items"))
    return parts if len(parts) > 1 else []


def daily_trends(world: World) -> list[str]:
    """Items by hour of the day, in UTC: the paper's figure 5.4."""
    lines = []
    for track in _shown(world):
        week = _forecast(track, world, 7 * 24)
        start = world.moment(int(track.slots[track.first_scored - 1]))
        by_hour = np.zeros(24)
        for place, items in enumerate(week):
            by_hour[(start + timedelta(hours=place)).hour] += items / 7
        lines.append((track.series.name, list(enumerate(by_hour.tolist()))))
    if not lines:
        return []
    note = "Expected items by hour of the day (UTC), over the coming week."
    return [f"<h2>The day</h2><p class=note>{note}</p>", line_chart(lines, "hour of the day", "items")]


def _shown(world: World) -> list[Track]:
    told = [track for track in world.tracks if 1 <= track.first_scored < len(track.slots)]
    return sorted(told, key=lambda track: -float(track.novel.sum()))[:SHOWN]


def _forecast(track: Track, world: World, hours: int) -> list[float]:
    method = make_method(DEFAULT_METHOD)
    end = int(track.slots[track.first_scored - 1])
    begin = int(np.searchsorted(track.slots, end - HISTORY / world.step))
    for place in range(max(1, begin), track.first_scored):
        now = world.moment(int(track.slots[place]))
        since = now if track.after_gap[place] else world.moment(int(track.slots[place - 1]))
        method.observe(Visit(track.series.name, now, int(track.novel[place]), since))
    now = datetime.fromtimestamp(end * world.step.total_seconds(), UTC)
    return list(method.forecast(track.series.name, now, float(hours)).expected)
