"""Captures of one address: when, what came, and a way to see each as it was."""

from datetime import datetime
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from thresher.page import canonical
from thresher.viewer.asking import text_in
from thresher.viewer.desk import Desk, desk_of
from thresher.viewer.pages.missing import missing
from thresher.viewer.pages.talks import captures_of
from thresher.viewer.withheld import withheld_of

MOST = 500


def captures(request: Request) -> Response:
    """The list; the one nearest to a moment is marked."""
    desk = desk_of(request)
    url = text_in(request, "url", 4000)
    if not url:
        return missing(request, "Give an address: /captures?url=…")
    rows = captures_of(desk, canonical(url) or url, MOST)
    moment = _moment(text_in(request, "time", 40))
    nearest = min(rows, key=lambda row: abs(_moment(row["date"]) - moment))["id"] if rows and moment else 0
    return desk.page(
        request,
        "captures.html",
        url=url,
        captures=[_shown(row) for row in rows],
        nearest=nearest,
        objects=_read_from(desk, canonical(url) or url),
    )


def _read_from(desk: Desk, url: str) -> list[Any]:
    """What was read off the page at an address."""
    if not desk.library.has_table("objects"):
        return []
    hidden = withheld_of(desk).objects
    rows = desk.library.rows(
        "SELECT o.number, o.type, coalesce(nullif(v.title, ''), substr(v.text, 1, 80)) AS title FROM catalog.objects o "
        "JOIN catalog.object_versions v ON v.number = o.current WHERE o.source_url = ? "
        "ORDER BY o.page, o.place LIMIT 100",
        (url,),
    )
    return [row for row in rows if row["number"] not in hidden]


def _shown(row: dict[str, Any]) -> dict[str, Any]:
    """With what the server said, in words."""
    status = row["status"]
    if row["is_revisit"]:
        said = "the same as before"
    elif status < 300:
        said = "there"
    elif status < 400:
        said = "led elsewhere"
    else:
        said = "refused" if status < 500 else "trouble of the server"
    return {**row, "said": said}


def _moment(text: str) -> float:
    try:
        return datetime.fromisoformat(text).timestamp()
    except ValueError:
        return 0.0
