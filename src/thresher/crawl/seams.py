"""Scrapy's documented seams, filled: a request type, a downloader, a scheduler, a spider."""

import time
from collections.abc import AsyncIterator
from typing import Any

from scrapy import Request, Spider
from scrapy.core.downloader import Downloader
from scrapy.core.scheduler import BaseScheduler
from scrapy.http import Response
from scrapy.utils.defer import deferred_from_coro
from twisted.internet.defer import Deferred

from thresher.crawl.session import Session
from thresher.model import Entry

SHIFT_SECONDS = 0.25
"""How long one request may go on with what is due next. A server that was met meanwhile waits so long for its turn."""


class DueRequest(Request):
    """A request for an entry of the frontier; made only when its turn has come."""

    def __init__(self, entry: Entry) -> None:
        # The address is canonical already; Scrapy need not make it safe once more.
        super().__init__(entry.url, dont_filter=True, meta={"verbatim_url": True})
        self.entry = entry


class ArchivingSpider(Spider):
    """Holds the session; the frontier already holds what comes next."""

    name = "thresher"

    def __init__(self, session: Session, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.session = session

    async def start(self) -> AsyncIterator[Any]:
        """Nothing: the seeds are in the frontier."""
        return
        yield


class FrontierScheduler(BaseScheduler):
    """The frontier as Scrapy's scheduler."""

    _session: Session

    def open(self, spider: Spider) -> None:
        assert isinstance(spider, ArchivingSpider)
        self._session = spider.session

    def has_pending_requests(self) -> bool:
        return not self._session.is_stopping and self._session.frontier.has_work

    def enqueue_request(self, request: Request) -> bool:
        return True  # it comes back from the downloader; whether it is done or due again, the frontier knows already

    def next_request(self) -> Request | None:
        entry = self._session.next_entry()
        return None if entry is None else DueRequest(entry)


class VisitingDownloader(Downloader):
    """Visits the address of each request at once, and brings what came to its end.

    Scrapy's own keeps slots and delays and sends signals, for which the frontier has lanes. A request goes back to
    the scheduler, as one that was redirected does, not on to the spider: a response would take three tasks and a
    twenty-fifth of a page's instructions on the way, to a callback that has nothing to yield.

    For the same reason a request is a shift: it goes on with what is due next, as long as there is something, and then
    lets the engine look for servers that are free. Where one rests between its pages, a shift is one page.
    """

    def fetch(self, request: Request, spider: Spider | None = None) -> "Deferred[Response | Request]":
        self.active.add(request)  # before the task begins: the engine takes a downloader without requests for idle
        return deferred_from_coro(self._visited(request))

    async def _visited(self, request: Request) -> Request:
        spider = self.crawler.spider
        try:
            assert isinstance(spider, ArchivingSpider)
            assert isinstance(request, DueRequest)
            await _shift(spider.session, request.entry)
            return request
        finally:
            self.active.remove(request)


async def _shift(session: Session, first: Entry) -> None:
    """Visit one entry after the other, and bring each to its end."""
    entry: Entry | None = first
    until = time.monotonic() + SHIFT_SECONDS
    while entry is not None:
        session.absorb(entry, await session.visit(entry))
        entry = session.next_entry() if time.monotonic() < until else None
