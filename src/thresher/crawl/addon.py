"""Thresher's parts in somebody else's Scrapy project: `ADDONS = {"thresher.crawl.addon.ThresherAddon": 500}`.

The spider, its middlewares and its delays stay the project's own. Every answer goes into the collection named by
`THRESHER_COLLECTION` (default: `archive`), byte for byte; the queue of requests is durable unless
`THRESHER_FRONTIER = False`.
"""

import json
import time
from base64 import b64decode, b64encode
from pathlib import Path
from typing import Any
from urllib.parse import quote
from weakref import WeakKeyDictionary

from scrapy import Request, Spider, exceptions, signals
from scrapy.core.downloader.handlers.base import BaseDownloadHandler
from scrapy.core.scheduler import BaseScheduler
from scrapy.crawler import Crawler
from scrapy.http import Headers, Response
from scrapy.responsetypes import responsetypes
from scrapy.settings import BaseSettings
from scrapy.utils.request import request_from_dict

from thresher import archive
from thresher.archive import Collection, Keeper, WarcWriter, write_cdxj
from thresher.catalog import open_catalog
from thresher.crawl.clients import client_for
from thresher.crawl.identity import warcinfo_of
from thresher.crawl.session import SCHEMAS
from thresher.fetch import Ask, Limits, Trouble, TroubleKind
from thresher.model import CrawlSettings, Exchange, Kind, Robots
from thresher.wire import dechunked

SCHEMA = """
CREATE TABLE IF NOT EXISTS scrapy_requests(
    fingerprint BLOB PRIMARY KEY,
    state INTEGER NOT NULL,          -- 0 pending, 1 in flight, 2 done
    priority INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    request TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS scrapy_pending ON scrapy_requests(priority DESC, turn) WHERE state = 0;
"""

COMMIT_SECONDS = 1.0

FAILURES: dict[TroubleKind, type[Exception]] = {
    TroubleKind.UNKNOWN_HOST: exceptions.CannotResolveHostError,
    TroubleKind.REFUSED: exceptions.DownloadConnectionRefusedError,
    TroubleKind.STALLED: exceptions.DownloadTimeoutError,
    TroubleKind.BROKE_OFF: exceptions.ResponseDataLossError,
}


class ThresherAddon:
    """Sets the download handler and, if wanted, the scheduler."""

    def update_settings(self, settings: BaseSettings) -> None:
        handlers = settings["DOWNLOAD_HANDLERS"]
        for scheme in ("http", "https"):
            # Not at add-on priority: without a reactor, Scrapy puts its own default at project priority.
            handlers.set(scheme, "thresher.crawl.addon.ArchivingHandler", "project")
        if settings.getbool("THRESHER_FRONTIER", True):
            settings.set("SCHEDULER", "thresher.crawl.addon.DurableScheduler", "addon")
        settings.set("REMOTE_CONTROL_ENABLED", False, "addon")


class OpenArchive:
    """The collection of one crawler, shared by handler and scheduler."""

    def __init__(self, crawler: Crawler) -> None:
        settings = crawler.settings
        self.collection = Collection(Path(settings.get("THRESHER_COLLECTION", "archive")))
        self.collection.open_for_writing()
        self.catalog = open_catalog(self.collection.catalog, (*SCHEMAS, SCHEMA))
        crawl = CrawlSettings(
            seeds=tuple(getattr(crawler.spidercls, "start_urls", ())),
            user_agent=settings.get("USER_AGENT", ""),
            operator=settings.get("THRESHER_OPERATOR", ""),
            robots=Robots.OBEY if settings.getbool("ROBOTSTXT_OBEY") else Robots.IGNORE,
            insecure=not settings.getbool("DOWNLOAD_VERIFY_CERTIFICATES"),
            keep_secrets=settings.getbool("THRESHER_KEEP_SECRETS", False),
        )
        writer = WarcWriter(
            self.collection.archive,
            prefix="scrapy",
            warcinfo=warcinfo_of(crawl, self.collection.root.name),
            roll_bytes=crawl.warc_bytes,
        )
        self.settings = crawl
        self.keeper = Keeper(self.collection, self.catalog, writer)
        self._last_commit = time.monotonic()
        archive.recover_tails(
            self.collection.archive,
            self.keeper.captures.files(),
            lambda file, record: self.keeper.captures.set_absorbed(self.keeper.adopt(record, file, Kind.PAGE)),
            self.keeper.captures.note_length,
        )
        crawler.signals.connect(self.close, signals.engine_stopped)

    def commit_if_due(self) -> None:
        if time.monotonic() - self._last_commit >= COMMIT_SECONDS:
            self._last_commit = time.monotonic()
            self.keeper.commit()

    def close(self) -> None:
        self.keeper.commit()
        write_cdxj(self.collection.index, self.keeper.captures.for_index())
        self.keeper.close()
        self.catalog.close()
        self.collection.close()


_open: WeakKeyDictionary[Crawler, OpenArchive] = WeakKeyDictionary()


def archive_of(crawler: Crawler) -> OpenArchive:
    """The collection of `crawler`, opened when the first part asks for it."""
    if crawler not in _open:
        _open[crawler] = OpenArchive(crawler)
    return _open[crawler]


