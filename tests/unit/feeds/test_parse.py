"""Feeds in every format, as they should be."""

import gzip
import json

import pytest

from thresher.feeds import read_feed
from thresher.model import Feed, FeedItem

URL = "http://blog.example/feed"

RSS20 = """<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:wfw="http://wellformedweb.org/CommentAPI/" xmlns:slash="http://purl.org/rss/1.0/modules/slash/"
 xmlns:sy="http://purl.org/rss/1.0/modules/syndication/" xmlns:atom="http://www.w3.org/2005/Atom">
<channel><title>A Blog &amp; more</title><link>http://Blog.example</link><language>en-GB</language>
<atom:link href="http://blog.example/feed" rel="self" type="application/rss+xml"/>
<atom:link href="/feed?paged=2" rel="next"/>
<lastBuildDate>Fri, 30 Aug 2013 10:00:00 +0000</lastBuildDate><sy:updatePeriod>hourly</sy:updatePeriod><ttl>60</ttl>
<item><title>Tom &amp;amp; &lt;b&gt;Jerry&lt;/b&gt;
  again</title><link>/2013/08/post</link><guid isPermaLink="false">http://blog.example/?p=1</guid>
<dc:creator>Anna</dc:creator><author>info@blog.example (Webmaster)</author>
<pubDate>Fri, 30 Aug 2013 09:05:00 +0200</pubDate><category>one</category><category>two</category>
<description>Short.</description><content:encoded><![CDATA[<p>The whole <b>text</b> of it.</p>]]></content:encoded>
<wfw:commentRss>http://blog.example/2013/08/post/feed</wfw:commentRss><slash:comments>3</slash:comments></item>
<item><title>No link</title><guid>http://blog.example/by-guid</guid><dc:date>2013-08-29</dc:date></item>
<item><title>Nothing</title><guid isPermaLink="false">x-1</guid></item>
</channel></rss>"""

ATOM10 = """<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:thr="http://purl.org/syndication/thread/1.0" xml:lang="de">
<title type="html">Ein &amp;lt;Blog&amp;gt;</title><id>tag:blog.example,2013:f</id>
<updated>2013-08-30T10:00:00Z</updated>
<link rel="alternate" type="text/html" href="http://blog.example/"/>
<link rel="next" href="http://blog.example/feed?start-index=26"/>
<entry><id>tag:blog.example,2013:1</id><title>Eins</title><published>2013-08-30T09:05:00.123+02:00</published>
<updated>2013-08-30T10:00:00Z</updated>
<link rel="replies" type="text/html" href="http://blog.example/1#comments"/>
<link rel="replies" type="application/atom+xml" href="http://blog.example/1/comments" thr:count="4"/>
<link rel="alternate" type="text/html" href="http://blog.example/1#top"/>
<author><name>Anna</name><email>anna@blog.example</email></author><author><name>Ben (the other)</name></author>
<category term="wort"/><summary>kurz &amp; knapp</summary>
<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Der ganze Text.</p></div></content></entry>
<entry><id>c2</id><title>Antwort</title><updated>2013-08-30T10:00:00Z</updated>
<thr:in-reply-to ref="tag:blog.example,2013:1" href="http://blog.example/1"/>
<link href="http://blog.example/1#c2"/><content type="text">a &lt; b</content></entry></feed>"""

ATOM03 = """<feed version="0.3" xmlns="http://purl.org/atom/ns#"><title>Old</title>
<link rel="alternate" type="text/html" href="http://blog.example/"/>
<entry><title>One</title><link rel="alternate" type="text/html" href="http://blog.example/1"/><id>1</id>
<issued>2004-05-06T07:08:09-05:00</issued><modified>2004-05-07T07:08:09-05:00</modified>
<content type="text/html" mode="escaped">&lt;p&gt;Text&lt;/p&gt;</content></entry></feed>"""

