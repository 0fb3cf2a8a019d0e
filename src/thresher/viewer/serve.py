"""A web server for the viewer of one collection, until somebody ends it."""

import signal
import socket
import sys
import webbrowser
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path

import uvicorn

from thresher.model.errors import UsageError
from thresher.viewer.app import make_app, prepare
from thresher.viewer.desk import Desk
from thresher.viewer.guard import LOOPBACK, new_token
from thresher.viewer.library import Library


def serve(root: Path, host: str, port: int, names: tuple[str, ...] = (), *, opens: bool = False) -> None:
    """Serve until Ctrl-C, and say where."""
    library = Library(root)
    listening = _listen(host, port)
    port = listening.getsockname()[1]
    is_open = not _is_loopback(host)
    token = new_token() if is_open else ""
    hosts = [f"{one}:{port}" for one in (*LOOPBACK, host if ":" not in host else f"[{host}]")]
    shown = host if host not in ("0.0.0.0", "::") else socket.gethostname()  # noqa: S104 -- compared, not used
    hosts += [f"{shown}:{port}", *names]
    address = f"http://{shown}:{port}/" + (f"?token={token}" if token else "")
    desk = Desk(library, root.resolve().name)
    library.start()
    prepare(desk)
    try:
        print(f"The archive is at {address}", file=sys.stderr, flush=True)
        print("Ctrl-C ends it.", file=sys.stderr, flush=True)
        if opens and not is_open:
            webbrowser.open(address)
        config = uvicorn.Config(
            make_app(desk, hosts, token), log_level="warning", access_log=False, server_header=False, lifespan="off"
        )
        # What ended the server is raised once more behind it: it must not end us before pywb has been ended, too.
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
        with suppress(KeyboardInterrupt):
            uvicorn.Server(config).run(sockets=[listening])
    finally:
        listening.close()
        desk.replay.close()
        library.close()


def _listen(host: str, port: int) -> socket.socket:
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listening = socket.socket(family)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(128)
    except OSError as error:
        raise UsageError(
            f"Nothing can listen on {host}, port {port} ({error.strerror}).",
            "Another program may use the port: --port 0 takes any that is free.",
        ) from error
    return listening


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
