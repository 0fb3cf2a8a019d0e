"""A page as ground for judging what is found on it: where its own prose is, and where dates stand."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from lxml import etree

from thresher.learn.mending.witness import Witness
from thresher.learn.page_types.outline import Outline, times_in
from thresher.page import BLOCKS, DateHabits, Sheet

LABEL_WORDS = 8
"""A passage of no more words may be a label, a button or a title; one of more is prose."""

_PASSAGES = BLOCKS | {
    "p",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "dt",
    "tr",
    "table",
    "header",
    "pre",
    "figcaption",
    "ul",
    "ol",
}
_ASIDE = frozenset({"nav", "aside", "footer", "form", "select", "button", "a", "head", "label"})
"""What stands in these is no prose of the page: menus, sidebars, titles of other pages."""


@dataclass(frozen=True, slots=True)
class Ground:
    """Sums over the words of a page, so that any element of it is weighed in a step."""

    sheet: Sheet
    habits: DateHabits
    title: str
    """What `<title>` says."""
    template: Collection[tuple[str, ...]]
    """Words of texts that most pages have."""
    _prose: list[int]
    _own: list[int]
    _dates: list[int]

    def prose(self, element: etree._Element) -> int:
        """Words of passages longer than labels that only this page has, and that are not in menus or links."""
        return self._sum(self._prose, element)

    def own(self, element: etree._Element) -> int:
        """Words that not most pages have."""
        return self._sum(self._own, element)

    def dates(self, element: etree._Element) -> int:
        """How many dates stand in an element."""
        return self._sum(self._dates, element)

    @property
    def all_prose(self) -> int:
        return self._prose[-1]

    def _sum(self, sums: list[int], element: etree._Element) -> int:
        number = self.sheet.number_of(element)
        return sums[self.sheet.last[number]] - sums[self.sheet.first[number]] if number >= 0 else 0

    def without(self, elements: Iterable[etree._Element]) -> "Ground":
        """The same where these elements count for nothing: what is known to be something else."""
        prose = [after - before for before, after in zip(self._prose, self._prose[1:], strict=False)]
        for number in (self.sheet.number_of(element) for element in elements):
            if number >= 0:
                first, last = self.sheet.first[number], self.sheet.last[number]
                prose[first:last] = [0] * (last - first)
        return Ground(
            self.sheet, self.habits, self.title, self.template, [0, *accumulate(prose)], self._own, self._dates
        )


def grounds(pages: Sequence[Witness]) -> list[Ground]:
    """The ground of each page; what most pages say word by word is their template."""
    counts: Counter[tuple[str, ...]] = Counter()
    for page in pages:
        sheet = page.sheet
        counts.update({tuple(sheet.words[first:last]) for _, first, last in sheet.leaves})
    template = {words for words, count in counts.items() if count > max(1, len(pages) // 2)}
    return [_ground(page, template) for page in pages]


def _ground(page: Witness, template: set[tuple[str, ...]]) -> Ground:
    sheet = page.sheet
    root = page.page.tree
    language = "" if root is None else root.get("lang") or ""
    habits = DateHabits(page.time, language)
    aside = _inherited(sheet, [element.tag in _ASIDE for element in sheet.elements])
    blocks = _blocks(sheet)
    sizes: Counter[int] = Counter()
    for number, first, last in sheet.leaves:
        sizes[blocks[number]] += 0 if aside[number] else last - first
    prose, own, dates = ([0] * (len(sheet.words) + 1) for _ in range(3))
    for number, first, last in sheet.leaves:
        if tuple(sheet.words[first:last]) in template:
            continue
        own[first:last] = [1] * (last - first)
        if not aside[number] and sizes[blocks[number]] > LABEL_WORDS:
            prose[first:last] = own[first:last]
    for word in _dated(sheet):
        dates[word] = 1
    heading = root.find(".//title") if root is not None else None
    title = " ".join((heading.text or "").split()) if heading is not None else ""
    sums = ([0, *accumulate(some[:-1])] for some in (prose, own, dates))
    return Ground(sheet, habits, title, template, *sums)


def _inherited(sheet: Sheet, marks: list[bool]) -> list[bool]:
    for number, parent in enumerate(sheet.parents):
        marks[number] = marks[number] or (parent >= 0 and marks[parent])
    return marks


def _blocks(sheet: Sheet) -> list[int]:
    """For each element the nearest block around it: a passage with links in it is one passage."""
    found: list[int] = []
    for number, parent in enumerate(sheet.parents):
        found.append(number if parent < 0 or sheet.elements[number].tag in _PASSAGES else found[parent])
    return found


def _dated(sheet: Sheet) -> Iterator[int]:
    """Words at which dates stand."""
    outline = Outline(sheet.root)
    for place, _ in times_in(outline):
        number = sheet.number_of(outline.elements[place])
        if number >= 0 and sheet.first[number] < len(sheet.words):
            yield sheet.first[number]
