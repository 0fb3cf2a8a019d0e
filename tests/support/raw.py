"""A server that sends exactly the bytes it is told, over plain sockets or TLS."""

import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

import trustme

Script = bytes | Callable[[socket.socket], None]
"""Bytes to send, or what to do with the connection."""


@dataclass
class RawServer:
    """Answers each path with its script; connections are kept open after bytes that carry their own length."""

    answers: dict[str, Script]
    url: str = ""
    requests: list[bytes] = field(default_factory=list)
    moments: list[float] = field(default_factory=list)
    connections: int = 0
    stop: Callable[[], None] = lambda: None
    """Takes the server off the network."""

    @property
    def paths(self) -> list[str]:
        return [request.split(b" ", 2)[1].decode() for request in self.requests]


@contextmanager
def raw_server(answers: dict[str, Script], *, tls: bool = False, port: int = 0) -> Iterator[RawServer]:
    """Run a `RawServer` on a free loopback port (or the one given) until the block ends."""
    listener = socket.create_server(("127.0.0.1", port))
    context = _tls_context() if tls else None
    port = listener.getsockname()[1]
    server = RawServer(answers, f"{'https' if tls else 'http'}://{'localhost' if tls else '127.0.0.1'}:{port}")
    stop = threading.Event()

    def take_down() -> None:
        stop.set()
        with suppress(OSError):  # down already
            # A shutdown wakes the thread that waits in accept; closing alone would leave it listening.
            listener.shutdown(socket.SHUT_RDWR)
        listener.close()

    server.stop = take_down
    threading.Thread(target=_accept, args=(listener, context, server, stop), daemon=True).start()
    try:
        yield server
    finally:
        take_down()


def _accept(listener: socket.socket, context: ssl.SSLContext | None, server: RawServer, stop: threading.Event) -> None:
    while not stop.is_set():
        try:
            connection, _ = listener.accept()
        except OSError:
            return
        server.connections += 1
        threading.Thread(target=_serve, args=(connection, context, server), daemon=True).start()


def _serve(connection: socket.socket, context: ssl.SSLContext | None, server: RawServer) -> None:
    try:
        connection.settimeout(120)
        if context is not None:
            connection = context.wrap_socket(connection, server_side=True)
        while request := _read_request(connection):
            server.requests.append(request)
            server.moments.append(time.monotonic())
            path = request.split(b" ", 2)[1].decode("latin-1")
            script = server.answers.get(path, b"HTTP/1.1 404 Nope\r\nContent-Length: 0\r\n\r\n")
            if callable(script):
                script(connection)
                return
            connection.sendall(script)
            if not keeps_open(script):
                return
    except OSError:
        pass
    finally:
        connection.close()


def keeps_open(answer: bytes) -> bool:
    head = answer.partition(b"\r\n\r\n")[0].lower()
    return b"connection: close" not in head and (b"content-length:" in head or b"chunked" in head)


def _read_request(connection: socket.socket) -> bytes:
    data = b""
    while b"\r\n\r\n" not in data:
        piece = connection.recv(65536)
        if not piece:
            return b""
        data += piece
    return data


def _tls_context() -> ssl.SSLContext:
    authority = trustme.CA()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("localhost", "127.0.0.1").configure_cert(context)
    return context


def html(body: str, status: str = "200 OK", extra: str = "") -> bytes:
    """A plain page as a server would send it."""
    payload = body.encode()
    head = (
        f"HTTP/1.1 {status}\r\nContent-Type: text/html; charset=utf-8\r\n{extra}Content-Length: {len(payload)}\r\n\r\n"
    )
    return head.encode() + payload


def words(number: int) -> str:
    """Twenty words that no other page has: numbers alone would look like a template."""
    mark = "".join("abcdefghij"[int(digit)] for digit in str(number))
    return " ".join(f"{mark}word{letter}" for letter in "abcdefghijklmnopqrst")
