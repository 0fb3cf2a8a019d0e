"""The generic rung on recorded sites, without HTTP: how few requests, and how much of the text.

    python benchmarks/generic_offline.py [--shared ../shared] [--verbose] [SITE …]

The frontier is a heap; robots.txt and sitemaps are asked for as a crawl does; resources are not. Answers come
from the recordings, what was not recorded is a 404. The score is that of `mirror/score.py`.
"""

import argparse
import heapq
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from thresher.guide import GenericGuide, PlainMemory, ScopeCheck, shape_of
from thresher.model import Capture, CrawlSettings, Entry, Kind, Offer, RecordPlace, Resources, Skip
from thresher.page import canonical, decode_content, join, origin_of, read_page, read_sitemap

Fetch = Callable[[str], tuple[int, tuple[tuple[str, str], ...], bytes]]
"""URL → status, headers, body."""


@dataclass
class Simulation:
    """One crawl with an ideal network; also what the unit tests run their made-up sites with."""

    settings: CrawlSettings
    fetch: Fetch
    max_requests: int = 20_000
    asked: list[tuple[str, int]] = field(default_factory=list)
    skipped: Counter[tuple[str, str]] = field(default_factory=Counter)
    shapes: Counter[str] = field(default_factory=Counter)
    seconds: dict[str, float] = field(default_factory=lambda: {"read": 0.0, "guide": 0.0, "observe": 0.0})

    def __post_init__(self) -> None:
        self._queue: list[tuple[int, int, Entry]] = []
        self._known: set[str] = set()
        self.guide = GenericGuide(self.settings, ScopeCheck(self.settings), PlainMemory())

    def run(self) -> "Simulation":
        self.add(self.guide.seeds())
        for origin in dict.fromkeys(origin_of(offer.url) for offer in self.guide.seeds()):
            self._robots(origin)
        while self._queue and len(self.asked) < self.max_requests:
            entry = heapq.heappop(self._queue)[2]
            refusal = self.guide.admit(entry)
            if refusal:
                self._skip([refusal])
            else:
                self._visit(entry)
        return self

    def add(self, offers: Iterable[Offer]) -> list[Offer]:
        fresh = [offer for offer in offers if offer.url not in self._known]
        for offer in fresh:
            self._known.add(offer.url)
            entry = Entry(
                offer.url, offer.kind, offer.depth, offer.via, offer.shape, 0, offer.redirects, offer.is_suspect
            )
            heapq.heappush(self._queue, (offer.priority, len(self._known), entry))
        return fresh

    def _robots(self, origin: str) -> None:
        status, _, body = self._ask(origin + "/robots.txt")
        lines = body.decode("utf-8", "replace").splitlines() if status == 200 else []
        named = [line.partition(":")[2] for line in lines if line.lower().startswith("sitemap:")]
        urls = filter(None, (canonical(url) for url in named)) if named else [origin + "/sitemap.xml"]
        self.add(Offer(url, Kind.SITEMAP, 0, 0, origin + "/robots.txt") for url in urls)

    def _ask(self, url: str) -> tuple[int, tuple[tuple[str, str], ...], bytes]:
        answer = self.fetch(url)
        self.asked.append((url, answer[0]))
        return answer

    def _visit(self, entry: Entry) -> None:
        self.shapes[entry.shape or shape_of(entry.url)] += 1
        status, headers, body = self._ask(entry.url)
        location = next((value for name, value in headers if name.lower() == "location"), None)
        if location and 300 <= status < 400:
            moved = self.guide.redirect(entry, join(entry.url, location) or location)
            fresh = self.add([moved]) if isinstance(moved, Offer) else []
            if isinstance(moved, Skip):
                self._skip([moved])
            self.guide.observe(None, entry, status, fresh)
        elif entry.kind is Kind.SITEMAP:
            if status == 200:
                encoding = next((value for name, value in headers if name.lower() == "content-encoding"), None)
                sitemap = read_sitemap(decode_content(body, encoding, 50_000_000).data)
                guidance = self.guide.sitemap_offers(sitemap, entry)
                self.add(guidance.follow)
                self._skip(guidance.skip)
        else:
            self._understand(entry, status, headers, body)

    def _understand(self, entry: Entry, status: int, headers: tuple[tuple[str, str], ...], body: bytes) -> None:
        place = RecordPlace("", 0, 0)
        capture = Capture(entry.url, datetime.now(UTC), status, headers, body, place, "")
        page = self._timed("read", lambda: read_page(capture, self.settings))
        fresh: list[Offer] = []
        if page is not None and status < 400:
            guidance = self._timed("guide", lambda: self.guide.guide(page, entry))
            fresh = self.add(guidance.follow)
            self._skip(guidance.skip)
        self._timed("observe", lambda: self.guide.observe(page, entry, status, fresh))

    def _timed(self, name: str, work: Callable[[], Any]) -> Any:
        start = time.process_time()
        result = work()
        self.seconds[name] += time.process_time() - start
        return result

    def _skip(self, skips: Iterable[Skip]) -> None:
        for skip in skips:
            self.skipped[skip.reason.value, skip.detail] += 1


