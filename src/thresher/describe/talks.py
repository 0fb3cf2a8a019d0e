"""Talks out of the catalog: threads, posts and articles, each with all that was said to it, in order of time."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from thresher.catalog import Catalog
from thresher.describe.reading import versions_of
from thresher.describe.stored import StoredObject
from thresher.describe.withheld import Withheld, withheld_in
from thresher.model import Said, Source, Talk, WebObject

TALKS = ("Thread", "BlogPost", "NewsArticle", "WikiArticle", "Question", "MicroblogPost")
"""Types that stand for themselves, and hold what others say to them."""
PORTION = 500
"""Values in one question to the catalog."""

# A thread has no date of its own, mostly: it begins with the first thing that was said there.
_BEGAN = (
    "coalesce(nullif(v.published, ''), (SELECT min(w.published) FROM objects r JOIN object_versions w "
    "ON w.number = r.current WHERE r.container = o.id AND w.published <> ''), o.first_seen)"
)
_TYPES = ", ".join(f"'{kind}'" for kind in TALKS)


@dataclass(frozen=True, slots=True)
class Chosen:
    """Which talks somebody wants; empty fields leave it open."""

    number: int = 0
    """Of the object in the catalog."""
    name: str = ""
    """Id or address of the talk, or of something said in it."""
    site: str = ""
    """Host, with its port if there is one."""


def read_talks(catalog: Catalog, chosen: Chosen | None = None) -> Iterator[Talk]:
    """The talks, those that began first at the front. Of what is withheld only the reason is there."""
    hidden = withheld_in(catalog)
    for number in _numbers(catalog, chosen or Chosen()):
        yield _talk(catalog, number, hidden)


def _numbers(catalog: Catalog, chosen: Chosen) -> list[int]:
    if chosen.number:
        return [chosen.number]
    if chosen.name:
        found = _holder(catalog, chosen.name)
        return [found] if found else []
    rows = catalog.execute(
        f"SELECT o.number, o.source_url FROM objects o JOIN object_versions v ON v.number = o.current "  # noqa: S608
        f"WHERE o.type IN ({_TYPES}) ORDER BY {_BEGAN}, o.number"
    )
    return [number for number, url in rows.fetchall() if not chosen.site or _is_of(url, chosen.site)]


def _is_of(url: str, site: str) -> bool:
    parts = urlsplit(url)
    return site.lower() in (parts.netloc.lower(), (parts.hostname or "").lower())


def _holder(catalog: Catalog, name: str) -> int:
    """The talk of that name, or the one that holds what has it; 0 if there is none."""
    sql = "SELECT number, type, container FROM objects WHERE id = ?"
    row = catalog.execute(sql, (name,)).fetchone()
    if row is None:
        # No index on addresses: a million rows take half a second, once.
        row = catalog.execute("SELECT number, type, container FROM objects WHERE url = ? LIMIT 1", (name,)).fetchone()
    if row is None:
        sql_of_page = f"SELECT number, type, container FROM objects WHERE source_url = ? AND type IN ({_TYPES}) LIMIT 1"  # noqa: S608
        row = catalog.execute(sql_of_page, (name,)).fetchone()
    seen: set[int] = set()
    while row is not None and row[1] not in TALKS and row[0] not in seen:
        seen.add(row[0])
        row = catalog.execute(sql, (row[2],)).fetchone()
    return int(row[0]) if row is not None and row[1] in TALKS else 0


def _talk(catalog: Catalog, number: int, hidden: Withheld) -> Talk:
    (opening,) = _said(catalog, [number], hidden)
    return Talk(opening, tuple(_replies(catalog, opening.web.id, hidden)))


def _replies(catalog: Catalog, identity: str, hidden: Withheld) -> list[Said]:
    """All that is below an object, each followed by what is below itself."""
    below: dict[str, list[tuple[int, str]]] = {}
    seen, waiting = {identity}, [identity]
    while waiting:
        rows = _children(catalog, waiting)
        waiting = []
        for child, name, container in rows:
            if name not in seen:
                seen.add(name)
                waiting.append(name)
                below.setdefault(container, []).append((child, name))
    order: list[int] = []
    stack = list(reversed(below.get(identity, [])))
    while stack:
        child, name = stack.pop()
        order.append(child)
        stack += reversed(below.get(name, []))
    return list(_said(catalog, order, hidden))


def _children(catalog: Catalog, containers: list[str]) -> list[tuple[int, str, str]]:
    found: list[tuple[int, str, str]] = []
    for start in range(0, len(containers), PORTION):
        part = containers[start : start + PORTION]
        marks = ", ".join("?" * len(part))
        found += catalog.execute(
            f"SELECT number, id, container FROM objects WHERE container IN ({marks}) "  # noqa: S608 -- marks alone
            f"AND type NOT IN ({_TYPES}, 'Forum', 'UserAccount') ORDER BY container, page, place, number",
            part,
        ).fetchall()
    return found


def _said(catalog: Catalog, numbers: list[int], hidden: Withheld) -> Iterator[Said]:
    for start in range(0, len(numbers), PORTION):
        part = numbers[start : start + PORTION]
        for number, stored in zip(part, versions_of(catalog, part), strict=True):
            yield _entry(stored, hidden.objects.get(number, ""), hidden.ids)


def _entry(stored: StoredObject, reason: str, hidden_ids: Iterable[str]) -> Said:
    web = stored.web
    if reason:
        return Said(_blank(web), stored.deleted, reason)
    title = "" if web.container in hidden_ids else web.container_title
    return Said(replace(web, container_title=title), stored.deleted)


def _blank(web: WebObject) -> WebObject:
    """The object without anything that it says, or that was said of it."""
    source = Source("", 0, "", web.source.time)
    return WebObject(web.id, web.type, "", source, "", container=web.container, order=web.order)
