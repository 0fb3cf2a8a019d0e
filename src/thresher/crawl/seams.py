"""Scrapy's documented seams, filled: a request type, a download handler, a scheduler, a spider."""

from collections.abc import AsyncIterator, Callable
from typing import Any

from scrapy import Request, Spider
from scrapy.core.downloader import Downloader
from scrapy.core.downloader.handlers.base import BaseDownloadHandler
from scrapy.core.scheduler import BaseScheduler
from scrapy.http import Response
from scrapy.logformatter import LogFormatter
from scrapy.utils.defer import deferred_from_coro
from twisted.internet.defer import Deferred

from thresher.crawl.session import Session
from thresher.crawl.visit import Kept, Visit
from thresher.model import Entry

Callback = Callable[[Response], None]


class DueRequest(Request):
    """A request for an entry of the frontier; made only when its turn has come."""

    def __init__(self, entry: Entry, callback: Callback) -> None:
        # The address is canonical already; Scrapy need not make it safe once more.
        super().__init__(entry.url, callback, dont_filter=True, meta={"verbatim_url": True})
        self.entry = entry


class VisitResponse(Response):
    """What a visit brought home, on its way through the engine."""

    def __init__(self, url: str, visit: Visit) -> None:
        super().__init__(url, status=visit.capture.status if isinstance(visit, Kept) else 0)
        self.visit = visit


class ArchivingSpider(Spider):
    """Hands every visit to the session; the frontier already holds what comes next."""

    name = "thresher"

    def __init__(self, session: Session, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.session = session

    async def start(self) -> AsyncIterator[Any]:
        """Nothing: the seeds are in the frontier."""
        return
        yield

    def parse(self, response: Response, **kwargs: Any) -> None:
        assert isinstance(response, VisitResponse)
        assert isinstance(response.request, DueRequest)
        self.session.absorb(response.request.entry, response.visit)


class FrontierScheduler(BaseScheduler):
    """The frontier as Scrapy's scheduler."""

    _session: Session
    _callback: Callback

    def open(self, spider: Spider) -> None:
        assert isinstance(spider, ArchivingSpider)
        self._session = spider.session
        self._callback = spider.parse  # one object for all requests: Scrapy looks at each callback it does not know

    def has_pending_requests(self) -> bool:
        return not self._session.is_stopping and self._session.frontier.has_work

    def enqueue_request(self, request: Request) -> bool:
        return False  # links reach the frontier as strings, never as requests

    def next_request(self) -> Request | None:
        entry = self._session.next_entry()
        return None if entry is None else DueRequest(entry, self._callback)


class VisitHandler(BaseDownloadHandler):
    """The visitor as Scrapy's download handler."""

    lazy = True

    async def download_request(self, request: Request) -> Response:
        spider = self.crawler.spider
        assert isinstance(spider, ArchivingSpider)
        assert isinstance(request, DueRequest)
        visit = await spider.session.visit(request.entry)
        return VisitResponse(request.url, visit)


class DirectDownloader(Downloader):
    """Hands each request to its download handler at once.

    Scrapy's own keeps slots and delays and sends signals, for which the frontier has lanes: two tasks and a tenth of
    a millisecond a request.
    """

    def fetch(self, request: Request, spider: Spider | None = None) -> "Deferred[Response | Request]":
        self.active.add(request)  # before the task begins: the engine takes a downloader without requests for idle
        return deferred_from_coro(self._fetched(request))

    async def _fetched(self, request: Request) -> Response:
        try:
            return await self.handlers.download_request_async(request)
        finally:
            self.active.remove(request)


class QuietFormatter(LogFormatter):
    """No line a page: the progress display and the reports say it better."""

    def crawled(self, request: Request, response: Response, spider: Spider) -> None:  # type: ignore[override]
        return None
