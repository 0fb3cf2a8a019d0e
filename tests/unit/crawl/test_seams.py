"""What the engine counts on, seam by seam."""

import asyncio

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.settings import Settings

from thresher.crawl.engine import ENGINE_SETTINGS
from thresher.crawl.seams import ArchivingSpider, VisitingDownloader


def test_a_request_is_active_from_the_moment_it_is_handed_over() -> None:
    """Otherwise the engine would end a crawl whose last waiting page has just been handed out."""

    async def hand_over() -> tuple[int, int]:
        crawler = Crawler(ArchivingSpider, Settings(ENGINE_SETTINGS))
        crawler._apply_settings()
        downloader = VisitingDownloader(crawler)
        done = downloader.fetch(Request("gopher://b.example/"))
        while_waiting = len(downloader.active)
        done.addErrback(lambda _: None)  # no entry of the frontier
        await asyncio.sleep(0.01)
        downloader.close()
        return while_waiting, len(downloader.active)

    assert asyncio.run(hand_over()) == (1, 0)


def test_scrapy_loads_no_handler_of_its_own() -> None:
    crawler = Crawler(ArchivingSpider, Settings(ENGINE_SETTINGS))
    crawler._apply_settings()

    downloader = VisitingDownloader(crawler)

    assert not downloader.handlers._schemes
    downloader.close()
