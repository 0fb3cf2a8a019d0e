"""Where a type's patterns look on the pages of a template: what to change so that it matters."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from lxml import etree

from thresher.knowledge import Extraction, Level
from thresher.knowledge import Field as Where
from thresher.pattern import Kind, Path, Pattern

LONGEST_LINE = 12
"""Words of a line with a date; more of them is not a line of its own."""
NOW = datetime(2030, 1, 1, tzinfo=UTC)
"""What relative dates count from; who rewrites those gets dates that are not on the page, and they do not count."""
FIELDS = ("author", "published", "text", "title")
_WORD = re.compile(r"'([\w-]+)'")

Element = etree._Element


@dataclass(frozen=True, slots=True)
class Record:
    """The element that holds an object, and those in which its fields stand, as far as they are on the page's body."""

    element: Element
    fields: dict[str, Element]


@dataclass(frozen=True, slots=True)
class Template:
    """Pages of one template, to be changed alike."""

    pages: list[Element]
    records: list[Record]
    """Of all pages; elements stay the same whatever is changed around them."""
    names: frozenset[str]
    """Classes, ids and the like that patterns of the level ask for."""
    done: list[str] = field(default_factory=list)

    def elements(self) -> Iterator[Element]:
        """All elements of all pages, as they are when this is asked."""
        for page in self.pages:
            yield from elements_of(page)

    def classes(self) -> list[str]:
        """Classes that patterns ask for and pages have; if there are none, all that are on every page."""
        used = {name for one in self.elements() for name in classes_of(one)} & self.names
        return sorted(used or self.common_classes())

    def common_classes(self) -> set[str]:
        """Classes that are on every page: those of the template, not of single posts."""
        return set.intersection(
            *({name for one in elements_of(page) for name in classes_of(one)} for page in self.pages)
        )

    def is_on_all(self, elements: Iterable[Element]) -> bool:
        """Whether every page has some of these elements."""
        return {one.getroottree().getroot() for one in elements} == set(self.pages)

    def holders(self, name: str) -> list[Element]:
        """Where a field stands."""
        return [record.fields[name] for record in self.records if name in record.fields]


def elements_of(page: Element) -> list[Element]:
    """All elements, without comments."""
    return [one for one in page.iter() if isinstance(one.tag, str)]


def classes_of(element: Element) -> list[str]:
    return (element.get("class") or "").split()


def template_of(level: Level, pages: Sequence[Element]) -> Template:
    """The pages as a template; they are changed in place."""
    records = [record for page in pages for rule in level.extract for record in _records(rule, page)]
    return Template(list(pages), records, frozenset(_WORD.findall(" ".join(map(str, _patterns(level))))))


def _patterns(level: Level) -> Iterator[Pattern]:
    yield from level.detect
    for rule in level.extract:
        yield from (*rule.each, *rule.without)
        yield from (place.at for one in rule.fields.values() for place in one.places)


def _records(rule: Extraction, page: Element) -> Iterator[Record]:
    body = page.find("body")
    if not rule.each:
        yield Record(body if body is not None else page, _fields(rule, page))
        return
    for pattern in rule.each:
        if found := [one for one in pattern.select(page) if not isinstance(one, str)]:
            yield from (Record(one, _fields(rule, one)) for one in found)
            return


def _fields(rule: Extraction, record: Element) -> dict[str, Element]:
    found = {name: _holder(rule.fields[name], record) for name in FIELDS if name in rule.fields}
    return {name: one for name, one in found.items() if one is not None}


def _holder(where: Where, record: Element) -> Element | None:
    """The element of the body that the first place which finds one finds, or whose attribute it finds."""
    for place in where.places:
        node = holding(place.at).first(record)
        if node is not None and not isinstance(node, str) and not _is_in_head(node):
            return node
    return None


def holding(pattern: Pattern) -> Pattern:
    """The pattern of the elements whose attributes or texts a pattern selects."""
    paths = tuple(
        Path(path.steps[:-1]) if len(path.steps) > 1 and path.steps[-1].test.kind is not Kind.ELEMENT else path
        for path in pattern.paths
    )
    return Pattern(paths, pattern.xpath)


def _is_in_head(element: Element) -> bool:
    return element.tag == "head" or any(above.tag == "head" for above in element.iterancestors())
