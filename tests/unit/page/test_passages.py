"""The text of a part of a page."""

import pytest
from lxml import etree, html

from thresher.page import passage, structured_article


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
