"""Content codings and charsets: what comes off, and what it costs when somebody means harm."""

import gzip
import zlib

import brotli
import pytest
from backports import zstd

from thresher.page import charset_of, decode_content, text_of

TEXT = b"What people wrote, " * 500
LIMIT = 1_000_000


def raw_deflate(data: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-15)
    return packer.compress(data) + packer.flush()


@pytest.mark.parametrize(
    ("encoding", "payload"),
    [
        (None, TEXT),
        ("identity", TEXT),
        ("gzip", gzip.compress(TEXT, mtime=0)),
        ("X-GZIP", gzip.compress(TEXT, mtime=0)),
        ("deflate", zlib.compress(TEXT)),
        ("deflate", raw_deflate(TEXT)),
        ("br", brotli.compress(TEXT)),
        ("zstd", zstd.compress(TEXT)),
        ("gzip, br", brotli.compress(gzip.compress(TEXT, mtime=0))),
        ("gzip", gzip.compress(TEXT[:4000], mtime=0) + gzip.compress(TEXT[4000:], mtime=0)),
        ("zstd", zstd.compress(TEXT[:4000]) + zstd.compress(TEXT[4000:])),
    ],
)
def test_codings_come_off_without_a_trace(encoding: str | None, payload: bytes) -> None:
    decoded = decode_content(payload, encoding, LIMIT)

    assert decoded.data == TEXT
    assert decoded.notes == ()


@pytest.mark.parametrize("pack", [gzip.compress, brotli.compress, zstd.compress, zlib.compress])
def test_a_bomb_costs_no_more_than_the_limit(pack: object) -> None:
    name = {gzip.compress: "gzip", brotli.compress: "br", zstd.compress: "zstd"}.get(pack, "deflate")  # type: ignore[call-overload]
    bomb = pack(bytes(50_000_000))  # type: ignore[operator]

    decoded = decode_content(bomb, name, 100_000)

    assert len(decoded.data) == 100_000
    assert decoded.notes == ("cut at 100000 bytes",)


@pytest.mark.parametrize(
    ("name", "pack"), [("gzip", gzip.compress), ("deflate", zlib.compress), ("deflate", raw_deflate)]
)
def test_a_broken_stream_gives_what_came_before_the_fault(name: str, pack: object) -> None:
    lines = b"".join(b"line %d of many\n" % i for i in range(5000))
    packed = pack(lines)  # type: ignore[operator]
    half = len(packed) // 2

    torn = decode_content(packed[:half], name, LIMIT)
    spoilt = decode_content(packed[:half] + b"\xff" * 200, name, LIMIT)

    assert lines.startswith(torn.data)
    assert len(torn.data) > len(lines) // 4
    assert spoilt.data[: len(torn.data) - 1000] == torn.data[:-1000]
    assert "broken" in torn.notes[0]
    assert "broken" in spoilt.notes[0]


def test_what_claims_a_coding_it_does_not_have_stays_as_it_is() -> None:
    assert decode_content(b"<p>plain", "gzip", LIMIT).data == b"<p>plain"
    assert decode_content(b"<p>plain", "br", LIMIT).data == b"<p>plain"
    assert decode_content(b"<p>plain", "rot13", LIMIT).notes == ("content coding 'rot13' is not known",)


def test_ten_thousand_empty_members_end_the_patience() -> None:
    decoded = decode_content(gzip.compress(b"x", mtime=0) + gzip.compress(b"", mtime=0) * 20_000, "gzip", LIMIT)

    assert decoded.data == b"x"


@pytest.mark.parametrize(
    ("data", "content_type", "charset"),
    [
        (b"\xef\xbb\xbfa", "text/html; charset=latin1", "utf-8"),
        (b"\xff\xfea\x00", None, "utf-16-le"),
        (b"a", "text/html; charset=ISO-8859-1", "cp1252"),
        (b"a", "text/html; charset='Shift_JIS'", "cp932"),
        (b"a", "text/html; charset=gb2312", "gb18030"),
        (b"a", "text/html; charset=unicode_escape", "utf-8"),
        (b'<meta charset="windows-1251">', None, "cp1251"),
        (b'<meta http-equiv=Content-Type content="text/html; charset=koi8-r">', "text/html", "koi8-r"),
        (b'<!-- <meta charset="koi8-r"> --><meta charset=utf-16>', None, "utf-8"),
        (b"caf\xc3\xa9", None, "utf-8"),
        (b"caf\xe9", None, "cp1252"),
        (b"\xc3\xa9t\xc3", None, "utf-8"),
    ],
)
def test_the_charset_is_found_as_browsers_find_it(data: bytes, content_type: str | None, charset: str) -> None:
    assert charset_of(data, content_type) == charset


def test_bytes_the_charset_cannot_explain_do_not_stop_reading() -> None:
    assert text_of(b"\xef\xbb\xbfa\xffb", "utf-8") == "a\ufffdb"
