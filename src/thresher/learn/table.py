"""The records of thread pages side by side: what stands under each name in each of them."""

import itertools
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence

from lxml import etree

from thresher.learn.limits import MOST
from thresher.learn.names import names_of, own_names, placed_names
from thresher.learn.own_elements import own_elements
from thresher.learn.own_text import OwnText
from thresher.learn.rows import Behind, names_behind

MAX_ALIKE = 12
"""Elements of one name in a record that are told apart by what they stand in; more are a list."""

LINK = "a[@href][not(img)]"


class Table:
    """The records, and what stands under each name in each of them: the first element of that name."""

    def __init__(
        self,
        records: Sequence[etree._Element],
        homes: Sequence[int],
        sessions: frozenset[str] = frozenset(),
        further: Sequence[Behind] = (),
    ) -> None:
        """`further` are the elements of each record behind its first."""
        self.sessions = sessions
        """Parameters that are no part of an address."""
        self.records = list(records)
        self.further = further
        self.homes = homes
        """Which page each is from."""
        self.columns: defaultdict[str, dict[int, etree._Element]] = defaultdict(dict)
        all_records = frozenset(records)
        for number, record in enumerate(records):
            for name, element in _named(record, all_records):
                self.columns[name].setdefault(number, element)
        for number, some in enumerate(further):
            for name, element in names_behind(some):
                self.columns[name].setdefault(number, element)
        self._own = OwnText([*records, *(row for some in further for _, row in some)])
        enough = MOST * len(self.records)
        self.common = {name: column for name, column in self.columns.items() if len(column) >= enough}

    def own_characters(self, element: etree._Element) -> int:
        """Characters that only this record has, less those that others have too: titles, buttons, signatures."""
        return self._own.characters(element)


def _named(record: etree._Element, records: Collection[etree._Element]) -> Iterator[tuple[str, etree._Element]]:
    """What stands in a record, with its names; not what stands in other `records` in it."""
    alike: defaultdict[str, list[etree._Element]] = defaultdict(list)
    for element in itertools.islice(own_elements(record, records), 1, None):
        placed = placed_names(element)
        for name in (*names_of(element, record), *placed, *_told_by_parent(element, record)):
            yield name, element
        for name in placed or ([] if own_names(element) else [str(element.tag)]):
            yield from ((f"{outer}/{name}", element) for outer in _placed_around(element, record))
        yield from ((name, element) for name in _said_link(element, record))
        if element.getparent() is record:
            # A box further in may have the same place in another.
            yield from ((f"/{name}", element) for name in placed)
        for name in own_names(element)[:1]:
            alike[name].append(element)
    for name, elements in alike.items():
        yield from _told_by_box(name, elements, record)


def _said_link(element: etree._Element, record: etree._Element) -> list[str]:
    """A name for a link behind others in its box that say nothing: one around a picture of the same person, or a mark
    for links to lead to. It may have a class in some posts alone.
    """
    if element.tag != "a" or not element.get("href") or element.find("img") is not None:
        return []
    above = element.getparent()
    before = above.find("a") if above is not None else None
    return [f"{box}//{LINK}" for box in _boxes(element, record)[:1]] if before is not element else []


def _placed_around(element: etree._Element, record: etree._Element) -> list[str]:
    """The place of what an element stands in, if nothing else tells it: in `td[2]/div[2]`, that of the cell."""
    above = element.getparent()
    return [] if above is None or above is record or own_names(above) else placed_names(above)


def _told_by_parent(element: etree._Element, record: etree._Element) -> Iterator[str]:
    """A name for what has none, and what it stands in has none either: `td/small`."""
    above = element.getparent()
    if above is not None and above is not record and not own_names(element) and not own_names(above):
        yield f"{above.tag}/{element.tag}"


def _told_by_box(
    name: str, elements: Sequence[etree._Element], record: etree._Element
) -> Iterator[tuple[str, etree._Element]]:
    """Names for those of one name behind the first: the first of them in a box that says something of itself."""
    met: set[str] = set()
    for number, element in enumerate(elements[:MAX_ALIKE]):
        boxes = [f"{box}//{name}" for box in _boxes(element, record)]
        if number and boxes and boxes[0] not in met:
            yield boxes[0], element
        met.update(boxes)


def _boxes(element: etree._Element, record: etree._Element) -> list[str]:
    """Names of the elements around another, inside its record, the nearest first."""
    around = itertools.takewhile(lambda above: above is not record, element.iterancestors())
    return [name for above in around for name in own_names(above)[:1]]
