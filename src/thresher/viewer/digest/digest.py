"""Making the digest, and catching up with a catalog that grows."""

import json
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from thresher.catalog import Catalog, open_catalog
from thresher.describe import withheld_in
from thresher.frontier import State
from thresher.viewer.digest.tables import FORMAT, SCHEMA, TALKS, WITHHELD

PORTION = 20_000
FEED_TYPES = ("rss", "atom", "rdf+xml", "feed+json")
"""What feeds are sent as; those that are sent as something else were asked for as feeds."""
EXAMPLES = 40
"""Addresses that are kept of each reason for which links were left."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a digest is."""

    what: str
    done: int
    of: int


Tell = Callable[[Progress], None]


class Digest:
    """The digest of one collection. One connection, so of one thread."""

    def __init__(self, path: Path, catalog: Path) -> None:
        """Opened or made at `path`; `catalog` is only read."""
        self._source = catalog
        self._connection = _open(path)
        self._sites: dict[str, int] = dict(self._connection.execute("SELECT name, number FROM sites"))
        self._people: dict[tuple[int, str], int] = {}

    def close(self) -> None:
        self._connection.close()

    def catch_up(self, tell: Tell = lambda _: None) -> bool:
        """Read what has changed since the last time; whether anything had."""
        catalog = open_catalog(self._source, read_only=True)
        try:
            touched = self._read_objects(catalog, tell)
            has_captures = self._read_captures(catalog, tell)
            if touched:
                tell(Progress("counting", 0, 1))
                self._count(touched)
            if has_captures:
                self._read_addresses(catalog, tell)
                self._find_reasons(catalog)
        finally:
            catalog.close()
        return bool(touched) or has_captures

    def _read_objects(self, catalog: Catalog, tell: Tell) -> set[int]:
        """New and changed objects; the sites that they are of."""
        if not catalog.execute("SELECT 1 FROM sqlite_master WHERE name = 'objects'").fetchone():
            return set()
        after = self._mark("changed")
        last, count = catalog.execute(
            "SELECT max(changed), count(*) FROM objects WHERE changed > ?", (after,)
        ).fetchone()
        touched: set[int] = set()
        hidden = withheld_in(catalog).objects
        rows = catalog.execute(
            "SELECT o.number, o.type, c.number, v.author, v.author_url, v.published, o.version, o.deleted, "
            "o.source_url, o.current "
            "FROM objects o JOIN object_versions v ON v.number = o.current "
            "LEFT JOIN objects c ON c.id = o.container AND o.container <> '' "
            "WHERE o.changed > ? AND o.changed <= ? ORDER BY o.changed",
            (after, last or 0),
        )
        done = 0
        while portion := rows.fetchmany(PORTION):
            with self._connection:
                things = [self._thing(*(_hidden(row) if row[0] in hidden else row)) for row in portion]
                self._connection.executemany("INSERT OR REPLACE INTO things VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", things)
            touched.update(thing[1] for thing in things)
            done += len(portion)
            tell(Progress("objects", done, count))
        if last:
            with self._connection:
                self._set_mark("changed", last)
        return touched

    def _thing(
        self,
        number: int,
        kind: str,
        container: int | None,
        author: str,
        author_url: str,
        published: str,
        version: int,
        deleted: str | int | None,
        source_url: str,
        current: int,
    ) -> tuple[int, int, str, int, int, str, int, int, int]:
        site = self._site(source_url)
        person = self._person(site, author, author_url) if author else 0
        is_deleted = deleted if isinstance(deleted, int) else int(deleted is not None)
        return number, site, kind, container or 0, person, published, version, is_deleted, current

    def _site(self, url: str) -> int:
        name = urlsplit(url).netloc
        found = self._sites.get(name)
        if found is None:
            found = self._sites[name] = len(self._sites) + 1
            self._connection.execute("INSERT OR IGNORE INTO sites VALUES (?, ?)", (found, name))
        return found

    def _person(self, site: int, name: str, url: str) -> int:
        key = (site, name)
        found = self._people.get(key)
        if found is None:
            sql = (
                "INSERT INTO people(site, name, url) VALUES (?, ?, ?) "
                "ON CONFLICT DO UPDATE SET name = name RETURNING number"
            )
            found = self._people[key] = int(self._connection.execute(sql, (site, name, url)).fetchone()[0])
        return found

    def _count(self, touched: Iterable[int]) -> None:
        """Count anew what has changed, a site at a time."""
        kinds = ", ".join(f"'{kind}'" for kind in TALKS)
        with self._connection as db:
            for site in touched:
                db.execute("DELETE FROM counts WHERE site = ?", (site,))
                db.execute(
                    "INSERT INTO counts SELECT site, type, sum(is_deleted = 0), sum(versions > 1), sum(is_deleted = 1) "
                    "FROM things WHERE site = ? GROUP BY type",
                    (site,),
                )
                db.execute("DELETE FROM months WHERE site = ?", (site,))
                db.execute(
                    "INSERT INTO months SELECT site, substr(published, 1, 7) AS month, count(*) FROM things "
                    "WHERE site = ? AND published <> '' AND type NOT IN ('Thread', 'Forum', 'UserAccount') "
                    "GROUP BY month",
                    (site,),
                )
                db.execute("DELETE FROM talks WHERE site = ?", (site,))
                db.execute(
                    "INSERT INTO talks SELECT t.number, t.site, t.type, count(r.number), "  # noqa: S608 -- our own words
                    "max(t.published, coalesce(max(r.published), '')) FROM things t "
                    "LEFT JOIN things r ON r.container = t.number AND r.container > 0 AND r.is_deleted = 0 "
                    f"WHERE t.site = ? AND t.is_deleted = 0 AND t.type IN ({kinds}) GROUP BY t.number",
                    (site,),
                )
                db.execute(
                    "UPDATE people SET (count, first, last) = (SELECT count(*), "
                    "coalesce(min(nullif(published, '')), ''), coalesce(max(published), '') FROM things "
                    "WHERE person = people.number AND person > 0 AND is_deleted = 0) WHERE site = ?",
                    (site,),
                )

    def _read_captures(self, catalog: Catalog, tell: Tell) -> bool:
        after = self._mark("captures")
        last, count = catalog.execute("SELECT max(id), count(*) FROM captures WHERE id > ?", (after,)).fetchone()
        if not count:
            return False
        rows = catalog.execute(
            "SELECT id, url, surt, substr(date, 1, 10), kind, status, mime, is_revisit, length FROM captures "
            "WHERE id > ? AND id <= ?",
            (after, last),
        )
        found: Counter[tuple[object, ...]] = Counter()
        sizes: Counter[tuple[object, ...]] = Counter()
        places: list[tuple[int, int]] = []
        feeds: list[tuple[int]] = []
        for number, (capture, url, place, day, kind, status, mime, is_revisit, length) in enumerate(rows, 1):
            places.append((key_of(place), capture))
            if kind == "feed" or (status == 200 and any(part in mime for part in FEED_TYPES)):
                feeds.append((capture,))
            key = (self._site(url), day, kind, status, is_revisit)
            found[key] += 1
            sizes[key] += length
            if number % PORTION == 0:
                tell(Progress("captures", number, count))
        with self._connection as db:
            db.executemany("INSERT OR IGNORE INTO places VALUES (?, ?)", sorted(places))
            db.executemany("INSERT OR IGNORE INTO feed_captures VALUES (?)", feeds)
            db.executemany(
                "INSERT INTO captured VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET "
                "captures = captures + excluded.captures, bytes = bytes + excluded.bytes",
                [(*key, captures, sizes[key]) for key, captures in found.items()],
            )
            self._set_mark("captures", last)
        return True

    def _read_addresses(self, catalog: Catalog, tell: Tell) -> None:
        """What became of all addresses: of the visit under way, or the last one."""
        asked: Counter[tuple[int, str, str]] = Counter()
        left: Counter[tuple[int, str]] = Counter()
        examples: defaultdict[tuple[int, str], list[tuple[str, str, str]]] = defaultdict(list)
        for number, (url, state, kind, outcome, detail, via) in enumerate(_addresses(catalog), 1):
            if state == State.LEFT:
                key = (self._site(via or url), outcome)
                left[key] += 1
                if len(examples[key]) < EXAMPLES:
                    examples[key].append((url, detail or "", via))
            elif state == State.DONE:
                asked[self._site(url), kind, outcome] += 1
            if number % (5 * PORTION) == 0:
                tell(Progress("addresses", number, 0))
        with self._connection as db:
            db.execute("DELETE FROM asked")
            db.executemany("INSERT INTO asked VALUES (?, ?, ?, ?)", [(*key, count) for key, count in asked.items()])
            db.execute("DELETE FROM left_alone")
            rows = [(*key, count, json.dumps(examples[key])) for key, count in left.items()]
            db.executemany("INSERT INTO left_alone VALUES (?, ?, ?, ?)", rows)

    def _find_reasons(self, catalog: Catalog) -> None:
        """Why applications that are new were recognised."""
        if not catalog.execute("SELECT 1 FROM sqlite_master WHERE name = 'applications'").fetchone():
            return
        known = set(self._connection.execute("SELECT root, type FROM reasons"))
        found = catalog.execute("SELECT root, type FROM applications").fetchall()
        new = [place for place in found if place not in known]
        if not new:
            return
        from thresher.viewer.digest.reasons import Reasons  # loads all types: a second

        reasons = Reasons(self._source.parent, catalog)
        with self._connection as db:
            rows = [(root, name, json.dumps(reasons.of(root, name))) for root, name in new]
            db.executemany("INSERT OR REPLACE INTO reasons VALUES (?, ?, ?)", rows)

    def _mark(self, key: str) -> int:
        row = self._connection.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        return int(row[0]) if row else 0

    def _set_mark(self, key: str, value: int) -> None:
        self._connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))


