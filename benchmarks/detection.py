"""What detecting applications costs beside parsing the page, with few types and with many.

    python benchmarks/detection.py [--shared ../shared] [--types 50,500,5000,20000] [--pages 12] [--patterns FILE]
                                   [--rounds 5] [--seed 1] [--json]

Pages are drawn from the recorded sites and the saved forum pages beside the clone. Types are those of the knowledge
base, or of `--patterns` (lines of a key, a tab and a pattern), filled up with made-up ones that look like real ones,
drawn by `--seed`. As in a crawl, each page is read (`page.read_page`) and then looked up, one page after the other.
CPU time counts, the median of several rounds. Parsing is lxml on the same bytes.

`lookup` gives all hits, `one a type` stops at the first of each type, `unknown` is the lookup of a page that no type
knows (the index has made-up types only), `no source` one where only the tree is at hand, so that it has to be written
out. `linear` tries every pattern, on a sample of the pages where there are many.
`actions` are 20 patterns such as a type has for links and objects.
"""

import argparse
import gc
import gzip
import json
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from statistics import mean, median
from typing import Any

from lxml import etree

from thresher.evaluate.invented import invented_types
from thresher.knowledge import load_base
from thresher.model import Capture, CrawlSettings, RecordPlace
from thresher.page import charset_of, decode_content, read_page, text_of
from thresher.page.virtual import VirtualDocument
from thresher.pattern import DetectionIndex, Pattern, parse, try_all

Headers = tuple[tuple[str, str], ...]
Typed = list[tuple[str, Pattern]]
LINEAR_TRIALS = 40_000
"""Patterns times pages that `linear` may try: about two seconds."""

ACTIONS = """
a[@class='topictitle']/@href
a[@class~='forumtitle']/@href
div[contains(@class, 'pagination')]//a/@href
div[contains(@class, 'post')][@id]
div[@class~='postbody']/div[@class~='content']
p[@class='author']//a
p[contains(@class, 'author')]/text()
h2/a/@href
h3[@class~='entry-title']/a/@href
article[@id]//time/@datetime
li[@class~='comment']
div[@class~='comment-content']/p
a[@rel~='next']/@href
link[@rel='canonical']/@href
ul[@class='linklist']/li[last()]/a/@href
dl[@class='postprofile']/dt[1]/a
span[contains(@class, 'date')]
a[contains(., 'Next')]/@href
div[@id='content']//h1
img[not(@alt)]/@src
"""


@dataclass(frozen=True)
class Sample:
    """A page to be recognised."""

    site: str
    capture: Capture
    source: bytes
    """What is parsed: the decoded text in UTF-8."""

    def document(self, has_source: bool = True) -> VirtualDocument:
        """A fresh one: read, not looked at yet."""
        document = VirtualDocument.of(read_page(self.capture, SETTINGS), self.capture, self.source)
        return document if has_source else replace(document, source=b"")


SETTINGS = CrawlSettings(seeds=())
EPOCH = datetime(2026, 1, 1, tzinfo=UTC)


def parsed(source: bytes) -> Any:
    return etree.fromstring(source, etree.HTMLParser(encoding="utf-8", recover=True, huge_tree=True, collect_ids=False))


def sample(site: str, url: str, headers: Headers, body: bytes) -> Sample | None:
    capture = Capture(url, EPOCH, 200, headers or HTML, body, RecordPlace("", 0, 0), "")
    data = decode_content(body, capture.header("content-encoding"), SETTINGS.max_page_bytes).data
    source = text_of(data, charset_of(data, capture.header("content-type"))).encode("utf-8", "replace")
    page = read_page(capture, SETTINGS)
    if page is None or page.tree is None or page.notes:
        return None
    return Sample(site, capture, source.translate(None, CONTROLS))


HTML: Headers = (("Content-Type", "text/html"),)
CONTROLS = bytes({*range(32), 127} - {*b"\t\n\f\r"})
"""What reading a page takes out before parsing it."""


