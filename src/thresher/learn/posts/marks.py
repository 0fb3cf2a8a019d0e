"""Numbered marks in posts, which links to them lead to: `<a name="post12">`, or the id of the post or of a part of it.

They are all that old software says of its posts: neither rows nor cells have names, and several rows may be a post.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise, takewhile
from typing import NamedTuple

from lxml import etree

from thresher.learn.page_types.outline import Outline, times_in
from thresher.learn.page_types.records import Region, region_at, region_of_runs
from thresher.learn.posts.limits import MOST

MAX_MARKS = 3
"""Of one element that are looked at; lists in a text may have some as well."""
_NUMBERED = re.compile(r"([A-Za-z_-]*)[0-9]+")
_TAG = re.compile(r"[A-Za-z][A-Za-z0-9]*")


class Mark(NamedTuple):
    """Which attribute is the mark, and what stands before its number."""

    attribute: str
    word: str

    @property
    def test(self) -> str:
        """An XPath test for marks of its kind."""
        return f"starts-with(@{self.attribute}, '{self.word}')" if self.word else f"@{self.attribute} >= 0"


def mark_of(element: etree._Element) -> Mark | None:
    """The mark that an element is, if it is one."""
    for attribute in ("id", "name") if element.tag == "a" else ("id",):
        if found := _NUMBERED.fullmatch(element.get(attribute) or ""):
            return Mark(attribute, found[1])
    return None


def _marks_in(element: etree._Element) -> Iterator[tuple[etree._Element, Mark]]:
    """The first marks in an element, itself included."""
    found = ((one, mark) for one in element.iter(etree.Element) if (mark := mark_of(one)) is not None)
    return islice(found, MAX_MARKS)


def marked_names(element: etree._Element) -> Iterator[str]:
    """Patterns for an element by the marks in it.

    The steps down to the mark are told one by one, so that boxes around or in a post are none.
    """
    for one, mark in _marks_in(element):
        around = [str(above.tag) for above in takewhile(lambda above: above is not element, one.iterancestors())]
        steps = [*reversed(around), str(one.tag)]
        if one is not element and all(map(_TAG.fullmatch, (str(element.tag), *steps))):
            yield f"xpath://{element.tag}[{'/'.join(steps)}[{mark.test}]]"


def cut_at_marks(region: Region) -> Region:
    """The region with records that begin at marked rows, where these are as many and have a date each.

    What only some rows have, such as a link to the author, does not begin posts; nor does what stands above them. Where
    all records are a marked row each, other marked rows are something else: what was done between two posts.
    """
    if all(len(record.elements) == 1 and mark_of(record.elements[0]) for record in region.records):
        return region
    first = region.records[0].elements[0]
    above = first.getparent()
    rows = list(above.iterchildren(etree.Element)) if above is not None else [first]
    known = {record.elements[0] for record in region.records}
    for places in _starts(rows):
        if len(places) >= len(known) - 1 and {rows[place] for place in places} != known:
            return _cut(rows, places) or region
    return region


def _starts(rows: Sequence[etree._Element]) -> list[list[int]]:
    """The places of rows with marks of one kind, for each kind that several have."""
    found: defaultdict[Mark, list[int]] = defaultdict(list)
    for place, row in enumerate(rows):
        # What is behind the first words of a row is in it: remarks are numbered, too.
        for mark in dict.fromkeys(mark for one, mark in _marks_in(row) if not _says_anything_before(one, row)):
            found[mark].append(place)
    return [places for places in found.values() if len(places) > 1]


def _says_anything_before(element: etree._Element, row: etree._Element) -> bool:
    for one in row.iter(etree.Element):
        before = one.getprevious()
        if one is not row and before is not None and (before.tail or "").strip():
            return True
        if one is element:
            return False
        if (one.text or "").strip():
            return True
    return False


def _cut(rows: Sequence[etree._Element], places: Sequence[int]) -> Region | None:
    """Records that begin at some of the rows, none of them longer than is usual; None if the rows have no dates: lines
    with the author and the date may stand before what is marked."""
    outline = Outline(rows[0].getroottree().getroot())
    times = times_in(outline)
    at = {element: place for place, element in enumerate(outline.elements)}
    starts = region_at(outline, [at[rows[place]] for place in places], times)
    if sum(bool(record.times) for record in starts.records) < MOST * len(places):
        return None
    runs = [rows[one:other] for one, other in pairwise((*places, len(rows)))]
    usual = sorted(map(len, runs))[len(runs) // 2]
    return region_of_runs(outline, [[at[row] for row in run[:usual] if row in at] for run in runs], times)
