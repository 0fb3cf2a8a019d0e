"""The date of a page whose address names a day: `/2020/06/18/a-late-ferry/`.

Themes show dates of other things, and some none of the post's own. A date that the page states for machines is the
page's, even if it was published later than its address was made; one in words may be anything's.
"""

from collections.abc import Callable, Collection, Iterable
from datetime import date, timedelta
from typing import Any

from thresher.extract.fields import Find, elements_by, moment_of
from thresher.extract.inventory import Finder
from thresher.knowledge import Extraction, Field
from thresher.pattern import Pattern

MAX_PARTS = 50
"""Whose dates are looked at: where a page's date is that of a part, it is that of one of the first."""
_DAY = len("2026-11-17")


def is_of_day(published: str, day: str) -> bool:
    """Whether a date may be of `day`, in some zone of time; also where one of the two is not known to the day."""
    if len(published) < _DAY or len(day) != _DAY:
        return True
    return abs(date.fromisoformat(published[:_DAY]) - date.fromisoformat(day)) <= timedelta(days=1)


def own_date(
    published: str, day: str, field: Field | None, find: Find, read: Callable[[str], str], of_parts: Collection[str]
) -> str:
    """`published`, which is not of `day`, if the page states it for machines and it is not the date of one of the
    parts of the page, a comment; else `day`.
    """
    is_own = published not in of_parts and moment_of(field, _stated(find), read) == published
    return published if is_own else day


def dates_of_parts(rules: Iterable[Extraction], finder: Finder, read: Callable[[str], str]) -> set[str]:
    """When the parts of a page, such as comments, were written."""
    return {
        moment_of(rule.fields.get("published"), finder.within(element), read)
        for rule in rules
        for element in elements_by(rule.each, finder.on_page)[:MAX_PARTS]
    }


def _stated(find: Find) -> Find:
    """Only attributes, and elements with a date in one."""

    def found(pattern: Pattern) -> list[Any]:
        return [node for node in find(pattern) if isinstance(node, str) or node.get("datetime")]

    return found
