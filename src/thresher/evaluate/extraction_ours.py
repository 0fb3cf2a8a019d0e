"""Thresher's own side of the comparison: the only module here that knows how it learns and reads."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from html import escape
from typing import Protocol

from thresher.evaluate.peers import Extract, Extraction
from thresher.extract import article_on, extract, settle
from thresher.feeds import read_feed
from thresher.knowledge import ApplicationType
from thresher.knowledge.build import build_type
from thresher.learn.articles import Example, PostRules, learn_rules
from thresher.model import FeedItem, Page, Source
from thresher.page import VirtualDocument, read_tree, text_of_fragment

NAME = "learned"
SUMMARY_WORDS = 55
"""Of a summary, as WordPress has them."""
_FETCHED = datetime(2000, 1, 1, tzinfo=UTC)
"""Saved pages do not tell when they came; nothing that is read off them here depends on it."""


class Taught(Protocol):
    """A page to learn from (`extraction_cases.Lesson`)."""

    @property
    def item(self) -> FeedItem: ...
    @property
    def url(self) -> str: ...
    @property
    def html(self) -> bytes: ...


@dataclass(frozen=True, slots=True)
class _Shortened:
    item: FeedItem
    url: str
    html: bytes


def shortened(lessons: Sequence[Taught]) -> list[Taught]:
    """The lessons as a feed of summaries would give them: of each text the beginning."""
    return [_Shortened(replace(one.item, html=_beginning(one.item.html)), one.url, one.html) for one in lessons]


def _beginning(source: str) -> str:
    lines: list[str] = []
    left = SUMMARY_WORDS
    for line in text_of_fragment(source).splitlines():
        words = line.split()
        lines.append(" ".join(words[:left]) + (" […]" if len(words) > left else ""))
        left -= len(words)
        if left <= 0:
            break
    return "".join(f"<p>{escape(line)}</p>" for line in lines)


def read_items(data: bytes, url: str) -> tuple[FeedItem, ...]:
    """The items of a feed; none if it is no feed."""
    feed = read_feed(data, url)
    return feed.items if feed is not None else ()


def page_of(html: bytes, url: str) -> Page:
    """HTML as the rules see it."""
    return read_tree(html, url)


def learning_seconds(lessons: Sequence[Taught], now: datetime) -> float:
    """CPU time of learning alone; the pages are read before."""
    examples = _examples(lessons, now)
    began = time.thread_time()
    learn_rules(examples)
    return time.thread_time() - began


def _examples(lessons: Sequence[Taught], now: datetime) -> list[Example]:
    pages = ((lesson.item, page_of(lesson.html, lesson.url)) for lesson in lessons)
    return [Example(item, page, now) for item, page in pages if page is not None and page.tree is not None]


class LearnedReader:
    """Rules learned from a feed and its pages, and the CPU time that took."""

    def __init__(self, feed: bytes, lessons: Sequence[Taught], now: datetime) -> None:
        began = time.thread_time()
        if feed:
            read_items(feed, "")
        rules = learn_rules(_examples(lessons, now)) if lessons else None
        self.seconds = time.thread_time() - began
        self.is_taught = rules is not None
        self.extract = _by_rules(rules, now) if rules is not None else generic_reader()


def _by_rules(rules: PostRules, now: datetime) -> Extract:
    """Rules at work as they are in a crawl: as those of an application type."""
    application = _type_of(rules)

    def read(html: bytes, url: str) -> Extraction:
        page = page_of(html, url)
        if page is None or page.tree is None:
            return Extraction()
        document = VirtualDocument(page.tree, page.url, 200, source=page.source)
        source = Source("", 0, url, now)
        found = extract(document, application, application.levels[0], url, source)
        post = settle(found[0], page.tree) if found and found[0].text else article_on(page.tree, source)
        return Extraction(post.title, post.text, post.published) if post is not None else Extraction()

    return read


def _type_of(rules: PostRules) -> ApplicationType:
    level = {"name": "post", "kind": "terminal", "detect": [], "extract": [rules.as_data()]}
    dates = {"order": rules.date_order, "clock": rules.zone}
    data = {"type": NAME, "source": "fed", "title": NAME, "detect": [], "levels": [level], "dates": dates}
    return build_type(data, (NAME,))


def generic_reader() -> Extract:
    """Reading a page of which nothing is known."""

    def read(html: bytes, url: str) -> Extraction:
        page = page_of(html, url)
        if page is None or page.tree is None:
            return Extraction()
        post = article_on(page.tree, Source("", 0, url, _FETCHED))
        return Extraction(post.title, post.text, post.published) if post is not None else Extraction()

    return read
