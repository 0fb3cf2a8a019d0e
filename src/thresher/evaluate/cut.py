"""A shipped type cut down to what some pages need: what somebody would have written who knew nothing else.

To see what mending is worth, knowledge must be lacking: the shipped types know many templates.
"""

import copy
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import yaml

from thresher.evaluate.adaptation_pages import KnownLevel, read_by
from thresher.knowledge import ApplicationType, KnowledgeBase
from thresher.knowledge.build import build_type
from thresher.model import WebObject
from thresher.page import VirtualDocument
from thresher.pattern import parse

MOST_PAGES = 6
"""Pages of each kind that the type must still read as before."""

Said = tuple[tuple[str, ...], ...]


def alone(base: KnowledgeBase, name: str) -> dict[str, Any]:
    """A type as a file that extends nothing: what it says itself, not what its whole category has in common."""
    data = copy.deepcopy(base.merged(name))
    levels: Any = data["levels"]
    own = [level for level in levels if not level.get("weak") or not level.get("extract")]
    data["levels"] = [{part: value for part, value in level.items() if part != "weak"} for level in own]
    data.pop("extends", None)
    return data


def cut_down(base: KnowledgeBase, known: Sequence[KnownLevel]) -> dict[str, Any]:
    """The type of some kinds of pages without every pattern that they can be read without. Addresses stay."""
    name = known[0].application.name
    data = alone(base, name)
    pages = [(level, one) for level in known for one in level.pages[:MOST_PAGES]]
    documents = [VirtualDocument.of(one.page, one.capture) for _, one in pages]
    data["detect"] = [text for text in _texts(data["detect"]) if any(map(parse(text).matches, documents))][:1]

    def told() -> list[Said] | None:
        try:
            application = _built(data, name)
            return [_said(read_by(application, level.root, one.page, one.capture)) for level, one in pages]
        except Exception:  # a type that is no longer whole: what was taken from it was needed
            return None

    before = told()
    for some in _lists(data):
        for place in reversed(range(len(some))):
            taken = some.pop(place)
            # What leads from page to page stays.
            if _is_way(taken) or told() != before:
                some.insert(place, taken)
    for level in data["levels"]:
        for rule in level.get("extract", []):
            rule["fields"] = {field: places for field, places in rule["fields"].items() if places}
        level["extract"] = [rule for rule in level.get("extract", []) if rule["fields"]]
    return data


def _is_way(one: Any) -> bool:
    return isinstance(one, dict) and "kind" in one and not one.get("extract")


def _built(data: dict[str, Any], name: str) -> ApplicationType:
    return build_type(data, (name,))


def _lists(data: dict[str, Any]) -> Iterator[list[Any]]:
    """All lists of patterns by which pages are read, whole layouts first."""
    yield data["levels"]
    for level in (level for level in data["levels"] if level.get("extract")):
        level["detect"] = _texts(level["detect"])
        yield level["detect"]
        for rule in level["extract"]:
            if "each" in rule:
                rule["each"] = _texts(rule["each"])
                yield rule["each"]
            for field, places in rule["fields"].items():
                rule["fields"][field] = places if isinstance(places, list) else [places]
                yield rule["fields"][field]


def _texts(some: Any) -> list[str]:
    return list(some) if isinstance(some, list) else [some]


def _said(objects: Sequence[WebObject]) -> Said:
    return tuple((one.type.value, one.id, one.title, one.author, one.published, one.text) for one in objects)


def write_type(data: dict[str, Any], folder: Path) -> str:
    """Put a type into a folder of its own, for `--kb`; the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    text = yaml.safe_dump(data, sort_keys=False, allow_unicode=True)
    (folder / f"{data['type']}.yaml").write_text(text, encoding="utf-8")
    return str(folder)
