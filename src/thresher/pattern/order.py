"""Finds in document order.

An element comes before its attributes, these before its texts and children. lxml has no nodes for attributes and
texts, so a find is named by an element and a place at it; a text that follows an element is its tail.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from lxml import etree

ELEMENT = ""
TEXT = "text"
TAIL = "tail"

Found = tuple[etree._Element, str, Any]
"""An element, the place at it (`ELEMENT`, `TEXT`, `TAIL` or `@name`), and what is there: the element, or a string."""


def attribute_place(name: str) -> str:
    return f"@{name}"


def in_order(top: etree._Element, finds: Iterable[Found]) -> Iterator[Found]:
    """`finds` inside `top`, or at it, each place once, in document order: one walk over the tree of `top`."""
    opening: dict[etree._Element, dict[str, Found]] = {}
    closing: dict[etree._Element, Found] = {}
    for find in finds:
        if find[1] == TAIL:
            closing[find[0]] = find
        else:
            opening.setdefault(find[0], {})[find[1]] = find
    for event, node in etree.iterwalk(top, events=("start", "end", "comment", "pi")):
        if event == "start":
            if node in opening:
                yield from _at(node, opening[node])
        elif node in closing:
            yield closing[node]


def _at(node: etree._Element, places: dict[str, Found]) -> Iterator[Found]:
    if len(places) == 1:
        return iter(places.values())
    ordered = [ELEMENT, *(attribute_place(str(name)) for name in node.keys()), TEXT]  # noqa: SIM118 -- no mapping
    return iter([places[place] for place in ordered if place in places])


def texts_in_order(top: etree._Element) -> Iterator[Found]:
    """Every text inside `top`."""
    for event, node in etree.iterwalk(top, events=("start", "end", "comment", "pi")):
        if event == "start":
            if node.text:
                yield node, TEXT, node.text
        elif node.tail and node is not top:
            yield node, TAIL, node.tail


def texts_of(element: etree._Element) -> list[Found]:
    """The texts that are children of `element`, not deeper."""
    found: list[Found] = [(element, TEXT, element.text)] if element.text else []
    found += [(child, TAIL, child.tail) for child in element if child.tail]
    return found
