"""Opening the catalog, and grouping what rooms write into transactions."""

import os
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from thresher.model.errors import CollectionBusy, CollectionDamaged, CollectionError, DiskFull, ThresherError

FORMAT = 1
"""Version of the collection's layout and tables; raised when an older program could not read it."""

CACHE_KIB = 48 * 1024
"""Page cache: the inner nodes of a frontier of 10 million URLs fit, and a million stay below 400 MB."""


class Catalog:
    """One connection. Writes gather in an open transaction until `commit`; a crash forgets them all at once."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self.connection = connection
        self.path = path
        self.before_commit: list[Callable[[], None]] = []
        """Where rooms leave word of what they gather, to write it all at once."""

    def execute(self, sql: str, values: Iterable[object] = ()) -> sqlite3.Cursor:
        """Run one statement; a full disk and a damaged file become errors with a way out."""
        try:
            return self.connection.execute(sql, tuple(values))
        except sqlite3.DatabaseError as error:
            raise _explained(error, self.path) from error

    def executemany(self, sql: str, rows: Iterable[Iterable[object]]) -> None:
        try:
            self.connection.executemany(sql, rows)  # type: ignore[arg-type]
        except sqlite3.DatabaseError as error:
            raise _explained(error, self.path) from error

    def commit(self) -> None:
        """Make everything written so far survive a power cut, and begin the next transaction."""
        self._end()
        self.execute("BEGIN")

    def close(self) -> None:
        """Commit and close; safe to call twice."""
        # Closed already, or no room: the next run recovers as after a crash.
        with suppress(sqlite3.ProgrammingError, ThresherError):
            self._end()
        self.connection.close()

    def abandon(self) -> None:
        """Close without committing: what a crash would leave."""
        if self.connection.in_transaction:
            self.connection.rollback()
        self.connection.close()

    def _end(self) -> None:
        if self.connection.in_transaction:
            for write in self.before_commit:
                write()
            self.execute("COMMIT")

    def get_meta(self, key: str, default: str = "") -> str:
        row = self.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        return row[0] if row else default

    def set_meta(self, key: str, value: str) -> None:
        self.execute("INSERT OR REPLACE INTO meta(key, value) VALUES (?, ?)", (key, value))


def open_catalog(path: Path, schemas: Iterable[str] = (), *, read_only: bool = False) -> Catalog:
    """The catalog at `path`, made if missing, with every table in `schemas`.

    With `read_only`, the file must exist and nothing is changed; other processes may be writing.
    """
    try:
        connection = _connect(path, read_only)
        connection.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
        _check_format(connection, path)
        if not read_only:
            _prepare(connection, schemas)
    except sqlite3.DatabaseError as error:
        raise _explained(error, path) from error
    catalog = Catalog(connection, path)
    if not read_only:
        catalog.execute("BEGIN")
    return catalog


def _connect(path: Path, read_only: bool) -> sqlite3.Connection:
    if read_only:
        # On read-only media SQLite cannot make the side files that WAL needs; nobody can be writing there either.
        mode = "mode=ro" if os.access(path.parent, os.W_OK) else "immutable=1"
        return sqlite3.connect(f"{path.absolute().as_uri()}?{mode}", uri=True, isolation_level=None, timeout=10)
    return sqlite3.connect(path, isolation_level=None, timeout=10)


def _prepare(connection: sqlite3.Connection, schemas: Iterable[str]) -> None:
    # WAL lets `status` and the viewer read while a crawl writes; FULL syncs the log at every commit.
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("CREATE TABLE IF NOT EXISTS meta(key TEXT PRIMARY KEY, value TEXT NOT NULL)")
    for schema in schemas:
        connection.executescript(schema)
    connection.execute("INSERT OR IGNORE INTO meta(key, value) VALUES ('format', ?)", (str(FORMAT),))


def _check_format(connection: sqlite3.Connection, path: Path) -> None:
    has_meta = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'meta'").fetchone()
    if not has_meta:
        if connection.execute("SELECT 1 FROM sqlite_master").fetchone():
            raise CollectionDamaged(f"{path} is an SQLite file, but not a Thresher catalog.")
        return
    row = connection.execute("SELECT value FROM meta WHERE key = 'format'").fetchone()
    found = int(row[0]) if row and str(row[0]).isdigit() else FORMAT
    if found > FORMAT:
        raise CollectionError(
            f"{path.parent} was written by a newer Thresher (format {found}; this one reads up to {FORMAT}).",
            "Update Thresher, or choose another folder with -o.",
        )


def _explained(error: sqlite3.DatabaseError, path: Path) -> CollectionError | DiskFull:
    text = str(error)
    if "disk is full" in text or "disk I/O" in text:
        return DiskFull(
            f"No room left on the disk while writing {path}.",
            "Free some space, then run the same command again: the crawl goes on where it stopped.",
        )
    if "locked" in text:
        return CollectionBusy(f"{path} is being written by another process.", "Try again when it has ended.")
    if "unable to open" in text or "readonly" in text:
        return CollectionError(
            f"{path} cannot be opened ({text}).", "Check that the folder exists and that you may write to it."
        )
    return CollectionDamaged(
        f"The catalog {path} is damaged ({text}).",
        "The WARC files are not touched: pywb and `warcio check` read them without it. Restore the catalog from a "
        "copy, or crawl into a new folder.",
    )