RDF = """<?xml version="1.0"?><rdf:RDF xmlns:atom="http://www.w3.org/2005/Atom" xmlns="http://purl.org/rss/1.0/"
 xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel rdf:about="http://blog.example/"><title>R</title><link>http://blog.example/</link></channel>
<item rdf:about="http://blog.example/1"><title>One</title><link>http://blog.example/1</link>
<dc:date>2003-12-13T18:30:02Z</dc:date><dc:creator>Anna</dc:creator><description>Text</description></item></rdf:RDF>"""


def read(text: str, url: str = URL) -> Feed:
    feed = read_feed(text.encode(), url)
    assert feed is not None
    return feed


def test_rss_with_its_usual_extensions() -> None:
    feed = read(RSS20)

    assert (feed.format, feed.title, feed.link, feed.language) == (
        "rss20",
        "A Blog & more",
        "http://blog.example/",
        "en-GB",
    )
    assert feed.older == "http://blog.example/feed?paged=2"
    assert feed.time_elements == ("lastBuildDate", "sy:updatePeriod", "ttl", "pubDate", "dc:date")
    assert feed.notes == ()
    assert feed.items[0] == FeedItem(
        link="http://blog.example/2013/08/post",
        id="http://blog.example/?p=1",
        title="Tom & Jerry again",
        author="Anna",
        published="2013-08-30T09:05:00+02:00",
        html="<p>The whole <b>text</b> of it.</p>",
        tags=("one", "two"),
        comments_feed="http://blog.example/2013/08/post/feed",
        comment_count=3,
    )


def test_an_item_without_link_has_that_of_its_id_if_it_is_one() -> None:
    _, by_guid, nothing = read(RSS20).items

    assert (by_guid.link, by_guid.published) == ("http://blog.example/by-guid", "2013-08-29")
    assert (nothing.link, nothing.id) == ("", "x-1")


def test_atom_with_answers() -> None:
    feed = read(ATOM10)
    post, answer = feed.items

    assert (feed.format, feed.title, feed.language) == ("atom10", "Ein <Blog>", "de")
    assert feed.older == "http://blog.example/feed?start-index=26"
    assert (post.link, post.author) == ("http://blog.example/1#top", "Anna, Ben (the other)")
    assert (post.published, post.modified) == ("2013-08-30T09:05:00+02:00", "2013-08-30T10:00:00+00:00")
    assert (post.comments_feed, post.comment_count) == ("http://blog.example/1/comments", 4)
    assert (post.html, post.tags, post.answers) == ("<p>Der ganze Text.</p>", ("wort",), "")
    assert (answer.link, answer.answers) == ("http://blog.example/1#c2", "http://blog.example/1")
    assert (answer.html, answer.published) == ("a &lt; b", "")


def test_older_formats() -> None:
    atom, rdf = read(ATOM03), read(RDF)

    assert (atom.format, rdf.format) == ("atom03", "rss10")
    assert (atom.items[0].published, atom.items[0].modified) == (
        "2004-05-06T07:08:09-05:00",
        "2004-05-07T07:08:09-05:00",
    )
    assert atom.items[0].html == "<p>Text</p>"
    assert rdf.items[0] == FeedItem(
        "http://blog.example/1", "http://blog.example/1", "One", "Anna", "2003-12-13T18:30:02+00:00", html="Text"
    )


@pytest.mark.parametrize(
    ("version", "form"),
    [("0.91", "rss091"), ("0.92", "rss092"), ("0.93", "feed"), ("2.0", "rss20"), ("2.0.1", "rss20"), ("", "feed")],
)
def test_the_root_element_tells_the_format(version: str, form: str) -> None:
    feed = read(f'<rss version="{version}"><channel><item><link>http://blog.example/1</link></item></channel></rss>')

    assert (feed.format, len(feed.items)) == (form, 1)


