"""Where a page says its feeds are, and where feeds are anyway."""

import time

import pytest
from tests.support.pages import page_of

from thresher.feeds import feeds_of, is_comment_feed, known_places
from thresher.model import Feed, FeedItem, Page

HOST = "http://blog.example"


def page(markup: str, url: str = f"{HOST}/") -> Page:
    return page_of(url, f"<html>{markup}</html>")[0]


def found(markup: str, url: str = f"{HOST}/") -> list[str]:
    return [place.url.removeprefix(HOST) for place in feeds_of(page(markup, url))]


def test_declared_feeds_come_with_their_titles() -> None:
    (place,) = feeds_of(
        page('<head><link rel="alternate" type="application/rss+xml" title=" My  Blog " href="feed"></head>')
    )

    assert (place.url, place.title, place.how) == (f"{HOST}/feed", "My Blog", "link")


def test_feeds_of_the_site_go_before_narrower_ones_and_those_of_comments() -> None:
    markup = """<head><link rel="alternate" type="application/rss+xml" title="Blog » Comments" href="/comments/feed/">
        <link rel="alternate" type="application/rss+xml" title="Blog » Pears" href="/tag/pears/feed/">
        <link rel="alternate" type="application/rss+xml" title="Blog" href="/feed/">
        <link rel="alternate" type="application/atom+xml" title="Kommentare zu: X" href="/2013/pears/feed/"></head>"""

    assert found(markup, f"{HOST}/tag/pears/") == ["/feed/", "/tag/pears/feed/", "/comments/feed/", "/2013/pears/feed/"]


def test_parameters_that_choose_make_a_feed_narrower() -> None:
    markup = """<head><link rel=alternate type=application/rss+xml href="/?feed=rss2&amp;cat=3">
        <link rel=alternate type=application/rss+xml href="/?feed=rss2"></head>"""

    assert found(markup) == ["/?feed=rss2", "/?feed=rss2&cat=3"]


def test_links_that_look_like_feeds_come_after_what_is_declared() -> None:
    markup = """<head><link rel="alternate" type="application/atom+xml" href="/atom.xml"></head>
        <a href="/index.rdf">x</a><a href="/posts.rss">x</a><a href="/f?x" type="application/rss+xml">x</a>
        <a href="/s">RSS</a>
        <a href="/about.html">About</a><a href="/what-is-rss.html">RSS</a><a href="/feedback">Feedback</a>
        <a href="http://reader.example/add/http://blog.example/feed">x</a>
        <a href="http://friend.example/feed/">A friend</a>"""

    assert found(markup) == ["/atom.xml", "/index.rdf", "/posts.rss", "/f?x", "/s", "http://friend.example/feed/"]


def test_a_feed_delivered_by_a_service_is_the_site_s_own() -> None:
    markup = """<head><link rel="alternate" type="application/rss+xml" href="http://feeds.example/some/blog">
        <link rel="alternate" type="application/rss+xml" href="/tag/x/feed"></head>"""

    assert found(markup) == ["http://feeds.example/some/blog", "/tag/x/feed"]


@pytest.mark.parametrize(
    "element",
    [
        '<link rel="alternate" type="text/html" hreflang="de" href="/de/">',
        '<link rel="alternate stylesheet" type="text/css" href="/feed.css">',
        '<link rel="alternate" type="application/json+oembed" href="/oembed">',
        '<link rel="alternate" type="application/json" href="/api/posts/1">',
        '<link rel="alternate" type="application/rss+xml">',
        '<link rel="alternate" type="application/rss+xml" href="">',
        '<a href="mailto:feed">RSS</a>', '<a href="#">RSS</a>', "<a>RSS</a>",
    ],
)  # fmt: skip
def test_other_links_are_no_feeds(element: str) -> None:
    assert found(f"<head></head>{element}") == []


def test_addresses_count_from_the_base_of_the_page() -> None:
    assert found('<head><base href="/blog/"><link rel=alternate type=application/rss+xml href=rss.xml></head>') == [
        "/blog/rss.xml"
    ]


def test_known_places_are_in_the_folder_then_at_the_root() -> None:
    places = known_places(f"{HOST}/blog/index.html")

    assert places[0] == f"{HOST}/blog/feed/"
    assert places.index(f"{HOST}/blog/rss.xml") < places.index(f"{HOST}/rss.xml")
    assert known_places(f"{HOST}/blog")[0] == f"{HOST}/blog/feed/"
    assert len(known_places(f"{HOST}/")) == len(set(known_places(f"{HOST}/"))) == len(places) // 2
    assert known_places("nonsense") == ()


def feed(*items: FeedItem, title: str = "", url: str = f"{HOST}/feed") -> Feed:
    return Feed(url, "rss20", items, title=title)


def test_comments_are_told_from_posts_by_what_the_items_are() -> None:
    posts = [FeedItem(f"{HOST}/{n}") for n in range(4)]

    assert not is_comment_feed(feed(*posts))
    assert not is_comment_feed(feed(*posts, title="Comments on the news"))
    assert not is_comment_feed(feed(*(FeedItem(f"{HOST}/{n}#top") for n in range(4))))
    assert is_comment_feed(feed(*(FeedItem(f"{HOST}/a#comment-{n}") for n in range(4))))
    assert is_comment_feed(feed(*(FeedItem(f"{HOST}/{n}#c{n}") for n in range(4))))
    assert is_comment_feed(feed(*(FeedItem(f"{HOST}/{n}", answers=f"{HOST}/") for n in range(3)), posts[0]))


def test_an_empty_feed_is_judged_by_its_name() -> None:
    assert is_comment_feed(feed(title="Commentaires sur : Poires"))
    assert is_comment_feed(feed(url=f"{HOST}/comments/feed/"))
    assert not is_comment_feed(feed(title="Commentary"))


def test_hostile_links_end_soon() -> None:
    words = "<a href=/x>RSS " + "1" * 190 + "!</a>"
    long = "<a href='/" + "feed." * 100_000 + "'>x</a>"
    began = time.monotonic()

    assert found(words * 2000 + long * 3) == []
    assert time.monotonic() - began < 10
