"""Whatever a feed says and whatever its pages are: learning and reading give a value, in bounded time."""

import time
from collections.abc import Callable
from typing import TypeVar

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lxml import etree
from tests.support.pages import TIME, page_of

from thresher.extract import article_on, extract
from thresher.knowledge.build import build_type
from thresher.learn.articles import Example, Taught, learn_comments, learn_rules, learn_talks, type_of
from thresher.learn.articles.comments import LEAST_WORTH
from thresher.model import FeedItem, Page, Source
from thresher.page import Sheet, VirtualDocument, agreed_text, find_wrapper, main_text, passage
from thresher.page.article import other_text

ROOT = "http://b.example/"
SECONDS = 5.0
"""For one small page; a page of ours takes a hundredth."""

pieces = st.sampled_from(
    ["<div>", "</div>", "<p>", "</p>", "<p class='a b'>", "<div id='x'>", "<div class=\"it's\">", "<table>", "<tr>",
     "<td>", "</td>", "</table>", "<o:p>", "</o:p>", "<x-y>", "<a{b>", "<1>", "<time datetime='2021-05-03'>", "</time>",
     "<a href='/1'>", "</a>", "<a rel='tag'>", "<meta name='author' content='Anna'>", "<img alt='the old mill'>",
     "<script>", "</script>", "<!--", "-->", "<pre>", "1\n2\n3", "</pre>", "<td class='gutter'>", "<h1>", "</h1>",
     "<li id='c1'>", "</li>", "<svg>", "<math>", "<form>", "<body class='q'>", "<html lang='de'>", "<frameset>",
     "We went down the river", "and came to the old mill before noon", "by Anna", "3. Mai 2021, 14:05 Uhr",
     "05/03/2021", "Thanks", "日本語", "\u0130", "\x00", "&nbsp;", "&#xD800;", "&lt;", " ", "é", "…"]
)  # fmt: skip
markup = st.lists(pieces, max_size=40).map("".join)
texts = st.text(max_size=12) | st.sampled_from(["the old mill", "Anna", "We went down the river", "Thanks", "<", "&"])
dates = st.sampled_from(["", "2021-05-03T12:05:00+00:00", "2021-05-03", "0001-01-01T00:00:00+14:00", "soon"])
items = st.builds(
    FeedItem,
    link=st.sampled_from(["", f"{ROOT}1", f"{ROOT}1#c1", f"{ROOT}2021/05/a", "mailto:x", "#"]),
    title=texts,
    author=texts,
    published=dates,
    modified=dates,
    html=markup | texts,
    tags=st.lists(texts, max_size=3).map(tuple),
)


T = TypeVar("T")


def timed(run: Callable[[], T]) -> tuple[T, float]:
    """What `run` gives, and the processor time that it took."""
    began = time.thread_time()
    return run(), time.thread_time() - began


def pages_of(sources: list[str]) -> list[Page]:
    found = (page_of(f"{ROOT}{number}", source)[0] for number, source in enumerate(sources))
    return [page for page in found if page.tree is not None]


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.tuples(markup, items), max_size=4))
def test_rules_from_anything(pairs: list[tuple[str, FeedItem]]) -> None:
    pages = pages_of([source for source, _ in pairs])
    notes: list[str] = []

    def run() -> None:
        examples = [Example(item, page, TIME) for page, (_, item) in zip(pages, pairs, strict=False)]
        rules = learn_rules(examples, notes)
        assert rules is not None or notes
        if rules is not None:
            application = build_type(
                type_of(Taught((f"{ROOT}1",), ROOT, rules, learn_talks(examples)), "fed-b"), ("fed-b",)
            )
            for page in pages:
                document = VirtualDocument(page.tree, page.url, 200, source=page.source)
                extract(document, application, application.levels[0], ROOT, Source("", 0, page.url, TIME))

    _, seconds = timed(run)

    assert seconds < SECONDS


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(markup, st.lists(items, min_size=2, max_size=2))
def test_rules_from_items_that_fit_their_pages(frame: str, some: list[FeedItem]) -> None:
    """The same frame around what each item says, so that something is learned more often."""
    sources = [f"<html><body>{frame}<div class='t'>{item.html} {item.title}</div>{item.author}" for item in some]
    pages = pages_of(sources)

    examples = [Example(item, page, TIME) for page, item in zip(pages, some, strict=False)]

    rules, seconds = timed(lambda: learn_rules(examples))

    assert seconds < SECONDS
    if rules is not None:
        application = build_type(type_of(Taught((f"{ROOT}1",), ROOT, rules), "fed-b"), ("fed-b",))
        assert "text" in application.levels[0].extract[0].fields
        assert 0.5 < rules.trust <= 1


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(markup, st.lists(items, max_size=4), st.booleans())
def test_comments_from_anything(source: str, some: list[FeedItem], is_shown: bool) -> None:
    shown = "".join(f"<li id='c{number}'><p>{item.html}</p>{item.author}</li>" for number, item in enumerate(some))
    pages = pages_of([f"{source}<ol>{shown if is_shown else ''}</ol>"])

    rules, seconds = timed(lambda: learn_comments([(page, some) for page in pages]))

    assert seconds < SECONDS
    if rules is not None:
        level = {"name": "post", "kind": "terminal", "detect": [], "extract": [rules.as_data()]}
        application = build_type({"type": "x", "title": "x", "detect": [], "levels": [level]}, ("x",))
        assert application.levels[0].extract[0].each
        assert rules.worth >= LEAST_WORTH


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(markup, items | st.none())
def test_an_article_of_anything(source: str, item: FeedItem | None) -> None:
    for page in pages_of([source]):
        root = page.tree

        found, seconds = timed(lambda root=root: article_on(root, Source("", 0, f"{ROOT}0", TIME), item))

        assert seconds < SECONDS
        assert found is None or (found.text and 0 < found.confidence < 1)


@settings(max_examples=150, deadline=None)
@given(markup, texts, markup | texts, st.sampled_from(["", "de", "xx", "zh-TW", "\x00"]))
def test_density_of_anything(source: str, title: str, description: str, language: str) -> None:
    for page in pages_of([source]):
        sheet = Sheet.of(page.tree)

        found = find_wrapper(sheet, title, description, language)

        assert found is None or (0.5 <= found.share <= 1 and found.density > 0)


@settings(max_examples=150, deadline=None)
@given(markup)
def test_a_sheet_of_anything(source: str) -> None:
    for page in pages_of([source]):
        sheet = Sheet.of(page.tree)

        assert sheet.words_in(0) == sheet.words
        assert sheet.words == [word for _, first, last in sheet.leaves for word in sheet.words[first:last]]
        for number, parent in enumerate(sheet.parents):
            assert parent < number
            assert parent < 0 or sheet.first[parent] <= sheet.first[number] <= sheet.last[number] <= sheet.last[parent]


@settings(max_examples=60, deadline=None)
@given(markup)
def test_general_extractors_on_anything(source: str) -> None:
    for page in pages_of([source]):
        before = etree.tostring(page.tree)

        root = page.tree

        (first, agreed, text), seconds = timed(lambda root=root: (main_text(root), agreed_text(root), passage(root)))

        assert seconds < SECONDS
        # A page that one of them read at a stretch has the lines of the other.
        lines = first.text if "\n" in first.text else f"{first.text}\n{other_text(root)}"
        assert set(agreed.text.splitlines()) <= set(lines.splitlines())
        assert text == "\n".join(filter(None, map(str.strip, text.splitlines())))

        assert etree.tostring(page.tree) == before
