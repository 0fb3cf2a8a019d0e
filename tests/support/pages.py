"""Pages for the rooms that understand them, made from markup."""

from datetime import UTC, datetime

from thresher.model import Capture, CrawlSettings, Page, RecordPlace
from thresher.page import VirtualDocument, read_page

TIME = datetime(2024, 6, 1, 12, tzinfo=UTC)


def capture_of(url: str, markup: str, *headers: tuple[str, str]) -> Capture:
    """A capture of `markup` at `url`."""
    all_headers = (("content-type", "text/html; charset=utf-8"), *headers)
    return Capture(url, TIME, 200, all_headers, markup.encode(), RecordPlace("a.warc.gz", 7, 100), "sha1:X")


def page_of(url: str, markup: str, *headers: tuple[str, str]) -> tuple[Page, VirtualDocument]:
    """The page in `markup`, and the document that patterns see."""
    capture = capture_of(url, markup, *headers)
    page = read_page(capture, CrawlSettings(seeds=(url,)))
    assert page is not None
    return page, VirtualDocument.of(page, capture)
