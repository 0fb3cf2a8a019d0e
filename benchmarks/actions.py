"""What a known application costs on a parsed page: its level told, its links decided, its objects read.

    python benchmarks/actions.py [--pages 30] [--json]

Pages are drawn from the recorded sites beside the clone. The best of three rounds counts for each page.
"""

import argparse
import json
import random
import sys
import time
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).parents[1]
SITES = ROOT.parent / "shared" / "sites"
sys.path.insert(0, str(ROOT))


def measured(site: Path, count: int) -> list[float]:
    """Milliseconds a page of one recorded site."""
    from thresher.crawl.ladder import Ladder
    from thresher.crawl.rungs import ladder_for
    from thresher.crawl.understand import objects_on
    from thresher.evaluate import load_recording
    from thresher.guide import PlainMemory, ScopeCheck
    from thresher.model import Capture, CrawlSettings, Entry, Kind
    from thresher.page import read_page

    recording = load_recording(site)
    settings = CrawlSettings(seeds=(recording.seed,))
    ladder: Ladder = ladder_for(settings, ScopeCheck(settings), PlainMemory())
    keys = [key for key in recording.answers if recording.is_page(key)]
    found = []
    for key in random.Random(1).sample(keys, min(count, len(keys))):
        capture: Capture = recording.capture(key)
        page = read_page(capture, settings)
        if page is None:
            continue
        best = float("inf")
        for _ in range(3):
            start = time.perf_counter()
            view = ladder.look(page, capture)
            if view is None:
                break
            ladder.guide(page, Entry(page.url, Kind.PAGE), view, lambda _: False)
            objects_on(view, capture)
            best = min(best, time.perf_counter() - start)
        if best < float("inf"):
            found.append(1000 * best)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=30)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    sites = sorted(path.parent for path in SITES.glob("*/truth.json"))
    if not sites:
        sys.exit("no recorded sites beside this clone: there is nothing to measure")
    by_site = {site.name: measured(site, options.pages) for site in sites}
    every = [value for values in by_site.values() for value in values]
    result: dict[str, Any] = {
        "median_ms": median(every),
        "worst_ms": max(every),
        "sites": {name: median(values) for name, values in by_site.items() if values},
    }
    if options.json:
        print(json.dumps(result))
        return
    for name, value in result["sites"].items():
        print(f"{value:8.2f} ms  {name}")
    print(f"{result['median_ms']:8.2f} ms  median of all {len(every)} pages, {result['worst_ms']:.1f} at worst")


if __name__ == "__main__":
    main()
