"""The catalog's list of captures and WARC files."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from thresher.archive.writer import Original, Written
from thresher.catalog import Catalog
from thresher.model import Kind, RecordPlace
from thresher.page import surt

SCHEMA = """
CREATE TABLE IF NOT EXISTS warc_files(
    name TEXT PRIMARY KEY,
    length INTEGER NOT NULL          -- bytes the catalog knows of; what lies behind was never acknowledged
);
CREATE TABLE IF NOT EXISTS captures(
    id INTEGER PRIMARY KEY,
    url TEXT NOT NULL,
    surt TEXT NOT NULL,
    date TEXT NOT NULL,              -- WARC-Date
    kind TEXT NOT NULL,
    status INTEGER NOT NULL,
    mime TEXT NOT NULL,
    digest TEXT NOT NULL,            -- as in the record
    entity BLOB,                     -- what repeated payloads are found by; NULL where it must not be referred to
    record_id TEXT NOT NULL,
    file TEXT NOT NULL,
    offset INTEGER NOT NULL,
    length INTEGER NOT NULL,
    size INTEGER NOT NULL,           -- bytes of the body as transferred
    is_revisit INTEGER NOT NULL,
    truncated TEXT,
    seconds REAL NOT NULL,
    is_indexed INTEGER NOT NULL DEFAULT 1,  -- whether it has a line in the CDXJ index
    absorbed INTEGER NOT NULL DEFAULT 0  -- whether its links have been decided
);
CREATE INDEX IF NOT EXISTS captures_by_entity ON captures(entity) WHERE entity IS NOT NULL AND is_revisit = 0;
CREATE INDEX IF NOT EXISTS captures_to_absorb ON captures(id) WHERE absorbed = 0;
"""

COLUMNS = (
    "id, url, surt, date, kind, status, mime, digest, record_id, file, offset, length, size, is_revisit, "
    "truncated, seconds"
)


@dataclass(frozen=True, slots=True)
class CaptureRow:
    """One line of the list."""

    id: int
    url: str
    surt: str
    date: str
    kind: Kind
    status: int
    mime: str
    digest: str
    record_id: str
    place: RecordPlace
    size: int
    is_revisit: bool
    truncated: str | None
    seconds: float

    @property
    def time(self) -> datetime:
        return datetime.fromisoformat(self.date)


class Captures:
    """Adds to the list and looks things up; writes become durable with the catalog's next commit."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._lengths: dict[str, int] = {}
        self._absorbed: list[int] = []
        catalog.before_commit.append(self._write)

    def _write(self) -> None:
        self._catalog.executemany(
            "INSERT OR REPLACE INTO warc_files(name, length) VALUES (?, ?)", list(self._lengths.items())
        )
        self._catalog.executemany("UPDATE captures SET absorbed = 1 WHERE id = ?", [(n,) for n in self._absorbed])
        self._lengths.clear()
        self._absorbed.clear()

    def add(
        self,
        written: Written,
        *,
        url: str,
        kind: Kind,
        status: int,
        mime: str,
        entity: bytes | None,
        size: int,
        truncated: str | None,
        seconds: float,
        is_indexed: bool = True,
    ) -> int:
        """Note a record that has just been written; its number."""
        place = written.place
        cursor = self._catalog.execute(
            "INSERT INTO captures(url, surt, date, kind, status, mime, digest, entity, record_id, file, offset, "
            "length, size, is_revisit, truncated, seconds, is_indexed) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                url,
                surt(url),
                written.date,
                kind.value,
                status,
                mime,
                written.digest,
                entity,
                written.record_id,
                place.file,
                place.offset,
                place.length,
                size,
                int(written.is_revisit),
                truncated,
                seconds,
                int(is_indexed),
            ),
        )
        self.note_length(place.file, place.offset + place.length)
        return int(cursor.lastrowid or 0)

    def original_of(self, entity: bytes) -> Original | None:
        """The first capture with this payload."""
        row = self._catalog.execute(
            "SELECT url, date, record_id, digest FROM captures WHERE entity = ? AND is_revisit = 0 LIMIT 1", (entity,)
        ).fetchone()
        return Original(*row) if row else None

    def answer_with(self, digest: str) -> tuple[int, str]:
        """Status and media type of the first capture with this payload."""
        sql = "SELECT status, mime FROM captures WHERE digest = ? AND is_revisit = 0 ORDER BY id LIMIT 1"
        row = self._catalog.execute(sql, (digest,)).fetchone()
        return (row[0], row[1]) if row else (0, "")

    def index_addresses(self) -> None:
        """Make lookups by address fast: crawls do without, visits of what is known do not."""
        self._catalog.execute("CREATE INDEX IF NOT EXISTS captures_by_surt ON captures(surt)")
        self._catalog.execute("CREATE INDEX IF NOT EXISTS captures_by_digest ON captures(digest)")

    def set_absorbed(self, capture_id: int) -> None:
        self._absorbed.append(capture_id)

    def to_absorb(self) -> list[CaptureRow]:
        """Captures that a crash left between being written and being understood, oldest first."""
        return list(self._rows("WHERE absorbed = 0 ORDER BY id"))

    def all(self) -> Iterator[CaptureRow]:
        """Every capture, oldest first."""
        return self._rows("ORDER BY id")

    def after(self, number: int) -> Iterator[CaptureRow]:
        """Captures made after capture `number`, oldest first."""
        return self._rows("WHERE id > ? ORDER BY id", (number,))

    def numbered(self, number: int) -> CaptureRow | None:
        """The capture of that number."""
        return next(self._rows("WHERE id = ?", (number,)), None)

    def latest(self, url: str, after: int = 0, until: int = 1 << 62) -> CaptureRow | None:
        """The newest capture of an address, of those after capture number `after` and up to `until`."""
        tail = "WHERE surt = ? AND url = ? AND id > ? AND id <= ? ORDER BY id DESC LIMIT 1"
        return next(self._rows(tail, (surt(url), url, after, until)), None)

    def of(self, url: str) -> list[CaptureRow]:
        """All captures of an address, in every spelling that indexes take for one, oldest first."""
        return list(self._rows("WHERE surt = ? ORDER BY date, id", (surt(url),)))

    def holder(self, row: CaptureRow) -> CaptureRow:
        """The capture that holds the payload of `row`: itself, or what a revisit refers to."""
        if not row.is_revisit:
            return row
        tail = "WHERE digest = ? AND is_revisit = 0 ORDER BY (surt = ?) DESC, id LIMIT 1"
        return next(self._rows(tail, (row.digest, row.surt)), row)

    def page_urls(self, after: int = 0) -> list[str]:
        """Addresses of pages that were kept, oldest first, those up to capture number `after` left out."""
        self._write()
        sql = "SELECT url FROM captures WHERE id > ? AND status = 200 AND kind = 'page' AND absorbed = 1 ORDER BY id"
        return list(dict.fromkeys(url for (url,) in self._catalog.execute(sql, (after,))))

    def for_index(self) -> Iterator[CaptureRow]:
        """Captures that have a line in the CDXJ index, in its order."""
        return self._rows("WHERE is_indexed = 1 ORDER BY surt, date, id")

    def files(self) -> dict[str, int]:
        """WARC files by name, with the length the catalog knows."""
        return dict(self._catalog.execute("SELECT name, length FROM warc_files ORDER BY name"))

    def note_length(self, name: str, length: int) -> None:
        self._lengths[name] = length

    def _rows(self, tail: str, values: tuple[object, ...] = ()) -> Iterator[CaptureRow]:
        for row in self._catalog.execute(f"SELECT {COLUMNS} FROM captures {tail}", values):  # noqa: S608 -- our words
            (number, url, key, date, kind, status, mime, digest, record_id, file, offset, length, *rest) = row
            size, is_revisit, truncated, seconds = rest
            yield CaptureRow(
                number, url, key, date, Kind(kind), status, mime, digest, record_id,
                RecordPlace(file, offset, length), size, bool(is_revisit), truncated, seconds,
            )  # fmt: skip
