"""Running a session on Scrapy's engine, in asyncio without a reactor."""

import asyncio
import contextlib
import gc
import logging
import signal
from collections.abc import Callable, Iterator
from typing import Any

from scrapy.crawler import AsyncCrawlerRunner, Crawler
from scrapy.settings import Settings
from scrapy.utils.reactorless import install_reactor_import_hook, uninstall_reactor_import_hook

from thresher.archive.control import Word, forget, read_word
from thresher.crawl.seams import ArchivingSpider
from thresher.crawl.session import Session
from thresher.crawl.tally import Snapshot

try:
    from uvloop import new_event_loop  # a tenth less CPU a page
except ImportError:  # no wheel for this kind of machine
    from asyncio import new_event_loop  # type: ignore[assignment]

SERVERS_AT_ONCE = 64
"""Requests under way over all servers; images of one page can be on a dozen hosts."""

PROGRESS_SECONDS = 0.25

ENGINE_SETTINGS: dict[str, Any] = {
    "TWISTED_REACTOR_ENABLED": False,
    "REMOTE_CONTROL_ENABLED": False,
    "TELNETCONSOLE_ENABLED": False,
    # Politeness, redirects, retries, cookies, robots.txt and decoding are decided in our rooms, where each
    # decision ends up in the catalog; so no middleware and no extension is needed.
    "DOWNLOADER_MIDDLEWARES_BASE": {},
    "SPIDER_MIDDLEWARES_BASE": {},
    "EXTENSIONS_BASE": {},
    "DOWNLOAD_HANDLERS_BASE": {},
    "DOWNLOAD_HANDLERS": {"http": None, "https": None},  # otherwise a whole HTTP client is loaded, for nothing
    "DOWNLOADER": "thresher.crawl.seams.VisitingDownloader",
    "SCHEDULER": "thresher.crawl.seams.FrontierScheduler",
    "CONCURRENT_REQUESTS": SERVERS_AT_ONCE,
    "CONCURRENT_REQUESTS_PER_DOMAIN": SERVERS_AT_ONCE,
    "DOWNLOAD_DELAY": 0,
    "LOG_ENABLED": False,
    "STATS_DUMP": False,
}

Progress = Callable[[Snapshot], None]


def run_session(session: Session, progress: Progress = lambda _: None) -> None:
    """Work until nothing is left, a budget is spent or the user stops it.

    Ctrl-C once ends after what is in flight; twice ends at once. Errors of the collection (full disk) are raised
    after the engine has stopped. The session stays open.
    """
    logging.getLogger("scrapy").setLevel(logging.ERROR)
    hook = install_reactor_import_hook()
    # Pages make and drop tens of thousands of small objects without cycles; looking for cycles at every 700 of them
    # took up to a sixth of the time.
    gc.set_threshold(100_000, 50, 100)
    try:
        with asyncio.Runner(loop_factory=new_event_loop) as runner:
            runner.run(_run(session, progress))
    finally:
        uninstall_reactor_import_hook(hook)


async def _run(session: Session, progress: Progress) -> None:
    runner = AsyncCrawlerRunner(Settings(ENGINE_SETTINGS))
    crawler = runner.create_crawler(ArchivingSpider)
    crawl = asyncio.ensure_future(runner.crawl(crawler, session=session))
    watch = asyncio.ensure_future(_watch(session, crawler, progress))
    try:
        with _signals(session, crawl):
            await crawl
    except asyncio.CancelledError:
        pass
    finally:
        watch.cancel()
        await session.visitor.close()
    if session.failure is not None:
        raise session.failure


async def _watch(session: Session, crawler: Crawler, progress: Progress) -> None:
    """Show progress, commit what is old enough, hear what others say, and end the engine when the session wants it."""
    stopping = False
    forget(session.collection.root)
    while True:
        await asyncio.sleep(PROGRESS_SECONDS)
        word = read_word(session.collection.root)
        session.is_paused = word is Word.PAUSE
        if word is Word.STOP and not session.is_stopping:
            session.stop("interrupted")
        progress(session.snapshot())
        session.commit_if_due()
        if session.is_stopping and not stopping:
            stopping = True
            session.frontier.lanes.stop()
            asyncio.ensure_future(crawler.stop_async())  # noqa: RUF006 -- awaited through the crawl itself


@contextlib.contextmanager
def _signals(session: Session, crawl: "asyncio.Future[Any]") -> Iterator[None]:
    loop = asyncio.get_running_loop()

    def interrupted() -> None:
        if session.stop_reason == "interrupted":
            crawl.cancel()
        session.stop("interrupted")

    handled = []
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
            loop.add_signal_handler(number, interrupted)
            handled.append(number)
    try:
        yield
    finally:
        for number in handled:
            loop.remove_signal_handler(number)
