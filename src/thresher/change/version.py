"""One version of a page as it is compared with others."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any

from thresher.change.hidden import HiddenItem, hidden_items
from thresher.change.label_tree import LabelTree, tree_of
from thresher.change.wording import Passage, language_of, passage_of, without_stop_words
from thresher.model import Page
from thresher.page import main_text, words_of

ARTICLE_WORDS = 80
"""Least words of what is taken for the article of a page."""
ARTICLE_SHARE = 0.3
"""Least share of all words of a page that its article has: on front pages and boards, general extractors take a part
of the list for one. Of 181 news pages with their true text, 9 of 10 have more."""

LINKED_SHARE = 0.2
"""Most of an article's words that may stand in lines that are links as a whole: more make a list."""


@dataclass(frozen=True)
class PageVersion:
    """A page at a moment; what is dear to find out is found out when somebody asks."""

    page: Page
    time: datetime
    language: str = ""
    words: Sequence[str] = field(default=(), repr=False)
    """All visible words, without stop words."""
    passages: Sequence[Passage] = field(default=(), repr=False)
    """Each visible text without what ticks; those that only tick are left out."""

    @classmethod
    def of(cls, page: Page, time: datetime) -> "PageVersion":
        everything = [word for line in page.lines for word in words_of(line)]
        said = (
            (page.tree.get("lang") or page.tree.get("{http://www.w3.org/XML/1998/namespace}lang") or "")
            if _has(page)
            else ""
        )
        language = language_of(said, everything)
        words = without_stop_words(everything, language)
        passages = [passage for line in page.lines if (passage := passage_of(line, language))]
        return cls(page, time, language, words, passages)

    @cached_property
    def tree(self) -> LabelTree:
        return tree_of(self.page.tree) if _has(self.page) else LabelTree((), ())

    @cached_property
    def classes(self) -> frozenset[str]:
        """Names of all classes that elements have."""
        if not _has(self.page):
            return frozenset()
        return frozenset(name for element in self.page.tree.iter() for name in _classes(element))

    @cached_property
    def hidden(self) -> tuple[HiddenItem, ...]:
        return hidden_items(self.page.tree) if _has(self.page) else ()

    @cached_property
    def article(self) -> tuple[Passage, ...]:
        """The article of the page, as passages; empty where the page is none, such as a list."""
        if not _has(self.page):
            return ()
        linked = [passage_of("".join(map(str, one.itertext())), self.language) for one in self.page.tree.iter("a")]
        total = sum(map(len, self.passages))
        if sum(map(len, linked)) > total - ARTICLE_SHARE * (1 - LINKED_SHARE) * total:
            return ()  # so many links leave no room for an article, and extractors take their time
        lines = main_text(self.page.tree, self.page.url).text.splitlines()
        passages = tuple(passage for line in lines if (passage := passage_of(line, self.language)))
        links = set(linked)
        size, in_links = sum(map(len, passages)), sum(len(one) for one in passages if one in links)
        is_article = size >= max(ARTICLE_WORDS, ARTICLE_SHARE * total) and in_links <= LINKED_SHARE * size
        return passages if is_article else ()


def _has(page: Page) -> bool:
    return page.tree is not None


def _classes(element: Any) -> list[str]:
    return (element.get("class") or "").split() if isinstance(element.tag, str) else []