def recorded(shared: Path, count: int, chance: random.Random) -> Iterator[Sample | None]:
    """Pages of the recorded sites, `count` of each."""
    sys.path.insert(0, str(shared / "mirror"))
    import mirror

    for path in sorted(shared.glob("sites/*/mirror.warc.xz")):
        answers = mirror.load([path])
        urls = sorted(url for url, block in answers.items() if _is_page(block))
        for url in chance.sample(urls, min(count, len(urls))):
            head, _, body = mirror.dechunked(answers[url]).partition(b"\r\n\r\n")
            lines = [line.partition(":") for line in head.decode("latin-1").split("\r\n")[1:]]
            headers = tuple((name, value.strip()) for name, _, value in lines)
            yield sample(path.parent.name, f"http://{url}", headers, body)


def _is_page(block: bytes) -> bool:
    head = block[:4000].lower().partition(b"\r\n\r\n")[0]
    return b" 200" in head[:16] and b"text/html" in head


def saved(shared: Path, count: int, chance: random.Random) -> Iterator[Sample | None]:
    """Saved forum pages, `count` of each package."""
    for folder in sorted(path for path in shared.glob("data/forum-pages/*") if path.is_dir()):
        files = sorted(folder.glob("*.html.gz"))
        for file in chance.sample(files, min(count, len(files))):
            yield sample(f"saved {folder.name}", "http://saved.example/", (), gzip.decompress(file.read_bytes()))


def made_up(count: int, seed: int) -> Typed:
    """`count` types that nobody uses, of one to three patterns each."""
    return [(name, parse(text)) for name, text in invented_types(count, seed)]


def read_patterns(text: str) -> Typed:
    pairs = (line.split("\t", 1) for line in text.splitlines() if line.strip())
    return [(key, parse(pattern)) for key, pattern in pairs]


