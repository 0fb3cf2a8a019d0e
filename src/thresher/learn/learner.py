"""Learning a site: which few pages to look at, and what follows from them (FoCUS, sections 4.2 to 4.5).

`Learner.run` is a generator: it yields the addresses it wants to see, one after the other, and is sent what came. So it
works the same in a crawl, from an archive and in a test, and never asks for anything itself.
"""

from collections.abc import Generator

from thresher.knowledge.noise import without_parameters
from thresher.learn.below import Below
from thresher.learn.flipping import step_between
from thresher.learn.kinds import Kinds, is_list_by_date
from thresher.learn.lesson import ENOUGH_PAGES, Lesson, Look
from thresher.learn.menus import by_menu, leave_beside, leave_menu, list_above, lists_of_parts, seen_lists, whole_list
from thresher.learn.over_parts import list_over_parts
from thresher.learn.page_types import PageType
from thresher.learn.people import meet_people
from thresher.learn.posts.headings import lacking_titles, learn_heading
from thresher.learn.proof import busiest_first, carried_steps, prove_next, prove_others, prove_steps
from thresher.learn.shapes import is_alike, is_of_kind, names_thing, numbered_alike, shape_in, skeleton
from thresher.learn.sifting import (
    MIN_LISTED,
    keep_what_goes_on,
    labels_among,
    leave_entry,
    leave_labels,
    leave_parts,
    name_boards,
)
from thresher.learn.sight import Sight, sessions_on
from thresher.learn.upwards import above, crumbs, entry_of, is_above, is_front_page, is_stream, lists_such, unlisted
from thresher.learn.walls import why_not
from thresher.learn.written import is_written
from thresher.model import Page
from thresher.page import origin_of

MAX_SAMPLES = 60
MAX_UNLISTED = 3
"""Threads of one kind that are asked for their list: one of a small board may not look like a list."""
MAX_CRUMBS = 4
"""Steps upwards along what stands before the text, and links that are tried for each."""

Asking = Generator[str, Page | None, Lesson]


