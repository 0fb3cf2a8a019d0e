"""String values of elements: all the text inside, as XPath's string() has it."""

from typing import Protocol

from lxml import etree

LONG_BYTES = 200_000
"""From here on texts are looked up in one string. Below, the deepest page that can be parsed (2,048 levels) costs
0.3 s at worst; the longest thread page among the recorded sites has 90,000."""


def string_value(element: etree._Element) -> str:
    """The text of `element` and all below it; comments are none."""
    if not len(element):
        return element.text or ""
    return etree.tostring(element, method="text", encoding="unicode", with_tail=False)


class Texts(Protocol):
    """Questions about the string value of an element."""

    def has(self, element: etree._Element, text: str) -> bool:
        """Whether it contains `text`."""

    def equals(self, element: etree._Element, text: str) -> bool: ...


class PlainTexts:
    """Makes each string when it is asked for: best where few are, and none is long."""

    def has(self, element: etree._Element, text: str) -> bool:
        return text in string_value(element)

    def equals(self, element: etree._Element, text: str) -> bool:
        return text == string_value(element)


class SpannedTexts:
    """Makes one string, and remembers where in it each element begins and ends: linear on any tree.

    A text inside two thousand nested elements would otherwise be copied two thousand times.
    """

    def __init__(self, top: etree._Element) -> None:
        self._spans: dict[etree._Element, tuple[int, int]] = {}
        self._whole = "".join(self._parts(top))

    def _parts(self, top: etree._Element) -> list[str]:
        parts: list[str] = []
        length = 0
        starts: list[int] = []
        for event, node in etree.iterwalk(top, events=("start", "end", "comment", "pi")):
            if event == "start":
                starts.append(length)
                piece = node.text
            else:
                if event == "end":
                    self._spans[node] = starts.pop(), length
                piece = node.tail if node is not top else None
            if piece:
                parts.append(piece)
                length += len(piece)
        return parts

    def has(self, element: etree._Element, text: str) -> bool:
        start, end = self._spans[element]
        return self._whole.find(text, start, end) >= 0

    def equals(self, element: etree._Element, text: str) -> bool:
        start, end = self._spans[element]
        return end - start == len(text) and self._whole.startswith(text, start)
