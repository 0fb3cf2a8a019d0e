"""Versions of a page out of a collection: its captures, what they show, and what became of its objects."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from pathlib import Path

from thresher.archive import CaptureRow, Collection, Keeper
from thresher.catalog import Catalog
from thresher.change import ObjectChange, ObjectChanges, PageVersion
from thresher.cli.reader import captures_in
from thresher.describe import withheld_in
from thresher.describe.changes import NOT_WRITTEN, edited_fields
from thresher.describe.content import CONTENT
from thresher.model import Capture, CrawlSettings, Resources
from thresher.model.errors import UsageError
from thresher.page import canonical, read_page, surt

TITLE, TEXT = CONTENT.index("title"), CONTENT.index("text")
SUGGESTED = 3
"""Addresses that are named when one is not there."""
MAX_TITLE = 60


@dataclass(frozen=True, slots=True)
class Kept:
    """One capture of the page; its payload is read when it is asked for."""

    row: CaptureRow
    original: CaptureRow
    """The capture that holds the payload: itself, or what a revisit record refers to."""

    @property
    def time(self) -> datetime:
        return self.row.time

    @property
    def status(self) -> int:
        """What the server answered; "not modified" is what it answered before."""
        return self.original.status if self.row.is_revisit else self.row.status

    @property
    def mime(self) -> str:
        return self.original.mime or "unknown type"


class VersionReader:
    """Captures of one page of a collection, and what the catalog says of its objects. Reads, and changes nothing."""

    def __init__(self, place: Collection, catalog: Catalog) -> None:
        self._catalog = catalog
        self._keeper = Keeper.to_read(place, catalog)
        self._hidden = withheld_in(catalog)
        self._settings = CrawlSettings(seeds=(), resources=Resources.NONE)

    def captures(self, url: str) -> list[Kept]:
        """All captures of an address, in any spelling that archives take for one, oldest first."""
        address = canonical(url) or canonical(f"https://{url}")
        if address is None:
            raise UsageError(f"'{url}' is not a web address.", "Give it whole: https://blog.example/a-post/")
        rows = self._keeper.captures.of(address)
        if not rows:
            raise UsageError(f"{url} is not in {self._catalog.path.parent}.", self._suggestion(address))
        why = {row.id: self._hidden.why_not_shown(row.url, row.date) for row in rows}
        shown = [row for row in rows if not why[row.id]]
        if not shown:
            raise UsageError(
                f"What was captured of {url} is withheld: {why[rows[-1].id]}",
                "`thresher withhold FOLDER --list` has more.",
            )
        return [Kept(row, self._keeper.captures.holder(row)) for row in shown]

    def page(self, kept: Kept) -> PageVersion | None:
        """What a capture shows; None if it is no page."""
        capture = self.capture(kept)
        page = read_page(capture, self._settings) if capture is not None and capture.payload else None
        return PageVersion.of(page, kept.time) if page is not None and page.tree is not None else None

    def capture(self, kept: Kept) -> Capture | None:
        return self._keeper.load(kept.original)

    def objects(self, url: str, before: Kept, now: Kept) -> ObjectChanges:
        """What became of the objects of a page between two of its captures, as the catalog has it."""
        if not self._has("objects"):
            return ObjectChanges()
        early, late = self._state(url, before), self._state(url, now)
        changes, texts, unchanged = [], [], 0
        for number, (identity, kind, content) in late.items():
            old = early.get(number)
            fields = edited_fields(old[2], content) if old is not None else ()
            texts.append(content[TEXT])
            if old is None or fields:
                change = "edited" if old is not None else "new"
                changes.append(ObjectChange(change, identity, kind, _name(content), fields))
            else:
                unchanged += 1
        for number, (identity, kind, content) in early.items():
            if number not in late:
                changes.append(ObjectChange("gone", identity, kind, _name(content)))
        return ObjectChanges(tuple(changes), unchanged, tuple(texts))

    def _state(self, url: str, kept: Kept) -> dict[int, tuple[str, str, tuple[str, ...]]]:
        """Objects of the page as the visit that made a capture knew them: number → id, type, content."""
        last_version, until = self._end_of_visit(kept)
        columns = ", ".join(f"v.{name}" for name in CONTENT)
        rows = self._catalog.execute(
            f"SELECT o.number, o.id, o.type, {columns} FROM objects o JOIN object_versions v ON v.object = o.number "  # noqa: S608
            "WHERE o.number IN (SELECT number FROM objects WHERE source_url = ?1 "
            "UNION SELECT object FROM object_versions WHERE source_url = ?1) "
            "AND v.number <= ?2 AND (o.deleted IS NULL OR o.deleted >= ?3) ORDER BY v.number",
            (url, last_version, until),
        )
        hidden = self._hidden.objects
        shown = (row for row in rows if row[0] not in hidden and row[2] not in NOT_WRITTEN)
        return {row[0]: (row[1], row[2], tuple(row[3:])) for row in shown}

    def _end_of_visit(self, kept: Kept) -> tuple[int, str]:
        """The last version of an object that was known when the visit of a capture ended, and when that was.

        Visits are told apart by numbers; a collection without them is told apart by time.
        """
        following = None
        if self._has("visits"):
            sql = "SELECT after_version, began FROM visits WHERE after_capture >= ? AND number > 1 ORDER BY number"
            following = self._catalog.execute(sql, (kept.row.id,)).fetchone()
        return (int(following[0]), str(following[1])) if following else (2**62, "9999")

    def _suggestion(self, address: str) -> str:
        """A hint with addresses that begin alike."""
        stem = surt(address)
        while len(stem) > 4:
            sql = "SELECT DISTINCT url FROM captures WHERE surt >= ? AND surt < ? AND kind = 'page' LIMIT ?"
            found = [url for (url,) in self._catalog.execute(sql, (stem, stem + "\U0010ffff", SUGGESTED))]
            if found:
                return f"It has, for example, {', '.join(found)}."
            stem = stem[: len(stem) * 2 // 3]
        return "Give the address as reports/ and indexes/ have it."

    def _has(self, table: str) -> bool:
        return self._catalog.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (table,)).fetchone() is not None


def _name(content: tuple[str, ...]) -> str:
    words = " ".join(islice((content[TITLE] or content[TEXT]).split(), 12))
    return words if len(words) <= MAX_TITLE else words[: MAX_TITLE - 1] + "…"


@contextmanager
def open_versions(folder: Path) -> Iterator[VersionReader]:
    """A collection, opened to look at the versions of its pages."""
    with captures_in(folder) as (place, catalog):
        yield VersionReader(place, catalog)
