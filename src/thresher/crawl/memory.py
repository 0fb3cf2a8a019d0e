"""What the guide remembers of a site, in the catalog."""

import json
from collections.abc import Iterable, Sequence

from thresher.catalog import Catalog

SCHEMA = """
CREATE TABLE IF NOT EXISTS seen_lines(hash INTEGER PRIMARY KEY);
CREATE TABLE IF NOT EXISTS lessons(key TEXT PRIMARY KEY, numbers TEXT NOT NULL) WITHOUT ROWID;
"""

REMEMBERED = 50_000
"""Line hashes kept in memory: the boilerplate of a site, asked about on every page. 4 MB; then it begins anew."""


class CatalogMemory:
    """`guide.Memory` on SQLite: part of the same transactions as the frontier, so a crash forgets both or none."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._recent: set[int] = set()
        self._unwritten: set[int] = set()
        self._lessons: dict[str, tuple[int, ...]] = {
            key: tuple(json.loads(numbers)) for key, numbers in catalog.execute("SELECT key, numbers FROM lessons")
        }
        self._changed: set[str] = set()
        catalog.before_commit.append(self._write)

    def unseen(self, hashes: Sequence[int]) -> set[int]:
        """Those that no page of this collection had before."""
        asked = list(set(hashes) - self._recent)
        found: set[int] = set()
        for start in range(0, len(asked), 500):
            part = asked[start : start + 500]
            marks = ",".join("?" * len(part))
            rows = self._catalog.execute(f"SELECT hash FROM seen_lines WHERE hash IN ({marks})", part)  # noqa: S608
            found.update(row[0] for row in rows)
        self._recent |= found
        return set(asked) - found

    def remember(self, hashes: Iterable[int]) -> None:
        fresh = set(hashes) - self._recent
        self._unwritten |= fresh
        self._recent |= fresh

    def load(self, key: str) -> tuple[int, ...] | None:
        return self._lessons.get(key)

    def keys(self, prefix: str) -> Iterable[str]:
        return [key for key in self._lessons if key.startswith(prefix)]

    def save(self, key: str, numbers: tuple[int, ...]) -> None:
        self._lessons[key] = numbers
        self._changed.add(key)

    def _write(self) -> None:
        lines = [(number,) for number in sorted(self._unwritten)]
        self._unwritten.clear()
        self._catalog.executemany("INSERT OR IGNORE INTO seen_lines(hash) VALUES (?)", lines)
        if len(self._recent) > REMEMBERED:
            self._recent.clear()
        rows = [(key, json.dumps(self._lessons[key])) for key in sorted(self._changed)]
        self._changed.clear()
        if rows:
            self._catalog.executemany("INSERT OR REPLACE INTO lessons(key, numbers) VALUES (?, ?)", rows)
