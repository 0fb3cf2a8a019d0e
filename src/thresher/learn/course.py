"""A crawl by what was learned, and what the crawl itself teaches on.

A few sampled pages do not show everything: the threads among them may all be short, a board may have boards of its
own. So each page of the crawl is looked at for what is new: links that seem to flip pages in a way nobody has proved
yet, and groups of links on lists that no form covers. One of each is tried; if it leads to something new, the others
follow, and if not, none does.
"""

from dataclasses import dataclass, field
from typing import Any

from thresher.knowledge import ApplicationType
from thresher.knowledge.build import build_type
from thresher.knowledge.noise import judge
from thresher.learn.addresses import skeleton
from thresher.learn.flipping import Flips, Sign
from thresher.learn.knowledge import root_of, type_of
from thresher.learn.lesson import Key, Lesson, StepKey
from thresher.learn.links import LinkGroup
from thresher.learn.page_types import PageType
from thresher.learn.posts import learn_posts
from thresher.learn.proof import flips_to
from thresher.learn.sight import Sight

MIN_LETTERS = 12
"""In the titles of a group that is worth a try."""
NEWS_SHARE = 0.2
"""Of the threads that a list names, those that nobody has seen yet, before more such lists are asked for."""
ENOUGH_PAGES = 12
"""Thread pages after which it is settled how posts are read off them."""
MAX_LISTS = 5000
"""Lists whose links are remembered, in case that more is understood later."""
MAX_TRIES = 8
"""Groups that are tried and lead nowhere; then the others are left alone."""


@dataclass
class _Doubt:
    """Addresses that wait for the answer to one question."""

    urls: dict[str, None] = field(default_factory=dict)
    trial: str = ""
    """The address that is asked for to answer it."""


@dataclass(frozen=True, slots=True)
class News:
    """What follows from looking at a page."""

    soon: tuple[str, ...] = ()
    """Addresses to ask for now."""
    late: tuple[str, ...] = ()
    """Addresses to ask for when everything else is done."""
    is_changed: bool = False
    """The knowledge has changed: pages may be read in another way."""


