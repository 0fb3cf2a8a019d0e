"""Blogs whose posts carry schema.org's marks and whose front page has none: what all blogs have in common does not
speak for them while they are learned from their pages or their feed."""

from pathlib import Path

import pytest
from tests.support.crawling import crawl_settings, run_crawl
from tests.support.raw import Script, html, raw_server
from tests.support.small_blog import Blog, entries, objects_of, shown_comments, shown_posts, true_comments, true_posts


def marked(blog: Blog, origin: str) -> dict[str, Script]:
    """The answers of a blog, with a mark on each post."""
    answers: dict[str, Script] = {}
    for path, answer in blog.answers(origin).items():
        assert isinstance(answer, bytes)
        body = answer.partition(b"\r\n\r\n")[2].decode()
        mark = '<div class="post" itemscope itemtype="https://schema.org/BlogPosting">'
        is_page = b"text/html" in answer
        answers[path] = html(body.replace('<div class="post">', mark)) if is_page else answer
    return answers


@pytest.mark.parametrize("feed", ["full", "none"])
def test_such_a_blog_is_read_by_what_it_teaches_itself(tmp_path: Path, feed: str) -> None:
    blog = Blog(entries(24), feed=feed, has_comment_feed=False)
    with raw_server({}) as server:
        server.answers.update(marked(blog, server.url))
        summary = run_crawl(tmp_path, crawl_settings(server.url + "/", attempts=1))
        objects = objects_of(tmp_path)

        assert summary.exit_code == 0
        assert {one.rule.partition(":")[0] for one in objects} == {"fed" if feed == "full" else "learned"}
        assert shown_posts(objects, server.url) == true_posts(blog)
        assert shown_comments(objects, server.url) == true_comments(blog)
