"""Servers are asked whether a page is as it was; what they say so of becomes a revisit record that replays."""

import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.integration.test_replay import get, wayback
from tests.support.crawling import captures_of, crawl_settings, run_crawl, warcio_check
from tests.support.raw import RawServer, html, raw_server, words

from thresher.archive import CaptureRow, Collection, Keeper, verify
from thresher.archive.cdxj import read_cdxj
from thresher.archive.scan import Record, scan
from thresher.catalog import open_catalog
from thresher.crawl.session import SCHEMAS
from thresher.crawl.update import settings_of, update
from thresher.model import Kind

PAGES = 6


class Marked:
    """A site that marks its pages, and answers 304 to whoever names the mark."""

    def __init__(self, server: RawServer, extra: str = "") -> None:
        self.server = server
        self.marks = {self._path(number): f'"m{number}"' for number in range(PAGES)}
        self.extra = extra
        self.spared = 0
        server.answers["/robots.txt"] = html("", status="404 Not Found")
        for number in range(PAGES):
            server.answers[self._path(number)] = self._script(number)

    def _path(self, number: int) -> str:
        return f"/{number}.html" if number else "/"

    def _script(self, number: int):  # type: ignore[no-untyped-def]
        def answer(connection: socket.socket) -> None:
            path = self._path(number)
            mark = self.marks[path]
            if f"If-None-Match: {mark}\r\n".encode() in self.server.requests[-1]:
                self.spared += 1
                connection.sendall(f"HTTP/1.1 304 Not Modified\r\nETag: {mark}\r\nConnection: close\r\n\r\n".encode())
                return
            links = "".join(f"<a href='{self._path(other)}'>{other}</a> " for other in range(PAGES))
            body = f"<title>Page {number}</title><p>{words(number)} {mark}</p>{links}"
            connection.sendall(html(body, extra=f"ETag: {mark}\r\nConnection: close\r\n{self.extra}"))

        return answer


@contextmanager
def crawled(root: Path, extra: str = "") -> Iterator[Marked]:
    with raw_server({}) as server:
        site = Marked(server, extra)
        assert run_crawl(root, crawl_settings(server.url + "/")).exit_code == 0
        server.requests.clear()
        yield site


def pages_of(root: Path) -> list[CaptureRow]:
    return [row for row in captures_of(root) if row.kind is Kind.PAGE]


def test_a_page_that_is_as_it_was_is_not_sent_again_and_is_read_all_the_same(tmp_path: Path) -> None:
    with crawled(tmp_path) as site:
        found = update(tmp_path, settings_of(tmp_path))

    again = pages_of(tmp_path)[-PAGES:]
    assert (found.ended, site.spared) == ("complete", PAGES)
    assert {(row.status, row.mime, row.is_revisit) for row in again} == {(200, "text/html", True)}
    collection = Collection(tmp_path)
    found_in = (one for path in sorted(collection.archive.glob("*.warc.gz")) for one in scan(path))
    records = [one for one in found_in if isinstance(one, Record)]
    said = [one for one in records if one.kind == "revisit"]
    assert len(said) == PAGES
    assert {one.headers["warc-profile"].rpartition("/")[2] for one in said} == {"server-not-modified"}
    assert {one.block for one in said} == {b""}
    assert sum(one.block.startswith(b"HTTP/1.1 304") for one in records if one.kind == "metadata") == PAGES
    assert warcio_check(tmp_path) == ""
    assert {fields["status"] for _, fields in read_cdxj(collection.index) if "html" in fields["url"]} == {"200"}
    catalog = open_catalog(collection.catalog, SCHEMAS)
    assert verify(collection, catalog).problems == ()
    loaded = [Keeper(collection, catalog, None).load(row) for row in again]  # type: ignore[arg-type]
    assert all(one is not None and one.header("etag") and b"<title>" in one.payload for one in loaded)
    catalog.close()


def test_what_has_changed_is_sent_and_kept(tmp_path: Path) -> None:
    with crawled(tmp_path) as site:
        site.marks["/3.html"] = '"other"'
        update(tmp_path, settings_of(tmp_path))

    assert site.spared == PAGES - 1
    assert [row.url.rpartition("/")[2] for row in pages_of(tmp_path)[-PAGES:] if not row.is_revisit] == ["3.html"]


def test_nobody_is_asked_by_a_mark_that_depends_on_who_asks(tmp_path: Path) -> None:
    with crawled(tmp_path, extra="Vary: Accept-Encoding, User-Agent\r\n") as site:
        update(tmp_path, settings_of(tmp_path))

    assert site.spared == 0
    assert not any(b"If-None-Match" in request for request in site.server.requests)


def test_pywb_replays_both_visits(tmp_path: Path) -> None:
    root = tmp_path / "collections" / "marked"
    with crawled(root):
        update(root, settings_of(root))
    dates = [row.date for row in captures_of(root) if row.url.endswith("/2.html")]
    assert len(dates) == 2

    with wayback(tmp_path) as address:
        url = next(row.url for row in captures_of(root) if row.url.endswith("/2.html"))
        stamps = ["".join(filter(str.isdigit, date)) for date in dates]
        answers = [get(f"{address}/marked/{stamp}mp_/{url}") for stamp in stamps]
        listed = [json.loads(line) for line in get(f"{address}/marked/cdx?url={url}&output=json")[1].splitlines()]

    assert [status for status, _ in answers] == [200, 200]
    assert all(b"<title>Page 2</title>" in body for _, body in answers)
    assert [one["timestamp"] for one in listed] == stamps
