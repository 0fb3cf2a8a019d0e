"""`thresher plan`: when each site of a collection will be visited, and why."""

import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from thresher.cli.options import AsJson
from thresher.model.errors import UsageError

if TYPE_CHECKING:
    from thresher.plan import Appointment, Forecast, Planner

BARS = "▁▂▃▄▅▆▇█"
WEEK_HOURS = 7 * 24.0

PerDay = Annotated[
    float, typer.Option("--budget", min=0.01, max=100_000, help="Visits a day, over all sites.", metavar="VISITS")
]
PerHost = Annotated[
    float | None, typer.Option(min=0.01, help="Visits a day to one host at most.", metavar="VISITS", show_default=False)
]
Method = Annotated[str, typer.Option(help="How to forecast: thresher evaluate schedule compares them.", metavar="NAME")]


def plan(
    collection: Annotated[Path, typer.Argument(metavar="FOLDER", help="Folder of the collection.")],
    budget: PerDay = 24.0,
    per_host: PerHost = None,
    method: Method = "rhythm",
    hours: Annotated[float, typer.Option(min=1, max=24 * 28, help="How far to look ahead.")] = 48.0,
    plot: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Also draw it, as a page of HTML.", show_default=False, dir_okay=False),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show when each site will be visited next, and why.

    A site is what a seed of the collection names. What is known of its rhythm comes from the dates of what people wrote
    there, and from what earlier visits brought. Nothing is visited, and nothing is changed; thresher watch keeps the
    appointments.

    Example: thresher plan my-archive --budget 12 --plot plan.html
    """
    from thresher.archive import Collection
    from thresher.catalog import open_catalog
    from thresher.crawl.update import settings_of
    from thresher.crawl.watch import planner_for, sites_of
    from thresher.plan import Budget

    if plot is not None and not plot.absolute().parent.is_dir():
        raise UsageError(f"The plot cannot be written to {plot}.", "Name a file in a folder that exists.")
    sites = sites_of(settings_of(collection))
    now = datetime.now(UTC)
    catalog = open_catalog(Collection(collection).catalog, read_only=True)
    try:
        planner = planner_for(catalog, sites, Budget(budget, per_host or float("inf")), method, now)
    finally:
        catalog.close()
    appointments = planner.appointments(now, hours)
    if plot is not None:
        from thresher.cli.plan_plot import as_page

        plot.write_text(as_page(planner, sites, appointments, now, hours), encoding="utf-8")
    if as_json:
        typer.echo(json.dumps(_as_dict(planner, sites, appointments, now, hours), ensure_ascii=False))
        return
    for line in _told(planner, sites, appointments, now, hours):
        typer.echo(line)


def _as_dict(
    planner: "Planner", sites: Sequence[str], appointments: "Sequence[Appointment]", now: datetime, hours: float
) -> dict[str, Any]:
    return {
        "now": now.isoformat(timespec="seconds"),
        "budget": str(planner.standing(now)),
        "sites": {
            site: {
                "per_hour": [round(rate, 4) for rate in planner.forecast(site, now, hours).per_hour],
                "by_hour_of_day": [round(rate, 4) for rate in daily_trend(planner.forecast(site, now, WEEK_HOURS))],
                "basis": planner.forecast(site, now, hours).basis,
                "gone": site in planner.retired,
            }
            for site in sites
        },
        "appointments": [
            {
                "site": one.page,
                "moment": one.moment.isoformat(timespec="seconds"),
                "expected_items": round(one.expected_items, 2),
                "reason": one.reason,
            }
            for one in appointments
        ],
    }


def _told(
    planner: "Planner", sites: Sequence[str], appointments: "Sequence[Appointment]", now: datetime, hours: float
) -> list[str]:
    lines = [f"Budget: {planner.standing(now)}."]
    for site in sites:
        own = [one for one in appointments if one.page == site]
        forecast = planner.forecast(site, now, hours)
        total = sum(forecast.expected)
        lines += ["", site]
        if site in planner.retired:
            lines.append(
                "  gone, as its last answers said: no visit is planned; one by hand that is answered brings it back"
            )
            continue
        lines.append(f"  next {hours:g} hours   {bars(forecast.per_hour)}   {total:.1f} new items expected")
        trend = daily_trend(planner.forecast(site, now, WEEK_HOURS))
        lines.append(f"  by hour of day   {bars(trend)}   0 to 23 h UTC, mean of the coming week")
        if own:
            lines.append(f"  next visit {own[0].moment:%a %d %b %H:%M} UTC: {own[0].reason}")
            lines.append(f"  {len(own)} visits planned")
        else:
            lines.append(f"  no visit planned: {forecast.basis}")
    return lines


def daily_trend(forecast: "Forecast") -> list[float]:
    """Expected new items an hour, by the hour of the day in UTC."""
    found: list[list[float]] = [[] for _ in range(24)]
    for step, rate in enumerate(forecast.per_hour):
        found[(forecast.start + step * forecast.step).astimezone(UTC).hour].append(rate)
    return [sum(some) / len(some) if some else 0.0 for some in found]


def bars(values: Sequence[float]) -> str:
    """Numbers as a line of bars, the greatest as the highest.

    >>> bars([0, 1, 2])
    '▁▅█'
    """
    most = max(values, default=0.0)
    return "".join(BARS[min(7, int(8 * value / most)) if most > 0 else 0] for value in values)


def until(seconds: float | None, now: datetime) -> datetime | None:
    """The moment that is so many seconds away."""
    return now + timedelta(seconds=seconds) if seconds is not None else None
