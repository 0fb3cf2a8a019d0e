"""A crawl without a network: a site is a function, the frontier a heap."""

import heapq
from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from thresher.guide import GenericGuide, PlainMemory, ScopeCheck
from thresher.model import Capture, CrawlSettings, Entry, Offer, RecordPlace, Resources, Skip
from thresher.page import read_page

Site = Callable[[str], tuple[int, str]]
"""URL → status, and HTML or (for a redirect) where to."""


class Crawl:
    def __init__(self, site: Site, seed: str, limit: int = 20_000) -> None:
        self.settings = CrawlSettings(seeds=(seed,), resources=Resources.NONE)
        self.guide = GenericGuide(self.settings, ScopeCheck(self.settings), PlainMemory())
        self.site, self.limit = site, limit
        self.asked: list[str] = []
        self.skipped: list[Skip] = []
        self._queue: list[tuple[int, int, Entry]] = []
        self._known: set[str] = set()

    def run(self) -> "Crawl":
        self._add(self.guide.seeds())
        while self._queue and len(self.asked) < self.limit:
            entry = heapq.heappop(self._queue)[2]
            refusal = self.guide.admit(entry)
            if refusal:
                self.skipped.append(refusal)
            else:
                self._visit(entry)
        return self

    def _visit(self, entry: Entry) -> None:
        self.asked.append(entry.url)
        status, text = self.site(entry.url)
        if 300 <= status < 400:
            moved = self.guide.redirect(entry, text)
            self.guide.observe(None, entry, status, self._add([moved]) if isinstance(moved, Offer) else [])
            return
        page = read_page(capture(entry.url, text), self.settings)
        assert page is not None
        guidance = self.guide.guide(page, entry)
        self.skipped += guidance.skip
        self.guide.observe(page, entry, status, self._add(guidance.follow))

    def _add(self, offers: object) -> list[Offer]:
        fresh = [offer for offer in offers if offer.url not in self._known]  # type: ignore[attr-defined]
        for offer in fresh:
            self._known.add(offer.url)
            entry = Entry(
                offer.url, offer.kind, offer.depth, offer.via, offer.shape, 0, offer.redirects, offer.is_suspect
            )
            heapq.heappush(self._queue, (offer.priority, len(self._known), entry))
        return fresh


def capture(url: str, html: str) -> Capture:
    headers = (("Content-Type", "text/html; charset=utf-8"),)
    return Capture(url, datetime(2026, 1, 1, tzinfo=UTC), 200, headers, html.encode(), RecordPlace("", 0, 0), "")


@pytest.fixture
def crawl() -> Callable[..., Crawl]:
    """Crawl a made-up site from its first page to the end, or to a limit."""

    def run(site: Site, seed: str = "http://site.example/", limit: int = 20_000) -> Crawl:
        return Crawl(site, seed, limit).run()

    return run
