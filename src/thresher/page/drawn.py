"""What a page was drawn from: records in the data of its scripts, found by what of them stands on the page.

Software that draws its pages in the browser sends what there is to draw as JSON, and beside it often only the words: no
dates, no numbers. A record is an object of that data; a text is known by its letters, a row of a list by its address.
"""

import re
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any
from urllib.parse import urlsplit

from lxml import etree

from thresher.page.passages import text_of_fragment
from thresher.page.script_data import data_in_scripts

MAX_RECORDS = 20_000
MAX_TEXTS = 20_000
"""Texts of records that are compared: markup in each of them is parsed."""
MAX_DEPTH = 40
END = 80
"""Letters at the beginning or the end of a text by which it is told, where the page shows less or more of it."""
MAX_NAME = 300
"""Characters of what may name an address."""

_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_MADE = frozenset({"created", "published", "posted", "sent", "written", "submitted"})
_WHEN = frozenset({"date", "time", "timestamp", "at", "on", "datetime", "iso", "utc", "epoch"})
_LATER = frozenset(
    {"last", "latest", "edited", "edit", "updated", "update", "modified", "changed", "deleted", "hidden", "closed",
     "joined", "join", "seen", "read", "expires", "expiry", "end", "ends", "until", "bumped", "locked", "now",
     "start", "starts", "begin", "begins", "due", "birth", "reading", "duration", "login", "active", "activity",
     "visited", "accessed", "fetched", "cached", "generated", "rendered", "server"}
)  # fmt: skip
"""Words in the names of times at which something other than its making happened."""
_ADDRESSES = frozenset({"id", "url", "uri", "link", "href", "permalink", "slug", "path", "guid"})
_CALLS = _ADDRESSES | {
    "name", "username", "nick", "nickname", "login", "user", "author", "title", "headline", "status", "state", "type",
    "kind", "role", "tag", "category", "label", "language", "lang", "locale", "format", "icon", "color", "image",
    "avatar",
}  # fmt: skip
"""Last words of the names of what calls a thing or a person something: `contentType` is no text that somebody wrote,
though a post may say no more than `comment`.
"""
_SIGNS = re.compile(r"\W+")


@dataclass(frozen=True, slots=True)
class Record:
    """An object of the data."""

    texts: tuple[str, ...]
    names: tuple[str, ...]
    """What may be its address, or a part of that."""
    times: tuple[tuple[str, str], ...]
    """When something happened, by its name: as written, or in seconds."""
    numbers: frozenset[int]
    key: str = ""
    """What the software calls it, where it is told apart by that from all others of its kind (JSON:API)."""

    @property
    def made(self) -> str:
        """When it was written; empty if no name says so."""
        fit = [(words, time) for name, time in self.times if not (words := _words(name)) & _LATER]
        return next((time for _, time in sorted(fit, key=lambda one: not one[0] & _MADE)), "")

    @property
    def is_silent(self) -> bool:
        """Whether it says nothing of what happened since it was made."""
        return not any(_words(name) & _LATER for name, _ in self.times)


class DrawnFrom:
    """The records of a page. Nothing is read before the first question."""

    def __init__(self, root: etree._Element | None) -> None:
        self._root = root
        self._writers: dict[Record, str] = {}

    def text(self, text: str, author: str = "") -> Record | None:
        """The record that a text of an author on the page is from. Like texts are those of their records in turn; none
        is of two authors.
        """
        record = self._told(_letters(text))
        return record if record is not None and self._writers.setdefault(record, author) == author else None

    def _told(self, letters: str) -> Record | None:
        if not letters:
            return None
        if same := self._by_text.get(letters):
            return same.popleft() if len(same) > 1 else same[0]
        ends = (self._by_end.get(letters[:END]), self._by_end.get(letters[-END:])) if len(letters) >= END else ()
        return next(filter(None, ends), None)

    def address(self, url: str) -> Record | None:
        """The record that names an address: in full, by its path, or by the end of that. A number alone names none: so
        do people and all kinds of things.
        """
        path = urlsplit(url).path.strip("/")
        ends = path.split("/")
        names = (url, f"/{path}", path, "/".join(ends[-2:]), ends[-1])
        telling = (name for name in names if name and not name.isdigit())
        return next((found for name in telling if (found := self._by_name.get(name)) is not None), None)

    @cached_property
    def _records(self) -> tuple[Record, ...]:
        found: dict[Record, None] = {}
        values = data_in_scripts(self._root) if self._root is not None else iter(())
        for record in (one for value in values for one in _records(value, "", 0)):
            found[record] = None
            if len(found) >= MAX_RECORDS:
                break
        return tuple(found)

    @cached_property
    def _by_text(self) -> Mapping[str, deque[Record]]:
        found: dict[str, deque[Record]] = {}
        made = ((text, record) for record in self._records if record.made for text in dict.fromkeys(record.texts))
        for text, record in islice(made, MAX_TEXTS):
            same = found.setdefault(_letters(text_of_fragment(text)), deque())
            if record not in islice(reversed(same), 1):  # with and without markup
                same.append(record)
        return found

    @cached_property
    def _by_end(self) -> Mapping[str, Record | None]:
        """By how texts begin and end; None where several do alike."""
        found: dict[str, Record | None] = {}
        for letters, records in self._by_text.items():
            for end in {letters[:END], letters[-END:]} if len(letters) >= END else ():
                found[end] = None if end in found or len(records) > 1 else records[0]
        return found

    @cached_property
    def _by_name(self) -> Mapping[str, Record | None]:
        """By what may be part of an address; None where several are called so."""
        found: dict[str, Record | None] = {}
        for record in self._records:
            for name in dict.fromkeys(record.names):
                found[name] = None if name in found else record
        return found


def _words(name: str) -> frozenset[str]:
    """The words of a name: `lastPostedAt`, `created_at`."""
    return frozenset(map(str.lower, _WORDS.findall(name)))


def _last_word(name: str) -> str:
    return words[-1].lower() if (words := _WORDS.findall(name)) else ""


def _letters(text: str) -> str:
    return _SIGNS.sub("", text).lower()


def _records(value: Any, key: str, depth: int) -> Iterator[Record]:
    """The objects in a value, outer ones first. `key` is that of an object whose attributes it is."""
    if depth > MAX_DEPTH:
        return
    if isinstance(value, list):
        for one in value:
            yield from _records(one, "", depth + 1)
    elif isinstance(value, dict):
        if (record := _record(value, key)) is not None:
            yield record
        own = str(value["id"]) if {"type", "id", "attributes"} <= value.keys() else ""
        for name, one in value.items():
            yield from _records(one, own if name == "attributes" else "", depth + 1)


def _record(value: Mapping[str, Any], key: str) -> Record | None:
    said = [(_last_word(str(name)), one) for name, one in value.items() if isinstance(one, str) and one]
    texts = tuple(one for last, one in said if last not in _CALLS)
    names = tuple(one for last, one in said if last in _ADDRESSES and len(one) <= MAX_NAME)
    times = tuple((str(name), str(one)) for name, one in value.items() if _is_time(str(name), one))
    if not said or not times:
        return None
    numbers = frozenset(one for one in value.values() if isinstance(one, int) and not isinstance(one, bool))
    return Record(texts, names, times, numbers, key)


def _is_time(name: str, value: Any) -> bool:
    if not _words(name) & (_MADE | _WHEN):
        return False
    if isinstance(value, str):
        return any(map(str.isdigit, value)) and len(value) < 60
    return isinstance(value, int) and not isinstance(value, bool) and value > 10**8
