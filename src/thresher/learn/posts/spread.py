"""Texts spread over several elements beside each other: paragraphs, or what stands before and behind a quote."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from lxml import etree

from thresher.learn.posts.bare import SELF
from thresher.learn.posts.limits import MOST
from thresher.learn.posts.names import own_names, string_of
from thresher.learn.posts.own_elements import own_elements
from thresher.pattern import parse

LEAST_SPREAD = 2
"""Posts whose text is in several elements; one may be an accident."""
_TAG = re.compile(r"[a-z][a-z0-9]*")
_CLASS = re.compile(r"([a-z][a-z0-9]*)\[@class~='([\w:.-]+)'\]")


@dataclass(frozen=True, slots=True)
class Spread:
    """Where a text stands, and what stands there that is no part of it."""

    text: str
    without: tuple[str, ...] = ()


def gathered(
    records: Sequence[etree._Element],
    text: str,
    dates: dict[int, etree._Element],
    authors: dict[int, etree._Element],
    own: Callable[[etree._Element], int],
) -> Spread:
    """A pattern for the element around the parts of each text, where several records have more than one part; `text`,
    the pattern of a part, if they have not. What is around them may hold the dates and the authors, too. `own` counts
    the characters in an element that no other record has.
    """
    posts, asides = frozenset(records), (dates, authors)
    parts = [_parts(record, text, posts) for record in records] if not text.startswith("xpath:") else []
    held = {element for aside in asides for element in aside.values()}
    # Where classes only say how something looks, the line with the date may have that of the text.
    parts = [[*some[:1], *(one for one in some[1:] if held.isdisjoint(one.iter(etree.Element)))] for some in parts]
    is_spread = sum(any(map(_says_something, some[1:])) for some in parts) >= LEAST_SPREAD
    if not is_spread or _are_signatures(parts, authors):
        return Spread(text)
    if _hold_asides(records, parts, asides):
        return _beside_asides(records, text, parts, asides, own)
    # What stands beside the text of most posts, such as a title, is no part of it; a signature stands beside some.
    alone = [some[0] for some in parts if len(some) == 1]
    if 2 * sum(_has_company(one) for one in alone) > len(alone):
        return Spread(text)
    boxes = [some[0].getparent() for some in parts if some]
    return Spread(_wider(text, boxes, records, parts) or text)


def _are_signatures(parts: Sequence[Sequence[etree._Element]], authors: dict[int, etree._Element]) -> bool:
    """Whether what stands behind the first parts is the same in whatever one author wrote."""
    said: defaultdict[str, list[str]] = defaultdict(list)
    for number, some in enumerate(parts):
        if number in authors and (rest := " ".join(map(string_of, some[1:])).strip()):
            said[string_of(authors[number])].append(rest)
    several = [rests for rests in said.values() if len(rests) > 1]
    repeated = sum(len(rests) - len(set(rests)) for rests in several)
    # The first of somebody's posts repeats nothing.
    return repeated >= LEAST_SPREAD and repeated >= MOST * sum(len(rests) - 1 for rests in several)


def _hold_asides(
    records: Sequence[etree._Element],
    parts: Sequence[Sequence[etree._Element]],
    asides: Sequence[dict[int, etree._Element]],
) -> bool:
    """Whether the element around the parts of a text is the record, or has the date or the author in it."""
    for number, some in enumerate(parts):
        around = some[0].getparent() if some else None
        held = [aside[number] for aside in asides if number in aside]
        if around is not None and any(around is records[number] or around in one.iterancestors() for one in held):
            return True
    return False


def _beside_asides(
    records: Sequence[etree._Element],
    text: str,
    parts: Sequence[Sequence[etree._Element]],
    asides: Sequence[dict[int, etree._Element]],
    own: Callable[[etree._Element], int],
) -> Spread:
    """The box of author, date and text, without what nearly all boxes have in it that is no part of the text."""
    boxes = [some[0].getparent() for some in parts if some]
    held = {one for aside in asides for one in aside.values()}
    columns: defaultdict[str, list[etree._Element]] = defaultdict(list)
    posts = set(records)
    for child in (child for box in boxes if box is not None for child in box.iterchildren(etree.Element)):
        if child in posts:
            continue
        columns[next(iter(own_names(child)), str(child.tag))].append(child)
    # Right in the box: a link in it is no part of the text, one in a paragraph is.
    others = tuple(
        f"/{name}"
        for name, column in columns.items()
        if len(column) >= MOST * len(boxes) and (_hold(column, held) or sum(map(own, column)) <= 0)
    )
    is_record = all(one.getparent() is record for record, some in zip(records, parts, strict=True) for one in some[:1])
    wider = SELF if is_record else _wider(text, boxes, records, parts)
    bare = sum(_has_bare_text(box) for box in boxes if box is not None)
    if not wider or not others or 2 * bare > len(boxes):
        return Spread(text)
    return Spread(wider, others)


def _hold(column: Sequence[etree._Element], held: Collection[etree._Element]) -> bool:
    """Whether most elements of a column are, or hold, the author or the date."""
    return 2 * sum(any(one in held for one in element.iter(etree.Element)) for element in column) > len(column)


def _has_bare_text(box: etree._Element) -> bool:
    """Whether something is said right in the box, in no element of its own."""
    return any((text or "").strip() for text in (box.text, *(child.tail for child in box)))


def _parts(record: etree._Element, text: str, records: Collection[etree._Element]) -> list[etree._Element]:
    """What a pattern selects in a record and in no other of the `records`, as far as it stands beside the first."""
    own = set(own_elements(record, records))
    found = [one for one in parse(text).select(record) if not isinstance(one, str) and one in own]
    return [one for one in found if one.getparent() is found[0].getparent()]


def _has_company(element: etree._Element) -> bool:
    """Whether the element around this one says more than it does."""
    around = element.getparent()
    return around is not None and string_of(around) != string_of(element)


def _says_something(element: etree._Element) -> bool:
    return any(str(piece).strip() for piece in element.itertext())


def _wider(
    text: str,
    boxes: Sequence[etree._Element | None],
    records: Sequence[etree._Element],
    parts: Sequence[Sequence[etree._Element]],
) -> str:
    """A pattern for the `boxes` around the parts of texts; empty if none selects them."""
    called = Counter(name for box in boxes if box is not None for name in own_names(box))
    plain = f"xpath:descendant::*[{text}]" if _TAG.fullmatch(text) else ""
    names = (_around(text), *(name for name, _ in called.most_common(1)), plain)
    return next((name for name in names if name and _are_around(name, records, parts)), "")


def _around(text: str) -> str:
    """The pattern for the parent of what `text` selects."""
    outer, mark, _ = text.rpartition("/")
    if mark:
        return outer if "[" in outer else ""
    found = _CLASS.fullmatch(text)
    test = f"{found[1]}[contains(concat(' ', normalize-space(@class), ' '), ' {found[2]} ')]" if found else ""
    return f"xpath:descendant::*[{test}]" if test else ""


def _are_around(wider: str, records: Sequence[etree._Element], parts: Sequence[Sequence[etree._Element]]) -> bool:
    """Whether a pattern selects first what is around the parts of each record."""
    pattern = parse(wider)
    pairs = [(record, some[0]) for record, some in zip(records, parts, strict=True) if some]
    return all(pattern.first(record) is part.getparent() for record, part in pairs)