class ArchivingHandler(BaseDownloadHandler):
    """Fetches as Scrapy's own handlers do, and keeps every answer first."""

    lazy = False

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._archive = archive_of(crawler)
        self._client, _ = client_for(self._archive.settings, is_inside=True)
        self._timeout = crawler.settings.getfloat("DOWNLOAD_TIMEOUT")
        self._max_size = crawler.settings.getint("DOWNLOAD_MAXSIZE") or 1 << 40

    async def download_request(self, request: Request) -> Response:
        timeout = float(request.meta.get("download_timeout", self._timeout))
        limits = Limits(timeout, timeout, self._archive.settings.max_head_bytes, self._max_size)
        result = await self._client.fetch(_ask(request), limits)
        if isinstance(result, Exchange) and result.truncated == "time":
            result.body.close()
            raise exceptions.DownloadTimeoutError(f"{request.url} took longer than {timeout} s")
        if isinstance(result, Trouble):
            raise FAILURES.get(result.kind, exceptions.DownloadFailedError)(result.sentence)
        request.meta["download_latency"] = result.seconds
        return self._kept(request, result)

    def _kept(self, request: Request, exchange: Exchange) -> Response:
        number, _ = self._archive.keeper.keep(exchange, Kind.PAGE, is_indexed=request.method == "GET")
        exchange.body.seek(0)
        body = exchange.body.read()
        exchange.body.close()
        payload = dechunked(body) if exchange.is_chunked else body
        self._archive.keeper.captures.set_absorbed(number)
        self._archive.commit_if_due()
        headers = Headers()
        for name, value in exchange.headers:
            headers.appendlist(name, value.encode("latin-1"))
        kind = responsetypes.from_args(headers=headers, url=request.url, body=payload)
        return kind(
            request.url,
            status=exchange.status,
            headers=headers,
            body=payload,
            protocol="HTTP/1.1",
            request=request,
        )

    async def close(self) -> None:
        await self._client.close()


def _ask(request: Request) -> Ask:
    headers = tuple(
        (name.decode("latin-1"), value.decode("utf-8", "surrogateescape"))
        for name, values in request.headers.items()
        for value in values
        if name.lower() not in (b"host", b"connection", b"content-length", b"proxy-authorization")
    )
    return Ask(
        request.url.partition("#")[0],
        method=request.method,
        headers=headers,
        body=request.body,
        proxy=_proxy(request),
    )


def _proxy(request: Request) -> str | None:
    """The proxy that Scrapy's middleware chose, with the credentials it moved to a header."""
    proxy: str | None = request.meta.get("proxy")
    word = (request.headers.get("Proxy-Authorization") or b"").decode("latin-1")
    if not proxy or not word.startswith("Basic "):
        return proxy
    user, _, password = b64decode(word[6:]).decode("utf-8", "replace").partition(":")
    scheme, _, place = proxy.rpartition("://")
    return f"{scheme or 'http'}://{quote(user, safe='')}:{quote(password, safe='')}@{place}"


class DurableScheduler(BaseScheduler):
    """Requests in the collection's catalog: what was pending or under way when the process died is due again.

    Requests that cannot be written as JSON (functions or objects in `meta`) wait in memory only.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._archive = archive_of(crawler)
        self._catalog = self._archive.catalog
        self._memory: list[Request] = []
        self._catalog.execute("UPDATE scrapy_requests SET state = 0 WHERE state = 1")
        count, turn = self._catalog.execute(
            "SELECT sum(state = 0), coalesce(max(turn), 0) FROM scrapy_requests"
        ).fetchone()
        self._pending, self._turn = int(count or 0), int(turn)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "DurableScheduler":
        return cls(crawler)

    def open(self, spider: Spider) -> None:
        self._spider = spider
        self._crawler.signals.connect(self._left_downloader, signals.request_left_downloader)

    def has_pending_requests(self) -> bool:
        return self._pending > 0 or bool(self._memory)

    def enqueue_request(self, request: Request) -> bool:
        assert self._crawler.request_fingerprinter is not None
        mark = self._crawler.request_fingerprinter.fingerprint(request)
        self._turn += 1
        if request.dont_filter:  # the same address again: a place of its own
            mark += self._turn.to_bytes(8, "big")
        text = self._as_text(request, mark)
        if text is None:
            self._memory.append(request)
            return True
        added = self._catalog.execute(
            "INSERT OR IGNORE INTO scrapy_requests(fingerprint, state, priority, turn, request) VALUES (?, 0, ?, ?, ?)",
            (mark, request.priority, self._turn, text),
        ).rowcount
        self._pending += added
        return bool(added)

    def next_request(self) -> Request | None:
        if self._memory:
            return self._memory.pop()
        row = self._catalog.execute(
            "SELECT fingerprint, request FROM scrapy_requests WHERE state = 0 ORDER BY priority DESC, turn LIMIT 1"
        ).fetchone()
        if row is None:
            return None
        self._pending -= 1
        self._catalog.execute("UPDATE scrapy_requests SET state = 1 WHERE fingerprint = ?", (row[0],))
        return self._from_text(row[1])

    def _left_downloader(self, request: Request) -> None:
        mark = request.meta.get("thresher_mark")
        if mark is not None:
            self._catalog.execute("UPDATE scrapy_requests SET state = 2 WHERE fingerprint = ?", (b64decode(mark),))
            self._archive.commit_if_due()

    def _as_text(self, request: Request, mark: bytes) -> str | None:
        try:
            plain = request.to_dict(spider=self._spider)
        except ValueError:
            return None  # a callback that is no method of the spider
        plain["meta"] = {**plain["meta"], "thresher_mark": b64encode(mark).decode()}
        plain["body"] = b64encode(plain["body"]).decode()
        plain["headers"] = {
            name.decode("latin-1"): [value.decode("latin-1") for value in values]
            for name, values in plain["headers"].items()
        }
        try:
            return json.dumps(plain)
        except TypeError:
            return None

    def _from_text(self, text: str) -> Request:
        plain: dict[str, Any] = json.loads(text)
        plain["body"] = b64decode(plain["body"])
        return request_from_dict(plain, spider=self._spider)
