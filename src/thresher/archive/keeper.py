"""First keep, then think: an exchange goes into the archive and comes out as a capture."""

from dataclasses import replace
from datetime import UTC, datetime

from thresher.archive.captures import CaptureRow, Captures
from thresher.archive.collection import Collection
from thresher.archive.digest import sha1_of
from thresher.archive.scan import Record, read_record
from thresher.archive.writer import Original, WarcWriter, Written
from thresher.catalog import Catalog
from thresher.model import Capture, Exchange, Kind, RecordPlace
from thresher.wire import dechunked, find_head_end, read_head

MAX_PAYLOAD = 64 * 1024 * 1024
"""Larger bodies stay on disk: nobody parses them, and memory must stay bounded."""


class Keeper:
    """Writes exchanges, notes them in the catalog, reads them back."""

    def __init__(self, collection: Collection, catalog: Catalog, writer: WarcWriter) -> None:
        self.captures = Captures(catalog)
        self._collection = collection
        self._catalog = catalog
        self._writer = writer

    @classmethod
    def to_read(cls, collection: Collection, catalog: Catalog) -> "Keeper":
        """For somebody who only loads what was kept; the catalog may be open for reading alone."""
        # The writer is never used: it would make its first file with the first record.
        return cls(collection, catalog, WarcWriter(collection.archive, prefix="none", warcinfo=(), roll_bytes=1))

    @property
    def bytes_written(self) -> int:
        """Bytes of WARC that this run has written, all records counted."""
        return self._writer.written

    def keep(self, exchange: Exchange, kind: Kind, *, is_indexed: bool = True) -> tuple[int, Capture]:
        """Archive one exchange; its number in the catalog and the capture. Durable with the next `commit`.

        What was not asked for with GET must not be indexed: replay would show it in the place of the page.
        """
        if self._writer.needs_file:
            self._roll()
        payload = _payload(exchange)
        is_whole = bool(payload) and not exchange.truncated
        entity = entity_of(payload, is_chunked=exchange.is_chunked) if is_whole else None
        original = self.captures.original_of(entity) if entity else None
        written = self._writer.write(exchange, original, None if exchange.is_chunked else entity)
        capture = _capture(exchange, payload, written)
        number = self.captures.add(
            written,
            url=exchange.url,
            kind=kind,
            status=exchange.status,
            mime=capture.mime,
            entity=entity,
            size=exchange.body_length,
            truncated=exchange.truncated,
            seconds=exchange.seconds,
            is_indexed=is_indexed,
        )
        return number, capture

    def keep_unmodified(self, exchange: Exchange, kind: Kind, before: CaptureRow) -> tuple[int, Capture]:
        """Archive an answer without a body that says: as it was in `before`; the capture has what was there then."""
        if self._writer.needs_file:
            self._roll()
        held = self.captures.holder(before)
        original = Original(held.url, held.date, held.record_id, held.digest)
        written = self._writer.write_unmodified(exchange, original)
        number = self.captures.add(
            written,
            url=exchange.url,
            kind=kind,
            status=held.status,
            mime=held.mime,
            entity=None,
            size=0,
            truncated=None,
            seconds=exchange.seconds,
        )
        capture = self.load(held)
        assert capture is not None  # it was read to ask for a change
        return number, replace(
            capture,
            url=exchange.url,
            time=exchange.started,
            place=written.place,
            is_revisit=True,
            seconds=exchange.seconds,
        )

    def commit(self) -> None:
        """Records first, then the catalog that speaks of them."""
        self._writer.sync()
        self._catalog.commit()

    def close(self) -> None:
        self._writer.close()

    def adopt(self, record: Record, file: str, kind: Kind) -> int:
        """Note a whole record that a crash left behind the catalog's back."""
        exchange_end = record.offset + record.length
        head, body = split_block(record)
        place = RecordPlace(file, record.offset, record.length)
        is_revisit = record.kind == "revisit"
        truncated = record.headers.get("warc-truncated")
        parsed = read_head(head)
        payload = dechunked(body) if parsed and parsed.is_chunked else body
        is_whole = bool(payload) and not truncated and not is_revisit
        written = Written(
            place,
            record.headers.get("warc-record-id", ""),
            record.headers.get("warc-date", ""),
            record.headers.get("warc-payload-digest", ""),
            is_revisit,
        )
        status = parsed.status if parsed else 0
        mime = ((parsed.get("content-type") if parsed else None) or "").partition(";")[0].strip().lower()
        if is_revisit and parsed is None:  # the server said "not modified"
            status, mime = self.captures.answer_with(written.digest)
        number = self.captures.add(
            written,
            url=record.url,
            kind=kind,
            status=status,
            mime=mime,
            entity=entity_of(payload, is_chunked=bool(parsed and parsed.is_chunked)) if is_whole else None,
            size=len(body),
            truncated=truncated,
            seconds=0.0,
        )
        self.captures.note_length(file, exchange_end)
        return number

    def load(self, row: CaptureRow) -> Capture | None:
        """A capture read back from the archive; the payload of a revisit comes from its original."""
        record = read_record(self._collection.archive / row.place.file, row.place.offset)
        if record is None:
            return None
        head, body = split_block(record)
        parsed = read_head(head)
        if row.is_revisit and (original := self._original_record(row)):
            body_head, body = split_block(original)
            framing = read_head(body_head)
            parsed = parsed or framing  # "not modified" comes without a head of its own
        else:
            framing = parsed
        payload = dechunked(body) if framing and framing.is_chunked else body
        return Capture(
            url=row.url,
            time=row.time,
            status=row.status,
            headers=parsed.headers if parsed else (),
            payload=payload[:MAX_PAYLOAD],
            place=row.place,
            digest=row.digest,
            is_revisit=row.is_revisit,
            truncated=row.truncated,
            seconds=row.seconds,
        )

    def _original_record(self, row: CaptureRow) -> Record | None:
        found = self._catalog.execute(
            "SELECT file, offset FROM captures WHERE digest = ? AND is_revisit = 0 ORDER BY id LIMIT 1", (row.digest,)
        ).fetchone()
        return read_record(self._collection.archive / found[0], found[1]) if found else None

    def _roll(self) -> None:
        """Open the next WARC file; the catalog knows its name before the first byte is in it."""
        name = self._writer.roll(datetime.now(UTC))
        self.captures.note_length(name, 0)
        self.commit()


def split_block(record: Record) -> tuple[bytes, bytes]:
    """Head and body of a record's HTTP message."""
    end = find_head_end(record.block)
    return (record.block, b"") if end < 0 else (record.block[:end], record.block[end:])


def _payload(exchange: Exchange) -> bytes:
    if exchange.body_length > MAX_PAYLOAD:
        return b""
    exchange.body.seek(0)
    body = exchange.body.read()
    return dechunked(body) if exchange.is_chunked else body


def entity_of(payload: bytes, *, is_chunked: bool) -> bytes:
    """What a later exchange is compared by: the payload without transfer coding, since chunk borders vary.

    Chunked and plain ones are kept apart: a revisit record has its own head and the original's body, and
    replay tools would read one with the framing of the other.
    """
    return sha1_of((b"chunked:" if is_chunked else b"", payload))


def _capture(exchange: Exchange, payload: bytes, written: Written) -> Capture:
    return Capture(
        url=exchange.url,
        time=exchange.started,
        status=exchange.status,
        headers=exchange.headers,
        payload=payload,
        place=written.place,
        digest=written.digest,
        is_revisit=written.is_revisit,
        truncated=exchange.truncated,
        seconds=exchange.seconds,
    )
