"""One fetch of one address: as it went over the wire, and as it lies in the archive."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import BinaryIO

BUSY = frozenset({408, 425, 429, 502, 503, 504})
"""Answers that speak of the moment, not of the page."""
_EARLIEST = datetime(1995, 1, 1, tzinfo=UTC)
"""There was no HTTP with dates before; clocks that were never set say 1970."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """A request and the answer to it, byte for byte; what `fetch` hands to `archive`."""

    url: str
    started: datetime
    request: bytes
    """The request as sent, secrets taken out unless they were asked for."""
    head: bytes
    """Status line and header section as they came, up to and with the empty line."""
    body: BinaryIO
    """What followed, transfer coding and content coding still on; a spooled file, at position 0."""
    body_length: int
    status: int
    headers: tuple[tuple[str, str], ...]
    """As they came: case, order, duplicates."""
    ip: str | None = None
    """Address of the server; None through a proxy."""
    is_chunked: bool = False
    truncated: str | None = None
    """WARC's word for why the body is not whole: length, time, disconnect; None if it is."""
    seconds: float = 0.0
    """From the beginning to the last byte; looking the host up and connecting are part of it."""


@dataclass(frozen=True, slots=True)
class RecordPlace:
    """Where a record lies."""

    file: str
    """Name of the WARC file, without its folder."""
    offset: int
    length: int
    """Bytes of the compressed record."""


@dataclass(frozen=True, slots=True)
class Capture:
    """One archived answer, ready to be understood."""

    url: str
    time: datetime
    status: int
    headers: tuple[tuple[str, str], ...]
    payload: bytes
    """Transfer coding off, content coding still on; cut at the limit for pages, empty for large files."""
    place: RecordPlace
    digest: str
    """`sha1:` and base32, as in the record."""
    is_revisit: bool = False
    truncated: str | None = None
    seconds: float = 0.0

    def header(self, name: str) -> str | None:
        """The first header called `name`, whatever its case."""
        wanted = name.lower()
        return next((value for key, value in self.headers if key.lower() == wanted), None)

    @property
    def written(self) -> datetime:
        """When the server wrote the answer, by its own clock; when it was fetched where it does not say."""
        return written_at(self.headers, self.time)

    @property
    def mime(self) -> str:
        """Media type in lower case without parameters; empty if the server named none."""
        return (self.header("content-type") or "").partition(";")[0].strip().lower()


def written_at(headers: tuple[tuple[str, str], ...], fetched: datetime) -> datetime:
    """What the Date header says; `fetched` where there is none, or nonsense.

    'Yesterday' and '5 minutes ago' on a page count from then: caches, mirrors and replayed archives serve pages that
    were written long before they were fetched.
    """
    said = next((value for name, value in headers if name.lower() == "date"), "")
    try:
        stated = parsedate_to_datetime(said)
    except ValueError:
        return fetched
    stated = stated.replace(tzinfo=UTC) if stated.tzinfo is None else stated.astimezone(UTC)
    return stated if _EARLIEST <= stated <= fetched + timedelta(days=1) else fetched
