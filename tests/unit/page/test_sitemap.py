"""Sitemaps, and what pretends to be one."""

import gzip
from dataclasses import replace

import pytest

from thresher.page import Sitemap, css_references, read_sitemap

XML = b"""<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc> http://Example.com/a </loc><lastmod>2020-01-01</lastmod></url><url><loc>http://example.com/a</loc></url>
<url><loc>http://example.com/b?x=1&amp;y=2</loc></url><url><loc>mailto:x</loc></url></urlset>"""


def test_pages_come_once_in_order() -> None:
    assert read_sitemap(XML).pages == ("http://example.com/a", "http://example.com/b?x=1&y=2")
    assert read_sitemap(gzip.compress(XML)) == read_sitemap(XML)


def test_an_index_names_further_sitemaps() -> None:
    index = b"<sitemapindex><sitemap><loc>http://example.com/s.xml</loc></sitemap></sitemapindex>"

    assert read_sitemap(index) == Sitemap(children=("http://example.com/s.xml",))


def test_one_address_a_line_is_a_sitemap_too() -> None:
    assert read_sitemap(b"\xef\xbb\xbfhttp://example.com/a\r\n\r\nhttp://example.com/b\n").pages == (
        "http://example.com/a",
        "http://example.com/b",
    )


def test_what_is_no_sitemap_is_empty() -> None:
    for data in (b"", b"<", b"<html><a href=x>", b"Not found", b"\x00\x01", b"\x1f\x8bbroken", b"<urlset><url><loc>"):
        assert replace(read_sitemap(data), is_other=False) == Sitemap()


def test_it_is_told_when_pages_and_sitemaps_were_changed() -> None:
    data = (
        b"<urlset><url><loc>http://e.example/a</loc><lastmod> 2024-03-05 </lastmod></url>"
        b"<url><loc>http://e.example/b</loc></url>"
        b"<url><lastmod>2024-03-06T10:00:00Z</lastmod><loc>http://e.example/c</loc></url>"
        b"<sitemap><loc>http://e.example/d.xml</loc><lastmod>2024</lastmod></sitemap></urlset>"
    )

    dates = {"a": "2024-03-05", "c": "2024-03-06T10:00:00Z", "d.xml": "2024"}
    assert read_sitemap(data).modified == {f"http://e.example/{name}": date for name, date in dates.items()}


def test_torn_xml_gives_what_came_before() -> None:
    assert read_sitemap(XML[:150]).pages == ("http://example.com/a",)


def test_entities_are_not_resolved() -> None:
    bomb = b'<!DOCTYPE x [<!ENTITY a "http://evil.example/"><!ENTITY b SYSTEM "file:///etc/passwd">]>'
    bomb += (
        b"<urlset><url><loc>&a;</loc></url><url><loc>&b;</loc></url><url><loc>http://ok.example/</loc></url></urlset>"
    )

    assert read_sitemap(bomb).pages == ("http://ok.example/",)


def test_a_sitemap_without_end_is_cut() -> None:
    data = b"<urlset>" + b"".join(b"<url><loc>http://e.example/%d</loc></url>" % i for i in range(60_000))

    assert len(read_sitemap(data).pages) == 50_000


def test_style_sheets_name_what_they_load() -> None:
    sheet = """@import "a.css"; @import url( 'b.css' ); p { background: url(c.png) } /* url(no.png) */
        q { src: url("d(1).woff"), url(data:font/woff;base64,AA), URL(\\65.png), url(#filter) }"""

    names = [url.removeprefix("http://example.com/s/") for url in css_references(sheet, "http://example.com/s/x.css")]

    assert names == ["a.css", "b.css", "c.png", "d(1).woff", "e.png"]


@pytest.mark.parametrize(
    ("data", "is_other"),
    [
        (b"<?xml version='1.0'?><urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'/>", False),
        (b"<!-- made by us --><s:sitemapindex xmlns:s='x'></s:sitemapindex>", False),
        (b"<urlset><url><loc>http://a.example/</loc>", False),
        (b"", False),
        (b"http://a.example/\n", False),
        (b"<rss version='2.0'><channel><title>Tag</title></channel></rss>", True),
        (b"<!DOCTYPE html><html><body><p>Not found</p></body></html>", True),
        (b"Not found", True),
    ],
)
def test_a_sitemap_that_lists_nothing_is_told_from_what_is_none(data: bytes, is_other: bool) -> None:
    assert read_sitemap(data).is_other == is_other
