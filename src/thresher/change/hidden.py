"""Lists that a page keeps in its scripts, as JSON, for programs to show: items appear and disappear unseen.

A list is two or more objects in a row; an item is told by what names it, so that counters and tokens
beside that do not make it another.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from lxml import etree

from thresher.page import data_in_scripts

MAX_ITEMS = 20_000
MAX_DEPTH = 40

# Numbers of this kind are often made anew for each answer: the title is then what stays.
_TOKEN = re.compile(r"[0-9a-fA-F-]{16,}")

_NAMES = ("id", "@id", "_id", "uuid", "guid", "url", "link", "href", "permalink", "canonicalurl", "slug", "path")
_TITLES = ("title", "headline", "name", "label", "text", "question", "caption")


@dataclass(frozen=True, slots=True)
class HiddenItem:
    """One member of a list."""

    place: str
    """Keys that lead to the list, joined by dots."""
    name: str
    title: str


def hidden_items(root: etree._Element) -> tuple[HiddenItem, ...]:
    """Members of all lists in a page's scripts, in their order, each once. Never raises."""
    found: dict[HiddenItem, None] = {}
    for value in data_in_scripts(root):
        for item in _items(value, "", 0):
            found[item] = None
            if len(found) >= MAX_ITEMS:
                return tuple(found)
    return tuple(found)


def _items(value: Any, place: str, depth: int) -> Iterator[HiddenItem]:
    if depth > MAX_DEPTH:
        return
    if isinstance(value, dict):
        for key, inner in value.items():
            if isinstance(inner, dict | list):
                yield from _items(inner, f"{place}.{key}" if place else str(key), depth + 1)
    elif isinstance(value, list):
        members = [one for one in value if isinstance(one, dict)]
        if len(members) > 1:
            yield from (item for one in members if (item := _item(one, place)))
        for one in value:
            if isinstance(one, dict | list):
                yield from _items(one, place, depth + 1)


def _item(member: dict[str, Any], place: str) -> HiddenItem | None:
    """A member by its name; None if nothing in it names it or says what it is: settings, coordinates, sizes."""
    small = {str(key).lower(): value for key, value in member.items() if isinstance(value, str | int)}
    title = next((str(small[key]) for key in _TITLES if isinstance(small.get(key), str) and small[key]), "")
    name = next((str(small[key]) for key in _NAMES if small.get(key) not in (None, "", True, False)), "")
    if not title and "/" not in name:
        return None
    is_token = bool(title) and _TOKEN.fullmatch(name) is not None
    return HiddenItem(place, title if is_token or not name else name, " ".join(title.split())[:200])
