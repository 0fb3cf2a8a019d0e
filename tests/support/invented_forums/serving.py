"""An invented forum on loopback: a proxy that answers for its host and remembers what it was asked for."""

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from tests.support.whole_forum import WholeForum

_SESSION = re.compile(r"[?&](?:sid|s)=[0-9a-f]{32}")
DATE = "Fri, 20 Jun 2025 12:00:00 GMT"
SESSION_REQUESTS = 12
"""After so many requests the server gives another session."""


@dataclass
class Asked:
    """Every request: the address without its session, and the status of the answer."""

    proxy: str
    requests: list[tuple[str, int]] = field(default_factory=list)


def without_session(url: str) -> str:
    plain = _SESSION.sub("", url)
    # The first parameter may have been the session: what follows it begins the query then.
    return plain if "?" in plain or "&" not in plain else plain.replace("&", "?", 1)


@contextmanager
def served(forum: WholeForum) -> Iterator[Asked]:
    """Serve `forum` until the block ends."""
    asked = Asked("")
    bare = {url for url in forum.pages if "?" not in url}

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True  # else each answer waits 40 ms for an acknowledgement of its head

        def do_GET(self) -> None:
            url = without_session(self.path)
            if url in forum.redirects:
                self._answer(url, 302, "", ("Location", forum.redirects[url]))
            elif url in forum.pages:
                self._answer(url, 200, forum.pages[url])
            elif url.partition("?")[0] in bare and not url.startswith(forum.entry + "?"):
                self._answer(url, 200, forum.pages[url.partition("?")[0]])
            else:
                self._answer(url, 404, "<html><body><h1>Not found</h1></body></html>")

        def _answer(self, url: str, status: int, page: str, *headers: tuple[str, str]) -> None:
            asked.requests.append((url, status))
            session = f"{len(asked.requests) // SESSION_REQUESTS + 1:032x}"
            body = page.replace("@SESSION@", session).encode()
            self.send_response_only(status)
            for name, value in (("Date", DATE), ("Content-Type", "text/html; charset=utf-8"), *headers):
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        asked.proxy = f"http://127.0.0.1:{server.server_address[1]}"
        yield asked
    finally:
        server.shutdown()
        server.server_close()
        thread.join(10)
