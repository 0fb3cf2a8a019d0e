"""Running crawls in tests, and looking at what they left."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from thresher.archive import CaptureRow, Captures, Collection
from thresher.catalog import open_catalog
from thresher.crawl import Summary, crawl
from thresher.model import CrawlSettings, Resources, Scope


def crawl_settings(*seeds: str, **changes: Any) -> CrawlSettings:
    """Settings for a server of one's own: no delay, no resources, unless changed."""
    scope = Scope(changes.pop("scope", "host"))
    resources = Resources(changes.pop("resources", "none"))
    return CrawlSettings(seeds=seeds, **{"scope": scope, "resources": resources, "delay": 0, "timeout": 5, **changes})


def run_crawl(root: Path, settings: CrawlSettings) -> Summary:
    return crawl(root, settings)


def warc_files(root: Path) -> list[Path]:
    return sorted((root / "archive").glob("*.warc.gz"))


def captures_of(root: Path) -> list[CaptureRow]:
    catalog = open_catalog(Collection(root).catalog, read_only=True)
    try:
        return list(Captures(catalog).all())
    finally:
        catalog.close()


def warcio_check(root: Path) -> str:
    """What `warcio check` says; empty if it has nothing to say."""
    files = [str(path) for path in warc_files(root)]
    done = subprocess.run(
        [sys.executable, "-m", "warcio.cli", "check", *files], capture_output=True, text=True, check=False
    )
    return done.stdout + done.stderr + ("" if done.returncode == 0 else f"exit code {done.returncode}")


def responses(root: Path) -> Iterator[tuple[str, bytes]]:
    """URL and block of every response record, read with FastWARC."""
    from fastwarc.warc import ArchiveIterator, WarcRecordType

    for file in warc_files(root):
        with file.open("rb") as stream:
            for record in ArchiveIterator(stream, record_types=WarcRecordType.response, parse_http=False):
                yield record.headers["WARC-Target-URI"], record.reader.read()


def crawl_in_child(root: Path, settings: CrawlSettings) -> tuple[Summary, float]:
    """Crawl in a process of its own; the summary, and the most memory it took, in MB."""
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        return pool.submit(_crawl_and_measure, root, settings).result(timeout=300)


def _crawl_and_measure(root: Path, settings: CrawlSettings) -> tuple[Summary, float]:
    summary = run_crawl(root, settings)
    # Not getrusage: what it says of a process begins with what the process that started it had taken.
    status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines() if ":" in line)
    return summary, int(status["VmHWM"].split()[0]) / 1024


def outcomes_of(root: Path) -> dict[str, tuple[str, str]]:
    """Outcome and detail of every URL that was asked for."""
    import json

    found: dict[str, tuple[str, str]] = {}
    for line in (root / "reports/outcomes.jsonl").read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        assert entry["url"] not in found, "two outcomes for one URL"
        found[entry["url"]] = (entry["outcome"], entry.get("detail", ""))
    return found


def mends_of(root: Path) -> list[str]:
    """What no longer fitted, of each time that the knowledge of a site was mended."""
    from thresher.crawl.mends import kept_mends

    catalog = open_catalog(Collection(root).catalog, read_only=True)
    try:
        return [one.failed for one in kept_mends(catalog)]
    finally:
        catalog.close()
