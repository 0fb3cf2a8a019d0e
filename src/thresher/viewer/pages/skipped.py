"""Links that were left alone: for which reasons, and which ones."""

import json
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from thresher.viewer.asking import number_in, text_in, with_changes
from thresher.viewer.desk import desk_of


def skipped(request: Request) -> Response:
    """All reasons with some links each, or one reason."""
    desk = desk_of(request)
    site, reason = number_in(request, "site"), text_in(request, "reason", 200)
    rows = desk.library.rows(
        "SELECT l.site, s.name AS site_name, l.reason, l.count, l.examples FROM left_alone l "
        "JOIN sites s ON s.number = l.site WHERE (l.site = ? OR ? = 0) ORDER BY l.count DESC LIMIT 500",
        (site, site),
    )
    totals: dict[str, int] = {}
    for row in rows:
        totals[row["reason"]] = totals.get(row["reason"], 0) + row["count"]
    shown = [row for row in rows if row["reason"] == reason] if reason else []
    return desk.page(
        request,
        "skipped.html",
        reasons=[
            {"name": name, "count": count, "link": with_changes(request, reason=name)}
            for name, count in sorted(totals.items(), key=lambda entry: -entry[1])
        ],
        reason=reason,
        site=desk.library.row("SELECT number, name FROM sites WHERE number = ?", (site,)) if site else None,
        shown=[_links(row) for row in shown],
    )


def _links(row: Any) -> dict[str, Any]:
    links = [{"url": url, "detail": detail, "via": via} for url, detail, via in json.loads(row["examples"])]
    return {"site": row["site_name"], "count": row["count"], "links": links}