class Learner:
    """The state of one learning; `run` is the generator."""

    def __init__(
        self, start: str, max_samples: int = MAX_SAMPLES, *, tries_all: bool = True, studies: bool = False
    ) -> None:
        """With `tries_all` the doubtful is tried, too: front pages that nothing links to, short texts beside menus.
        Where no crawl follows, it `studies` as many threads as tell how posts are read.
        """
        self._tries_all = tries_all
        self._studies = studies
        self._start = start
        self._left = max_samples
        self._missing: set[str] = set()
        self.lesson = Lesson(start)
        self._kinds = Kinds(self.lesson, tries_all=tries_all)
        self._below = Below(self.lesson, self._kinds, self._look)

    def run(self) -> Asking:
        lesson = self.lesson
        first = yield from self._look(self._start)
        if first is None:
            lesson.notes.append("the first page could not be read")
            return lesson
        lesson.entry = first.url  # a redirect may lead to another host
        yield from self._prove((yield from self._find(first)))
        yield from self._see_titled()
        if self._studies and lesson.is_enough:
            yield from self._see_enough()
        pages = [lesson.sights[url] for url in lesson.pages]
        meet_people(lesson, pages)
        if not lesson.is_enough:
            lesson.notes.insert(0, why_not(lesson, self._missing))
        elif not is_written(lesson):
            lesson.drop("its lists lead to pages with neither dates nor authors, as those of a shop or a manual do")
        for folder in dict.fromkeys(lesson.folder(sight.url) for sight in pages):
            own = [sight for sight in pages if lesson.folder(sight.url) == folder]
            lesson.headings[folder] = learn_heading(own, self._below.titles)
        return lesson

    def _find(self, first: Sight) -> Generator[str, Page | None, Sight]:
        """The page that threads hang below, from the page that was begun at."""
        lesson = self.lesson
        yield from self._kinds.meet(first, self._look)
        if self._kinds.of(first) is PageType.THREAD:
            meet_people(lesson, [first])
        entry = yield from self._upwards(first)
        queue = [entry] + ([first] if first is not entry and self._kinds.of(first) is PageType.INDEX else [])
        yield from self._below.explore(queue)
        yield from self._busier_boards()
        if self._kinds.of(first) is PageType.THREAD:
            alike = [urls for (shape, _), urls in lesson.threads.items() if is_of_kind(first.url, shape)]
            is_one = any(urls - {first.url} for urls in alike)
            is_thread = lesson.is_enough and is_one if entry is first else lesson.is_enough or is_one
            if not is_thread and (yield from self._as_list(first)):
                entry = first
        if not lesson.threads and self._tries_all:  # perhaps from the front page, though nothing here leads there
            front = yield from self._look(f"{origin_of(self._start)}/")
            if front is not None and front.url not in lesson.indexes:
                yield from self._below.explore([front])
                entry = front if lesson.threads else entry
        if not lesson.threads:
            entry = yield from by_menu(lesson, self._look, self._below.explore, entry)
        return entry

    def _prove(self, entry: Sight) -> Generator[str, Page | None, None]:
        """How lists and threads go on, and which lists are needed."""
        lesson = self.lesson
        leave_labels(lesson)
        leave_menu(lesson)
        lesson.entry = entry_of(lesson, entry)
        meet_people(lesson, [lesson.sights[url] for url in lesson.pages])
        entry = yield from list_over_parts(lesson, self._look, entry)
        yield from prove_steps(lesson, self._look, [lesson.entry], lesson.index_steps)
        yield from prove_next(lesson, self._look, lesson.entry)
        if lesson.threads and not lesson.index_steps and len(labels_among(lesson)) == len(lesson.boards):
            yield from whole_list(lesson, self._look)
            if self._tries_all and not lesson.is_enough:
                yield from lists_of_parts(lesson, self._look)
        if not lesson.index_steps:
            yield from list_above(lesson, self._look)
        yield from self._other_parts(entry)
        leave_beside(lesson)
        if lesson.threads and not lesson.boards and not lesson.index_steps:
            seen_lists(lesson)
        name_boards(lesson)
        leave_entry(lesson)
        leave_parts(lesson)
        parts = set().union(*lesson.parts.values()) if lesson.parts else set()
        lists = [url for url in lesson.indexes if url not in parts]
        yield from prove_steps(lesson, self._look, lists, lesson.index_steps)
        keep_what_goes_on(lesson)
        yield from prove_others(lesson, self._look)
        leave_parts(lesson)
        for url in {skeleton(url): url for url in reversed(lists)}.values():
            yield from prove_next(lesson, self._look, url)
        yield from prove_steps(lesson, self._look, lesson.pages, lesson.thread_steps)
        carried_steps(lesson, lesson.sights.values())

    def _busier_boards(self) -> Generator[str, Page | None, None]:
        """The board that was seen may have one or two threads: then others, which will be asked for anyway."""
        lesson = self.lesson
        boards = set().union(*lesson.boards.values()) if lesson.threads and lesson.boards else set()
        for url in busiest_first(lesson, boards)[:MAX_UNLISTED]:
            sight = None if lesson.is_enough else (yield from self._look(url))
            if sight is not None and self._kinds.of(sight) is PageType.INDEX:
                yield from self._below.explore([sight])

    def _see_enough(self) -> Generator[str, Page | None, None]:
        """Threads of each kind, until it can be told how posts are read off them; old ones, too: nobody has answered
        the newest yet.
        """
        lesson = self.lesson
        listed = {url for one in list(lesson.sights.values()) if one.url not in lesson.pages for url in one.urls}
        for (shape, place), known in list(lesson.threads.items()):
            urls = known if place else known | {url for url in listed if skeleton(url) == shape}
            lacking = max(0, ENOUGH_PAGES - len(urls & lesson.sights.keys()))
            others = sorted(urls - lesson.sights.keys())
            for url in others[:: max(1, len(others) // max(1, lacking))][:lacking]:
                yield from self._look(url)

    def _see_titled(self) -> Generator[str, Page | None, None]:
        """Look at more threads where those that were seen do not tell where titles are."""
        lesson = self.lesson
        titles = {url: self._below.titles.get(url, "") for urls in lesson.threads.values() for url in urls}
        for url in lacking_titles(titles, lesson.pages, lesson.sights):
            sight = yield from self._look(url)
            if sight is not None and self._kinds.of(sight) is PageType.THREAD:
                lesson.pages.append(sight.url)

    def _as_list(self, first: Sight) -> Generator[str, Page | None, bool]:
        """A list of boards with their last posts may look like a thread, and the boards like its authors: if nothing
        else led anywhere, or only to what is unlike this page, once more as the list that it may be; whether it is."""
        lesson = self.lesson
        before = lesson.learned, list(lesson.indexes), list(lesson.pages)
        ways, self._below.ways = self._below.ways, set()
        lesson.forget()
        lesson.people = frozenset()
        self._kinds.lists.add(first.url)
        yield from self._below.explore([first])
        is_list = lesson.is_enough and not (before[0].is_enough and len(lesson.boards) <= len(before[0].boards))
        if not is_list:
            self._kinds.lists.discard(first.url)
            self._below.ways = ways
            lesson.recall(*before)
        return is_list

    def _other_parts(self, entry: Sight) -> Generator[str, Page | None, None]:
        """A front page may show the newest of several parts of the site: the lists of those that it is no list of."""
        lesson = self.lesson
        yield from self._behind_streams(entry)
        first = lesson.sights[self._start].url
        for threads in unlisted(lesson, first):
            for url in threads[:MAX_UNLISTED]:
                top = yield from self._by_crumbs(lesson.sights[url])
                if top.url not in (url, *lesson.indexes):
                    yield from self._from_part(top, entry)
                    break

    def _behind_streams(self, entry: Sight) -> Generator[str, Page | None, None]:
        """Where nothing but lists in a menu led to threads, these may be a few of them: the front page of the forum is
        in the folder that they are in.
        """
        lesson = self.lesson
        lists = set().union(*lesson.boards.values()) if lesson.boards else set()
        if not lists or not lesson.pages or not all(is_stream(lesson, url) for url in lists):
            return
        for url in above(lesson.sights[lesson.pages[0]])[:2]:
            top = (yield from self._look(url)) if url not in lesson.sights else None
            if top is not None:
                yield from self._from_part(top, entry)

    def _from_part(self, top: Sight, entry: Sight) -> Generator[str, Page | None, None]:
        """What hangs below the list `top` of a part of the site."""
        lesson = self.lesson
        shape = skeleton(top.url)
        alike = {link for sight in lesson.sights.values() for link in sight.urls if skeleton(link) == shape}
        lesson.add_list(top.url, alike)
        yield from self._below.explore([top])
        lesson.entry = entry_of(lesson, entry)
        yield from prove_steps(lesson, self._look, [lesson.entry], lesson.index_steps)

    def _look(self, url: str) -> Generator[str, Page | None, Sight | None]:
        """The page at `url`, asked for unless it was before."""
        lesson = self.lesson
        url = without_parameters(url, lesson.sessions) if lesson.sessions else url
        if url in lesson.sights:
            return lesson.sights[url]
        if self._left <= 0 or url in self._missing:
            return None
        self._left -= 1
        lesson.asked += 1
        page = yield url
        if page is None or page.tree is None:
            self._missing.add(url)
            return None
        fresh = sessions_on(page) - lesson.sessions
        if fresh:
            lesson.sessions |= fresh
        sight = Sight(page, lesson.sessions, url)
        lesson.sights[url] = lesson.sights[sight.url] = sight
        is_front = is_front_page(sight.url) and not (sight.is_talk or sight.is_letter)
        if is_front or is_list_by_date(sight):
            # Few boards with their last posts look like posts, and their names like authors.
            self._kinds.lists.add(sight.url)
        lesson.looked_at.append(Look.at(sight))
        return sight

    def _upwards(self, first: Sight) -> Generator[str, Page | None, Sight]:
        """The page that everything hangs below, as far as addresses tell: the outermost folder that is an index."""
        best = first
        folder, mark, _ = first.url.partition("?")
        # Nothing may lead from the last page of the front page, /?p=4, to the first.
        plain = [folder] if mark and is_front_page(folder) and self._kinds.of(first) is PageType.INDEX else []
        for url in dict.fromkeys((*above(first)[:3], *plain)):
            sight = yield from self._look(url)
            if sight is None:
                continue
            yield from self._kinds.check_front(sight, self._look)
            # A front page with a few boards may look like anything; but it lists what was begun at.
            if not (self._kinds.of(sight) is PageType.INDEX or lists_such(sight, best)):
                continue
            if (best is first and self._kinds.of(first) is not PageType.INDEX) or is_above(sight, best):
                best = sight
        # The first page of the list that was begun at is above it no more than the list is.
        is_own = best is first or step_between(best.url, first.url) is not None
        is_one_list = self._kinds.of(best) is PageType.INDEX and names_thing(skeleton(best.url))
        if is_own and (is_one_list or self._kinds.of(best) is PageType.THREAD):
            top = yield from self._by_crumbs(best)
            best = top if top is best else (yield from self._above_list(top))
        return best

    def _above_list(self, best: Sight) -> Generator[str, Page | None, Sight]:
        """The front page instead of the list `best`, which a menu may have led to, if it has as much of what that has:
        menus have lists of a few threads, and may call the front page otherwise (/news).
        """
        if names_thing(skeleton(best.url)) or is_front_page(best.url):
            return best
        front = yield from self._look(f"{origin_of(self._start)}/")
        is_list = front is not None and self._kinds.of(front) is PageType.INDEX
        return front if front is not None and is_list and is_above(front, best) else best

    def _by_crumbs(self, first: Sight) -> Generator[str, Page | None, Sight]:
        """Where no address above a thread is a list: what stands before its text may name the list that it is in.

        The nearest link first; a list of threads is told by having others with an address like this one.
        """
        best = first
        for _ in range(MAX_CRUMBS):
            folders = above(best)[:2] if best is not first else []
            # What is none of several has nothing above it but folders.
            before = crumbs(best) if best is first or names_thing(skeleton(best.url)) else []
            upwards = [url for url in before if not shape_in(url, self.lesson.people)]
            for url in dict.fromkeys([*folders, *upwards[:MAX_CRUMBS]]):
                sight = yield from self._look(url)
                if sight is None or sight is best:
                    continue
                self._check_above(sight, best)
                is_folder = best is not first and best.url.startswith(sight.url)
                if self._kinds.of(sight) is not PageType.INDEX and not (is_folder and lists_such(sight, best)):
                    continue
                shape = skeleton(best.url)
                alike = {link for link in sight.urls if shape_in(link, {shape}) or is_alike(link, best.url)}
                alike |= numbered_alike(sight.urls, best.url)
                is_first = best is first and step_between(sight.url, best.url) is not None
                if len(alike) >= MIN_LISTED or is_first or (is_folder and is_above(sight, best)):
                    best = sight
                    break
            else:
                return best
        return best

    def _check_above(self, sight: Sight, board: Sight) -> None:
        """A few boards with their last posts look like a thread; but the page is a list if its address names nothing,
        and it has several like `board` that are not beside every page.
        """
        if sight.kind is not PageType.THREAD or names_thing(skeleton(sight.url)):
            return
        alike = [url for url in sight.urls - board.urls if shape_in(url, {skeleton(board.url)})]
        if self._kinds.of(board) is PageType.INDEX and len(alike) >= MIN_LISTED:
            self._kinds.lists.add(sight.url)
