"""A recorded site on this machine: an HTTP proxy that answers from a recording and notes what was asked."""

import contextlib
import socketserver
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from thresher.evaluate.recording import Recording, key_of

NOT_FOUND = b"HTTP/1.1 404 Not Found\r\nContent-Type: text/plain\r\nContent-Length: 10\r\n\r\nnot here.\n"


class Replay:
    """What a crawler asked for, in order, as keys."""

    def __init__(self, recording: Recording, proxy: str) -> None:
        self.recording = recording
        self.proxy = proxy
        self.asked: list[str] = []


@contextlib.contextmanager
def replayed(recording: Recording) -> Iterator[Replay]:
    """Serve `recording` as a proxy on a free port of 127.0.0.1 while the context is open."""
    server = _Server(("127.0.0.1", 0), _Handler)
    replay = Replay(recording, f"http://127.0.0.1:{server.server_address[1]}")
    server.replay = replay
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield replay
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128
    replay: Replay


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server
    # A page is one write; without this each would wait for the acknowledgement of the last.
    disable_nagle_algorithm = True

    def setup(self) -> None:
        socketserver.StreamRequestHandler.setup(self)

    def do_GET(self) -> None:
        replay = self.server.replay
        key = key_of(self.path)
        replay.asked.append(key)
        answer = replay.recording.answers.get(key, NOT_FOUND)
        head, _, body = answer.partition(b"\r\n\r\n")
        lines = [line for line in head.split(b"\r\n") if not line.lower().startswith((b"connection:", b"keep-alive:"))]
        framed = any(line.lower().startswith((b"content-length:", b"transfer-encoding:")) for line in lines)
        if not framed:
            lines.append(b"Content-Length: " + str(len(body)).encode())
        self.wfile.write(b"\r\n".join(lines) + b"\r\n\r\n" + (b"" if self.command == "HEAD" else body))

    do_HEAD = do_GET

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: what was asked is in the replay."""
