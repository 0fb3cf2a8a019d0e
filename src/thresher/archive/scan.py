"""Reading WARC files member by member, so that damage has an exact place.

A library that skips over faults would be faster; here the faults are what is looked for.
"""

import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

PIECE = 64 * 1024
MAGIC = b"\x1f\x8b\x08"
MAX_HEADER = 64 * 1024


@dataclass(frozen=True, slots=True)
class Record:
    """One whole record."""

    offset: int
    length: int
    headers: dict[str, str]
    """Names in lower case."""
    block: bytes

    @property
    def kind(self) -> str:
        return self.headers.get("warc-type", "")

    @property
    def url(self) -> str:
        return self.headers.get("warc-target-uri", "").strip("<>")


@dataclass(frozen=True, slots=True)
class Damage:
    """Bytes that are no whole record, from `offset` up to `end`."""

    offset: int
    end: int
    what: str


def scan(path: Path, start: int = 0) -> Iterator[Record | Damage]:
    """Every record from `start` on, and every stretch of bytes that is none, in order."""
    size = path.stat().st_size
    with path.open("rb") as file:
        offset = start
        while offset < size:
            found = _member(file, offset)
            if isinstance(found, str):
                end = _next_member(file, offset + 1, size)
                yield Damage(offset, end, found)
                offset = end
            else:
                yield found
                offset += found.length


def read_record(path: Path, offset: int) -> Record | None:
    """The record at `offset`, or None if there is no whole one."""
    try:
        with path.open("rb") as file:
            found = _member(file, offset)
    except OSError:
        return None
    return found if isinstance(found, Record) else None


def _member(file: BinaryIO, offset: int) -> Record | str:
    file.seek(offset)
    inflate, parts, taken = zlib.decompressobj(31), [], 0
    try:
        while not inflate.eof:
            piece = file.read(PIECE)
            if not piece:
                return "ends in the middle of a record"
            parts.append(inflate.decompress(piece))
            taken += len(piece)
    except zlib.error as error:
        return f"not a gzip member ({error})"
    return _parsed(offset, taken - len(inflate.unused_data), b"".join(parts))


def _parsed(offset: int, length: int, data: bytes) -> Record | str:
    head, separator, rest = data.partition(b"\r\n\r\n")
    if not data.startswith(b"WARC/") or not separator or len(head) > MAX_HEADER:
        return "a gzip member, but not a WARC record"
    headers: dict[str, str] = {}
    for line in head.decode("utf-8", "surrogateescape").split("\r\n")[1:]:
        name, _, value = line.partition(":")
        headers.setdefault(name.strip().lower(), value.strip())
    announced = headers.get("content-length", "")
    if not announced.isdigit() or len(rest) != int(announced) + 4 or not rest.endswith(b"\r\n\r\n"):
        return "the record's length is not what its header says"
    return Record(offset, length, headers, rest[:-4])


def _next_member(file: BinaryIO, offset: int, size: int) -> int:
    """Where the next readable record may begin, or `size`."""
    file.seek(offset)
    behind = b""
    while piece := file.read(PIECE):
        window = behind + piece
        at = window.find(MAGIC)
        if at >= 0:
            return offset - len(behind) + at
        offset += len(piece)
        behind = window[-2:]
    return size
