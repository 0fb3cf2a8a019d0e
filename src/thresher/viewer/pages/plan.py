"""When the sites will be visited next, and why."""

from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from thresher.catalog import open_catalog
from thresher.crawl.watch import planner_for, sites_of
from thresher.plan import Appointment, Budget
from thresher.viewer.desk import Desk, desk_of
from thresher.viewer.plots import bars

DAYS = 7
PER_DAY = 24.0
METHOD = "rhythm"
HOURS = 48
MOST_SITES = 50


@dataclass(frozen=True, slots=True)
class Outlook:
    """What is expected of one site."""

    site: str
    basis: str
    next_hours: Markup
    visits: tuple[Appointment, ...]


@dataclass(frozen=True, slots=True)
class Calendar:
    """All appointments of the coming days."""

    made: datetime
    standing: str
    sites: tuple[Outlook, ...]
    days: tuple[tuple[str, tuple[Appointment, ...]], ...]


def plan(request: Request) -> Response:
    """The page."""
    desk = desk_of(request)
    prepared = desk.prepared(calendar_of, 300)
    found = prepared.get()
    if found is None:
        return desk.page(request, "later.html", 503, what="The plan", trouble_in_it=prepared.trouble)
    kept = (
        desk.library.rows(
            "SELECT site, moment, reason, visit, new_items, failed FROM catalog.appointments "
            "ORDER BY number DESC LIMIT 50"
        )
        if desk.library.has_table("appointments")
        else []
    )
    return desk.page(request, "plan.html", calendar=found, kept=kept, per_day=PER_DAY)


def calendar_of(desk: Desk) -> Calendar:
    """The plan as `thresher watch` would make it now."""
    place = desk.library.collection
    sites = sites_of(place.read_settings())[:MOST_SITES]
    catalog = open_catalog(place.catalog, read_only=True)
    try:
        planner = planner_for(catalog, sites, Budget(PER_DAY), METHOD)
    finally:
        catalog.close()
    now = datetime.now(UTC)
    visits = planner.appointments(now, DAYS * 24.0)
    found = []
    for site in sites:
        forecast = planner.forecast(site, now, float(HOURS))
        hours = [(f"{hour} h from now", round(rate, 3)) for hour, rate in enumerate(forecast.per_hour)]
        chart = bars(hours, "New items expected in the next 48 hours", "hour") if sum(forecast.expected) else Markup("")
        found.append(Outlook(site, forecast.basis, chart, tuple(one for one in visits if one.page == site)))
    days = tuple((day, tuple(some)) for day, some in groupby(visits, key=lambda one: f"{one.moment:%A %d %B}"))
    return Calendar(now, str(planner.standing(now)), tuple(found), days)
