"""The students of a crawl: a site that nobody has described is looked at, then crawled by what was learned.

While it learns, the site is asked for one page at a time, the one that would tell most; other pages that come in wait.
What it learns is an application type like any other, so the rest is done by the guide for known applications. Where
nothing can be learned, all pages that were looked at are handed to the next rung.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

import yaml

from thresher.learn import Course, Learner, Lesson, Sight
from thresher.model import Capture, Entry, Kind, Offer, Page
from thresher.page import canonical, host_of, origin_of

SAMPLE, SOON, STRAY, LATE = 40, 120, 2400, 2500
"""Priorities: what is looked at to learn; further pages of an unproved kind; threads that stand apart; what is tried
when all else is done."""
MIN_THREADS = 3
"""Addresses of threads without which nothing was learned: a site of one page has no form of addresses."""


class Phase(Enum):
    LEARNING = "learning"
    LEARNED = "learned"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Sample:
    """A page that was looked at, or had to wait, while the site was being learned."""

    page: Page
    entry: Entry
    capture: Capture


class Gone(Enum):
    """There was no page at an address, and there will be none."""

    GONE = "gone"


Load = Callable[[str], Sample | Gone | None]
"""An address → the page that the archive has of it, wherever redirects led; None if it was not asked for yet."""


@dataclass
class Student:
    """What is being learned, or was, of one site."""

    start: str
    tries_front: bool = True
    phase: Phase = Phase.LEARNING
    samples: list[Sample] = field(default_factory=list)
    awaited: str = ""
    """The page it has asked for."""
    course: Course | None = None
    unread: list[Capture] = field(default_factory=list)
    """Thread pages that came before it was settled how posts are read off them."""
    _moved: str = ""

    def __post_init__(self) -> None:
        self._learner = Learner(self.start, tries_front=self.tries_front)
        self._asking = self._learner.run()
        self.awaited = next(self._asking)

    @property
    def lesson(self) -> Lesson:
        return self._learner.lesson

    @property
    def name(self) -> str:
        return f"learned-{host_of(self.start)}".replace(":", "-")

    def moved(self, url: str, target: str) -> None:
        """A redirect leads from `url` to `target`."""
        if url == self.awaited:
            self._moved, self.awaited = url, target

    def is_awaiting(self, url: str) -> bool:
        return self.phase is Phase.LEARNING and url in (self.awaited, self._moved)

    def take(self, page: Page, entry: Entry, capture: Capture) -> None:
        """A page of the site came while it is being learned."""
        self.samples.append(Sample(page, entry, capture))

    def answer(self, page: Page | None) -> None:
        """What came for the awaited page. Then another one is awaited, or the learning is over."""
        self._moved = ""
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
        if sum(map(len, lesson.threads.values())) < MIN_THREADS:
            lesson.notes.append("no list of threads, posts or questions was found")
            self.phase = Phase.NOTHING
            return
        self.course = Course(lesson, self.name)
        self.phase = Phase.LEARNED

    def asks(self, latest: Entry) -> Offer:
        """The request for the awaited page, from the nearest page that links to it; else from the `latest`."""
        linking = [one.entry for one in self.samples if any(link.url == self.awaited for link in one.page.links)]
        via = min(linking, key=lambda entry: entry.depth, default=latest)
        return Offer(self.awaited, Kind.PAGE, SAMPLE, via.depth + 1, via.url, f"={self.name}/sample")

    def read_up(self) -> list[Capture]:
        """Thread pages to read now that it is settled how; each once."""
        if self.course is None or not self.course.is_reading:
            return []
        unread, self.unread = self.unread, []
        return unread

    def give_up(self) -> None:
        """Something else turned out to know the site."""
        self.phase, self.awaited = Phase.NOTHING, ""

    def look(self, page: Page, entry: Entry, capture: Capture) -> list[Offer]:
        """What a page of the crawl says beyond what is known: offers beside those of its known links."""
        assert self.course is not None
        sight = Sight(page, self.lesson.sessions, entry.url)
        news = self.course.look(sight)
        if not self.course.is_reading and self.course.role_of(sight.url) == "thread":
            self.unread.append(capture)
            self.course.study(sight)
        shape, depth = f"={self.name}/", entry.depth + 1
        offers = [Offer(url, Kind.PAGE, SOON, depth, entry.url, shape + "further") for url in news.soon]
        # Threads that stand apart come before trials: a list is judged by the threads that nobody has seen.
        for url in news.late:
            is_thread = self.course.role_of(url) == "thread"
            priority, name = (STRAY, "thread") if is_thread else (LATE, "trial")
            offers.append(Offer(url, Kind.PAGE, priority, depth, entry.url, shape + name))
        return offers


def _plain(url: str) -> str:
    return canonical(url) or url


class LearnedSites:
    """The students of a crawl, one a site."""

    def __init__(self, *, tries_front: bool = True) -> None:
        """With `tries_front` the front page is asked for even if nothing links there, before learning is given up."""
        self._students: dict[str, Student] = {}
        self._tries_front = tries_front

    def begin(self, url: str) -> Student:
        student = self._students[origin_of(url)] = Student(url, self._tries_front)
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
        "looked_at": [
            {"url": url, "type": sight.kind.value, "why": [reason.feature for reason in sight.guess.reasons]}
            for url, sight in {sight.url: sight for sight in lesson.sights.values()}.items()
        ],
        "notes": list(lesson.notes),
    }


def as_yaml(student: Student) -> str:
    """The learned type as a file of the knowledge base, with what it rests on."""
    assert student.course is not None
    lesson = student.lesson
    seen = {sight.url: sight for sight in lesson.sights.values()}
    head = [
        f"# Learned from {lesson.asked} pages of {origin_of(student.start)}/; entry page {lesson.entry}",
        *(f"#   {sight.kind.value:7} {url}" for url, sight in seen.items()),
    ]
    return "\n".join(head) + "\n" + yaml.safe_dump(student.course.data, sort_keys=False, allow_unicode=True, width=110)
