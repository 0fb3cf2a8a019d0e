"""One site and one blind crawl of it for all tests of the room: both never change."""

import pytest

from thresher.demo import DemoSite
from thresher.demo.blind import BlindCrawl, is_far_in_calendar


@pytest.fixture(scope="session")
def site() -> DemoSite:
    return DemoSite()


@pytest.fixture(scope="session")
def crawled(site: DemoSite) -> dict[str, int]:
    """Status by target of everything that links lead to, the calendar cut at ten years."""
    crawl = BlindCrawl(site)
    crawl.run(20_000, is_far_in_calendar)
    assert not crawl.waiting
    return crawl.asked
