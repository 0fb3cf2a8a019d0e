"""Threads and posts as people read them: lists of them, and one whole with all that was said there."""

from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from thresher.page import surt
from thresher.viewer.asking import PAGE_SIZE, number_in, page_in, path_number, turns
from thresher.viewer.desk import Desk, desk_of
from thresher.viewer.digest import key_of
from thresher.viewer.pages.missing import missing
from thresher.viewer.withheld import as_shown, withheld_of

REPLIES = 100
"""Of one talk on a page: most threads are whole, and none is too long for a browser."""
OPENING = 280
"""Characters of a text in a list."""

_THING = (
    "SELECT o.number, o.id, o.type, o.url, o.container, o.container_title, o.version, o.deleted, o.first_seen, "
    "o.source_url, o.source_time, v.title, v.author, v.author_url, v.published, v.modified, v.text, v.tags, v.rule, "
    "v.confidence, t.site, t.person, t.container AS container_number, s.name AS site_name "
    "FROM catalog.objects o JOIN catalog.object_versions v ON v.number = o.current "
    "JOIN things t ON t.number = o.number JOIN sites s ON s.number = t.site "
)


@dataclass(frozen=True, slots=True)
class Listed:
    """Some rows of a list, and whether there are more."""

    rows: list[dict[str, Any]]
    has_more: bool


def talks_page(desk: Desk, *, site: int = 0, order: str = "last", skip: int = 0, most: int = PAGE_SIZE) -> Listed:
    """Talks, the newest or the longest first."""
    by = "replies DESC" if order == "replies" else "last DESC"
    where = "WHERE k.site = ?" if site else ""
    rows = desk.library.rows(
        # The order is settled within the digest, so that titles are looked up for one page of the list alone.
        "SELECT k.*, o.url, o.version, v.title, v.author, v.published, substr(v.text, 1, ?) AS opening, "  # noqa: S608
        "s.name AS site_name "
        f"FROM (SELECT k.* FROM talks k {where} ORDER BY k.{by}, k.number LIMIT ? OFFSET ?) k "
        "JOIN catalog.objects o ON o.number = k.number JOIN catalog.object_versions v ON v.number = o.current "
        f"JOIN sites s ON s.number = k.site ORDER BY k.{by}, k.number",
        (OPENING, *([site] if site else []), most + 1, skip),
    )
    hidden = withheld_of(desk).objects
    return Listed([dict(row) for row in rows[:most] if row["number"] not in hidden], len(rows) > most)


def talks(request: Request) -> Response:
    """The list."""
    desk = desk_of(request)
    site, page = number_in(request, "site"), page_in(request)
    order = "replies" if request.query_params.get("order") == "replies" else "last"
    found = talks_page(desk, site=site, order=order, skip=(page - 1) * PAGE_SIZE)
    total = desk.library.value(
        "SELECT sum(there) FROM counts WHERE type IN ('Thread', 'BlogPost', 'NewsArticle', 'WikiArticle', 'Question', "
        "'MicroblogPost') AND (site = ? OR ? = 0)",
        (site, site),
    )
    return desk.page(
        request,
        "talks.html",
        talks=found,
        total=total,
        order=order,
        site=desk.library.row("SELECT number, name FROM sites WHERE number = ?", (site,)) if site else None,
        sites=desk.library.rows(
            "SELECT DISTINCT s.number, s.name FROM sites s JOIN counts c ON c.site = s.number LIMIT 200"
        ),
        **turns(request, page, found.has_more),
    )


def talk(request: Request) -> Response:
    """One thread or post whole, with what was said to it."""
    desk = desk_of(request)
    ask, number = desk.library, path_number(request)
    row = ask.row(_THING + "WHERE o.number = ?", (number,))
    if row is None:
        return missing(request, "There is nothing of that number in this collection.")
    if row["container_number"]:
        return RedirectResponse(_place_of(desk, row["container_number"], number), 303)
    total = ask.value("SELECT count(*) FROM things WHERE container = ? AND container > 0", (number,))
    page = page_in(request, 100_000)
    replies = ask.rows(
        _THING + "WHERE o.container = ? ORDER BY o.page, o.place, o.number LIMIT ? OFFSET ?",
        (row["id"], REPLIES, (page - 1) * REPLIES),
    )
    pages = max(1, -(-total // REPLIES))
    hidden = withheld_of(desk)
    return desk.page(
        request,
        "talk.html",
        talk=as_shown(row, hidden),
        replies=[as_shown(reply, hidden) for reply in replies],
        total=total,
        first=(page - 1) * REPLIES + 1,
        pages=pages,
        **turns(request, page, page < pages),
        captures=captures_of(desk, row["source_url"]),
    )


def captures_of(desk: Desk, url: str, most: int = 30) -> list[dict[str, Any]]:
    """Captures of an address, the newest first."""
    rows = desk.library.rows(
        "SELECT c.id, c.url, c.date, c.status, c.mime, c.length, c.is_revisit FROM places p "
        "JOIN catalog.captures c ON c.id = p.capture WHERE p.key = ? AND c.surt = ? ORDER BY p.capture DESC LIMIT ?",
        (key_of(surt(url)), surt(url), most),
    )
    hidden = withheld_of(desk)
    return [{**dict(row), "withheld": hidden.why_not_shown(row["url"], row["date"])} for row in rows]


def _place_of(desk: Desk, container: int, number: int) -> str:
    """Where in its talk something stands."""
    own = desk.library.row("SELECT container, page, place FROM catalog.objects WHERE number = ?", (number,))
    before = (
        desk.library.value(
            "SELECT count(*) FROM catalog.objects WHERE container = ? AND (page, place, number) < (?, ?, ?)",
            (own["container"], own["page"], own["place"], number),
        )
        if own is not None
        else 0
    )
    page = before // REPLIES + 1
    return f"/talks/{container}" + (f"?page={page}" if page > 1 else "") + f"#o{number}"
