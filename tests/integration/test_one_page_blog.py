"""A blog on one page: its feed leads to places on it, and each post is found there by what the feed says of it."""

from pathlib import Path

from tests.support.crawling import crawl_settings, run_crawl
from tests.support.raw import html, raw_server
from tests.support.small_blog import objects_of, xml
from tests.unit.learn.articles.blogs import prose

from thresher.model import ObjectType, Strategy

TITLES = ("Wooden boats", "Rain on slate", "Letters home")


def test_posts_that_share_a_page_are_told_apart_by_what_the_feed_says(tmp_path: Path) -> None:
    texts = {title: [prose(f"{title} {part}") for part in range(3)] for title in TITLES}
    with raw_server({}) as server:
        posts = "".join(
            f"<div><a name='p{number}'></a><h3>{title}</h3>{''.join(f'<p>{text}</p>' for text in texts[title])}</div>"
            for number, title in enumerate(TITLES)
        )
        link = "<link rel='alternate' type='application/rss+xml' href='/index.rss'>"
        items = "".join(
            f"<item><title>{title}</title><link>{server.url}/#p{number}</link>"
            f"<description>{texts[title][0]}</description></item>"
            for number, title in enumerate(TITLES)
        )
        server.answers["/"] = html(f"<html><head>{link}</head><body><h1>Notes</h1>{posts}</body></html>")
        server.answers["/index.rss"] = xml(f"<rss version='2.0'><channel><title>Notes</title>{items}</channel></rss>")
        run_crawl(tmp_path, crawl_settings(server.url + "/", strategy=Strategy.FED))

    found = {one.title: one for one in objects_of(tmp_path) if one.type is ObjectType.BLOG_POST}
    assert set(found) == set(TITLES)
    for number, title in enumerate(TITLES):
        assert found[title].id == f"{server.url}/#p{number}"
        assert all(text in found[title].text for text in texts[title])
        assert not any(other in found[title].text for other in TITLES if other != title)
        assert found[title].confidence < 1
