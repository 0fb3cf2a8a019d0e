"""One connection to a server or proxy, and reading one answer from it byte for byte."""

import asyncio
import io
import tempfile
import time
from dataclasses import dataclass
from typing import BinaryIO, cast

from thresher.fetch.trouble import FetchFailed, TroubleKind
from thresher.wire import ChunkFollower, Head, find_head_end, read_head

PIECE = 64 * 1024
SPOOL_BYTES = 1024 * 1024
"""Bodies above this go to a temporary file: a hundred films at once must not fill the memory."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What one answer may cost."""

    idle_seconds: float
    total_seconds: float
    head_bytes: int
    body_bytes: int


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer as it came; `truncated` and `fault` say why it may not be whole."""

    head: Head
    body: BinaryIO
    length: int
    truncated: str | None
    """A limit that was reached: length or time. The answer counts as kept up to there."""
    fault: TroubleKind | None
    """The server's failure: broke off, stalled. Asking again may help."""


class Connection:
    """A socket with what was read ahead. `is_reusable` after an answer that ended where it said it would."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, ip: str | None) -> None:
        self.ip = ip
        self.is_reusable = True
        self.answers = 0
        self.last_used = time.monotonic()
        self._reader = reader
        self._writer = writer
        self._ahead = b""

    @property
    def looks_alive(self) -> bool:
        return self.is_reusable and not self._reader.at_eof() and not self._writer.is_closing() and not self._ahead

    async def exchange(self, request: bytes, limits: Limits, *, has_body: bool = True) -> Answer:
        """Send `request` and read the answer; no body is read after HEAD. Raises `FetchFailed` if no head came."""
        started = time.monotonic()
        try:
            self._writer.write(request)
            if self._writer.transport.get_write_buffer_size():  # mostly the system takes it whole
                async with asyncio.timeout(limits.idle_seconds):
                    await self._writer.drain()
        except TimeoutError as error:
            raise FetchFailed(TroubleKind.NO_ANSWER, "the request could not be sent in time") from error
        except OSError as error:
            raise FetchFailed(TroubleKind.CLOSED, "while the request was sent") from error
        head = await self._read_head(limits, started)
        answer = await self._read_body(head, limits, started, has_body=has_body and head.has_body)
        self.answers += 1
        self.last_used = time.monotonic()
        return answer

    def close(self) -> None:
        self.is_reusable = False
        self._writer.close()

    def abort(self) -> None:
        """Close at once, without a TLS farewell that a hostile server might never answer."""
        self.is_reusable = False
        self._writer.transport.abort()

    async def _read_head(self, limits: Limits, started: float) -> Head:
        """The final head; interim ones (100, 103) are passed over."""
        buffer = bytearray(self._ahead)
        self._ahead = b""
        searched = passed = 0
        while True:
            end = find_head_end(buffer, max(0, searched - 3))
            if end >= 0:
                head = read_head(bytes(buffer[:end]))
                if head is None:
                    raise FetchFailed(TroubleKind.NOT_HTTP, _excerpt(buffer))
                del buffer[:end]
                searched = 0
                passed += end
                _check_size(passed, limits)
                if head.status >= 200 or head.status == 101:
                    self._ahead = bytes(buffer)
                    return head
                continue
            searched = len(buffer)
            _check_size(searched + passed, limits)
            if searched >= 5 and not buffer.startswith(b"HTTP/"):
                raise FetchFailed(TroubleKind.NOT_HTTP, _excerpt(buffer))
            piece = await self._read_piece(limits, started)
            if not isinstance(piece, bytes):
                kind, why = TroubleKind.NO_ANSWER, "no whole header section in time"
                if piece[0] == "disconnect":
                    kind, why = (TroubleKind.NO_ANSWER if buffer else TroubleKind.CLOSED), "the connection was reset"
                raise FetchFailed(kind, why)
            if not piece:
                kind = TroubleKind.NO_ANSWER if buffer else TroubleKind.CLOSED
                raise FetchFailed(kind, "in the middle of the header section" if buffer else "")
            buffer += piece

    async def _read_body(self, head: Head, limits: Limits, started: float, *, has_body: bool) -> Answer:
        body = _Spool()
        if not has_body:
            self.is_reusable = head.keeps_alive and head.status != 101
            return Answer(head, body.file, 0, None, None)
        follower = ChunkFollower() if head.is_chunked else None
        wanted = None if follower else head.body_length
        truncated: str | None = None
        fault: TroubleKind | None = None
        piece = self._ahead
        self._ahead = b""
        while True:
            used = follower.feed(piece) if follower else len(piece)
            if wanted is not None:
                used = min(used, wanted - body.length)
            if body.length + used > limits.body_bytes:
                body.write(piece[: limits.body_bytes - body.length])
                truncated = "length"
                break
            body.write(piece[:used])
            self._ahead = piece[used:]
            if (follower and follower.is_done) or (wanted is not None and body.length >= wanted):
                break
            if follower and follower.is_broken:
                fault = TroubleKind.BROKE_OFF
                break
            got = await self._read_piece(limits, started)
            if not isinstance(got, bytes):
                truncated, fault = got
                break
            if not got:
                fault = TroubleKind.BROKE_OFF if follower or wanted is not None else None
                break
            piece = got
        ended = (follower is not None and follower.is_done) or (wanted is not None and body.length >= wanted)
        self.is_reusable = ended and head.keeps_alive and not truncated and not fault and not self._ahead
        return Answer(head, body.file, body.length, truncated, fault)

    async def _read_piece(self, limits: Limits, started: float) -> bytes | tuple[str, TroubleKind | None]:
        """The next bytes, empty at the end; or WARC's word for why there are none, and whose fault it is."""
        left = limits.total_seconds - (time.monotonic() - started)
        if left <= 0:
            return "time", None
        try:
            async with asyncio.timeout(min(limits.idle_seconds, left)):
                return await self._reader.read(PIECE)
        except TimeoutError:
            return ("time", None) if left <= limits.idle_seconds else ("time", TroubleKind.STALLED)
        except OSError:
            return "disconnect", TroubleKind.BROKE_OFF


class _Spool:
    """Bytes in memory, on disk once they are many."""

    def __init__(self) -> None:
        self.file: BinaryIO = io.BytesIO()
        self.length = 0

    def write(self, piece: bytes) -> None:
        if self.length <= SPOOL_BYTES < self.length + len(piece) and isinstance(self.file, io.BytesIO):
            on_disk = cast(BinaryIO, tempfile.TemporaryFile())  # noqa: SIM115 -- lives as long as the exchange
            on_disk.write(self.file.getvalue())
            self.file = on_disk
        self.file.write(piece)
        self.length += len(piece)


def _check_size(head_bytes: int, limits: Limits) -> None:
    if head_bytes > limits.head_bytes:
        raise FetchFailed(TroubleKind.HEAD_TOO_LARGE, f"more than {limits.head_bytes:,} bytes")


def _excerpt(data: bytes | bytearray) -> str:
    return "it begins with " + repr(bytes(data[:40]).decode("latin-1"))
