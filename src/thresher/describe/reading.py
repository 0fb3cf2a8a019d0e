"""Objects out of the catalog, one after the other, in an order that does not depend on how they came."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from thresher.catalog import Catalog
from thresher.describe.content import CONTENT, unpack
from thresher.describe.stored import StoredObject
from thresher.describe.wanted import Conditions, Wanted
from thresher.describe.withheld import Withheld, withheld_in
from thresher.model import ObjectType, Source, WebObject

PORTION = 500
"""Objects whose texts are in memory at a time."""
NOTHING = Withheld()

_NARROW = "o.number, o.current, o.type, o.container, o.deleted"
_WIDE = (
    "o.number, v.number, o.id, o.type, o.url, o.container, coalesce(nullif(h.title, ''), o.container_title), "
    "c.number IS NOT NULL, o.page, o.place, o.version, o.deleted, o.first_seen, o.last_seen, "
    "o.file, o.offset, o.source_url, o.source_time, "
    "v.version, v.file, v.offset, v.source_url, v.source_time, v.rule, v.confidence, "
    + ", ".join(f"v.{name}" for name in CONTENT)
)
# A container that is an object itself knows its title best: posts were read before it was renamed.
_TABLES = (
    "object_versions v JOIN objects o ON o.number = v.object "
    "LEFT JOIN objects c ON c.id = o.container AND o.container <> '' "
    "LEFT JOIN object_versions h ON h.number = c.current"
)


def has_objects(catalog: Catalog) -> bool:
    """Whether there is anything to read; collections of earlier versions have not even the tables."""
    if catalog.execute("SELECT 1 FROM sqlite_master WHERE name = 'objects'").fetchone() is None:
        return False
    return catalog.execute("SELECT 1 FROM objects LIMIT 1").fetchone() is not None


def count_objects(catalog: Catalog) -> dict[str, int]:
    """How many objects there are of each type, those that were found gone left out."""
    rows = catalog.execute("SELECT type, count(*) FROM objects WHERE deleted IS NULL GROUP BY type ORDER BY type")
    return dict(rows.fetchall())


def read_objects(catalog: Catalog, wanted: Wanted | None = None, *, history: bool = False) -> Iterator[StoredObject]:
    """Current versions of the objects that still exist; with `history` all versions, oldest first, and deleted objects.

    Ordered by container, then by place in it, then by id. A million objects are read in portions. What is withheld is
    left out; the others keep their positions.
    """
    wanted = wanted or Wanted()
    positions, hidden = _Positions(), withheld_in(catalog)
    for portion in _portions(catalog, wanted.of_objects(), history):
        places = {number: positions.next(container, kind, deleted) for number, _, kind, container, deleted in portion}
        shown = [row for row in portion if row[0] not in hidden.objects]
        keys = [row[0] for row in shown] if history else [row[1] for row in shown]
        column = "v.object" if history else "v.number"
        yield from _versions(catalog, column, keys, wanted.of_versions(), places, hidden)


def read_changed(catalog: Catalog, after: int, last: int) -> Iterator[tuple[int, str, StoredObject | None]]:
    """What changed after one number of change up to another, as (change, id, object); None for one that was
    deleted, or is withheld.
    """
    hidden = withheld_in(catalog)
    rows = catalog.execute(
        "SELECT o.changed, o.id, o.current, o.number, o.deleted FROM objects o WHERE o.changed > ? AND o.changed <= ? "
        "ORDER BY o.changed, o.number",
        (after, last),
    )
    while portion := rows.fetchmany(PORTION):
        alive = {row[3]: row[2] for row in portion if row[4] is None and row[3] not in hidden.objects}
        found = _versions(catalog, "v.number", list(alive.values()), ([], []), dict.fromkeys(alive), hidden, True)
        by_id = {one.web.id: one for one in found}
        yield from ((change, identity, by_id.get(identity)) for change, identity, *_ in portion)


def versions_of(catalog: Catalog, numbers: list[int]) -> list[StoredObject]:
    """The current versions of these objects, in this order, whatever became of them and withheld or not."""
    marks = ", ".join("?" * len(numbers))
    sql = f"SELECT number, current FROM objects WHERE number IN ({marks})"  # noqa: S608 -- marks alone
    rows = dict(catalog.execute(sql, numbers).fetchall())
    places: dict[int, int | None] = dict.fromkeys(numbers)
    return list(_versions(catalog, "v.number", [rows[number] for number in numbers], ([], []), places))


def kept_of(catalog: Catalog, page: str, visit: int) -> list[WebObject]:
    """What visits before `visit` have kept of a page and this one has not yet seen."""
    conditions: Conditions = (["o.source_url = ?", "o.seen_visit < ?"], [page, visit])
    places = {row[0]: row[1] for portion in _portions(catalog, conditions, False) for row in portion}
    found = _versions(catalog, "v.number", list(places.values()), ([], []), dict.fromkeys(places))
    return [one.web for one in found]


class _Positions:
    """Counts the objects of each type in the container that is being walked through."""

    def __init__(self) -> None:
        self._container = ""
        self._counts: dict[str, int] = {}

    def next(self, container: str, kind: str, deleted: str | None) -> int | None:
        if container != self._container:
            self._container, self._counts = container, {}
        if not container or deleted is not None:
            return None
        self._counts[kind] = self._counts.get(kind, 0) + 1
        return self._counts[kind]


def _portions(catalog: Catalog, conditions: Conditions, history: bool) -> Iterator[list[Any]]:
    parts, values = conditions
    where = " AND ".join(parts if history else ["o.deleted IS NULL", *parts]) or "1"
    rows = catalog.execute(
        f"SELECT {_NARROW} FROM objects o WHERE {where} ORDER BY o.container, o.page, o.place, o.id",  # noqa: S608
        values,
    )
    while portion := rows.fetchmany(PORTION):
        yield portion


def _versions(
    catalog: Catalog,
    column: str,
    keys: list[int],
    conditions: Conditions,
    places: dict[int, int | None],
    hidden: Withheld = NOTHING,
    is_first: bool = False,
) -> Iterator[StoredObject]:
    """The versions named by `keys`, in the order of `places`, oldest first within an object.

    The source of a current version is the last capture that showed it, with `is_first` the first that did.
    """
    parts, values = conditions
    where = " AND ".join([f"{column} IN ({','.join('?' * len(keys))})", *parts])
    rows = catalog.execute(f"SELECT {_WIDE} FROM {_TABLES} WHERE {where}", [*keys, *values]).fetchall()  # noqa: S608
    turn = {number: place for place, number in enumerate(places)}
    for row in sorted(rows, key=lambda row: (turn[row[0]], row[1])):
        version = _stored(row, places[row[0]], is_first, hidden)
        if version is not None:
            yield version


def _stored(row: Any, position: int | None, is_first: bool, hidden: Withheld) -> StoredObject | None:
    (_, _, identity, kind, url, container, container_title, is_held, page, place, current, *rest) = row
    deleted, first, last, *rest = rest
    latest, version, own, (rule, confidence), content = rest[:4], rest[4], rest[5:9], rest[9:11], rest[11:]
    if version != current and hidden.hides_version(own[2], own[3]):
        return None
    file, offset, source_url, source_time = own if is_first or version != current else latest
    container_title = "" if container in hidden.ids else container_title
    title, author, author_url, published, modified, reply_to, links, images, tags, own_text, text, html = content
    web = WebObject(
        identity, ObjectType(kind), url, Source(file, offset, source_url, datetime.fromisoformat(source_time)),
        rule, title, author, author_url, published, modified, text, own_text, html,
        unpack(links), unpack(images), unpack(tags), container, container_title, reply_to,
        (page, place), confidence,
    )  # fmt: skip
    return StoredObject(web, version, position, deleted or "", first, last, bool(is_held))
