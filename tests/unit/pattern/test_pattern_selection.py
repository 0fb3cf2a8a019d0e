"""What patterns select, in examples that can be read; `tests/property` has the thousands that cannot."""

import time
from collections.abc import Callable
from typing import Any

import pytest
from lxml import etree

from thresher.page.virtual import VirtualDocument
from thresher.pattern import Pattern, parse

PAGE = """
<html><head><meta name="generator" content="phpBB 3.0"><title>Board</title></head>
<body id="phpbb">
 <h1>Board</h1>
 <div class="post first" id="p1"><h2 class="title"><a href="/t/1">One</a></h2>
  <p class="author">by <a href="/u/7">Ann</a> today</p><p>Hello <b>world</b>!</p></div>
 <div class="post" id="p2"><h2 class="title"><a href="/t/2">Two</a></h2><p>See <i>post</i></p>
  <div class="postbody">inner</div></div>
 <ul><li>a</li><li class="x">b</li><li class="x">c</li></ul>
 <ol><li>d</li></ol>
 <p>Powered by <a href="https://www.phpbb.com/">php<b>BB</b></a></p>
</body></html>
"""


def shown(item: Any) -> str:
    """A string as it is, an element as its tag and id, or its tag and text."""
    if isinstance(item, str):
        return item
    return (
        f"{item.tag}#{item.get('id')}" if item.get("id") else f"{item.tag}:{' '.join(''.join(item.itertext()).split())}"
    )


@pytest.fixture(scope="module")
def page() -> VirtualDocument:
    return VirtualDocument(etree.HTML(PAGE))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("title", ["title:Board"]),
        ("TITLE", ["title:Board"]),
        ("a/@href", ["/t/1", "/u/7", "/t/2", "https://www.phpbb.com/"]),
        ("h2/a/text()", ["One", "Two"]),
        ("/html/body/@id", ["phpbb"]),
        ("/body", []),
        ("html/@lang", []),
        ("div[contains(@class, 'post')]", ["div#p1", "div#p2", "div:inner"]),
        ("div[@class='post']", ["div#p2"]),
        ("div[@class~='post']", ["div#p1", "div#p2"]),
        ("div[@class~='post']//a/@href", ["/t/1", "/u/7", "/t/2"]),
        ("div[@class~='post']/h2[@class='title']/a", ["a:One", "a:Two"]),
        ("div[@id][not(@class='post')]", ["div#p1"]),
        ("div[not(h2)]", ["div:inner"]),
        ("div[p]/@id", ["p1", "p2"]),
        ("p[contains(., 'world!')]", ["p:Hello world!"]),
        ("p[.='Hello world!']", ["p:Hello world!"]),
        ("p[b='world']", ["p:Hello world!"]),
        ("p[contains(a, 'phpBB')]", ["p:Powered by phpBB"]),
        ("li[1]", ["li:a", "li:d"]),
        ("li[last()]", ["li:c", "li:d"]),
        ("li[@class='x'][1]", ["li:b"]),
        ("li[2][@class='x']", ["li:b"]),
        ("li[1][@class='x']", []),
        ("ul/li[last()]/text()", ["c"]),
        ("p[@class='author']/text()", ["by ", " today"]),
        ("p[@class='author']/text()[2]", [" today"]),
        ("p[@class='author']//text()", ["by ", "Ann", " today"]),
        ("b//text()", ["world", "BB"]),
        ("*[@class='title']/a/@href", ["/t/1", "/t/2"]),
        ("*[@id]", ["body#phpbb", "div#p1", "div#p2"]),
        ("@id[contains(., 'p')]", ["phpbb", "p1", "p2"]),
        ("div[2]/@*", ["post", "p2"]),
        ("div[2]/@*[last()]", ["p2"]),
        ("ol/* | h1 | ul/li[@class]", ["h1:Board", "li:b", "li:c", "li:d"]),
        ("h1 | h1", ["h1:Board"]),
        ("meta[@name='generator'][contains(@content, 'phpBB')]/@content", ["phpBB 3.0"]),
        ("@href/a", []),
        ("text()//b", []),
        ("h1[contains(@nothing, '')]", ["h1:Board"]),
        ("h1[@nothing='']", []),
    ],
)
def test_patterns_select_in_a_page(page: VirtualDocument, text: str, found: list[str]) -> None:
    pattern = parse(text)

    assert [shown(item) for item in pattern.select(page)] == found
    assert pattern.matches(page) == bool(found)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("/@id", ["p1"]),
        ("@id", ["p1"]),
        ("@class", ["post first", "title", "author"]),
        ("/p", ["p:by Ann today", "p:Hello world!"]),
        ("/p[last()]/b", ["b:world"]),
        ("a/@href", ["/t/1", "/u/7"]),
        ("/a", []),
        ("div", []),
        ("/h2/a/text()", ["One"]),
        ("p/a | h2/a", ["a:One", "a:Ann"]),
        ("xpath:p/b", ["b:world"]),
        ("xpath:following-sibling::div[1]/@id", ["p2"]),
        ("xpath:normalize-space(h2)", ["One"]),
        ("xpath://h1", ["h1:Board"]),
    ],
)
def test_patterns_select_relative_to_an_element(page: VirtualDocument, text: str, found: list[str]) -> None:
    context = parse("div[@id='p1']").first(page)

    assert [shown(item) for item in parse(text).select(context)] == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("count(//li)", ["4"]),
        ("count(//li) div 8", ["0.5"]),
        ("count(//video)", []),
        ("1 div 0 - 1 div 0", []),
        ("//li = 'a'", ["true"]),
        ("//li = 'z'", []),
        ("string(//title)", ["Board"]),
        ("string(//video)", []),
        ("//a[starts-with(@href, '/t')]/@href", ["/t/1", "/t/2"]),
        ("//a[starts-with(@href, '/t')][1]", ["a:One", "a:Two"]),
    ],
)
def test_xpath_patterns_give_elements_and_strings(page: VirtualDocument, text: str, found: list[str]) -> None:
    pattern = parse("xpath:" + text)

    assert [shown(item) for item in pattern.select(page)] == found
    assert pattern.matches(page) == bool(found)


