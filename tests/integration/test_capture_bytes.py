"""What lies in the WARC file is what went over the wire."""

import gzip
from pathlib import Path

import pytest
from fastwarc.warc import ArchiveIterator, WarcRecordType
from tests.support.crawling import crawl_settings, run_crawl, warc_files, warcio_check
from tests.support.raw import raw_server
from warcio.archiveiterator import ArchiveIterator as WarcioIterator

from thresher.wire import dechunked

ODD_HEAD = (
    b"HTTP/1.1 200 Quite  all-right, thanks!\r\n"
    b"cOnTeNt-TyPe: text/html; charset=utf-8\r\n"
    b"X-Twice: one\r\n"
    b"server:   spaced  out \r\n"
    b"x-twice: two\r\n"
    b"X-Latin: caf\xe9\r\n"
)
PAGE = b"<html><body><p>Words that are kept as they were sent.</p></body></html>"
SQUEEZED = gzip.compress(PAGE, mtime=0)
CHUNKED = b"%x;ext=1\r\n%s\r\n%X\r\n%s\r\n0\r\nX-Trailer: yes\r\n\r\n" % (
    10,
    SQUEEZED[:10],
    len(SQUEEZED) - 10,
    SQUEEZED[10:],
)
WIRE = {
    "/": ODD_HEAD + b"Content-Length: %d\r\n\r\n" % len(PAGE) + PAGE,
    "/chunked": ODD_HEAD + b"Content-Encoding: gzip\r\nTRANSFER-encoding: chunked\r\n\r\n" + CHUNKED,
    "/until-close": ODD_HEAD + b"Connection: close\r\n\r\n" + PAGE + b"<!-- until the end -->",
    "/no-reason": b"HTTP/1.0 200\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n"
    + PAGE
    + b"<!-- no reason -->",
    "/moved": b"HTTP/1.1 301 Gone Fishing\r\nLOCATION: /chunked\r\nContent-Length: 4\r\n\r\nmove",
    "/broken": b"HTTP/1.1 500 Oh dear\r\nContent-Length: 6\r\n\r\nsorry!",
    "/line-feeds": b"HTTP/1.1 200 OK\nContent-Type: text/html\nContent-Length: %d\n\n" % len(PAGE) + PAGE[::-1],
    "/robots.txt": b"HTTP/1.1 404 None Here\r\nX-robots: no\r\nContent-Length: 0\r\n\r\n",
}


@pytest.mark.parametrize("tls", [False, True], ids=["plain", "tls"])
def test_heads_and_payloads_are_stored_byte_for_byte(tmp_path: Path, tls: bool) -> None:
    with raw_server(dict(WIRE), tls=tls) as server:
        seeds = tuple(server.url + path for path in WIRE if path != "/robots.txt")
        settings = crawl_settings(*seeds, scope="page", insecure=tls)

        run_crawl(tmp_path, settings)

        sent = {server.url + path: raw for path, raw in WIRE.items()}
    stored = {}
    for file in warc_files(tmp_path):
        with file.open("rb") as stream:
            for record in ArchiveIterator(stream, record_types=WarcRecordType.response, parse_http=False):
                stored[record.headers["WARC-Target-URI"]] = record.reader.read()
    assert stored == sent
    assert warcio_check(tmp_path) == ""


def test_the_chunked_payload_still_carries_its_content_coding(tmp_path: Path) -> None:
    with raw_server(dict(WIRE)) as server:
        run_crawl(tmp_path, crawl_settings(server.url + "/chunked", scope="page"))

    with warc_files(tmp_path)[0].open("rb") as stream:
        payloads = [
            record.raw_stream.read()
            for record in WarcioIterator(stream)
            if record.rec_type == "response" and record.rec_headers.get_header("WARC-Target-URI").endswith("/chunked")
        ]
    assert payloads == [CHUNKED]
    assert gzip.decompress(dechunked(payloads[0])) == PAGE


def test_the_request_is_stored_as_it_was_sent(tmp_path: Path) -> None:
    with raw_server(dict(WIRE)) as server:
        run_crawl(tmp_path, crawl_settings(server.url + "/", scope="page"))
        sent = set(server.requests)

    with warc_files(tmp_path)[0].open("rb") as stream:
        stored = {
            r.reader.read() for r in ArchiveIterator(stream, record_types=WarcRecordType.request, parse_http=False)
        }
    assert stored == sent
