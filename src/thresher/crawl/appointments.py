"""Visits that were planned, in the catalog; and the history that the next ones are planned from.

A site is what a seed names. An appointment is noted before the visit begins and ended when it is over, so that after a
crash it is known which one to go on with: none is lost, none is kept twice.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise

from thresher.catalog import Catalog
from thresher.crawl.times import moment_of
from thresher.describe.changes import NOT_WRITTEN
from thresher.model import Kind
from thresher.page import host_of
from thresher.plan import Appointment, Visit

KNOWN_WEEKS = 8
"""Before the first visit, for which the dates of what was found there tell when it came."""
MOST_DATES = 500
"""Of one visit."""
HOUR = timedelta(hours=1)
NOT_FOUND, GONE = 404, 410
GONE_AFTER = timedelta(days=14)
"""After which a site that only says 'not found' is taken to be gone; one that says 'gone' is at once."""


@dataclass(frozen=True, slots=True)
class Yield:
    """What a visit to the collection has brought of one site."""

    new_items: int
    failed: bool
    """Whether nothing came from it at all."""


def note_appointments(catalog: Catalog, chosen: Iterable[Appointment]) -> None:
    """Write down what is to be visited, before it is."""
    last = catalog.execute("SELECT max(number) FROM visits").fetchone()[0]
    rows = [(one.page, _written(one.moment), one.reason, last) for one in chosen]
    catalog.executemany("INSERT INTO appointments(site, moment, reason, after_visit) VALUES (?, ?, ?, ?)", rows)


def open_appointments(catalog: Catalog) -> list[str]:
    """Sites whose visit was begun, or was to begin, and has not ended. One that has, and nobody was left to say so, is
    noted now."""
    sql = (
        "SELECT max(number) FROM visits WHERE ended IS NOT NULL AND number > "
        "(SELECT max(after_visit) FROM appointments WHERE visit IS NULL)"
    )
    if (over := catalog.execute(sql).fetchone()[0]) is not None:
        end_appointments(catalog, over)
    rows = catalog.execute("SELECT site FROM appointments WHERE visit IS NULL ORDER BY number")
    return list(dict.fromkeys(site for (site,) in rows))


def end_appointments(catalog: Catalog, visit: int) -> None:
    """The open appointments were kept in `visit`: note what it has brought of each site."""
    sites = catalog.execute("SELECT DISTINCT site FROM appointments WHERE visit IS NULL").fetchall()
    for (site,) in sites:
        found = yield_of(catalog, visit, site)
        catalog.execute(
            "UPDATE appointments SET visit = ?, new_items = ?, failed = ? WHERE site = ? AND visit IS NULL",
            (visit, found.new_items, int(found.failed), site),
        )


def yield_of(catalog: Catalog, visit: int, site: str) -> Yield:
    """What a visit has brought of a site: objects of its host that were never seen before."""
    sql = "SELECT after_capture, after_object FROM visits WHERE number >= ? ORDER BY number LIMIT 2"
    bounds = catalog.execute(sql, (visit,)).fetchall()
    (captures, objects), *later = bounds
    last_capture, last_object = later[0] if later else (1 << 62, 1 << 62)
    marks = ", ".join("?" * len(NOT_WRITTEN))
    inside = ("source_url >= ? AND source_url < ?", _below(site))
    new = catalog.execute(
        f"SELECT count(*) FROM objects WHERE number > ? AND number <= ? AND type NOT IN ({marks}) AND {inside[0]}",  # noqa: S608
        (objects, last_object, *sorted(NOT_WRITTEN), *inside[1]),
    ).fetchone()[0]
    answered = catalog.execute(
        "SELECT 1 FROM captures WHERE id > ? AND id <= ? AND url >= ? AND url < ? AND status < 400 AND kind <> ? "
        "LIMIT 1",
        (captures, last_capture, *inside[1], Kind.ROBOTS.value),
    ).fetchone()
    return Yield(new, answered is None)


def history(catalog: Catalog, sites: Sequence[str]) -> Iterator[tuple[Visit, bool]]:
    """All that is known of when something new came, oldest first; and whether each was a visit that was made."""
    has_table = catalog.execute("SELECT 1 FROM sqlite_master WHERE name = 'appointments'").fetchone()
    kept = _kept(catalog, sites) if has_table else ()
    found = [(visit, True) for visit in (*kept, *_by_hand(catalog, sites, has_table is not None))]
    firsts: dict[str, datetime] = {}
    for visit, _ in sorted(found, key=lambda one: one[0].moment):
        firsts.setdefault(visit.page, visit.moment)
    found += [(one, False) for site, first in firsts.items() for one in _before(catalog, site, first)]
    return iter(sorted(found, key=lambda one: one[0].moment))


def as_if_in_time(known: Iterable[tuple[Visit, bool]], now: datetime) -> Iterator[tuple[Visit, bool]]:
    """The same history without visits after `now`, which a clock has noted that was ahead: they were made, some time
    after the one before, and say nothing about what came in between. Otherwise nothing would be due until then."""
    last: dict[str, datetime] = {}
    for visit, was_made in known:
        if visit.moment > now:
            moment = last.get(visit.page, now - timedelta(days=1))
            yield replace(visit, moment=moment, since=moment, dates=()), was_made
        else:
            last[visit.page] = visit.moment
            yield visit, was_made


def gone_sites(catalog: Catalog, made: Iterable[Visit]) -> list[str]:
    """Sites that are no more: the last of the visits that were `made` failed, and the seed was answered by 410, or by
    404 after two weeks of failures. An answer to a visit by hand brings them back."""
    failing: dict[str, tuple[datetime, datetime]] = {}
    for visit in made:
        if visit.failed:
            failing[visit.page] = (failing.get(visit.page, (visit.moment,))[0], visit.moment)
        else:
            failing.pop(visit.page, None)
    found = []
    for site, (first, last) in failing.items():
        answer = catalog.execute(
            "SELECT status FROM captures WHERE url = ? ORDER BY id DESC LIMIT 1", (site,)
        ).fetchone()
        status = answer[0] if answer else 0
        if status == GONE or (status == NOT_FOUND and last - first >= GONE_AFTER):
            found.append(site)
    return found


def _kept(catalog: Catalog, sites: Sequence[str]) -> Iterator[Visit]:
    sql = "SELECT site, moment, new_items, failed, visit FROM appointments WHERE visit IS NOT NULL ORDER BY number"
    for site, moment, new, failed, number in catalog.execute(sql).fetchall():
        if site in sites:
            dates = _dates(catalog, number, site) if new else ()
            made = datetime.fromisoformat(moment)
            yield Visit(site, made, new, host=host_of(site), failed=bool(failed), dates=dates)


def _by_hand(catalog: Catalog, sites: Sequence[str], has_planned: bool) -> Iterator[Visit]:
    """Crawls and updates that nobody planned; what was new in the first nobody knows."""
    sql = "SELECT number, began FROM visits WHERE ended IS NOT NULL"
    if has_planned:
        sql += " AND number NOT IN (SELECT visit FROM appointments WHERE visit IS NOT NULL)"
    for number, began in catalog.execute(sql).fetchall():
        moment = datetime.fromisoformat(began)
        for site in sites:
            brought = yield_of(catalog, number, site)
            since = moment if number == 1 else None
            dates = _dates(catalog, number, site) if brought.new_items and number > 1 else ()
            yield Visit(site, moment, brought.new_items, since, host_of(site), brought.failed, dates)


def _dates(catalog: Catalog, visit: int, site: str) -> tuple[datetime, ...]:
    """When what a visit has found new was published, as far as pages say. Dates may lie; who forecasts knows that."""
    first, last = _objects_of(catalog, visit)
    rows = catalog.execute(
        "SELECT v.published FROM objects o JOIN object_versions v ON v.number = o.current WHERE o.number > ? "
        "AND o.number <= ? AND o.source_url >= ? AND o.source_url < ? AND v.published <> '' LIMIT ?",
        (first, last, *_below(site), MOST_DATES),
    )
    return tuple(sorted(moment for (date,) in rows if (moment := moment_of(date)) is not None))


def _objects_of(catalog: Catalog, visit: int) -> tuple[int, int]:
    """The numbers that objects which are new in a visit lie between."""
    sql = "SELECT after_object FROM visits WHERE number >= ? ORDER BY number LIMIT 2"
    (first,), *later = catalog.execute(sql, (visit,)).fetchall()
    return first, later[0][0] if later else 1 << 62


def _before(catalog: Catalog, site: str, first: datetime) -> Iterator[Visit]:
    """What the dates on a site say of the weeks before it was first visited, as if it had been looked at then."""
    start = first - timedelta(weeks=KNOWN_WEEKS)
    sql = (
        "SELECT v.published FROM objects o JOIN object_versions v ON v.number = o.current "
        "WHERE o.source_url >= ? AND o.source_url < ? AND v.published >= ?"
    )
    stated = (moment_of(date) for (date,) in catalog.execute(sql, (*_below(site), start.isoformat()[:10])))
    hours = Counter(_hour(moment) for moment in stated if moment is not None and start <= moment < first)
    if not hours:
        return
    host = host_of(site)
    for before, hour in pairwise((_hour(start) - HOUR, *sorted(hours))):
        if hour > before + HOUR:
            yield Visit(site, hour, 0, before + HOUR, host)
        yield Visit(site, min(hour + HOUR, first), hours[hour], hour, host)


def _hour(moment: datetime) -> datetime:
    return moment.astimezone(UTC).replace(minute=0, second=0, microsecond=0)


def _below(site: str) -> tuple[str, str]:
    """The first and the last of all addresses on the host of a site."""
    place = f"{site.partition('://')[0]}://{host_of(site)}"
    return f"{place}/", f"{place}0"


def _written(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="seconds")
