"""What comes next after an element: `xpath:(following::*[contains(@class, 'postbody')])[1]` in linear time.

Layouts made of tables have no element around a post, so their types look for what follows an anchor. libxml2
gathers all that follows before it takes the first, which is quadratic in the posts of a page: 800 posts took 7 seconds.
Here all candidates of a page are found once, and each anchor takes the next ones behind it. Expressions of any
other form are left to libxml2.
"""

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from lxml import etree

from thresher.pattern import Pattern, PatternError, parse

_FORM = re.compile(
    r"(?P<open>\()?(?:ancestor::(?P<above>\w+)\[1\]/)?following::(?P<test>(?:\w+|\*)(?P<conditions>.*?))(?(open)\))"
    r"\[(?P<number>[1-9]\d?)\](?P<rest>/[^|]*)?"
)
# Conditions that are true or false by themselves: no numbers, which would count places.
_CONDITION = re.compile(
    r"\[(?:(?:contains|starts-with|not)\((?:'[^']*'|[^'\[\]])*\)|@[\w-]+(?:\s*=\s*'[^']*')?|\s+(?:and|or)\s+)+\]"
)


@dataclass(frozen=True, slots=True)
class _Next:
    """An expression of the form that is understood."""

    above: str
    """What to begin at instead of the element: the nearest ancestor of this name."""
    candidates: etree.XPath
    number: int
    """Which of those that follow, from 1."""
    rest: Pattern | None
    """What to take of it."""


@lru_cache(maxsize=1024)
def _read(expression: str) -> _Next | None:
    found = _FORM.fullmatch(expression)
    if found is None or _CONDITION.sub("", found["conditions"]):
        return None
    try:
        rest = parse(f"xpath:.{found['rest']}") if found["rest"] else None
        return _Next(found["above"] or "", etree.XPath(f"//{found['test']}"), int(found["number"]), rest)
    except (PatternError, etree.XPathError):
        return None


class Following:
    """The candidates of one page, with their places in it; gathered when they are asked for."""

    def __init__(self, root: etree._Element) -> None:
        self._root = root
        self._places: dict[etree._Element, int] = {}
        self._candidates: dict[etree.XPath, tuple[list[int], list[etree._Element]]] = {}

    def select(self, pattern: Pattern, element: etree._Element) -> Sequence[Any] | None:
        """What `pattern` selects at `element`; None if that is not of the form for which this is the way."""
        asked = _read(pattern.xpath) if pattern.xpath else None
        if asked is None:
            return None
        start: etree._Element | None = element
        if asked.above:
            start = next(element.iterancestors(asked.above), None)
        if start is None:
            return ()
        places, nodes = self._of(asked.candidates)
        place = bisect_right(places, self._end(start)) + asked.number - 1
        if place >= len(nodes):
            return ()
        return (nodes[place],) if asked.rest is None else asked.rest.select(nodes[place])

    def _of(self, query: etree.XPath) -> tuple[list[int], list[etree._Element]]:
        found = self._candidates.get(query)
        if found is None:
            if not self._places:
                self._places = {node: number for number, node in enumerate(self._root.getroottree().iter())}
            nodes = [node for node in self._found(query) if node in self._places]
            found = self._candidates[query] = ([self._places[node] for node in nodes], nodes)
        return found

    def _found(self, query: etree.XPath) -> list[Any]:
        try:
            found = query(self._root)
        except etree.XPathError:
            return []
        return found if isinstance(found, list) else []

    def _end(self, element: etree._Element) -> int:
        """Place of the last node inside `element`, or of itself: what follows comes later."""
        last = element
        while len(last):
            last = last[-1]
        return self._places.get(last, len(self._places))
