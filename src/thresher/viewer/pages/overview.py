"""What a collection is: its sites, what was found there, what it cost."""

import json
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from thresher.model import Outcome
from thresher.viewer.asking import path_number
from thresher.viewer.desk import Desk, desk_of
from thresher.viewer.pages.missing import missing
from thresher.viewer.pages.talks import talks_page
from thresher.viewer.plots import bars

MOST_SITES = 200
HAD = (Outcome.KEPT, Outcome.UNCHANGED, Outcome.REDIRECTED, Outcome.TRUNCATED)
"""Outcomes with which a page is there."""


def overview(request: Request) -> Response:
    """The whole collection."""
    desk = desk_of(request)
    ask = desk.library
    kinds = ask.rows(
        "SELECT type, sum(there) AS there, sum(edited) AS edited, sum(deleted) AS deleted FROM counts GROUP BY type "
        "ORDER BY there DESC"
    )
    captured = ask.row("SELECT coalesce(sum(captures), 0) AS captures, coalesce(sum(bytes), 0) AS bytes FROM captured")
    months = ask.rows("SELECT month, sum(written) AS written FROM months GROUP BY month ORDER BY month")
    days = ask.rows("SELECT day, sum(captures) AS captures FROM captured GROUP BY day ORDER BY day")
    return desk.page(
        request,
        "overview.html",
        kinds=kinds,
        captured=captured,
        people=ask.value("SELECT count(*) FROM people WHERE count > 0"),
        sites=sites_of(desk),
        outcomes=ask.rows("SELECT outcome, sum(count) AS count FROM asked GROUP BY outcome ORDER BY count DESC"),
        left=ask.rows(
            "SELECT reason, sum(count) AS count FROM left_alone GROUP BY reason ORDER BY count DESC LIMIT 12"
        ),
        requests=ask.value("SELECT sum(captures) FROM captured"),
        links_left=ask.value("SELECT sum(count) FROM left_alone"),
        coverage=_coverage(desk),
        visits=_visits(desk),
        written=bars([(row["month"], row["written"]) for row in months], "What people wrote, by month", "month"),
        grown=bars([(row["day"], row["captures"]) for row in days], "Captures, by day", "day"),
    )


def sites_of(desk: Desk) -> list[dict[str, Any]]:
    """Sites that something was captured of, with what was recognised there."""
    rows = desk.library.rows(
        "SELECT s.number, s.name, c.captures, c.bytes, coalesce(o.there, 0) AS objects FROM sites s "
        "JOIN (SELECT site, sum(captures) AS captures, sum(bytes) AS bytes FROM captured GROUP BY site) c "
        "ON c.site = s.number "
        "LEFT JOIN (SELECT site, sum(there) AS there FROM counts GROUP BY site) o ON o.site = s.number "
        "ORDER BY objects DESC, captures DESC LIMIT ?",
        (MOST_SITES,),
    )
    found, learned = applications(desk), _learned(desk)
    return [
        {
            **dict(row),
            "applications": found.get(row["name"], []),
            "is_learned": any(row["name"].replace(":", "-") in name for name in learned),
        }
        for row in rows
    ]


def _learned(desk: Desk) -> list[str]:
    """Files of knowledge that sites have taught themselves."""
    folder = desk.library.collection.knowledge
    return [path.stem for path in folder.glob("*.yaml")] if folder.is_dir() else []


def applications(desk: Desk) -> dict[str, list[dict[str, Any]]]:
    """What was recognised, by host."""
    found: dict[str, list[dict[str, Any]]] = {}
    if desk.library.has_table("applications"):
        for row in desk.library.rows("SELECT root, type, pages, leads FROM catalog.applications ORDER BY pages DESC"):
            host = row["root"].partition("://")[2].partition("/")[0]
            found.setdefault(host, []).append(dict(row))
    return found


def _coverage(desk: Desk) -> dict[str, float]:
    """Of the pages that were wanted, how many were had, of the last visit or the one under way."""
    rows = desk.library.rows("SELECT outcome, sum(count) AS count FROM asked WHERE kind = 'page' GROUP BY outcome")
    asked = {row["outcome"]: row["count"] for row in rows}
    waiting = desk.library.value("SELECT count(*) FROM (SELECT 1 FROM catalog.urls WHERE state = 0 LIMIT 1000000)")
    wanted = sum(asked.values()) + waiting
    had = sum(asked.get(outcome, 0) for outcome in HAD)
    return {"had": had, "wanted": wanted, "percent": 100 * had / wanted if wanted else 0, "waiting": waiting}


def _visits(desk: Desk) -> list[dict[str, Any]]:
    if not desk.library.has_table("visits"):
        return []
    rows = desk.library.rows("SELECT number, began, ended, command FROM catalog.visits ORDER BY number DESC LIMIT 20")
    return [dict(row) for row in rows]


def site(request: Request) -> Response:
    """One site."""
    desk = desk_of(request)
    ask, number = desk.library, path_number(request)
    row = ask.row("SELECT number, name FROM sites WHERE number = ?", (number,))
    if row is None:
        return missing(request, "There is no such site in this collection.")
    months = ask.rows("SELECT month, written FROM months WHERE site = ? ORDER BY month", (number,))
    left = ask.rows("SELECT reason, count, examples FROM left_alone WHERE site = ? ORDER BY count DESC", (number,))
    return desk.page(
        request,
        "site.html",
        site=row,
        applications=applications(desk).get(row["name"], []),
        kinds=ask.rows("SELECT type, there, edited, deleted FROM counts WHERE site = ? ORDER BY there DESC", (number,)),
        captured=ask.row(
            "SELECT coalesce(sum(captures), 0) AS captures, coalesce(sum(bytes), 0) AS bytes FROM captured "
            "WHERE site = ?",
            (number,),
        ),
        outcomes=ask.rows("SELECT kind, outcome, count FROM asked WHERE site = ? ORDER BY count DESC", (number,)),
        left=[{**dict(one), "examples": json.loads(one["examples"])[:3]} for one in left],
        written=bars([(one["month"], one["written"]) for one in months], "What people wrote, by month", "month"),
        people=ask.rows(
            "SELECT number, name, count FROM people WHERE site = ? AND count > 0 ORDER BY count DESC LIMIT 12",
            (number,),
        ),
        talks=talks_page(desk, site=number, most=15),
    )
