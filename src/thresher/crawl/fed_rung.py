"""The fed rung of the ladder: sites whose feed says what posts look like are crawled and read by it."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from thresher.crawl.beside import REST, in_any_order
from thresher.crawl.fed_due import Due
from thresher.crawl.fed_file import as_yaml
from thresher.crawl.fed_listing import dates_on, feed_on
from thresher.crawl.fed_site import FedNote, FedPhase, FedSite
from thresher.crawl.fed_spelling import spelled, spelling_of
from thresher.crawl.fed_teaching import LIST, POST, SAMPLE, Lower, Teaching
from thresher.crawl.fed_view import reads_as_post, view_of
from thresher.crawl.samples import Load, LoadFeed, Sample, Settled
from thresher.crawl.view import NOTHING, View, joined, only
from thresher.feeds import feeds_of
from thresher.guide import GenericGuide, KnownGuide
from thresher.guide.generic import DEPTH_STEPS, UNKNOWN
from thresher.guide.labels import MARK
from thresher.guide.shapes import shape_of
from thresher.model import Capture, Entry, Feed, Guidance, Kind, Offer, Page, Skip, SkipReason
from thresher.page import origin_of

FURTHER, TRIAL = 110, 300
"""Priorities beside those of what teaches, smaller is sooner."""
LEAST_REPEATED = 3
"""Posts on a page that lists what is known; fewer may be related ones beside something else."""
MAX_EARLY = 60
"""Pages that are kept in memory until it is known how posts are read."""


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
        due: Due,
    ) -> None:
        """If it `is_all`, nothing but posts and what leads to them is followed; else the rest is for `generic`. In an
        update, only what is `due` is asked for, and what is needed to read it.
        """
        self._due = due
        self._generic = generic
        self._known = known
        self._is_all = is_all
        self._sites: dict[str, FedSite] = {}
        self._held: dict[str, list[Guidance]] = {}
        self._teaching = Teaching(
            generic, known, lower, self._fed, self._released_to, load, load_feed, is_all=is_all, due=due
        )

    def late_views(self) -> Iterator[tuple[View, Capture]]:
        """Pages that were understood after their turn, each once."""
        return self._teaching.late_views()

    @property
    def sites(self) -> list[FedSite]:
        return list(self._sites.values())

    def knowledge(self) -> Iterator[tuple[str, str]]:
        """Name and file of each type that a feed has taught."""
        return ((site.name, as_yaml(site)) for site in self.sites if site.taught is not None)

    def site_of(self, url: str) -> FedSite | None:
        """The site whose feed speaks for `url`, or may."""
        site = self._sites.get(origin_of(url))
        return site if site is not None and url.startswith(site.root) else None

    def may_teach(self, url: str, *, is_first: bool) -> bool:
        """Whether the feed of the site of `url` teaches, or may; it may if that is the page that the user named."""
        if origin_of(url) not in self._sites:
            return is_first
        return (site := self.site_of(url)) is not None and site.phase is not FedPhase.NOTHING

    def owns(self, entry: Entry) -> bool:
        """Whether this rung has offered `entry`."""
        site = self.site_of(entry.url)
        return site is not None and entry.shape.startswith(f"{MARK}{site.name}/")

    def as_rest(self, entry: Entry) -> Entry | None:
        """A page that is tried because it may list posts, as one of the rest, of whose kind it tells; None if it is a
        post or a list."""
        is_trial = not self._is_all and self.owns(entry) and entry.shape.endswith("/trial")
        return replace(entry, shape=shape_of(entry.url)) if is_trial else None

    def view(self, page: Page, capture: Capture) -> View | None:
        """A page as the rules see it that the feed has taught; None if the feed does not speak for it."""
        site = self.site_of(page.url)
        return view_of(site, page, capture) if site is not None else None

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
            site = self._sites[origin_of(page.url)] = FedSite(page.url)
            return self._teaching.begin(site, one, is_settled)
        if site.phase is FedPhase.NOTHING:
            return None
        if site.phase is FedPhase.SEEKING:
            site.early.append(one)
            files = self._generic.guide(only(page, []), entry, is_settled)
            if entry.url not in site.awaited:
                return files
            site.awaited.discard(entry.url)
            self._teaching.take_section(site, page)
            return joined([files, self._teaching.seek(site, entry, is_settled)])
        return self._fed(site, one, is_settled)

    def take_list(self, samples: Sequence[Sample], is_settled: Settled) -> Guidance | None:
        """Pages of a site without a feed of which nothing was learned: where the first of them lists posts, and says of
        each what a feed would, the site goes by that. None if it does not."""
        first = next((one for one in samples if not one.entry.depth), None)
        site = self._sites.get(origin_of(first.page.url)) if first is not None else None
        if first is None or site is None or site.phase is not FedPhase.NOTHING:
            return None
        feed = feed_on(first.page, first.capture.written)
        if feed is None or not site.take_feed(feed, is_part=not self._is_all):
            return None
        site.is_listed, site.early = True, list(samples)
        return self._teaching.sample(site, first.entry, is_settled)

    def _fed(self, site: FedSite, one: Sample, is_settled: Settled) -> Guidance:
        """A page of a site whose posts are known by their addresses."""
        page, entry = spelled(site, one.page), one.entry
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
            if len(site.early) >= MAX_EARLY:  # a sample that will not come is not waited for
                site.awaited.clear()
        is_post = site.role_of(url) in ("post", "further")
        if site.phase is FedPhase.FED:
            is_post = is_post and reads_as_post(site, page)
        if site.role_of(url) == "further":
            site.take_further(url)
        guidance = self._generic.guide(page, entry, is_settled)
        if not is_post and _repeats(site, page):
            self._generic.repeat(entry.url)
        has_news = site.look(url, (link.url for link in page.links), self._due.is_new, is_post=is_post)
        feeds = {place.url for place in feeds_of(page)}
        offers = [offer for offer in guidance.follow if offer.url not in feeds]
        # What a page of the rest leads to is the rest's, too: the page is judged by it.
        is_rest = not self._is_all and entry.depth > 0 and not self.owns(entry) and url not in site.lists
        follow = [decided for offer in offers if (decided := self._decide(site, offer, is_post, is_rest)) is not None]
        if has_news and not is_post and site.lacks_dates:
            dates = dates_on(
                one.page, one.capture.written, lambda link: site.role_of(spelling_of(site, link)) == "post"
            )
            site.dates |= {spelling_of(site, link): date for link, date in dates.items()}
        reads = self._teaching.reads_lists(site)
        if not self._due.is_all:
            # A list is read on as long as it has posts that nobody has asked for.
            reads = reads and has_news
            follow = [one for one in follow if one.kind is not Kind.PAGE or (reads and self._is_due(site, one))]
        if url in site.lists and reads:
            follow += [
                self._teaching.offer(site, further, entry, "list", LIST)
                for further in site.further_lists(page, url)
                if self._teaching.may(further, entry.depth + 1) and not is_settled(further)
            ]
        if not self._is_all and self.owns(entry) and self.as_rest(entry) is None:
            self._generic.remember(page, entry.shape)  # its own pages it remembers when it observes them
        return joined([Guidance(tuple(follow), guidance.skip), self._teaching.learned(site, is_settled)])

    def _decide(self, site: FedSite, offer: Offer, is_post: bool, is_rest: bool = False) -> Offer | None:
        """What becomes of a link that the generic rung would follow; of one on a page that `is_rest`, no trial."""
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
        if site.start in site.lists and site.lists.is_first(offer.url):
            return None  # page 1 of the list that the crawl began with
        if not offer.is_suspect and not is_rest and offer.url.startswith(site.root):
            site.waiting.add(offer.url, offer.via, offer.depth)
            return None
        return None if self._is_all else replace(offer, priority=in_any_order(offer))

    def _is_due(self, site: FedSite, offer: Offer) -> bool:
        """Whether a post or a list is asked for in an update."""
        return offer.shape.startswith(f"{MARK}{site.name}/") and self._due.is_new(offer.url)

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
            return self._teaching.seek(site, entry, is_settled)
        return self._teaching.learned(site, is_settled)

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
            site.move_list(entry.url, decided.url)
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
        inside: list[Offer] = []
        outside: list[Offer] = []
        for offer in guidance.follow:
            is_own = offer.kind is not Kind.PAGE or offer.url.startswith(site.root)
            (inside if is_own else outside).append(offer)
        return self._from_sitemap(site, Guidance(tuple(inside), guidance.skip)), Guidance(tuple(outside), ())

    def take_feed(self, feed: Feed | None, entry: Entry, is_settled: Settled) -> Guidance:
        """What came for a feed: None if it was none."""
        site = next((one for one in self.sites if entry.url in one.awaited or one.has_asked(entry)), None)
        return self._teaching.take_feed(site, feed, entry, is_settled) if site is not None else NOTHING

    def _released_to(self, site: FedSite) -> Guidance:
        """What was held until the feed of a site taught something; the rest stays held for the rungs below."""
        found = []
        for guidance in self._held.pop(origin_of(site.start), []):
            own, rest = self._parted(site, guidance)
            found.append(own)
            if rest.follow:
                self._held.setdefault(origin_of(site.start), []).append(rest)
        return joined(found)

    @property
    def is_holding(self) -> bool:
        return bool(self._held)

    def given_back(self) -> list[tuple[str, Guidance]]:
        """What was held of sites that are settled, each with its first page."""
        roots = [site.start for site in self.sites if site.phase in (FedPhase.NOTHING, FedPhase.FED)]
        return [(root, guidance) for root in roots for guidance in self.released(root)]

    def released(self, url: str) -> list[Guidance]:
        """What was held of a site that another rung speaks for."""
        return self._held.pop(origin_of(url), [])

    def _from_sitemap(self, site: FedSite, guidance: Guidance) -> Guidance:
        if not self._due.is_all:
            return NOTHING
        follow = []
        for offer in guidance.follow:
            decided = self._decide(site, offer, True)
            if decided is not None:
                follow.append(decided)
                if decided.kind is Kind.PAGE and site.role_of(offer.url) == "post":
                    site.posts[offer.url] = None
                    site.lists.mapped += 1
        return Guidance(tuple(follow), guidance.skip)

    def unstick(self, is_settled: Settled) -> Guidance:
        """Nothing is left to ask for: learn from what there is, or try the most promising page."""
        found = []
        for site in [one for one in self.sites if one.phase in (FedPhase.SEEKING, FedPhase.SAMPLING)]:
            if site.phase is FedPhase.SEEKING:
                site.notes += [f"{url} could not be had, or robots.txt forbids it" for url in sorted(site.awaited)]
            site.awaited.clear()
            last = site.early[0].entry if site.early else Entry(site.start, Kind.PAGE)
            found.append(
                self._teaching.seek(site, last, is_settled)
                if site.phase is FedPhase.SEEKING
                else self._teaching.learned(site, is_settled)
            )
        if not any(guidance.follow for guidance in found):
            found += [self._tried(site) for site in self.sites if site.phase is FedPhase.FED]
        waiting = [origin for origin in self._held if origin not in self._sites]
        found += [guidance for root in waiting for guidance in self._held.pop(root)]
        return joined(found)

    def _tried(self, site: FedSite) -> Guidance:
        """The page that is likely to lead to most posts; else, all that is left goes to the generic rung."""
        if not self._teaching.reads_lists(site):
            return NOTHING
        while (trial := site.waiting.next_trial(site.has_all)) is not None:
            url, via, depth = trial
            if self._known.may_ask(url, depth):
                return Guidance((Offer(url, Kind.PAGE, TRIAL, depth, via, f"{MARK}{site.name}/trial"),), ())
        if (older := self._teaching.ask_older(site)).follow:
            return older
        rest = site.waiting.take_rest() if self._due.is_all else []
        if self._is_all:
            why = f"{site.name}: other pages of its kind led to no new post"
            return Guidance((), tuple(Skip(url, SkipReason.LISTED_ELSEWHERE, why, via) for _, (url, via, _) in rest))
        offers = (
            Offer(url, Kind.PAGE, UNKNOWN + REST + min(turn, DEPTH_STEPS), depth, via, shape_of(url))
            for turn, (url, via, depth) in rest
        )
        return Guidance(tuple(offers), ())

    def settle(self) -> None:
        """The crawl ends: what came so far is read by what it teaches."""
        for site in self.sites:
            if site.phase is FedPhase.SAMPLING and site.samples:
                site.awaited.clear()
                self._teaching.learned(site, lambda _: True)

    def notes(self) -> list[FedNote]:
        return [note for site in self.sites if (note := site.note) is not None]

    def restore(self, notes: Iterable[FedNote], seen: Collection[str]) -> None:
        """Go on with what an earlier run has been taught; it has `seen` these addresses."""
        self._teaching.seen = tuple(seen)
        for note in notes:
            self._sites[origin_of(note.start)] = FedSite.of(note)


def _repeats(site: FedSite, page: Page) -> bool:
    """Whether a page lists posts, and none that is new. Where the lists of a site have not been read to their ends, one
    of them must be older than the feed: else it may be that nothing but the newest posts is known.
    """
    posts = {link.url for link in page.links if link.url != page.url and site.role_of(link.url) == "post"}
    is_known = len(posts) >= LEAST_REPEATED and posts <= site.posts.keys()
    return is_known and (site.has_all or not posts <= site.items.keys())
