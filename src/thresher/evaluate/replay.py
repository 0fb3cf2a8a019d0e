"""A site on this machine: an HTTP proxy that answers as it is told, or from a recording, and notes what was asked."""

import contextlib
import socketserver
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from thresher.evaluate.recording import Recording, key_of

NOT_FOUND = b"HTTP/1.1 404 Not Found\r\nContent-Type: text/plain\r\nContent-Length: 10\r\n\r\nnot here.\n"

Answer = Callable[[str, str], bytes | None]
"""Key of an address (`key_of`) and user agent → a whole response; None if there is nothing."""


class Site:
    """Answers as it is told, and notes what was asked for, in order, as keys."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self.proxy = ""
        self.asked: list[str] = []


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


def answers_of(recording: Recording) -> Answer:
    """What a recorded site answers, whoever asks."""
    return lambda key, _: recording.answers.get(key)


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
        head, body = _framed(self.server.site.answer(key, self.headers.get("User-Agent", "")) or NOT_FOUND)
        self.wfile.write(head + (b"" if self.command == "HEAD" else body))

    do_HEAD = do_GET

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: what was asked is in the site."""


def _framed(answer: bytes) -> tuple[bytes, bytes]:
    """Head and body of a response, with its length, on a connection that stays open."""
    head, _, body = answer.partition(b"\r\n\r\n")
    lines = [line for line in head.split(b"\r\n") if not line.lower().startswith((b"connection:", b"keep-alive:"))]
    if not any(line.lower().startswith((b"content-length:", b"transfer-encoding:")) for line in lines):
        lines.append(b"Content-Length: " + str(len(body)).encode())
    return b"\r\n".join(lines) + b"\r\n\r\n", body
