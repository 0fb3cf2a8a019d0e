"""A site on this machine that is not the same on every visit, or for every visitor; and what a visit has brought.

Who visits comes in as a parameter: crawls are of the same storey.
"""

import contextlib
import socketserver
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from thresher.archive import Collection
from thresher.catalog import open_catalog
from thresher.describe import read_objects
from thresher.evaluate.recording import key_of
from thresher.evaluate.replay import NOT_FOUND
from thresher.model import CrawlSettings, Resources, WebObject

Changes = dict[str, dict[str, int]]
"""By type of object: how many are new, edited, deleted, unchanged; empty after a first crawl."""
Visit = Callable[[Path, CrawlSettings], Changes]
"""Crawls into a folder; updates the collection if there is one already."""
Answer = Callable[[str, str], bytes | None]
"""Key of an address (`key_of`) and user agent → a whole response; None if there is nothing."""


class Site:
    """Answers as it is told, and notes what was asked for."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self.proxy = ""
        self.asked: list[str] = []


def plain_settings(seed: str, site: Site, *, knowledge: tuple[str, ...] = (), adapts: bool = True) -> CrawlSettings:
    """How a site of one's own is visited: at full speed, pages alone."""
    return CrawlSettings(
        (seed,), resources=Resources.NONE, delay=0, proxy=site.proxy, knowledge=knowledge, adapts=adapts
    )


def seen_objects(root: Path) -> list[WebObject]:
    """What the last visit to a collection has seen, as it is now."""
    catalog = open_catalog(Collection(root).catalog, read_only=True)
    try:
        rows = catalog.execute("SELECT id FROM objects WHERE seen_visit = (SELECT max(number) FROM visits)")
        seen = {row[0] for row in rows}
        return [one.web for one in read_objects(catalog) if one.web.id in seen]
    finally:
        catalog.close()


@contextlib.contextmanager
def served(answer: Answer) -> Iterator[Site]:
    """Serve a site as a proxy on a free port of 127.0.0.1 while the context is open."""
    server = _Server(("127.0.0.1", 0), _Handler)
    site = server.site = Site(answer)
    site.proxy = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield site
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128
    site: Site


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server
    # A page is one write; without this each would wait for the acknowledgement of the last.
    disable_nagle_algorithm = True

    def setup(self) -> None:
        socketserver.StreamRequestHandler.setup(self)

    def do_GET(self) -> None:
        key = key_of(self.path)
        self.server.site.asked.append(key)
        answer = self.server.site.answer(key, self.headers.get("User-Agent", ""))
        self.wfile.write(_framed(answer or NOT_FOUND))

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: what was asked is in the site."""


def _framed(answer: bytes) -> bytes:
    """The response with its length, on a connection that stays open."""
    head, _, body = answer.partition(b"\r\n\r\n")
    lines = [line for line in head.split(b"\r\n") if not line.lower().startswith((b"connection:", b"keep-alive:"))]
    if not any(line.lower().startswith((b"content-length:", b"transfer-encoding:")) for line in lines):
        lines.append(b"Content-Length: " + str(len(body)).encode())
    return b"\r\n".join(lines) + b"\r\n\r\n" + body


def page_answer(payload: bytes) -> bytes:
    """A saved page as a server would send it; what its letters are, it has to say itself."""
    return b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + payload
