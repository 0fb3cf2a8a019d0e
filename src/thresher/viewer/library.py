"""Questions to a collection and its digest, from any thread: each has connections of its own, and only reads."""

import os
import sqlite3
import tempfile
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from thresher.archive import Collection
from thresher.viewer.digest import Digest, Progress

PAUSE = 5.0
"""Seconds between two looks whether the catalog has grown."""


class Library:
    """A collection with its digest, which a thread keeps up to date while the viewer runs."""

    def __init__(self, root: Path) -> None:
        self.collection = Collection(root)
        self.collection.open_for_reading()
        self._own: tempfile.TemporaryDirectory[str] | None = None
        if os.access(self.collection.indexes, os.W_OK):
            self._digest = self.collection.indexes / "view.db"
        else:  # on a medium that cannot be written, or somebody else's
            self._own = tempfile.TemporaryDirectory(prefix="thresher-view-")
            self._digest = Path(self._own.name) / "view.db"
        self._local = threading.local()
        self._end = threading.Event()
        self._ready = threading.Event()
        self._thread: threading.Thread | None = None
        self.progress: Progress | None = None
        """How far the first digest is; None once pages can be shown."""
        self.trouble = ""
        """Why the digest cannot be made, if so."""

    @property
    def folder(self) -> Path:
        """Where what is derived is kept."""
        return self._digest.parent

    def start(self) -> None:
        """Begin to make the digest, and to keep it."""
        self.progress = Progress("catalog", 0, 0)
        self._thread = threading.Thread(target=self._keep, name="digest", daemon=True)
        self._thread.start()

    def wait(self, seconds: float | None = None) -> bool:
        """Until the digest can be read, for so long at most; whether it can."""
        return self._ready.wait(seconds) and not self.trouble

    def close(self) -> None:
        self._end.set()
        if self._thread is not None:
            self._thread.join(30)
        if self._own is not None:
            self._own.cleanup()

    def _keep(self) -> None:
        try:
            digest = Digest(self._digest, self.collection.catalog)
        except (OSError, sqlite3.Error) as error:
            self.trouble = f"The digest of the catalog cannot be made ({error})."
            self._ready.set()
            return
        try:
            while not self._end.is_set():
                self._catch_up(digest)
                self._end.wait(PAUSE)
        finally:
            digest.close()

    def _catch_up(self, digest: Digest) -> None:
        def tell(progress: Progress) -> None:
            if not self._ready.is_set():
                self.progress = progress

        try:
            digest.catch_up(tell)
            self.trouble = ""
        except Exception as error:  # the catalog may be busy, or damaged: what is known is still shown
            self.trouble = f"The digest of the catalog could not be brought up to date ({error})."
        self.progress = None
        self._ready.set()

    @property
    def _connection(self) -> sqlite3.Connection:
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            connection = sqlite3.connect(f"{self._digest.absolute().as_uri()}?mode=ro", uri=True, timeout=10)
            mode = "mode=ro" if os.access(self.collection.root, os.W_OK) else "immutable=1"
            connection.execute("ATTACH ? AS catalog", (f"{self.collection.catalog.absolute().as_uri()}?{mode}",))
            connection.execute("PRAGMA cache_size = -16384")
            connection.row_factory = sqlite3.Row
            self._local.connection = connection
        return connection

    def rows(self, sql: str, values: Iterable[object] = ()) -> list[sqlite3.Row]:
        """All rows of an answer."""
        return self._connection.execute(sql, tuple(values)).fetchall()

    def each(self, sql: str, values: Iterable[object] = ()) -> Iterator[sqlite3.Row]:
        """The rows of a long answer, one after the other."""
        yield from self._connection.execute(sql, tuple(values))

    def row(self, sql: str, values: Iterable[object] = ()) -> sqlite3.Row | None:
        """The first row of an answer."""
        found: sqlite3.Row | None = self._connection.execute(sql, tuple(values)).fetchone()
        return found

    def value(self, sql: str, values: Iterable[object] = (), default: Any = 0) -> Any:
        """The first value of the first row."""
        found = self.row(sql, values)
        return default if found is None or found[0] is None else found[0]

    def has_table(self, name: str) -> bool:
        """Whether the catalog has a table: those of earlier versions lack some."""
        return self.row("SELECT 1 FROM catalog.sqlite_master WHERE name = ?", (name,)) is not None
