"""Replay of captures by pywb: in a process, an environment and an origin of its own.

pywb is GPL, and archived scripts must not reach the viewer. So it is never imported; it listens on a port of its own,
under another name of this machine than the viewer, and reads the collection as it lies on the disk.
"""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import yaml

from thresher.page import surt

PACKAGES = ("pywb>=2.9,<3", "setuptools<81")
FROM_OUTSIDE = "THRESHER_PYWB"
"""Names a program `wayback` that is there already."""
START_SECONDS = 30.0
SETUP_SECONDS = 900.0
RULES = "access.aclj"
"""File of the addresses that are not replayed; pywb looks into it for every request."""


class State(StrEnum):
    """How far replay is."""

    MISSING = "missing"
    SETTING_UP = "setting up"
    STARTING = "starting"
    READY = "ready"
    BROKEN = "broken"


class Replay:
    """pywb over one collection, started when the first capture is asked for."""

    def __init__(self, root: Path, cache: Path | None = None) -> None:
        self._root = root.resolve()
        self._home = (cache or _cache()) / "pywb"
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._port = 0
        self._is_setting_up = False
        self.trouble = ""
        """Why it cannot be had, if so."""

    @property
    def state(self) -> State:
        with self._lock:
            if self._is_setting_up:
                return State.SETTING_UP
            if self._process is not None and self._process.poll() is None:
                return State.READY if _listens(self._port) else State.STARTING
            if self.trouble:
                return State.BROKEN
        return State.STARTING if self._program() is not None else State.MISSING

    def address(self, url: str, date: str, host: str) -> str:
        """Where a capture is replayed, for a viewer that is reached as `host`."""
        digits = "".join(filter(str.isdigit, date))[:14]
        return f"{self._top(host)}/{digits}/{url}"

    def list_address(self, url: str, form: str, host: str) -> str:
        """Where pywb lists all captures of an address: as a Memento timemap, or as lines of CDX."""
        if form == "cdx":
            return f"{self._top(host)}/cdx?{urlencode({'url': url, 'output': 'json'})}"
        return f"{self._top(host)}/timemap/link/{url}"

    def _top(self, host: str) -> str:
        # Cookies do not tell ports apart, so the replay has another name than the viewer.
        name = "localhost" if host.partition(":")[0] != "localhost" else "127.0.0.1"
        return f"http://{name}:{self._port}/archive"

    def start(self) -> None:
        """Start pywb if it is there and not running."""
        with self._lock:
            if self._process is not None and self._process.poll() is None:
                return
            program = self._program()
            if program is None:
                return
            self._folder = self._folder or tempfile.TemporaryDirectory(prefix="thresher-replay-")
            top = Path(self._folder.name)
            (top / "config.yaml").write_text(yaml.safe_dump(self._settings(top)), encoding="utf-8")
            (top / RULES).touch()
            self._port = _free_port()
            try:
                self._process = subprocess.Popen(  # noqa: S603 -- pywb's own program
                    [program, "-b", "127.0.0.1", "-p", str(self._port)],
                    cwd=top,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                )
                self.trouble = ""
            except OSError as error:
                self.trouble = f"pywb could not be started ({error.strerror})."

    def keep_out(self, urls: Iterable[str]) -> None:
        """Captures of these addresses are not replayed, whoever asks for them and by whatever link."""
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="thresher-replay-")
        # pywb searches from the end of the alphabet; three crosses end the key of one page.
        keys = sorted({f"{surt(url)}###" for url in urls}, key=str.encode, reverse=True)
        rules = "".join(f'{key} - {{"access": "exclude"}}\n' for key in keys)
        place = Path(self._folder.name) / RULES
        fresh = place.with_suffix(".new")
        fresh.write_text(rules, encoding="utf-8")
        fresh.replace(place)

    def _settings(self, top: Path) -> dict[str, Any]:
        collection = {
            "index_paths": str(self._root / "indexes"),
            "archive_paths": str(self._root / "archive") + "/",
            "acl_paths": str(top / RULES),
        }
        return {"framed_replay": False, "enable_auto_fetch": False, "collections": {"archive": collection}}

    def wait(self, seconds: float = START_SECONDS) -> bool:
        """Until it listens; whether it does."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            process = self._process
            if process is None:
                return False
            if process.poll() is not None:
                self.trouble = f"pywb ended by itself ({process.returncode})."
                return False
            if _listens(self._port):
                return True
            time.sleep(0.1)
        return False

    def set_up(self) -> None:
        """Install pywb into an environment of its own, in the background."""
        with self._lock:
            if self._is_setting_up:
                return
            self._is_setting_up = True
            self.trouble = ""
        threading.Thread(target=self._install, daemon=True).start()

    def close(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(10)
            except subprocess.TimeoutExpired:
                self._process.kill()
        if self._folder is not None:
            self._folder.cleanup()

    def _program(self) -> Path | None:
        named = os.environ.get(FROM_OUTSIDE, "")
        places = (Path(named) if named else None, self._home / "bin" / "wayback")
        return next((place for place in places if place is not None and os.access(place, os.X_OK)), None)

    def _install(self) -> None:
        try:
            shutil.rmtree(self._home, ignore_errors=True)
            self._home.parent.mkdir(parents=True, exist_ok=True)
            _run(sys.executable, "-m", "venv", str(self._home))
            _run(str(self._home / "bin/python"), "-m", "pip", "install", "-q", "--disable-pip-version-check", *PACKAGES)
        except (OSError, subprocess.SubprocessError) as error:
            shutil.rmtree(self._home, ignore_errors=True)
            said = getattr(error, "stderr", b"") or b""
            last = said.decode("utf-8", "replace").strip().rpartition("\n")[2][:300]
            self.trouble = f"pywb could not be installed: {last or error}"
        finally:
            with self._lock:
                self._is_setting_up = False


def _run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True, timeout=SETUP_SECONDS)  # noqa: S603 -- our own words


def _cache() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "thresher"


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


def _listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), 0.3).close()
    except OSError:
        return False
    return True
