"""A plain update: which of the known pages there is a reason to ask for again.

What is new has an address that was not asked for before. Of what is known, lists tell what has grown: the row of a
thread has a date later than everything that was kept of the site, or its number of replies is no longer that of the
posts that were kept. A feed tells what was edited. Lists are read on as long as they bring something.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from itertools import chain, pairwise

from thresher.catalog import Catalog
from thresher.crawl.history import CollectionVisit, began_before
from thresher.crawl.samples import Sample
from thresher.crawl.times import is_later, moment_of
from thresher.crawl.view import View
from thresher.describe.changes import folded
from thresher.extract import habits_on
from thresher.guide import Known
from thresher.guide.known import TERMINAL
from thresher.guide.labels import MARK, label_of
from thresher.guide.rows import Row, rows_on
from thresher.knowledge import Level, LevelKind
from thresher.learn.mending import posts_level
from thresher.model import Entry, FeedItem, Guidance, Kind, ObjectType, Offer, Skip, SkipReason
from thresher.page import DateHabits, base_of, host_of, join, surt, text_of_fragment

MOST = 0.7
"""Share of what can be compared that must agree before what does not is taken for a change: a list that shows no number
of replies, or a feed that writes texts in its own way, says nothing by differing."""
FALLING = 0.8
"""Share of the rows of a list that stand in order if it is in order."""
LEAST_ROWS = 3
HALF = 0.5
"""The same for numbers in rows: what has just grown stands together."""
TELLING = 3
"""A number of posts that is not found in a row by chance; 0, 1 and 2 are in most."""
END_OF_LIST = 3
"""Rows at the end of a list whose latest come first: if none of them is news, nothing behind them is."""
_ARTICLES = (ObjectType.BLOG_POST.value, ObjectType.NEWS_ARTICLE.value)


@dataclass(frozen=True, slots=True)
class _Kept:
    """What earlier visits have kept of the thread or post at an address."""

    parts: int
    """Posts of the thread, or comments on the post."""
    last_page: str
    """Where the last of them stands."""
    is_thread: bool


class ComingBack:
    """Decides what a plain update asks for. `look` at pages and `hear` feeds, then `sift` what follows from them."""

    def __init__(self, catalog: Catalog, visit: CollectionVisit, earlier: Callable[[str], Sample | None]) -> None:
        """`earlier` gives a page as the visit before has it."""
        self._catalog = catalog
        self._visit = visit
        self._earlier = earlier
        self._due: set[str] = set()
        self._lists: set[str] = set()
        """Further pages of lists that were looked at."""
        self._quiet: set[str] = set()
        """Lists to which nothing came."""
        self._because_of: dict[str, frozenset[str]] = {}
        """Further pages of lists that are due, and the news on the page before them."""
        self._told: set[str] = set()
        """Posts that feeds name."""
        self._levels: dict[str, Level] = {}
        """Of known applications, by how links to their pages are labelled."""
        self._latest = lru_cache(maxsize=256)(lambda host: latest_kept(catalog, visit, host))

    def look(self, one: Sample, view: View, guidance: Guidance, plain: Callable[[str], str]) -> list[Offer]:
        """Read a list: further pages that are due. `plain` is an address as it is asked for."""
        page, entry, known = one.page, one.entry, view.known
        if known.application.is_own:  # learned in this visit, from pages that are known
            return []
        self._levels |= {label_of(known.application, level.name): level for level in known.application.levels}
        if known.level is None or known.level.kind is not LevelKind.INTERMEDIATE:
            return []
        label = label_of(known.application, known.level.name)
        offers = {one.url: one for one in guidance.follow if one.kind is Kind.PAGE and one.shape.startswith(MARK)}
        if page.tree is None or not offers:
            return []
        base = base_of(page.tree, page.url)
        habits = habits_on(view.document, known.application, one.capture.time)
        further = [url for url, offer in offers.items() if offer.shape == label and not self._holds(url)]
        listed = [url for url in offers if url not in further]
        rows = rows_on(page.tree, lambda href: _target(base, href, plain), listed, habits)
        latest = self._latest(host_of(page.url))
        kept = {url: found for url in rows if (found := self._kept(url)) is not None}
        grown = self._grown({url: rows[url] for url in kept}, kept, latest)
        if grown:
            before = self._rows_before(page.url, grown, habits, plain)
            grown = [url for url in grown if before.get(url) != rows[url]]
        self._quiet.update(self._quiet_lists([url for url in rows if url not in kept], rows, latest))
        news = {*grown, *(url for url in listed if not self._was_asked(url))}
        self._further(further, [url for url in rows if url in news], list(rows), _is_falling(list(rows.values())))
        # A thread is read on from the last page that is known of it.
        due = {kept[url].last_page if kept[url].is_thread else url: offers[url].shape for url in grown}
        self._due.update(due)
        return [
            Offer(url, Kind.PAGE, TERMINAL, entry.depth + 1, page.url, shape)
            for url, shape in due.items()
            if url not in offers
        ]

    def _rows_before(
        self, url: str, wanted: Sequence[str], habits: DateHabits, plain: Callable[[str], str]
    ) -> dict[str, Row]:
        """Rows as a list had them in the visit before: what was there then is no sign of a change."""
        one = self._earlier(url)
        if one is None or one.page.tree is None:
            return {}
        base = base_of(one.page.tree, url)
        then = replace(habits, now=one.capture.time)
        return rows_on(one.page.tree, lambda href: _target(base, href, plain), wanted, then)

    def _further(self, further: Sequence[str], news: Sequence[str], listed: Sequence[str], is_falling: bool) -> None:
        """Which further page of a list is due: the next, if this one has news; where the latest come first, if they
        reach to its end."""
        self._lists.update(further)
        telling = [url for url in news if not is_falling or url in listed[-END_OF_LIST:]]
        following = next((url for url in further if url not in self._due), None)
        if telling and following is not None:
            self._due.add(following)
            self._because_of[following] = frozenset(news)

    def admit(self, entry: Entry) -> Skip | None:
        """Asked when the turn of `entry` comes: a list need not be read on if a feed names what is new in it."""
        why = self._because_of.get(entry.url)
        if why is None or not why <= self._told:
            return None
        return Skip(entry.url, SkipReason.NOT_DUE, "the feed names what is new", entry.via)

    def _quiet_lists(self, lists: Sequence[str], rows: Mapping[str, Row], latest: datetime | None) -> list[str]:
        """Lists that a page names with a date, where most have one, and to which nothing came."""
        known = [url for url in lists if self._was_asked(url)]
        dated = [url for url in known if rows[url].latest]
        if latest is None or len(known) < LEAST_ROWS or len(dated) < MOST * len(known):
            return []
        return [url for url in dated if not is_later(rows[url].latest, latest)]

    def hear(self, items: Mapping[str, FeedItem], known: Known, via: Entry) -> Guidance:
        """Posts whose words, or whose number of comments, are others in a feed now; by the addresses they are asked for
        under. `via` is the page that names the feed."""
        self._told.update(items)
        level = posts_level(known.application.levels)
        if level is None:
            return Guidance((), ())
        shape = label_of(known.application, level.name)
        texts = {url: text for url in items if (text := self._text(url)) is not None}
        told = {url: folded(text_of_fragment(items[url].html)) for url in texts if items[url].html}
        same_text = {url: words == folded(texts[url]) for url, words in told.items()}
        same_count = {
            url: kept.parts == items[url].comment_count
            for url in texts
            if items[url].comment_count is not None and (kept := self._kept(url)) is not None
        }
        changed = dict.fromkeys(chain(_exceptions(same_text), _exceptions(same_count)))
        self._due.update(changed)
        return Guidance(tuple(Offer(url, Kind.PAGE, TERMINAL, via.depth + 1, via.url, shape) for url in changed), ())

    def sift(self, guidance: Guidance) -> Guidance:
        """Without what there is no reason to ask for again."""
        follow: list[Offer] = []
        skip = list(guidance.skip)
        for offer in guidance.follow:
            if why := self._refusal(offer):
                skip.append(Skip(offer.url, SkipReason.NOT_DUE, why, offer.via))
            else:
                follow.append(offer)
        return Guidance(tuple(follow), tuple(skip))

    def _refusal(self, offer: Offer) -> str:
        """Why an offer is not due; empty if it is."""
        level = self._levels.get(offer.shape)
        if offer.kind is not Kind.PAGE or not offer.depth or level is None or offer.url in self._due:
            return ""
        if self._holds(offer.url) or (level.kind is LevelKind.TERMINAL and self._was_asked(offer.url)):
            return "no sign of change"
        if offer.url in self._quiet:
            return "nothing came to this list"
        return "the list before it has nothing new at its end" if offer.url in self._lists else ""

    def _grown(self, rows: Mapping[str, Row], kept: Mapping[str, _Kept], latest: datetime | None) -> list[str]:
        """Addresses of which their rows say that something was added."""
        later = [url for url, row in rows.items() if latest is not None and is_later(row.latest, latest)]
        others = [url for url in rows if url not in later and kept[url].parts >= TELLING]
        # Some lists count the first post of a thread as a reply, others do not; a list does what most of its rows do.
        ways = [{url: kept[url].parts - one in rows[url].numbers for url in others} for one in (0, 1)]
        return [*later, *_exceptions(max(ways, key=lambda way: sum(way.values())), HALF)]

    def _was_asked(self, url: str) -> bool:
        sql = "SELECT 1 FROM captures WHERE surt = ? AND url = ? AND id <= ? AND status < 400 LIMIT 1"
        return self._catalog.execute(sql, (surt(url), url, self._visit.after_capture)).fetchone() is not None

    def _holds(self, url: str) -> bool:
        """Whether a page held something that people wrote."""
        sql = "SELECT 1 FROM objects WHERE source_url = ? AND number <= ? LIMIT 1"
        return self._catalog.execute(sql, (url, self._visit.after_object)).fetchone() is not None

    def _kept(self, url: str) -> _Kept | None:
        sql = "SELECT id, type, container FROM objects WHERE source_url = ? AND number <= ? AND deleted IS NULL"
        rows = self._catalog.execute(sql, (url, self._visit.after_object)).fetchall()
        if not rows:
            return None
        article = next((number for number, kind, _ in rows if kind in _ARTICLES), "")
        container = article or next((container for _, _, container in rows if container), "")
        sql = "SELECT source_url FROM objects WHERE container = ? AND deleted IS NULL ORDER BY page, place"
        pages = [page for (page,) in self._catalog.execute(sql, (container,))] if container else []
        return _Kept(len(pages), pages[-1] if pages else url, is_thread=not article)

    def _text(self, url: str) -> str | None:
        """The words of the article that was kept of an address."""
        sql = (
            "SELECT v.text FROM objects o JOIN object_versions v ON v.number = o.current WHERE o.source_url = ? "
            "AND o.number <= ? AND o.deleted IS NULL AND o.type IN (?, ?)"
        )
        row = self._catalog.execute(sql, (url, self._visit.after_object, *_ARTICLES)).fetchone()
        return row[0] if row else None


def _is_falling(rows: Sequence[Row]) -> bool:
    """Whether the rows of a list stand by their dates, the latest first; some are pinned to its top."""
    dates = [row.latest[:10] for row in rows if row.latest]
    falling = sum(one >= two for one, two in pairwise(dates))
    return len(dates) >= LEAST_ROWS and falling >= FALLING * (len(dates) - 1)


def latest_kept(catalog: Catalog, visit: CollectionVisit, host: str = "") -> datetime | None:
    """The date of the latest thing that earlier visits have kept, of a host or of all; None if nothing has a date.

    Not after the visit that kept it: dates on pages may lie.
    """
    sql = (
        "SELECT max(v.published) FROM objects o JOIN object_versions v ON v.number = o.current "
        "WHERE o.number <= ? AND o.source_url >= ? AND o.source_url < ?"
    )
    places = [(f"{scheme}://{host}/", f"{scheme}://{host}0") for scheme in ("http", "https")] if host else [("h", "i")]
    rows = [catalog.execute(sql, (visit.after_object, *place)).fetchone() for place in places]
    found = [moment for (stated,) in rows if stated and (moment := moment_of(stated)) is not None]
    return min(max(found), moment_of(began_before(catalog, visit)) or max(found)) if found else None


def _exceptions(agrees: Mapping[str, bool], share: float = MOST) -> list[str]:
    """Those that do not agree with what was kept, where enough others do."""
    if sum(agrees.values()) < max(LEAST_ROWS, share * len(agrees)):
        return []
    return [url for url, same in agrees.items() if not same]


def _target(base: str, href: str, plain: Callable[[str], str]) -> str | None:
    url = join(base, href) if href else None
    return plain(url) if url else None
