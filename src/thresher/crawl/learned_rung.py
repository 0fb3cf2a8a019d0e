"""The learned rung of the ladder: while a site is learned its samples, afterwards its pages by what was learned."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from thresher.crawl.beside import asides, later, linking, parted, read_otherwise
from thresher.crawl.learning import SAMPLE, LearnedSites, Note, Phase, Student, as_yaml, recalled
from thresher.crawl.samples import Load, Sample, Settled, unsettled
from thresher.crawl.view import NOTHING, View, joined, learned_view, only
from thresher.frontier import UrlsBefore
from thresher.guide import GenericGuide, Known, KnownGuide
from thresher.guide.addresses import is_file
from thresher.guide.labels import MARK
from thresher.learn import Course
from thresher.model import Capture, Entry, Guidance, Kind, ObjectType, Offer, Page, Skip, SkipReason, WebObject
from thresher.page import VirtualDocument, origin_of

MAX_TAUGHT = 1_500_000
"""Bytes of a page from which on it is no sample: the trees of sixty pages are in memory at once."""

Fall = Callable[[Sample, Settled], Guidance]
"""How a page is guided by the other rungs."""
Listed = Callable[[Sequence[Sample], Settled], Guidance | None]
"""What follows from pages that taught nothing, if one of them lists posts; None if none does."""


class LearnedRung:
    """Guides what is being learned, and what was."""

    def __init__(
        self,
        generic: GenericGuide,
        known: KnownGuide,
        fall: Fall,
        load: Load,
        read: Callable[[Capture], Page | None],
        *,
        is_all: bool,
        studies: bool = False,
    ) -> None:
        """If it `is_all`, nothing but what was learned is followed on a learned site; else the rest is for `generic`,
        and pages of a site that cannot be learned `fall` to the other rungs. It `studies` where no crawl follows.
        """
        self._generic = generic
        self._known = known
        self._fall = fall
        self._load = load
        self._read = read
        self._is_all = is_all
        self.listed: Listed = lambda *_: None
        self._untold: dict[str, Note] = {}  # sites of which an earlier visit could learn nothing, by their origins
        self._before: UrlsBefore | None = None
        self._sites = LearnedSites(load, tries_all=is_all, studies=studies)
        self._held: dict[str, list[Guidance]] = {}
        self._decided: set[str] = set()
        self._late: list[tuple[View, Capture]] = []
        """Pages that were understood after their turn."""

    @property
    def students(self) -> list[Student]:
        return self._sites.all

    def knowledge(self) -> Iterator[tuple[str, str]]:
        """Name and file of each type that was learned."""
        return ((student.name, as_yaml(student)) for student in self.students if student.course is not None)

    def course_of(self, url: str) -> Course | None:
        return self._sites.course_of(url)

    def guide(
        self, page: Page, entry: Entry, view: View | None, capture: Capture, is_settled: Settled
    ) -> Guidance | None:
        """The links of a page whose site is being learned or was; None if another rung has to speak for it."""
        if entry.kind is not Kind.PAGE or page.tree is None:
            return None
        student = self._sites.of(page.url)
        if student is None and view is None and entry.depth == 0:
            untold = self._untold.pop(origin_of(page.url), None)
            if untold is not None and (found := self.listed([Sample(page, entry, capture)], is_settled)) is not None:
                return found
            is_as_before = untold is not None and self._is_as_before(page)
            student = self._sites.restore(untold, ()) if untold and is_as_before else self._sites.begin(entry.url)
        if student is None:
            return None
        if student.is_learning and view is None:
            return self._teach(student, page, entry, capture, is_settled)
        if student.phase is Phase.LEARNED and view is not None and student.course is not None:
            found = self._by_lesson(student, Sample(page, entry, capture), view, is_settled)
            if not student.is_recalled or entry.depth or student.leads_on(found):
                return found
            # The site is another one since: what was learned leads nowhere from the page that the user named.
            return self._teach(self._sites.begin(entry.url), page, entry, capture, is_settled)
        return None

    def _is_as_before(self, page: Page) -> bool:
        """Whether a page leads to what the visit before has met: then there is still nothing to learn of its site."""
        before = self._before
        return before is not None and any(link.url in before for link in page.links if link.url != page.url)

    def may_teach(self, url: str, *, is_first: bool) -> bool:
        """Whether the site of `url` is being learned, or will be, if that is the page that the user named."""
        return is_first if (student := self._sites.of(url)) is None else student.is_learning

    def awaits(self, url: str) -> bool:
        """Whether a site is being learned and waits for this page."""
        return (student := self._sites.of(url)) is not None and student.is_awaiting(url)

    def decided(self, url: str, is_settled: Settled) -> Guidance:
        """Another rung speaks for the site of `url`: what was held back, and pages that were to teach."""
        self._decided.add(origin_of(url))
        student = self._sites.of(url)
        if student is None or not student.is_learning:
            return joined(self._released(url))
        student.give_up()
        return joined([self._caught_up(student, is_settled), *self._released(url)])

    def missed(self, entry: Entry, fresh: Sequence[Offer]) -> Guidance:
        """There is no page at the address of `entry`; a redirect may have led on to a `fresh` one."""
        if entry.kind is not Kind.PAGE or fresh:
            return NOTHING
        student = self._sites.of(entry.url)
        if student is None:
            if entry.depth:
                return NOTHING
            self._decided.add(origin_of(entry.url))
            return joined(self._released(entry.url))
        if student.is_awaiting(entry.url):
            return self._answered(student, student.seen(student.awaited), entry, unsettled)
        if student.course is not None:
            student.course.failed(entry.url)
        return NOTHING

    def moved(self, entry: Entry, decided: Offer) -> Offer | None:
        """Where a redirect from a page leads that is awaited, or that was learned of; None if it is neither."""
        student = self._sites.of(entry.url)
        if student is None or not entry.shape.startswith(MARK):
            return None
        priority = decided.priority
        if student.course is not None:
            student.course.moved(entry.url, decided.url)
            # A sitemap may name the target, too: it is no other view of the address that led to it.
            self._known.moved(entry.url, decided.url, student.course.application, student.course.root)
        elif student.is_awaiting(entry.url):
            student.moved(entry.url, decided.url)
            priority = SAMPLE
        else:
            return None
        return Offer(decided.url, entry.kind, priority, entry.depth, entry.url, entry.shape, decided.redirects)

    def admit(self, entry: Entry, course: Course) -> Skip | None:
        """Asked when the turn of an entry of a learned site comes: None lets it go."""
        if entry.shape.startswith(MARK):
            return course.shown_by_entry(entry) or self._known.admit(entry, course.application, course.root)
        if entry.kind is Kind.SITEMAP and self._is_all:
            return Skip(entry.url, SkipReason.OFF_PATH, f"{course.name}: its own lists lead on", entry.via)
        if entry.kind is Kind.PAGE:
            if not course.role_of(entry.url) and self._is_all:
                return Skip(entry.url, SkipReason.OFF_PATH, f"{course.name}: no way to content", entry.via)
            if refused := self._known.refuses(entry.url, course.application, course.root):
                return Skip(entry.url, *refused, entry.via)
        return self._generic.admit(entry)

    def hold(self, guidance: Guidance, url: str) -> Guidance:
        """What a sitemap offers waits until it is clear which rung speaks for its site."""
        # A sitemap may lie on another host than the pages it lists.
        place = next((offer.url for offer in guidance.follow if offer.kind is Kind.PAGE), url)
        student = self._sites.of(place)
        if student is not None and student.course is not None:
            return self._beside(guidance, student.course)
        if origin_of(place) in self._decided:
            return guidance
        self._held.setdefault(origin_of(place), []).append(guidance)
        return NOTHING

    @property
    def is_holding(self) -> bool:
        """Whether what some sitemap offers waits."""
        return bool(self._held)

    def restore(self, notes: Iterable[Note], seen: Collection[str]) -> None:
        """Go on with what an earlier run has learned; it has `seen` these addresses."""
        for note in notes:
            student = self._sites.restore(note, seen)
            if student.course is None:
                self._decided.add(origin_of(note.start))
                continue
            # Threads that were kept before it was settled how posts are read off them.
            for url in seen:
                if self.course_of(url) is student.course and student.course.role_of(url) == "thread":
                    student.take_up(url)

    def recall(self, notes: Iterable[Note], before: UrlsBefore) -> Guidance:
        """Begin with what an earlier visit has learned, which met the addresses `before`: the pages by which its lists
        were found then, and which no form covers. Sites that told nothing are learned only if they are others since.
        """
        known = list(notes)
        self._before = before
        self._untold = {origin_of(note.start): note for note in known if note.learned is None}
        students = [self._sites.restore(recalled(note), ()) for note in known if note.learned is not None]
        return Guidance(tuple(offer for student in students for offer in student.ways_in(before)), ())

    def is_recalled(self, url: str) -> bool:
        """Whether a page is of a site that is crawled by what an earlier visit has learned."""
        student = self._sites.of(url)
        return student is not None and student.is_recalled and self.course_of(url) is not None

    def heard(self, url: str, objects: Iterable[WebObject]) -> None:
        """What was read off a page."""
        student = self._sites.of(url)
        if student is not None and student.is_recalled:
            student.heard(url, sum(one.type in (ObjectType.BOARD_POST, ObjectType.BLOG_POST) for one in objects))

    def begin_again(self, first: Sample) -> Guidance:
        """Take up the learning of a site where an earlier run left it: what was looked at is in the archive."""
        student = self._sites.of(first.entry.url)
        if student is None:
            student = self._sites.begin(first.entry.url)
            return self._from_archive(student, Entry(first.page.url, Kind.PAGE))
        if first.entry.url == student.start:
            # Of a site that taught nothing, a list may have been about to.
            return self.listed([first], unsettled) or NOTHING if student.phase is Phase.NOTHING else NOTHING
        # Another page that the user named.
        student.samples.append(first)
        return self._caught_up(student, unsettled) if not student.is_learning else NOTHING

    def unstick(self) -> Guidance:
        """Nothing is left to ask for: sites that wait for a page which will not come learn from what there is, and
        learned ones try what else they have.
        """
        found = []
        for student in [one for one in self._sites.all if one.is_learning]:
            awaited = student.awaited
            guidance = self._from_archive(student, Entry(student.start, Kind.PAGE))
            # If robots.txt forbids the page, that is known by now, and another one is on its way.
            if student.is_learning and student.awaited == awaited:
                missing = Entry(student.awaited, Kind.PAGE, 1, student.start)
                guidance = self._answered(student, None, missing, unsettled)
            found.append(guidance)
        if not found:
            found = [self._tried(student) for student in self._sites.all]
        # Nobody will speak any more for sites whose first page never came.
        waiting = [url for url in self._held if self._sites.of(url) is None]
        return joined([*found, *(guidance for url in waiting for guidance in self._released(url))])

    def _tried(self, student: Student) -> Guidance:
        """A page that may lead to something new, if there is one that may be asked for."""
        while (offer := student.tries()) is not None:
            if self._known.may_ask(offer.url, offer.depth):
                return Guidance((offer,), ())
        return NOTHING

    def _permitted(self, student: Student, offers: list[Offer]) -> Guidance:
        """What a course wants, as far as the limits of the crawl let it."""
        allowed: list[Offer] = []
        for offer in offers:
            if self._known.may_ask(offer.url, offer.depth):
                allowed.append(offer)
            elif student.course is not None:
                student.course.failed(offer.url)
        return Guidance(tuple(allowed), ())

    def settle(self) -> None:
        """The crawl ends: what was not yet read is read by what is known."""
        for student in self._sites.all:
            if student.course is not None:
                student.course.settle()
                self._read_up(student)

    def _teach(self, student: Student, page: Page, entry: Entry, capture: Capture, is_settled: Settled) -> Guidance:
        """A page of a site that is being learned: its files, and the page that is wanted next."""
        is_awaited = student.is_awaiting(entry.url)
        if len(page.source) > MAX_TAUGHT:
            own = self._fall(Sample(page, entry, capture), is_settled)
            return joined([own, self._answered(student, None, entry, is_settled)]) if is_awaited else own
        student.take(page, entry, capture)
        files = self._generic.guide(only(page, []), entry, is_settled)
        return joined([files, self._answered(student, page, entry, is_settled)]) if is_awaited else files

    def _answered(self, student: Student, page: Page | None, entry: Entry, is_settled: Settled) -> Guidance:
        """What follows from the awaited page, or from its absence."""
        student.answer(page)
        return self._onward(student, entry, is_settled)

    def _onward(self, student: Student, entry: Entry, is_settled: Settled) -> Guidance:
        """The next page that is wanted and may be asked for; if none is, what was learned from all of them."""
        while student.is_learning:
            asked = student.asks(entry)
            if self._known.may_ask(asked.url, asked.depth):
                return Guidance((asked,), ())
            student.answer(None)
        return self._caught_up(student, is_settled)

    def _from_archive(self, student: Student, latest: Entry) -> Guidance:
        """Learn on from pages that are in the archive, as if they were asked for now.

        They are: of what was written shortly before a crash, the frontier may not know why it was asked for.
        """
        offers: list[Offer] = []
        while student.is_learning and (sample := self._load(student.awaited)) is not None:
            asked = student.asks(latest)
            is_known = isinstance(sample, Sample) and bool(sample.entry.shape)
            if not is_known:
                offers.append(asked)
            if isinstance(sample, Sample):
                if not is_known:
                    sample = replace(
                        sample, entry=Entry(sample.entry.url, Kind.PAGE, asked.depth, asked.via, asked.shape)
                    )
                student.samples.append(sample)
                latest = sample.entry
            student.answer(sample.page if isinstance(sample, Sample) else None)
        return joined([Guidance(tuple(offers), ()), self._onward(student, latest, unsettled)])

    def _caught_up(self, student: Student, is_settled: Settled) -> Guidance:
        """All pages that were looked at, guided by what is known now."""
        samples, student.samples = student.samples, []
        course = student.course
        if course is None:
            self._decided.add(origin_of(student.start))
            if (listed := self.listed(samples, is_settled)) is not None:
                return joined([listed, *self._released(student.start)])
            found = []
            for one in samples:
                found.append(self._fall(one, is_settled))
                if one.entry.shape.startswith(MARK):
                    self._generic.remember(one.page)
            return joined([*found, *self._released(student.start)])
        for one in samples:
            self._known.note(one.page.url, course.application, course.root)
        found = []
        for one in samples:
            if one.page.url.startswith(course.root):
                found.append(self._by_lesson(student, one, _view_of(one, course), is_settled))
            elif self._is_all:
                found.append(self._generic.guide(only(one.page, []), one.entry, is_settled))
            else:
                found.append(self._fall(one, is_settled))
        # Sitemaps come last, as after a crash: then they are read again when the site has been learned.
        return joined([*found, *(self._beside(guidance, course) for guidance in self._released(student.start))])

    def _by_lesson(self, student: Student, one: Sample, view: View, is_settled: Settled) -> Guidance:
        """By what was learned, and what this page teaches on."""
        course = student.course
        assert course is not None
        before = course.application
        wanted = self._permitted(student, student.look(one.page, one.entry, one.capture))
        self._read_up(student)
        if course.application is not before:
            self._known.renew()
            was, view = view, learned_view(view.document, course, one.page.url)
            if was.recognition.level is None and view.recognition.level is not None and course.is_reading(one.page.url):
                self._late.append((view, one.capture))  # the page that has proved of what kind it is
        self._known.note(one.page.url, course.application, course.root)
        guidance, outside = self._known.guide(
            one.page, view.document, view.known, one.entry, is_settled, is_leading=self._is_all
        )
        # By default, what was learned is the best of a site, and the rest is the next rung's. Asked for nothing but
        # what was learned, only files are left.
        feeds = read_otherwise(one.page) if one.entry.depth else frozenset()
        rest = [
            link
            for link in outside
            if is_file(link.url) or not (self._is_all or link.url in feeds or course.is_aside(link.url))
        ]
        others = self._generic.guide(only(one.page, rest), one.entry, is_settled)
        if not self._is_all and one.entry.shape.startswith(MARK):
            self._generic.remember(one.page, one.entry.shape)  # its own pages it remembers when it observes them
        beside = later(others, is_doubtful=course.role_of(one.page.url) == "thread")
        return joined([guidance, wanted, beside, Guidance((), asides(outside, rest, one, course))])

    def _read_up(self, student: Student) -> None:
        """Read the pages that came before it was known how posts are read."""
        for capture in student.read_up():
            page = self._read(capture)
            if page is not None and student.course is not None:
                view = learned_view(VirtualDocument.of(page, capture), student.course, page.url)
                self._late.append((view, capture))

    def late_views(self) -> Iterator[tuple[View, Capture]]:
        """Pages that were understood after their turn, each once."""
        late, self._late = self._late, []
        yield from late

    def _beside(self, guidance: Guidance, course: Course) -> Guidance:
        """What a sitemap offers: threads by what was learned, and beside it pages that nothing links to."""
        if self._is_all:
            return NOTHING
        threads, rest, outside = parted(guidance, course)
        # As the rest, threads would be judged by what they say that is new: where lists show them whole, nothing.
        known = Known(course.application, None, course.root)
        named = [self._known.posts_named([one.url], known, linking(one)) for one in threads]
        return joined([Guidance(outside, guidance.skip), *named, later(Guidance(rest, ()))])

    def _released(self, url: str) -> list[Guidance]:
        """What a sitemap offered while it was not clear which rung would speak for the site."""
        return self._held.pop(origin_of(url), [])


def _view_of(one: Sample, course: Course) -> View:
    return learned_view(VirtualDocument.of(one.page, one.capture), course, one.page.url)
