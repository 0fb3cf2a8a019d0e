"""The same parts in somebody else's Scrapy project, switched on by one line of settings."""

import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path

from tests.support.crawling import captures_of, warcio_check

from thresher.demo import DemoServer

PROJECT = """
    import json, sys
    import scrapy
    from scrapy.crawler import AsyncCrawlerProcess

    class TheirSpider(scrapy.Spider):
        name = "theirs"

        def start_requests_from(self):
            return [scrapy.Request(sys.argv[1] + "forum/", meta={"depth_of_mine": 1})]

        async def start(self):
            for request in self.start_requests_from():
                yield request

        def parse(self, response):
            for link in response.css("a::attr(href)").getall():
                url = response.urljoin(link).partition("&sid")[0]
                if "board.php?b=" in url:
                    yield scrapy.Request(url, self.parse_board)

        def parse_board(self, response):
            yield {"url": response.url, "title": response.css("title::text").get()}

    process = AsyncCrawlerProcess({
        "ADDONS": {"thresher.crawl.addon.ThresherAddon": 500},
        "THRESHER_COLLECTION": sys.argv[2],
        "TWISTED_REACTOR_ENABLED": False,
        "TELNETCONSOLE_ENABLED": False,
        "FEEDS": {sys.argv[3]: {"format": "jsonlines"}},
        "CLOSESPIDER_PAGECOUNT": int(sys.argv[4]) if len(sys.argv) > 4 else 0,
        "CONCURRENT_REQUESTS": 1,
        "LOG_LEVEL": "ERROR",
    })
    process.crawl(TheirSpider)
    process.start()
"""


def run_their_project(folder: Path, *arguments: str) -> None:
    script = folder / "their_project.py"
    script.write_text(textwrap.dedent(PROJECT))
    environment = {key: value for key, value in os.environ.items() if not key.lower().endswith("_proxy")}
    done = subprocess.run(
        [sys.executable, str(script), *arguments],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env=environment,
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr, done.stderr


def test_their_spider_gets_its_items_and_everything_is_archived(tmp_path: Path) -> None:
    with DemoServer() as server:
        run_their_project(tmp_path, server.url, str(tmp_path / "c"), str(tmp_path / "items.jsonl"))

    items = [json.loads(line) for line in (tmp_path / "items.jsonl").read_text().splitlines()]
    captured = {row.url for row in captures_of(tmp_path / "c")}
    assert len(items) >= 4
    assert all(item["title"] for item in items)
    assert {item["url"] for item in items} <= captured
    assert (tmp_path / "c/indexes/index.cdxj").exists()
    assert warcio_check(tmp_path / "c") == ""


def test_their_queue_survives_a_stop_and_no_page_is_asked_for_twice(tmp_path: Path) -> None:
    with DemoServer() as server:
        run_their_project(tmp_path, server.url, str(tmp_path / "c"), str(tmp_path / "first.jsonl"), "2")
        run_their_project(tmp_path, server.url, str(tmp_path / "c"), str(tmp_path / "second.jsonl"))

    lines = [line for name in ("first", "second") for line in (tmp_path / f"{name}.jsonl").read_text().splitlines()]
    urls = [json.loads(line)["url"] for line in lines]
    assert len(urls) == len(set(urls)) >= 4
