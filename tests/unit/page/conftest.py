"""Captures made by hand."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from thresher.model import Capture, CrawlSettings, Page, RecordPlace
from thresher.page import read_page

Headers = tuple[tuple[str, str], ...]
HTML: Headers = (("Content-Type", "text/html"),)


def capture(payload: bytes, headers: Headers = HTML, url: str = "http://example.com/dir/page") -> Capture:
    return Capture(url, datetime(2026, 1, 1, tzinfo=UTC), 200, headers, payload, RecordPlace("", 0, 0), "")


@pytest.fixture
def read() -> Callable[..., Page | None]:
    """Read bytes or text as the page http://example.com/dir/page."""

    def run(source: bytes | str, headers: Headers = HTML, **limits: int) -> Page | None:
        payload = source.encode() if isinstance(source, str) else source
        return read_page(capture(payload, headers), CrawlSettings(seeds=(), **limits))  # type: ignore[arg-type]

    return run
