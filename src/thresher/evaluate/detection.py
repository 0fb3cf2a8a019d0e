"""How long it takes to tell the application of a page: by number of types, with and without the index (figure 3)."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from lxml import etree

from thresher.evaluate.invented import invented_types
from thresher.evaluate.recording import Recording
from thresher.knowledge import load_base
from thresher.page import VirtualDocument
from thresher.pattern import DetectionIndex, parse, try_all

NUMBERS = (50, 500, 1000, 2000, 5000)
PAGES_A_SITE = 4
LINEAR_PAGES = 3
"""Trying every pattern takes long: on few pages it says enough."""


@dataclass(frozen=True, slots=True)
class DetectionCost:
    """Milliseconds a page."""

    types: int
    patterns: int
    with_index: float
    without_index: float
    parsing: float


def detection_costs(recordings: Sequence[Recording]) -> list[DetectionCost]:
    """One row for each number of types: the real ones, and invented ones beside them."""
    sources = [source for recording in recordings for source in _sources(recording)]
    documents = [VirtualDocument(etree.HTML(source), url, source=source) for url, source in sources]
    documents = [document for document in documents if document.root is not None]
    parsing = _timed(lambda: [etree.HTML(source) for _, source in sources], len(sources))
    real = [(name, parse(text)) for name, text in load_base().detections()]
    known = len({name for name, _ in real})
    costs = []
    for number in NUMBERS:
        more = [(name, parse(text)) for name, text in invented_types(max(0, number - known))]
        patterns = [*real, *more]
        index = DetectionIndex(patterns)
        few = documents[:: max(1, len(documents) // LINEAR_PAGES)][:LINEAR_PAGES]
        costs.append(
            DetectionCost(
                number,
                len(patterns),
                _timed(lambda index=index: [index.lookup(document) for document in documents], len(documents)),
                _timed(lambda patterns=patterns, few=few: [try_all(patterns, one) for one in few], len(few), rounds=1),
                parsing,
            )
        )
    return costs


def _sources(recording: Recording) -> list[tuple[str, bytes]]:
    pages = [key for key in recording.answers if recording.is_page(key)]
    chosen = pages[:: max(1, len(pages) // PAGES_A_SITE)]
    captures = [recording.capture(key) for key in islice(chosen, PAGES_A_SITE)]
    return [(capture.url, capture.payload) for capture in captures]


def _timed(work: object, count: int, rounds: int = 3) -> float:
    """Milliseconds a page: the best of some rounds, for the machine may have other work."""
    best = float("inf")
    for _ in range(rounds):
        start = time.perf_counter()
        work()  # type: ignore[operator]
        best = min(best, time.perf_counter() - start)
    return 1000 * best / max(1, count)
