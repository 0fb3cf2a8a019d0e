"""What is in the archive and is not shown: objects and captures that somebody withholds, each with the reason.

The bytes in the WARC files stay, and so do the rows of the catalog; whoever reads objects asks `withheld_in` first. An
object is withheld by its id, or with the captures that its current version is known from, if all of them are withheld.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from thresher.catalog import Catalog
from thresher.describe.known import moment

SCHEMA = """
CREATE TABLE IF NOT EXISTS withheld(
    target TEXT NOT NULL,            -- id of an object, or address of captures
    kind TEXT NOT NULL,              -- object, capture
    reason TEXT NOT NULL,
    time TEXT NOT NULL,              -- when it was withheld
    moment TEXT NOT NULL DEFAULT '', -- of captures: the one of that moment alone; empty: all, and those to come
    PRIMARY KEY (target, kind, moment)
) WITHOUT ROWID;
"""

NOTED = "withheld objects noted"
"""Catalog note: numbers of the objects that what is derived (triples, the viewer's digest) was told to leave out."""

Ask = Callable[[str], Iterable[Any]]
"""Rows of an answer to SQL."""

_BY_ID = (
    "SELECT o.number, o.id, w.reason FROM withheld w CROSS JOIN objects o ON o.id = w.target WHERE w.kind = 'object'"
)
# The last capture of the page that shows the object, and the first that showed its current version: both are withheld.
# CROSS JOIN keeps SQLite from going through a million objects rather than through a few rows.
_BY_CAPTURE = (
    "SELECT o.number, o.id, w.reason FROM withheld w CROSS JOIN objects o ON o.source_url = w.target "
    "AND w.moment IN ('', o.source_time) CROSS JOIN object_versions v ON v.number = o.current WHERE w.kind = 'capture' "
    "AND EXISTS (SELECT 1 FROM withheld x WHERE x.kind = 'capture' AND x.target = v.source_url "
    "AND x.moment IN ('', v.source_time))"
)


class WithheldKind(StrEnum):
    """What a row is about."""

    OBJECT = "object"
    CAPTURE = "capture"


@dataclass(frozen=True, slots=True)
class Entry:
    """One row."""

    target: str
    kind: WithheldKind
    reason: str
    time: str
    moment: str = ""

    def as_dict(self) -> dict[str, str]:
        names = ("kind", "target", "moment", "reason", "time")
        return {name: str(getattr(self, name)) for name in names if getattr(self, name)}


@dataclass(frozen=True, slots=True)
class Withheld:
    """All that is withheld, ready to be asked. Nothing is, mostly."""

    objects: dict[int, str] = field(default_factory=dict)
    """Number of each withheld object, and the reason."""
    ids: frozenset[str] = frozenset()
    captures: dict[tuple[str, str], str] = field(default_factory=dict)
    """Address and moment, which is empty for all captures of an address, and the reason."""
    pages: dict[str, str] = field(default_factory=dict)
    """Addresses of pages that show an object which is withheld by its id, and the reason."""

    def hides_version(self, url: str, time: str) -> bool:
        """Whether a version that is no longer the current one is known from a withheld capture."""
        return bool(self.captures) and ((url, "") in self.captures or (url, time) in self.captures)

    def why_not_shown(self, url: str, date: str) -> str:
        """Why a capture must not be shown; empty if it may be. A page that shows a withheld object must not, either."""
        if not self.captures and not self.pages:
            return ""
        time = _second(date)
        return self.captures.get((url, "")) or self.captures.get((url, time)) or self.pages.get(url, "")

    def as_numbers(self) -> str:
        """Numbers of the withheld objects, for `json_each` in SQL."""
        return json.dumps(sorted(self.objects))


def withheld_in(catalog: Catalog) -> Withheld:
    """What is withheld in a collection; those of earlier versions have not even the table."""
    return read_withheld(catalog.execute)


def read_withheld(ask: Ask) -> Withheld:
    """The same for any connection on which a catalog answers."""
    if not list(ask("SELECT name FROM pragma_table_list WHERE name = 'withheld'")):
        return Withheld()
    captures = {
        (row[0], row[1]): row[2] for row in ask("SELECT target, moment, reason FROM withheld WHERE kind = 'capture'")
    }
    named = list(ask(_BY_ID)) if _has_objects(ask) else []
    rows = named + (list(ask(_BY_CAPTURE)) if captures and _has_objects(ask) else [])
    reasons = {row[0]: row[2] for row in named}
    return Withheld(
        {row[0]: row[2] for row in reversed(rows)},
        frozenset(row[1] for row in rows),
        captures,
        _pages_of(ask, reasons),
    )


def entries(catalog: Catalog) -> list[Entry]:
    """All rows, the oldest first."""
    if catalog.execute("SELECT 1 FROM sqlite_master WHERE name = 'withheld'").fetchone() is None:
        return []
    rows = catalog.execute("SELECT target, kind, reason, time, moment FROM withheld ORDER BY time, target, moment")
    return [Entry(target, WithheldKind(kind), *rest) for target, kind, *rest in rows]


def withhold(catalog: Catalog, rows: Iterable[Entry]) -> int:
    """Add to the catalog's open transaction; how many objects are not shown any more."""
    values = [(one.target, one.kind.value, one.reason, one.time, one.moment) for one in rows]
    sql = "INSERT OR REPLACE INTO withheld(target, kind, reason, time, moment) VALUES (?, ?, ?, ?, ?)"
    catalog.executemany(sql, values)
    return note_withheld(catalog)


def show_again(catalog: Catalog, targets: Iterable[str], kind: WithheldKind, moment: str = "") -> tuple[int, int]:
    """Take rows away in the open transaction: how many there were, and how many objects are shown again.

    Without a moment, all rows of the targets go.
    """
    count = 0
    for target in targets:
        sql = "DELETE FROM withheld WHERE target = ? AND kind = ? AND ? IN ('', moment)"
        count += catalog.execute(sql, (target, kind.value, moment)).rowcount
    return count, note_withheld(catalog)


def carry_withheld(catalog: Catalog, renamed: Mapping[int, int]) -> None:
    """Withhold objects that have another id now (earlier number → present one) as they were under the earlier one."""
    hidden = withheld_in(catalog).objects
    for before, now in renamed.items() if hidden else ():
        if before in hidden:
            catalog.execute(
                "INSERT OR IGNORE INTO withheld(target, kind, reason, time) SELECT n.id, w.kind, w.reason, w.time "
                "FROM objects n, objects b JOIN withheld w ON w.target = b.id AND w.kind = 'object' "
                "WHERE n.number = ? AND b.number = ?",
                (now, before),
            )


def note_withheld(catalog: Catalog) -> int:
    """Bump `changed` of all objects that are withheld now and were not, or the other way round, so that what is derived
    catches up; how many these are. After a crawl, too: it may have met an object on a page that is not withheld.
    """
    before = set(json.loads(catalog.get_meta(NOTED, "[]")))
    now = set(withheld_in(catalog).objects)
    if before == now:
        return 0
    (top,) = catalog.execute("SELECT coalesce(max(changed), 0) FROM objects").fetchone()
    sql = "UPDATE objects SET changed = ? WHERE number IN (SELECT value FROM json_each(?))"
    catalog.execute(sql, (top + 1, json.dumps(sorted(before ^ now))))
    catalog.set_meta(NOTED, json.dumps(sorted(now)))
    return len(before ^ now)


def _has_objects(ask: Ask) -> bool:
    return bool(list(ask("SELECT name FROM pragma_table_list WHERE name = 'objects'")))


def _pages_of(ask: Ask, reasons: dict[int, str]) -> dict[str, str]:
    if not reasons:
        return {}
    numbers = ", ".join(str(int(number)) for number in reasons)
    rows = ask(
        f"SELECT source_url, number FROM objects WHERE number IN ({numbers}) "  # noqa: S608 -- whole numbers
        f"UNION SELECT source_url, object FROM object_versions WHERE object IN ({numbers})"
    )
    return {row[0]: reasons[row[1]] for row in rows}


def _second(date: str) -> str:
    try:
        return moment(datetime.fromisoformat(date))
    except ValueError:
        return date
