"""The two crawlers that are compared, each as its users start it."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from thresher.evaluate.replay import Site
from thresher.model.errors import ThresherError

LIMIT_SECONDS = 1800
# As in AAH section 8: only HTML documents, no scripts, style sheets, images.
NOT_PAGES = "css,js,png,gif,jpg,jpeg,svg,ico,webp,woff,woff2,ttf,mp3,mp4,pdf,zip"


class NoWget(ThresherError):
    exit_code = 10


def check_wget() -> None:
    """Raises `NoWget` if the system has none."""
    if shutil.which("wget") is None:
        raise NoWget("wget is not installed, and the comparison needs it.", "On Debian or Ubuntu: apt install wget")


def crawl_with_wget(site: Site, seed: str) -> None:
    """A blind recursive crawl: every link of the host, whatever it is."""
    with tempfile.TemporaryDirectory() as folder:
        command = ["wget", "-q", "-r", "-l", "inf", "-e", "robots=off", "-t", "1", "--delete-after", "-R", NOT_PAGES]
        _run([*command, "-P", folder, seed], site, folder)


def crawl_with_thresher(site: Site, seed: str, collection: Path) -> None:
    """Thresher with the knowledge it has, at full speed: the server is ours."""
    options = ["--delay", "0", "--resources", "none", "-q", "-o", str(collection)]
    _run([sys.executable, "-m", "thresher", "crawl", seed, *options], site, str(collection.parent))


def _run(command: list[str], site: Site, folder: str) -> None:
    environment = {key: value for key, value in os.environ.items() if not key.lower().endswith("_proxy")}
    subprocess.run(  # noqa: S603 -- commands of ours, addresses from a recording
        command,
        env={**environment, "http_proxy": site.proxy},
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        timeout=LIMIT_SECONDS,
        check=False,
    )
