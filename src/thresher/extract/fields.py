"""What a field's patterns find on a page or in a part of it."""

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from itertools import islice
from typing import Any

from lxml import etree

from thresher.knowledge import MAX_MATCHED, Field
from thresher.pattern import Pattern

MAX_HINTS = 5
"""Elements at a place whose titles are read."""
_CLOCK = re.compile(r"\d{1,2}[:.]\d{2}")
_LOCAL = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}")
_ZONED = re.compile(r"(?:Z|[+-]\d{2}:?\d{2})$")

Find = Callable[[Pattern], Sequence[Any]]
"""What a pattern selects, in the page or in one element: elements and texts, in document order."""


def found_by(patterns: Iterable[Pattern], find: Find) -> Sequence[Any]:
    """What the first pattern selects that selects anything."""
    for pattern in patterns:
        if found := find(pattern):
            return found
    return []


def elements_by(patterns: Iterable[Pattern], find: Find) -> list[etree._Element]:
    """All elements that any of the patterns selects."""
    return [node for pattern in patterns for node in find(pattern) if not isinstance(node, str)]


def value_of(field: Field | None, find: Find) -> str:
    """The text of a field: that of the first pattern which finds some; empty if none does."""
    return next(iter(values_of(field, find)), "")


def values_of(field: Field | None, find: Find) -> list[str]:
    """All texts of a field, those of the first pattern that finds any."""
    if field is None:
        return []
    for place in field.places:
        texts = [taken for node in find(place.at) if (taken := _taken(_text_of(node), place.match))]
        if texts:
            return texts
    return []


def moment_of(field: Field | None, find: Find, read: Callable[[str], str]) -> str:
    """The first date that `read` finds at a field's places; what holds no date does not count as found."""
    if field is None:
        return ""
    for place in field.places:
        for node in find(place.at)[:5]:
            if date := _moment(node, _taken(_text_of(node), place.match), read):
                return date
    return ""


def _moment(node: Any, text: str, read: Callable[[str], str]) -> str:
    """The date at a node: as it states it for machines, as it says it, or as it says it to those who point there."""
    if isinstance(node, str):
        return read(text)
    stated = node.get("datetime") or ""
    date = read(stated)
    if date and not _ZONED.search(stated) and _CLOCK.search(text) and _are_two_clocks(date, shown := read(text)):
        return shown
    hints = (element.get("title") or "" for element in islice(node.iter(etree.Element), MAX_HINTS))
    return date or read(text) or next((found for hint in hints if (found := read(hint))), "")


def _are_two_clocks(stated: str, shown: str) -> bool:
    """Whether a moment without a zone is not the one that readers see, but by some quarters of an hour: the server has
    another clock than the site.
    """
    one, other = (_LOCAL.match(text) for text in (stated, shown))
    if one is None or other is None:
        return False
    apart = abs(datetime.fromisoformat(other[0]) - datetime.fromisoformat(one[0]))
    return timedelta(0) < apart <= timedelta(hours=26) and apart % timedelta(minutes=15) == timedelta(0)


def _text_of(node: Any) -> str:
    return node if isinstance(node, str) else " ".join(node.itertext())


def _taken(text: str, match: str) -> str:
    folded = " ".join(text.split())
    if not match:
        return folded
    found = _compiled(match).search(folded[:MAX_MATCHED])
    if found is None:
        return ""
    return (found[1] if found.re.groups else found[0]) or ""


@lru_cache(maxsize=1024)
def _compiled(expression: str) -> re.Pattern[str]:
    return re.compile(expression)
