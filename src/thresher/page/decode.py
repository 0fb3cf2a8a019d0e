"""Content codings taken off a payload: gzip, deflate, br, zstd, several in a row.

The sender decides what these bytes unfold to, so every step stops at a limit: a bomb of 10 KB that wants to
be 10 GB costs the limit, in memory and in time. A stream that breaks gives what came before the fault.
"""

import sys
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

import brotli

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

STEP_BYTES = 64 * 1024
# Nobody sends more than two; a header naming a hundred is an attack on this loop.
MAX_CODINGS = 5
# A gzip file may have many members, and empty ones cost time without ever reaching the limit of size.
MAX_MEMBERS = 10_000
# RFC 9659: a sender must not ask a browser for a larger window than 8 MB.
ZSTD_WINDOW_LOG = 23

_FAULTS = (zlib.error, brotli.error, zstd.ZstdError, EOFError, ValueError)
_NOTHING_TO_DO = frozenset({"", "identity", "none", "binary", "8bit", "utf-8"})


@dataclass(frozen=True, slots=True)
class Decoded:
    """Bytes without their content coding, and what went wrong or was cut on the way."""

    data: bytes
    notes: tuple[str, ...] = ()


class _Codec(Protocol):
    @property
    def is_done(self) -> bool: ...

    def push(self, chunk: bytes, room: int) -> bytes:
        """What `chunk` unfolds to, at most about `room` bytes; one of `_FAULTS` where it is broken."""


class _Stream(Protocol):
    """What zlib and zstd have in common."""

    @property
    def eof(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, max_length: int, /) -> bytes: ...


class _Members:
    """Streams that may follow each other in one payload: gzip members, zstd frames."""

    def __init__(self, make: Callable[[], _Stream]) -> None:
        self._make = make
        self._stream: _Stream | None = None
        self._members = 0

    @property
    def is_done(self) -> bool:
        return self._stream is not None and self._stream.eof

    def push(self, chunk: bytes, room: int) -> bytes:
        parts: list[bytes] = []
        while chunk and room > 0:
            if self._stream is None or self._stream.eof:
                self._stream = self._next()
            part = self._stream.decompress(chunk, room)
            parts.append(part)
            room -= len(part)
            chunk = self._stream.unused_data if self._stream.eof else b""
        return b"".join(parts)

    def _next(self) -> _Stream:
        self._members += 1
        if self._members > MAX_MEMBERS:
            raise ValueError("too many members")
        return self._make()


class _Brotli:
    def __init__(self) -> None:
        self._stream = brotli.Decompressor()

    @property
    def is_done(self) -> bool:
        return bool(self._stream.is_finished())

    def push(self, chunk: bytes, room: int) -> bytes:
        if self.is_done:
            raise ValueError("bytes after the end")
        return bytes(self._stream.process(chunk, output_buffer_limit=room))


def _deflate(head: bytes) -> _Codec:
    """'deflate' means zlib in the standard and raw deflate in some servers; the first bytes tell."""
    is_zlib = len(head) > 1 and head[0] & 0x0F == 8 and int.from_bytes(head, "big") % 31 == 0
    return _Members(lambda: zlib.decompressobj(15 if is_zlib else -15))


def _gzip(_: bytes) -> _Codec:
    return _Members(lambda: zlib.decompressobj(31))


def _zstd(_: bytes) -> _Codec:
    window = {int(zstd.DecompressionParameter.window_log_max): ZSTD_WINDOW_LOG}
    return _Members(lambda: zstd.ZstdDecompressor(options=window))


# By name; each is given the first two bytes.
_CODECS: dict[str, Callable[[bytes], _Codec]] = {
    "gzip": _gzip,
    "x-gzip": _gzip,
    "deflate": _deflate,
    "br": lambda _: _Brotli(),
    "zstd": _zstd,
}


def decode_content(payload: bytes, encoding: str | None, limit: int) -> Decoded:
    """`payload` with the codings of a Content-Encoding header taken off, at most `limit` bytes of it.

    Never raises. Bytes that are not in the coding they claim stay as they are: some servers name gzip and
    send plain text.
    """
    names = [name.strip().lower() for name in (encoding or "").split(",")]
    notes: list[str] = []
    data = payload
    for name in reversed([name for name in names if name not in _NOTHING_TO_DO][-MAX_CODINGS:]):
        if name not in _CODECS:
            notes.append(f"content coding {name[:40]!r} is not known")
            break
        data, note = _unfolded(name, data, limit)
        notes += [note] if note else []
    if len(data) > limit:
        data = data[:limit]
        notes.append(f"cut at {limit} bytes")
    return Decoded(data, tuple(notes))


def _unfolded(name: str, data: bytes, limit: int) -> tuple[bytes, str]:
    if not data:
        return data, ""
    if name.endswith("gzip") and not data.startswith(b"\x1f\x8b"):
        return data, f"named {name}, but is not"
    out, broken_at = _expanded(name, data, limit, len(data))
    if broken_at is None:
        return out, ""
    # Once more, byte by byte in the step with the fault, for the text just before it.
    out, _ = _expanded(name, data, limit, broken_at)
    if not out:
        return data, f"named {name}, but is not"
    return out, f"{name} stream broken after {len(out)} bytes"


def _expanded(name: str, data: bytes, limit: int, coarse: int) -> tuple[bytes, int | None]:
    """What `data` unfolds to, and where the step with a fault began; fine steps from `coarse` on."""
    codec, out = _CODECS[name](data[:2]), bytearray()
    for start, end in _steps(len(data), coarse):
        try:
            out += codec.push(data[start:end], limit + 1 - len(out))
        except _FAULTS:
            return bytes(out), start
        if len(out) > limit:
            return bytes(out), None
    return bytes(out), None if codec.is_done else max(0, len(data) - 1)


def _steps(length: int, coarse: int) -> Iterator[tuple[int, int]]:
    for start in range(0, coarse, STEP_BYTES):
        yield start, min(start + STEP_BYTES, coarse)
    for start in range(coarse, min(length, coarse + STEP_BYTES)):
        yield start, start + 1
