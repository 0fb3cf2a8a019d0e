"""What the guide remembers of a site, in the catalog."""

import json
from collections import OrderedDict
from collections.abc import Iterable, Sequence

from thresher.catalog import Catalog

SCHEMA = """
CREATE TABLE IF NOT EXISTS seen_lines(hash INTEGER PRIMARY KEY);
CREATE TABLE IF NOT EXISTS lessons(key TEXT PRIMARY KEY, numbers TEXT NOT NULL) WITHOUT ROWID;
"""

REMEMBERED = 20_000
"""Line hashes kept in memory: the boilerplate of a site, asked about on every page."""


class CatalogMemory:
    """`guide.Memory` on SQLite: part of the same transactions as the frontier, so a crash forgets both or none."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._recent: OrderedDict[int, None] = OrderedDict()
        self._lessons: dict[str, tuple[int, ...]] = {
            key: tuple(json.loads(numbers)) for key, numbers in catalog.execute("SELECT key, numbers FROM lessons")
        }
        self._changed: set[str] = set()

    def unseen(self, hashes: Sequence[int]) -> set[int]:
        """Those that no page of this collection had before."""
        asked = [number for number in dict.fromkeys(hashes) if number not in self._recent]
        found: set[int] = set()
        for start in range(0, len(asked), 500):
            part = asked[start : start + 500]
            marks = ",".join("?" * len(part))
            rows = self._catalog.execute(f"SELECT hash FROM seen_lines WHERE hash IN ({marks})", part)  # noqa: S608
            found.update(row[0] for row in rows)
        for number in found:
            self._keep(number)
        return {number for number in asked if number not in found}

    def remember(self, hashes: Iterable[int]) -> None:
        fresh = [number for number in hashes if number not in self._recent]
        self._catalog.executemany("INSERT OR IGNORE INTO seen_lines(hash) VALUES (?)", [(n,) for n in fresh])
        for number in fresh:
            self._keep(number)

    def load(self, key: str) -> tuple[int, ...] | None:
        return self._lessons.get(key)

    def save(self, key: str, numbers: tuple[int, ...]) -> None:
        self._lessons[key] = numbers
        self._changed.add(key)

    def flush(self) -> None:
        """Write lessons that changed; called before each commit."""
        rows = [(key, json.dumps(self._lessons[key])) for key in sorted(self._changed)]
        self._changed.clear()
        if rows:
            self._catalog.executemany("INSERT OR REPLACE INTO lessons(key, numbers) VALUES (?, ?)", rows)

    def _keep(self, number: int) -> None:
        self._recent[number] = None
        if len(self._recent) > REMEMBERED:
            self._recent.popitem(last=False)
