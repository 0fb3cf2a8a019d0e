"""The crawls that are compared: blind, along true addresses only, and by what Thresher learns."""

import heapq
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import count

from thresher.evaluate.offline import OfflineSite, Outline, Walk
from thresher.evaluate.recording import key_of
from thresher.guide import Known, KnownGuide, ScopeCheck
from thresher.learn import Course, Learner, Lesson
from thresher.model import CrawlSettings, Entry, Kind, Page
from thresher.page import VirtualDocument
from thresher.recognise.recogniser import level_of

SOON, STRAY = 120, 2400
"""Priorities of what a course wants, as in a crawl: after threads, and after everything."""
ROBOT = "*"


@dataclass(frozen=True, slots=True)
class BlindWalk:
    """A breadth-first crawl that obeys robots.txt and nofollow, and what it left alone for them."""

    walk: Walk
    disallowed: frozenset[str]
    nofollow: frozenset[str]


def walk_blindly(site: OfflineSite, start: str) -> BlindWalk:
    """Every link of the site, but for what its owner asks robots not to follow (figure 11)."""
    walk = Walk(site)
    robots = site.robots
    disallowed: set[str] = set()
    nofollow: set[str] = set()

    def onward(outline: Outline) -> Iterable[str]:
        for anchor in outline.anchors:
            if anchor.is_nofollow:
                nofollow.add(key_of(anchor.url))
            elif not robots.can_fetch(anchor.url, ROBOT):
                disallowed.add(key_of(anchor.url))
            else:
                yield anchor.url

    breadth_first(walk, start, onward)
    asked = set(walk.asked)
    return BlindWalk(walk, frozenset(disallowed - asked), frozenset(nofollow - asked - disallowed))


def walk_true_links(site: OfflineSite, start: str, *, is_strict: bool) -> Walk:
    """Only links to lists, threads and their further pages (figure 13).

    Strictly, as section 3 defines such links, lists lead to boards and threads, and a thread to its own pages only;
    otherwise any link to such a page is followed, wherever it stands: from a thread up to its board, too.
    """
    truth = site.truth
    chains = {key: frozenset(chain) for chain in truth.chains for key in chain}
    boards = truth.lists - {key_of(truth.entry)}

    def onward(outline: Outline) -> Iterable[str]:
        here = key_of(outline.url)
        wanted = truth.useful
        if is_strict:
            own = chains.get(here, frozenset())
            wanted = own if here in truth.threads else truth.threads | boards | own
        plain = (site.plain(anchor.url) for anchor in outline.anchors)
        return (url for url in plain if key_of(url) in wanted)

    walk = Walk(site)
    breadth_first(walk, start, onward)
    return walk


def breadth_first(walk: Walk, start: str, onward: Callable[[Outline], Iterable[str]]) -> None:
    """Ask for `start` and for all that `onward` names on the pages that come, each address once."""
    waiting = deque([start])
    seen = {key_of(start)}
    while waiting:
        outline = walk.outline(waiting.popleft())
        for url in onward(outline) if outline is not None else ():
            if (key := key_of(url)) not in seen:
                seen.add(key)
                waiting.append(url)


@dataclass(frozen=True, slots=True)
class LearnedWalk:
    """What the learner made of a site from one page of it, and the pages it has asked for so far."""

    walk: Walk
    lesson: Lesson

    @property
    def is_learned(self) -> bool:
        return self.lesson.is_enough


def learn_from(site: OfflineSite, start: str) -> LearnedWalk:
    """The learner on `site`, with nothing known of its software."""
    walk = Walk(site)
    learner = Learner(start)
    asking = learner.run()
    try:
        url = next(asking)
        while True:
            url = asking.send(walk.page(url))
    except StopIteration:
        return LearnedWalk(walk, learner.lesson)


def walk_by_learning(learned: LearnedWalk) -> Walk:
    """The crawl that follows from what was learned; without a lesson, only what was looked at."""
    if learned.is_learned:
        _LearnedCrawl(learned).run()
    return learned.walk


class _LearnedCrawl:
    def __init__(self, learned: LearnedWalk) -> None:
        self._walk = learned.walk
        self._lesson = learned.lesson
        self._course = Course(learned.lesson, "learned")
        settings = CrawlSettings(seeds=(learned.lesson.entry,))
        self._guide = KnownGuide(settings, ScopeCheck(settings), lambda _: ())
        self._waiting: list[tuple[int, int, str]] = []
        self._order = count()
        self._seen: set[str] = set()

    def run(self) -> None:
        sights = {sight.page.url: sight for sight in self._lesson.sights.values()}
        for sight in sights.values():
            self._seen |= {sight.page.url, sight.asked, sight.url}
            self._guide.note(sight.page.url, self._course.application, self._course.root)
        for sight in sights.values():
            self._take(sight.page, sight.asked)
        self._offer(SOON, self._lesson.entry)
        while url := self._next():
            page = self._walk.page(url)
            if page is None or page.tree is None:
                self._course.failed(url)
            else:
                self._seen.add(page.url)
                self._take(page, url)

    def _next(self) -> str:
        """What to ask for now; empty if nothing is left."""
        if self._waiting:
            return heapq.heappop(self._waiting)[2]
        trial = self._course.next_trial()
        if trial is None:
            return ""
        self._seen.add(trial[0])
        return trial[0]

    def _take(self, page: Page, asked: str) -> None:
        """Where a page leads, by what is known of the site and by what is new on it."""
        course = self._course
        news = course.look(self._walk.site.sight(page, self._lesson.sessions, asked))
        document = VirtualDocument(page.tree, page.url)
        level, _ = level_of(document, course.application, page.url, course.root)
        self._guide.note(page.url, course.application, course.root)
        known = Known(course.application, level, course.root)
        guidance, _ = self._guide.guide(page, document, known, Entry(asked, Kind.PAGE), lambda _: False)
        for offer in guidance.follow:
            self._offer(offer.priority, offer.url)
        for url in news.soon:
            self._offer(SOON, url)
        for url in news.stray:
            self._offer(STRAY, url)

    def _offer(self, priority: int, url: str) -> None:
        if url not in self._seen:
            self._seen.add(url)
            heapq.heappush(self._waiting, (priority, next(self._order), url))
