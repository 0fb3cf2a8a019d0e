"""What general extractors take for the article of a page."""

from lxml import etree, html

from thresher.page import agreed_text, main_text, shared_lines
from thresher.page.article import MAX_ELEMENTS, MainText

TEXT = (
    "We went down the river in the morning and came to the old mill before noon.",
    "The miller had left his keys under a stone, so that everybody could look at the wheel and the stones inside.",
    "Nobody had been there for years, and it was a pleasure to see that most of it would still have worked.",
)
PAGE = (
    "<html lang='en'><head><title>A walk | Our blog</title><meta name='author' content='Mara Teller'>"
    "<meta property='article:published_time' content='2021-05-03T10:00:00Z'></head><body><nav><a href='/'>Home</a>"
    "<a href='/about'>About</a></nav><article><h1>A walk</h1>"
    f"{''.join(f'<p>{line}</p>' for line in TEXT)}</article><footer>All rights reserved</footer></body></html>"
)


def test_the_article_is_found_with_what_the_page_says_of_it() -> None:
    found = main_text(html.document_fromstring(PAGE), "http://b.example/walk")

    assert all(line in found.text for line in TEXT)
    assert "rights reserved" not in found.text
    assert (found.title, found.author, found.published) == ("A walk", "Mara Teller", "2021-05-03")


def test_the_page_stays_as_it_is() -> None:
    root = html.document_fromstring(PAGE)
    before = etree.tostring(root)

    main_text(root)

    assert etree.tostring(root) == before


def test_the_same_page_gives_the_same_text_whatever_came_before() -> None:
    pages = [html.document_fromstring(PAGE.replace("mill", word)) for word in ("mill", "barn", "forge")]

    first = [main_text(page) for page in pages]

    assert [main_text(page) for page in reversed(pages)] == first[::-1]


def test_pages_without_an_article_have_none() -> None:
    for page in ("<html></html>", "<html><body></body></html>", "<p></p>", "<div><img src='x'></div>"):
        assert main_text(html.document_fromstring(page)).text == ""


def test_endless_pages_are_not_looked_at() -> None:
    assert main_text(html.document_fromstring("<b>x</b>" * (MAX_ELEMENTS + 1))) == MainText()


def test_strange_trees_raise_nothing() -> None:
    for root in (etree.Element("rss"), etree.fromstring("<a xmlns:x='y'><x:b x:c='d'>text</x:b></a>")):
        assert isinstance(main_text(root), MainText)


def test_two_extractors_agree_on_the_article() -> None:
    found = agreed_text(html.document_fromstring(PAGE), "http://b.example/walk")

    assert [line for line in found.text.splitlines() if line != "A walk"] == list(TEXT)
    assert found.author == "Mara Teller"


def test_where_only_one_extractor_finds_something_its_text_counts() -> None:
    page = html.document_fromstring(f"<html><body><p>{TEXT[0]}</p></body></html>")

    assert agreed_text(page).text == main_text(page).text


def test_nothing_to_agree_on_is_nothing() -> None:
    for page in ("<html></html>", "<p></p>", "<div><img src='x'></div>"):
        assert agreed_text(html.document_fromstring(page)).text == ""
    assert agreed_text(etree.Element("rss")) == MainText()


def test_a_page_that_one_extractor_reads_at_a_stretch_has_the_lines_of_the_other() -> None:
    at_a_stretch = f"A walk {' '.join(TEXT)} Author Mara Teller Licence none Earlier A pie"
    other = "\n".join((*TEXT, "Nobody has answered yet, so be the first to say something."))

    assert shared_lines(at_a_stretch, other).splitlines() == list(TEXT)
