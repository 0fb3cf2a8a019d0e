"""What was mended of the applications of a collection's sites: in the catalog, and as files for people to read."""

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
    time TEXT NOT NULL
);
"""


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


def keep_mended(catalog: Catalog, mended: "Iterable[Mended]", time: datetime) -> None:
    """Add to the catalog's open transaction."""
    rows = [
        (
            one.root, one.type_name, json.dumps(one.mend.level, ensure_ascii=False), ", ".join(one.mend.failed),
            one.mend.pages, one.mend.before, one.mend.after, time.isoformat(timespec="seconds"),
        )
        for one in mended
    ]  # fmt: skip
    sql = "INSERT INTO mends(root, type, level, failed, pages, before, after, time) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
    catalog.executemany(sql, rows)


def kept_mends(catalog: Catalog) -> list[Kept]:
    """All of them, the newest first: it is uppermost."""
    rows = catalog.execute(
        "SELECT root, type, level, failed, pages, before, after, time FROM mends ORDER BY number DESC"
    )
    return [Kept(root, name, json.loads(level), *rest) for root, name, level, *rest in rows]


def by_site(kept: Iterable[Kept]) -> dict[tuple[str, str], list[Kept]]:
    """Those of each site and type, the newest first."""
    sites: defaultdict[tuple[str, str], list[Kept]] = defaultdict(list)
    for one in kept:
        sites[one.root, one.type_name].append(one)
    return dict(sites)


def as_yaml(root: str, type_name: str, kept: Sequence[Kept]) -> str:
    """A type for one site, with what it rests on."""
    head = [f"# {type_name} as {root} has it: levels that were mended, laid over those of the type."]
    head += [
        f"# {one.time}: on pages of the level {one.level['name']!r}, {one.failed} no longer fitted; of what was known, "
        f"{one.before:.0%} was read rightly before, {one.after:.0%} after, on {one.pages} other pages"
        for one in kept
    ]
    host = host_of(root)
    data: dict[str, Any] = {
        "type": name_of(root, type_name),
        "extends": type_name,
        "source": ADAPTED,
        "title": f"{type_name} at {host}",
        "detect": [f"url[@host='{host.partition(':')[0]}']"],
        "levels": [one.level for one in kept],
    }
    return "\n".join(head) + "\n" + yaml.safe_dump(data, sort_keys=False, allow_unicode=True, width=110)


def name_of(root: str, type_name: str) -> str:
    return f"{type_name}-{host_of(root)}".replace(":", "-")
