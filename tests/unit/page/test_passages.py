"""The text of a part of a page."""

import pytest
from lxml import etree, html

from thresher.page import passage, structured_article, text_of_fragment


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<div>one<br>two</div>", "one\ntwo"),
        ("<div><p>one</p><p>two</p></div>", "one\ntwo"),
        ("<div>a <b>bold</b>ly told <i>tale</i>.</div>", "a boldly told tale."),
        ("<div>one\n  line</div>", "one line"),
        ("<pre>one\n  two</pre>", "one\ntwo"),
        ("<div><pre><code><span>a</span>\n<span>b</span></code></pre></div>", "a\nb"),
        ("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a b\nc"),
        ("<div>x<script>y</script><style>z</style><button>go</button></div>", "x"),
        ("<div><!-- no -->yes</div>", "yes"),
        ("<ul><li>a</li><li>b</li></ul>", "a\nb"),
        ("<div> </div>", ""),
    ],
)
def test_text_comes_as_a_reader_would_copy_it(markup: str, text: str) -> None:
    assert passage(html.fragment_fromstring(markup)) == text


def test_line_ends_in_the_source_count_where_the_style_says_so() -> None:
    root = html.fragment_fromstring("<div><p>Dear all,\n\n  <b>one</b>\ntwo</p></div>")

    assert passage(root) == "Dear all, one two"
    assert passage(root, is_pre=True) == "Dear all,\none\ntwo"


def test_parts_can_be_left_out_and_what_follows_them_stays() -> None:
    root = html.fragment_fromstring("<div>a<p class='sig'>gone</p>b</div>")

    assert passage(root, {root[0]}) == "a\nb"


def test_markup_without_end_costs_nothing_but_its_depths() -> None:
    root = etree.fromstring("<div>" * 1000 + "deep" + "</div>" * 1000, etree.XMLParser(huge_tree=True))

    assert passage(root) == ""


def test_an_article_is_found_in_structured_data() -> None:
    page = html.document_fromstring(
        """<html><script type="application/ld+json">{"@context": "https://schema.org", "@graph": [
        {"@type": "WebSite", "name": "x"}, {"@type": ["BlogPosting"], "headline": "A walk",
        "author": [{"@type": "Person", "name": "Mara Teller"}], "datePublished": "2020-01-02"}]}</script></html>"""
    )

    found = structured_article(page)

    assert found is not None
    assert (found.title, found.author, found.published) == ("A walk", "Mara Teller", "2020-01-02")


@pytest.mark.parametrize("text", ["", "{", "[[[", '{"@type": "Thing"}', "[1, 2]", '{"@graph": 7}', '{"@type": 7}'])
def test_structured_data_that_is_none_yields_nothing(text: str) -> None:
    page = html.document_fromstring(f'<html><script type="application/ld+json">{text}</script></html>')

    assert structured_article(page) is None


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        (
            "<table><tr><td class='gutter'><pre><span class='line'>1</span><br><span class='line'>2</span></pre></td>"
            "<td class='code'><pre>a = 1\nb = 2</pre></td></tr></table>",
            "a = 1\nb = 2",
        ),
        (
            "<table><tr><td><div>1</div><div>2</div><div>3</div></td><td><pre>x\ny\nz</pre></td></tr></table>",
            "x\ny\nz",
        ),
        ("<div><pre class='lineno'>1\n2\n3\n</pre><pre>x\ny\nz</pre></div>", "x\ny\nz"),
        ("<pre><span class='line-number'>1</span>only one</pre>", "only one"),
        ("<div><div class='gutter'>1</div><code>only one</code></div>", "only one"),
        ("<pre><span class='lineno'>1</span>a\n<span class='lineno'> 2 </span>b\n</pre>", "a\nb"),
    ],
)
def test_numbers_of_lines_beside_a_listing_are_not_of_the_text(markup: str, text: str) -> None:
    assert passage(html.fragment_fromstring(markup)) == text


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<div>1</div>", "1"),
        ("<p><span>1</span> <span>2</span> and on</p>", "1 2 and on"),
        ("<table><tr><td>1</td><td>2</td></tr></table>", "1 2"),
        ("<table><tr><td>1</td><td>apple</td></tr><tr><td>2</td><td>pear</td></tr></table>", "1 apple\n2 pear"),
        ("<div><pre>1\n2\n4</pre></div>", "1\n2\n4"),
        ("<div><div>2</div><div>3</div></div>", "2\n3"),
        ("<div>1 2 three</div>", "1 2 three"),
        ("<div class='gutter'>one</div>", "one"),
        ("<div class='number'>7</div>", "7"),
        ("<span class='headline'>1</span> for all", "1 for all"),
        ("<pre><code>1\n2\n3</code></pre>", "1\n2\n3"),
        ("<div>1<br>2<br>3</div><p>Go!</p>", "1\n2\n3\nGo!"),
    ],
)
def test_other_numbers_stay(markup: str, text: str) -> None:
    assert passage(html.fragment_fromstring(f"<div>{markup}</div>")) == text


def test_looking_for_line_numbers_in_nested_markup_takes_no_time() -> None:
    deep = html.fragment_fromstring(
        "<div>" + "<div>" * 150 + "1" + "<span>2</span>" * 20_000 + "</div>" * 150 + "</div>"
    )

    assert passage(deep).startswith("1")


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("", ""),
        ("Fish &amp; chips,\n  twice", "Fish & chips, twice"),
        ("<p>One &lt; two</p>and <b>three</b>", "One < two\nand three"),
        ("<!-- nothing -->", ""),
        ("<?php nothing ?>", ""),
        ("<html><head><title>A</title></head><body>B</body></html>", "B"),
        ("1 < 2", "1 < 2"),
    ],
)
def test_the_text_of_what_a_feed_says(source: str, text: str) -> None:
    assert text_of_fragment(source) == text
