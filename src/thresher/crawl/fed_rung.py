"""The fed rung of the ladder: sites whose feed says what posts look like are crawled and read by it."""

import re
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from datetime import datetime

from thresher.crawl.fed_site import MAX_SAMPLES, FedNote, FedPhase, FedSite, page_of
from thresher.crawl.samples import Load, Sample
from thresher.crawl.times import is_later
from thresher.crawl.view import NOTHING, View, joined, only
from thresher.feeds import FeedPlace, feeds_of, is_comment_feed, known_places, older_page
from thresher.guide import GenericGuide, KnownGuide
from thresher.guide.generic import UNKNOWN
from thresher.guide.known import MARK
from thresher.guide.shapes import shape_of
from thresher.learn.articles.naming import pattern_of
from thresher.model import Capture, Entry, Feed, FeedItem, Guidance, Kind, Offer, Page, Skip, SkipReason
from thresher.page import VirtualDocument, canonical, origin_of
from thresher.recognise import Recognition

FEED, SAMPLE, LIST, POST, FURTHER, TRIAL = 10, 20, 60, 100, 110, 300
"""Priorities, smaller is sooner."""
REST = 2500
"""Put on the priority of what the next rung is left with."""
MAX_GUESSES = 3
"""Places that are tried for a feed where no page names one."""
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

Settled = Callable[[str], bool]
Lower = Callable[[Sample, Settled], Guidance]
"""How a page is guided by the rungs below."""
LoadFeed = Callable[[str], Feed | None]
"""An address → the feed that the archive has of it."""