def _hidden(row: Any) -> tuple[Any, ...]:
    """A row about an object that is withheld, without what it says."""
    number, kind, container, *_, source_url, current = row
    return number, kind, container, "", "", "", 1, WITHHELD, source_url, -current


def key_of(place: str) -> int:
    """A number for an address in sorting order: two have the same hardly ever, and whoever asks can look."""
    return int.from_bytes(blake2b(place.encode(errors="surrogatepass"), digest_size=7).digest())


def _addresses(catalog: Catalog) -> Iterator[tuple[str, int, str, str, str | None, str]]:
    return iter(catalog.execute("SELECT url, state, kind, coalesce(outcome, ''), detail, via FROM urls"))


def _open(path: Path) -> sqlite3.Connection:
    """A digest that can be used: one of another format, or a damaged one, is made anew."""
    try:
        connection = _connect(path)
        row = connection.execute("SELECT value FROM meta WHERE key = 'format'").fetchone()
        if row is None or row[0] == FORMAT:
            connection.execute("INSERT OR IGNORE INTO meta VALUES ('format', ?)", (FORMAT,))
            connection.commit()
            return connection
        connection.close()
    except sqlite3.DatabaseError:
        pass
    for name in (path.name, path.name + "-wal", path.name + "-shm"):
        path.with_name(name).unlink(missing_ok=True)
    connection = _connect(path)
    connection.execute("INSERT OR IGNORE INTO meta VALUES ('format', ?)", (FORMAT,))
    connection.commit()
    return connection


def _connect(path: Path) -> sqlite3.Connection:
    path.parent.mkdir(exist_ok=True)
    connection = sqlite3.connect(path, timeout=30)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA cache_size = -65536")
    connection.executescript(SCHEMA)
    return connection
