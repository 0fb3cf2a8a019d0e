"""Capture → Page."""

import gzip
import time
from typing import Any

import pytest

from thresher.model import Link
from thresher.page.references import resolved_links


def urls(links: tuple[Link, ...]) -> list[str]:
    return [link.url.removeprefix("http://example.com") for link in links]


def test_links_are_absolute_and_come_once(read: Any) -> None:
    page = read("<a href=one>1</a><a href='/dir/one#x'>again</a><a href=#top>up</a><a href='mailto:a@b.c'>m</a>")

    assert urls(page.links) == ["/dir/one"]
    assert page.links[0].text == "1"


def test_a_base_counts_wherever_it_stands(read: Any) -> None:
    page = read("<a href=one>1</a><base href='/other/'><a href=two>2</a>")

    assert urls(page.links) == ["/other/one", "/other/two"]


def test_frames_and_page_turning_are_links(read: Any) -> None:
    page = read("<link rel=next href=?p=2><iframe src=f></iframe><map><area href=g></map><form action=h></form>")

    assert urls(page.links) == ["/dir/page?p=2", "/dir/f", "/dir/g"]
    assert page.links[0].rel == {"next"}


@pytest.mark.parametrize(
    ("href", "expected"),
    [
        ("?p=2", ["/dir/one?p=2", "/dir/two?p=2"]),
        ("http:?p=2", ["/dir/one?p=2", "/dir/two?p=2"]),
        ("", ["/dir/one", "/dir/two"]),
        ("a", ["/dir/a", "/dir/a"]),
        ("a?b:c", ["/dir/a?b:c", "/dir/a?b:c"]),
        ("./", ["/dir/", "/dir/"]),
        ("../x", ["/x", "/x"]),
        ("/x", ["/x", "/x"]),
        ("//example.com/x", ["/x", "/x"]),
        (" ?p=2", ["/dir/one?p=2", "/dir/two?p=2"]),
        ("http:/x", ["/x", "/x"]),
        ("HTTP://example.com/x", ["/x", "/x"]),
    ],
)
def test_a_reference_is_resolved_on_the_page_it_stands_on_whatever_was_read_before(
    href: str, expected: list[str]
) -> None:
    found = [resolved_links([(href, "a", "", "", True)], f"http://example.com/dir/{name}", "utf-8")
             for name in ("one", "two")]  # fmt: skip

    assert [urls(links) for links in found] == [[each] for each in expected]


def test_nofollow_counts_only_if_every_link_to_the_place_has_it(read: Any) -> None:
    page = read("<a rel='nofollow ugc' href=a>x</a><a href=a>x</a><a rel=NOFOLLOW href=b>x</a>")

    assert [link.rel for link in page.links] == [frozenset(), frozenset({"nofollow"})]


def test_links_in_navigation_are_no_content_unless_they_stand_elsewhere_too(read: Any) -> None:
    page = read(
        "<header><a href=a>x</a></header><div role=navigation><a href=b>x</a></div><article><header><a href=c>x</a>"
        "</header></article><nav><a href=d>x</a></nav><p><a href=d>x</a>"
    )

    assert [link.is_content for link in page.links] == [False, False, True, True]


def test_a_picture_and_a_title_that_lead_to_one_place_give_it_the_title(read: Any) -> None:
    page = read("<a href=one><img src=p.png></a><a href='one#top'>  A\n title </a><a href=one>more</a>")

    assert [link.text for link in page.links] == ["A title"]


def test_resources_are_what_a_browser_would_load(read: Any) -> None:
    page = read(
        "<link rel=stylesheet href=s.css><link rel='shortcut icon' href=i.ico><link rel=preload as=font href=f.woff>"
        "<link rel=alternate href=feed><script src=j.js></script><img src=a.png data-src=b.png "
        "srcset='c.png 1x, d.png 2x'><picture><source srcset=e.webp></picture><video src=v.mp4 poster=p.jpg></video>"
        "<input type=image src=k.png><table background=t.gif><style>p{background:url(u.png)}@import 'w.css';</style>"
        "<p style='background:url(x.png)'><object data=o.swf></object><img src='data:image/gif;base64,AA'>"
    )

    assert " ".join(sorted(url.removeprefix("/dir/") for url in urls(page.resources))) == (
        "a.png b.png c.png d.png e.webp f.woff i.ico j.js k.png o.swf p.jpg s.css t.gif u.png v.mp4 w.css x.png"
    )


