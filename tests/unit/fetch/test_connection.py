"""Reading one answer from a connection."""

import asyncio

import pytest

from thresher.fetch.connection import PIECE, Connection, Limits
from thresher.fetch.trouble import FetchFailed, TroubleKind


class Wire:
    """As much of a stream writer as sending needs: everything goes out at once."""

    @property
    def transport(self) -> "Wire":
        return self

    def write(self, _: bytes) -> None: ...

    def get_write_buffer_size(self) -> int:
        return 0


def test_a_head_beyond_the_limit_is_refused_even_if_its_end_comes_with_the_piece_that_breaks_it() -> None:
    limits = Limits(idle_seconds=5, total_seconds=5, head_bytes=4 * PIECE, body_bytes=1)

    async def exchange() -> None:
        reader = asyncio.StreamReader(limit=8 * PIECE)
        reader.feed_data(b"HTTP/1.1 200 OK\r\nX-Big: " + b"x" * (4 * PIECE + 1000) + b"\r\n\r\n")
        await Connection(reader, Wire(), None).exchange(b"GET / HTTP/1.1\r\n\r\n", limits)  # type: ignore[arg-type]

    with pytest.raises(FetchFailed) as caught:
        asyncio.run(exchange())

    assert caught.value.kind is TroubleKind.HEAD_TOO_LARGE
