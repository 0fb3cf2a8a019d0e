"""A plain update of pages that only the generic rung speaks for: where news would show, and a share of the rest.

Asked for are the pages that the user named, sitemaps, pages that led to others, and pages that changed before; of the
rest those that were not looked at for longest, a few each time. Everything else is asked for if its address is new, if
a sitemap says that it has changed, or if a list shows a later date beside it.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from datetime import UTC, datetime
from functools import cached_property
from itertools import chain, islice

from thresher.catalog import Catalog
from thresher.crawl.history import CollectionVisit, began_before
from thresher.crawl.kept_before import KeptBefore
from thresher.crawl.missing import AGAIN, AGAIN_PRIORITY
from thresher.crawl.other_ways import further_on
from thresher.crawl.rounds import has_failed
from thresher.crawl.samples import Sample
from thresher.crawl.signs import exceptions
from thresher.crawl.times import is_later, moment_of
from thresher.crawl.view import joined
from thresher.guide.rows import rows_on
from thresher.guide.scope import ScopeCheck
from thresher.learn.flipping import step_between
from thresher.model import Entry, Guidance, Kind, Offer, Page, SkipReason
from thresher.page import DateHabits, Sitemap, base_of, join

SOON = 50
"""Priority of lists and sitemaps: what is new is on them."""
SHARE_OF_LISTS, LEAST_LISTS = 25, 4
"""One page of so many is asked for as a list, and as many at least."""
ROUND, LEAST_OF_ROUND, LEAST_ROUNDS = 25, 5, 5
"""Updates in which all pages are looked at again, how many pages are in one update at least, and of how few updates a
round is at least: beside what others know, there may be five pages."""
LED = 2
"""Pages that were found through a list."""
NEWS_WEIGHT = 10
"""A page found in a later visit says more about where the next will be found than one of the first."""
MOST_ROWS = 500
"""Links of a page beside which dates are looked for."""
MOST_LISTS = 50
"""Lists of which the earlier state is read, where it is asked how late the latest date was."""
LONG_AGO = datetime.min.replace(tzinfo=UTC)

Row = tuple[str, str, int]
"""Address, kind and depth of what earlier visits have asked for."""

NO_SIGN = "no sign of change"
LEFT = "left alone before, since pages like it brought nothing"
SAME_INDEX = "its index has the same date for it as before"


class GoingRound:
    """Decides what a plain update asks for of such pages. `begin`, then `look` at what comes."""

    def __init__(
        self,
        catalog: Catalog,
        visit: CollectionVisit,
        kept: KeptBefore,
        earlier: Callable[[str], Sample | None],
        sitemap_before: Callable[[str], Sitemap],
        scope: ScopeCheck,
    ) -> None:
        """`earlier` and `sitemap_before` give a page and a sitemap as the visit before has them."""
        self._catalog = catalog
        self._visit = visit
        self._kept = kept
        self._earlier = earlier
        self._sitemap_before = sitemap_before
        self._scope = scope
        self._due: set[str] = set()
        self._later: set[str] = set()
        """Pages that have a later date on a list."""
        self._new: set[str] = set()
        """New addresses that were met in this visit."""
        self._quiet: set[str] = set()
        """Sitemaps that are as they were."""

    def begin(self) -> Guidance:
        """What is asked for whatever comes: sitemaps, ways into applications, lists, and a share of the rest."""
        pages = sum(1 for _ in self._rows("kind = 'page'"))
        most = max(LEAST_LISTS, -(-pages // SHARE_OF_LISTS))
        share = max(min(LEAST_OF_ROUND, -(-pages // LEAST_ROUNDS)), -(-pages // ROUND))
        by_change = f"changes * ({self._visit.number} - last_visit) * 1.0 / (looks + 1) DESC, depth, url"
        soon = chain(
            self._rows("kind = 'sitemap'") if pages else (),  # else what is new is on lists that others know
            islice(self._rows("ways > 0", "ways DESC, depth, url"), most),
            islice(self._lists(), most),
        )
        first = {row[0]: row for row in soon}
        changing = list(islice(self._unread("changes > 0", by_change, first), share // 2))
        first |= {row[0]: row for row in changing}
        turn = islice(self._unread("last_visit > 0", "last_visit, depth, url", first), share - len(changing))
        return Guidance((*_again(first.values(), SOON), *_again(turn, AGAIN_PRIORITY)), ())

    def _lists(self) -> Iterator[Row]:
        """Pages that led to others, best first: those that did so lately, and that change."""
        by_yield = f"(led_to + {NEWS_WEIGHT} * news) * (changes + 1.0) / (looks + 2) DESC, depth, url"
        return self._rows(f"kind = 'page' AND led_to >= {LED}", by_yield)

    def _unread(self, which: str, order: str, chosen: Collection[str]) -> Iterator[Row]:
        """Pages beside those that were chosen. What people wrote is for those to look at who can read it."""
        rows = self._rows(f"kind = 'page' AND {which}", order)
        return (row for row in rows if row[0] not in chosen and not self._kept.holds(row[0]))

    def _rows(self, which: str, order: str = "url") -> Iterator[Row]:
        """Rows that are part of what is visited."""
        sql = f"SELECT url, kind, depth FROM rounds WHERE {which} ORDER BY {order}"  # noqa: S608 -- our own words
        return (row for row in self._catalog.execute(sql) if self._scope.refuses(row[0]) is None)

    def is_known(self, url: str) -> bool:
        """Whether an earlier visit has asked for an address, and got an answer."""
        sql = "SELECT 1 FROM rounds WHERE url = ? AND last_visit > 0"
        return self._catalog.execute(sql, (url,)).fetchone() is not None or self._kept.was_asked(url)

    def refusal(self, offer: Offer) -> str:
        """Why an offer of the generic rung is not due; empty if it is."""
        if offer.kind is Kind.SITEMAP:
            return SAME_INDEX if offer.url in self._quiet else ""
        if offer.kind is not Kind.PAGE or offer.shape == AGAIN or offer.url in self._due:
            return ""
        if why := self._objection(offer.url):
            return why
        self._new.add(offer.url)
        return ""

    def _objection(self, url: str) -> str:
        """Why a link to an address is no news; empty if it is."""
        if self.is_known(url):
            return NO_SIGN
        return LEFT if self._kept.met.was_left(url, (SkipReason.BARREN, SkipReason.NOT_DUE)) else ""

    def look(self, page: Page, entry: Entry, guidance: Guidance) -> Guidance:
        """A page came: what is due because of it, and its own `guidance`. Where a list has news, the next page of it is
        asked for, too; and so is what has a later date on it than anything had before."""
        before = self._earlier(page.url)
        if before is None or before.page.source == page.source:
            return guidance
        due = self._dated(page, before)
        further = list(filter(self.is_known, following(page)))
        if page.url in self._later:
            due += further[-1:]  # what was added mostly stands at the end
        self._later.update(due)
        if self._has_news(page, guidance, before):
            due += further[:1]
        self._due.update(due)
        rows = [(url, Kind.PAGE.value, entry.depth + 1) for url in due if self._scope.refuses(url) is None]
        return joined([Guidance(_again(rows, SOON, entry.url), ()), guidance])

    def _has_news(self, page: Page, guidance: Guidance, before: Sample) -> bool:
        """Whether a page has a new address that was not on it before: some were, and were left alone."""
        were_there = {link.url for link in before.page.links}
        offers = (one.url for one in guidance.follow if one.kind is Kind.PAGE and not one.is_suspect)
        met = (link.url for link in page.links if link.url in self._new)
        return any(url not in were_there and not self._objection(url) for url in chain(met, offers))

    def _dated(self, page: Page, before: Sample) -> list[str]:
        """Known pages whose date on this one is another than before, and not earlier than all that were there; and
        those that were not there, with a later date than any list had: rows move to the next page of a list."""
        then = self._dates_before(before)
        latest = max(then.values(), default=None)
        if latest is None:
            return []
        now = _dates_on(page, self._listed(page), datetime.now(UTC))
        moved = {url: date for url, date in now.items() if url not in then and date > latest}
        changed = [url for url, date in now.items() if then.get(url, date) != date and date >= latest]
        if moved:
            latest = max(latest, self._latest_before)
        return [*changed, *(url for url, date in moved.items() if date > latest)]

    @cached_property
    def _latest_before(self) -> datetime:
        """The latest date on lists as the visit before has them."""
        found = (self._earlier(url) for url, *_ in islice(self._lists(), MOST_LISTS))
        dates = (max(self._dates_before(one).values(), default=LONG_AGO) for one in found if one is not None)
        return max(dates, default=LONG_AGO)

    def _dates_before(self, one: Sample) -> dict[str, datetime]:
        """Dates on a page as the visit before has it; those to come, as of events, say nothing about changes."""
        dates = _dates_on(one.page, self._listed(one.page), one.capture.written)
        return {url: date for url, date in dates.items() if date <= one.capture.written}

    def _listed(self, page: Page) -> list[str]:
        links = islice((link.url for link in page.links if link.is_content), MOST_ROWS)
        return [url for url in links if self.is_known(url)]

    def look_at_sitemap(self, sitemap: Sitemap, entry: Entry) -> None:
        """A sitemap came: pages for which it has another date than before are due, and sitemaps that were read and for
        which it has the same are not. One that has another date for most of its pages was only made anew."""
        before = self._sitemap_before(entry.url).modified
        dates = sitemap.modified
        same = (url for url in sitemap.children if url in dates and dates[url] == before.get(url))
        self._quiet.update(url for url in same if self._was_read(url, dates[url]))
        since = moment_of(began_before(self._catalog, self._visit)) or datetime.now(UTC)
        known = [url for url in sitemap.pages if url in dates and self.is_known(url)]
        agrees = {
            url: (dates[url] == before[url] if url in before else not is_later(dates[url], since))
            and not self._is_outdated(url, dates[url])
            for url in known
        }
        failed = (url for url in known if has_failed(self._catalog, url))
        self._due.update(exceptions(agrees), failed)

    def _was_read(self, url: str, changed: str) -> bool:
        """Whether a sitemap was read since it was `changed`: else what is new in it may have been missed."""
        has_copy = self._kept.last_copy(url) is not None
        return has_copy and not self._is_outdated(url, changed) and not has_failed(self._catalog, url)

    def _is_outdated(self, url: str, changed: str) -> bool:
        """Whether the last good copy is of a time before a change; a change to come says nothing."""
        copy, moment = self._kept.last_copy(url), moment_of(changed)
        return copy is not None and moment is not None and copy < moment <= datetime.now(UTC)


def following(page: Page) -> list[str]:
    """Further pages of the list that a page is, by their addresses and how the links to them look, the next first."""
    steps = ((url, step_between(page.url, url)) for url in further_on(page))
    found = ((step[1], url) for url, step in steps if step is not None and step[1] > int(step[0].old or 0))
    return [url for _, url in sorted(found)]


def _dates_on(page: Page, listed: Iterable[str], now: datetime) -> dict[str, datetime]:
    """The date that a page, which was written `now`, has beside each of the `listed` addresses."""
    if page.tree is None:
        return {}
    base = base_of(page.tree, page.url)
    habits = DateHabits(now, page.tree.get("lang") or "")
    rows = rows_on(page.tree, lambda href: join(base, href) if href else None, listed, habits)
    return {url: moment for url, row in rows.items() if (moment := moment_of(row.latest)) is not None}


def _again(rows: Iterable[Row], priority: int, via: str = "") -> tuple[Offer, ...]:
    kinds = {"sitemap": Kind.SITEMAP}
    return tuple(Offer(url, kinds.get(kind, Kind.PAGE), priority, depth, via, AGAIN) for url, kind, depth in rows)
