"""The demo site over HTTP, on this machine only."""

import contextlib
import socket
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any

from thresher.demo.exchange import Answer
from thresher.demo.forum.pages import COOKIE
from thresher.demo.prose import SEED
from thresher.demo.site import DemoSite


class DemoServer:
    """Serves the site on a free port of 127.0.0.1 while the context is open.

    >>> with DemoServer() as server:
    ...     server.url.startswith("http://127.0.0.1:")
    True
    """

    def __init__(self, seed: int = SEED) -> None:
        self._http = _Http(("127.0.0.1", 0), _Handler)
        self.origin = f"http://127.0.0.1:{self._http.server_port}"
        self.url = f"{self.origin}/"
        self.site = DemoSite(self.origin, seed)
        self._http.site = self.site
        self._thread = threading.Thread(
            target=self._http.serve_forever, kwargs={"poll_interval": 0.02}, name="demo site", daemon=True
        )

    @property
    def requests(self) -> int:
        """Requests answered so far, of any kind."""
        return self._http.requests

    def __enter__(self) -> "DemoServer":
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._http.shutdown()
        self._http.server_close()
        self._http.hang_up()
        self._thread.join()


class _Http(ThreadingHTTPServer):
    """Counts requests and knows its connections, so that kept-alive ones end with the server."""

    daemon_threads = True
    # A crawler may open many connections at once; the default of 5 would make some of them wait a second.
    request_queue_size = 128
    site: DemoSite

    def __init__(self, address: tuple[str, int], handler: type[BaseHTTPRequestHandler]) -> None:
        super().__init__(address, handler)
        self.requests = 0
        self._lock = threading.Lock()
        self._open: set[socket.socket] = set()

    def count(self) -> None:
        with self._lock:
            self.requests += 1

    def process_request(self, request: Any, client_address: Any) -> None:
        with self._lock:
            self._open.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        with self._lock:
            self._open.discard(request)
        super().shutdown_request(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that went away in the middle is no news here."""

    def hang_up(self) -> None:
        """Ends the connections that are still open; their threads then close them."""
        with self._lock:
            for connection in self._open:
                with contextlib.suppress(OSError):
                    connection.shutdown(socket.SHUT_RDWR)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Header section and body leave in one packet; two would wait for each other (Nagle, delayed acknowledgement).
    wbufsize = 64 * 1024
    disable_nagle_algorithm = True
    server: _Http

    def do_GET(self) -> None:
        self._send(self.server.site.answer(self.path, f"{COOKIE}=" in self.headers.get("Cookie", "")))

    def do_HEAD(self) -> None:
        self.do_GET()

    def do_POST(self) -> None:
        self.close_connection = True
        self._send(Answer(405, (("Allow", "GET, HEAD"), ("connection", "close")), b"Nothing can be sent here.\n"))

    def log_message(self, format: str, *args: object) -> None:
        """Quiet."""

    def _send(self, answer: Answer) -> None:
        self.server.count()
        self.send_response_only(answer.status)
        for name, value in answer.headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(answer.body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(answer.body)
