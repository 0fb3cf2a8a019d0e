"""Chunked transfer coding: finding its end as bytes arrive, and taking it off."""

MAX_SIZE_LINE = 16 * 1024
"""Chunk extensions and trailers; Apache stops at 8 KB."""


class ChunkFollower:
    """Walks through a chunked body as it arrives and notices its end; keeps nothing of it.

    `feed` returns how many bytes belonged to the body. Afterwards `is_done` or `is_broken` may be set;
    a broken framing can only be followed up to the fault.
    """

    def __init__(self) -> None:
        self.is_done = False
        self.is_broken = False
        self._left = 0
        self._line = bytearray()
        self._state = "size"

    def feed(self, data: bytes) -> int:
        position = 0
        while position < len(data) and not (self.is_done or self.is_broken):
            if self._state == "data":
                step = min(self._left, len(data) - position)
                self._left -= step
                position += step
                if self._left == 0:
                    self._state = "gap"
            else:
                position = self._read_line(data, position)
        return position

    def _read_line(self, data: bytes, position: int) -> int:
        end = data.find(b"\n", position)
        stop = end + 1 if end >= 0 else len(data)
        self._line += data[position:stop]
        if len(self._line) > MAX_SIZE_LINE:
            self.is_broken = True
        elif end >= 0:
            line = bytes(self._line).strip()
            self._line.clear()
            self._end_line(line)
        return stop

    def _end_line(self, line: bytes) -> None:
        if self._state == "gap":
            self._state, self.is_broken = "size", bool(line)
        elif self._state == "trailer":
            self.is_done = not line
        else:
            size = chunk_size(line)
            if size is None:
                self.is_broken = True
            elif size == 0:
                self._state = "trailer"
            else:
                self._left, self._state = size, "data"


def chunk_size(line: bytes) -> int | None:
    """The size in a chunk's first line; None if there is none."""
    digits = line.partition(b";")[0].strip()
    if not digits or len(digits) > 15 or not all(c in b"0123456789abcdefABCDEF" for c in digits):
        return None
    return int(digits, 16)


def dechunked(body: bytes) -> bytes:
    """The body without chunked framing; a broken or cut one gives what came before the fault.

    >>> dechunked(b"5\\r\\nhello\\r\\n6;x=y\\r\\n world\\r\\n0\\r\\n\\r\\n")
    b'hello world'
    """
    pieces: list[bytes] = []
    position = 0
    while True:
        end = body.find(b"\n", position)
        size = chunk_size(body[position:end]) if end >= 0 else None
        if not size:
            return b"".join(pieces)
        pieces.append(body[end + 1 : end + 1 + size])
        position = body.find(b"\n", end + 1 + size) + 1
        if position == 0:
            return b"".join(pieces)
