"""The visits to a collection: which one is under way, and what belongs to it.

The first crawl is visit 1; `thresher update` begins the next when the last has ended. What a visit has asked for, what
robots.txt said and what was learned of the sites is of that visit alone, so that a visit decides as a first crawl
would; captures, objects and recognised applications stay.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

from thresher.catalog import Catalog
from thresher.crawl.last_slash import LESSON
from thresher.crawl.rounds import note_visit
from thresher.frontier import put_aside
from thresher.model.errors import CollectionError
from thresher.page import surt

SCHEMA = """
CREATE TABLE IF NOT EXISTS visits(
    number INTEGER PRIMARY KEY,      -- from 1
    began TEXT NOT NULL,
    ended TEXT,                      -- NULL while something is left to do
    command TEXT NOT NULL,           -- crawl, update …: what works on it, or has ended it
    after_capture INTEGER NOT NULL,  -- highest number of a capture, an object and a version of one before it
    after_object INTEGER NOT NULL,
    after_version INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS appointments(
    number INTEGER PRIMARY KEY,
    site TEXT NOT NULL,              -- seed that names it
    moment TEXT NOT NULL,            -- for which it was made
    reason TEXT NOT NULL,
    after_visit INTEGER NOT NULL,    -- the last visit to the collection before it
    visit INTEGER,                   -- to the collection, in which it was kept; NULL until then
    new_items INTEGER NOT NULL DEFAULT 0,
    failed INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX IF NOT EXISTS appointments_open ON appointments(number) WHERE visit IS NULL;
"""

OF_ONE_VISIT = ("robots", "seen_lines")
"""Tables that a visit begins without, beside the frontier's."""
OF_SITES = ("date", LESSON)
"""First words of lessons that every visit goes on with: how a site writes dates, and its server addresses. What is read
otherwise would seem to have been edited, what was not asked for under an address to be new."""
OF_DUE_VISITS = (*OF_SITES, "brake", "lesson", "admitted", "sitemaps", "read")
"""Those that an update of what is due goes on with: which shapes of addresses bring nothing, which parameters mean
nothing, which hosts the seeds lead to; of which kind files are that indexes of sitemaps name, and where another rung
has read what people wrote (both say what the lines mean that were seen)."""


ROBOTS_HOURS = 24
"""RFC 9309, 2.4: not longer."""


class Command(StrEnum):
    """What works on a visit."""

    CRAWL = "crawl"
    UPDATE = "update"
    """Everything is visited again."""
    DUE = "update of what is due"

    @property
    def is_update(self) -> bool:
        return self is not Command.CRAWL


@dataclass(frozen=True, slots=True)
class CollectionVisit:
    """One row of the table."""

    number: int
    began: str
    ended: str | None
    command: Command
    after_capture: int = 0
    after_object: int = 0
    after_version: int = 0
    is_fresh: bool = False
    """Whether it has just begun: there is nothing to go on with."""


def last_visit(catalog: Catalog) -> CollectionVisit | None:
    """The visit under way, or the last one; None if none is noted: a new collection, or one of an earlier version."""
    sql = (
        "SELECT number, began, ended, command, after_capture, after_object, after_version FROM visits "
        "ORDER BY number DESC LIMIT 1"
    )
    row = catalog.execute(sql).fetchone()
    return CollectionVisit(row[0], row[1], row[2], Command(row[3]), *row[4:]) if row else None


def open_visit(catalog: Catalog, command: Command, now: datetime) -> CollectionVisit:
    """The visit that `command` is to work on, in the catalog's open transaction.

    A crawl goes on with the last visit, an update with the one it has begun, or begins the next. Raises
    `CollectionError` if the other command has not finished its own.
    """
    last = last_visit(catalog) or _first(catalog, now)
    _refuse_mixing(last, command)
    if command.is_update and last.ended is not None:
        return _begin(catalog, last, command, now)
    going_on = replace(last, command=command, ended=None)
    _write(catalog, going_on)
    return going_on


def began_before(catalog: Catalog, visit: CollectionVisit) -> str:
    """When the visit before `visit` began."""
    sql = "SELECT began FROM visits WHERE number < ? ORDER BY number DESC LIMIT 1"
    row = catalog.execute(sql, (visit.number,)).fetchone()
    return str(row[0]) if row else visit.began


def end_visit(catalog: Catalog, visit: CollectionVisit, now: datetime) -> None:
    """Note that nothing is left to do in `visit`."""
    _write(catalog, replace(visit, ended=_moment(now)))


def _refuse_mixing(last: CollectionVisit, command: Command) -> None:
    if last.ended is not None or last.command is command:
        return
    if last.command.is_update and command.is_update:
        option = " --all" if last.command is Command.UPDATE else ""
        raise CollectionError(
            f"Another update of this collection is not finished (visit {last.number}, begun {last.began}).",
            f"Finish it first: thresher update FOLDER{option}.",
        )
    if command.is_update:
        raise CollectionError(
            "The crawl of this collection is not finished, so there is nothing yet to compare a new visit with.",
            "Finish it first: give the same `thresher crawl` command again.",
        )
    raise CollectionError(
        f"An update of this collection is not finished (visit {last.number}, begun {last.began}).",
        f"Finish it first: thresher update FOLDER{' --all' if last.command is Command.UPDATE else ''}.",
    )


def _first(catalog: Catalog, now: datetime) -> CollectionVisit:
    """Visit 1; of a collection that earlier versions made, it is over if nothing waits."""
    began, ended = catalog.execute("SELECT min(date), max(date) FROM captures").fetchone()
    waiting = "SELECT 1 FROM urls WHERE state < 2 UNION ALL SELECT 1 FROM captures WHERE absorbed = 0 LIMIT 1"
    is_open = began is None or catalog.execute(waiting).fetchone() is not None
    return CollectionVisit(1, began or _moment(now), None if is_open else ended, Command.CRAWL)


def _begin(catalog: Catalog, last: CollectionVisit, command: Command, now: datetime) -> CollectionVisit:
    """A new visit: the frontier and the memory of the last are put aside."""
    note_visit(catalog, last.number)
    put_aside(catalog)
    kept = {} if command is Command.UPDATE else _fresh_robots(catalog, now)
    # To ask only for what is due, one must know the site: what was learned stays, and what was found out about it.
    is_due = command is Command.DUE
    for table in ("robots",) if is_due else OF_ONE_VISIT:
        catalog.execute(f"DELETE FROM {table}")  # noqa: S608 -- our own words
    lasting = OF_DUE_VISITS if is_due else OF_SITES
    marks = ", ".join("?" * len(lasting))
    sql = f"DELETE FROM lessons WHERE substr(key, 1, instr(key, ' ') - 1) NOT IN ({marks})"  # noqa: S608 -- marks alone
    catalog.execute(sql, lasting)
    catalog.execute("DELETE FROM site_notes WHERE kind <> ?", ("learned" if is_due else "",))
    for row in kept.values():
        catalog.execute("INSERT INTO robots VALUES (?, ?, ?, ?)", row)
    highest = [
        catalog.execute(f"SELECT coalesce(max({column}), 0) FROM {table}").fetchone()[0]  # noqa: S608 -- our own words
        for column, table in (("id", "captures"), ("number", "objects"), ("number", "object_versions"))
    ]
    visit = CollectionVisit(last.number + 1, _moment(now), None, command, *highest)
    _write(catalog, visit)
    return replace(visit, is_fresh=True)


def _fresh_robots(catalog: Catalog, now: datetime) -> dict[str, tuple[str, str, str, str]]:
    """What robots.txt said less than `ROBOTS_HOURS` ago, by origin: who comes every hour need not ask each time."""
    rows = catalog.execute("SELECT origin, standing, text, detail FROM robots").fetchall()
    since = _moment(now - timedelta(hours=ROBOTS_HOURS))
    sql = "SELECT 1 FROM captures WHERE surt = ? AND date > ? LIMIT 1"
    asked = {row[0] for row in rows if catalog.execute(sql, (surt(f"{row[0]}/robots.txt"), since)).fetchone()}
    return {row[0]: row for row in rows if row[0] in asked}


def _write(catalog: Catalog, visit: CollectionVisit) -> None:
    values = (visit.number, visit.began, visit.ended, visit.command.value)
    marks = (visit.after_capture, visit.after_object, visit.after_version)
    catalog.execute("INSERT OR REPLACE INTO visits VALUES (?, ?, ?, ?, ?, ?, ?)", (*values, *marks))


def _moment(time: datetime) -> str:
    return time.replace(tzinfo=None).isoformat(timespec="seconds") + "Z"