class Candidate:
    """An index of a number of types."""

    def __init__(self, types: int, real: Typed, seed: int) -> None:
        named = sorted({key for key, _ in real})
        kept = set(named[:types])
        self.types = types
        self.pairs = [pair for pair in real if pair[0] in kept]
        self.pairs += made_up(max(0, types - len(named)), seed)
        start = time.perf_counter()
        self.index = DetectionIndex(self.pairs)
        self.compile_seconds = time.perf_counter() - start
        self.made_up = DetectionIndex(made_up(types, seed))

    def row(self, pages: Sequence[Sample], measures: Sequence[Sequence[float]], seed: int) -> dict[str, Any]:
        """What was measured, and `linear` beside it; the answers are compared on the way."""
        times, one, unknown, bare = measures
        few = max(3, min(len(pages), LINEAR_TRIALS // len(self.pairs)))
        sampled = random.Random(seed).sample(list(pages), few)
        linear = []
        for page in sampled:
            start = time.process_time()
            expected = try_all(self.pairs, page.document())
            linear.append(1000 * (time.process_time() - start))
            assert self.index.lookup(page.document()) == expected, f"index and trial differ on {page.capture.url}"
        return {
            "types": self.types,
            "patterns": len(self.pairs),
            "always": self.index.always,
            "engine": self.index.engine,
            "compile_seconds": self.compile_seconds,
            "lookup_ms": mean(times),
            "one_ms": mean(one),
            "unknown_ms": mean(unknown),
            "no_source_ms": mean(bare),
            "linear_ms": mean(linear),
            "linear_pages": few,
            "hits": mean(len(self.index.lookup(page.document())) for page in pages),
        }


def acting() -> Callable[[VirtualDocument], None]:
    """All actions of a type on a page."""
    actions = [parse(line) for line in ACTIONS.split("\n") if line]
    assert len(actions) == 20

    def act(document: VirtualDocument) -> None:
        for action in actions:
            action.select(document)

    return act


def measured(pages: Sequence[Sample], candidates: Sequence[Candidate], rounds: int) -> list[list[float]]:
    """For each page, milliseconds: parsing, the actions, then four ways to ask each index.

    Other work on the machine makes single figures vary by a half; parsing is measured beside each work in turn, so that
    both meet the same.
    """
    works: list[tuple[bool, Callable[[VirtualDocument], object]]] = [(True, acting())]
    for candidate in candidates:
        works += [(True, candidate.index.lookup), (True, partial(candidate.index.lookup, most=1))]
        works += [(True, candidate.made_up.lookup), (False, candidate.index.lookup)]
    times: list[list[list[float]]] = [[[] for _ in range(1 + len(works))] for _ in pages]
    for _ in range(rounds):
        for number, (has_source, work) in enumerate(works, start=1):
            for page, row in zip(pages, times, strict=True):
                row[0].append(_milliseconds(parsed, page.source))
                row[number].append(_milliseconds(work, page.document(has_source)))
    return [[median(some) for some in row] for row in times]


def _milliseconds(work: Callable[[Any], object], given: Any) -> float:
    start = time.process_time()
    work(given)
    return 1000 * (time.process_time() - start)


def report(result: dict[str, Any]) -> None:
    parse_ms = result["parse_ms"]
    print(
        f"{result['pages']} pages of {result['sites']} sites,"
        f" {result['kilobytes']:.0f} KB and {parse_ms:.3f} ms to parse each"
    )
    heads = ("types", "patterns", "always", "compile s", "lookup ms", "of parse", "x fewest", "one a type", "of parse")
    print("".join(f"{head:>11}" for head in (*heads, "unknown", "of parse", "no source", "linear ms", "hits")))
    fewest = result["rows"][0]["lookup_ms"]
    for row in result["rows"]:
        lookup = row["lookup_ms"]
        cells = [f"{row['types']}", f"{row['patterns']}", f"{row['always']}", f"{row['compile_seconds']:.2f}"]
        cells += [f"{lookup:.3f}", f"{lookup / parse_ms:.1%}", f"{lookup / fewest:.2f}", f"{row['one_ms']:.3f}"]
        cells += [f"{row['one_ms'] / parse_ms:.1%}", f"{row['unknown_ms']:.3f}", f"{row['unknown_ms'] / parse_ms:.1%}"]
        cells += [f"{row['no_source_ms']:.3f}"]
        cells += [f"{row['linear_ms']:.1f}", f"{row['hits']:.2f}"]
        note = "" if row["linear_pages"] == result["pages"] else f"   linear on {row['linear_pages']} pages only"
        print("".join(f"{cell:>11}" for cell in cells) + note)
    print(f"20 actions: median {result['actions_median_ms']:.2f} ms a page, worst {result['actions_worst_ms']:.2f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", type=Path, default=Path(__file__).resolve().parents[2] / "shared")
    parser.add_argument("--types", default="50,500,5000,20000")
    parser.add_argument("--pages", type=int, default=12, help="of each site")
    parser.add_argument("--patterns", type=Path, help="real patterns: key, tab, pattern")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if not (options.shared / "sites").is_dir():
        sys.exit(f"No recorded sites in {options.shared}: nothing can be measured. Name their folder with --shared.")
    gc.disable()  # a crawl collects rarely, too
    chance = random.Random(options.seed)
    drawn = [*recorded(options.shared, options.pages, chance), *saved(options.shared, 3, chance)]
    pages = [page for page in drawn if page is not None]
    if options.patterns:
        real = read_patterns(options.patterns.read_text(encoding="utf-8"))
    else:
        real = [(name, parse(text)) for name, text in load_base().detections()]
    candidates = [Candidate(int(types), real, options.seed) for types in options.types.split(",")]
    parse_ms, actions_ms, *lookups = zip(*measured(pages, candidates, options.rounds), strict=True)
    rows = [(candidate, lookups[4 * number : 4 * number + 4]) for number, candidate in enumerate(candidates)]
    result = {
        "pages": len(pages),
        "sites": len({page.site for page in pages}),
        "kilobytes": mean(len(page.source) for page in pages) / 1024,
        "parse_ms": mean(parse_ms),
        "rows": [candidate.row(pages, measures, options.seed) for candidate, measures in rows],
        "actions_median_ms": median(actions_ms),
        "actions_worst_ms": max(actions_ms),
    }
    print(json.dumps(result)) if options.json else report(result)


if __name__ == "__main__":
    main()
