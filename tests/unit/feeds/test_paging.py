"""Older pages of feeds."""

import pytest

from thresher.feeds import is_older, older_page
from thresher.model import Feed, FeedItem

HOST = "http://blog.example"


def feed(*days: int, url: str = f"{HOST}/feed/", older: str = "", dated: bool = True) -> Feed:
    items = tuple(FeedItem(f"{HOST}/{day}", published=f"2013-08-{day:02}" if dated else "") for day in days)
    return Feed(url, "rss20", items, older=older)


@pytest.mark.parametrize(
    ("url", "number", "expected"),
    [
        ("/feed/", 2, "/feed/?paged=2"), ("/feed/?paged=2", 3, "/feed/?paged=3"),
        ("/?feed=rss2", 2, "/?feed=rss2&paged=2"),
        ("/feeds/posts/default", 3, "/feeds/posts/default?start-index=5&max-results=2"),
        ("/feeds/posts/default?max-results=10&alt=rss", 2,
         "/feeds/posts/default?alt=rss&start-index=11&max-results=10"),
        ("/latest.rss", 2, "/latest.rss?page=2"), ("/atom.xml", 2, ""), ("/feed/", 1, ""),
    ],
)  # fmt: skip
def test_where_older_items_may_be(url: str, number: int, expected: str) -> None:
    assert older_page(feed(2, 1, url=HOST + url), number).removeprefix(HOST) == expected


def test_what_the_feed_says_goes_first() -> None:
    assert older_page(feed(1, older=f"{HOST}/archive/1"), 2) == f"{HOST}/archive/1"
    assert older_page(feed(), 2) == ""


def test_a_page_is_older_if_it_brings_items_from_before() -> None:
    assert is_older(feed(9, 8, 7), feed(6, 5, 4))
    assert is_older(feed(9, 8, 7), feed(7, 6, 5))
    assert not is_older(feed(9, 8, 7), feed(9, 8, 7))
    assert not is_older(feed(9, 8, 7), feed(10, 9, 8))
    assert not is_older(feed(9, 8, 7), feed())


def test_without_dates_most_items_must_be_others() -> None:
    assert is_older(feed(9, 8, 7, dated=False), feed(6, 5, 4, dated=False))
    assert not is_older(feed(9, 8, 7, dated=False), feed(10, 9, 8, dated=False))
