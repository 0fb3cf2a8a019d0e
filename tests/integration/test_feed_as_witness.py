"""A blog of a known type with a theme of its own: what its feed says of posts tells how they are read."""

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.support.crawling import crawl_settings, run_crawl
from tests.support.raw import html, raw_server
from tests.support.small_blog import objects_of, xml
from tests.unit.learn.articles.blogs import Post, note, posts, with_notes

from thresher.archive import Collection
from thresher.catalog import open_catalog
from thresher.crawl.mends import kept_mends
from thresher.model import ObjectType, WebObject

POSTS = [with_notes(one, *(note(10 * one.number + step) for step in range(one.number % 3))) for one in posts(14)]
FEED = "<link rel='alternate' type='application/rss+xml' href='/index.xml'>"
HEAD = f"<meta name='generator' content='Hugo 0.120.1'>{FEED}"

Theme = Callable[[Post], str]


def path_of(one: Post) -> str:
    return f"/posts/piece-{one.number}/"


def usual(one: Post) -> str:
    """As the type knows it."""
    text = "".join(f"<p>{paragraph}</p>" for paragraph in one.paragraphs)
    when = f"<meta property='article:published_time' content='{one.published.isoformat()}'>"
    return (
        f"<html><head>{HEAD}{when}<meta name=author content='{one.author}'></head><body class='kind-page'><article>"
        f"<h1 class='post-title'>{one.title}</h1><div class='post-content'>{text}</div></article></body></html>"
    )


def strange(one: Post) -> str:
    """Classes that no rule has; who wrote it and when at the end; comments in a list without a word for them."""
    text = "".join(f"<p>{paragraph}</p>" for paragraph in one.paragraphs)
    talk = "".join(
        f"<li id='s{each.id}'><p class='w'><b>{each.author}</b> <i>{each.published:%Y-%m-%d %H:%M}</i></p>"
        f"<p>{each.text}</p></li>"
        for each in one.comments
    )
    return (
        f"<html><head>{HEAD}<title>{one.title} | Notes</title></head><body class='kind-page'><div class='z1'>"
        f"<h2 class='z2'>{one.title}</h2><div class='z3'>{text}</div><p class='z4'>{one.published:%d %B %Y}, "
        f"<span class='z5'>{one.author}</span></p></div><ul class='z6'>{talk}</ul>"
        "<div class='z7'><p>All that you find here may be used by anybody.</p></div></body></html>"
    )


def crawled(folder: Path, theme: Theme) -> list[WebObject]:
    rows = "".join(f"<section><h2><a href='{path_of(one)}'>{one.title}</a></h2></section>" for one in POSTS)
    start = html(f"<html><head>{HEAD}</head><body class='kind-section'><main>{rows}</main></body></html>")
    with raw_server({"/": start, **{path_of(one): html(theme(one)) for one in POSTS}}) as server:
        items = "".join(
            f"<item><title>{one.title}</title><link>{server.url}{path_of(one)}</link><author>{one.author}</author>"
            f"<pubDate>{one.published:%a, %d %b %Y %H:%M:%S} +0000</pubDate>"
            f"<description>{' '.join(one.paragraphs)}</description></item>"
            for one in POSTS[:10]
        )
        server.answers["/index.xml"] = xml(f"<rss version='2.0'><channel><title>Notes</title>{items}</channel></rss>")
        summary = run_crawl(folder, crawl_settings(server.url + "/"))
    assert "hugo" in summary.applications.values()
    return objects_of(folder)


def mends_of(root: Path) -> int:
    catalog = open_catalog(Collection(root).catalog, read_only=True)
    try:
        return len(list(kept_mends(catalog)))
    finally:
        catalog.close()


def test_posts_are_read_as_the_feed_says_also_those_that_it_does_not_name(tmp_path: Path) -> None:
    found = {one.title: one for one in crawled(tmp_path, strange) if one.type is ObjectType.BLOG_POST}

    assert set(found) == {one.title for one in POSTS}
    for one in POSTS:
        assert found[one.title].text.split() == one.text.split()
        assert (found[one.title].author, found[one.title].published[:10]) == (one.author, f"{one.published:%Y-%m-%d}")
    assert mends_of(tmp_path)


def test_comments_are_found_where_no_rule_knows_them(tmp_path: Path) -> None:
    found = [one for one in crawled(tmp_path, strange) if one.type is ObjectType.COMMENT]

    expected = sorted((each.author, each.text) for one in POSTS for each in one.comments)
    assert sorted((one.author, one.text) for one in found) == expected


@pytest.mark.parametrize("theme", [usual])
def test_what_is_read_well_is_left_alone(tmp_path: Path, theme: Theme) -> None:
    found = {one.title: one for one in crawled(tmp_path, theme) if one.type is ObjectType.BLOG_POST}

    assert set(found) == {one.title for one in POSTS}
    assert not mends_of(tmp_path)
