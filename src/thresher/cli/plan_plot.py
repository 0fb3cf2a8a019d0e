"""The plan of a collection as a page to look at: for each site the coming hours, its visits, and its usual day."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from html import escape
from typing import TYPE_CHECKING

from thresher.charts.charts import line_chart
from thresher.charts.document import WIDE, as_document
from thresher.cli.plan import WEEK_HOURS, daily_trend
from thresher.plan.values import HOUR

if TYPE_CHECKING:
    from thresher.plan import Appointment, Planner

TICKS = 8
"""Times of day written below a plot, at most."""
TICK_HOURS = (3, 6, 12, 24, 48, 96)


def as_page(
    planner: "Planner", sites: Sequence[str], appointments: "Sequence[Appointment]", now: datetime, hours: float
) -> str:
    """One page of HTML that needs nothing else."""
    parts = [
        "<h1>When each site will be visited</h1>",
        f"<p>As it stood on {now:%A, %d %B %Y at %H:%M} UTC. Budget: {escape(str(planner.standing(now)))}.</p>",
        f"<p class=note>Left: new items an hour as they are expected in the next {hours:g} hours; broken lines are "
        "planned visits. Right: the usual day, as the mean of the coming week by hour of the day. All times are "
        "UTC.</p>",
    ]
    for site in sites:
        parts.append(f"<h2>{escape(site)}</h2>")
        parts += _of_site(planner, site, [one for one in appointments if one.page == site], now, hours)
    return as_document("Thresher: planned visits", parts, WIDE + "\n" + _STYLE)


_STYLE = "body { max-width: 84em } div.two { display: flex; flex-wrap: wrap; gap: 1em } div.two svg { flex: 1 1 24em }"


def _of_site(planner: "Planner", site: str, visits: "Sequence[Appointment]", now: datetime, hours: float) -> list[str]:
    if site in planner.retired:
        return ["<p>Gone, as its last answers said: no visit is planned.</p>"]
    forecast = planner.forecast(site, now, hours)
    if visits:
        first = visits[0]
        told = f"{len(visits)} visits planned; the next on {first.moment:%a %d %b at %H:%M}: {first.reason}"
    else:
        told = f"No visit planned: {forecast.basis}"
    ahead = [((place + 0.5) * (forecast.step / HOUR), rate) for place, rate in enumerate(forecast.per_hour)]
    day = [(hour + 0.5, rate) for hour, rate in enumerate(daily_trend(planner.forecast(site, now, WEEK_HOURS)))]
    charts = (
        line_chart(
            [("expected", ahead)],
            f"{sum(forecast.expected):.1f} new items expected",
            "items an hour",
            ticks=_ticks(now, hours),
            marks=[(one.moment - now) / HOUR for one in visits],
        ),
        line_chart(
            [("usual day", day)],
            "hour of the day",
            "items an hour",
            ticks=[(hour, f"{hour} h") for hour in (0, 6, 12, 18, 24)],
        ),
    )
    return [f"<p>{escape(told)}.</p>", f'<div class="two">{"".join(charts)}</div>']


def _ticks(now: datetime, hours: float) -> list[tuple[float, str]]:
    """Full hours to be written below a plot; midnight with its day."""
    every = next((each for each in TICK_HOURS if hours / each <= TICKS), 168)
    start = now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    moments = [start + timedelta(hours=number * every) for number in range(1, int((hours + 24) / every) + 1)]
    return [
        ((moment - now) / HOUR, f"{moment:%a %d}" if moment.hour == 0 else f"{moment:%H} h")
        for moment in moments
        if 0 <= (moment - now) / HOUR <= hours
    ]
