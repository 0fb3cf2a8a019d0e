"""Texts spread over several elements beside each other: paragraphs, or what stands before and behind a quote."""

import re
from collections.abc import Sequence

from lxml import etree

from thresher.learn.names import string_of
from thresher.pattern import parse

LEAST_SPREAD = 2
"""Posts whose text is in several elements; one may be an accident."""
_CLASS = re.compile(r"([a-z][a-z0-9]*)\[@class~='([\w:.-]+)'\]")


def gathered(records: Sequence[etree._Element], text: str, asides: Sequence[dict[int, etree._Element]]) -> str:
    """A pattern for the element around the parts of each text, where several records have more than one part; `text`,
    the pattern of a part, if they have not, or if what is around them holds one of the `asides` (the date, the author).
    """
    if text.startswith("xpath:"):
        return text
    parts = [_parts(record, text) for record in records]
    if sum(any(map(_says_something, some[1:])) for some in parts) < LEAST_SPREAD:
        return text
    for number, some in enumerate(parts):
        around = some[0].getparent() if some else None
        held = [aside[number] for aside in asides if number in aside]
        if around is not None and any(around is records[number] or around in one.iterancestors() for one in held):
            return text
    # What stands beside the text of most posts, such as a title, is no part of it; a signature stands beside some.
    alone = [some[0] for some in parts if len(some) == 1]
    if 2 * sum(_has_company(one) for one in alone) > len(alone):
        return text
    wider = _around(text)
    return (
        wider
        if wider and all(_is_around(wider, record, some) for record, some in zip(records, parts, strict=True))
        else text
    )


def _parts(record: etree._Element, text: str) -> list[etree._Element]:
    """What a pattern selects in a record, as far as it stands beside the first of them."""
    found = [one for one in parse(text).select(record) if not isinstance(one, str)]
    return [one for one in found if one.getparent() is found[0].getparent()]


def _has_company(element: etree._Element) -> bool:
    """Whether the element around this one says more than it does."""
    around = element.getparent()
    return around is not None and string_of(around) != string_of(element)


def _says_something(element: etree._Element) -> bool:
    return any(str(piece).strip() for piece in element.itertext())


def _around(text: str) -> str:
    """The pattern for the parent of what `text` selects."""
    outer, mark, _ = text.rpartition("/")
    if mark:
        return outer if "[" in outer else ""
    found = _CLASS.fullmatch(text)
    test = f"{found[1]}[contains(concat(' ', normalize-space(@class), ' '), ' {found[2]} ')]" if found else ""
    return f"xpath:descendant::*[{test}]" if test else ""


def _is_around(wider: str, record: etree._Element, parts: Sequence[etree._Element]) -> bool:
    """Whether a pattern selects first what is around the parts of a record."""
    return not parts or parse(wider).first(record) is parts[0].getparent()