def test_texts_behind_the_context_are_not_in_it(page: VirtualDocument) -> None:
    context = parse("b[.='world']").first(page)

    assert parse("text()").select(context) == ("world",)


def test_xpath_patterns_give_comments_as_text() -> None:
    page = VirtualDocument(etree.HTML("<p>a</p><!-- made by X -->"))

    assert parse("xpath://comment()[contains(., 'made by')]").select(page) == (" made by X ",)


def test_strings_are_plain_and_keep_no_tree_alive(page: VirtualDocument) -> None:
    for text in ("a/@href", "p/text()", "@*", "text()", "xpath://a/@href", "xpath:string(//title)"):
        assert {type(item) for item in parse(text).select(page)} == {str}


def test_what_stands_behind_the_end_of_the_html_is_found_too() -> None:
    page = VirtualDocument(etree.HTML("<html><body><p>a</p></body></html><p class='late'>b</p>"))

    assert [shown(item) for item in parse("p").select(page)] == ["p:a", "p:b"]
    assert parse("p[@class='late']").matches(page)
    assert parse("p[.='b']").matches(page)


def test_a_document_without_anything_matches_nothing() -> None:
    nothing = VirtualDocument()

    for text in ("a", "/*", "@*", "text()", "a | b", "xpath://a", "xpath:1 = 1", "header", "url/@href"):
        assert parse(text).select(nothing) == ()
        assert parse(text).first(nothing) is None


def deep(inner: str, levels: int = 1000) -> VirtualDocument:
    """Nested as deep as the parser allows, with `inner` in the depth."""
    return VirtualDocument(
        etree.fromstring("<div class='a'>" * levels + inner, etree.HTMLParser(huge_tree=True, collect_ids=False))
    )


HOSTILE: dict[str, Callable[[], VirtualDocument]] = {
    "many in the depth": lambda: deep("<a href='x'>y</a>" * 20_000),
    "long text in the depth": lambda: deep("lorem ipsum " * 100_000 + "<b>Powered by</b>"),
    "many siblings": lambda: VirtualDocument(etree.HTML("<ul>" + "<li class='a'>x" * 50_000)),
    "many contexts": lambda: VirtualDocument(etree.HTML("<div class='a'><a href='x'>y</a></div>" * 20_000)),
}


@pytest.mark.parametrize("name", sorted(HOSTILE))
def test_pages_made_to_be_slow_are_not(name: str) -> None:
    page = HOSTILE[name]()
    texts = [
        "div//a",
        "div[@class='a']//div//a/@href",
        "div/a | div//a",
        "div[contains(., 'Powered by')]",
        "div[.='x']",
    ]
    texts += ["li[@class='a'][3]", "li[last()]", "*[not(contains(., 'y'))]", "div/text()", "div//text()[1]"]

    start = time.process_time()
    for text in texts:
        parse(text).select(page)

    # 1.5 s on the slowest of them here; as XPath some of these take minutes.
    assert time.process_time() - start < 15


def test_a_pattern_is_compiled_once(page: VirtualDocument) -> None:
    pattern: Pattern = parse("div[@class~='post']")

    pattern.select(page)
    compiled = pattern.matcher
    pattern.first(page)

    assert pattern.matcher is compiled