class Course:
    """What is known of a site at this moment."""

    def __init__(self, lesson: Lesson, name: str) -> None:
        self.lesson = lesson
        self.name = name
        self.data: dict[str, Any] = {}
        self.root = root_of(lesson)
        self._flips: dict[tuple[bool, StepKey], _Doubt] = {}
        self._groups: dict[Key, _Doubt] = {}
        self._sources: dict[str, tuple[Sight, Flips]] = {}
        self._trials: dict[str, Key] = {}
        self._refuted: set[tuple[bool, StepKey]] = set()
        self._failures = 0
        self._lines: set[int] = set()
        self._seen: set[str] = set()
        self._lists: dict[str, frozenset[str]] = {}
        self._evidence: list[Sight] = []
        self._is_reading = False
        self._rebuild()

    application: ApplicationType

    def role_of(self, url: str) -> str:
        return self.application.urls.read(url, self.root).role

    def is_aside(self, url: str) -> bool:
        """Whether an address leads to nothing of its own: another view of a thread or list, a person, what a trial or
        a sample has shown to be neither list nor thread.
        """
        if self._is_view(url):
            return True
        shape = skeleton(url)
        people = self.lesson.people
        return shape in people or f"{shape.rpartition('/')[0]}/*" in people or (shape, "") in self.lesson.others

    def _is_view(self, url: str) -> bool:
        """Whether an address shows a thread or board otherwise, by parameters that nobody needs."""
        path, mark, _ = url.partition("?")
        return bool(mark) and self.role_of(path) in ("thread", "board")

    def look(self, sight: Sight) -> News:
        """What a page of the crawl says beyond what is known."""
        answered = self._answered(sight)
        role = self.role_of(sight.url)
        self._seen.add(sight.url)
        if role != "thread" and len(self._lists) < MAX_LISTS:
            self._lists[sight.url] = sight.urls
        self._lines.update(map(hash, sight.lines))
        soon = self._new_flips(sight, role)
        if role == "thread":
            return News((*answered.soon, *soon), is_changed=answered.is_changed)
        late = [*self._stray_threads(sight), *self._new_groups(sight)]
        return News((*answered.soon, *soon), tuple(late), answered.is_changed)

    def _stray_threads(self, sight: Sight) -> list[str]:
        """Where links to threads are told by their place, others with such an address: the newest may stand apart."""
        if not any(place for _, place in self.lesson.threads):
            return []
        return [url for url in sight.urls - self.lesson.common if self.role_of(url) == "thread"]

    @property
    def is_reading(self) -> bool:
        """Whether it is settled how posts are read off pages."""
        return self._is_reading

    def study(self, sight: Sight) -> bool:
        """Compare another thread page with those before; whether enough were seen to know how posts are read."""
        self._evidence.append(sight)
        if len(self._evidence) >= ENOUGH_PAGES:
            self.settle()
        return self._is_reading

    def settle(self) -> None:
        """Make of the thread pages seen so far what can be made."""
        if not self._is_reading:
            self._is_reading = True
            self.lesson.posts = learn_posts(self._evidence)
            self._evidence = []
            self._rebuild()

    def failed(self, url: str) -> None:
        """There is no page at `url`; if it was a trial, it has failed."""
        if url in self._sources:
            self._end_flips(url, is_right=False)
        elif url in self._trials:
            self._end_group(url, kind=PageType.OTHER)

    def _answered(self, sight: Sight) -> News:
        """If the page was asked for as a trial: what that shows."""
        url = sight.asked or sight.url
        if url in self._sources:
            source, flips = self._sources[url]
            return self._end_flips(url, is_right=flips_to(flips, source, sight))
        if url in self._trials:
            return self._end_group(url, self._verdict(sight))
        return News()

    def _verdict(self, sight: Sight) -> PageType:
        """Whether a page that a trial led to is worth its kind: a list with threads nobody has seen, or new text."""
        if sight.kind is PageType.INDEX or self.role_of(sight.title_link) == "thread":
            threads = {url for url in sight.urls - self.lesson.common if self.role_of(url) == "thread"}
            fresh = threads - self._seen
            return PageType.INDEX if len(fresh) > NEWS_SHARE * len(threads) else PageType.OTHER
        if sight.kind is PageType.THREAD:
            news = [line for line in sight.lines if hash(line) not in self._lines]
            return PageType.THREAD if 2 * len(news) > len(sight.lines) else PageType.OTHER
        return PageType.OTHER

    def _new_flips(self, sight: Sight, role: str) -> list[str]:
        is_thread = role == "thread"
        steps = self.lesson.thread_steps if is_thread else self.lesson.index_steps
        found: list[str] = []
        for flips in sight.flips:
            key = (is_thread, (skeleton(sight.url), flips.step.key))
            if key[1] in steps or key in self._refuted or not self._may_flip(flips, role):
                continue
            if all(self.role_of(url) == role for url in flips.urls):
                continue  # a form has them already
            # Page 1 is the page itself.
            further = [url for number, url in zip(flips.numbers, flips.urls, strict=True) if number > 1]
            doubt = self._flips.setdefault(key, _Doubt())
            doubt.urls.update(dict.fromkeys(further))
            if doubt.trial:
                continue
            doubt.trial = next((url for url in further if url in self.lesson.sights), flips.first)
            self._sources[doubt.trial] = sight, flips
            if doubt.trial in self.lesson.sights:  # seen while the site was learned
                seen = self.lesson.sights[doubt.trial]
                found += self._end_flips(doubt.trial, is_right=flips_to(flips, sight, seen)).soon
            else:
                found.append(doubt.trial)
        return found

    def _may_flip(self, flips: Flips, role: str) -> bool:
        if flips.sign is Sign.NONE or any(self.role_of(url) not in ("", role) for url in flips.urls):
            return False
        return not flips.step.old or flips.sign is Sign.COUNTED

    def _end_flips(self, url: str, *, is_right: bool) -> News:
        key = next(key for key, doubt in self._flips.items() if doubt.trial == url)
        _, flips = self._sources.pop(url)
        doubt = self._flips.pop(key)
        if not is_right:
            self._refuted.add(key)
            return News()
        steps = self.lesson.thread_steps if key[0] else self.lesson.index_steps
        steps[key[1]] = flips.step
        self._rebuild()
        return News((*doubt.urls, *self._read_again()), is_changed=True)

    def _read_again(self) -> list[str]:
        """What the lists that were seen lead to by what is known now; one address a page, the plainest."""
        read = self.application.urls.read
        seen = {read(url, self.root).identity for url in self._seen}
        found: dict[str, str] = {}
        for url in sorted({url for urls in self._lists.values() for url in urls}, key=len):
            address = read(url, self.root)
            # Further pages of a thread are reached from its first.
            is_wanted = address.role in ("board", "listing") or (address.role == "thread" and not address.page)
            if is_wanted and address.identity not in seen:
                found.setdefault(address.identity, url)
        return list(found.values())

    def _new_groups(self, sight: Sight) -> list[str]:
        lesson = self.lesson
        known = lesson.boards.keys() | lesson.threads.keys() | lesson.others
        found: list[str] = []
        for group in sight.groups:
            key = (group.shape, group.place)
            if (
                key in known
                or group.shape in lesson.people
                or group.characters < MIN_LETTERS
                or not self._is_open(group, sight)
            ):
                continue
            doubt = self._groups.setdefault(key, _Doubt())
            doubt.urls.update(dict.fromkeys(group.titles))
            doubt.urls.update(dict.fromkeys(lesson.parts.pop(key, ())))
            if not doubt.trial and self._failures + len(self._trials) < MAX_TRIES:
                # One that was not looked at while the rest of the site was still unknown.
                doubt.trial = next((url for url in doubt.urls if url not in lesson.sights), "")
                if doubt.trial:
                    self._trials[doubt.trial] = key
                    found.append(doubt.trial)
        return found

    def _is_open(self, group: LinkGroup, sight: Sight) -> bool:
        """Whether a group is neither noise nor answered by what is known."""
        urls = list(group.titles)
        if any(judge(url).verdict == "skip" for url in urls[:3]):
            return False
        if any(map(self._is_view, urls[:3])):
            return False
        if {url for flips in sight.flips for url in flips.urls}.issuperset(urls):
            return False
        return not any(self.role_of(url) for url in urls[:5])

    def _end_group(self, url: str, kind: PageType) -> News:
        key = self._trials.pop(url)
        doubt = self._groups.pop(key)
        lesson = self.lesson
        if kind is PageType.OTHER:
            lesson.others.add(key)
            self._failures += 1
            return News()
        sets = lesson.boards if kind is PageType.INDEX else lesson.threads
        sets.setdefault(key, set()).update(doubt.urls)
        self._rebuild()
        return News((*doubt.urls, *self._read_again()), is_changed=True)

    def _rebuild(self) -> None:
        self.data = type_of(self.lesson, self.name)
        self.application = build_type(self.data, (self.name,))
        self.root = root_of(self.lesson)
