from hypothesis import given
from hypothesis import strategies as st

from thresher.wire import ChunkFollower, dechunked


def chunked(pieces: list[bytes], trailer: bytes = b"") -> bytes:
    return b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces if piece) + b"0\r\n" + trailer + b"\r\n"


@given(st.lists(st.binary(max_size=50), max_size=8), st.lists(st.integers(1, 40), min_size=1, max_size=30), st.binary())
def test_the_end_is_found_however_the_bytes_arrive(pieces: list[bytes], steps: list[int], rest: bytes) -> None:
    wire = chunked(pieces, b"X-Trailer: 1\r\n")
    follower, used, position = ChunkFollower(), 0, 0
    data = wire + rest

    while position < len(data) and not follower.is_done:
        step = steps[position % len(steps)]
        used += follower.feed(data[position : position + step])
        position += step

    assert follower.is_done
    assert used == len(wire)
    assert dechunked(wire) == b"".join(pieces)


@given(st.binary(max_size=200))
def test_no_bytes_break_the_readers(data: bytes) -> None:
    follower = ChunkFollower()

    assert 0 <= follower.feed(data) <= len(data)
    assert len(dechunked(data)) <= len(data)


def test_broken_framing_is_noticed_and_what_came_before_is_given() -> None:
    follower = ChunkFollower()

    follower.feed(b"5\r\nhello\r\nzz\r\nworld")

    assert follower.is_broken
    assert dechunked(b"5\r\nhello\r\nzz\r\nworld") == b"hello"
    assert dechunked(b"5\r\nhel") == b"hel"
