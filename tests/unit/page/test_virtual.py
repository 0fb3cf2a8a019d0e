"""The virtual document: what patterns see beside the HTML."""

from datetime import UTC, datetime

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from lxml import etree
from tests.support.pages import TIME

from thresher.page.virtual import VirtualDocument
from thresher.pattern import METADATA_ATTRIBUTES, parse

URL = "https://Forum.Example:8080/viewtopic.php?t=7&title=a%20b+c&empty=&flag#p3"
HEADERS = (
    ("Server", "nginx"),
    ("Set-Cookie", "phpbb3_sid=abc=1; path=/; HttpOnly"),
    ("Set-Cookie", "lang = de"),
    ("X-Powered-By", "PHP/8.1"),
)
DOCUMENT = VirtualDocument(etree.HTML("<header class='top'>Hi</header>"), URL, 404, HEADERS)


def found(text: str, document: VirtualDocument = DOCUMENT) -> list[str]:
    return [item for item in parse(text).select(document) if isinstance(item, str)]


def test_the_address_has_its_parts() -> None:
    assert found("url/@*") == [
        URL,
        "https",
        "/viewtopic.php",
        "t=7&title=a%20b+c&empty=&flag",
        "p3",
        "forum.example",
        "8080",
    ]
    assert found("url[@host='forum.example'][@port='8080']/@path") == ["/viewtopic.php"]


def test_parameters_are_children_of_the_address_and_unescaped() -> None:
    assert found("url/param/@name") == ["t", "title", "empty", "flag"]
    assert found("param[@name='title']/@value") == ["a b c"]
    assert found("param[@value='']/@name") == ["empty", "flag"]


def test_parts_that_are_missing_have_no_attribute() -> None:
    plain = VirtualDocument(url="http://a.example/")

    assert found("url/@*", plain) == ["http://a.example/", "http", "/", "a.example"]
    assert not parse("url[@query]").matches(plain)


def test_headers_come_one_a_line_with_names_in_lower_case() -> None:
    assert found("header/@name") == ["server", "set-cookie", "set-cookie", "x-powered-by"]
    assert found("header[@name='x-powered-by']/@value") == ["PHP/8.1"]
    assert found("/header[2]/@value") == ["phpbb3_sid=abc=1; path=/; HttpOnly"]


def test_cookies_are_what_set_cookie_sets() -> None:
    assert found("cookie/@name") == ["phpbb3_sid", "lang"]
    assert found("cookie/@value") == ["abc=1", "de"]


def test_the_status_is_there() -> None:
    assert found("status/@code") == ["404"]
    assert parse("status[@code='404']").matches(DOCUMENT)


def test_a_pattern_is_searched_in_the_page_and_in_the_metadata() -> None:
    html, *lines = parse("header").select(DOCUMENT)

    assert not isinstance(html, str)
    assert html.get("class") == "top"
    assert len(lines) == 4


def test_a_saved_page_has_only_a_tree() -> None:
    page = VirtualDocument(etree.HTML("<p>Hello</p>"))

    assert page.metadata is None
    assert page.text == b"Hello"
    assert parse("p").matches(page)
    assert not parse("url | header | status | cookie").matches(page)


def test_addresses_that_make_no_sense_are_kept_as_they_are() -> None:
    assert found("url/@*", VirtualDocument(url="http://[::1")) == ["http://[::1"]
    assert found("url/@href", VirtualDocument(url="http://a:b/")) == ["http://a:b/"]


def test_text_is_that_of_all_elements_and_no_comments() -> None:
    page = VirtualDocument(etree.HTML("<p>a<!-- x --><b>&eacute;</b></p></html><p>late</p>"))

    assert page.text == "aélate".encode()


def test_what_is_made_is_kept() -> None:
    document = VirtualDocument(etree.HTML("<p>a</p>"), URL, 200, HEADERS)

    assert document.metadata is document.metadata
    assert document.text is document.text


def test_only_elements_and_attributes_that_the_pattern_room_knows_are_made() -> None:
    assert DOCUMENT.metadata is not None
    made = {(str(node.tag), str(name)) for node in DOCUMENT.metadata.iterdescendants() for name in node.attrib}

    assert made == {(tag, name) for tag, names in METADATA_ATTRIBUTES.items() for name in names}


odd = st.text(max_size=20) | st.sampled_from(["ΑΣ", "a\tb", "%C3%B6", "a+b", "\x00", "\ud800", "ſ", "K", "A;b=C"])
urls = st.builds("http://{}/{}?{}#{}".format, odd, odd, odd, odd) | odd


@settings(max_examples=400, derandomize=True)
@given(urls, st.lists(st.tuples(odd | st.just("Set-Cookie"), odd), max_size=4).map(tuple))
@example("http://ΑΣ:80/", (("ΑΣ", "x"),))
def test_values_hold_every_attribute_of_the_metadata_whatever_was_sent(
    url: str, headers: tuple[tuple[str, str], ...]
) -> None:
    document = VirtualDocument(url=url, status=200, headers=headers)
    values = document.metadata_values.lower()

    assert document.metadata is not None
    for node in document.metadata.iterdescendants():
        for value in node.attrib.values():
            assert str(value).encode().lower() in values


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ((("Date", "Sun, 15 Nov 2020 18:44:08 GMT"),), datetime(2020, 11, 15, 18, 44, 8, tzinfo=UTC)),
        ((("date", "Sun, 15 Nov 2020 18:44:08 +0100"),), datetime(2020, 11, 15, 17, 44, 8, tzinfo=UTC)),
        ((("Date", "Thu, 01 Jan 1970 00:00:00 GMT"),), TIME),
        ((("Date", "Sat, 01 Jan 2050 00:00:00 GMT"),), TIME),
        ((("Date", "soon"),), TIME),
        ((("Date", "Sun, 15 Nov 2020 99:44:08 GMT"),), TIME),
        ((), TIME),
    ],
)
def test_a_page_was_written_when_its_server_says(headers: tuple[tuple[str, str], ...], expected: datetime) -> None:
    assert VirtualDocument(headers=headers).written_at(TIME) == expected