def test_netscape_knew_rdf_first() -> None:
    feed = read(
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://my.netscape.com/rdf/simple/0.9/">'
        "<channel><title>R</title></channel><item><title>One</title><link>/1</link></item></rdf:RDF>"
    )

    assert (feed.format, feed.items[0].link) == ("rss090", "http://blog.example/1")


def test_json_feed() -> None:
    data = {
        "version": "https://jsonfeed.org/version/1.1",
        "title": "J",
        "home_page_url": "http://blog.example/",
        "next_url": "/feed.json?page=2",
        "items": [
            {"id": 7, "url": "/1", "title": "A &amp; B", "content_text": "a < b", "authors": [{"name": "Anna"}, {}],
             "date_published": "2020-02-03T04:05:06+01:00", "tags": ["x", 1, None]},
            {"id": "http://blog.example/2", "content_html": "<p>longer text", "summary": "short"},
            "no item",
        ],
    }  # fmt: skip
    feed = read(json.dumps(data))
    first, second = feed.items

    assert (feed.format, feed.link, feed.older) == (
        "json",
        "http://blog.example/",
        "http://blog.example/feed.json?page=2",
    )
    assert feed.time_elements == ("date_published",)
    assert first == FeedItem(
        "http://blog.example/1", "7", "A & B", "Anna", "2020-02-03T04:05:06+01:00", html="a &lt; b", tags=("x", "1")
    )
    assert (second.link, second.html) == ("http://blog.example/2", "<p>longer text")


@pytest.mark.parametrize(
    "data",
    [
        b"", b"   ", b"Not found", b"{}", b'{"version": "1.0", "items": []}', b'{"version": "https://jsonfeed.org/version/1"',
        b"<!DOCTYPE html><html><head><title>404</title></head><body><rss version='2.0'></body></html>",
        b"<html><body>Not found</body></html>",
        b'<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>http://a.example/</loc></url></urlset>',
        b'<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:foaf="http://xmlns.com/foaf/0.1/"><foaf:Person/></rdf:RDF>',
        b"<feed><product>1</product></feed>", b"\x89PNG\r\n\x1a\n", b"<opml><body><outline/></body></opml>",
    ],
)  # fmt: skip
def test_what_is_no_feed_is_none(data: bytes) -> None:
    assert read_feed(data, URL) is None


def test_a_feed_without_items_is_one() -> None:
    assert read('<rss version="2.0"><channel><title>Empty</title></channel></rss>').items == ()


def test_a_feed_that_was_sent_as_a_packed_file() -> None:
    assert read_feed(gzip.compress(RSS20.encode()), URL) == read(RSS20)


def test_a_service_that_redirects_tells_the_real_page() -> None:
    feed = read(
        '<rss version="2.0" xmlns:feedburner="http://rssnamespace.org/feedburner/ext/1.0"><channel><item>'
        "<link>http://feeds.example/~r/1</link><feedburner:origLink>http://blog.example/1</feedburner:origLink></item>"
        "</channel></rss>"
    )

    assert feed.items[0].link == "http://blog.example/1"


def test_entries_without_author_have_that_of_their_feed() -> None:
    atom = ATOM03.replace("<title>Old</title>", "<title>Old</title><author><name>Anna</name></author>")
    plain = RSS20.replace("<ttl>", "<managingEditor>x@blog.example (Boss)</managingEditor><ttl>")
    data = {"version": "https://jsonfeed.org/version/1.1", "authors": [{"name": "Ben"}], "items": [{"id": "1"}]}

    assert read(atom).items[0].author == "Anna"
    assert [item.author for item in read(plain).items] == ["Anna", "", ""]
    assert read(json.dumps(data)).items[0].author == "Ben"


def test_addresses_count_from_the_base_that_the_feed_names() -> None:
    start = '<feed xmlns="http://www.w3.org/2005/Atom" xml:base="http://other.example/a/">'
    feed = read(start + '<entry><link href="b#c"/></entry></feed>')

    assert feed.items[0].link == "http://other.example/a/b#c"
