"""Feeds as they are: broken, in another charset than they say, hostile."""

import time
import urllib.request
from collections.abc import Callable

import pytest

from thresher.feeds import read_feed
from thresher.feeds.source import MAX_ITEMS
from thresher.model import Feed

URL = "http://blog.example/feed"
HEAD = '<?xml version="1.0" encoding="utf-8"?><rss version="2.0"><channel><title>Blog</title>'
ITEM = "<item><title>Größe {0}</title><link>http://blog.example/{0}</link><description>Text {0}</description></item>"
END = "</channel></rss>"
TWO = HEAD + ITEM.format(1) + ITEM.format(2) + END

SECONDS = 20
"""The worst took 8 s on a slow machine with all its cores busy."""


def read(data: bytes | str, content_type: str = "") -> Feed:
    feed = read_feed(data if isinstance(data, bytes) else data.encode(), URL, content_type)
    assert feed is not None
    return feed


def links(feed: Feed) -> list[str]:
    return [item.link.rpartition("/")[2] for item in feed.items]


@pytest.mark.parametrize(
    "text",
    [
        TWO.replace("Text 1", "Text <br> 1"),
        TWO.replace(END, ""),
        TWO[: TWO.index("Text 2")],
        TWO.replace("</rss>", "</rs"),
        TWO.replace("Text 1", "< \t \n>Text<>< /><1>"),
        TWO.replace("<title>Blog", "<x:title>Blog"),
        TWO.replace("Text 1", "<a href=unquoted>Text</a>"),
    ],
)  # fmt: skip
def test_markup_that_is_not_well_formed_still_gives_its_items(text: str) -> None:
    feed = read(text)

    assert links(feed) == ["1", "2"]
    assert "not well-formed: read loosely" in feed.notes


def test_forgotten_ends_are_put_in_their_place() -> None:
    for broken in (TWO.replace("</description></item>", "</item>"), TWO.replace("</title><link>", "<link>")):
        feed = read(broken)

        assert [(item.title, item.html) for item in feed.items] == [("Größe 1", "Text 1"), ("Größe 2", "Text 2")]
        assert feed.notes == ("end tags were missing",)


@pytest.mark.parametrize(
    ("change", "note"),
    [
        (lambda text: text.replace("Größe", "Gr&ouml;&szlig;e"), "entities mended"),
        (lambda text: text.replace("Text", "Text&nbsp;& &bogus; &#0; &#x110000;"), "entities mended"),
        (lambda text: text.replace("Text", "T\x00e\x08xt"), "control characters left out"),
        (lambda text: "<br />\n<b>Warning</b>: headers sent\n" + text, "something stood before the feed"),
    ],
)  # fmt: skip
def test_small_faults_are_mended_with_a_note(change: Callable[[str], str], note: str) -> None:
    feed = read(change(TWO))

    assert feed.notes == (note,)
    assert [item.title for item in feed.items] == ["Größe 1", "Größe 2"]


def test_white_space_a_mark_and_comments_before_the_feed_are_no_fault() -> None:
    for start in ("\ufeff", "\n\n", "<!-- <html> -->"):
        assert read(start + TWO).notes == ()


@pytest.mark.parametrize(
    ("data", "content_type", "note"),
    [
        (TWO.encode("latin-1"), "", "declared as utf-8, read as cp1252"),
        (TWO.replace("utf-8", "iso-8859-1").encode(), "", "declared as cp1252, read as utf-8"),
        (TWO.encode(), "text/xml; charset=iso-8859-1", "declared as cp1252, read as utf-8"),
        (TWO.replace("utf-8", "iso-8859-1").encode("latin-1"), "", ""),
        (TWO.encode("latin-1"), "text/xml; charset=iso-8859-1", ""),
        (TWO.replace("utf-8", "utf-16").encode("utf-16"), "", ""),
        (TWO.replace("utf-8", "utf-16").encode("utf-16-be"), "", ""),
        (TWO.encode(), "text/xml", ""),
        (TWO.replace("utf-8", "no-such-charset").encode(), "", ""),
    ],
)
def test_characters_are_read_whatever_is_declared(data: bytes, content_type: str, note: str) -> None:
    feed = read(data, content_type)

    assert [item.title for item in feed.items] == ["Größe 1", "Größe 2"]
    assert feed.notes == ((note,) if note else ())


