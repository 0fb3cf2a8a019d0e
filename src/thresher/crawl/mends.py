"""What was mended of the applications of a collection's sites: in the catalog, and as files for people to read.

What no longer does anything for its site is retired (`retiring`): not used any more, but kept, with the reason.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

import yaml

from thresher.catalog import Catalog
from thresher.knowledge import ADAPTED
from thresher.page import host_of

if TYPE_CHECKING:
    from thresher.crawl.mender import Mended

SCHEMA = """
CREATE TABLE IF NOT EXISTS mends(
    number INTEGER PRIMARY KEY,
    root TEXT NOT NULL,              -- folder that the application lives in
    type TEXT NOT NULL,              -- application type that the level is laid over
    level TEXT NOT NULL,             -- JSON, as in a knowledge file
    failed TEXT NOT NULL,            -- what was read wrongly: BlogPost.author; by commas
    pages INTEGER NOT NULL,          -- on which it was proved, not counting those it was learned from
    before REAL NOT NULL,            -- share of the known objects that was read rightly there
    after REAL NOT NULL,
    time TEXT NOT NULL,
    visit INTEGER NOT NULL DEFAULT 1,          -- to the collection, in which it was made
    agent TEXT NOT NULL DEFAULT '',            -- user agent of that visit, if one was given: it may decide the template
    retired TEXT NOT NULL DEFAULT '',          -- when it was found to be of no use any more; empty while it serves
    retired_visit INTEGER NOT NULL DEFAULT 0,  -- in which visit
    reason TEXT NOT NULL DEFAULT ''            -- why
);
"""
_COLUMNS = ("root", "type", "level", "failed", "pages", "before", "after", "time", "number")
_LATER = {
    "visit": "INTEGER NOT NULL DEFAULT 1",
    "agent": "TEXT NOT NULL DEFAULT ''",
    "retired": "TEXT NOT NULL DEFAULT ''",
    "retired_visit": "INTEGER NOT NULL DEFAULT 0",
    "reason": "TEXT NOT NULL DEFAULT ''",
}
"""Columns that collections of earlier versions lack."""


@dataclass(frozen=True, slots=True)
class Kept:
    """One row."""

    root: str
    type_name: str
    level: dict[str, Any]
    failed: str
    pages: int
    before: float
    after: float
    time: str
    number: int = 0
    visit: int = 1
    agent: str = ""
    """User agent of that visit; empty for the program's own."""
    retired: str = ""
    """When; empty while it serves."""
    retired_visit: int = 0
    reason: str = ""

    @property
    def is_retired(self) -> bool:
        return bool(self.retired)


def add_retirement(catalog: Catalog) -> None:
    """Give collections of earlier versions the columns that tell whether a lesson still serves: all theirs do."""
    there = _columns(catalog)
    for name, kind in _LATER.items():
        if name not in there:
            catalog.execute(f"ALTER TABLE mends ADD COLUMN {name} {kind}")


def keep_mended(catalog: Catalog, mended: "Iterable[Mended]", time: datetime, visit: int = 1, agent: str = "") -> None:
    """Add to the catalog's open transaction."""
    rows = [
        (
            one.root, one.type_name, json.dumps(one.mend.level, ensure_ascii=False), ", ".join(one.mend.failed),
            one.mend.pages, one.mend.before, one.mend.after, time.isoformat(timespec="seconds"), visit, agent,
        )
        for one in mended
    ]  # fmt: skip
    names = "root, type, level, failed, pages, before, after, time, visit, agent"
    catalog.executemany(f"INSERT INTO mends({names}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)  # noqa: S608


def kept_mends(catalog: Catalog) -> list[Kept]:
    """All of them, the newest first: it is uppermost. Those that were retired are among them."""
    there = _columns(catalog)
    names = ", ".join((*_COLUMNS, *(name for name in _LATER if name in there)))
    rows = catalog.execute(f"SELECT {names} FROM mends ORDER BY number DESC")  # noqa: S608 -- our own words
    return [Kept(root, name, json.loads(level), *rest) for root, name, level, *rest in rows]


def mends_in_use(catalog: Catalog) -> list[Kept]:
    """Those that still serve, the newest first."""
    return [one for one in kept_mends(catalog) if not one.is_retired]


def keep_retired(catalog: Catalog, number: int, time: datetime, visit: int, reason: str) -> None:
    """Note in the catalog's open transaction that a lesson is not used any more."""
    sql = "UPDATE mends SET retired = ?, retired_visit = ?, reason = ? WHERE number = ?"
    catalog.execute(sql, (time.isoformat(timespec="seconds"), visit, reason, number))


def _columns(catalog: Catalog) -> set[str]:
    return {name for (name,) in catalog.execute("SELECT name FROM pragma_table_info('mends')")}


def by_site(kept: Iterable[Kept]) -> dict[tuple[str, str], list[Kept]]:
    """Those of each site and type, the newest first."""
    sites: defaultdict[tuple[str, str], list[Kept]] = defaultdict(list)
    for one in kept:
        sites[one.root, one.type_name].append(one)
    return dict(sites)


def as_yaml(root: str, type_name: str, kept: Sequence[Kept]) -> str:
    """A type for one site, with what it rests on, and what has been retired of it."""
    head = [f"# {type_name} as {root} has it: levels that were mended, laid over those of the type."]
    serving = [one for one in kept if not one.is_retired]
    head += [
        f"# {one.time}: on pages of the level {one.level['name']!r}, {one.failed} no longer fitted; of what was known, "
        f"{one.before:.0%} was read rightly before, {one.after:.0%} after, on {one.pages} other pages"
        for one in serving
    ]
    head += [
        f"# retired on {one.retired}: the level {one.level['name']!r} as it was mended on {one.time} ({one.failed}), "
        f"because {one.reason}"
        for one in kept
        if one.is_retired
    ]
    host = host_of(root)
    data: dict[str, Any] = {
        "type": name_of(root, type_name),
        "extends": type_name,
        "source": ADAPTED,
        "title": f"{type_name} at {host}",
        "detect": [f"url[@host='{host.partition(':')[0]}']"],
        "levels": [one.level for one in serving],
    }
    return "\n".join(head) + "\n" + yaml.safe_dump(data, sort_keys=False, allow_unicode=True, width=110)


def name_of(root: str, type_name: str) -> str:
    return f"{type_name}-{host_of(root)}".replace(":", "-")
