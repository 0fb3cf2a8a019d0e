"""What reading a page costs beside parsing it, on recorded sites: milliseconds a page, and as a ratio.

    python benchmarks/read_speed.py [--shared ../shared] [--rounds 3] [SITE …]

Parsing is lxml on the same bytes; the best of several rounds counts, for the machine may have other work.
`guide` and `observe` are those of whole simulated crawls (`generic_offline.py`).
"""

import argparse
import json
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from generic_offline import Simulation, recorded
from lxml import etree

from thresher.model import Capture, CrawlSettings, RecordPlace, Resources
from thresher.page import decode_content, read_page

EPOCH = datetime(2026, 1, 1, tzinfo=UTC)


class Site:
    """One recorded site, crawled once to find out which pages count."""

    def __init__(self, folder: Path, mirror: Any) -> None:
        truth = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
        self.settings = CrawlSettings(seeds=(truth["entry_url"],), resources=Resources.NONE)
        self.fetch = recorded(mirror.load([folder / "mirror.warc.xz"]), mirror)
        asked = [url for url, status in self.crawl().asked if status == 200]
        captures = [self._capture(url) for url in asked]
        self.captures = [capture for capture in captures if read_page(capture, self.settings) is not None]
        self.bodies = [decode_content(c.payload, c.header("content-encoding"), 1 << 25).data for c in self.captures]

    def crawl(self) -> Simulation:
        return Simulation(self.settings, self.fetch).run()

    def parse(self) -> None:
        for body in self.bodies:
            etree.fromstring(body, etree.HTMLParser(encoding="utf-8", recover=True, huge_tree=True))

    def read(self) -> None:
        for capture in self.captures:
            read_page(capture, self.settings)

    def _capture(self, url: str) -> Capture:
        status, headers, body = self.fetch(url)
        return Capture(url, EPOCH, status, headers, body, RecordPlace("", 0, 0), "")


def seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def measured(site: Site, rounds: int) -> dict[str, float]:
    """Milliseconds a page for each step."""
    best: dict[str, float] = {}
    for _ in range(rounds):
        once = {"parse": seconds(site.parse), "read": seconds(site.read)}
        once |= {name: value for name, value in site.crawl().seconds.items() if name != "read"}
        best = {name: min(value, best.get(name, value)) for name, value in once.items()}
    return {name: 1000 * value / len(site.captures) for name, value in best.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sites", nargs="*")
    parser.add_argument("--shared", type=Path, default=Path(__file__).resolve().parents[2] / "shared")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    sys.path.insert(0, str(options.shared / "mirror"))
    import mirror

    sums: dict[str, float] = {}
    pages = 0
    for folder in sorted(path.parent for path in options.shared.glob("sites/*/mirror.warc.xz")):
        if not options.sites or folder.name in options.sites:
            site = Site(folder, mirror)
            found = measured(site, options.rounds)
            report(folder.name, len(site.captures), found)
            sums = {name: sums.get(name, 0.0) + value * len(site.captures) for name, value in found.items()}
            pages += len(site.captures)
    if pages:
        report("all", pages, {name: value / pages for name, value in sums.items()})


def report(name: str, pages: int, found: dict[str, float]) -> None:
    steps = "  ".join(f"{step} {value:.2f} ms" for step, value in found.items())
    print(f"{name:15} pages {pages:4}  {steps}  read/parse {found['read'] / found['parse']:.2f}", flush=True)


if __name__ == "__main__":
    main()