def test_one_broken_character_does_not_change_the_charset() -> None:
    feed = read(TWO.encode().replace(b"Text 2", b"Text \xff"))

    assert (feed.items[1].title, feed.items[1].html) == ("Größe 2", "Text \ufffd")


def bomb() -> str:
    entities = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 12))
    return f'<!DOCTYPE rss [<!ENTITY a0 "ha">{entities}]>' + TWO.replace("Text", "&a11;").partition("?>")[2]


def outside() -> str:
    doctype = '<!DOCTYPE rss SYSTEM "http://evil.example/x.dtd" [<!ENTITY f SYSTEM "file:///etc/passwd">]>'
    return doctype + TWO.replace("Text", "&f;").partition("?>")[2]


def test_entities_of_a_feed_are_not_resolved(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("asked the network")

    monkeypatch.setattr(urllib.request, "urlopen", refuse)
    monkeypatch.setattr(urllib.request.OpenerDirector, "open", refuse)

    for text in (bomb(), outside()):
        feed = read(text)
        assert links(feed) == ["1", "2"]
        assert len(feed.items[0].html) < 20


@pytest.mark.parametrize("text", ["http://blog.example/feed", "/etc/passwd", "file:///etc/passwd", "feed:x"])
def test_data_that_looks_like_an_address_is_no_feed(text: str) -> None:
    assert read_feed(text.encode(), URL) is None


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "<item>" + "<b>" * 100_000 + "</b>" * 100_000 + "</item>" + END,
        HEAD + "<item>" + "<b>" * 30_000,
        HEAD + "<item " + " ".join(f'a{n}="x"' for n in range(200_000)) + "/>" + END,
        HEAD + "<item><author>" + "a" * 2_000_000 + "</author></item>" + END,
        HEAD + "<item><pubDate>" + "1 " * 1_000_000 + "</pubDate></item>" + END,
        HEAD + "<item><tags>" + ",".join(map(str, range(300_000))) + "</tags></item>" + END,
        HEAD + "<item>" + "".join(f"<category>{n}</category>" for n in range(60_000)) + "</item>" + END,
        HEAD + "<![CDATA[" * 500_000, HEAD + "<!--" * 500_000, HEAD + "<" * 800_000, HEAD + "&" * 800_000,
        HEAD + "</" * 200_000, HEAD + '<a b="' * 60_000, HEAD + "&#99999999999999;" * 100_000,
        "<?" * 30_000 + HEAD, "<!DOCTYPE[" * 6000 + HEAD, "<!--" * 15_000 + HEAD, "<rss " * 12_000, "<feed" * 1_000_000,
        '{"version": "https://jsonfeed.org/version/1", "items": ' + "[" * 500_000,
        '{"version": "https://jsonfeed.org/version/1", "items": [' + "9" * 100_000 + "]}",
    ],
    ids=range(21),
)  # fmt: skip
def test_hostile_feeds_end_soon(text: str) -> None:
    began = time.monotonic()
    read_feed(text.encode(), URL)

    assert time.monotonic() - began < SECONDS


def test_fifty_megabytes_of_items_are_cut() -> None:
    item = ITEM.format(1).encode()
    began = time.monotonic()

    feed = read(HEAD.encode() + item * (50 * 1024 * 1024 // len(item)))

    assert len(feed.items) == MAX_ITEMS
    assert {"cut at 8388608 bytes", "cut at 5000 items"} <= set(feed.notes)
    assert time.monotonic() - began < SECONDS