def recorded(answers: dict[str, bytes], mirror: Any) -> Fetch:
    def fetch(url: str) -> tuple[int, tuple[tuple[str, str], ...], bytes]:
        block = answers.get(mirror.key_of(url))
        if block is None:
            return 404, (("Content-Type", "text/html"),), b"<html><body>Not recorded.</body></html>"
        head, _, body = mirror.dechunked(block).partition(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        pairs = [line.partition(":") for line in lines[1:]]
        headers = tuple((name.strip(), value.strip()) for name, _, value in pairs)
        return int(lines[0].split()[1]), headers, body

    return fetch


def report(folder: Path, mirror: Any, score: Any, verbose: bool) -> None:
    truth = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
    answers = mirror.load([folder / "mirror.warc.xz"])
    settings = CrawlSettings(seeds=(truth["entry_url"],), resources=Resources.NONE)
    run = Simulation(settings, recorded(answers, mirror)).run()

    pages = {mirror.key_of(url) for url, status in run.asked if status == 200}
    pages = {key for key in pages if key in answers and score.is_html(answers[key])}
    seen: set[Any] = set()
    for key in pages:
        seen |= score.bigrams(score.read_page(answers[key]))
    true: set[Any] = set()
    for _, item, title in score.truth_items(truth):
        true |= score.bigrams(score.words(item.get("text"))) | score.bigrams(score.words(title))
    wanted = score.wanted_keys(truth)
    blind = truth["blind_requests"]
    per_page = {name: 1000 * seconds / max(1, len(pages)) for name, seconds in run.seconds.items()}
    print(
        f"{folder.name:15} requests {len(run.asked):5}  blind {blind:5}  ratio {len(run.asked) / blind:.2f}  "
        f"bigram_coverage {len(true & seen) / max(1, len(true)):.4f}  "
        f"wanted {len(wanted & pages) / max(1, len(wanted)):.3f}  "
        + "  ".join(f"{name} {value:.2f} ms" for name, value in per_page.items()),
        flush=True,
    )
    if verbose:
        print(
            "  skipped:", *(f"\n    {n:6} {reason} | {detail}" for (reason, detail), n in run.skipped.most_common(25))
        )
        print("  shapes:", *(f"\n    {n:6} {shape}" for shape, n in run.shapes.most_common(25)))
        missing = sorted(wanted - pages)[:15]
        print("  missing:", *missing, sep="\n    ")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sites", nargs="*")
    parser.add_argument("--shared", type=Path, default=Path(__file__).resolve().parents[2] / "shared")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    sys.path.insert(0, str(options.shared / "mirror"))
    import mirror
    import score

    folders = sorted(path.parent for path in options.shared.glob("sites/*/mirror.warc.xz"))
    for folder in folders:
        if not options.sites or folder.name in options.sites:
            report(folder, mirror, score, options.verbose)


if __name__ == "__main__":
    main()
