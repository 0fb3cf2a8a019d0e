"""A blog of a known type whose theme hides the links: numbers, posts, the feed and other lists lead on."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import pytest
from tests.support.crawling import crawl_settings, run_crawl
from tests.support.raw import RawServer, Script, html, raw_server
from tests.support.small_blog import objects_of, xml
from tests.unit.learn.articles.blogs import Post, posts

from thresher.model import ObjectType

POSTS = posts(12)
PER_LIST, IN_FEED = 4, 6
HEAD = (
    "<meta name='generator' content='Hugo 0.120.1'><link rel='alternate' type='application/rss+xml' href='/index.xml'>"
)


def path_of(one: Post) -> str:
    return f"/{one.published:%Y}/piece-{one.number}/"


def post_page(one: Post, more: str = "") -> bytes:
    text = "".join(f"<p>{paragraph}</p>" for paragraph in one.paragraphs)
    body = f"<main><article><h1>{one.title}</h1><div class='post-content'>{text}</div></article>{more}</main>"
    return html(f"<html><head>{HEAD}</head><body class='kind-page'>{body}</body></html>")


def list_page(some: list[Post], more: str = "") -> bytes:
    rows = "".join(f"<section><h2><a href='{path_of(one)}'>{one.title}</a></h2></section>" for one in some)
    return html(f"<html><head>{HEAD}</head><body class='kind-section'><main>{rows}{more}</main></body></html>")


def feed(server: str, some: list[Post], more: str = "") -> bytes:
    items = "".join(f"<item><title>{one.title}</title><link>{server}{path_of(one)}</link></item>" for one in some)
    return xml(f"<rss version='2.0'><channel><title>Notes</title>{more}{items}</channel></rss>")


Site = dict[str, Script | bytes]


def all_posts() -> Site:
    return {path_of(one): post_page(one) for one in POSTS}


def unnamed_pager() -> Site:
    """Further pages under a word that no rule has."""
    lists = [POSTS[start : start + PER_LIST] for start in range(0, len(POSTS), PER_LIST)]
    pages: Site = {}
    for number, some in enumerate(lists, 1):
        older = f"<p>Sivu {number} <a class='older' href='/seite/{number + 1}/'>Vanhemmat</a></p>" if number < 3 else ""
        pages["/" if number == 1 else f"/seite/{number}/"] = list_page(some, older)
    return {**all_posts(), **pages}


def posts_that_link() -> Site:
    """A list of some posts; each post leads to the next one, in words."""
    chained = {
        path_of(one): post_page(one, f"<p><a href='{path_of(other)}'>{other.title}</a></p>")
        for one, other in pairwise(POSTS)
    }
    return {**all_posts(), **chained, "/": list_page(POSTS[:3])}


def closed_pager() -> Site:
    """A pager that robots.txt forbids, and months that it does not."""
    months = "".join(f"<a href='/archives/{number}/'>month</a>" for number in range(3))
    lists = {f"/archives/{number}/": list_page(POSTS[number::3]) for number in range(3)}
    pager = "<nav class='pagination'><a class='next' href='/page/2/'>Next</a></nav>"
    robots = html("User-agent: *\nDisallow: /page/\n")
    return {**all_posts(), **lists, "/": list_page(POSTS[:2], pager + months), "/robots.txt": robots}


def scripted_pager() -> Site:
    """A pager that only a script turns; the sitemap names all posts, and what is none."""
    urls = "".join(f"<url><loc>http://b.example{path}</loc></url>" for path in (*map(path_of, POSTS), "/tags/pears/"))
    return {**all_posts(), "/": list_page(POSTS[:3], "<ul><li><a>1</a></li><li><a>2</a></li></ul>"), "map": xml(urls)}


def scripted_pager_without_a_sitemap() -> Site:
    """The same, and tags that list all posts."""
    tags = "".join(f"<a href='/tags/{one}'>{one}</a>" for one in ("", "pears/", "pumps/"))
    lists = {"/tags/pears/": list_page(POSTS[::2]), "/tags/pumps/": list_page(POSTS[1::2]), "/tags/": list_page([])}
    return {**all_posts(), **lists, "/": list_page(POSTS[:3], tags)}


@contextmanager
def served(site: Site) -> Iterator[RawServer]:
    """A server of the site; its sitemap names the addresses of this server."""
    with raw_server(site) as server:
        if (listed := server.answers.pop("map", None)) is not None:
            assert isinstance(listed, bytes)
            urls = listed.partition(b"\r\n\r\n")[2].decode().replace("http://b.example", server.url)
            server.answers["/sitemap.xml"] = xml(f"<urlset>{urls}</urlset>")
        yield server


@pytest.mark.parametrize(
    "site", [unnamed_pager, posts_that_link, closed_pager, scripted_pager, scripted_pager_without_a_sitemap]
)
def test_all_posts_are_reached_where_rules_lead_to_a_few(tmp_path: Path, site: Callable[[], Site]) -> None:
    with served(site()) as server:
        summary = run_crawl(tmp_path, crawl_settings(server.url + "/"))

    assert "hugo" in summary.applications.values()
    titles = sorted(one.title for one in objects_of(tmp_path) if one.type is ObjectType.BLOG_POST)
    assert titles == sorted(one.title for one in POSTS)


@pytest.mark.parametrize("requests", [2, 5, 8])
@pytest.mark.parametrize("site", [scripted_pager, scripted_pager_without_a_sitemap])
def test_a_crawl_that_goes_on_later_looks_beyond_its_lists_as_well(
    tmp_path: Path, site: Callable[[], Site], requests: int
) -> None:
    with served(site()) as server:
        run_crawl(tmp_path, crawl_settings(server.url + "/", max_requests=requests))
        run_crawl(tmp_path, crawl_settings(server.url + "/"))

    assert sum(one.type is ObjectType.BLOG_POST for one in objects_of(tmp_path)) == len(POSTS)


def test_posts_that_only_the_feed_names_are_asked_for_and_then_its_older_pages(tmp_path: Path) -> None:
    with raw_server({**all_posts(), "/": list_page(POSTS[:1])}) as server:
        older = f"<link rel='next' xmlns='http://www.w3.org/2005/Atom' href='{server.url}/2.xml'/>"
        server.answers["/index.xml"] = feed(server.url, POSTS[:IN_FEED], older)
        server.answers["/2.xml"] = feed(server.url, POSTS[IN_FEED:])
        run_crawl(tmp_path, crawl_settings(server.url + "/"))

    titles = sorted(one.title for one in objects_of(tmp_path) if one.type is ObjectType.BLOG_POST)
    assert titles == sorted(one.title for one in POSTS)


def test_where_lists_lead_to_all_a_feed_costs_one_request(tmp_path: Path) -> None:
    with raw_server({**all_posts(), "/": list_page(POSTS)}) as server:
        server.answers["/index.xml"] = feed(server.url, POSTS[:IN_FEED])
        run_crawl(tmp_path, crawl_settings(server.url + "/"))

    assert sorted(server.paths) == sorted(["/", "/robots.txt", "/index.xml", *map(path_of, POSTS)])


def test_a_sitemap_is_asked_for_only_where_lists_may_have_ended_early(tmp_path: Path) -> None:
    pager = "<nav class='pagination'><a class='next' href='/page/2/'>Next</a></nav>"
    site: Site = {**all_posts(), "/": list_page(POSTS[:6], pager), "/page/2/": list_page(POSTS[6:])}
    with raw_server(site) as server:
        run_crawl(tmp_path, crawl_settings(server.url + "/"))

    assert "/sitemap.xml" not in server.paths


def test_sitemaps_that_name_further_ones_without_end_are_left(tmp_path: Path) -> None:
    with raw_server({**all_posts(), "/": list_page(POSTS[:3])}) as server:
        for number in range(40):
            child = f"<sitemap><loc>{server.url}/sitemap{number + 1}.xml</loc></sitemap>"
            server.answers[f"/sitemap{number or ''}.xml"] = xml(f"<sitemapindex>{child}</sitemapindex>")
        run_crawl(tmp_path, crawl_settings(server.url + "/"))

    assert 2 < sum("sitemap" in path for path in server.paths) < 10