class FedRung:
    """Guides sites by their feeds."""

    def __init__(
        self,
        generic: GenericGuide,
        known: KnownGuide,
        lower: Lower,
        load: Load,
        load_feed: LoadFeed,
        *,
        is_all: bool,
        since: datetime | None = None,
    ) -> None:
        """If it `is_all`, nothing but posts and what leads to them is followed; else the rest is for `generic`.

        With `since`, only what feeds say is newer is asked for, and what is needed to read it.
        """
        self._since = since
        self._generic = generic
        self._known = known
        self._lower = lower
        self._load = load
        self._load_feed = load_feed
        self._is_all = is_all
        self._sites: dict[str, FedSite] = {}
        self._held: dict[str, list[Guidance]] = {}
        self._seen: tuple[str, ...] = ()
        self.late_views: list[tuple[View, Capture]] = []

    @property
    def sites(self) -> list[FedSite]:
        return list(self._sites.values())

    def site_of(self, url: str) -> FedSite | None:
        """The site whose feed speaks for `url`, or may."""
        site = self._sites.get(origin_of(url))
        return site if site is not None and url.startswith(site.root) else None

    def owns(self, entry: Entry) -> bool:
        """Whether this rung has offered `entry`."""
        site = self.site_of(entry.url)
        return site is not None and entry.shape.startswith(f"{MARK}{site.name}/")

    def view(self, page: Page, capture: Capture) -> View | None:
        """A page as the rules see it that the feed has taught; None if the feed does not speak for it."""
        site = self.site_of(page.url)
        if site is None or site.phase is not FedPhase.FED or site.application is None:
            return None
        role = site.role_of(page.url)
        is_post = role in ("post", "further") and _reads_as_post(site, page)
        level = site.application.levels[0] if is_post else None
        document = VirtualDocument.of(page, capture)
        recognition = Recognition(site.application, level, site.root)
        rules = site.taught.rules if site.taught is not None else None
        return View(document, recognition, site.items.get(page.url), rules.trust if rules is not None else 0.0)

    def guide(
        self, page: Page, entry: Entry, view: View | None, capture: Capture, is_settled: Settled
    ) -> Guidance | None:
        """The links of a page whose site is fed, or may be; None if another rung has to speak for it."""
        if entry.kind is not Kind.PAGE or page.tree is None:
            return None
        site = self.site_of(page.url)
        one = Sample(page, entry, capture)
        if site is None:
            if view is not None or entry.depth or origin_of(page.url) in self._sites:
                return None
            return self._begin(one, is_settled)
        if site.phase is FedPhase.NOTHING:
            return None
        if site.phase is FedPhase.SEEKING:
            site.early.append(one)
            files = self._generic.guide(only(page, []), entry, is_settled)
            if entry.url not in site.awaited:
                return files
            site.awaited.discard(entry.url)
            named = [place.url for place in feeds_of(page) if not place.is_comments]
            site.places = [*named[:MAX_GUESSES], *site.places]
            return joined([files, self._seek(site, entry, is_settled)])
        return self._fed(site, one, is_settled)

    def _begin(self, one: Sample, is_settled: Settled) -> Guidance:
        """The first page of a site: which feeds does it name?"""
        site = FedSite(one.page.url)
        self._sites[origin_of(one.page.url)] = site
        site.early = [one]
        named = feeds_of(one.page)
        site.comment_feeds = {place.url: "" for place in named if place.is_comments}
        site.places = [place.url for place in named if not place.is_comments][:MAX_GUESSES]
        files = self._generic.guide(only(one.page, []), one.entry, is_settled)
        if not site.places:
            section = self._section(site)
            # Asked for nothing but feeds, they are looked for even where no page names one.
            site.places = list(known_places(one.page.url)[:MAX_GUESSES]) if self._is_all else []
            if section.follow:
                return joined([files, section])
        return joined([files, self._seek(site, one.entry, is_settled)])

    def _section(self, site: FedSite) -> Guidance:
        """Ask for the part of the site that may name a feed where the front page names none that teaches; once."""
        first = site.early[0]
        links = [link.url for link in first.page.links if _is_section(link.url) and self._may(link.url)]
        if site.has_asked_section or not links or first.page.url in links:
            return NOTHING
        site.has_asked_section = True
        return self._ask(site, [self._offer(site, links[0], first.entry, "list", SAMPLE)])

    def _seek(self, site: FedSite, via: Entry, is_settled: Settled) -> Guidance:
        """Ask for the next feed that may teach something; if there is none left, leave the site to others."""
        while site.places:
            url = canonical(site.places.pop(0))
            if url is None or not self._known.is_within(url, via.depth + 1):
                continue
            feed = self._load_feed(url)
            if feed is None:
                return self._ask(site, [Offer(url, Kind.FEED, FEED, via.depth + 1, via.url)])
            if self._taught_by(site, feed):
                return self._sample(site, via, is_settled)
        if (section := self._section(site)).follow:
            return section
        if not site.notes:
            site.notes.append("no feed was found")
        site.phase = FedPhase.NOTHING
        return self._given_up(site, is_settled)

    def _ask(self, site: FedSite, offers: Iterable[Offer]) -> Guidance:
        asked = tuple(offers)
        site.awaited |= {offer.url for offer in asked}
        return Guidance(asked, ())

    def _taught_by(self, site: FedSite, feed: Feed) -> bool:
        if is_comment_feed(feed):
            site.comment_feeds.setdefault(feed.url, "")
            site.notes.append(f"{feed.url} has comments only")
            return False
        return site.take_feed(feed, is_part=not self._is_all)

    def take_feed(self, feed: Feed | None, entry: Entry, is_settled: Settled) -> Guidance:
        """What came for a feed: None if it was none."""
        site = next((one for one in self.sites if entry.url in one.awaited), None)
        if site is None:
            return NOTHING
        site.awaited.discard(entry.url)
        if site.phase is FedPhase.SEEKING:
            if feed is not None and self._taught_by(site, feed):
                return self._sample(site, entry, is_settled)
            if feed is None:
                site.notes.append(f"{entry.url} is no feed")
            return self._seek(site, entry, is_settled)
        if site.phase is FedPhase.FED:
            return self._take_older(site, feed, entry)
        asked = NOTHING
        if feed is not None and site.phase is FedPhase.SAMPLING:
            page = site.comment_feeds.get(entry.url, "")
            with site.gathering():
                asked = self._ask_pages(site, self._talk_pages(site, feed, page), entry, is_settled)
        return joined([asked, self._learned(site, is_settled)])

    def _ask_older(self, site: FedSite) -> Guidance:
        """Where neither lists nor a sitemap lead to posts: the next older page of the feed, if there is one."""
        feed = self._load_feed(site.feeds[0]) if site.is_poor and site.feed_pages and site.feeds else None
        url = canonical(older_page(feed, site.feed_pages + 1)) if feed is not None else None
        site.feed_pages = site.feed_pages + 1 if url is not None and site.feed_pages < MAX_FEED_PAGES else 0
        return self._ask(site, [Offer(url, Kind.FEED, FEED, 1, site.feeds[0])]) if url and site.feed_pages else NOTHING

    def _take_older(self, site: FedSite, feed: Feed | None, via: Entry) -> Guidance:
        """What came for an older page of the feed; a server that does not know such pages gives the first again."""
        new = site.take_older(feed) if feed is not None else []
        if not new:
            site.feed_pages = 0
        return Guidance(tuple(self._offer(site, url, via, "post", POST) for url in new if self._may(url)), ())

    def _sample(self, site: FedSite, via: Entry, is_settled: Settled) -> Guidance:
        """The feed teaches: ask for the pages of its items, and for what it says of comments."""
        with site.gathering():
            gathered = self._gathered(site, via, is_settled)
        return joined([gathered, self._learned(site, is_settled)])

    def _gathered(self, site: FedSite, via: Entry, is_settled: Settled) -> Guidance:
        """What is to be asked for to learn from, and what follows from the pages that are there."""
        early, site.early = site.early, []
        found = [self._lower(one, is_settled) for one in early if not one.page.url.startswith(site.root)]
        early = [one for one in early if one.page.url.startswith(site.root)]
        found.append(self._ask_pages(site, list(site.items)[:MAX_SAMPLES], via, is_settled))
        others = [url for url in list(site.items)[MAX_SAMPLES:] if self._is_due(site.items[url])]
        found.append(Guidance(tuple(self._offer(site, url, via, "post", POST) for url in others if self._may(url)), ()))
        comments = [url for url, page in site.comment_feeds.items() if not page][:1]
        found += [self._ask_comments(site, url, via, is_settled) for url in comments]
        home = next(reversed(site.lists), site.start)
        if home != site.start and self._may(home) and self._since is None:
            found.append(Guidance((self._offer(site, home, via, "list", LIST),), ()))
        samples, site.early = site.early, []
        found += [self._fed(site, one, is_settled) for one in (*early, *self._others_seen(site, early))]
        site.early += samples
        for guidance in self._held.pop(origin_of(site.start), []):
            own, rest = self._parted(site, guidance)
            found.append(own)
            if rest.follow:
                self._held.setdefault(origin_of(site.start), []).append(rest)
        return joined(found)

    def _others_seen(self, site: FedSite, early: Iterable[Sample]) -> list[Sample]:
        """Pages that an interrupted run has fetched beside the samples, while it was not yet clear what the site is."""
        known = {*site.samples, *(one.page.url for one in early)}
        others = [url for url in self._seen if url.startswith(site.root) and url not in known][:MAX_AGAIN]
        return [had for url in others if isinstance(had := self._load(url), Sample)]

    def _ask_comments(self, site: FedSite, url: str, via: Entry, is_settled: Settled) -> Guidance:
        feed = self._load_feed(url)
        if feed is None:
            asked = [Offer(url, Kind.FEED, FEED, via.depth + 1, via.url)]
            return self._ask(site, asked if self._known.is_within(url, via.depth + 1) else [])
        pages = self._talk_pages(site, feed, site.comment_feeds.get(url, ""))
        return self._ask_pages(site, pages, via, is_settled)

    def _talk_pages(self, site: FedSite, feed: Feed, page: str) -> list[str]:
        """Pages with comments: some to learn from, and all that have new ones, where only these are asked for."""
        pages = site.take_comments(feed, page)
        due = [url for url, items in site.talks.items() if self._since is not None and any(map(self._is_due, items))]
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
                found.append(self._fed(site, had, is_settled))
            elif had is None and self._may(url):
                found.append(self._ask(site, [self._offer(site, url, via, "post", SAMPLE)]))
        return joined(found)

    def _offer(self, site: FedSite, url: str, via: Entry, role: str, priority: int) -> Offer:
        return Offer(url, Kind.PAGE, priority, via.depth + 1, via.url, f"{MARK}{site.name}/{role}")

    def _is_due(self, item: FeedItem) -> bool:
        """Whether an item is newer than what the caller has."""
        since = self._since
        return since is None or any(is_later(stated, since) for stated in (item.published, item.modified))

    def _may(self, url: str) -> bool:
        return self._known.may_ask(url, 1)

    def _learned(self, site: FedSite, is_settled: Settled) -> Guidance:
        """Once all samples are there: learn from them, and read what came in meanwhile."""
        if not site.is_sampled():
            return NOTHING
        with site.gathering():
            asked = NOTHING if site.talks else self._ask_about_posts(site, is_settled)
        if site.awaited:
            return asked
        early, site.early = site.early, []
        site.learn(early[0].capture.time)
        if site.phase is FedPhase.NOTHING:
            site.early = early
            return joined([asked, self._given_up(site, is_settled)])
        known = dict.fromkeys(capture.url for capture in site.unread)
        older = [url for url in self._seen if url.startswith(site.root) and url not in known]
        for url in known:
            site.take_further(url)
        unread, site.unread = site.unread, []
        for capture in unread:
            self._read_late(capture)
        for url in older:
            if site.role_of(url) in ("post", "further") and isinstance(had := self._load(url), Sample):
                self._read_late(had.capture)
        posts = (
            Offer(url, Kind.PAGE, POST, depth, via, f"{MARK}{site.name}/post") for url, via, depth in site.promoted()
        )
        return joined([asked, Guidance(tuple(posts) if self._since is None else (), ())])

    def _read_late(self, capture: Capture) -> None:
        page = self._read(capture)
        view = self.view(page, capture) if page is not None and page.tree is not None else None
        if view is not None and view.recognition.level is not None:
            self.late_views.append((view, capture))

    def _read(self, capture: Capture) -> Page | None:
        had = self._load(capture.url)
        return had.page if isinstance(had, Sample) else None

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
        site.unread.clear()
        return joined([self._lower(one, is_settled) for one in early])

    def _fed(self, site: FedSite, one: Sample, is_settled: Settled) -> Guidance:
        """A page of a site whose posts are known by their addresses."""
        page, entry = one.page, one.entry
        url = page.url
        if entry.redirects and entry.via in site.awaited:  # an earlier run has met the redirect
            site.move(entry.via, url)
            site.awaited.remove(entry.via)
            site.awaited.add(url)
        if url in site.awaited or entry.url in site.awaited:
            site.awaited -= {url, entry.url}
            site.samples[url] = page
        if site.phase is FedPhase.SAMPLING:
            site.early.append(one)
        is_post = site.role_of(url) in ("post", "further")
        if site.phase is FedPhase.FED:
            is_post = is_post and _reads_as_post(site, page)
        else:
            site.unread.append(one.capture)
        if site.role_of(url) == "further":
            site.take_further(url)
        guidance = self._generic.guide(page, entry, is_settled)
        site.look(page, url, [link.url for link in page.links], is_post)
        feeds = {place.url for place in feeds_of(page)}
        offers = [offer for offer in guidance.follow if offer.url not in feeds]
        follow = [decided for offer in offers if (decided := self._decide(site, offer, is_post)) is not None]
        if self._since is not None:
            return joined(
                [Guidance(tuple(o for o in follow if o.kind is not Kind.PAGE), ()), self._learned(site, is_settled)]
            )
        if url in site.lists:
            follow += [
                self._offer(site, further, entry, "list", LIST)
                for further in site.further_lists(page, url)
                if self._may(further) and not is_settled(further)
            ]
        if not self._is_all and self.owns(entry):
            self._generic.remember(page)  # its own pages it remembers when it observes them
        return joined([Guidance(tuple(follow), guidance.skip), self._learned(site, is_settled)])

    def _decide(self, site: FedSite, offer: Offer, is_post: bool) -> Offer | None:
        """What becomes of a link that the generic rung would follow."""
        if offer.kind is not Kind.PAGE:
            return offer
        role = site.role_of(offer.url)
        if role == "further":
            if not is_post or not site.is_wanted_further(offer.url):
                return None
            site.take_further(offer.url)
            return replace(offer, priority=FURTHER, shape=f"{MARK}{site.name}/further")
        if role in ("post", "list"):
            priority = POST if role == "post" else LIST
            return replace(offer, priority=priority, shape=f"{MARK}{site.name}/{role}", is_suspect=False)
        if not offer.is_suspect and offer.url.startswith(site.root):
            site.waiting.add(offer.url, offer.via, offer.depth)
            return None
        return None if self._is_all else replace(offer, priority=offer.priority + REST)

    def missed(self, entry: Entry, is_settled: Settled) -> Guidance:
        """There is no page at the address of `entry`."""
        site = self.site_of(entry.url)
        if site is None:
            return NOTHING
        if entry.shape.endswith(("/trial", "/list")):
            site.failed(entry.url)
        if entry.url not in site.awaited:
            return NOTHING
        site.awaited.discard(entry.url)
        if site.phase is FedPhase.SEEKING:
            return self._seek(site, entry, is_settled)
        return self._learned(site, is_settled)

    def moved(self, entry: Entry, decided: Offer) -> Offer | None:
        """Where a redirect from a page leads that this rung has asked for."""
        site = next((one for one in self.sites if entry.url in one.awaited), None) or self.site_of(entry.url)
        if site is None or (entry.url not in site.awaited and not self.owns(entry)):
            return None
        if entry.url in site.awaited:
            site.awaited.discard(entry.url)
            site.awaited.add(decided.url)
        site.move(entry.url, decided.url)
        if entry.shape.endswith("/further") and decided.url == site.post_of(entry.url):
            site.is_first_apart = False
        if entry.shape.endswith(("/trial", "/list")):
            site.failed(entry.url)
        return replace(decided, kind=entry.kind, priority=SAMPLE, depth=entry.depth, shape=entry.shape)

    def hold(self, guidance: Guidance, url: str) -> tuple[Guidance, Guidance]:
        """What a sitemap offers: what follows from it here, and what is for the rungs below."""
        place = next((offer.url for offer in guidance.follow if offer.kind is Kind.PAGE), url)
        site = self._sites.get(origin_of(place))
        if site is not None and site.phase is FedPhase.NOTHING:
            return NOTHING, guidance
        if site is None or site.phase is FedPhase.SEEKING:
            self._held.setdefault(origin_of(place), []).append(guidance)
            return NOTHING, NOTHING
        return self._parted(site, guidance)

    def _parted(self, site: FedSite, guidance: Guidance) -> tuple[Guidance, Guidance]:
        """What a sitemap offers of the part that the feed speaks for, and of the rest."""
        inside = [offer for offer in guidance.follow if offer.url.startswith(site.root) or offer.kind is not Kind.PAGE]
        outside = [offer for offer in guidance.follow if offer not in inside]
        return self._from_sitemap(site, Guidance(tuple(inside), guidance.skip)), Guidance(tuple(outside), ())

    @property
    def is_holding(self) -> bool:
        return bool(self._held)

    def released(self, url: str) -> list[Guidance]:
        """What was held of a site that another rung speaks for."""
        return self._held.pop(origin_of(url), [])

    def _from_sitemap(self, site: FedSite, guidance: Guidance) -> Guidance:
        if self._since is not None:
            return NOTHING
        follow = []
        for offer in guidance.follow:
            decided = self._decide(site, offer, True)
            if decided is not None:
                follow.append(decided)
                if decided.kind is Kind.PAGE and site.role_of(offer.url) == "post":
                    site.posts[offer.url] = None
        return Guidance(tuple(follow), guidance.skip)

    def unstick(self, is_settled: Settled) -> Guidance:
        """Nothing is left to ask for: learn from what there is, or try the most promising page."""
        found = []
        for site in [one for one in self.sites if one.phase in (FedPhase.SEEKING, FedPhase.SAMPLING)]:
            if site.phase is FedPhase.SEEKING:
                site.notes += [f"{url} could not be had, or robots.txt forbids it" for url in sorted(site.awaited)]
            site.awaited.clear()
            last = site.early[0].entry
            found.append(
                self._seek(site, last, is_settled)
                if site.phase is FedPhase.SEEKING
                else self._learned(site, is_settled)
            )
        if not any(guidance.follow for guidance in found):
            found += [self._tried(site) for site in self.sites if site.phase is FedPhase.FED]
        waiting = [origin for origin in self._held if origin not in self._sites]
        found += [guidance for root in waiting for guidance in self._held.pop(root)]
        return joined(found)

    def _tried(self, site: FedSite) -> Guidance:
        """The page that is likely to lead to most posts; else, all that is left goes to the generic rung."""
        if self._since is not None:
            return NOTHING
        while (trial := site.waiting.next_trial()) is not None:
            url, via, depth = trial
            if self._known.may_ask(url, depth):
                return Guidance((Offer(url, Kind.PAGE, TRIAL, depth, via, f"{MARK}{site.name}/trial"),), ())
        if (older := self._ask_older(site)).follow:
            return older
        rest = site.waiting.take(lambda _: True)
        if self._is_all:
            why = f"{site.name}: other pages of its kind led to no new post"
            return Guidance((), tuple(Skip(url, SkipReason.LISTED_ELSEWHERE, why, via) for url, via, _ in rest))
        return Guidance(
            tuple(Offer(url, Kind.PAGE, UNKNOWN + REST, depth, via, shape_of(url)) for url, via, depth in rest), ()
        )

    def notes(self) -> list[FedNote]:
        return [note for site in self.sites if (note := site.note) is not None]

    def restore(self, notes: Iterable[FedNote], seen: Collection[str]) -> None:
        """Go on with what an earlier run has been taught; it has `seen` these addresses."""
        self._seen = tuple(seen)
        for note in notes:
            self._sites[origin_of(note.start)] = FedSite.of(note)


def _is_section(url: str) -> bool:
    """Whether an address is that of the part of a site where news or posts are."""
    return bool(_SECTION.search(url.partition("?")[0]))


def _reads_as_post(site: FedSite, page: Page) -> bool:
    """Whether a page with the address of a post is one: the text is there, and once, not in a list of them."""
    rules = site.taught.rules if site.taught is not None else None
    if rules is None:
        return page_of(page.url) in site.items
    counts = (len(pattern_of(one.pattern).select(page.tree)) for one in rules.text)
    count = next((count for count in counts if count), 0)
    return (page.url in site.lists) <= count <= max(1, rules.bodies)


def _feed_of_comments(page: Page, named: str, known: Collection[str]) -> str:
    """The feed of the comments on one post."""
    if named:
        return named
    places: tuple[FeedPlace, ...] = feeds_of(page)
    own = [place.url for place in places if place.url not in known]
    return next((place.url for place in places if place.is_comments and place.url in own), "")
