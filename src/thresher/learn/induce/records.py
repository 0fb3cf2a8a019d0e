"""Posts by what pages have in common, where a page alone shows too few of them to repeat: threads of one or two posts.

What has the same name on all pages that people wrote on, and on no list, holds a date each and most of their text is
taken for a post.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import chain
from typing import Any

from thresher.learn.induce.examples import Example
from thresher.learn.posts.names import names_of
from thresher.learn.posts.parts import find_author, find_published, find_text
from thresher.learn.posts.rule import PostRule
from thresher.learn.posts.table import Table
from thresher.page import DateHabits, find_date
from thresher.pattern import parse

MOST = 0.8
"""Share of the pages that have posts of one name, and of these that have a date."""
MAX_PAGES, MAX_RECORDS = 8, 60
MIN_RECORDS = 2
MAX_NAMES = 25
MAX_DATE = 60
MIN_TEXT = 0.2
"""Of the text of a page, what its posts have at least."""
_CALLED = re.compile(r"post|message|msg|comment|reply|answer|entry", re.I)
_PLAIN = re.compile(r"[A-Za-z][\w-]+")
_TIME = datetime(2099, 1, 1, tzinfo=UTC)


def learn_across(pages: Sequence[Example], others: Sequence[Example]) -> PostRule | None:
    """The rule for posts that stand under one name on nearly all pages; None if none looks like it."""
    pages = pages[:MAX_PAGES]
    named: defaultdict[str, dict[int, list[Any]]] = defaultdict(dict)
    for number, one in enumerate(pages):
        for name, elements in _named(one).items():
            named[name][number] = elements
    elsewhere = {name for one in others for name in _named(one)}
    good = [
        (share, name)
        for name, found in named.items()
        if name not in elsewhere
        and len(found) >= MOST * len(pages)
        and not _is_frame(name, found)
        and (share := _share(found, pages)) >= MIN_TEXT
    ]
    order = sorted(good, key=lambda pair: (_is_single(named[pair[1]]), -round(pair[0], 1), len(pair[1])))
    ways = {name: named[name] for _, name in order[:MAX_NAMES]}
    for name, found in chain(ways.items(), _around_texts(pages, others)):
        records = [(number, element) for number in found for element in found[number][:MAX_RECORDS]]
        if len(records) < MIN_RECORDS or sum(_is_dated(element) for _, element in records) < MOST * len(records):
            continue
        rule = _rule(name, records, pages)
        if rule is not None:
            return rule
    return None


def _rule(name: str, records: Sequence[tuple[int, Any]], pages: Sequence[Example]) -> PostRule | None:
    sessions = frozenset().union(*(one.sight.sessions for one in pages))
    table = Table([element for _, element in records], [number for number, _ in records], sessions)
    published = find_published(table)
    author, author_url = find_author(table, published)
    text = find_text(table, published, author)
    return PostRule(name, text, author, author_url, published) if text and published else None


def _named(example: Example) -> dict[str, list[Any]]:
    """Elements by their names, by class or what their ids begin with; those inside one of the same name left out."""
    found: defaultdict[str, list[Any]] = defaultdict(list)
    for element in example.page.tree.iter("div", "article", "li", "table", "tr", "section", "dl", "tbody"):
        names = [name for name in names_of(element)[:-1] if "/" not in name]
        stem = (element.get("id") or "").rstrip("0123456789")
        if 1 < len(stem) < len(element.get("id") or "") and stem.replace("_", "").replace("-", "").isalpha():
            names.append(f"{element.tag}[contains(@id, '{stem}')]")
        for name in names:
            if not found[name] or found[name][-1] not in element.iterancestors():
                found[name].append(element)
    return found


def _share(found: dict[int, list[Any]], pages: Sequence[Example]) -> float:
    """Of the text of the pages, how much is in these elements: less where they hold nearly all, as a frame does."""
    shares = []
    for number, elements in found.items():
        total = sum(map(len, pages[number].page.lines)) or 1
        own = sum(len(" ".join(" ".join(map(str, element.itertext())).split())) for element in elements)
        shares.append(min(1.0, own / total))
    return sum(shares) / len(shares)


def _is_frame(name: str, found: dict[int, list[Any]]) -> bool:
    """Whether it is there once on each page, and not called a post: a frame holds all of a page."""
    return _is_single(found) and not _CALLED.search(name)


def _is_single(found: dict[int, list[Any]]) -> bool:
    return all(len(elements) == 1 for elements in found.values())


def _around_texts(pages: Sequence[Example], others: Sequence[Example]) -> Iterator[tuple[str, dict[int, list[Any]]]]:
    """Rows of tables without a name, by what stands in them: the text of a post has one."""
    texts = [_texts(one) for one in pages]
    elsewhere = {name for one in others for name in _texts(one)}
    shared = sorted(set.intersection(*texts) - elsewhere) if texts else []
    for tag, token in shared[:MAX_NAMES]:
        for above, step in (("tr", 1), ("tr", 2), ("table", 1), ("table", 2)):
            inner = f"//{tag}[contains(concat(' ', @class, ' '), ' {token} ')]"
            pattern = f"xpath:{inner}/ancestor::{above}[{step}]"
            found = {number: list(parse(pattern).select(one.page.tree)) for number, one in enumerate(pages)}
            if all(found.values()) and _share(found, pages) >= MIN_TEXT and not _is_frame(token, found):
                yield pattern, found


def _texts(example: Example) -> set[tuple[str, str]]:
    """Tags and classes of what holds text, inside a table."""
    return {
        (element.tag, token)
        for element in example.page.tree.iter("span", "div", "td", "p")
        for token in (element.get("class") or "").split()[:2]
        if _PLAIN.fullmatch(token) and _CALLED.search(token)
    }


def _is_dated(element: Any) -> bool:
    habits = DateHabits(_TIME, "", "")
    for inner in element.iter():
        for text in (inner.get("datetime"), inner.get("title"), inner.text, inner.tail):
            if text and len(text) < 4 * MAX_DATE and any(map(str.isdigit, text)):
                plain = " ".join(text.split())
                if len(plain) < MAX_DATE and find_date(plain, habits):
                    return True
    return False
