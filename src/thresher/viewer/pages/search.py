"""Words in what people wrote: hits with their passages, and facets to narrow them."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from thresher.describe.search import AUTHOR_WEIGHT, BEGIN, END, SNIPPET_WORDS, TEXT_WEIGHT, TITLE_WEIGHT
from thresher.describe.wanted import parse_date
from thresher.describe.words import parse_words
from thresher.model.errors import UsageError
from thresher.viewer.asking import number_in, page_in, text_in, turns, with_changes
from thresher.viewer.desk import Desk, desk_of
from thresher.viewer.withheld import as_shown, withheld_of

MOST_HITS = 5_000
"""That are looked through, the newest first: facets and the order are theirs."""
MOST_RANKED = 1_500
"""Hits that are put in order by how well they fit; of more than that the newest come first. To tell how telling a word
is, all texts that have it must be gone through.
"""
SHOWN = 20
FACETS = 12


@dataclass(frozen=True, slots=True)
class Narrowed:
    """What a hit must be, beside having the words."""

    site: int
    type: str
    person: int
    since: str
    until: str

    def fits(self, row: Any) -> bool:
        published = row["published"].replace(" ", "T")
        return (
            (not self.site or row["site"] == self.site)
            and (not self.type or row["type"] == self.type)
            and (not self.person or row["person"] == self.person)
            and (not self.since or published >= self.since)
            and (not self.until or (bool(published) and published[: len(self.until)] <= self.until))
        )


def search(request: Request) -> Response:
    """The page."""
    desk = desk_of(request)
    words = text_in(request, "q")
    trouble = ""
    try:
        since, until = (parse_date(text_in(request, name, 30), name) for name in ("since", "until"))
    except UsageError as error:
        since = until = ""
        trouble = f"{error.sentence} {error.hint}"
    narrowed = Narrowed(
        number_in(request, "site"), text_in(request, "type", 40), number_in(request, "person"), since, until
    )
    question = parse_words(words)
    data: dict[str, Any] = {"words": words, "trouble_in_dates": trouble, "since": since, "until": until}
    if question.is_empty or not desk.library.has_table("object_words"):
        return desk.page(request, "search.html", hits=None, facets=[], **data)
    page = page_in(request, 1000)
    rows = _candidates(desk, question.as_fts())
    fitting = [row for row in rows if narrowed.fits(row)]
    is_ranked = len(rows) <= MOST_RANKED
    chosen = _ranked(desk, question.as_fts(), fitting) if is_ranked else _newest(fitting)
    some = chosen[(page - 1) * SHOWN : page * SHOWN]
    return desk.page(
        request,
        "search.html",
        hits=_hits(desk, question.as_fts(), some),
        count=len(fitting),
        is_cut=len(rows) == MOST_HITS,
        is_ranked=is_ranked,
        facets=_facets(desk, request, fitting, narrowed),
        **turns(request, page, page * SHOWN < len(chosen)),
        **data,
    )


def _candidates(desk: Desk, fts: str) -> list[Any]:
    return desk.library.rows(
        "SELECT t.number, t.current, t.site, t.type, t.person, t.published FROM "
        "(SELECT rowid FROM catalog.object_words WHERE object_words MATCH ? ORDER BY rowid DESC LIMIT ?) w "
        "JOIN things t ON t.current = w.rowid AND t.is_deleted = 0",
        (fts, MOST_HITS),
    )


def _newest(rows: list[Any]) -> list[int]:
    """Rows of versions, the newest first."""
    newest = sorted(rows, key=lambda row: (row["published"], row["current"]), reverse=True)
    return [row["current"] for row in newest]


def _ranked(desk: Desk, fts: str, rows: list[Any]) -> list[int]:
    """Rows of versions, those that fit best first."""
    wanted = {row["current"] for row in rows}
    if not wanted:
        return []
    ranked = desk.library.rows(
        "SELECT rowid FROM catalog.object_words WHERE object_words MATCH ? ORDER BY "  # noqa: S608 -- our own numbers
        f"bm25(object_words, {TITLE_WEIGHT}, {AUTHOR_WEIGHT}, {TEXT_WEIGHT}) LIMIT ?",
        (fts, MOST_HITS),
    )
    return [row["rowid"] for row in ranked if row["rowid"] in wanted]


def _hits(desk: Desk, fts: str, versions: list[int]) -> list[Any]:
    marks = ", ".join("?" * len(versions))
    rows = (
        desk.library.rows(
            "SELECT w.rowid AS current, t.number, t.type, v.published, v.author, t.person, s.name AS site_name, "  # noqa: S608
            "v.title, o.container, o.container_title, o.version, "
            f"snippet(object_words, 2, '{BEGIN}', '{END}', '…', {SNIPPET_WORDS}) AS passage "
            "FROM catalog.object_words w JOIN things t ON t.current = w.rowid JOIN sites s ON s.number = t.site "
            "JOIN catalog.objects o ON o.number = t.number JOIN catalog.object_versions v ON v.number = w.rowid "
            f"WHERE object_words MATCH ? AND w.rowid IN ({marks})",
            (fts, *versions),
        )
        if versions
        else []
    )
    hidden = withheld_of(desk)
    shown = (as_shown(row, hidden) for row in rows if row["number"] not in hidden.objects)
    by_version = {row["current"]: {**row, "title": row["title"] or row["container_title"]} for row in shown}
    return [by_version[version] for version in versions if version in by_version]


def _facets(desk: Desk, request: Request, rows: list[Any], narrowed: Narrowed) -> list[dict[str, Any]]:
    """Ways to narrow what was found, and to widen it again."""

    def names(table: str, numbers: Iterable[int]) -> dict[int, str]:
        wanted = list(numbers)
        marks = ", ".join("?" * len(wanted))
        found = desk.library.rows(f"SELECT number, name FROM {table} WHERE number IN ({marks})", wanted)  # noqa: S608
        return {row["number"]: row["name"] for row in found}

    def facet(title: str, key: str, of: Callable[[Any], Any], chosen: Any, table: str = "") -> dict[str, Any]:
        counts = Counter(value for row in rows if (value := of(row)))
        most = counts.most_common(FACETS)
        shown = names(table, (value for value, _ in most)) if table else {}
        entries = [
            {
                "name": shown.get(value, value),
                "count": count,
                "is_chosen": value == chosen,
                "link": with_changes(request, page=None, **{key: None if value == chosen else value}),
            }
            for value, count in most
        ]
        return {"title": title, "entries": entries}

    year = narrowed.since[:4] if narrowed.since == narrowed.until else ""
    facets = [
        facet("Site", "site", lambda row: row["site"], narrowed.site, "sites"),
        facet("Kind", "type", lambda row: row["type"], narrowed.type),
        facet("Author", "person", lambda row: row["person"], narrowed.person, "people"),
        facet("Year", "year", lambda row: row["published"][:4], year),
    ]
    for entry in facets[-1]["entries"]:
        entry["name"], chosen = str(entry["name"]), entry["is_chosen"]
        years = {"since": None, "until": None} if chosen else {"since": entry["name"], "until": entry["name"]}
        entry["link"] = with_changes(request, page=None, year=None, **years)
    return [one for one in facets if one["entries"]]
