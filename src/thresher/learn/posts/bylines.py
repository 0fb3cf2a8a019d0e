"""Boxes, one a page → who wrote what is in them.

Pages of one site have few words in common places that differ from page to page and come back: names of authors, but
names of boards and tags as well. So a name must be one that wrote elsewhere, too, or what stands there must say so.
"""

import math
import re
from collections.abc import Collection, Sequence

from lxml import etree

from thresher.learn.posts.limits import MAX_NAME, MOST
from thresher.learn.posts.names import string_of
from thresher.learn.posts.no_names import hold_initials
from thresher.learn.posts.table import Table
from thresher.pattern import parse

_PERSON = re.compile(r"author|user|member|poster|profile|byline|people|person|nick|vcard|/~|/u/|/by/", re.I)
"""What addresses and classes say around the name of somebody."""
_OTHER_PART = re.compile(r"assign|owner|owned|handle|edit|modif|updat|\blast\b|clos|solv|review", re.I)
"""What labels and classes say around the name of somebody who had another part in it than to write it."""
MAX_LABEL = 30
"""Characters of a label before a name."""
BY = (
    r"(?i)(?:^|\b)(?:by|von|par|por|door|av|af|di)\s+(\S(?:.{0,58}?\S)?)"
    r"\s*(?:[,|·•(–—]|\s-\s|(?<=\s)(?:on|at|am|le|el|op|in|en|dans)\b|(?<!\S)\d|$)"
)
"""A name in the middle of a line: 'Posted by Anna on 3 May', 'Posted by Anna in Garden talk, 3 May'."""
_BY = re.compile(BY)
_CELLS = frozenset({"td", "dd", "li"})
_CLASSED = re.compile(r"([a-z][a-z0-9]*)\[@class~='([^']+)'\]")

Byline = tuple[str, str, str]
"""Where the name stands, where its address, and the expression that takes it from the text; empty for all of it."""


def find_byline(table: Table, published: str, people: Collection[str]) -> Byline:
    """Who wrote the records; `people` are known to have written something."""
    dates = table.columns.get(published.partition("/@")[0], {})
    best: tuple[float, float, Byline] = (0.0, -math.inf, ("", "", ""))
    for name, column in table.common.items():
        texts = {number: " ".join(" ".join(map(str, one.itertext())).split()) for number, one in column.items()}
        is_short = all(text and len(text) <= MAX_NAME for text in texts.values())
        holds_date = any(_holds(one, dates.get(number)) for number, one in column.items())
        if is_short and not holds_date:
            value = _trust(list(texts.values()), list(column.values()), people)
            found: Byline = (name, _address(name, list(column.values())), "")
        else:
            taken = [match[1] for text in texts.values() if len(text) < 4 * MAX_NAME and (match := _BY.search(text))]
            value = 0.9 * _named(taken, people) if len(taken) >= MOST * len(texts) else 0.0
            found = (name, "", BY)
        length = sum(map(len, texts.values())) / len(texts)
        is_name = value and table.is_true(name) and not hold_initials(column, table.common.values())
        best = max(best, (value, -length, found)) if is_name else best
    return best[2]


def byline_before(texts: Sequence[etree._Element], author: str, people: Collection[str]) -> Byline:
    """Who wrote texts without a box of their own: what names `people` elsewhere, by a class, does so before them."""
    found = _CLASSED.fullmatch(author)
    if found is None or not people:
        return "", "", ""
    name = f"xpath:preceding::{found[1]}[contains(concat(' ', normalize-space(@class), ' '), ' {found[2]} ')][1]"
    nodes = [node for text in texts if isinstance(node := parse(name).first(text), etree._Element)]
    values = list(map(string_of, nodes))
    # Guests may be named otherwise.
    if 2 * len(nodes) <= len(texts) or len(set(values)) < 2 or not _named(values, people):
        return "", "", ""
    return name, _address(name, nodes), ""


def _trust(texts: list[str], elements: list[etree._Element], people: Collection[str]) -> float:
    """How sure it is that these are names of authors: 0 if nothing says so."""
    if len(set(texts)) < 2 or sum(any(map(str.isalpha, text)) for text in texts) < MOST * len(texts):
        return 0.0
    said = sum(_says_person(element) for element in elements) / len(elements)
    trust = max(_named(texts, people) if people else 0.0, 0.8 * said if said >= MOST else 0.0)
    # Those who are to mend something write as well as those who reported it.
    return trust / 2 if sum(map(_has_other_part, elements)) >= MOST * len(elements) else trust


def _named(texts: list[str], people: Collection[str]) -> float:
    """The share of names that wrote elsewhere; without any to compare with, what comes back may be one."""
    if people:
        known = sum(text in people for text in texts) / max(1, len(texts))
        return known if known >= 0.5 else 0.0
    return 0.5 if 1 < len(set(texts)) < len(texts) and not all(any(map(str.isdigit, text)) for text in texts) else 0.0


def _says_person(element: etree._Element) -> bool:
    marks = [element.get(name) or "" for name in ("class", "rel", "itemprop", "href")]
    return any(map(_PERSON.search, marks))


def _has_other_part(element: etree._Element) -> bool:
    """Whether a name is called that of somebody else than the writer, by its class, that of its cell or the label."""
    cell = next((one for one in (element, *element.iterancestors()) if one.tag in _CELLS), element)
    label = next(cell.itersiblings(etree.Element, preceding=True), None)
    said = string_of(label) if label is not None else ""
    marks = [one.get("class") or "" for one in (element, cell)]
    return any(map(_OTHER_PART.search, [*marks, said if len(said) <= MAX_LABEL else ""]))


def _holds(element: etree._Element, inner: etree._Element | None) -> bool:
    return inner is not None and (inner is element or any(above is element for above in inner.iterancestors()))


def _address(name: str, elements: list[etree._Element]) -> str:
    return f"{name}/@href" if all(element.get("href") for element in elements) else ""
