"""Posts without an element around them: a row with the author and, behind it, one with the text.

The first row stands for the post. What is in the others has names that begin at the first: they follow it, each at its
place. Rows that begin a post are told from the others by what they hold.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice

from lxml import etree

from thresher.learn.page_types.records import Record
from thresher.learn.posts.names import has_stated_date, lasting_tokens

MAX_STEPS = 2
"""From a row down to a part of a post that nothing but its place tells."""
MAX_BEHIND = 4
"""Elements behind the first that may belong to a post."""
_TAG = re.compile(r"[A-Za-z][A-Za-z0-9]*")

Behind = list[tuple[int, etree._Element]]
"""The further elements of a post, each with its place behind the first."""


def behind(record: Record) -> Behind:
    """The elements of a record after its first one."""
    wanted = set(record.elements[1:])
    if not wanted:
        return []
    following = (one for one in record.elements[0].itersiblings() if isinstance(one.tag, str))
    return [(place, one) for place, one in zip(range(1, MAX_BEHIND + 1), following, strict=False) if one in wanted]


def names_behind(some: Behind) -> Iterator[tuple[str, etree._Element]]:
    """What stands in these elements, each with the patterns that name it."""
    for place, row in some:
        cells: Counter[str] = Counter()
        # A row as a whole is more than its text, unless there is nothing in it.
        for element in row.iterdescendants(etree.Element) if len(row) else [row]:
            cells[str(element.tag)] += 1
            is_column = element.tag in ("td", "th") and not _is_told(element)
            columns = [f"{element.tag}[{cells[str(element.tag)]}]"] if is_column else []
            for name in (*columns, *_names(element), *_inside_named(element)):
                yield f"xpath:following-sibling::*[{place}]/descendant-or-self::{name}", element
            if path := _path_in(row, element):
                yield f"xpath:following-sibling::*[{place}]/{path}", element


def _inside_named(element: etree._Element) -> Iterator[str]:
    """What has no class right in an element that has one: a note of an edit may have a date before that of the post."""
    above = element.getparent()
    if above is not None and not lasting_tokens(element) and _TAG.fullmatch(str(element.tag)):
        yield from (f"{name}/{element.tag}" for name in _telling(above)[:1])


def _path_in(row: etree._Element, element: etree._Element) -> str:
    """The places of an element in a row and of the cell around it, if they say nothing of themselves: td[2]/div[1]."""
    steps: list[str] = []
    for one in (element, *element.iterancestors()):
        above = one.getparent()
        if one is row:
            break
        if above is None or len(steps) == MAX_STEPS or _is_told(one) or not _TAG.fullmatch(str(one.tag)):
            return ""
        steps.append(f"{one.tag}[{1 + sum(1 for _ in one.itersiblings(str(one.tag), preceding=True))}]")
    return "/".join(reversed(steps))


def _is_told(element: etree._Element) -> bool:
    """Whether it has a class that what stands beside it has not; cells of a row may all have one."""
    beside = (*element.itersiblings(str(element.tag)), *element.itersiblings(str(element.tag), preceding=True))
    return not set(lasting_tokens(element)) <= {token for one in beside for token in lasting_tokens(one)}


def lead_names(record: Record) -> Iterator[str]:
    """Patterns for the first element of a record that the others do not fit."""
    first = record.elements[0]
    others = [name for other in record.elements[1:] for name in _children(other)]
    if not _TAG.fullmatch(str(first.tag)):
        return
    # The element around the rows, or the one around that: parsers put a tbody between them.
    around = [name for above in islice(first.iterancestors(), 2) for name in _names(above) if "[" in name]
    for name in _children(first):
        if name not in others:
            yield f"xpath://{first.tag}[{name}]"
            yield from (f"xpath://{outer}//{first.tag}[{name}]" for outer in around[:1])


def _children(row: etree._Element) -> list[str]:
    """What a row holds right inside it, how many of these, and what these hold: cells may all be alike."""
    cells = [child for child in row if isinstance(child.tag, str) and _TAG.fullmatch(child.tag)]
    tags = [str(child.tag) for child in cells]
    counts = [f"count({tag})={tags.count(tag)}" for tag in dict.fromkeys(tags)]
    names = [name for child in cells for name in _names(child)]
    inner = [
        f"{child.tag}/{name}" for child in cells for one in child.iterchildren(etree.Element) for name in _telling(one)
    ]
    return list(dict.fromkeys([*names, *counts, *inner]))


def _telling(element: etree._Element) -> list[str]:
    return [name for name in _names(element) if "[" in name]


def _names(element: etree._Element) -> Iterable[str]:
    """XPath tests that fit an element, the more telling first."""
    tag = str(element.tag)
    if not _TAG.fullmatch(tag):
        return
    for token in lasting_tokens(element)[:3]:
        yield f"{tag}[contains(concat(' ', normalize-space(@class), ' '), ' {token} ')]"
    if has_stated_date(element):
        yield f"{tag}[@title]"
    yield tag
