"""Coming back at the planned times: a collection is visited where something is expected, for as long as one likes.

All state is in the catalog, so that whoever is stopped, by hand or by a crash, goes on where it was.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

from thresher.archive import Collection
from thresher.catalog import Catalog, open_catalog
from thresher.crawl.appointments import (
    as_if_in_time,
    end_appointments,
    gone_sites,
    history,
    note_appointments,
    open_appointments,
)
from thresher.crawl.session import SCHEMAS
from thresher.crawl.update import UpdateSummary, update
from thresher.model import CrawlSettings
from thresher.page import canonical
from thresher.plan import Budget, Planner, make_method

LOOK_AGAIN = timedelta(hours=1)
"""The longest sleep: a plan is made anew from all that is known by then."""
LEAST_SLEEP = timedelta(seconds=30)


@dataclass(frozen=True, slots=True)
class Kept:
    """Appointments that were kept together, and what came of them."""

    sites: tuple[str, ...]
    summary: UpdateSummary


def sites_of(settings: CrawlSettings) -> list[str]:
    """The sites of a collection: what its seeds name."""
    return list(dict.fromkeys(url for seed in settings.seeds if (url := canonical(seed)) is not None))


def planner_for(catalog: Catalog, sites: Sequence[str], budget: Budget, method: str, now: datetime) -> Planner:
    """A planner that knows all that the collection has seen until `now`."""
    planner = Planner(make_method(method), budget)
    for site in sites:
        planner.add(site)
    noted = list(history(catalog, sites))
    known = list(as_if_in_time(noted, now))
    planner.note(visit.moment for visit, _ in noted)
    for visit, was_made in known:
        (planner.observe if was_made else planner.learn)(visit)
    for site in gone_sites(catalog, (visit for visit, was_made in known if was_made)):
        planner.retire(site)
    return planner


@contextmanager
def writing(root: Path) -> Iterator[Catalog]:
    """The catalog of a collection, for a moment, with the tables that earlier versions did not have."""
    collection = Collection(root)
    collection.open_for_writing()
    try:
        catalog = open_catalog(collection.catalog, SCHEMAS)
        try:
            yield catalog
        finally:
            catalog.close()
    finally:
        collection.close()


class Watch:
    """Keeps appointments. `clock` and `visit` come from outside, so that a month can pass in a minute."""

    def __init__(
        self,
        root: Path,
        settings: CrawlSettings,
        budget: Budget,
        method: str,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        visit: Callable[[Path, CrawlSettings], UpdateSummary] | None = None,
    ) -> None:
        self._root = root
        self._settings = settings
        self._budget = budget
        self._method = method
        self._clock = clock
        self._visit = visit or partial(update, is_all=False)

    def keep_due(self) -> Kept | None:
        """Visit what is due now, or what an earlier run has begun; None if nothing is."""
        with writing(self._root) as catalog:
            sites = open_appointments(catalog)
            if not sites:
                now = self._clock()
                chosen = self._planner(catalog, now).due(now)
                note_appointments(catalog, chosen)
                sites = [one.page for one in chosen]
        if not sites:
            return None
        summary = self._visit(self._root, replace(self._settings, seeds=tuple(sites)))
        if summary.is_over:
            with writing(self._root) as catalog:
                end_appointments(catalog, summary.visit)
        return Kept(tuple(sites), summary)

    def next_look(self) -> datetime:
        """When to look again: at the next appointment, or when the plan is to be made anew."""
        now = self._clock()
        with writing(self._root) as catalog:
            planned = self._planner(catalog, now).appointments(now, LOOK_AGAIN / timedelta(hours=1) + 1)
        later = [one.moment for one in planned if one.moment > now]
        return max(now + LEAST_SLEEP, min([now + LOOK_AGAIN, *later]))

    def run(self, until: datetime | None, sleep: Callable[[float], None] = time.sleep) -> Iterator[Kept | datetime]:
        """Keep appointments until a moment, or for ever: each visit as it ends, and when each sleep ends."""
        while until is None or self._clock() < until:
            kept = self.keep_due()
            if kept is not None:
                yield kept
                if not kept.summary.is_over:
                    return
                continue
            wake = self.next_look()
            yield wake
            sleep(max(0.0, (min(wake, until) if until else wake).timestamp() - self._clock().timestamp()))

    def _planner(self, catalog: Catalog, now: datetime) -> Planner:
        return planner_for(catalog, sites_of(self._settings), self._budget, self._method, now)
