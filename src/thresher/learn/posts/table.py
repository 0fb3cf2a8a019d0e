"""The records of thread pages side by side: what stands under each name in each of them."""

import itertools
import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence

from lxml import etree

from thresher.learn.posts.limits import MOST
from thresher.learn.posts.names import names_of, own_names, placed_names
from thresher.learn.posts.own_elements import own_elements
from thresher.learn.posts.own_text import OwnText
from thresher.learn.posts.rows import Behind, names_behind
from thresher.pattern import parse

MAX_ALIKE = 12
"""Elements of one name in a record that are told apart by what they stand in; more are a list."""

_CLASS = re.compile(r"[a-z][a-z0-9]*(\[@class~='[^']+'\])")
_TABULAR = frozenset({"table", "tbody", "tr", "td", "th"})
_CELLS = frozenset({"td", "th"})
_BOXES = frozenset({"div", "span", "p"})
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
        self.shared: set[str] = set()
        """Names that several elements of one record have."""
        self._true: dict[str, bool] = {}
        all_records = frozenset(records)
        for number, record in enumerate(records):
            self._add(number, _named(record, all_records))
        for number, some in enumerate(further):
            self._add(number, names_behind(some))
        self._own = OwnText([*records, *(row for some in further for _, row in some)])
        enough = MOST * len(self.records)
        self.common = {name: column for name, column in self.columns.items() if len(column) >= enough}
        self.by_class = {name: some for name, some in _by_class(self.columns).items() if len(some) >= enough}
        """The same for classes, whatever has them."""

    def _add(self, number: int, named: Iterator[tuple[str, etree._Element]]) -> None:
        for name, element in named:
            if self.columns[name].setdefault(number, element) is not element:
                self.shared.add(name)

    def is_true(self, name: str) -> bool:
        """Whether a name selects first, in nearly all records, what stands under it: something else may fit it, too."""
        if name not in self._true:
            pattern, column = parse(name), self.by_class.get(name) or self.columns[name]
            right = sum(pattern.first(self.records[number]) is element for number, element in column.items())
            self._true[name] = right >= MOST * len(column)
        return self._true[name]

    def own_characters(self, element: etree._Element) -> int:
        """Characters that only this record has, less those that others have too: titles, buttons, signatures."""
        return self._own.characters(element)


def _by_class(columns: Mapping[str, dict[int, etree._Element]]) -> dict[str, dict[int, etree._Element]]:
    """What has one class on elements of several kinds: links to members, and names of guests that lead nowhere."""
    alike: defaultdict[str, list[dict[int, etree._Element]]] = defaultdict(list)
    for name, column in columns.items():
        if found := _CLASS.fullmatch(name):
            alike[found[1]].append(column)
    return {
        f"*{token}": {number: element for column in reversed(some) for number, element in column.items()}
        for token, some in alike.items()
        if len(some) > 1
    }


def _named(record: etree._Element, records: Collection[etree._Element]) -> Iterator[tuple[str, etree._Element]]:
    """What stands in a record, with its names; not what stands in other `records` in it."""
    alike: defaultdict[str, list[etree._Element]] = defaultdict(list)
    for element in itertools.islice(own_elements(record, records), 1, None):
        placed = placed_names(element)
        for name in (*names_of(element, record), *placed, *_told_by_parent(element, record)):
            yield name, element
        around = [
            f"{outer}/{name}"
            for name in (*placed, *_first_of_tag(element, placed))
            for outer in _placed_around(element, record)
        ]
        yield from ((name, element) for name in (*around, *_said_link(element, record), *_way_to(element, record)))
        # A box further in may have the same place in another.
        for name, outer in (*((name, element) for name in placed), *((name, element.getparent()) for name in around)):
            if outer is not None and outer.getparent() is record:
                yield f"/{name}", element
        for name in own_names(element)[:1]:
            alike[name].append(element)
    for name, elements in alike.items():
        yield from _told_by_box(name, elements, record)


def _first_of_tag(element: etree._Element, placed: Sequence[str]) -> list[str]:
    """The tag of what has no name and is the first of its tag in its box: others may come behind it, such as a
    signature, and its place is told only in the posts that have them.
    """
    is_first = not placed or placed[0].endswith("[1]")
    return [str(element.tag)] if is_first and not own_names(element) else []


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


def _way_to(element: etree._Element, record: etree._Element) -> list[str]:
    """The way from a record to a cell in it, where both are tables, or to what stands right in one and says nothing of
    itself: rows have no names, and stripes have two.
    """
    return _way(element, record) if element.tag in _CELLS or not own_names(element) else []


def _way(element: etree._Element, record: etree._Element) -> list[str]:
    """The steps from a record to a cell, or to what stands right in one, if all between are parts of tables."""
    above = element.getparent()
    if element.tag not in _CELLS and (above is None or above.tag not in _CELLS or element.tag not in _BOXES):
        return []
    steps: list[str] = []
    for one in (element, *element.iterancestors()):
        if one is record:
            return [f"xpath:{'/'.join(reversed(steps))}"] if len(steps) > 1 else []
        if one is not element and one.tag not in _TABULAR:
            break
        steps.append(f"{one.tag}[{1 + sum(1 for _ in one.itersiblings(str(one.tag), preceding=True))}]")
    return []


def _told_by_parent(element: etree._Element, record: etree._Element) -> Iterator[str]:
    """A name for what has none, and what it stands in has none either: `td/small`."""
    above = element.getparent()
    if above is not None and above is not record and not own_names(element) and not own_names(above):
        yield f"{above.tag}/{element.tag}"


def _told_by_box(
    name: str, elements: Sequence[etree._Element], record: etree._Element
) -> Iterator[tuple[str, etree._Element]]:
    """Names for those of one name behind the first: the first of them in a box that says something of itself, or the
    way to it where no box does.
    """
    met: set[str] = set()
    for number, element in enumerate(elements[:MAX_ALIKE]):
        boxes = [f"{box}//{name}" for box in _boxes(element, record)]
        if number and boxes and boxes[0] not in met:
            yield boxes[0], element
        elif number and not boxes:
            yield from ((way, element) for way in _way(element, record))
        met.update(boxes)


def _boxes(element: etree._Element, record: etree._Element) -> list[str]:
    """Names of the elements around another, inside its record, the nearest first."""
    around = itertools.takewhile(lambda above: above is not record, element.iterancestors())
    return [name for above in around for name in own_names(above)[:1]]
