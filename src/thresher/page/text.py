"""The visible text of a document."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from lxml import etree

PIECE = 100_000
"""Characters of one text node that are folded at a time."""

# Whole node sets, sifted in Python: predicates on each node cost five times as much in XPath.
_TEXTS = etree.XPath("//text()", smart_strings=False)
_UNSEEN = ("script", "style", "title", "textarea", "option", "noscript", "template")


def visible_lines(root: etree._Element, is_long: bool) -> list[str]:
    """Visible text, one string a node: all of it, minus what stands in elements that are not shown."""
    unseen = Counter(text for element in root.iter(*_UNSEEN) for text in _texts_in(element))
    # XPath is four times as fast, but sorts what it finds, which a deep tree makes dear (20 s seen).
    texts: Iterable[Any] = root.itertext() if is_long else found_by(_TEXTS, root)
    return [_folded(text) for text in texts if not text.isspace() and not (text in unseen and _taken(unseen, text))]


def _texts_in(element: etree._Element) -> list[str]:
    if not len(element):
        return [element.text] if element.text else []
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
