"""A plain update of pages that only the generic rung speaks for: where news would show, and a share of the rest.

Asked for are the pages that the user named, sitemaps, pages that led to others, and pages that changed before; of the
rest those that were not looked at for longest, a few each time. Everything else is asked for if its address is new, if
a sitemap says that it has changed, or if a list shows a later date beside it.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from datetime import UTC, datetime
from itertools import chain, islice

from thresher.catalog import Catalog
from thresher.crawl.history import CollectionVisit, began_before
from thresher.crawl.kept_before import KeptBefore
from thresher.crawl.missing import AGAIN, AGAIN_PRIORITY
from thresher.crawl.other_ways import further_on
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
        self._new: set[str] = set()
        """New addresses that were met in this visit."""
        self._quiet: set[str] = set()
        """Sitemaps that are as they were."""

    def begin(self) -> Guidance:
        """What is asked for whatever comes: sitemaps, ways into applications, lists, and a share of the rest."""
        pages = sum(1 for _ in self._rows("kind = 'page'"))
        most = max(LEAST_LISTS, -(-pages // SHARE_OF_LISTS))
        share = max(min(LEAST_OF_ROUND, -(-pages // LEAST_ROUNDS)), -(-pages // ROUND))
        by_yield = f"(led_to + {NEWS_WEIGHT} * news) * (changes + 1.0) / (looks + 2) DESC, depth, url"
        by_change = f"changes * ({self._visit.number} - last_visit) * 1.0 / (looks + 1) DESC, depth, url"
        soon = chain(
            self._rows("kind = 'sitemap'") if pages else (),  # else what is new is on lists that others know
            islice(self._rows("ways > 0", "ways DESC, depth, url"), most),
            islice(self._rows(f"kind = 'page' AND led_to >= {LED}", by_yield), most),
        )
        first = {row[0]: row for row in soon}
        changing = list(islice(self._unread("changes > 0", by_change, first), share // 2))
        first |= {row[0]: row for row in changing}
        turn = islice(self._unread("last_visit > 0", "last_visit, depth, url", first), share - len(changing))
        return Guidance((*_again(first.values(), SOON), *_again(turn, AGAIN_PRIORITY)), ())

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
        if not self.is_known(page.url):
            return guidance
        due = self._dated(page)
        if self._has_news(page, guidance):
            due += filter(self.is_known, next_on(page))
        self._due.update(due)
        rows = [(url, Kind.PAGE.value, entry.depth + 1) for url in due if self._scope.refuses(url) is None]
        return joined([Guidance(_again(rows, SOON, entry.url), ()), guidance])

    def _has_news(self, page: Page, guidance: Guidance) -> bool:
        offers = (one for one in guidance.follow if one.kind is Kind.PAGE and not one.is_suspect)
        return any(not self._objection(one.url) for one in offers) or any(link.url in self._new for link in page.links)

    def _dated(self, page: Page) -> list[str]:
        """Known pages whose date on this one is another than before, and not earlier than all that were there then."""
        one = self._earlier(page.url)
        if one is None or one.page.source == page.source:
            return []
        links = islice((link.url for link in page.links if link.is_content), MOST_ROWS)
        before = _dates_on(one.page, [url for url in links if self.is_known(url)], one.capture.written)
        if not before:
            return []
        latest = max(before.values())
        now = _dates_on(page, before, datetime.now(UTC))
        return [url for url, date in now.items() if date != before[url] and date >= latest]

    def look_at_sitemap(self, sitemap: Sitemap, entry: Entry) -> None:
        """A sitemap came: pages for which it has another date than before are due, and sitemaps for which it has the
        same are not. One that has another date for most of its pages was only made anew."""
        before = self._sitemap_before(entry.url).modified
        dates = sitemap.modified
        self._quiet.update(url for url in sitemap.children if url in dates and dates[url] == before.get(url))
        since = moment_of(began_before(self._catalog, self._visit)) or datetime.now(UTC)
        agrees = {
            url: dates[url] == before[url] if url in before else not is_later(dates[url], since)
            for url in sitemap.pages
            if url in dates and self.is_known(url)
        }
        self._due.update(exceptions(agrees))


def next_on(page: Page) -> list[str]:
    """The next page of the list that a page is, by its address and how the link to it looks, if there is one."""
    steps = ((url, step_between(page.url, url)) for url in further_on(page))
    return [url for url, step in steps if step is not None and step[1] > int(step[0].old or 0)][:1]


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
