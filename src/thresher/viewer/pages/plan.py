"""When the sites will be visited next, and why."""

import json
import subprocess
import sys
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from thresher.viewer.desk import Desk, desk_of
from thresher.viewer.plots import bars

DAYS = 7
HOURS = 48
PER_DAY = 24
MOST_SITES = 50
SECONDS = 600.0
"""For the plan to be made."""


@dataclass(frozen=True, slots=True)
class Visit:
    """One appointment."""

    site: str
    moment: datetime
    reason: str


@dataclass(frozen=True, slots=True)
class Outlook:
    """What is expected of one site."""

    site: str
    basis: str
    next_hours: Markup
    visits: tuple[Visit, ...]


@dataclass(frozen=True, slots=True)
class Calendar:
    """All appointments of the coming days."""

    standing: str
    sites: tuple[Outlook, ...]
    days: tuple[tuple[str, tuple[Visit, ...]], ...]


def plan(request: Request) -> Response:
    """The page."""
    desk = desk_of(request)
    prepared = desk.prepared(calendar_of, 900)
    found = prepared.get()
    if found is None:
        return desk.page(request, "later.html", 202, what="The plan", trouble_in_it=prepared.trouble)
    kept = []
    if desk.library.has_table("appointments"):
        kept = desk.library.rows(
            "SELECT site, moment, reason, visit, new_items, failed FROM catalog.appointments "
            "ORDER BY number DESC LIMIT 50"
        )
    return desk.page(request, "plan.html", calendar=found, kept=kept, per_day=PER_DAY)


def calendar_of(desk: Desk) -> Calendar:
    """The plan as `thresher plan` makes it, in a process of its own: of a large collection it takes a while."""
    command = [sys.executable, "-m", "thresher", "plan", str(desk.root), "--json"]
    command += ["--hours", str(DAYS * 24), "--budget", str(PER_DAY)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)  # noqa: S603 -- ourselves
    if done.returncode:
        raise RuntimeError(" ".join(done.stderr.split())[:300])
    return _calendar(json.loads(done.stdout))


def _calendar(told: dict[str, Any]) -> Calendar:
    visits = tuple(
        Visit(one["site"], datetime.fromisoformat(one["moment"]), one["reason"]) for one in told["appointments"]
    )
    sites = []
    for site, known in list(told["sites"].items())[:MOST_SITES]:
        hours = [(f"{hour} h from now", rate) for hour, rate in enumerate(known["per_hour"][:HOURS])]
        chart = bars(hours, "New items expected in the next 48 hours", "hour") if any(known["per_hour"]) else Markup("")
        sites.append(Outlook(site, known["basis"], chart, tuple(one for one in visits if one.site == site)))
    days = tuple((day, tuple(some)) for day, some in groupby(visits, key=lambda one: f"{one.moment:%A %d %B}"))
    return Calendar(told["budget"], tuple(sites), days)