def test_what_a_browser_fetches_ahead_is_a_page_and_no_resource(read: Any) -> None:
    page = read(
        "<link rel=prefetch href=p><link rel=preload as=document href=d><link rel='prefetch next' href=n>"
        "<link rel='preload stylesheet' as=style href=s.css><link rel=preload as=Document href=e>"
    )

    assert urls(page.resources) == ["/dir/s.css"]
    assert urls(page.links) == ["/dir/n"]


@pytest.mark.parametrize("tag", ["<html lang='en' />", "<HTML/>", "<html><body class=x />", "<html/><head/><body/>"])
def test_a_page_does_not_end_where_its_first_tags_are_closed_by_a_slash(read: Any, tag: str) -> None:
    page = read(f"<!DOCTYPE html>{tag}<title>Board</title><a href=one>1</a><p>Some text</p></body></html>")

    assert urls(page.links) == ["/dir/one"]
    assert page.lines[-1] == "Some text"
    assert page.tree.find(".//body//a") is not None


@pytest.mark.parametrize(
    "markup",
    [
        "<html><head><title>Board</title></head></html></html><body><a href=one>1</a><p>Some text</p></body></html>",
        "<html><title>Board</title><body></body></html><a href=one>1</a><p>Some text</p>",
        "<HTML><TITLE>Board</TITLE><BODY><P>Hello</P></BODY></HTML><A HREF=one>1</A><P>Some text</P>",
    ],
)
def test_a_page_does_not_end_where_its_outermost_element_is_closed_too_early(read: Any, markup: str) -> None:
    page = read(markup)

    assert urls(page.links) == ["/dir/one"]
    assert page.lines[-1] == "Some text"
    assert page.tree.find(".//a") is not None


def test_lines_are_what_a_reader_sees(read: Any) -> None:
    page = read(
        "<title> A  title </title><body>one <b>two</b>\n three<script>no</script><style>no</style><!-- no -->"
        "<noscript><p>no</p>no</noscript><template>no<i>no</i></template>four"
    )

    assert page.title == "A title"
    assert page.lines == ("one", "two", "three", "four")


def test_noscript_is_the_page_where_there_is_nothing_else(read: Any) -> None:
    words = "<div><h1>Bees</h1><article><h3>odile</h3><p>They moved in behind the chimney.</p></article></div>"
    around = "<body><b>Hive</b><p style='display: none'>Something went wrong while the page was loaded.</p>"
    page = read(f"{around}<noscript id=content>{words}</noscript><noscript><img src=/pixel.png></noscript>")

    assert page.lines[-3:] == ("Bees", "odile", "They moved in behind the chimney.")
    assert next(page.tree.iter("div")).get("id") == "content"
    assert len(list(page.tree.iter("noscript"))) == 1


@pytest.mark.parametrize(
    "beside",
    [
        "<p>All that there is to say about bees in an attic is said here, and a little more than that.</p>"
        "<noscript><ul><li>Menu<li>Home<li>News<li>Help<li>Shop</ul></noscript>",
        "<noscript>You need to switch scripts on, <a href='/how'>this is how</a> it is done by most of us.</noscript>",
    ],
)
def test_noscript_beside_a_page_is_not_read(read: Any, beside: str) -> None:
    page = read(f"<body>{beside}")

    assert len(list(page.tree.iter("noscript"))) == 1
    assert not {"Menu", "this is how"} & {*page.lines}


