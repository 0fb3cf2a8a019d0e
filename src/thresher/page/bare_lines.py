"""Lines of text that have no element of their own: what stands between two line breaks, or before the next block.

Software says who is quoted in such lines, right before a quoted passage or as its first one.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree

from thresher.page.passages import BLOCKS

MAX_PARTS = 12
"""Elements and texts of a line: one that says who is quoted has a name, a date and a link or two."""


@dataclass(frozen=True, slots=True)
class BareLine:
    """A line, and what it is made of: elements with their tails, and others whose text or tail it begins with."""

    text: str
    elements: tuple[etree._Element, ...] = ()
    texts: tuple[etree._Element, ...] = ()
    tails: tuple[etree._Element, ...] = ()

    def remove(self) -> None:
        """Take it out of its tree; what stands around it stays."""
        for one in self.texts:
            one.text = None
        for one in self.tails:
            one.tail = None
        for element in self.elements:
            if (parent := element.getparent()) is not None:
                parent.remove(element)


def lines_leading(element: etree._Element) -> Iterator[BareLine]:
    """The line right before an element, and that which it begins with, where these are in no element of their own."""
    parent, before = element.getparent(), element.getprevious()
    while before is not None and before.tag == "br" and not _tail(before):
        before = before.getprevious()
    parts: list[etree._Element] = []
    while before is not None and before.tag not in BLOCKS and len(parts) <= MAX_PARTS:
        parts.append(before)
        before = before.getprevious()
    parts.reverse()
    if before is not None:
        yield from _line(before.tail, parts, tails=(before,))
    elif parent is not None:
        yield from _line(parent.text, parts, texts=(parent,))
    # Inside, only what a break ends: else it is all that is said there.
    ends = next((place for place, child in enumerate(element) if child.tag in BLOCKS), None)
    if ends is not None:
        yield from _line(element.text, list(element)[:ends], texts=(element,))


def _line(
    begin: str | None,
    parts: list[etree._Element],
    texts: tuple[etree._Element, ...] = (),
    tails: tuple[etree._Element, ...] = (),
) -> Iterator[BareLine]:
    """The line that begins with a text and goes on with elements; none if it is one element, which has a name."""
    is_bare = bool((begin or "").strip()) or any(map(_tail, parts))
    if is_bare and len(parts) <= MAX_PARTS:
        said = [begin or "", *(f"{_said(one)}{one.tail or ''}" for one in parts)]
        yield BareLine(" ".join("".join(said).split()), tuple(parts), texts, tails)


def _said(element: etree._Element) -> str:
    return "".join(map(str, element.itertext())) if isinstance(element.tag, str) else ""


def _tail(element: etree._Element) -> str:
    return (element.tail or "").strip()
