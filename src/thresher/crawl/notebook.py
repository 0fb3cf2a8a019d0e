"""What was learned of each site, and how far its crawl has come, in the catalog: a resumed crawl decides as before.

Each field of a note is a row of its own, so that a change of one does not write the others again: notes are kept with
every commit, and those of a large site are megabytes.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar, get_type_hints

import msgspec

from thresher.catalog import Catalog

if TYPE_CHECKING:
    from thresher.crawl.fed_site import FedNote
    from thresher.crawl.learning import Note

SCHEMA = """
CREATE TABLE IF NOT EXISTS site_notes(
    kind TEXT NOT NULL,              -- learned, or fed
    start TEXT NOT NULL,             -- address of the page that the crawl of the site began with
    part TEXT NOT NULL,              -- field of `Note` or `FedNote`
    version INTEGER NOT NULL,        -- of what notes hold
    data BLOB NOT NULL,              -- as MessagePack
    PRIMARY KEY(kind, start, part)
);
"""


VERSION = 1
"""Of what notes hold; to be raised when a field gets another meaning."""


class Noted(Protocol):
    """What is kept of a site: a dataclass."""

    @property
    def start(self) -> str: ...


N = TypeVar("N", bound=Noted)


class Notebook(Generic[N]):
    """Notes on sites, of one kind."""

    def __init__(self, catalog: Catalog, kind: str, made: type[N]) -> None:
        self._catalog = catalog
        self._kind = kind
        self._made = made
        self._types: dict[str, Any] = get_type_hints(made)
        self._written: dict[tuple[str, str], bytes] = {}

    def read(self) -> list[N]:
        """What earlier runs have noted. What cannot be read is left out: such sites are looked at again."""
        if not self._catalog.execute("SELECT 1 FROM sqlite_master WHERE name = 'site_notes'").fetchone():
            return []  # a collection of an earlier version
        rows = "SELECT start, part, data FROM site_notes WHERE kind = ? AND version = ? ORDER BY start, part"
        parts: dict[str, dict[str, bytes]] = {}
        for start, part, data in self._catalog.execute(rows, (self._kind, VERSION)):
            parts.setdefault(start, {})[part] = data
        found: list[N] = []
        for start, values in parts.items():
            try:
                note = {part: msgspec.msgpack.decode(data, type=self._types[part]) for part, data in values.items()}
                found.append(self._made(**note))
            except (msgspec.DecodeError, KeyError, TypeError):
                continue
            self._written |= {(start, part): data for part, data in values.items()}
        return found

    def keep(self, notes: Iterable[N]) -> None:
        """Add what has changed to the catalog's open transaction."""
        for note in notes:
            for part in self._types:
                data = msgspec.msgpack.encode(getattr(note, part))
                if self._written.get((note.start, part)) != data:
                    self._written[note.start, part] = data
                    row = (self._kind, note.start, part, VERSION, data)
                    self._catalog.execute("INSERT OR REPLACE INTO site_notes VALUES (?, ?, ?, ?, ?)", row)


def notebooks(catalog: Catalog) -> "tuple[Notebook[Note], Notebook[FedNote]]":
    """Those on sites that were learned, and on those that a feed has taught."""
    # The schema is for every crawl; what learns is loaded by those that learn.
    from thresher.crawl.fed_site import FedNote
    from thresher.crawl.learning import Note

    return Notebook(catalog, "learned", Note), Notebook(catalog, "fed", FedNote)
