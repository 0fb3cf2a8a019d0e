"""Blogs whose links lack the slash that their server adds: each page is asked for once, now and on later visits."""

import json
from collections import Counter
from pathlib import Path

import pytest
from tests.support.crawling import crawl_settings, outcomes_of, run_crawl
from tests.support.raw import RawServer, Script, html, raw_server
from tests.support.small_blog import Blog, entries, objects_of, redirect, shown_posts, true_posts, xml

from thresher.crawl.last_slash import PROOFS
from thresher.crawl.update import update
from thresher.model import SkipReason

BLOG = Blog(entries(24), has_comment_feed=False)


def lacking(blog: Blog, origin: str) -> dict[str, Script]:
    """The answers of a blog, with no slash at the end of any link; the server leads from there to the page."""
    answers = blog.answers(origin)
    paths = sorted((path for path in answers if path.endswith("/") and path != "/"), key=len, reverse=True)
    for path, answer in list(answers.items()):
        assert isinstance(answer, bytes)
        body = answer.partition(b"\r\n\r\n")[2].decode()
        for other in paths:
            body = body.replace(f'href="{other}"', f'href="{other[:-1]}"')
            body = body.replace(f"{origin}{other}<", f"{origin}{other[:-1]}<")
        answers[path] = html(body) if b"text/html" in answer else xml(body) if b"<rss" in answer else answer
    return answers | {path[:-1]: redirect(path) for path in paths}


def begun(server: RawServer, root: Path, blog: Blog = BLOG, **settings: object) -> None:
    server.answers.update(lacking(blog, server.url))
    assert run_crawl(root, crawl_settings(server.url + "/", attempts=1, **settings)).exit_code in (0, 7)


def led_away(server: RawServer) -> list[str]:
    """Pages that were asked for under an address that leads on; a feed is no page."""
    answers = [path for path in server.paths if path != "/" and not path.endswith("/") and "." not in path]
    return [path for path in answers if not path.startswith("/feed")]


@pytest.mark.parametrize("feed", ["full", "none"])
def test_after_a_few_redirects_the_targets_are_asked_for_at_once(tmp_path: Path, feed: str) -> None:
    blog = Blog(entries(24), feed=feed, has_comment_feed=False)
    with raw_server({}) as server:
        begun(server, tmp_path, blog)

        assert shown_posts(objects_of(tmp_path), server.url) == true_posts(blog)
        # Those that were under way when the proof came lead on as well.
        assert PROOFS <= len(led_away(server)) <= PROOFS + 3
        assert max(Counter(server.paths).values()) == 1
        skipped = [json.loads(line) for line in (tmp_path / "reports/skipped.jsonl").read_text().splitlines()]
        asked = outcomes_of(tmp_path)
        found = [one for one in skipped if one["reason"] == SkipReason.LED_AWAY]
        assert len(found) >= 15
        assert all(one["detail"] == one["url"] + "/" and one["url"] not in asked for one in found)


@pytest.mark.parametrize("feed", ["full", "none"])
@pytest.mark.parametrize("is_all", [True, False])
def test_an_update_neither_loses_nor_repeats_such_pages(tmp_path: Path, feed: str, is_all: bool) -> None:
    blogs = [Blog(entries(count), feed=feed, has_comment_feed=False) for count in (24, 26)]
    with raw_server({}) as server:
        begun(server, tmp_path, blogs[0])
        for visit, (blog, new) in enumerate(((blogs[0], 0), (blogs[1], 2), (blogs[1], 0)), start=2):
            server.requests.clear()
            server.answers.update(lacking(blog, server.url))
            found = update(tmp_path, is_all=is_all)

            posts = found.objects["BlogPost"]
            assert (posts["new"], posts["deleted"], found.ended) == (new, 0, "complete"), visit
            assert max(Counter(server.paths).values()) == 1
            assert led_away(server) == []
            if not is_all:
                assert len(server.paths) <= 14 + new  # the front page, the feed and its posts, a sample
        assert shown_posts(objects_of(tmp_path), server.url) == true_posts(blogs[1])


def test_a_crawl_that_was_stopped_goes_on_alike(tmp_path: Path) -> None:
    with raw_server({}) as server:
        for most in (7, 8, 9, 0):
            begun(server, tmp_path, max_requests=most or None)

        assert shown_posts(objects_of(tmp_path), server.url) == true_posts(BLOG)
        assert max(Counter(path for path in server.paths if path != "/robots.txt").values()) == 1
        assert len(led_away(server)) <= PROOFS + 3


def test_a_page_that_is_only_there_without_the_slash_is_asked_for_after_all(tmp_path: Path) -> None:
    with raw_server({}) as server:
        server.answers.update(lacking(BLOG, server.url))
        server.answers["/about"] = server.answers.pop("/about/")
        last = BLOG.entries[-1].path
        server.answers[last[:-1]], server.answers[last] = server.answers[last], redirect(last[:-1])
        assert run_crawl(tmp_path, crawl_settings(server.url + "/", attempts=1)).exit_code == 0

        kept = [
            url.removeprefix(server.url) for url, (outcome, _) in outcomes_of(tmp_path).items() if outcome == "kept"
        ]
        assert {"/about", last[:-1]} <= set(kept)
        assert BLOG.post_paths - {last} <= set(kept)


def test_posts_are_found_where_a_sitemap_has_the_spelling_of_the_server(tmp_path: Path) -> None:
    blog = Blog(entries(24), feed="none", has_comment_feed=False, has_sitemap=True)
    with raw_server({}) as server:
        begun(server, tmp_path, blog)

        assert shown_posts(objects_of(tmp_path), server.url) == true_posts(blog)
