"""Records of posts → where it shows what each of them answers, though they stand side by side.

Rows of a conversation are set in as far as they are deep: by a margin, by a class with a number, by an empty cell or
picture that is as wide, or by what programs are told (`aria-level`). Nothing else on a page goes up by one step at
most, from one post to the next, and down by any. Others have a link to what they answer, by its id.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, pairwise, takewhile

from lxml import etree

from thresher.learn.posts.own_elements import own_elements
from thresher.learn.posts.rows import Behind
from thresher.learn.posts.table import Table

MAX_ELEMENTS = 12
"""Of a post that are looked at, its first ones: what sets it in stands before all else."""
_INDENT = r"(?:margin|padding|left|inset)[a-z-]*\s*:\s*(-?[0-9]+(?:\.[0-9]+)?)"
_STYLE = re.compile(_INDENT)
_NUMBERED = re.compile(r"([A-Za-z][A-Za-z_-]*)([0-9]+)")
_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")
_VALUES = ("width", "indent", "data-depth", "data-level", "data-indent", "aria-level", "colspan")
_FIRST_NUMBER = "^([0-9]+)"

Depth = tuple[str, str]
"""A pattern, and the expression that takes the number from what stands there."""


def find_depth(table: Table) -> Depth:
    """Where records say how deep they are; both empty if nothing does."""
    columns: defaultdict[Depth, dict[int, float]] = defaultdict(dict)
    climb = _climb(table)
    posts = frozenset(table.records)
    for number, record in enumerate(table.records):
        for prefix, box in _boxes(record, climb, table.further[number] if table.further else []):
            for depth, value in _values(prefix, box, posts):
                columns[depth].setdefault(number, value)
    whole = {depth: column for depth, column in columns.items() if len(column) == len(table.records)}
    return next((depth for depth, column in whole.items() if _are_depths(column, table.homes)), ("", ""))


def _climb(table: Table) -> int:
    """How many elements around a record hold it and no other, on pages that have several."""
    counts = Counter(above for record in table.records for above in record.iterancestors())
    homes = Counter(table.homes)
    alone = [
        sum(1 for _ in takewhile(lambda above: counts[above] == 1, record.iterancestors()))
        for record, home in zip(table.records, table.homes, strict=True)
        if homes[home] > 1
    ]
    return min(alone, default=0)


def _boxes(record: etree._Element, climb: int, further: Behind) -> Iterator[tuple[str, etree._Element]]:
    """A record, what is around it alone, and what follows its line; each with how patterns begin there."""
    yield "", record
    around = list(islice(record.iterancestors(), climb))
    if around:
        yield f"xpath:ancestor::*[{len(around)}]", around[-1]
    yield from ((f"xpath:following-sibling::*[{place}]", row) for place, row in further)


def _are_depths(column: Mapping[int, float], homes: Sequence[int]) -> bool:
    """Whether numbers begin with the least on each page, and go up from one to the next by one step at most; two that
    take turns are stripes.
    """
    levels = sorted(set(column.values()))
    step = {value: level for level, value in enumerate(levels)}
    pages: defaultdict[int, list[int]] = defaultdict(list)
    for number, value in column.items():
        pages[homes[number]].append(step[value])
    rises = [(one, other) for some in pages.values() for one, other in pairwise(some)]
    is_rising = any(other > one for one, other in rises) and any(other < one for one, other in rises)
    is_striped = len(levels) == 2 and all(one != other for one, other in rises)
    are_steps = all(not some[0] for some in pages.values()) and all(b <= a + 1 for a, b in rises)
    return is_rising and not is_striped and are_steps


def _values(prefix: str, box: etree._Element, records: frozenset[etree._Element]) -> Iterator[tuple[Depth, float]]:
    """Numbers in a box that may say how deep a post is."""
    for place, element in enumerate(islice(own_elements(box, records - {box}), MAX_ELEMENTS)):
        for name, match, value in _numbers(element):
            yield (_path(prefix, str(element.tag), name, is_box=not place), match), float(value)


def _path(prefix: str, tag: str, attribute: str, *, is_box: bool) -> str:
    """The pattern for an attribute of a box, or of the first element of a tag in it."""
    if is_box:
        return f"{prefix}/@{attribute}"
    return f"{prefix}/descendant::{tag}/@{attribute}" if prefix else f"{tag}/@{attribute}"


def _numbers(element: etree._Element) -> Iterator[tuple[str, str, str]]:
    """The numbers in attributes of an element: the attribute, the expression that takes the number, the number."""
    if found := _STYLE.search(element.get("style") or ""):
        yield "style", _INDENT, found[1]
    for word in (element.get("class") or "").split():
        if numbered := _NUMBERED.fullmatch(word):
            yield "class", rf"(?:^|\s){numbered[1]}([0-9]+)(?:\s|$)", numbered[2]
    for name in _VALUES:
        if value := _NUMBER.match(element.get(name) or ""):
            yield name, _FIRST_NUMBER, value[0]


def find_answered(table: Table) -> str:
    """The links in records that lead to the ids of others before them: a pattern for their addresses; empty if none."""
    others = frozenset(table.records)
    known: defaultdict[int, set[str]] = defaultdict(set)
    right: defaultdict[str, int] = defaultdict(int)
    wrong: defaultdict[str, int] = defaultdict(int)
    for record, home in zip(table.records, table.homes, strict=True):
        for link in (one for one in own_elements(record, others) if one.tag == "a"):
            words = " ".join(map(str, link.itertext())).strip()
            target = (link.get("href") or "").rpartition("#")[2] if "#" in (link.get("href") or "") else ""
            if target and words and "'" not in words and not any(map(str.isdigit, words)):
                (right if target in known[home] else wrong)[words] += 1
        known[home].add(record.get("id") or "")
    best = max(right, key=lambda words: right[words], default="")
    is_told = bool(best) and right[best] > 1 and not wrong[best]
    return f"a[contains(., '{best}')][contains(@href, '#')]/@href" if is_told else ""