def test_what_a_page_says_about_itself_is_read(read: Any) -> None:
    page = read(
        "<meta name=ROBOTS content='NoIndex, nofollow'><link rel=canonical href=/c?x=1#y>"
        "<meta http-equiv=refresh content='3; URL=/there'><input type=password>"
    )

    assert (page.is_noindex, page.is_nofollow, page.has_password_field) == (True, True, True)
    assert page.canonical == "http://example.com/c?x=1"
    assert page.refresh == "http://example.com/there"


def test_a_page_that_reloads_itself_does_not_lead_away(read: Any) -> None:
    assert read("<meta http-equiv=refresh content=300>").refresh is None
    assert read("<noscript><meta http-equiv=refresh content='0;url=/nojs'></noscript>").refresh is None


def test_headers_speak_as_well(read: Any) -> None:
    headers = (("content-type", "text/html"), ("X-Robots-Tag", "noindex"), ("Link", '</c>; rel="canonical"'))

    page = read("<p>", headers)

    assert page.is_noindex
    assert page.canonical == "http://example.com/c"


@pytest.mark.parametrize(
    ("mime", "body", "is_page"),
    [
        ("text/html; charset=x", b"", True),
        ("application/xhtml+xml", b"<html/>", True),
        ("", b"  <!-- x --><!DOCTYPE HTML><p>", True),
        ("", b"<table ><tr>", True),
        ("text/plain", b"<html><p>", True),
        ("text/plain", b"<p> is a tag", False),
        ("text/html", b"%PDF-1.4", False),
        ("text/html", b"<?xml version='1.0'?><rss version='2.0'>", False),
        ("image/png", b"<html>", False),
        ("application/json", b"{}", False),
    ],
)
def test_only_html_is_read(read: Any, mime: str, body: bytes, is_page: bool) -> None:
    headers = (("Content-Type", mime),) if mime else ()

    assert (read(body, headers) is not None) is is_page


def test_the_charset_of_the_page_is_obeyed(read: Any) -> None:
    page = read("<meta charset=windows-1251><p>Привет<a href='?q=ё'>".encode("cp1251"))

    assert page.lines == ("Привет",)
    assert urls(page.links) == ["/dir/page?q=%B8"]


def test_the_content_coding_is_taken_off(read: Any) -> None:
    headers = (("Content-Type", "text/html"), ("Content-Encoding", "gzip"))

    assert read(gzip.compress(b"<p>packed"), headers).lines == ("packed",)


HOSTILE = {
    "nested": "<div>" * 200_000 + "<a href=x>deep</a>",
    "links": "".join(f"<a href='/{i}'>t</a>" for i in range(200_000)),
    "attributes": "<a " + " ".join(f"a{i}=1" for i in range(100_000)) + " href=y>t</a><a href=x>t</a>",
    "hidden attributes": "<a " + " ".join(f'a{i}="<b>"' for i in range(60_000)) + "><a href=x>t</a>",
    "text": "<p>" + "word " * 2_000_000 + "<a href=x>t</a>",
    "html first": "</html><body><a href=x>t</a>",
    "nul": "<ht\0ml><b>a\0b\x01</b><a href=x>t\x0b</a>",
    "open quote": '<a href="' * 100_000,
    "open comment": "<!-- " * 100_000,
    "nothing": "",
    "deep and wide": "<div>" * 2000 + "<p>x" * 100_000 + "<a href=x>t</a>",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_markup_costs_bounded_time_and_still_gives_its_links(read: Any, name: str) -> None:
    start = time.process_time()

    page = read(HOSTILE[name])

    assert time.process_time() - start < 10
    if "href=x" in HOSTILE[name]:
        assert "/dir/x" in urls(page.links)


def test_links_beyond_the_limit_are_cut_with_a_note(read: Any) -> None:
    page = read(HOSTILE["links"], max_links=1000)

    assert len(page.links) == 1000
    assert page.notes == ("links cut at 1000",)


def test_a_page_is_cut_at_its_limit_of_bytes(read: Any) -> None:
    page = read("<p>" + "x" * 100, max_page_bytes=50)

    assert page.lines == ("x" * 47,)
    assert page.notes == ("cut at 50 bytes",)
