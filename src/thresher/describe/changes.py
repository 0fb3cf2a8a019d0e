"""What became of what people wrote: the objects of a collection before and after a visit.

*New* was seen in this visit for the first time. *Edited* is what people would call so: another title, other words,
another link or picture. How a page writes the same thing is no edit: quotes, dashes and dots in their typographic or
plain forms, white space, Unicode's compatibility forms. Nor are an author's new name, a date read in a finer way, tags,
or posts that came to a thread. *Deleted* is found by looking at answers (`crawl/missing.py`); what was neither seen nor
found gone is *unseen*.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from thresher.catalog import Catalog
from thresher.describe.content import CONTENT, Content, unpack
from thresher.describe.withheld import withheld_in
from thresher.model import ObjectType

NOT_WRITTEN = frozenset({ObjectType.USER_ACCOUNT.value})
"""Types that nobody wrote: accounts are known from what they wrote, and go with it."""

_MARKS = str.maketrans(
    {
        **dict.fromkeys("‘’‚‛′`´ʼʹ", "'"),
        **dict.fromkeys("“”„‟″«»", '"'),
        **dict.fromkeys("‐‑‒–—―−", "-"),
        **dict.fromkeys("\u00ad\u200b\u200c\u200d\u2060\ufeff", ""),
    }
)
_QUOTES = re.compile("''")
_DASHES = re.compile(r"-+")
_SPACE = re.compile(r"\s+")


class Change(StrEnum):
    """What became of an object."""

    NEW = "new"
    EDITED = "edited"
    DELETED = "deleted"
    UNCHANGED = "unchanged"
    UNSEEN = "unseen"


@dataclass(frozen=True, slots=True)
class Changed:
    """An object to which something happened."""

    change: Change
    number: int
    id: str
    type: str
    url: str
    title: str
    container: str
    version: int
    fields: tuple[str, ...] = ()
    """Of an edit: what differs of title, text, links and images."""
    why: str = ""
    """Of a deletion: what the answer was."""
    was: str = ""
    """The id that it had in earlier visits, if that was another."""

    def as_dict(self) -> dict[str, object]:
        """As a line of `changes-N.jsonl`; what is empty is left out."""
        names = ("id", "type", "url", "title", "container", "version", "fields", "why", "was")
        values = {name: getattr(self, name) for name in names}
        return {"change": self.change.value, **{name: value for name, value in values.items() if value}}


def folded(text: str) -> str:
    """A text without what is no edit of it: forms of characters, of quotes and dashes, and all white space.

    >>> folded("It’s  “new” …") == folded('It\\'s "new" ...')
    True
    """
    plain = unicodedata.normalize("NFKC", text).translate(_MARKS)
    return _SPACE.sub("", _DASHES.sub("-", _QUOTES.sub('"', plain)))


def edited_fields(before: Content, now: Content) -> tuple[str, ...]:
    """What was edited between two versions; empty if nothing was.

    Where one of the two has no title or no text at all, a page that says less is likelier than an edit.
    """
    old, new = dict(zip(CONTENT, before, strict=True)), dict(zip(CONTENT, now, strict=True))
    words = [name for name in ("title", "text") if old[name] and new[name] and folded(old[name]) != folded(new[name])]
    is_like = bool(old["text"]) == bool(new["text"])
    lists = [name for name in ("links", "images") if is_like and _places(old[name]) != _places(new[name])]
    return (*words, *lists)


def _places(packed: str) -> frozenset[str]:
    """Addresses that are referred to, in whatever order; http and https are one."""
    return frozenset(address.partition("://")[2] or address for address in unpack(packed))


def new_objects(catalog: Catalog, after_object: int) -> Iterator[Changed]:
    """Objects that no earlier visit has seen."""
    return _rows(catalog, "o.number > ? AND o.deleted IS NULL", (after_object,), Change.NEW)


def edited_objects(catalog: Catalog, after_object: int, after_version: int) -> Iterator[Changed]:
    """Objects of earlier visits whose content was edited; a new version alone is no edit."""
    condition = "o.number <= ? AND o.current > ? AND o.deleted IS NULL"
    for one in _rows(catalog, condition, (after_object, after_version), Change.EDITED):
        sql = f"SELECT {', '.join(CONTENT)} FROM object_versions WHERE object = ? AND number "  # noqa: S608 -- our words
        before = catalog.execute(sql + "<= ? ORDER BY number DESC LIMIT 1", (one.number, after_version)).fetchone()
        now = catalog.execute(sql + "> ? ORDER BY number DESC LIMIT 1", (one.number, after_version)).fetchone()
        if before and now and (fields := edited_fields(tuple(before), tuple(now))):
            yield replace(one, fields=fields)


def renamed_objects(catalog: Catalog, twins: dict[int, int]) -> Iterator[Changed]:
    """Objects that have another id than before, each given as its earlier and its present number; edited or not."""
    sql = (
        f"SELECT o.id, {', '.join(CONTENT)} FROM objects o JOIN object_versions v ON v.number = o.current "  # noqa: S608
        "WHERE o.number = ?"
    )
    for before, now in twins.items():
        (was, *old), (_, *new) = (catalog.execute(sql, (number,)).fetchone() for number in (before, now))
        fields = edited_fields(tuple(old), tuple(new))
        for one in _rows(catalog, "o.number = ?", (now,), Change.EDITED if fields else Change.UNCHANGED):
            yield replace(one, fields=fields, was=was)


def gone_objects(catalog: Catalog, found: Iterable[tuple[int, str]]) -> Iterator[Changed]:
    """Objects that were found gone, each given as its number and why."""
    for number, why in found:
        for one in _rows(catalog, "o.number = ?", (number,), Change.DELETED):
            yield replace(one, why=why)


def count_changes(
    catalog: Catalog, visit: int, after_object: int, changes: Iterable[Changed]
) -> dict[str, dict[Change, int]]:
    """How many objects of each type are new, edited, deleted, unchanged and unseen after a visit.

    New ones are counted here: they can be many. Deleted ones must not be marked as gone yet.
    """
    marks = ",".join("?" * len(NOT_WRITTEN))
    sql = (
        "SELECT type, number > ?, seen_visit >= ?, count(*) FROM objects WHERE deleted IS NULL "  # noqa: S608
        f"AND type NOT IN ({marks}) GROUP BY 1, 2, 3 ORDER BY 1"
    )
    counts: dict[str, dict[Change, int]] = {}
    for kind, is_new, is_seen, count in catalog.execute(sql, (after_object, visit, *sorted(NOT_WRITTEN))):
        change = Change.NEW if is_new else Change.UNCHANGED if is_seen else Change.UNSEEN
        _of(counts, kind)[change] += count
    for one in changes:
        of_type = _of(counts, one.type)
        of_type[one.change] += 1
        of_type[Change.NEW] -= bool(one.was)
        if one.change is Change.DELETED or one.was:
            of_type[Change.UNSEEN] -= 1
        elif one.change is Change.EDITED:
            of_type[Change.UNCHANGED] -= 1
    return dict(sorted(counts.items()))


def _of(counts: dict[str, dict[Change, int]], kind: str) -> dict[Change, int]:
    return counts.setdefault(kind, dict.fromkeys(Change, 0))


def _rows(catalog: Catalog, condition: str, values: tuple[object, ...], change: Change) -> Iterator[Changed]:
    rows = catalog.execute(
        "SELECT o.number, o.id, o.type, o.url, v.title, o.container, o.version FROM objects o "  # noqa: S608
        f"JOIN object_versions v ON v.number = o.current WHERE {condition} ORDER BY o.number",
        values,
    )
    # Counted like all others, but a report must not say what it is called.
    hidden = withheld_in(catalog).objects
    found = (Changed(change, *row) for row in rows if row[2] not in NOT_WRITTEN)
    return (replace(one, title="") if one.number in hidden else one for one in found)
