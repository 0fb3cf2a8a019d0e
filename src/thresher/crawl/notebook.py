"""What was learned of each site, and how far its crawl has come, in the catalog: a resumed crawl decides as before."""

from collections.abc import Iterable
from dataclasses import dataclass, field

import msgspec

from thresher.catalog import Catalog
from thresher.learn import Learned, Progress

SCHEMA = """
CREATE TABLE IF NOT EXISTS learned_sites(
    start TEXT PRIMARY KEY,          -- address of the page that learning began with
    notes BLOB NOT NULL              -- `Note`, as MessagePack
) WITHOUT ROWID;
"""


VERSION = 1
"""Of what `Note` holds; to be raised when a field gets another meaning."""


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


class Notebook:
    """Notes on the sites that were learned, or could not be."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._written: dict[str, bytes] = {}

    def read(self) -> list[Note]:
        """What earlier runs have learned. Notes of another version are left out: such sites are learned again."""
        found: list[Note] = []
        for start, notes in self._catalog.execute("SELECT start, notes FROM learned_sites ORDER BY start"):
            try:
                note = msgspec.msgpack.decode(notes, type=Note)
            except msgspec.DecodeError:
                continue
            if note.version == VERSION:
                found.append(note)
                self._written[start] = notes
        return found

    def keep(self, notes: Iterable[Note]) -> None:
        """Add what has changed to the catalog's open transaction."""
        for note in notes:
            data = msgspec.msgpack.encode(note)
            if self._written.get(note.start) != data:
                self._written[note.start] = data
                sql = "INSERT OR REPLACE INTO learned_sites(start, notes) VALUES (?, ?)"
                self._catalog.execute(sql, (note.start, data))
