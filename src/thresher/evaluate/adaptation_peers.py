"""Scrapling's adaptive selectors: elements are saved as they were, and found again by likeness where selectors fail.

One selector for the records of a page and one for each field, taken from the patterns of the type that find something
on the first pages. It comes with the extra `peers`; where it is not installed, it is left out.
"""

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path as File
from typing import Any

from thresher.evaluate.adaptation import Adapter
from thresher.evaluate.adaptation_pages import KnownLevel, KnownPage
from thresher.evaluate.adaptation_targets import FIELDS, holding
from thresher.evaluate.peers import HINT
from thresher.knowledge import Extraction
from thresher.model import ObjectType, WebObject
from thresher.page import DateHabits, find_date, pair_dice, words_of
from thresher.pattern import Axis, HasToken, Not, Path, Pattern, Predicate

NAME = "Scrapling"
SAME_TEXT = 0.9
NOBODYS = "none"
"""Id of what was selected and is no object that is known."""
ATTRIBUTES = ("datetime", "content")
"""What of an element is its value, where it has it; else its text."""


def installed_adapters(folder: File) -> tuple[list[Adapter], str]:
    """The programs that can be measured here, and a sentence about those that cannot. `folder` is for their files."""
    if find_spec("scrapling") is None:
        return [], f"{NAME} is not installed and left out; {HINT} brings it."
    return [Scrapling(folder)], ""


@dataclass(frozen=True, slots=True)
class Selectors:
    """How one kind of object is selected."""

    kind: ObjectType
    record: str
    """Empty if the page is the object."""
    fields: dict[str, str]


class Scrapling:
    """See `Adapter`."""

    name = NAME

    def __init__(self, folder: File) -> None:
        self._folder = folder
        self._selectors: list[Selectors] = []
        self._level: KnownLevel | None = None
        self._parser = import_module("scrapling.parser")
        # Importing it sets a level of its own; what it says of single pages would drown the progress.
        logging.getLogger("scrapling").setLevel(logging.CRITICAL + 1)

    def learn(self, known: KnownLevel) -> list[tuple[WebObject, ...]]:
        self._level = known
        found = (_selectors(rule, known.pages) for rule in known.level.extract)
        self._selectors = [one for one in found if one is not None]
        # Every page is visited, as a crawl would; of each selector, what it found last stays saved.
        seen = [tuple(self._objects(one, is_new=False)) for one in known.pages]
        return [tuple(one for one in some if one.id != NOBODYS) for some in seen]

    def read(self, one: KnownPage) -> Sequence[WebObject]:
        return tuple(self._objects(one, is_new=True))

    def _objects(self, one: KnownPage, *, is_new: bool) -> Iterator[WebObject]:
        assert self._level is not None
        page = self._page(one)
        how = {"adaptive": is_new, "auto_save": not is_new}
        for selectors in self._selectors:
            name = f"{self._level.level.label}/{selectors.kind.value}"
            records = [page]
            if selectors.record:
                records = list(page.xpath(selectors.record, f"{name}/each", **how))
                if is_new and len(records) == 1:
                    records += list(records[0].find_similar())
            left = [known for known in one.objects if known.type is selectors.kind]
            for record in records:
                values = {
                    field: _value(record.xpath(selector, f"{name}/{field}", **how))
                    for field, selector in selectors.fields.items()
                }
                if (found := _object(one, selectors, values, left)) is not None:
                    left = [known for known in left if known.id != found.id]
                    yield found

    def _page(self, one: KnownPage) -> Any:
        assert self._level is not None
        file = self._folder / f"{self._level.site}.db"
        return self._parser.Selector(
            one.capture.payload.decode("utf-8", "replace") if one.page.source is None else one.page.source,
            url=one.page.url,
            adaptive=True,
            storage_args={"storage_file": str(file), "url": self._level.root},
        )


def _value(found: Any) -> str:
    for one in found:
        root = one._root  # an element, or the value of an attribute
        if isinstance(root, str):
            return str(root)
        stated = next((root.get(name) for name in ATTRIBUTES if root.get(name)), "")
        text = stated or " ".join(" ".join(map(str, root.itertext())).split())
        if text:
            return text
    return ""


def _object(
    one: KnownPage, selectors: Selectors, values: dict[str, str], left: Sequence[WebObject]
) -> WebObject | None:
    """What was selected as an object: that of the page with the same text, among those that are `left`; None if nothing
    was selected.
    """
    if not any(values.values()):
        return None
    words = words_of(values.get("text", ""))
    twins = (known for known in left if pair_dice(words_of(known.text), words) >= SAME_TEXT)
    chosen = next(iter(left if not selectors.record else twins), None)
    habits = DateHabits(one.capture.time, (one.page.tree.get("lang") if one.page.tree is not None else "") or "")
    return replace(
        one.objects[0],
        type=selectors.kind,
        id=chosen.id if chosen is not None else NOBODYS,
        title=values.get("title", ""),
        author=values.get("author", ""),
        published=find_date(values.get("published", ""), habits),
        text=values.get("text", ""),
    )


def _selectors(rule: Extraction, pages: Sequence[KnownPage]) -> Selectors | None:
    """The first pattern of each field that finds anything in most records; None if no page has such objects."""
    trees = [one.page.tree for one in pages if one.page.tree is not None]
    each = next((pattern for pattern in rule.each if any(map(pattern.matches, trees))), None)
    if rule.each and each is None:
        return None
    records = [each.first(tree) for tree in trees] if each is not None else list(trees)
    places = [record for record in records if record is not None and not isinstance(record, str)]
    fields: dict[str, str] = {}
    for name in (name for name in FIELDS if name in rule.fields):
        patterns = [place.at for place in rule.fields[name].places]
        chosen = next((pattern for pattern in patterns if 2 * sum(map(pattern.matches, places)) > len(places)), None)
        if chosen is not None:
            fields[name] = xpath_of(holding(chosen))
    return Selectors(rule.object, xpath_of(each) if each is not None else "", fields)


def xpath_of(pattern: Pattern) -> str:
    """The pattern as XPath, from a node downwards.

    >>> from thresher.pattern import parse
    >>> xpath_of(parse("div[@class~='post']/@id"))
    ".//div[contains(concat(' ', normalize-space(@class), ' '), ' post ')]/@id"
    """
    return pattern.xpath or " | ".join(map(_path, pattern.paths))


def _path(path: Path) -> str:
    first, *rest = path.steps
    start = "." if first.axis is Axis.CHILD else "./"
    parts = [start + "/" + _step(first)] + [step.axis.value + _step(step) for step in rest]
    return "".join(parts)


def _step(step: Any) -> str:
    return str(step.test) + "".join(f"[{_predicate(one)}]" for one in step.predicates)


def _predicate(one: Predicate) -> str:
    if isinstance(one, Not):
        return f"not({_predicate(one.condition)})"
    if isinstance(one, HasToken):
        return f"contains(concat(' ', normalize-space({one.value}), ' '), ' {one.text} ')"
    return str(one)
