"""Whatever bytes and strings come, reading gives a value, and the same one twice."""

from datetime import UTC, datetime

from hypothesis import given, settings
from hypothesis import strategies as st

from thresher.model import Capture, CrawlSettings, RecordPlace
from thresher.page import (
    canonical,
    css_references,
    decode_content,
    host_of,
    join,
    origin_of,
    read_page,
    read_sitemap,
    surt,
)

LIMITS = CrawlSettings(seeds=(), max_page_bytes=100_000)
pieces = st.sampled_from(
    ["http://", "https:", "HTTP://Ex.com", "//", "/", "a", "..", ".", "%", "%2e", "%e9", "?", "#", ":", "@", "é", "[",
     "]", "\\", " ", "\n", ":80", "ß", "\ud800", "\x00", "x=1", "&", ";", "127.1", "0x7f", "xn--", "javascript:"]
)  # fmt: skip
composed = st.lists(pieces, max_size=12).map("".join)
addresses = st.one_of(st.text(), composed, composed.map("http://h.example/".__add__))
tokens = st.sampled_from(
    ["<a href='", "'>", "x", "</a>", "<base href=", ">", "<p>", "</html>", "<body>", "<!--", "-->", "<meta charset=",
     "utf-7", "<style>", "url(", "@import", "<img srcset='a, b 2x", "\x00", "é", "&#xD800;", "&amp", "<script>",
     "<template>", "<frameset>", '"', "<title>"]
)  # fmt: skip
markup = st.lists(tokens, max_size=30).map("".join)


@given(addresses)
def test_canonical_is_idempotent_and_never_raises(url: str) -> None:
    once = canonical(url)

    assert once is None or canonical(once) == once
    assert once is None or (once.isascii() and origin_of(once) and host_of(once))


@given(addresses, addresses)
def test_join_never_raises_and_gives_canonical_addresses(base: str, href: str) -> None:
    joined = join(base, href)

    assert joined is None or canonical(joined) == joined


@given(
    addresses.filter(
        lambda url: canonical(url) is not None and url.lstrip().lower().startswith(("http://", "https://"))
    )
)
def test_join_of_an_absolute_address_is_its_canonical_form(url: str) -> None:
    assert join("http://base.example/dir/", url) == canonical(url)


@given(addresses)
def test_keys_never_raise_and_are_the_same_for_the_canonical_form(url: str) -> None:
    once = canonical(url)

    assert surt(url) == surt(once or url)


@given(st.binary(), st.sampled_from([None, "gzip", "deflate", "br", "zstd", "gzip, gzip", "x"]), st.integers(0, 1000))
def test_decoding_stays_below_its_limit(payload: bytes, encoding: str | None, limit: int) -> None:
    assert len(decode_content(payload, encoding, limit).data) <= limit


@settings(max_examples=200)
@given(
    st.one_of(st.binary(), markup.map(lambda text: text.encode("utf-8", "replace"))),
    st.sampled_from(
        ["text/html", "text/html; charset=utf-16", "text/html; charset=idna", "", "text/plain", "text/html; charset=hz"]
    ),
)
def test_reading_never_raises(payload: bytes, content_type: str) -> None:
    headers = (("Content-Type", content_type),)
    moment = datetime(2026, 1, 1, tzinfo=UTC)
    capture = Capture("http://h.example/d/", moment, 200, headers, payload, RecordPlace("", 0, 0), "")

    page = read_page(capture, LIMITS)

    assert page is None or all(canonical(link.url) == link.url for link in (*page.links, *page.resources))
    assert page is None or all(line == " ".join(line.split()) for line in page.lines)


@given(st.binary(), st.text())
def test_sitemaps_and_style_sheets_never_raise(data: bytes, sheet: str) -> None:
    assert all(canonical(url) == url for url in read_sitemap(data).pages)
    assert all(canonical(url) == url for url in css_references("url(" + sheet + ")", "http://h.example/"))
