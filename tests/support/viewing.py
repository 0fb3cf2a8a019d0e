"""The viewer as a user starts it, and a real browser in front of it."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

TOP = Path(__file__).parents[2]
OUTPUT = TOP / "test-output" / "viewer"
PYWB = TOP / ".venv-pywb" / "bin" / "wayback"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or ""

needs_chromium = pytest.mark.skipif(not CHROMIUM, reason="no Chromium; make test installs Debian's")


@contextmanager
def viewing(root: Path, *options: str, ends_by: signal.Signals = signal.SIGTERM) -> Iterator[str]:
    """`thresher view` in a process of its own; its address, once pages can be shown."""
    command = [sys.executable, "-m", "thresher", "view", str(root), "--port", "0", "--no-browser", *options]
    environment = {**os.environ, "THRESHER_PYWB": str(PYWB)}
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment)
    try:
        assert process.stderr is not None
        found = re.search(r"http://\S+", process.stderr.readline())
        assert found is not None, "it said no address"
        address = found[0]
        origin = "{0.scheme}://{0.netloc}".format(urlsplit(address))
        token = urlsplit(address).query
        for _ in range(300):
            if asked(f"{origin}/readiness?{token}", follow=True).get("is_ready"):
                break
            time.sleep(0.1)
        yield address if token else origin
    finally:
        process.send_signal(ends_by)
        process.wait(30)
        if process.stderr is not None:
            process.stderr.close()


def asked(url: str, follow: bool = False) -> dict[str, Any]:
    """The answer of an address as JSON; nothing if there is none."""
    jar = urllib.request.HTTPCookieProcessor()
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), *([jar] if follow else []))
    try:
        with opener.open(url, timeout=10) as answer:
            found: dict[str, Any] = json.load(answer)
            return found
    except (OSError, ValueError):
        return {}


def got(url: str, method: str = "GET", data: bytes | None = None, **headers: str) -> tuple[int, str, dict[str, str]]:
    """Status, text and headers of an answer, whatever it is."""
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    request = urllib.request.Request(url, data, names, method=method)
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(request, timeout=30) as answer:
            return answer.status, answer.read().decode("utf-8", "replace"), dict(answer.headers)
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode("utf-8", "replace"), dict(error.headers)


@dataclass
class Watched:
    """A page of a browser, and what went wrong on it."""

    page: Any
    origin: str
    errors: list[str] = field(default_factory=list)
    hosts: set[str] = field(default_factory=set)

    def open(self, path: str) -> None:
        """Go there; what is still being made when it is asked for is waited for, as a reader would."""
        self.page.goto(self.origin + path)
        self.page.locator("h1", has_text="One moment").wait_for(state="detached", timeout=120_000)

    def keep(self, name: str) -> None:
        """A picture of the page, as output of the test."""
        OUTPUT.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=OUTPUT / f"{name}.png", full_page=False)

    def serious_findings(self) -> list[str]:
        """What axe-core finds that keeps people out."""
        from axe_playwright_python.sync_playwright import Axe

        found = Axe().run(self.page).response["violations"]
        return [
            f"{one['id']}: {one['help']}: {[node['html'][:120] for node in one['nodes'][:3]]}"
            for one in found
            if one["impact"] in ("serious", "critical")
        ]


@contextmanager
def browsing(origin: str, **options: Any) -> Iterator[Watched]:
    """A page in Chromium that can reach this machine alone."""
    from playwright.sync_api import sync_playwright

    rules = "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", f"--host-resolver-rules={rules}"]
        )
        try:
            page = browser.new_page(viewport={"width": 1200, "height": 900}, **options)
            watched = Watched(page, origin)
            page.on("console", lambda said: watched.errors.append(said.text) if said.type == "error" else None)
            page.on("pageerror", lambda error: watched.errors.append(str(error)))
            page.on("request", lambda asked: watched.hosts.add(urlsplit(asked.url).hostname or ""))
            yield watched
        finally:
            browser.close()
