"""The students of a crawl: a site that nobody has described is looked at, then crawled by what was learned.

While it learns, the site is asked for one page at a time, the one that would tell most; other pages that come in wait.
What it learns is an application type like any other, so the rest is done by the guide for known applications. Where
nothing can be learned, all pages that were looked at are handed to the next rung.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field, replace
from enum import Enum
from typing import Any

import yaml

from thresher.crawl.samples import Load, Sample
from thresher.frontier import UrlsBefore
from thresher.guide.labels import MARK
from thresher.knowledge.noise import without_parameters
from thresher.learn import Course, Learned, Learner, Lesson, Progress, Sight
from thresher.learn.knowledge import root_of
from thresher.learn.learner import Asking
from thresher.model import Capture, Entry, Guidance, Kind, Offer, Page
from thresher.page import canonical, host_of, origin_of

SILENT_PAGES = 3
"""Thread pages in a row without a post after which what an earlier visit has learned of reading them counts no more."""
LISTS = ("board", "listing")
"""Roles of addresses."""
SAMPLE, SOON, STRAY = 40, 120, 2400
"""Priorities: what is looked at to learn or to try; further pages of an unproved kind; threads that stand apart."""


class Phase(Enum):
    LEARNING = "learning"
    LEARNED = "learned"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Note:
    """What is known of one site."""

    start: str
    learned: Learned | None = None
    """None if nothing could be learned."""
    progress: Progress = field(default_factory=Progress)
    notes: tuple[str, ...] = ()
    """What was found instead."""
    is_recalled: bool = False
    """An earlier visit has learned it."""
    ways: tuple[str, ...] = ()
    """Pages to begin a later visit with; empty until there is one."""


@dataclass
class Student:
    """What is being learned, or was, of one site."""

    start: str
    lesson: Lesson
    load: Load
    phase: Phase = Phase.NOTHING
    samples: list[Sample] = field(default_factory=list)
    awaited: str = ""
    """The page it has asked for."""
    course: Course | None = None
    unread: defaultdict[str, list[Capture]] = field(default_factory=lambda: defaultdict(list))
    """Thread pages that came before it was settled how posts are read off them, by folder."""
    is_recalled: bool = False
    """By what an earlier visit has learned."""
    ways: tuple[str, ...] = ()
    before: UrlsBefore | None = None
    """Addresses that the visit before has met; None where nobody asks."""
    _silent: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    """The latest thread pages off which no post was read, by folder."""
    _moved: str = ""
    _depths: dict[str, int] = field(default_factory=dict)
    """Of pages that are no threads, as far as is known."""

    _asking: Asking | None = None

    @property
    def is_learning(self) -> bool:
        return self.phase is Phase.LEARNING

    @property
    def is_lost(self) -> bool:
        """Whether nothing could be learned; not where something else knows the site."""
        return self.phase is Phase.NOTHING and bool(self.lesson.notes)

    @classmethod
    def beginning(cls, start: str, load: Load, *, tries_all: bool, studies: bool) -> "Student":
        """One who has looked at nothing yet."""
        learner = Learner(start, tries_all=tries_all, studies=studies)
        asking = learner.run()
        return cls(start, learner.lesson, load, Phase.LEARNING, awaited=next(asking), _asking=asking)

    @classmethod
    def returning(cls, note: Note, load: Load, seen: Iterable[str]) -> "Student":
        """One who has learned in an earlier run, which has `seen` these addresses."""
        if note.learned is None:
            return cls(note.start, Lesson(note.start, notes=list(note.notes)), load)
        student = cls(
            note.start, Lesson.of(note.learned), load, Phase.LEARNED, is_recalled=note.is_recalled, ways=note.ways
        )
        student.course = Course(student.lesson, student.name, student._recall, note.progress, seen)
        return student

    @property
    def note(self) -> Note | None:
        """What outlasts the process; None while it learns."""
        if self.is_learning:
            return None
        learned = self.lesson.learned if self.course is not None else None
        progress = self.course.progress if self.course is not None else Progress()
        return Note(self.start, learned, progress, tuple(self.lesson.notes), self.is_recalled, self.ways)

    def _recall(self, url: str) -> Sight | None:
        sample = self.load(url)
        return Sight(sample.page, self.lesson.sessions, url) if isinstance(sample, Sample) else None

    @property
    def name(self) -> str:
        return f"learned-{host_of(self.start)}".replace(":", "-")

    def moved(self, url: str, target: str) -> None:
        """A redirect leads from `url` to `target`."""
        if url == self.awaited:
            self._moved, self.awaited = url, target

    def is_awaiting(self, url: str) -> bool:
        return self.is_learning and url in (self.awaited, self._moved)

    def take(self, page: Page, entry: Entry, capture: Capture) -> None:
        """A page of the site came while it is being learned."""
        self.samples.append(Sample(page, entry, capture))

    def answer(self, page: Page | None) -> None:
        """What came for the awaited page. Then another one is awaited, or the learning is over."""
        self._moved = ""
        assert self._asking is not None
        try:
            self.awaited = _plain(self._asking.send(page))
            # What came in meanwhile need not be asked for.
            while (known := self._held(self.awaited)) is not None:
                self.awaited = _plain(self._asking.send(known))
        except StopIteration:
            self._end()

    def seen(self, url: str) -> Page | None:
        """A page that was looked at already."""
        sight = self.lesson.sights.get(url)
        return sight.page if sight is not None else self._held(url)

    def _held(self, url: str) -> Page | None:
        return next((one.page for one in self.samples if url in (one.page.url, one.entry.url)), None)

    def _end(self) -> None:
        self.awaited = ""
        lesson = self.lesson
        if not lesson.is_enough:
            self.phase = Phase.NOTHING
            return
        self.course = Course(lesson, self.name, self._recall)
        self.phase = Phase.LEARNED

    def asks(self, latest: Entry) -> Offer:
        """The request for the awaited page, from the nearest page that links to it; else from the `latest`."""
        sessions = self.lesson.sessions
        linking = [
            one.entry
            for one in self.samples
            if any(without_parameters(link.url, sessions) == self.awaited for link in one.page.links)
        ]
        via = min(linking, key=lambda entry: entry.depth, default=latest)
        return Offer(self.awaited, Kind.PAGE, SAMPLE, via.depth + 1, via.url, f"={self.name}/sample")

    def read_up(self) -> list[Capture]:
        """Thread pages to read now that it is settled how; each once."""
        course = self.course
        if course is None:
            return []
        return [one for folder in course.progress.read & self.unread.keys() for one in self.unread.pop(folder)]

    def take_up(self, url: str) -> None:
        """A thread that an earlier run has kept; it may not have been read yet."""
        assert self.course is not None
        if not self.course.is_reading(url) and isinstance(sample := self.load(url), Sample):
            self.unread[self.course.folder(url)].append(sample.capture)
            self.course.study(Sight(sample.page, self.lesson.sessions, url))

    def leads_on(self, guidance: Guidance) -> bool:
        """Whether a page has links by what was learned, and be it one that the visit before has met: a site that is
        another one since may have addresses of the same form."""
        offers = [one for one in guidance.follow if one.kind is Kind.PAGE and one.shape.startswith(MARK)]
        return bool(offers) and (self.before is None or any(one.url in self.before for one in offers))

    def ways_in(self, before: UrlsBefore) -> list[Offer]:
        """Pages to ask for at once in another visit, since no link that was learned leads there: the entry, what led to
        lists, and lists that threads led to. While it learned, it came there by itself."""
        assert self.course is not None
        self.before = before
        role_of, root = self.course.role_of, self.course.root
        if not self.ways:
            ways = {self.lesson.entry: None}
            for url, via in before.found_on():
                if url.startswith(root) and role_of(url) in LISTS and (role := role_of(via)) not in LISTS:
                    ways[url if role == "thread" else via] = None
            self.ways = tuple(url for url in ways if url)
        shape = f"={self.name}/home"
        return [Offer(url, Kind.PAGE, SOON, 1, self.start, shape) for url in self.ways if url != self.start]

    def heard(self, url: str, posts: int) -> None:
        """How many posts were read off a page. Where what an earlier visit has learned finds none any more, there is
        another template: how posts are read is learned again from the threads that come."""
        course = self.course
        if course is None or not self.is_recalled or course.role_of(url) != "thread" or not course.is_reading(url):
            return
        folder = course.folder(url)
        if folder not in self.lesson.posts:
            return  # there was nothing to read by, then as now
        self._silent[folder] = [] if posts else [*self._silent[folder], url]
        if len(self._silent[folder]) == SILENT_PAGES:
            course.progress.read.remove(folder)
            for silent in self._silent.pop(folder):
                self.take_up(silent)

    def give_up(self) -> None:
        """Something else turned out to know the site."""
        self.phase, self.awaited = Phase.NOTHING, ""

    def look(self, page: Page, entry: Entry, capture: Capture) -> list[Offer]:
        """What a page of the crawl says beyond what is known: offers beside those of its known links."""
        assert self.course is not None
        sight = Sight(page, self.lesson.sessions, entry.url)
        before = self.course.application
        news = self.course.look(sight)
        if self.course.application is not before:
            self._look_back()
        if self.course.role_of(sight.url) != "thread":
            self._depths[sight.url] = entry.depth
        elif not self.course.is_reading(sight.url):
            self.unread[self.course.folder(sight.url)].append(capture)
            self.course.study(sight)
        shape, depth = f"={self.name}/", entry.depth + 1
        offers = [Offer(url, Kind.PAGE, SOON, depth, entry.url, shape + "further") for url in news.soon]
        offers += [Offer(url, Kind.PAGE, STRAY, depth, entry.url, shape + "thread") for url in news.stray]
        return offers

    def _look_back(self) -> None:
        """Threads among the pages that were taken for something else: one may begin at a further page of a thread."""
        assert self.course is not None
        for url in [url for url in self._depths if self.course.role_of(url) == "thread"]:
            del self._depths[url]
            if isinstance(sample := self.load(url), Sample):
                self.unread[self.course.folder(url)].append(sample.capture)

    def tries(self) -> Offer | None:
        """When all else is done: a page that may lead to something new."""
        found = self.course.next_trial() if self.course is not None else None
        if found is None:
            return None
        url, source = found
        return Offer(url, Kind.PAGE, SAMPLE, self._depths.get(source, 0) + 1, source, f"={self.name}/trial")


def recalled(note: Note) -> Note:
    """What an earlier visit has learned, for this one: the pages that it saw are to be seen again."""
    before = note.progress
    progress = Progress(refuted=before.refuted, doubted=before.doubted, failures=before.failures, read=before.read)
    return replace(note, progress=progress, is_recalled=True)


def _plain(url: str) -> str:
    return canonical(url) or url


class LearnedSites:
    """The students of a crawl, one a site."""

    def __init__(self, load: Load, *, tries_all: bool = True, studies: bool = False) -> None:
        """With `tries_all` what is doubtful is tried, too, before learning is given up: no other rung comes behind.
        One who `studies` looks at more threads: no crawl will.
        """
        self._students: dict[str, Student] = {}
        self._load = load
        self._tries_all = tries_all
        self._studies = studies

    def begin(self, url: str) -> Student:
        student = Student.beginning(url, self._load, tries_all=self._tries_all, studies=self._studies)
        self._students[origin_of(url)] = student
        return student

    def restore(self, note: Note, seen: Iterable[str]) -> Student:
        root = root_of(note.learned) if note.learned is not None else note.start
        own = [url for url in seen if url.startswith(root)]
        student = self._students[origin_of(note.start)] = Student.returning(note, self._load, own)
        return student

    def of(self, url: str) -> Student | None:
        return self._students.get(origin_of(url))

    def course_of(self, url: str) -> Course | None:
        """What was learned of the place that `url` is in."""
        student = self.of(url)
        course = student.course if student is not None else None
        return course if course is not None and url.startswith(course.root) else None

    @property
    def all(self) -> list[Student]:
        return list(self._students.values())


def as_report(student: Student) -> dict[str, Any]:
    """What was learned of a site and from what, for people and programs."""
    lesson, course = student.lesson, student.course
    roles = course.data["urls"]["roles"] if course is not None else {}
    return {
        "site": origin_of(student.start) + "/",
        "learned": student.phase is Phase.LEARNED,
        "entry": lesson.entry if course is not None else "",
        "requests": lesson.asked,
        "forms": roles,
        "sessions": sorted(lesson.sessions),
        "looked_at": [asdict(look) for look in {look.url: look for look in lesson.looked_at}.values()],
        "notes": list(lesson.notes),
    }


def as_yaml(student: Student) -> str:
    """The learned type as a file of the knowledge base, with what it rests on."""
    assert student.course is not None
    lesson = student.lesson
    looks = {look.url: look for look in lesson.looked_at}.values()
    head = [
        f"# Learned from {lesson.asked} pages of {origin_of(student.start)}/; entry page {lesson.entry}",
        *(f"#   {look.type:7} {look.url}" for look in looks),
    ]
    return "\n".join(head) + "\n" + yaml.safe_dump(student.course.data, sort_keys=False, allow_unicode=True, width=110)
