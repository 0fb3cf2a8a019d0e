"""The visible text of a document."""

from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import filterfalse
from typing import Any

from lxml import etree

PIECE = 100_000
"""Characters of one text node that are folded at a time."""

FEW_HIDDEN = 32
"""Texts that are sooner taken from a list one by one than looked up each: nine pages of ten."""

# Whole node sets, sifted in Python: predicates on each node cost five times as much in XPath.
_TEXTS = etree.XPath("//text()", smart_strings=False)


def visible_lines(root: etree._Element, hidden: Sequence[str], is_long: bool) -> list[str]:
    """Visible text, one string a node: all of it, minus the `hidden` texts of elements that are not shown."""
    # XPath is four times as fast, but sorts what it finds, which a deep tree makes dear (20 s seen).
    texts: Iterable[str] = map(str, root.itertext()) if is_long else found_by(_TEXTS, root)
    seen = _without(hidden, filterfalse(str.isspace, texts))
    # The inner loops are those of the interpreter: 450 texts a page, two thirds of them white space.
    return list(map(_folded, seen)) if is_long else list(map(" ".join, map(str.split, seen)))


def _without(hidden: Sequence[str], texts: Iterable[str]) -> Iterable[str]:
    """`texts` minus those that are `hidden`, each as often as it is, the first ones first."""
    if len(hidden) > FEW_HIDDEN:
        unseen = Counter(hidden)
        return (text for text in texts if not (text in unseen and _taken(unseen, text)))
    seen = list(texts)
    for text in hidden:
        with suppress(ValueError):  # white space, which is no text
            seen.remove(text)
    return seen


def texts_in(element: etree._Element) -> list[str]:
    """The texts in an element that is not shown."""
    if not len(element):
        text = element.text
        return [text] if text else []
    if next(element.iterancestors("noscript", "template"), None) is not None:
        return []  # counted with its ancestor
    return [str(text) for text in element.itertext()]


def _folded(text: str) -> str:
    if len(text) < PIECE:
        return " ".join(text.split())
    # In pieces: the words of 30 MB as one list would take half a gigabyte.
    parts, start = [], 0
    while start < len(text):
        end = text.find(" ", start + PIECE)
        end = len(text) if end < 0 else end
        parts.append(" ".join(text[start:end].split()))
        start = end
    return " ".join(part for part in parts if part)


def _taken(unseen: Counter[str], line: str) -> bool:
    if unseen[line] <= 0:
        return False
    unseen[line] -= 1
    return True


def found_by(query: etree.XPath, root: etree._Element) -> list[Any]:
    """What an XPath finds; nothing where libxml2's own limits end the search."""
    try:
        found = query(root)
    except etree.XPathError:
        return []
    return found if isinstance(found, list) else []
