"""The ladder of guides: the first rung that can speak for a page decides, and says so.

A known application; else a site whose feed teaches; else one that can be learned; else the generic rung, which takes
everything.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from thresher.crawl.archives import BLOG, Archives
from thresher.crawl.fed_due import ALL, Due
from thresher.crawl.known_sites import KnownSites
from thresher.crawl.other_ways import OtherWays, Sift
from thresher.crawl.places import Place
from thresher.crawl.samples import Load, LoadFeed, Sample, Settled, unsettled
from thresher.crawl.sitemap_ways import SitemapWays
from thresher.crawl.view import NOTHING, Unguided, View, joined, learned_view, only, plainly
from thresher.frontier import UrlsBefore
from thresher.guide import GenericGuide, Known, KnownGuide
from thresher.guide.labels import MARK
from thresher.knowledge import ApplicationType, KnowledgeBase
from thresher.model import Capture, Entry, Feed, FeedItem, Guidance, Kind, Offer, Page, Skip, SkipReason, WebObject
from thresher.page import VirtualDocument
from thresher.recognise import Recognition

if TYPE_CHECKING:
    from thresher.crawl.fed_rung import FedRung
    from thresher.crawl.fed_site import FedNote, FedSite
    from thresher.crawl.known_feeds import KnownFeeds
    from thresher.crawl.learned_rung import LearnedRung
    from thresher.crawl.learning import Note, Student


class Ladder:
    """Guides a crawl by the best knowledge there is of each page."""

    # Each rung is loaded by the crawl that has it: what they learn with takes a sixth of the start.
    _learned: "LearnedRung | None" = None
    _fed: "FedRung | None" = None
    _feeds: "KnownFeeds | None" = None

    def __init__(
        self,
        generic: GenericGuide,
        known: KnownGuide,
        sites: KnownSites,
        *,
        has_generic: bool = True,
        learns: bool = False,
        studies: bool = False,
        is_fed: bool = False,
        load: Load = lambda _: None,
        load_feed: LoadFeed = lambda _: None,
        due: Due = ALL,
        sift: Sift | None = None,
        unguided: Unguided = plainly,
        read: Callable[[Capture], Page | None] = lambda _: None,
    ) -> None:
        """Where `sites` recognise nothing, no page is known. Others are asked for feeds only if it `is_fed`, and
        learned only if it `learns`; it `studies` where no crawl follows. Without the generic rung, pages that no
        other speaks for lead nowhere. Fed sites are asked for what is `due`; with `sift`, which takes out what is not
        due, those of known blogs are read to their ends.
        """
        self._generic = generic
        self._known = known
        self._sites = sites
        self._has_generic = has_generic
        is_all = sites.base is None
        if learns:
            from thresher.crawl.learned_rung import LearnedRung

            self._learned = LearnedRung(generic, known, self._fall, load, read, is_all=is_all, studies=studies)
        if is_fed:
            from thresher.crawl.fed_rung import FedRung

            self._fed = FedRung(generic, known, self._below_fed, load, load_feed, is_all=is_all, due=due)
            if self._learned is not None:
                self._learned.listed = self._fed.take_list
        if is_fed and not is_all:
            from thresher.crawl.known_feeds import KnownFeeds

            self._feeds = KnownFeeds(known, load, load_feed, walks=sift is not None)
        self._archives = Archives(sites.base, self._fed, self._learned)
        self._other_ways = OtherWays(known, self._feeds, sift)
        self.sitemaps = SitemapWays(generic, self._fed, self._learned, self._other_ways)
        self._load = load
        self._unguided = unguided
        self.views = known.views
        self.wants_sitemaps = due.is_all or due.is_undated
        """What is new is in the feeds."""
        self._capture: Capture | None = None
        self._late: list[tuple[View, Capture]] = []
        self._is_again = False  # whether an earlier run has been here
        self.found: dict[str, str] = {}
        """Folder of each application that was recognised or learned, and its type."""

    @property
    def is_generic(self) -> bool:
        """Whether there is no rung but the generic one: then no page has a view."""
        return self._sites.base is None and self._learned is None and self._fed is None

    @property
    def learned(self) -> "list[Student]":
        """Sites that were learned, or could not be."""
        return self._learned.students if self._learned is not None else []

    def knowledge(self) -> Iterator[tuple[str, str]]:
        """Name and file of each type that was learned of a site, or that its feed has taught."""
        for rung in (self._learned, self._fed):
            if rung is not None:
                yield from rung.knowledge()

    def late_views(self) -> Iterator[tuple[View, Capture]]:
        """Pages that were understood after their turn, each once: they were looked at to learn the site."""
        for rung in (self._fed, self._learned):
            if rung is not None:
                yield from rung.late_views()
        late, self._late = self._late, []
        yield from late

    @property
    def fed(self) -> "list[FedSite]":
        """Sites whose feeds were asked for."""
        return self._fed.sites if self._fed is not None else []

    def told(self, url: str) -> FeedItem | None:
        """What the feed of a known blog says of the post at an address."""
        return self._feeds.told(url) if self._feeds is not None else None

    def heard(self) -> "Iterator[tuple[Known, Entry, dict[str, FeedItem]]]":
        """What feeds of known blogs have said since this was last asked: whose posts, and what, by address."""
        return self._feeds.heard() if self._feeds is not None else iter(())

    def plain(self, url: str, known: Known) -> str:
        """An address of a known application as it is asked for."""
        return self._known.plain(url, known)

    def names_authors(self, url: str) -> bool:
        """Whether that feed tells authors apart."""
        return self._feeds is not None and self._feeds.names_authors(url)

    def seeds(self) -> tuple[Offer, ...]:
        return self._generic.seeds()

    def recall(self, places: Iterable[Place]) -> None:
        """Go on with what an earlier run has recognised."""
        self.found = self._sites.recall(places) | self.found

    def recall_lessons(self, notes: "Iterable[Note]", before: UrlsBefore) -> Guidance:
        """Begin with what an earlier visit has learned of sites; `before` are the addresses that it met."""
        return self._learned.recall(notes, before) if self._learned is not None else NOTHING

    def is_recalled(self, url: str) -> bool:
        """Whether a page is of a site that is crawled by what an earlier visit has learned of it."""
        return self._learned is not None and self._learned.is_recalled(url)

    def places(self) -> tuple[Place, ...]:
        """What was recognised so far, for the next run."""
        return self._sites.places()

    @property
    def base(self) -> KnowledgeBase | None:
        """The types that pages are recognised as; None where nobody asks what they are."""
        return self._sites.base

    def adapt(self, root: str, application: ApplicationType) -> None:
        """The application at `root` was mended: from now on it is read and followed in this way."""
        self._sites.adapt(root, application)
        self._known.renew()

    def look(self, page: Page, capture: Capture, entry: Entry | None = None) -> View | None:
        """What is known of a page; remembered, so that the next page of the site need not be recognised anew. Where its
        level is not told, the link of `entry` that led to it tells.
        """
        self._capture = capture
        if page.tree is None:
            return None
        taught = self._fed.view(page, capture) if self._fed is not None else None
        if taught is not None:
            self.found[taught.recognition.root] = taught.recognition.application.name
            return taught
        course = self._learned.course_of(page.url) if self._learned is not None else None
        if course is not None:
            self.found[course.root] = course.name
            return learned_view(VirtualDocument.of(page, capture), course, page.url)
        view = self._sites.view(
            VirtualDocument.of(page, capture),
            page.url,
            entry,
            lambda one: self._is_post(page, one),
            takes_general=lambda one: not self._is_taught(page.url, one, is_first=entry is None or entry.depth == 0),
        )
        if view is not None:
            self.found[view.recognition.root] = view.recognition.application.name
        return view

    def _is_taught(self, url: str, general: ApplicationType, *, is_first: bool) -> bool:
        """Whether a site is being learned, or is about to be, from its pages or its feed: that will say more of it than
        what all blogs have in common. A page that the user named `is_first`, and begins it; forums and wikis have signs
        of their own there, and blogs marks that any page may carry."""
        rungs = [rung for rung in (self._fed, self._learned) if rung is not None]
        return any(rung.may_teach(url, is_first=is_first and general.name == BLOG) for rung in rungs)

    def _is_post(self, page: Page, found: Recognition) -> bool:
        """Whether others say of a page that it is a post: the feed, or the addresses of others that are."""
        return self.told(page.url) is not None or self._known.is_like_posts(page.url, found.root)

    def guide(self, page: Page, entry: Entry, view: View | None, is_settled: Callable[[str], bool]) -> Guidance:
        """Every link of `page`, decided."""
        if self._fed is not None and self._capture is not None:
            fed = self._fed.guide(page, entry, view, self._capture, is_settled)
            if fed is not None and self._learned is not None and self._learned.awaits(entry.url):
                # Beside a fed part of a site, the rest is learned, perhaps from pages of that part.
                learned = self._learned.guide(page, entry, None, self._capture, is_settled)
                return joined([fed, self.sitemaps.given_back(), learned or NOTHING])
            if fed is not None:
                return joined([fed, self.sitemaps.given_back()])
            held = [self.sitemaps.below_fed(guidance, page.url) for guidance in self._fed.released(page.url)]
            return joined([self._below(page, entry, view, self._capture, is_settled), *held])
        return self._below(page, entry, view, self._capture, is_settled)

    def _below_fed(self, one: Sample, is_settled: Settled) -> Guidance:
        """A page that the feed of its site does not speak for."""
        if self._is_again and self._learned is not None and one.entry.depth == 0:
            return self._learned.begin_again(one)
        return self._below(one.page, one.entry, None, one.capture, is_settled)

    def _below(
        self, page: Page, entry: Entry, view: View | None, capture: Capture | None, is_settled: Settled
    ) -> Guidance:
        """By the rungs below the fed one."""
        if self._learned is None or capture is None:
            return self._guide(page, entry, view, is_settled)
        learned = self._learned.guide(page, entry, view, capture, is_settled)
        if learned is not None:
            self.found |= {one.course.root: one.name for one in self.learned if one.course is not None}
            return learned
        guidance = self._guide(page, entry, view, is_settled)
        return joined([guidance, self._learned.decided(page.url, is_settled)])

    def _fall(self, one: Sample, is_settled: Settled) -> Guidance:
        """A page of which nothing could be learned: by what all sites of its kind have in common, or generic."""
        view = self.look(one.page, one.capture, one.entry)
        if view is not None:
            self._late.append((view, one.capture))
        return self._guide(one.page, one.entry, view, is_settled)

    def _guide(self, page: Page, entry: Entry, view: View | None, is_settled: Callable[[str], bool]) -> Guidance:
        """By the known and the generic rung."""
        if view is None or entry.kind is not Kind.PAGE:
            said = self._generic.guide(self._own(page) if self._has_generic else only(page, []), entry, is_settled)
            return self._unguided(page, entry, said) if entry.kind is Kind.PAGE else said
        found = view.recognition
        self._known.note(page.url, found.application, found.root)
        # Until its lists lead to content, and on the page the user named, an application may be a part of a larger
        # site, or not be what its marks say: what it has no word for is the generic rung's.
        is_leading = not self._has_generic or (found.root in self._sites.leading and entry.depth > 0)
        guidance, outside = self._known.guide(page, view.document, view.known, entry, is_settled, is_leading=is_leading)
        if view.leads_on(guidance):
            self._sites.leading.add(found.root)
        rest = self._generic.guide(only(page, outside if self._has_generic else []), entry, is_settled)
        beside = self._other_ways.beside(page, entry, view, guidance)
        return joined([guidance, beside, rest])

    def notes(self) -> "list[Note]":
        """What was learned so far, for the next run."""
        return [note for student in self.learned if (note := student.note) is not None]

    def fed_notes(self) -> "list[FedNote]":
        """What feeds have taught so far, for the next run."""
        return self._fed.notes() if self._fed is not None else []

    def go_on(
        self, notes: "Iterable[Note]", fed: "Iterable[FedNote]", seeds: Iterable[str], seen: Collection[str]
    ) -> Guidance:
        """Go on with what an earlier run has learned, and take up the learning of other sites where it left that."""
        self._is_again = True
        if self._learned is not None:
            self._learned.restore(notes, seen)
        if self._fed is not None:
            self._fed.restore(fed, seen)
        found: list[Guidance] = []
        for seed in seeds:
            first = self._load(seed) if self._learned is not None or self._fed is not None else None
            if not isinstance(first, Sample):
                continue
            view = self.look(first.page, first.capture)
            if view is not None:
                own, _ = self._known.guide(
                    first.page, view.document, view.known, first.entry, unsettled, is_leading=True
                )
                found.append(self._other_ways.beside(first.page, first.entry, view, own))
                continue
            again = self._fed.guide(first.page, first.entry, None, first.capture, unsettled) if self._fed else None
            if again is not None:
                found.append(again)
            elif self._learned is not None:
                found.append(self._learned.begin_again(first))
        return joined(found)

    def unstick(self) -> Guidance:
        """Nothing is left to ask for: whoever still waits goes on with what there is."""
        fed = joined([self._fed.unstick(unsettled), self.sitemaps.given_back()]) if self._fed is not None else NOTHING
        if not fed.follow and self._learned is not None:
            fed = joined([fed, self._learned.unstick()])
        return fed if fed.follow else joined([fed, self._other_ways.unstick(self._sites.all())])

    def take_feed(self, feed: Feed | None, entry: Entry, is_settled: Settled) -> Guidance:
        """What came for a feed: None if it was none."""
        known = self._feeds.take(feed, entry) if self._feeds is not None else None
        if known is not None or self._fed is None:
            return known or NOTHING
        return joined([self._fed.take_feed(feed, entry, is_settled), self.sitemaps.given_back()])

    def settle(self) -> None:
        """The crawl ends: what was not yet read is read by what is known."""
        if self._fed is not None:
            self._fed.settle()
        if self._learned is not None:
            self._learned.settle()

    def admit(self, entry: Entry) -> Skip | None:
        """Asked when the turn of `entry` comes: None lets it go."""
        if self._fed is not None and self._fed.owns(entry):
            return None
        if (again := self._archives.refuses(entry)) is not None:
            return again
        course = self._learned.course_of(entry.url) if self._learned is not None and entry.depth else None
        if self._learned is not None and course is not None:
            return self._learned.admit(entry, course)
        site = self._sites.at(entry.url) if entry.depth else None
        if entry.shape.startswith(MARK):
            return self._known.admit(entry, site[1], site[0]) if site is not None else None
        if site is not None:
            root, application = site
            if (
                entry.kind is Kind.SITEMAP
                and root in self._sites.leading
                and not self._other_ways.ended.has_asked(entry.url)
            ):
                return Skip(entry.url, SkipReason.OFF_PATH, f"{application.name}: its own lists lead on", entry.via)
            if entry.kind is Kind.PAGE and (refused := self._known.refuses(entry.url, application, root)):
                return Skip(entry.url, *refused, entry.via)
        return self._generic.admit(entry)

    def observe(
        self,
        page: Page | None,
        entry: Entry,
        status: int,
        fresh: Sequence[Offer] = (),
        view: View | None = None,
        objects: Sequence[WebObject] = (),
    ) -> Guidance:
        """Learn from an answer: the rung that offered `entry` finds out what came of it. What follows from that."""
        if self._fed is not None and self._fed.owns(entry):
            if page is not None and (rest := self._fed.as_rest(entry)) is not None:
                self._generic.observe(page, rest, status, fresh)
            return self._fed.missed(entry, unsettled) if page is None and not fresh else NOTHING
        if not entry.shape.startswith(MARK):
            self._generic.observe(page, entry, status, fresh)
        elif page is not None and view is not None:
            self._known.observe(page, view.document, view.known, entry, objects)
        if page is not None and view is not None and not view.recognition.application.is_own:
            return self._known.prove(page.url, view.known, objects)
        if page is not None and view is not None and self._learned is not None:
            self._learned.heard(page.url, objects)
        return self._learned.missed(entry, fresh) if self._learned is not None and page is None else NOTHING

    def redirect(self, entry: Entry, target: str) -> Offer | Skip:
        """Where a redirect from `entry` leads: to be followed, or why not."""
        decided = self._generic.redirect(entry, target)
        if isinstance(decided, Offer):
            self._known.learn_host(entry.url, decided.url)
            if self._feeds is not None:
                self._feeds.moved(entry, decided.url)
            sample = self._fed.moved(entry, decided) if self._fed is not None else None
            if sample is None and self._learned is not None:
                sample = self._learned.moved(entry, decided)
            if sample is not None:
                return sample
        if isinstance(decided, Skip) or not entry.shape.startswith(MARK) or self._sites.base is None:
            return decided
        site = self._sites.at(decided.url)
        if site is not None and not self._known.moved(entry.url, decided.url, site[1], site[0]):
            return Skip(decided.url, SkipReason.OTHER_VIEW, "the same page as another", entry.url)
        return Offer(decided.url, entry.kind, decided.priority, entry.depth, entry.url, entry.shape, decided.redirects)

    def _own(self, page: Page) -> Page:
        """The page without links into a known application that its knowledge would turn down."""
        if self._sites.base is None or not self.found:
            return page
        return only(page, [link for link in page.links if self._is_open(link.url)])

    def _is_open(self, url: str) -> bool:
        site = self._sites.at(url)
        return site is None or self._known.refuses(url, site[1], site[0]) is None
