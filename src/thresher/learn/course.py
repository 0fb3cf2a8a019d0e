"""A crawl by what was learned, and what the crawl itself teaches on.

A few sampled pages do not show everything: the threads among them may all be short, a board may have boards of its
own. So each page of the crawl is looked at for what is new: links that seem to flip pages in a way nobody has proved
yet, which are tried at once, and groups of links on lists that no form covers, which are tried when all else is done,
the longest first. If what was tried leads to something new, the others follow, and if not, none does.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import islice
from typing import Any

from thresher.knowledge import ApplicationType, Level
from thresher.knowledge.build import build_type
from thresher.knowledge.noise import judge, without_parameters
from thresher.learn.deeper import meet_deeper
from thresher.learn.drawing import asks, between_titles
from thresher.learn.flipping import Flips, Sign
from thresher.learn.knowledge import PART, POST, root_of, type_of
from thresher.learn.lesson import Lesson, StepKey
from thresher.learn.links import LinkGroup
from thresher.learn.page_types import PageType
from thresher.learn.progress import Doubt, Group, News, Progress
from thresher.learn.proof import are_of_one, carried_steps, flips_to, is_news, says_more
from thresher.learn.shapes import folder_of, names_thing, shape_in, skeleton
from thresher.learn.sifting import leave_views, meet_subjects
from thresher.learn.sight import FEW, Sight
from thresher.learn.study import Study
from thresher.learn.views import is_view, other_halves, unseen_among
from thresher.model import Entry, Skip, SkipReason
from thresher.page import other_spelling

MIN_LETTERS = 12
"""In the titles of a group that is worth a try."""
NEWS_SHARE = 0.2
"""Of the threads that a list names, those that nobody has seen yet, before more such lists are asked for."""
MAX_GROUPS, MAX_TITLES = 200, 200
"""Groups of links that are remembered until they are tried, and links of each."""
MAX_DOUBTS, MAX_DOUBTFUL = 50, 2000
"""Ways of flipping pages that wait for a proof, and addresses of each."""
MAX_LINES = 500_000
"""Lines of text that are remembered, to tell copies."""
MAX_RECALLED = 500
"""Pages of an earlier run whose lines are read again for that."""
MAX_VIEWS = 5000
"""Addresses of which it is remembered whether they show a thread otherwise."""
MAX_LISTS = 5000
"""Lists whose links are remembered, in case that more is understood later."""
MIN_TRIES, TRY_SHARE = 2, 0.015
"""Groups that are tried and lead nowhere before the others are left alone: so many, or that share of the pages seen."""


Recall = Callable[[str], Sight | None]
"""An address → the page that was seen there; None if it cannot be had again."""


class Course:
    """What is known of a site at this moment."""

    def __init__(
        self,
        lesson: Lesson,
        name: str,
        recall: Recall = lambda _: None,
        progress: Progress | None = None,
        seen: Iterable[str] = (),
    ) -> None:
        """`progress` and addresses `seen` are those of an earlier run."""
        self.lesson = lesson
        self.name = name
        self.progress = progress or Progress()
        self.data: dict[str, Any] = {}
        self.root = root_of(lesson)
        self._recall = recall
        self._sources: dict[str, Sight] = {}
        self._seen: set[str] = set(seen)
        self._links: dict[str, frozenset[str]] = {}
        self._lines: set[int] | None = None if self._seen else set()
        self._study = Study(lesson, self.progress.read, self._is_first)
        self._rebuild()

    application: ApplicationType

    def role_of(self, url: str) -> str:
        """What an address is; empty if nothing is known of it, or nothing but that it has been left alone so far."""
        role = self.application.urls.read(url, self.root).role
        return "" if role == PART else role

    def is_aside(self, url: str) -> bool:
        """Whether an address leads to nothing of its own: another view of a thread or list, lists that only repeat what
        others list, or a person.
        """
        url = without_parameters(url, self.lesson.sessions)
        if self._is_view(url):
            return True
        return shape_in(url, self.lesson.people) or skeleton(url) in self.lesson.views

    def shown_by_entry(self, entry: Entry) -> Skip | None:
        """Why the first page of the list that the entry page shows is not asked for again: /?page=1; None if it is
        another page."""
        address = self.application.urls.read(entry.url, self.root)
        is_again = address.role == "listing" and not address.page and entry.url != self.lesson.entry
        if not is_again or not entry.depth:
            return None
        return Skip(entry.url, SkipReason.OTHER_VIEW, f"{self.name}: as its entry page", entry.via)

    def look(self, sight: Sight) -> News:
        """What a page of the crawl says beyond what is known."""
        if is_deeper := not self.role_of(sight.url) and meet_deeper(self.lesson, sight):
            leave_views(self.lesson)  # its last post may have been tried before it
            self._rebuild()
        answered = self._answered(sight)
        role = self.role_of(sight.url)
        self._seen.add(sight.url)
        again: list[str] = self._read_again() if is_deeper else []
        if role in ("board", "listing", "home") and meet_subjects(self.lesson, sight):
            self._rebuild()
            again = self._read_again()
        if role != "thread" and len(self.progress.lists) < MAX_LISTS:
            self.progress.lists.add(sight.url)
            self._links[sight.url] = self._apart(sight)
        if self._lines is not None and len(self._lines) < MAX_LINES:
            self._lines.update(map(hash, sight.lines))
        if not role and shape_in(sight.url, self.lesson.views):
            return answered  # a list that was tried, and had nothing new: nor have its further pages
        soon = (*answered.soon, *again, *self._new_flips(sight, role))
        if role == "thread":
            return News(soon)
        self._meet_groups(sight)
        return News(soon, tuple(self._stray_threads(sight)))

    def _stray_threads(self, sight: Sight) -> list[str]:
        """Where links to threads are told by their place, others with such an address: the newest may stand apart."""
        apart = self._apart(sight) - self.lesson.common if any(place for _, place in self.lesson.threads) else ()
        return sorted(url for url in apart if self.role_of(url) == "thread")

    def _apart(self, sight: Sight) -> frozenset[str]:
        """The links of a list without those that are said of each thread."""
        return sight.urls - between_titles(sight, lambda url: self.role_of(url) == "thread", self.lesson.threads)

    def _thing_at(self, url: str) -> str:
        return self.application.urls.read(url, self.root).thing

    def folder(self, url: str) -> str:
        """What tells pages whose posts are read in one way."""
        return self._study.folder(url)

    def is_reading(self, url: str) -> bool:
        """Whether it is settled how posts are read off pages with such an address."""
        return self.folder(url) in self.progress.read

    def level_at(self, url: str) -> Level | None:
        """The level of a post, where a site has posts and threads; None if the address tells."""
        levels = self.application.levels if self.folder(url) in self.lesson.articles else ()
        return next((level for level in levels if level.name == POST), None)

    def study(self, sight: Sight) -> bool:
        """Compare another thread page with those before; whether enough were seen to know how posts are read."""
        if self._study.observe(sight):
            self._rebuild()
        return self.is_reading(sight.url)

    def settle(self) -> None:
        """The crawl ends: make of the thread pages seen so far what can be made.

        That is not for good: a crawl that goes on will see more of them.
        """
        if self._study.settle():
            self._rebuild()

    def _is_first(self, url: str) -> bool:
        return not self.application.urls.read(url, self.root).page

    def failed(self, url: str) -> None:
        """There is no page at `url`; if it was a trial, it has failed."""
        progress, key = self.progress, self._doubt_about(url)
        if key is not None:
            self._end_doubt(key, None)
        elif progress.trial is not None and url == progress.trial[0]:
            self._end_trial(PageType.OTHER)

    def moved(self, url: str, target: str) -> None:
        """A redirect leads from `url` to `target`; if that was a trial, the answer comes from there."""
        progress, key = self.progress, self._doubt_about(url)
        if key is not None:
            progress.doubts[key].trial = target
        if progress.trial is not None and progress.trial[0] == url:
            progress.trial = target, progress.trial[1]

    def _doubt_about(self, url: str) -> tuple[bool, StepKey] | None:
        """What is to be found out by asking for `url`."""
        return next((key for key, doubt in self.progress.doubts.items() if doubt.trial == url), None)

    def _answered(self, sight: Sight) -> News:
        """If the page was asked for as a trial: what that shows."""
        url, progress = sight.asked or sight.url, self.progress
        key = self._doubt_about(url)
        if key is not None:
            return self._end_doubt(key, sight)
        if progress.trial is not None and url == progress.trial[0]:
            verdict = self._verdict(sight)
            if verdict is PageType.OTHER and sight.kind is not PageType.OTHER:
                self.lesson.views.add(progress.trial[1][0])
            return self._end_trial(verdict)
        return News()

    def _verdict(self, sight: Sight) -> PageType:
        """Whether a page that a trial led to is worth its kind: a list with threads nobody has seen, or new text."""
        if sight.kind is PageType.INDEX or self.role_of(sight.title_link) == "thread":
            threads = {url for url in sight.urls - self.lesson.common if self.role_of(url) == "thread"}
            fresh = [url for url in threads if not self._is_seen(url)]
            return PageType.INDEX if len(fresh) > NEWS_SHARE * len(threads) else PageType.OTHER
        # Where an address names nothing, others like it are none to follow.
        if sight.kind is PageType.THREAD and names_thing(skeleton(sight.url)):
            known = self._known_lines()
            news = [line for line in sight.lines if hash(line) not in known]
            return PageType.THREAD if 2 * len(news) > len(sight.lines) else PageType.OTHER
        return PageType.OTHER

    def _is_seen(self, url: str) -> bool:
        """Whether a page was seen, under this address or under the one that its server leads to from it."""
        return url in self._seen or other_spelling(url) in self._seen

    def _known_lines(self) -> set[int]:
        """Lines of the pages seen; of an earlier run's, as many as are enough to tell copies."""
        if self._lines is None:
            pages = islice(filter(None, map(self._recall, sorted(self._seen))), MAX_RECALLED)
            self._lines = {hash(line) for page in pages for line in page.lines}
        return self._lines

    def _new_flips(self, sight: Sight, role: str) -> list[str]:
        is_thread, progress = role == "thread", self.progress
        steps = self.lesson.thread_steps if is_thread else self.lesson.index_steps
        found: list[str] = []
        shape = skeleton(sight.url)
        # Where a row of numbers is known to flip pages, names with a number in them are no other way.
        is_counted = any(one.sign is Sign.COUNTED and (shape, one.step.key) in steps for one in sight.flips)
        for flips in (one for one in sight.flips if one.sign is Sign.COUNTED or not is_counted):
            key = (is_thread, (shape, flips.step.key))
            if key[1] in steps or key in progress.refuted or not self._may_flip(flips, role):
                continue
            is_known = all(self.role_of(url) == role for url in flips.urls)
            if is_known and (not role or are_of_one(flips, sight.url, self._thing_at)):
                continue  # a form has them already
            if key in progress.doubts:
                if len(progress.doubts[key].urls) < MAX_DOUBTFUL:
                    progress.doubts[key].urls.update(dict.fromkeys(flips.further))
                continue
            if len(progress.doubts) >= MAX_DOUBTS:
                continue
            # What was seen already would not be asked for again.
            seen = next((page for url in flips.further if (page := self._sight(url)) is not None), None)
            trial = seen.url if seen is not None else flips.first
            progress.doubts[key] = Doubt(sight.url, trial, progress.doubted.get(key, {}) | dict.fromkeys(flips.further))
            self._sources[sight.url] = sight
            if seen is not None:
                found += self._end_doubt(key, seen).soon
            else:
                found.append(trial)
        return found

    def _sight(self, url: str) -> Sight | None:
        """The page at `url`, if it was seen."""
        known = self._sources.get(url) or self.lesson.sights.get(url)
        return known if known is not None or url not in self._seen else self._recall(url)

    def _may_flip(self, flips: Flips, role: str) -> bool:
        # Where threads have nothing but names, /b/tools/page-2 is called as a thread of the board is.
        is_page = role == "board" and flips.sign is Sign.COUNTED and flips.step.is_counter
        known = ("", role, "thread") if is_page else ("", role)
        if flips.sign is Sign.NONE or any(self.role_of(url) not in known for url in flips.urls):
            return False
        return not flips.step.old or flips.sign is Sign.COUNTED or flips.is_within

    def _end_doubt(self, key: tuple[bool, StepKey], further: Sight | None) -> News:
        """What the page that was tried shows; None if there is none."""
        doubt = self.progress.doubts.pop(key)
        source = self._sight(doubt.source)
        if all(other.source != doubt.source for other in self.progress.doubts.values()):
            self._sources.pop(doubt.source, None)
        flips = next((one for one in source.flips if one.step.key == key[1][1]), None) if source is not None else None
        if source is None or flips is None or further is None or not flips_to(flips, source, further):
            # The last page of a thread may be so short that it looks like something else, or like nothing new: another
            # one is tried then. A row of numbers is rarely anything but pages.
            is_open = source is not None and further is not None and is_news(source, further)
            if source is not None and further is not None and flips is not None and flips.sign is Sign.COUNTED:
                is_open = is_open or says_more(source, further)
            if is_open and key not in self.progress.doubted:
                self.progress.doubted[key] = doubt.urls
            else:
                self.progress.refuted.add(key)
            return News()
        steps = self.lesson.thread_steps if key[0] else self.lesson.index_steps
        steps[key[1]] = flips.step
        carried_steps(self.lesson, [further])
        self._rebuild()
        return News((*doubt.urls, *self._read_again()))

    def _read_again(self) -> list[str]:
        """What the lists that were seen lead to by what is known now; one address a page, the plainest."""
        read = self.application.urls.read
        seen = {read(url, self.root).identity for url in self._seen}
        folders = self._folders() if any(place for _, place in self.lesson.threads) else None
        found: dict[str, str] = {}
        # Where boards are told by their place, addresses like theirs may be those of anything.
        is_placed = any(place for _, place in self.lesson.boards)
        boards = set().union(*self.lesson.boards.values())
        things = {page: read(page, self.root).thing for page in self.progress.lists}
        pairs = {(url, page) for page in self.progress.lists for url in self._links_on(page)}
        for url, page in sorted(pairs, key=lambda pair: (len(pair[0]), pair)):
            address = read(url, self.root)
            is_own = things[page] == address.thing
            # Further pages of a thread are reached from its first, or from one that was seen before it was told as one.
            is_met = folders is None or folder_of(url) in folders
            is_thread = address.role == "thread" and (not address.page or is_own) and is_met
            is_list = address.role in ("board", "listing") and (not is_placed or is_own or url in boards)
            if (is_thread or is_list) and address.identity not in seen:
                found.setdefault(address.identity, url)
        return list(found.values())

    def _folders(self) -> set[str]:
        """Folders that threads were met in. Where their place tells them, tags may have addresses like theirs, in a
        folder of their own.
        """
        met = (url for url in self._seen if self.role_of(url) == "thread" and url not in self.progress.lists)
        threads = {url for urls in self.lesson.threads.values() for url in urls}.union(met)
        return {*map(folder_of, threads), *(skeleton(url).partition("?")[0] for url in self.progress.lists)}

    def _links_on(self, url: str) -> frozenset[str]:
        """The links of a list; those of an earlier run's lists are read when they are needed."""
        if url not in self._links:
            page = self._recall(url)
            self._links[url] = self._apart(page) if page is not None else frozenset()
        return self._links[url]

    def _meet_groups(self, sight: Sight) -> None:
        """Remember links on a list that no form covers."""
        lesson, groups = self.lesson, self.progress.groups
        known = lesson.boards.keys() | lesson.threads.keys() | lesson.others
        for group in sight.groups:
            key = (group.shape, group.place)
            if key not in known and group.characters >= MIN_LETTERS and self._is_open(group, sight):
                if key not in groups and len(groups) >= MAX_GROUPS:
                    continue
                met = groups.setdefault(key, Group(sight.url))
                if len(met.titles) < MAX_TITLES:
                    met.titles = dict.fromkeys(sorted(lesson.parts.get(key, ())), "") | met.titles | group.titles

    def next_trial(self) -> tuple[str, str] | None:
        """All else is done: the address of a page that may lead to something new, and a page that links to it.

        One at a time. Of all groups of links that no form covers the one that says most.
        """
        lesson, progress = self.lesson, self.progress
        for doubt in list(progress.doubts):  # what was asked for never came
            self._end_doubt(doubt, None)
        if progress.trial is not None:
            self._end_trial(PageType.OTHER)
        if progress.failures >= max(MIN_TRIES, TRY_SHARE * len(self._seen)):
            return None
        lists = sorted(filter(self.role_of, progress.lists))
        for url in other_halves(frozenset().union(*map(self._links_on, lists)), lists):
            key = (skeleton(url), "")
            if not self._is_seen(url) and key not in lesson.others and not self.role_of(url):
                progress.groups[key] = Group(url, {url: ""})
                progress.trial = url, key
                return url, next(page for page in lists if url in self._links_on(page))
        for key, group in sorted(progress.groups.items(), key=lambda one: (-one[1].characters, one[0])):
            # One that was not looked at while the rest of the site was still unknown.
            fresh = [url for url in group.titles if url not in lesson.sights and not self._is_seen(url)]
            # What menus have beside lists is tried once: members, help. If that led nowhere, the others hardly will.
            is_menu = len(group.titles) < FEW and lesson.common.issuperset(group.titles)
            if is_menu and progress.failures:
                continue
            if key[0] not in lesson.people and fresh and not any(map(self.role_of, fresh[:5])):
                # The last: newest come first, and what is new is mostly on the front page, too.
                progress.trial = (trial := unseen_among(fresh, progress.lists)[-1]), key
                return trial, group.source
        return None

    def _is_open(self, group: LinkGroup, sight: Sight) -> bool:
        """Whether a group is neither noise nor answered by what is known."""
        urls = list(group.titles)
        if not all(url.startswith(self.root) for url in urls):
            return False
        if any(judge(url).verdict == "skip" or asks(url) for url in urls[:3]):
            return False
        if any(map(self._is_view, urls[:3])):
            return False
        # Boards may have the address of the front page and a number: nothing but that speaks for flipping pages.
        if {url for flips in sight.flips if flips.sign for url in flips.urls}.issuperset(urls):
            return False
        return not any(self.role_of(url) for url in urls[:5])

    def _end_trial(self, kind: PageType) -> News:
        lesson, progress = self.lesson, self.progress
        assert progress.trial is not None
        key, progress.trial = progress.trial[1], None
        group = progress.groups.pop(key)
        if kind is PageType.OTHER:
            lesson.others.add(key)
            progress.failures += 1
            return News()
        lesson.parts.pop(key, None)
        sets = lesson.boards if kind is PageType.INDEX else lesson.threads
        sets.setdefault(key, set()).update(group.titles)
        self._rebuild()
        return News((*group.titles, *self._read_again()))

    def _rebuild(self) -> None:
        self.data = type_of(self.lesson, self.name)
        self.application = build_type(self.data, (self.name,))
        self.root = root_of(self.lesson)
        # Up to 0.3 ms an address, and menus and people are linked from every page.
        self._is_view = lru_cache(maxsize=MAX_VIEWS)(lambda url: is_view(url, self.role_of))
