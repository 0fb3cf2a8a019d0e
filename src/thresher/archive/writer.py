"""Exchanges become records in WARC files."""

import errno
import os
import re
import socket
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

from thresher.archive.digest import sha1_label, sha1_of
from thresher.archive.record import (
    FIELDS,
    HTTP_REQUEST,
    HTTP_RESPONSE,
    IDENTICAL_PAYLOAD,
    NOT_MODIFIED,
    compressed,
    fields_block,
    header_section,
    new_record_id,
    warc_date,
)
from thresher.model import Exchange, RecordPlace
from thresher.model.errors import CollectionError, DiskFull

PIECE = 256 * 1024


@dataclass(frozen=True, slots=True)
class Original:
    """An earlier capture with the same payload."""

    url: str
    date: str
    record_id: str
    digest: str


@dataclass(frozen=True, slots=True)
class Written:
    """What writing one exchange left in the archive."""

    place: RecordPlace
    record_id: str
    date: str
    digest: str
    is_revisit: bool


class WarcWriter:
    """Appends to one WARC file after the other. Each exchange is handed to the system before `write` returns;
    `sync` makes it survive a power cut."""

    def __init__(self, folder: Path, *, prefix: str, warcinfo: Sequence[tuple[str, str]], roll_bytes: int) -> None:
        self.folder = folder
        self.name = ""
        self.length = 0
        self.written = 0
        """Bytes over all files of this writer."""
        self._prefix = prefix
        self._warcinfo = tuple(warcinfo)
        self._roll_bytes = roll_bytes
        self._file: BinaryIO | None = None
        self._serial = 0
        self._info_id = ""

    @property
    def needs_file(self) -> bool:
        """Whether the next exchange goes to a new file; then call `roll` first and note its name."""
        return self._file is None or self.length >= self._roll_bytes

    def roll(self, now: datetime) -> str:
        """Open the next file, empty, and return its name; the caller notes it before anything is written."""
        self.close()
        host = re.sub(r"[^A-Za-z0-9.-]", "", socket.gethostname()) or "localhost"
        stamp = now.astimezone(UTC).strftime("%Y%m%d%H%M%S%f")[:17]
        self.name = f"{self._prefix}-{stamp}-{self._serial:05d}-{host}.warc.gz"
        self._serial += 1
        try:
            self._file = (self.folder / self.name).open("xb", buffering=0)
        except OSError as error:
            raise disk_error(error, self.folder) from error
        self.length = 0
        return self.name

    def write(self, exchange: Exchange, original: Original | None = None, body_sha1: bytes | None = None) -> Written:
        """Append request and response, or a revisit record in its place if `original` is given.

        `body_sha1` is the digest of the body as transferred, where the caller has it already.
        """
        if self.length == 0:
            self._append(self._warcinfo_record(exchange.started))
        payload_digest = original.digest if original else sha1_label(body_sha1 or sha1_of(_pieces(exchange)))
        response_id, date = new_record_id(), warc_date(exchange.started)
        request = self._request_record(exchange, response_id, date)
        if original is None:
            response = self._response_record(exchange, response_id, date, payload_digest)
        else:
            response = self._revisit_record(exchange, response_id, date, original, IDENTICAL_PAYLOAD, exchange.head)
        _, offset, end = self._append(request, response)
        place = RecordPlace(self.name, offset, end - offset)
        return Written(place, response_id, date, payload_digest, original is not None)

    def write_unmodified(self, exchange: Exchange, original: Original) -> Written:
        """Append request and revisit record of an answer that says: as `original` was.

        Replay tools show whatever HTTP head a revisit record has, and for 304 that is an empty page; so it has none,
        and the head that came is in a metadata record.
        """
        if self.length == 0:
            self._append(self._warcinfo_record(exchange.started))
        response_id, date = new_record_id(), warc_date(exchange.started)
        request = self._request_record(exchange, response_id, date)
        head = self._head_record(exchange, response_id, date)
        revisit = self._revisit_record(exchange, response_id, date, original, NOT_MODIFIED, b"")
        *_, offset, end = self._append(request, head, revisit)
        return Written(RecordPlace(self.name, offset, end - offset), response_id, date, original.digest, True)

    def sync(self) -> None:
        if self._file is not None:
            try:
                os.fsync(self._file.fileno())
            except OSError as error:
                raise disk_error(error, self.folder) from error

    def close(self) -> None:
        if self._file is not None:
            self.sync()
            self._file.close()
            self._file = None

    def _append(self, *records: Iterable[bytes]) -> list[int]:
        """Write whole records or nothing; the offsets where each began, and the end of the last."""
        assert self._file is not None
        bounds = [self.length]
        try:
            position = self.length
            for record in records:
                for piece in record:
                    view = memoryview(piece)
                    while view:
                        written = self._file.write(view) or 0
                        position += written
                        view = view[written:]
                bounds.append(position)
        except OSError as error:
            self._file.truncate(self.length)
            self._file.seek(self.length)
            raise disk_error(error, self.folder) from error
        self.written += bounds[-1] - self.length
        self.length = bounds[-1]
        return bounds

    def _warcinfo_record(self, moment: datetime) -> Iterator[bytes]:
        self._info_id = new_record_id()
        block = fields_block(self._warcinfo)
        head = header_section(
            (
                ("WARC-Type", "warcinfo"),
                ("WARC-Record-ID", self._info_id),
                ("WARC-Date", warc_date(moment)),
                ("WARC-Filename", self.name),
                ("WARC-Block-Digest", sha1_label(sha1_of((block,)))),
                ("Content-Type", FIELDS),
            ),
            len(block),
        )
        return compressed((head + block,))

    def _request_record(self, exchange: Exchange, response_id: str, date: str) -> Iterator[bytes]:
        return self._beside("request", HTTP_REQUEST, exchange.request, exchange, response_id, date)

    def _head_record(self, exchange: Exchange, response_id: str, date: str) -> Iterator[bytes]:
        return self._beside("metadata", HTTP_RESPONSE, exchange.head, exchange, response_id, date)

    def _beside(
        self, kind: str, content_type: str, block: bytes, exchange: Exchange, response_id: str, date: str
    ) -> Iterator[bytes]:
        """A record that belongs to the answer `response_id`."""
        head = header_section(
            (
                ("WARC-Type", kind),
                ("WARC-Record-ID", new_record_id()),
                ("WARC-Date", date),
                ("WARC-Target-URI", exchange.url),
                ("WARC-Concurrent-To", response_id),
                ("WARC-Warcinfo-ID", self._info_id),
                ("WARC-IP-Address", exchange.ip),
                ("WARC-Block-Digest", sha1_label(sha1_of((block,)))),
                ("Content-Type", content_type),
            ),
            len(block),
        )
        return compressed((head + block,))

    def _response_record(self, exchange: Exchange, record_id: str, date: str, digest: str) -> Iterator[bytes]:
        block = sha1_label(sha1_of(_chain(exchange.head, _pieces(exchange))))
        head = header_section(
            (
                ("WARC-Type", "response"),
                ("WARC-Record-ID", record_id),
                ("WARC-Date", date),
                ("WARC-Target-URI", exchange.url),
                ("WARC-Warcinfo-ID", self._info_id),
                ("WARC-IP-Address", exchange.ip),
                ("WARC-Payload-Digest", digest),
                ("WARC-Block-Digest", block),
                ("WARC-Truncated", exchange.truncated),
                ("Content-Type", HTTP_RESPONSE),
            ),
            len(exchange.head) + exchange.body_length,
        )
        return compressed(_chain(head + exchange.head, _pieces(exchange)))

    def _revisit_record(
        self, exchange: Exchange, record_id: str, date: str, original: Original, profile: str, block: bytes
    ) -> Iterator[bytes]:
        head = header_section(
            (
                ("WARC-Type", "revisit"),
                ("WARC-Record-ID", record_id),
                ("WARC-Date", date),
                ("WARC-Target-URI", exchange.url),
                ("WARC-Warcinfo-ID", self._info_id),
                ("WARC-IP-Address", exchange.ip),
                ("WARC-Profile", profile),
                ("WARC-Refers-To", original.record_id),
                ("WARC-Refers-To-Target-URI", original.url),
                ("WARC-Refers-To-Date", original.date),
                ("WARC-Payload-Digest", original.digest),
                ("WARC-Block-Digest", sha1_label(sha1_of((block,)))),
                ("Content-Type", HTTP_RESPONSE),
            ),
            len(block),
        )
        return compressed((head + block,))


def _pieces(exchange: Exchange) -> Iterator[bytes]:
    exchange.body.seek(0)
    while piece := exchange.body.read(PIECE):
        yield piece


def _chain(first: bytes, rest: Iterable[bytes]) -> Iterator[bytes]:
    yield first
    yield from rest


def disk_error(error: OSError, folder: Path) -> CollectionError | DiskFull:
    """What the system said about writing to `folder`, as a sentence with a way out."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        return DiskFull(
            f"No room left on the disk while writing to {folder}.",
            "Free some space, then run the same command again: the crawl goes on where it stopped.",
        )
    return CollectionError(f"{folder} cannot be written ({error.strerror}).", "Check the folder and its permissions.")
