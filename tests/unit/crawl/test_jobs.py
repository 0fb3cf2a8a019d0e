"""Crawls as functions: what they return depends on the site alone, and they leave nothing behind."""

import tempfile
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from tests.support.crawling import crawl_settings
from tests.support.raw import RawServer, raw_server
from tests.support.small_blog import (
    FEED_ITEMS,
    Blog,
    Remark,
    entry,
    shown_comments,
    shown_posts,
    true_comments,
    true_posts,
)

from thresher.crawl.jobs import new_crawl, update_crawl
from thresher.model import Strategy, WebObject
from thresher.model.errors import UsageError

BLOG = Blog()
NOW = BLOG.entries[0].remarks[-1].time + timedelta(hours=1)
"""After all that is on the blog."""
LATER = NOW + timedelta(days=2)
FEW = FEED_ITEMS + 8
"""Requests: the pages of the feed's items, some with comments, the feeds, the front page, robots.txt."""


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[RawServer]:
    """The blog's server; temporary files go to a folder that tests can look into."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with raw_server({}) as running:
        running.answers.update(BLOG.answers(running.url))
        yield running


def with_remark(number: int, comment: int = 9999) -> Blog:
    """The blog with a new comment on the post `number`."""
    (one,) = (each for each in BLOG.entries if each.number == number)
    said = Remark(comment, "Gerd Voss", f"A late word {comment}, which nobody has said before in these years.", LATER)
    return BLOG.changed(number, remarks=(*one.remarks, said))


def updated(server: RawServer, blog: Blog, since: datetime = NOW, **more: object) -> tuple[WebObject, ...]:
    server.answers.clear()
    server.answers.update(blog.answers(server.url))
    server.requests.clear()
    return update_crawl(server.url + "/", since, crawl_settings("http://x.example/", **more))


def plain(objects: tuple[WebObject, ...]) -> list[WebObject]:
    """Without where and when they were read."""
    return [replace(one, source=replace(one.source, file="", offset=0, time=NOW)) for one in objects]


def test_a_crawl_returns_everything_twice_the_same_and_leaves_nothing(server: RawServer, tmp_path: Path) -> None:
    settings = crawl_settings("http://x.example/", strategy=Strategy.FED)

    first = new_crawl(server.url + "/", settings)
    again = new_crawl(server.url + "/", settings)

    assert shown_posts(first, server.url) == true_posts(BLOG)
    assert shown_comments(first, server.url) == true_comments(BLOG)
    assert plain(first) == plain(again)
    assert list(tmp_path.iterdir()) == []


def test_a_crawl_leaves_its_archive_where_one_is_named(server: RawServer, tmp_path: Path) -> None:
    settings = crawl_settings("http://x.example/", strategy=Strategy.FED, max_requests=6)

    new_crawl(server.url + "/", settings, tmp_path / "kept")

    assert [path.name for path in tmp_path.iterdir()] == ["kept"]
    assert list((tmp_path / "kept/archive").glob("*.warc.gz"))


@pytest.mark.parametrize("strategy", [Strategy.AUTO, Strategy.FED])
def test_an_update_of_what_has_not_changed_is_empty_and_asks_little(server: RawServer, strategy: Strategy) -> None:
    assert updated(server, BLOG, strategy=strategy) == ()
    assert len(server.paths) <= FEW
    assert not {path for path in server.paths if path.startswith(("/page/", "/tag/", "/about"))}


@pytest.mark.parametrize("feed", ["full", "summary"])
def test_an_update_returns_new_posts_only(server: RawServer, feed: str, tmp_path: Path) -> None:
    blog = replace(BLOG, entries=(entry(32), entry(31), *BLOG.entries), feed=feed)

    found = updated(server, blog)
    again = updated(server, blog)

    assert shown_posts(found, server.url) == true_posts(replace(blog, entries=blog.entries[:2]))
    assert len(found) == 2
    assert len(server.paths) <= FEW
    assert plain(found) == plain(again)
    assert list(tmp_path.iterdir()) == []


def test_an_update_returns_posts_that_the_feed_says_were_edited(server: RawServer) -> None:
    words = "One more sentence, that was not there before, stands at the end of it now."
    blog = BLOG.changed(28, paragraphs=(*BLOG.entries[2].paragraphs, words), updated=LATER)

    found = updated(server, blog)

    assert shown_posts(found, server.url) == true_posts(replace(blog, entries=blog.entries[2:3]))
    assert found[0].modified[:10] == f"{LATER:%Y-%m-%d}"
    assert len(server.paths) <= FEW


@pytest.mark.parametrize("number", [27, 13, 15], ids=["in the feed", "long gone from it", "on a second page"])
def test_an_update_returns_new_comments(server: RawServer, number: int) -> None:
    (found,) = updated(server, with_remark(number))

    assert (found.author, found.published[:16]) == ("Gerd Voss", LATER.isoformat()[:16])
    assert found.text.startswith("A late word")
    (one,) = (each for each in BLOG.entries if each.number == number)
    assert found.container == server.url + one.path.rstrip("/")
    assert len(server.paths) <= FEW


def test_an_update_asks_for_all_pages_with_new_comments(server: RawServer) -> None:
    blog = BLOG
    for number in range(1, 9):
        said = Remark(9000 + number, "Gerd Voss", f"A late word on post {number}, not said before.", LATER)
        blog = blog.changed(number, remarks=(said,))

    found = updated(server, blog)

    assert sorted(one.text for one in found) == sorted(
        f"A late word on post {n}, not said before." for n in range(1, 9)
    )


def test_an_update_is_not_made_into_an_archive_that_holds_a_crawl(server: RawServer, tmp_path: Path) -> None:
    new_crawl(server.url + "/", crawl_settings("http://x.example/", max_requests=3), tmp_path / "archive")

    with pytest.raises(UsageError, match="holds a crawl already"):
        update_crawl(server.url + "/", NOW, archive=tmp_path / "archive")


def test_a_time_without_a_zone_is_taken_for_utc(server: RawServer) -> None:
    found = updated(server, with_remark(27), since=LATER.replace(tzinfo=None) - timedelta(minutes=1))

    assert len(found) == 1
    assert updated(server, with_remark(27), since=LATER.replace(tzinfo=None) + timedelta(minutes=1)) == ()
