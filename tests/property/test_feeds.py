"""Whatever bytes come, reading a feed gives a value, and the same one twice."""

from hypothesis import given, settings
from hypothesis import strategies as st

from thresher.feeds import read_feed
from thresher.feeds.fields import address_of, moment_of, person_name, plain_text
from thresher.page import canonical

pieces = st.sampled_from(
    ["<rss version='2.0'>", "<channel>", "<item>", "</item>", "<title>", "</title>", "<link>", "</link>", "http://a.example/1#x",
     "<entry>", "</entry>", "<feed xmlns='http://www.w3.org/2005/Atom'>", "<rdf:RDF xmlns='http://purl.org/rss/1.0/'>",
     "<content type='xhtml'>", "<div>", "</content>", "<![CDATA[", "]]>", "&", "&amp;", "&#0;", "&#xD800;", "&nbsp;",
     "<",
     "<!DOCTYPE x [", "]>", "<pubDate>", "30 Aug 2013", "</pubDate>", "<author>", "a@b.example (C)", "</author>",
     "<guid>",
     "</guid>", "<category>", "<!--", "<?xml version='1.0'?>", "\x00", "é", "\ufeff", "<link href='/x' rel='next'/>",
     "<thr:in-reply-to ref='x'/>", "<dc:date>", "xmlns:dc='x'", "<image>", "<source url='x'>", "<svg>", "<enclosure/>",
     "<geo:lat>", "< \n>", "< />", "<>", "<media:content url='x'>", "<summary type='image/png'>", "<width>", "<body>",
     "<itunes:image href='x'/>"]
)  # fmt: skip
documents = st.lists(pieces, max_size=40).map("".join)
feeds = st.tuples(st.sampled_from(["<rss>", "<feed xmlns='http://www.w3.org/2005/Atom'>", ""]), documents).map("".join)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["id", "url", "title", "authors", "name", "tags", "items"]), inner, max_size=4
        )
    ),
    max_leaves=10,
)


@given(st.binary())
def test_any_bytes(data: bytes) -> None:
    assert read_feed(data, "http://a.example/feed") == read_feed(data, "http://a.example/feed")


@settings(max_examples=300)
@given(feeds, st.sampled_from(["utf-8", "utf-16", "cp1252"]))
def test_any_markup(text: str, codec: str) -> None:
    feed = read_feed(text.encode(codec, "replace"), "http://a.example/feed")

    for item in feed.items if feed else ():
        assert item.link == "" or canonical(item.link) == item.link.partition("#")[0]


@given(values)
def test_any_json(items: object) -> None:
    import json

    text = json.dumps({"version": "https://jsonfeed.org/version/1", "items": items})

    assert read_feed(text.encode(), "http://a.example/feed") is not None


@given(st.text(), st.text(max_size=5))
def test_any_text_in_a_field(text: str, language: str) -> None:
    moment_of(text, language)

    assert person_name(text) == person_name(text)
    assert "\n" not in plain_text(text)
    assert address_of("http://a.example/", text) == "" or canonical(address_of("http://a.example/", text))
