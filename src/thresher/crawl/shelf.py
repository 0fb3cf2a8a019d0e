"""What the current visit has archived so far, and earlier ones have kept: for those who look at a page again."""

from collections.abc import Iterable, Iterator, Sequence

from thresher.archive import CaptureRow, Keeper
from thresher.catalog import Catalog
from thresher.crawl.history import CollectionVisit
from thresher.crawl.samples import Gone, Sample
from thresher.crawl.walk import feed_in, redirect_target
from thresher.describe.reading import kept_of
from thresher.frontier import UrlTable
from thresher.model import Capture, CrawlSettings, Entry, Feed, Kind, SkipReason, WebObject
from thresher.page import Sitemap, decode_content, read_page, read_sitemap

MAX_HOPS = 6
"""Redirects that are followed from one archived answer to the next."""


class Shelf:
    """Pages, feeds and objects that are there already. Reads, and changes nothing."""

    def __init__(
        self, catalog: Catalog, keeper: Keeper, urls: UrlTable, settings: CrawlSettings, visit: CollectionVisit
    ) -> None:
        self._catalog = catalog
        self._keeper = keeper
        self._urls = urls
        self._settings = settings
        self._visit = visit

    def page(self, url: str) -> Sample | Gone | None:
        """The page that this visit has archived of an address, redirects followed."""
        found = self._arrived(url)
        return (self._sample(*found) or Gone.GONE) if isinstance(found, tuple) else found

    def before(self, url: str) -> Sample | None:
        """The page at an address as earlier visits have it."""
        row = self._keeper.captures.latest(url, until=self._visit.after_capture)
        capture = self._keeper.load(row) if row is not None else None
        return self._sample(row, capture) if row is not None and capture is not None else None

    def sitemap_before(self, url: str) -> Sitemap:
        """The sitemap at an address as earlier visits have it; empty if they have none."""
        row = self._keeper.captures.latest(url, until=self._visit.after_capture)
        capture = self._keeper.load(row) if row is not None else None
        if capture is None or capture.status != 200:
            return Sitemap()
        coding, most = capture.header("content-encoding"), self._settings.max_page_bytes
        return read_sitemap(decode_content(capture.payload, coding, most).data)

    def feed(self, url: str) -> Feed | Gone | None:
        """The feed that this visit has archived at an address, redirects followed."""
        found = self._arrived(url)
        return (feed_in(found[1], self._settings) or Gone.GONE) if isinstance(found, tuple) else found

    def pages_in(self, root: str) -> Iterator[Sample]:
        """Pages in a folder that this visit has read."""
        for url in self._keeper.captures.page_urls(self._visit.after_capture):
            if url.startswith(root) and isinstance(one := self.page(url), Sample):
                yield one

    def kept_before(self, url: str) -> Sequence[WebObject]:
        """What earlier visits have kept of a page."""
        return kept_of(self._catalog, url, self._visit.number)

    def offered_in(self, root: str) -> Iterable[str]:
        """Addresses in a folder that were asked for, or wait for it."""
        return self._urls.below(root)

    def left_in(self, root: str, reason: SkipReason) -> Iterable[tuple[str, str, int]]:
        """Addresses in a folder that were left alone for a reason: the page that links there, and its depth then."""
        return self._urls.left_below(root, reason)

    def closed_in(self, root: str) -> Iterable[tuple[str, str]]:
        """Addresses in a folder that were asked for and could not be had, each with what it was offered as."""
        return self._urls.closed_below(root)

    def _arrived(self, url: str) -> tuple[CaptureRow, Capture] | Gone | None:
        """What the archive has where redirects from `url` lead."""
        for _ in range(MAX_HOPS):
            row = self._keeper.captures.latest(url, self._visit.after_capture)
            capture = self._keeper.load(row) if row is not None else None
            if (row is None or capture is None) and (spelled := self._urls.led_to(url)):
                url = spelled
                continue
            if row is None or capture is None:
                return Gone.GONE if self._urls.is_done(url) else None
            target = redirect_target(capture)
            if target is None:
                return row, capture
            url = target
        return Gone.GONE

    def _sample(self, row: CaptureRow, capture: Capture) -> Sample | None:
        page = read_page(capture, self._settings) if capture.status == 200 else None
        if page is None or page.tree is None:
            return None
        return Sample(page, self._urls.get(row.url) or Entry(row.url, Kind.PAGE), capture)
