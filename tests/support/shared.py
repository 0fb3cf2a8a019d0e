"""Recorded real sites beside the project, where there are any: a clone alone has none."""

import json
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

SHARED = Path(__file__).parents[3] / "shared"
SITES = SHARED / "sites"

needs_shared = pytest.mark.skipif(not SITES.is_dir(), reason="no recorded sites beside this clone")


def recorded(what: str) -> list[str]:
    """Names of the recorded sites whose truth tells of `what`: threads, posts, articles."""
    truths = sorted(SITES.glob("*/truth.json"))
    return [path.parent.name for path in truths if what in json.loads(path.read_text(encoding="utf-8"))]


@contextmanager
def mirror(sites: str | list[str], *options: str, log: Path | None = None) -> Iterator[str]:
    """Serve recorded sites as a proxy on loopback; the proxy's URL."""
    names = [sites] if isinstance(sites, str) else sites
    port = free_port()
    command = [sys.executable, str(SHARED / "mirror/mirror.py"), "--port", str(port), *options]
    if log is not None:
        command += ["--log", str(log)]
    recordings = [str(SITES / name / "mirror.warc.xz") for name in names]
    process = subprocess.Popen([*command, *recordings], stderr=subprocess.DEVNULL)
    try:
        wait_for_port(port, process)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(10)


def mirror_requests(proxy: str) -> int:
    """How many requests the mirror has answered so far."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({"http": proxy}))
    with opener.open("http://mirror.control/stats", timeout=5) as answer:
        return int(json.load(answer)["requests"])


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


def wait_for_port(port: int, process: "subprocess.Popen[bytes]") -> None:
    """Return when `process` listens."""
    for _ in range(600):
        assert process.poll() is None, "the server ended"
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.05)
    raise AssertionError("the server did not start")
