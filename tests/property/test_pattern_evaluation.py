"""A pattern selects what XPath says it does, whatever the page."""

from hypothesis import example, given, settings
from hypothesis import strategies as st
from lxml import etree
from tests.unit.pattern.pattern_oracle import by_xpath, interpreted
from tests.unit.pattern.pattern_strategies import patterns, soups

from thresher.page.virtual import VirtualDocument
from thresher.pattern import Pattern, parse
from thresher.pattern import route as route_module


def tree_of(markup: str) -> etree._Element | None:
    parser = etree.HTMLParser(encoding="utf-8", recover=True, huge_tree=True, collect_ids=False)
    return etree.fromstring(markup.encode() or b" ", parser)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(soups, patterns)
@example("<div>a<div>b</div>c</div>", parse("div/text()"))
@example("<div><div><p>1</p></div><p>2</p></div>", parse("div/p"))
@example("<div><div><a>1</a></div><a>2</a></div>", parse("div//a"))
@example("<ul><li class=post><li class=post></ul>", parse("li[@class='post'][2]"))
@example("<p>a<!-- c -->b<b>c</b>d", parse("p/text()[last()] | b | p/@*"))
def test_a_pattern_selects_in_a_document_what_xpath_would(markup: str, pattern: Pattern) -> None:
    root = tree_of(markup)
    if root is None:
        return

    found = pattern.select(VirtualDocument(root))

    assert list(found) == interpreted(pattern, root) == by_xpath(pattern, root)
    assert pattern.first(VirtualDocument(root)) == (found[0] if found else None)
    assert pattern.matches(VirtualDocument(root)) == bool(found)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(soups, patterns, st.integers(0, 30))
def test_a_pattern_selects_relative_to_an_element_what_xpath_would(markup: str, pattern: Pattern, number: int) -> None:
    root = tree_of(markup)
    if root is None:
        return
    elements = list(root.iter("*"))
    context = elements[number % len(elements)]

    found = pattern.select(context)

    assert list(found) == interpreted(pattern, root, context) == by_xpath(pattern, root, context)
    assert pattern.first(context) == (found[0] if found else None)


@settings(max_examples=120, deadline=None, derandomize=True)
@given(soups, patterns)
def test_long_texts_are_looked_up_with_the_same_result(markup: str, pattern: Pattern) -> None:
    root = tree_of(markup)
    if root is None:
        return
    limit = route_module.LONG_BYTES

    try:
        route_module.LONG_BYTES = -1
        found = pattern.select(VirtualDocument(root))
    finally:
        route_module.LONG_BYTES = limit

    assert list(found) == interpreted(pattern, root)
