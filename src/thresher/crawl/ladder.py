"""The ladder of guides: the first rung that can speak for a page decides, and says so.

A known application; else a site that can be learned; else the generic rung, which takes everything.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from thresher.crawl.learning import SAMPLE, LearnedSites, Load, Phase, Sample, Student
from thresher.crawl.places import Place
from thresher.guide import GenericGuide, Known, KnownGuide
from thresher.guide.addresses import is_file
from thresher.guide.known import MARK
from thresher.knowledge import ApplicationType, Level, LevelKind
from thresher.learn import Course
from thresher.model import Capture, Entry, Guidance, Kind, Link, Offer, Page, Skip, SkipReason, WebObject
from thresher.page import Sitemap, VirtualDocument
from thresher.recognise import Recogniser, Recognition, level_of

MAX_TAUGHT = 1_500_000
"""Bytes of a page from which on it is no sample: the trees of sixty pages are in memory at once."""


@dataclass(frozen=True, slots=True)
class View:
    """A page of a known application, as far as it was understood."""

    document: VirtualDocument
    recognition: Recognition

    @property
    def known(self) -> Known:
        recognition = self.recognition
        return Known(recognition.application, recognition.level, recognition.root)


class Ladder:
    """Guides a crawl by the best knowledge there is of each page."""

    def __init__(
        self,
        generic: GenericGuide,
        known: KnownGuide,
        recogniser: Recogniser | None,
        *,
        has_generic: bool = True,
        learned: LearnedSites | None = None,
        read: Callable[[Capture], Page | None] = lambda _: None,
    ) -> None:
        """Without a `recogniser` no page is known; without `learned` no site is learned; without the generic rung,
        pages that no other rung speaks for lead nowhere.
        """
        self._learned = learned
        self._held: dict[str, list[Guidance]] = {}
        self._decided: set[str] = set()
        self._capture: Capture | None = None
        self._generic = generic
        self._known = known
        self._read = read
        self._recogniser = recogniser
        self._has_generic = has_generic
        self._leading: set[str] = set()
        self.found: dict[str, str] = {}
        """Folder of each application that was recognised or learned, and its type."""
        self.late_views: list[tuple[View, Capture]] = []
        """Pages that were understood after their turn: they were looked at to learn the site."""

    @property
    def learned(self) -> list[Student]:
        """Sites that were learned, or could not be."""
        return self._learned.all if self._learned is not None else []

    @property
    def has_learned(self) -> bool:
        """Whether there is nothing left to learn before the crawl itself."""
        return bool(self.learned) and all(student.phase is not Phase.LEARNING for student in self.learned)

    def seeds(self) -> tuple[Offer, ...]:
        return self._generic.seeds()

    def recall(self, places: Iterable[Place]) -> None:
        """Go on with what an earlier run has recognised."""
        for place in places:
            if self._recogniser is not None and self._recogniser.recall(place.root, place.type_name, place.pages):
                self.found.setdefault(place.root, place.type_name)
                if place.leads:
                    self._leading.add(place.root)

    def places(self) -> tuple[Place, ...]:
        """What was recognised so far, for the next run."""
        sites = self._recogniser.sites() if self._recogniser is not None else ()
        return tuple(Place(site.root, site.type_name, pages, site.root in self._leading) for site, pages in sites)

    def look(self, page: Page, capture: Capture) -> View | None:
        """What is known of a page; remembered, so that the next page of the site need not be recognised anew."""
        self._capture = capture
        if page.tree is None:
            return None
        if (course := self._course_of(page.url)) is not None:
            return _learned_view(VirtualDocument.of(page, capture), course, page.url)
        if self._recogniser is None:
            return None
        document = VirtualDocument.of(page, capture)
        recognition = self._recogniser.recognise(document, page.url)
        if recognition is None:
            return None
        self._recogniser.observe(recognition)
        self.found[recognition.root] = recognition.application.name
        return View(document, recognition)

    def guide(self, page: Page, entry: Entry, view: View | None, is_settled: Callable[[str], bool]) -> Guidance:
        """Every link of `page`, decided."""
        student = self._student_of(page, entry, view)
        if student is not None and student.phase is Phase.LEARNING:
            return self._teach(student, page, entry, is_settled)
        if student is not None and student.phase is Phase.LEARNED and view is not None:
            return self._by_lesson(student, page, entry, view, is_settled)
        self._decided.add(_origin(page.url))
        released = self._released(page.url)
        guidance = self._guide(page, entry, view, is_settled)
        return _joined([guidance, *released])

    def _guide(self, page: Page, entry: Entry, view: View | None, is_settled: Callable[[str], bool]) -> Guidance:
        """By the known and the generic rung."""
        if view is None or entry.kind is not Kind.PAGE:
            return self._generic.guide(self._own(page) if self._has_generic else _only(page, []), entry, is_settled)
        found = view.recognition
        self._known.note(page.url, found.application, found.root)
        # Until its lists lead to content, and on the page the user named, an application may be a part of a larger
        # site, or not be what its marks say: what it has no word for is the generic rung's.
        is_leading = not self._has_generic or (found.root in self._leading and entry.depth > 0)
        guidance, outside = self._known.guide(page, view.document, view.known, entry, is_settled, is_leading=is_leading)
        if _leads(found.level, found.application, guidance):
            self._leading.add(found.root)
        rest = self._generic.guide(_only(page, outside if self._has_generic else []), entry, is_settled)
        return Guidance((*guidance.follow, *rest.follow), (*guidance.skip, *rest.skip))

    def _student_of(self, page: Page, entry: Entry, view: View | None) -> Student | None:
        """Who learns, or has learned, the site of a page. It begins with a page that the user named, if nothing is
        known of that; and ends if something turns out to be.
        """
        if self._learned is None or entry.kind is not Kind.PAGE or page.tree is None:
            return None
        student = self._learned.of(page.url)
        if student is None and view is None and entry.depth == 0:
            student = self._learned.begin(entry.url)
        elif student is not None and student.phase is Phase.LEARNING and view is not None:
            student.give_up()
        return student

    def go_on(self, seeds: Iterable[str], load: Load) -> Guidance:
        """Take up the learning of sites where an earlier run left it: what was looked at is in the archive."""
        found: list[Guidance] = []
        for seed in seeds:
            first = load(seed) if self._learned is not None and self._learned.of(seed) is None else None
            if first is None or self.look(first.page, first.capture) is not None:
                continue
            assert self._learned is not None
            student = self._learned.begin(first.entry.url)
            found.append(self._from_archive(student, load, Entry(first.page.url, Kind.PAGE)))
        return _joined(found)

    def unstick(self, load: Load) -> Guidance:
        """Nothing is left to ask for: sites that wait for a page which will not come learn from what there is."""
        students = self._learned.all if self._learned is not None else []
        waiting = [student for student in students if student.phase is Phase.LEARNING]
        found = []
        for student in waiting:
            guidance = self._from_archive(student, load, Entry(student.start, Kind.PAGE))
            if student.phase is Phase.LEARNING:
                missing = Entry(student.awaited, Kind.PAGE, 1, student.start)
                guidance = self._answered(student, None, missing, lambda _: False, is_awaited=True)
            found.append(guidance)
        return _joined(found)

    def _from_archive(self, student: Student, load: Load, via: Entry) -> Guidance:
        while student.phase is Phase.LEARNING and (sample := load(student.awaited)) is not None:
            student.samples.append(sample)
            student.answer(sample.page)
        return self._answered(student, None, via, lambda _: False, is_awaited=False)

    def revise(self, samples: Iterable[Sample]) -> Guidance:
        """Look again at pages that an earlier run has seen, for what a learned site still has to find out."""
        found: list[Guidance] = []
        for one in samples:
            student = self._learned.of(one.page.url) if self._learned is not None else None
            if student is not None and student.course is not None and one.page.url.startswith(student.course.root):
                found.append(Guidance(tuple(student.look(one.page, one.entry, one.capture)), ()))
                self._read_up(student)
                if student.course.is_reading:
                    document = VirtualDocument.of(one.page, one.capture)
                    self.late_views.append((_learned_view(document, student.course, one.page.url), one.capture))
        return _joined(found)

    def _teach(self, student: Student, page: Page, entry: Entry, is_settled: Callable[[str], bool]) -> Guidance:
        """A page of a site that is being learned: its files, and the page that is wanted next."""
        assert self._capture is not None
        is_awaited = student.is_awaiting(entry.url)
        if len(page.source) > MAX_TAUGHT:
            guidance = self._guide(page, entry, None, is_settled)
            return _joined([guidance, self._answered(student, None, entry, is_settled, is_awaited)])
        student.take(page, entry, self._capture)
        files = self._generic.guide(_only(page, []), entry, is_settled)
        return _joined([files, self._answered(student, page if is_awaited else None, entry, is_settled, is_awaited)])

    def _answered(
        self, student: Student, page: Page | None, entry: Entry, is_settled: Callable[[str], bool], is_awaited: bool
    ) -> Guidance:
        if is_awaited:
            student.answer(page)
        while student.phase is Phase.LEARNING:
            asked = student.asks(entry)
            if self._known.may_ask(asked.url, asked.depth):
                return Guidance((asked,), ())
            student.answer(None)
        return self._caught_up(student, is_settled)

    def _caught_up(self, student: Student, is_settled: Callable[[str], bool]) -> Guidance:
        """All pages that were looked at, guided by what is known now."""
        found: list[Guidance] = []
        samples, student.samples = student.samples, []
        course = student.course
        if course is None:
            self._decided.add(_origin(student.start))
            found = [self._guide(one.page, one.entry, None, is_settled) for one in samples]
            return _joined([*found, *self._released(student.start)])
        self.found[course.root] = course.name
        self._held.pop(_origin(student.start), None)
        for one in samples:
            self._known.note(one.page.url, course.application, course.root)
        for one in samples:
            if one.page.url.startswith(course.root):
                view = _learned_view(VirtualDocument.of(one.page, one.capture), course, one.page.url)
                found.append(self._by_lesson(student, one.page, one.entry, view, is_settled, one.capture))
            elif self._has_generic:
                found.append(self._generic.guide(one.page, one.entry, is_settled))
        return _joined(found)

    def _by_lesson(
        self,
        student: Student,
        page: Page,
        entry: Entry,
        view: View,
        is_settled: Callable[[str], bool],
        capture: Capture | None = None,
    ) -> Guidance:
        """By what was learned, and what this page teaches on."""
        course = student.course
        assert course is not None
        before = course.application
        assert self._capture is not None
        offers = student.look(page, entry, capture or self._capture)
        self._read_up(student)
        if course.application is not before:
            self._known.renew(course.root, course.application)
            view = _learned_view(view.document, course, page.url)
        self._known.note(page.url, course.application, course.root)
        is_all = self._recogniser is None
        guidance, outside = self._known.guide(page, view.document, view.known, entry, is_settled, is_leading=is_all)
        # By default, what was learned is the best of a site, and the rest is the next rung's. Asked for nothing but
        # what was learned, only files are left.
        rest = [link for link in outside if is_file(link.url) or not (is_all or course.is_aside(link.url))]
        others = self._generic.guide(_only(page, rest), entry, is_settled)
        return _joined([guidance, Guidance(tuple(offers), ()), others])

    def _read_up(self, student: Student) -> None:
        """Read the pages that came before it was known how posts are read."""
        course = student.course
        for capture in student.read_up():
            again = self._read(capture)
            if again is not None and course is not None:
                view = _learned_view(VirtualDocument.of(again, capture), course, again.url)
                self.late_views.append((view, capture))

    def settle(self) -> None:
        """The crawl ends: what was not yet read is read by what is known."""
        for student in self._learned.all if self._learned is not None else []:
            if student.course is not None:
                student.course.settle()
                self._read_up(student)

    def _course_of(self, url: str) -> Course | None:
        return self._learned.course_of(url) if self._learned is not None else None

    def _released(self, url: str) -> list[Guidance]:
        """What a sitemap offered while it was not clear which rung would speak for the site."""
        return self._held.pop(_origin(url), [])

    def admit(self, entry: Entry) -> Skip | None:
        """Asked when the turn of `entry` comes: None lets it go."""
        if (course := self._course_of(entry.url)) is not None and entry.depth:
            return self._admit_by_lesson(entry, course)
        site = self._recogniser.site_of(entry.url) if self._recogniser is not None and entry.depth else None
        if entry.shape.startswith(MARK):
            return self._known.admit(entry, site[1], site[0]) if site is not None else None
        if site is not None:
            root, application = site
            if entry.kind is Kind.SITEMAP and root in self._leading:
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
        if not entry.shape.startswith(MARK):
            self._generic.observe(page, entry, status, fresh)
        elif page is not None and view is not None:
            self._known.observe(page, view.document, view.known, entry, objects)
        return self._missed(entry, fresh) if page is None else Guidance((), ())

    def _missed(self, entry: Entry, fresh: Sequence[Offer]) -> Guidance:
        """There is no page at the address of `entry`; a redirect may have led on to a `fresh` one."""
        if self._learned is None or entry.kind is not Kind.PAGE or fresh:
            return Guidance((), ())
        student = self._learned.of(entry.url)
        if student is None:
            return _joined(self._released(entry.url)) if entry.depth == 0 else Guidance((), ())
        if student.is_awaiting(entry.url):
            return self._answered(student, student.seen(student.awaited), entry, lambda _: False, is_awaited=True)
        if student.course is not None:
            student.course.failed(entry.url)
        return Guidance((), ())

    def _admit_by_lesson(self, entry: Entry, course: Course) -> Skip | None:
        if entry.shape.startswith(MARK):
            return self._known.admit(entry, course.application, course.root)
        if entry.kind is Kind.SITEMAP:
            return Skip(entry.url, SkipReason.OFF_PATH, f"{course.name}: its own lists lead on", entry.via)
        if entry.kind is Kind.PAGE:
            if not course.role_of(entry.url) and self._recogniser is None:
                return Skip(entry.url, SkipReason.OFF_PATH, f"{course.name}: no way to content", entry.via)
            if refused := self._known.refuses(entry.url, course.application, course.root):
                return Skip(entry.url, *refused, entry.via)
        return self._generic.admit(entry)

    def sitemap_offers(self, sitemap: Sitemap, entry: Entry) -> Guidance:
        guidance = self._generic.sitemap_offers(sitemap, entry)
        if self._course_of(entry.url) is not None:
            return Guidance((), ())
        if self._learned is None or _origin(entry.url) in self._decided:
            return guidance
        self._held.setdefault(_origin(entry.url), []).append(guidance)
        return Guidance((), ())

    def redirect(self, entry: Entry, target: str) -> Offer | Skip:
        """Where a redirect from `entry` leads: to be followed, or why not."""
        decided = self._generic.redirect(entry, target)
        if isinstance(decided, Offer):
            self._known.learn_host(entry.url, decided.url)
        student = self._learned.of(entry.url) if self._learned is not None else None
        if student is not None and student.is_awaiting(entry.url) and isinstance(decided, Offer):
            student.moved(entry.url, decided.url)
            return Offer(decided.url, entry.kind, SAMPLE, entry.depth, entry.url, entry.shape, decided.redirects)
        if isinstance(decided, Skip) or not entry.shape.startswith(MARK) or self._recogniser is None:
            return decided
        site = self._recogniser.site_of(decided.url)
        if site is not None and not self._known.moved(entry.url, decided.url, site[1], site[0]):
            return Skip(decided.url, SkipReason.OTHER_VIEW, "the same page as another", entry.url)
        return Offer(decided.url, entry.kind, decided.priority, entry.depth, entry.url, entry.shape, decided.redirects)

    def _own(self, page: Page) -> Page:
        """The page without links into a known application that its knowledge would turn down."""
        if self._recogniser is None or not self.found:
            return page
        return _only(page, [link for link in page.links if self._is_open(link.url)])

    def _is_open(self, url: str) -> bool:
        site = self._recogniser.site_of(url) if self._recogniser is not None else None
        return site is None or self._known.refuses(url, site[1], site[0]) is None


def _leads(level: Level | None, application: ApplicationType, guidance: Guidance) -> bool:
    """Whether a list of the application leads to pages that hold what people wrote."""
    if level is None or level.kind is not LevelKind.INTERMEDIATE:
        return False
    names = {offer.shape.rpartition("/")[2] for offer in guidance.follow}
    return any(other.kind is LevelKind.TERMINAL for other in application.levels if other.name in names)


def _only(page: Page, links: list[Link]) -> Page:
    """The page with some of its links; what it names as its own address is left to whoever took the others."""
    return replace(page, links=tuple(links), canonical=None)


def _learned_view(document: VirtualDocument, course: Course, url: str) -> View:
    level, evidence = level_of(document, course.application, url, course.root)
    return View(document, Recognition(course.application, level, course.root, (), evidence))


def _joined(found: Sequence[Guidance]) -> Guidance:
    follow = tuple(offer for guidance in found for offer in guidance.follow)
    return Guidance(follow, tuple(skip for guidance in found for skip in guidance.skip))


def _origin(url: str) -> str:
    return "/".join(url.split("/", 3)[:3])
