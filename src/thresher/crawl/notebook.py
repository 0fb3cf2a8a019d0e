"""What was learned of each site, and how far its crawl has come, in the catalog: a resumed crawl decides as before."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

import msgspec

from thresher.catalog import Catalog
from thresher.crawl.fed_site import FedNote
from thresher.learn import Learned, Progress

SCHEMA = """
CREATE TABLE IF NOT EXISTS fed_sites(
    start TEXT PRIMARY KEY,          -- address of the page that the crawl of the site began with
    notes BLOB NOT NULL              -- `FedNote`, as MessagePack
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS learned_sites(
    start TEXT PRIMARY KEY,          -- address of the page that learning began with
    notes BLOB NOT NULL              -- `Note`, as MessagePack
) WITHOUT ROWID;
"""


VERSION = 1
"""Of what notes hold; to be raised when a field gets another meaning."""


@dataclass(frozen=True, slots=True)
class Note:
    """What is known of one site."""

    start: str
    learned: Learned | None = None
    """None if nothing could be learned."""
    progress: Progress = field(default_factory=Progress)
    notes: tuple[str, ...] = ()
    """What was found instead."""
    version: int = VERSION


class Noted(Protocol):
    """What is kept of a site."""

    @property
    def start(self) -> str: ...

    @property
    def version(self) -> int: ...


N = TypeVar("N", bound=Noted)


class Notebook(Generic[N]):
    """Notes on sites, of one kind, in a table of their own."""

    def __init__(self, catalog: Catalog, table: str, kind: type[N]) -> None:
        self._catalog = catalog
        self._table = table
        self._kind = kind
        self._written: dict[str, bytes] = {}

    def read(self) -> list[N]:
        """What earlier runs have noted. Notes of another version are left out: such sites are looked at again."""
        found: list[N] = []
        if not self._catalog.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (self._table,)).fetchone():
            return found  # a collection of an earlier version
        for start, notes in self._catalog.execute(f"SELECT start, notes FROM {self._table} ORDER BY start"):  # noqa: S608
            try:
                note = msgspec.msgpack.decode(notes, type=self._kind)
            except msgspec.DecodeError:
                continue
            if note.version == VERSION:
                found.append(note)
                self._written[start] = notes
        return found

    def keep(self, notes: Iterable[N]) -> None:
        """Add what has changed to the catalog's open transaction."""
        for note in notes:
            data = msgspec.msgpack.encode(note)
            if self._written.get(note.start) != data:
                self._written[note.start] = data
                sql = f"INSERT OR REPLACE INTO {self._table}(start, notes) VALUES (?, ?)"  # noqa: S608
                self._catalog.execute(sql, (note.start, data))


def notebooks(catalog: Catalog) -> tuple[Notebook[Note], Notebook[FedNote]]:
    """Those on sites that were learned, and on those that a feed has taught."""
    return Notebook(catalog, "learned_sites", Note), Notebook(catalog, "fed_sites", FedNote)
