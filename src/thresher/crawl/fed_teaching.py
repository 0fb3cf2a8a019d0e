"""How a fed site is taught: its feed is found, the pages of its items are asked for, and rules are learned from them.

Until that is done, all pages that come wait; where the feed teaches nothing, they go to the rungs below.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from datetime import UTC, datetime

from thresher.crawl.fed_due import Due
from thresher.crawl.fed_site import MAX_SAMPLES, FedPhase, FedSite
from thresher.crawl.fed_view import late_view
from thresher.crawl.samples import Gone, Load, LoadFeed, Sample, Settled
from thresher.crawl.view import NOTHING, View, joined, only
from thresher.feeds import FeedPlace, feeds_of, is_comment_feed, known_places, older_page
from thresher.guide import GenericGuide, KnownGuide
from thresher.guide.labels import MARK
from thresher.model import Capture, Entry, Feed, FeedItem, Guidance, Kind, Offer, Page
from thresher.page import canonical

FEED, SAMPLE, LIST, POST = 10, 20, 60, 100
"""Priorities, smaller is sooner."""
MAX_PLACES = 3
"""Feeds that are tried: of those that a page names, or of places where feeds usually are."""
MAX_AGAIN = 200
"""Pages of an earlier run that are looked at again; more are of a crawl that had no use for feeds."""
MAX_FEED_PAGES = 1000
MAX_COMMENT_FEEDS = 2
"""Feeds of the comments on one post that are asked for, where the site has none of all comments."""

_SECTION = re.compile(
    r"//[^/]+/(?:[a-z-]{2,5}/)?(?:blogs?|weblog|news|journal|posts|articles?|stories|aktuell\w*|nachrichten|actualit\w*|"
    r"noticias|notizie|diary|magazin\w*)(?:\.\w+)?/?$",
    re.I,
)

Lower = Callable[[Sample, Settled], Guidance]
"""How a page is guided by the rungs below."""
Guide = Callable[[FedSite, Sample, Settled], Guidance]
"""How a page is guided whose feed says what posts look like."""
Released = Callable[[FedSite], Guidance]
"""What a sitemap offered of a site before it was clear what its feed teaches."""


class Teaching:
    """Finds feeds, asks for samples, and has the site learn from them."""

    def __init__(
        self,
        generic: GenericGuide,
        known: KnownGuide,
        lower: Lower,
        guide: Guide,
        released: Released,
        load: Load,
        load_feed: LoadFeed,
        *,
        is_all: bool,
        due: Due,
    ) -> None:
        self._generic = generic
        self._known = known
        self._lower = lower
        self._guide = guide
        self._released = released
        self._load = load
        self._load_feed = load_feed
        self._is_all = is_all
        self._due = due
        self.seen: tuple[str, ...] = ()
        """Addresses that an earlier run has seen."""
        self._late: list[tuple[FedSite, Sample | str]] = []

    def begin(self, site: FedSite, one: Sample, is_settled: Settled) -> Guidance:
        """The first page of a site: which feeds does it name?"""
        site.early = [one]
        named = feeds_of(one.page)
        site.comment_feeds = {place.url: "" for place in named if place.is_comments}
        site.places = [place.url for place in named if not place.is_comments][:MAX_PLACES]
        files = self._generic.guide(only(one.page, []), one.entry, is_settled)
        if not site.places:
            # Asked for nothing but feeds, they are looked for even where no page names one.
            site.places = list(known_places(one.page.url)[:MAX_PLACES]) if self._is_all else []
            section = self._section(site)
            if section.follow:
                return joined([files, section])
        return joined([files, self.seek(site, one.entry, is_settled)])

    def _section(self, site: FedSite) -> Guidance:
        """Ask for the part of the site that may name a feed where the front page names none that teaches; once.

        Beside other rungs, a part is not enough: a feed must speak for the page that the crawl began with.
        """
        if not self._is_all:
            return NOTHING
        first = site.early[0]
        links = [link.url for link in first.page.links if _is_section(link.url) and self.may(link.url)]
        if site.has_asked_section or not links or first.page.url in links:
            return NOTHING
        site.has_asked_section = True
        had = self._load(links[0])
        if had is None:
            return self._ask(site, [self.offer(site, links[0], first.entry, "list", SAMPLE)])
        if isinstance(had, Sample):  # an earlier run has asked for it
            site.early.append(had)
            self.take_section(site, had.page)
        return NOTHING

    def take_section(self, site: FedSite, page: Page) -> None:
        """A page that may name feeds which the front page does not."""
        named = [place.url for place in feeds_of(page) if not place.is_comments]
        site.places = [*named[:MAX_PLACES], *site.places]

    def seek(self, site: FedSite, via: Entry, is_settled: Settled) -> Guidance:
        """Ask for the next feed that may teach something; if there is none left, leave the site to others."""
        while site.places:
            url = canonical(site.places.pop(0))
            if url is None:
                continue
            if not self._known.may_ask_feed(url, via.depth + 1):
                site.notes.append(f"{url} is outside of what this crawl may ask for")
                continue
            feed = self._load_feed(url)
            if feed is None:
                return self._ask(site, [Offer(url, Kind.FEED, FEED, via.depth + 1, via.url)])
            if self._is_taught_by(site, feed, url):
                return self.sample(site, via, is_settled)
        if (section := self._section(site)).follow:
            return section
        if site.places:
            return self.seek(site, via, is_settled)
        if not site.notes:
            site.notes.append("no feed was found")
        site.phase = FedPhase.NOTHING
        return self._given_up(site, is_settled)

    def _ask(self, site: FedSite, offers: Iterable[Offer]) -> Guidance:
        asked = tuple(offers)
        site.awaited |= {offer.url for offer in asked}
        return Guidance(asked, ())

    def _is_taught_by(self, site: FedSite, feed: Feed | Gone | None, url: str) -> bool:
        """Whether what is at `url` teaches anything."""
        if not isinstance(feed, Feed):
            site.notes.append(f"{url} is no feed")
            return False
        if is_comment_feed(feed):
            site.comment_feeds.setdefault(feed.url, "")
            site.take_shared(feed)
            site.notes.append(f"{feed.url} has comments only, or posts that share a page")
            return False
        if site.take_feed(feed, is_part=not self._is_all):
            return True
        site.take_shared(feed)
        return False

    def take_feed(self, site: FedSite, feed: Feed | None, entry: Entry, is_settled: Settled) -> Guidance:
        """What came for a feed: None if it was none."""
        site.awaited.discard(entry.url)
        if site.phase is FedPhase.SEEKING:
            if self._is_taught_by(site, feed, entry.url):
                return self.sample(site, entry, is_settled)
            return self.seek(site, entry, is_settled)
        if site.phase is FedPhase.FED:
            return self._take_older(site, feed, entry)
        asked = NOTHING
        if feed is not None and site.phase is FedPhase.SAMPLING:
            page = site.comment_feeds.get(entry.url, "")
            with site.gathering():
                asked = self._ask_pages(site, self._talk_pages(site, feed, page), entry, is_settled)
        return joined([asked, self.learned(site, is_settled)])

    def ask_older(self, site: FedSite) -> Guidance:
        """Where neither lists nor a sitemap lead to posts: the next older page of the feed, if there is one."""
        feed = self._load_feed(site.feeds[0]) if site.is_poor and site.feed_pages and site.feeds else None
        last = self._load_feed(site.oldest_feed) if site.oldest_feed else feed
        stated = last.older if isinstance(last, Feed) else ""
        url = canonical(stated or older_page(feed, site.feed_pages + 1)) if isinstance(feed, Feed) else None
        site.feed_pages = site.feed_pages + 1 if url is not None and site.feed_pages < MAX_FEED_PAGES else 0
        return self._ask(site, [Offer(url, Kind.FEED, FEED, 1, site.feeds[0])]) if url and site.feed_pages else NOTHING

    def _take_older(self, site: FedSite, feed: Feed | None, via: Entry) -> Guidance:
        """What came for an older page of the feed; a server that does not know such pages gives the first again."""
        new = site.take_older(feed) if feed is not None else []
        site.oldest_feed = via.url
        if not new:
            site.feed_pages = 0
        return Guidance(tuple(self.offer(site, url, via, "post", POST) for url in new if self.may(url)), ())

    def sample(self, site: FedSite, via: Entry, is_settled: Settled) -> Guidance:
        """The feed teaches: ask for the pages of its items, and for what it says of comments."""
        with site.gathering():
            gathered = self._gathered(site, via, is_settled)
        return joined([gathered, self.learned(site, is_settled)])

    def _gathered(self, site: FedSite, via: Entry, is_settled: Settled) -> Guidance:
        """What is to be asked for to learn from, and what follows from the pages that are there."""
        early, site.early = site.early, []
        found = [self._lower(one, is_settled) for one in early if not one.page.url.startswith(site.root)]
        early = [one for one in early if one.page.url.startswith(site.root)]
        found.append(self._ask_pages(site, list(site.items)[:MAX_SAMPLES], via, is_settled))
        others = [url for url in list(site.items)[MAX_SAMPLES:] if self._is_due(url, site.items[url])]
        found.append(Guidance(tuple(self.offer(site, url, via, "post", POST) for url in others if self.may(url)), ()))
        comments = [url for url, page in site.comment_feeds.items() if not page][:1]
        found += [self._ask_comments(site, url, via, is_settled) for url in comments]
        home = [site.start, *site.lists][-1]
        if home != site.start and self.may(home) and self.reads_lists(site):
            found.append(Guidance((self.offer(site, home, via, "list", LIST),), ()))
        samples, site.early = site.early, []
        found += [self._guide(site, one, is_settled) for one in (*early, *self._others_seen(site, early))]
        site.early += samples
        return joined([*found, self._released(site)])

    def _others_seen(self, site: FedSite, early: Iterable[Sample]) -> list[Sample]:
        """Pages that an interrupted run has fetched beside the samples, while it was not yet clear what the site is."""
        known = {*site.samples, *(one.page.url for one in early)}
        others = [url for url in self.seen if url.startswith(site.root) and url not in known][:MAX_AGAIN]
        return [had for url in others if isinstance(had := self._load(url), Sample)]

    def _ask_comments(self, site: FedSite, url: str, via: Entry, is_settled: Settled) -> Guidance:
        feed = self._load_feed(url)
        if feed is None:
            asked = [Offer(url, Kind.FEED, FEED, via.depth + 1, via.url)]
            return self._ask(site, asked if self._known.may_ask_feed(url, via.depth + 1) else [])
        if not isinstance(feed, Feed):
            return NOTHING
        pages = self._talk_pages(site, feed, site.comment_feeds.get(url, ""))
        return self._ask_pages(site, pages, via, is_settled)

    def _talk_pages(self, site: FedSite, feed: Feed, page: str) -> list[str]:
        """Pages with comments: some to learn from, and all that have new ones, where only these are asked for."""
        pages = site.take_comments(feed, page)
        due = [
            url for url, items in site.talks.items() if not self._due.is_all and any(map(self._due.has_later, items))
        ]
        return list(dict.fromkeys([*pages, *due]))

    def _ask_pages(self, site: FedSite, urls: Iterable[str], via: Entry, is_settled: Settled) -> Guidance:
        """Pages to learn from; those that the archive has are taken from there."""
        found = []
        for url in urls:
            if url in site.samples or url in site.awaited:
                continue
            had = self._load(url)
            if isinstance(had, Sample):
                site.move(url, had.page.url)
                site.awaited.add(had.page.url)
                found.append(self._guide(site, had, is_settled))
            elif had is None and self.may(url):
                found.append(self._ask(site, [self.offer(site, url, via, "post", SAMPLE)]))
        return joined(found)

    def offer(self, site: FedSite, url: str, via: Entry, role: str, priority: int) -> Offer:
        # What a feed names is as near as if the page had linked to it that names the feed.
        depth = via.depth if via.kind is Kind.FEED else via.depth + 1
        return Offer(url, Kind.PAGE, priority, depth, via.url, f"{MARK}{site.name}/{role}")

    def _is_due(self, url: str, item: FeedItem) -> bool:
        """Whether the post of an item is new, or newer than what the caller has."""
        return self._due.is_new(url) or self._due.has_later(item)

    def reads_lists(self, site: FedSite) -> bool:
        """Whether lists are asked for: in an update, only if the feed does not reach back to the last visit."""
        return self._due.is_all or self._due.leaves_gap(site.items)

    def may(self, url: str, depth: int = 1) -> bool:
        """Whether a page may be asked for. What feeds name is as near as what the first page links to."""
        return self._known.may_ask(url, depth)

    def learned(self, site: FedSite, is_settled: Settled) -> Guidance:
        """Once all samples are there: learn from them, and read what came in meanwhile."""
        if not site.is_sampled():
            return NOTHING
        with site.gathering():
            asked = NOTHING if site.talks else self._ask_about_posts(site, is_settled)
        if site.awaited:
            return asked
        early, site.early = site.early, []
        site.learn(early[0].capture.time if early else datetime.now(UTC))
        if site.phase is FedPhase.NOTHING:
            site.early = early
            return joined([asked, self._given_up(site, is_settled)])
        known = {one.page.url for one in early}
        for url in known:
            site.take_further(url)
        for one in early:
            self._late.append((site, one))
        for url in self.seen:
            if url.startswith(site.root) and url not in known and site.role_of(url) in ("post", "further"):
                self._late.append((site, url))
        posts = (
            Offer(url, Kind.PAGE, POST, depth, via, f"{MARK}{site.name}/post")
            for url, via, depth in site.promoted()
            if self.reads_lists(site) and self._due.is_new(url)
        )
        return joined([asked, Guidance(tuple(posts), ())])

    def late_views(self) -> Iterator[tuple[View, Capture]]:
        """Pages that were understood after their turn, each once. Of an earlier run there may be many: one is read at a
        time.
        """
        late, self._late = self._late, []
        for site, one in late:
            had = self._load(one) if isinstance(one, str) else one
            view = late_view(site, had.page, had.capture) if isinstance(had, Sample) else None
            if view is not None and isinstance(had, Sample):
                yield view, had.capture

    def _ask_about_posts(self, site: FedSite, is_settled: Settled) -> Guidance:
        """Where the site has no feed of all comments: those of single posts, if posts name such."""
        known = site.comment_feeds
        if any(known.values()):
            return NOTHING
        found = []
        for url, page in site.samples.items():
            item = site.items.get(url)
            if item is not None and item.comment_count == 0:
                continue
            place = _feed_of_comments(page, item.comments_feed if item is not None else "", {*known, *site.feeds})
            if place:
                known[place] = url
                found.append(self._ask_comments(site, place, Entry(url, Kind.PAGE, 1), is_settled))
            if len(found) >= MAX_COMMENT_FEEDS:
                break
        return joined(found)

    def _given_up(self, site: FedSite, is_settled: Settled) -> Guidance:
        """The feed teaches nothing: the pages that came go to the rungs below."""
        early, site.early = site.early, []
        self._late += [(site, one) for one in early]
        return joined([self._lower(one, is_settled) for one in early])


def _is_section(url: str) -> bool:
    """Whether an address is that of the part of a site where news or posts are."""
    return bool(_SECTION.search(url.partition("?")[0]))


def _feed_of_comments(page: Page, named: str, known: Collection[str]) -> str:
    """The feed of the comments on one post."""
    if named:
        return named
    places: tuple[FeedPlace, ...] = feeds_of(page)
    own = [place.url for place in places if place.url not in known]
    return next((place.url for place in places if place.is_comments and place.url in own), "")
