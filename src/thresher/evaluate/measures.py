"""What a crawl brought home: two-word sequences and links to other sites (AAH section 8)."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from urllib.parse import urlsplit

from thresher.evaluate.recording import Recording
from thresher.model import Capture, CrawlSettings
from thresher.page import read_page

BOILERPLATE_SHARE = 0.05
"""A link on that many of a site's pages is part of its template, not of what people wrote."""
LEAST_PAGES = 3
"""On a small site, boilerplate must be on at least this many pages."""

_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class PageContent:
    """What counts on one page."""

    bigrams: frozenset[int]
    """Hashes of two-word sequences."""
    links: frozenset[str]
    """Addresses on other hosts."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """One site, crawled twice."""

    name: str
    application: str
    blind_requests: int
    our_requests: int
    bigram_share: float
    """Of the two-word sequences of the blind crawl's pages, how many are on ours."""
    link_share: float
    content_link_share: float
    """The same for links that are not boilerplate."""
    blind_curve: tuple[int, ...]
    our_curve: tuple[int, ...]
    """Distinct two-word sequences after each request."""


def contents(recording: Recording) -> dict[str, PageContent]:
    """What every page of a recording holds, by key."""
    host = urlsplit(recording.seed).netloc.lower()
    return {key: _content(recording.capture(key), host) for key in recording.answers if recording.is_page(key)}


def compare(
    recording: Recording, pages: dict[str, PageContent], blind: list[str], ours: list[str], application: str
) -> Comparison:
    """The measurements of one site from what the two crawlers asked for."""
    blind_curve, our_curve = _curve(blind, pages), _curve(ours, pages)
    theirs, mine = _links(blind, pages), _links(ours, pages)
    boilerplate = _boilerplate(blind, pages)
    all_of = {gram for key in dict.fromkeys(blind) if key in pages for gram in pages[key].bigrams}
    seen = {gram for key in dict.fromkeys(ours) if key in pages for gram in pages[key].bigrams}
    return Comparison(
        recording.name,
        application,
        len(blind),
        len(ours),
        _share(seen & all_of, all_of),
        _share(mine & theirs, theirs),
        _share((mine & theirs) - boilerplate, theirs - boilerplate),
        blind_curve,
        our_curve,
    )


def _content(capture: Capture, host: str) -> PageContent:
    page = read_page(capture, CrawlSettings(seeds=(capture.url,)))
    if page is None:
        return PageContent(frozenset(), frozenset())
    words = _WORD.findall(" ".join((page.title, *page.lines)).lower())
    links = frozenset(link.url for link in page.links if urlsplit(link.url).netloc.lower() != host)
    return PageContent(frozenset(map(hash, pairwise(words))), links)


def _curve(asked: Iterable[str], pages: dict[str, PageContent]) -> tuple[int, ...]:
    seen: set[int] = set()
    curve = []
    for key in asked:
        if key in pages:
            seen |= pages[key].bigrams
        curve.append(len(seen))
    return tuple(curve)


def _links(asked: Iterable[str], pages: dict[str, PageContent]) -> set[str]:
    return {link for key in dict.fromkeys(asked) if key in pages for link in pages[key].links}


def _boilerplate(asked: Iterable[str], pages: dict[str, PageContent]) -> set[str]:
    keys = [key for key in dict.fromkeys(asked) if key in pages]
    counts = Counter(link for key in keys for link in pages[key].links)
    limit = max(LEAST_PAGES, BOILERPLATE_SHARE * len(keys))
    return {link for link, count in counts.items() if count >= limit}


def _share(part: set[int] | set[str], whole: set[int] | set[str]) -> float:
    return len(part) / len(whole) if whole else 1.0
