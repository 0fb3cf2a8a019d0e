"""What the store knows of an object while it works: a row of the catalog, in memory and changeable."""

from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from thresher.describe.content import Content, filled
from thresher.describe.merge import Look, is_home
from thresher.model import Source, WebObject


@dataclass(slots=True)
class Known:
    """One object as the catalog has it, or will have it after the next write."""

    number: int
    id: str
    type: str
    url: str
    container: str
    container_title: str
    order: tuple[int, int]
    version: int
    row: int
    """Of the current version."""
    first_seen: str
    last_seen: str
    deleted: str | None
    source: Source
    digest: bytes
    is_indexed: bool = False
    filled: int | None = None
    """Bit mask of the content fields that are not empty; None if that is not known here."""
    visit: int = 0
    """In which `source` was captured."""
    seen_visit: int = 0
    """In which it was seen last, on whatever page."""

    def look(self) -> Look:
        return Look(self.source.url, self.source.time, is_home(self.url, self.source.url), self.visit)

    def has_blanks_for(self, content: Content) -> bool:
        """Whether `content` could fill anything; True if only the catalog can tell."""
        return self.filled is None or bool(filled(content) & ~self.filled)

    def move(self, found: WebObject, visit: int) -> bool:
        """Take over where `found` stands and what it was read from; whether anything but the source changed."""
        before = (self.type, self.url, self.container, self.container_title, self.order)
        self.type, self.url, self.order = found.type.value, found.url, found.order
        self.container = found.container or self.container
        self.container_title = found.container_title or self.container_title
        self.source, self.visit = found.source, visit
        return before != (self.type, self.url, self.container, self.container_title, self.order)

    def fill(self, found: WebObject) -> bool:
        """Take over only what is missing, and an earlier place: a first post repeated on each page stays the first."""
        before = (self.url, self.container, self.container_title, self.order)
        self.url = self.url or found.url
        self.container = self.container or found.container
        self.container_title = self.container_title or found.container_title
        if found.container == self.container:
            self.order = min(self.order, found.order)
        return before != (self.url, self.container, self.container_title, self.order)

    def as_row(self, changed: int) -> tuple[object, ...]:
        """In the order of `tables.OBJECT_COLUMNS`."""
        source = self.source
        return (
            self.number, self.id, self.type, self.url, self.container, self.container_title, *self.order,
            self.version, self.row, self.first_seen, self.last_seen, self.deleted,
            source.file, source.offset, source.url, moment(source.time), changed, self.is_indexed,
            self.visit, self.seen_visit,
        )  # fmt: skip


def from_row(row: Any) -> Known:
    """From `tables.OBJECT_COLUMNS` and the digest of the current version."""
    (number, identity, kind, url, container, title, page, place, version, current, first, last, deleted, *rest) = row
    file, offset, source_url, source_time, _, is_indexed, visit, seen_visit, digest = rest
    source = Source(file, offset, source_url, datetime.fromisoformat(source_time))
    return Known(
        number, identity, kind, url, container, title, (page, place), version, current, first, last, deleted,
        source, digest, bool(is_indexed), None, visit, seen_visit,
    )  # fmt: skip


@lru_cache(maxsize=256)
def moment(time: datetime) -> str:
    """A time as the catalog has it: UTC, to the second, as in WARC files; text that sorts.

    >>> moment(datetime(2026, 3, 1, 12, 0, tzinfo=UTC))
    '2026-03-01T12:00:00Z'
    """
    aware = time.replace(tzinfo=UTC) if time.tzinfo is None else time.astimezone(UTC)
    return aware.replace(tzinfo=None).isoformat(timespec="seconds") + "Z"


def to_the_second(source: Source) -> Source:
    """The source as it will be read back, so that a look just made and one from the catalog compare alike."""
    time = source.time
    if time.tzinfo is UTC and not time.microsecond:
        return source
    return Source(source.file, source.offset, source.url, datetime.fromisoformat(moment(time)))
