"""Which objects somebody asks for, as conditions in SQL."""

import difflib
import re
from dataclasses import dataclass
from datetime import datetime

from thresher.model import ObjectType
from thresher.model.errors import UsageError

Conditions = tuple[list[str], list[object]]
"""Parts to be joined by AND, and their values."""

_DATE = re.compile(r"(\d{4})(?:-(\d\d)(?:-(\d\d)(?:[T ](\d\d)(?::(\d\d)(?::(\d\d))?)?)?)?)?")


@dataclass(frozen=True, slots=True)
class Wanted:
    """A choice of objects; empty fields leave the choice open."""

    type: ObjectType | None = None
    author: str = ""
    container: str = ""
    since: str = ""
    until: str = ""

    def of_objects(self) -> Conditions:
        """On table `objects`, called `o`."""
        parts: Conditions = ([], [])
        if self.type is not None:
            _add(parts, "o.type = ?", self.type.value)
        if self.container:
            _add(parts, "o.container = ?", self.container)
        return parts

    def of_versions(self) -> Conditions:
        """On table `object_versions`, called `v`."""
        parts: Conditions = ([], [])
        if self.author:
            _add(parts, "v.author = ? COLLATE NOCASE", self.author)
        if self.since or self.until:
            # What has no date, or one that no parser could read, is neither before nor after anything.
            parts[0].append("v.published GLOB '[0-9][0-9][0-9][0-9]*'")
        if self.since:
            _add(parts, "replace(v.published, ' ', 'T') >= ?", self.since)
        if self.until:
            # As far as the date given goes: until 2026-03 takes in all of March.
            _add(parts, f"substr(replace(v.published, ' ', 'T'), 1, {len(self.until)}) <= ?", self.until)
        return parts


def wanted(type_name: str = "", author: str = "", container: str = "", since: str = "", until: str = "") -> Wanted:
    """A choice from what a user typed; a type or date that makes no sense is a `UsageError`."""
    kind = parse_type(type_name) if type_name else None
    return Wanted(kind, author, container, parse_date(since, "--since"), parse_date(until, "--until"))


def parse_type(name: str) -> ObjectType:
    """The type of that name, however it is spelt: `BoardPost`, `boardpost`, `board-post`."""
    plain = {one.value.lower(): one for one in ObjectType}
    key = re.sub(r"[\s_-]", "", name).lower()
    if key in plain:
        return plain[key]
    near = difflib.get_close_matches(key, plain, n=1, cutoff=0.5)
    hint = f"Did you mean {plain[near[0]].value}? " if near else ""
    raise UsageError(f"'{name}' is not a type of object.", f"{hint}Types: {', '.join(ObjectType)}.")


def parse_date(text: str, option: str) -> str:
    """A year, month, day or time in the form in which dates are compared; empty stays empty."""
    if not text:
        return ""
    match = _DATE.fullmatch(text.strip())
    try:
        if match is None:
            raise ValueError
        year, month, day, hour, minute, second = (int(part) if part else None for part in match.groups())
        datetime(year or 0, month or 1, day or 1, hour or 0, minute or 0, second or 0)  # noqa: DTZ001, RUF100
    except ValueError:
        raise UsageError(
            f"'{text}' is not a date ({option}).", "Write it like 2026, 2026-03, 2026-03-15 or 2026-03-15T18:30."
        ) from None
    return text.strip().replace(" ", "T")


def _add(parts: Conditions, condition: str, value: object) -> None:
    parts[0].append(condition)
    parts[1].append(value)
