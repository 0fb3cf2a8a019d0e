"""Learning a site: which few pages to look at, and what follows from them (FoCUS, sections 4.2 to 4.5).

`Learner.run` is a generator: it yields the addresses it wants to see, one after the other, and is sent what came. So it
works the same in a crawl, from an archive and in a test, and never asks for anything itself.
"""

from collections import Counter
from collections.abc import Generator

from thresher.knowledge.noise import without_parameters
from thresher.learn.drawing import VOTES, drawn, is_noise, is_view, leading
from thresher.learn.flipping import step_between
from thresher.learn.headings import lacking_titles, learn_heading
from thresher.learn.kinds import Kinds
from thresher.learn.lesson import Key, Lesson, Look
from thresher.learn.links import LONG_TITLE, LinkGroup, letters_in
from thresher.learn.menus import by_menu, lists_of_parts, seen_lists, whole_list
from thresher.learn.page_types import PageType
from thresher.learn.proof import prove_next, prove_others, prove_steps
from thresher.learn.shapes import is_alike, is_of_kind, names_thing, shape_in, skeleton
from thresher.learn.shortcuts import Shortcut, is_only_way
from thresher.learn.sifting import (
    MIN_LISTED,
    join_titles,
    keep_what_leads,
    leave_aliases,
    leave_entry,
    leave_parts,
    leave_views,
    meet_people,
    name_boards,
    people_on,
    tell_lists,
)
from thresher.learn.sight import Sight, sessions_on
from thresher.learn.upwards import above, crumbs, entry_of, is_above, is_front_page, lists_such, unlisted
from thresher.model import Page
from thresher.page import origin_of

MAX_SAMPLES = 60
LEAST_SHARE = 0.1
"""Of the longest group's letters, what another must have to be worth a look."""
SURE_SHARE = 0.5
"""The same once threads were found: what is shorter is left for the end of the crawl."""
TITLE_SHARE = 0.7
"""Of the length of the titles of threads, what those of another part of the site have at least."""
ENOUGH_THREADS = 10
"""Threads that are enough to stop looking at what is shorter."""
MAX_INDEXES = 14
"""Index pages that are looked at."""
MAX_UNLISTED = 3
"""Threads of one kind that are asked for their list: one of a small board may not look like a list."""
MAX_CRUMBS = 4
"""Steps upwards along what stands before the text, and links that are tried for each."""

Asking = Generator[str, Page | None, Lesson]


class Learner:
    """The state of one learning; `run` is the generator."""

    def __init__(self, start: str, max_samples: int = MAX_SAMPLES, *, tries_all: bool = True) -> None:
        """With `tries_all` the doubtful is tried, too: front pages that nothing links to, short texts beside menus."""
        self._tries_all = tries_all
        self._start = start
        self._left = max_samples
        self._titles: dict[str, str] = {}
        self._missing: set[str] = set()
        self._shortcuts: dict[Key, Shortcut] = {}
        self._ways: set[Key] = set()
        """Shortcuts that are the only way to what they lead to."""
        self.lesson = Lesson(start)
        self._kinds = Kinds(self.lesson, tries_all=tries_all)

    def run(self) -> Asking:
        lesson = self.lesson
        first = yield from self._look(self._start)
        if first is None:
            lesson.notes.append("the first page could not be read")
            return lesson
        yield from self._kinds.meet(first, self._look)
        if self._kinds.of(first) is PageType.THREAD:
            meet_people(lesson, [first])
        entry = yield from self._upwards(first)
        queue = [entry] + ([first] if first is not entry and self._kinds.of(first) is PageType.INDEX else [])
        yield from self._downwards(queue)
        if self._kinds.of(first) is PageType.THREAD:
            alike = [urls for (shape, _), urls in lesson.threads.items() if is_of_kind(first.url, shape)]
            is_one = any(urls - {first.url} for urls in alike)
            is_thread = lesson.is_enough and is_one if entry is first else lesson.is_enough or is_one
            if not is_thread and (yield from self._as_list(first)):
                entry = first
        if not lesson.threads and self._tries_all:  # perhaps from the front page, though nothing here leads there
            front = yield from self._look(f"{origin_of(self._start)}/")
            if front is not None and front.url not in lesson.indexes:
                yield from self._downwards([front])
                entry = front if lesson.threads else entry
        if not lesson.threads:
            entry = yield from by_menu(lesson, self._look, self._downwards, entry)
        lesson.entry = entry_of(lesson, entry)
        meet_people(lesson, [lesson.sights[url] for url in lesson.pages])
        yield from prove_steps(lesson, self._look, [lesson.entry], lesson.index_steps)
        yield from prove_next(lesson, self._look, lesson.entry)
        if lesson.threads and not lesson.boards and not lesson.index_steps:
            yield from whole_list(lesson, self._look)
            if self._tries_all and not lesson.is_enough:
                yield from lists_of_parts(lesson, self._look)
        yield from self._other_parts(entry)
        if lesson.threads and not lesson.boards and not lesson.index_steps:
            seen_lists(lesson)
        leave_entry(lesson)
        leave_parts(lesson)
        parts = set().union(*lesson.parts.values()) if lesson.parts else set()
        lists = [url for url in lesson.indexes if url not in parts]
        yield from prove_steps(lesson, self._look, lists, lesson.index_steps)
        yield from prove_others(lesson, self._look)
        for url in {skeleton(url): url for url in reversed(lists)}.values():
            yield from prove_next(lesson, self._look, url)
        yield from prove_steps(lesson, self._look, lesson.pages, lesson.thread_steps)
        yield from self._see_titled()
        pages = [lesson.sights[url] for url in lesson.pages]
        meet_people(lesson, pages)
        for folder in dict.fromkeys(lesson.folder(sight.url) for sight in pages):
            own = [sight for sight in pages if lesson.folder(sight.url) == folder]
            lesson.headings[folder] = learn_heading(own, self._titles)
        return lesson

    def _see_titled(self) -> Generator[str, Page | None, None]:
        """Look at more threads where those that were seen do not tell where titles are."""
        lesson = self.lesson
        titles = {url: self._titles.get(url, "") for urls in lesson.threads.values() for url in urls}
        for url in lacking_titles(titles, lesson.pages, lesson.sights):
            sight = yield from self._look(url)
            if sight is not None and self._kinds.of(sight) is PageType.THREAD:
                lesson.pages.append(sight.url)

    def _as_list(self, first: Sight) -> Generator[str, Page | None, bool]:
        """A list of boards with their last posts may look like a thread, and the boards like its authors: if nothing
        else led anywhere, or only to what is unlike this page, once more as the list that it may be; whether it is."""
        lesson = self.lesson
        before = lesson.learned, list(lesson.indexes), list(lesson.pages)
        ways, self._ways = self._ways, set()
        lesson.forget()
        lesson.people = frozenset()
        self._kinds.lists.add(first.url)
        yield from self._downwards([first])
        is_list = lesson.is_enough and not (before[0].is_enough and len(lesson.boards) <= len(before[0].boards))
        if not is_list:
            self._kinds.lists.discard(first.url)
            self._ways = ways
            lesson.recall(*before)
        return is_list

    def _other_parts(self, entry: Sight) -> Generator[str, Page | None, None]:
        """A front page may show the newest of several parts of the site: the lists of those that it is no list of."""
        lesson = self.lesson
        first = lesson.sights[self._start].url
        for threads in unlisted(lesson, first):
            for url in threads[:MAX_UNLISTED]:
                top = yield from self._by_crumbs(lesson.sights[url])
                if top.url not in (url, *lesson.indexes):
                    yield from self._from_part(top, entry)
                    break

    def _from_part(self, top: Sight, entry: Sight) -> Generator[str, Page | None, None]:
        """What hangs below the list `top` of a part of the site."""
        lesson = self.lesson
        shape = skeleton(top.url)
        alike = {link for sight in lesson.sights.values() for link in sight.urls if skeleton(link) == shape}
        lesson.add_list(top.url, alike)
        yield from self._downwards([top])
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
        if is_front_page(sight.url) and not (sight.is_talk or sight.is_letter):
            # Few boards with their last posts look like posts, and their names like authors.
            self._kinds.lists.add(sight.url)
        reasons = tuple(reason.feature for reason in sight.guess.reasons)
        lesson.looked_at.append(Look(sight.url, sight.kind.value, reasons))
        return sight

    def _upwards(self, first: Sight) -> Generator[str, Page | None, Sight]:
        """The page that everything hangs below, as far as addresses tell: the outermost folder that is an index."""
        best = first
        for url in above(first)[:3]:
            sight = yield from self._look(url)
            if sight is None:
                continue
            yield from self._kinds.check_front(sight, self._look)
            # A front page with a few boards may look like anything; but it lists what was begun at.
            if not (self._kinds.of(sight) is PageType.INDEX or lists_such(sight, best)):
                continue
            if (best is first and self._kinds.of(first) is not PageType.INDEX) or is_above(sight, best):
                best = sight
        is_one_list = self._kinds.of(first) is PageType.INDEX and names_thing(skeleton(first.url))
        if best is first and (is_one_list or self._kinds.of(first) is PageType.THREAD):
            best = yield from self._by_crumbs(first)
        return best

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
                is_folder = best is not first and best.url.startswith(sight.url)
                if self._kinds.of(sight) is not PageType.INDEX and not (is_folder and lists_such(sight, best)):
                    continue
                shape = skeleton(best.url)
                alike = [link for link in sight.urls if shape_in(link, {shape}) or is_alike(link, best.url)]
                is_first = best is first and step_between(sight.url, best.url) is not None
                if len(alike) >= MIN_LISTED or is_first or (is_folder and is_above(sight, best)):
                    best = sight
                    break
            else:
                return best
        return best

    def _downwards(self, start: list[Sight]) -> Generator[str, Page | None, None]:
        """Look where groups of links lead, the longest first, until the ways to threads are known."""
        lesson = self.lesson
        verdicts: dict[Key, PageType] = {}
        waiting: list[tuple[float, float, Sight, LinkGroup]] = []
        seen: set[str] = set()
        people: frozenset[str] = frozenset()
        has_listing = False

        def meet(sight: Sight) -> None:
            if sight.url not in seen and len(seen) < MAX_INDEXES:
                seen.add(sight.url)
                lesson.indexes.append(sight.url)
                worthy = self._worthy(sight)
                lead = leading(sight, [group for share, group in worthy if share >= SURE_SHARE])
                waiting.extend((share * (2 if group is lead else 1), share, sight, group) for share, group in worthy)

        for sight in start:
            meet(sight)
        while waiting or (ways := self._only_ways()):
            for way in [] if waiting else ways:
                verdicts.pop(way.key, None)
                waiting.append((1.0, 1.0, way.source, way.group))
            # What costs nothing first: threads that are known tell who is a person, and what need not be looked at.
            waiting.sort(key=lambda one: (not self._voters(one[3]), -one[0], not one[3].lists_texts))
            _, share, sight, group = waiting.pop(0)
            key = (group.shape, group.place)
            if self._is_of_people(group, people):
                continue
            is_free = bool(self._voters(group))
            if key not in verdicts and not is_free:
                if self._has_enough() and (share < SURE_SHARE or self.lesson.linked_by_all.issuperset(group.titles)):
                    continue
                if (has_listing and not self._is_titled(group)) or (lesson.threads and group.says_nothing):
                    continue  # the way is known; what else there is, is tried when all is done
            if key not in verdicts:
                verdicts[key], found = yield from self._typed(group, sight)
                if verdicts[key] is PageType.INDEX:
                    for one in found:
                        meet(one)
                elif verdicts[key] is PageType.THREAD:
                    lesson.pages += [one.url for one in found]
                    if group.lists_texts or len(found) > 1:
                        people |= people_on(found)
                    if len(group.titles) >= MIN_LISTED and any(flips.sign for flips in sight.flips):
                        has_listing = True
                if key in self._ways:
                    self._note_targets(verdicts[key], found, group)
            self._note(key, verdicts[key], group)
        lesson.common = lesson.linked_by_all
        leave_views(lesson)
        leave_aliases(lesson)
        tell_lists(lesson)
        keep_what_leads(lesson)
        name_boards(lesson)
        join_titles(lesson)

    def _has_enough(self) -> bool:
        """Whether enough threads are known, or a few and several lists of them; of such as are called what texts are:
        pages about people may look like threads.
        """
        titles = [[self._titles.get(url, "") for url in urls] for urls in self.lesson.threads.values()]
        texts = [some for some in titles if sum(map(letters_in, some)) >= LONG_TITLE * len(some)]
        lists = set().union(*self.lesson.boards.values())
        return sum(map(len, texts)) >= (MIN_LISTED if len(lists) >= MIN_LISTED else ENOUGH_THREADS)

    def _is_of_people(self, group: LinkGroup, people: frozenset[str]) -> bool:
        """Whether links are to those who wrote in what was seen, and not to what is known as something else."""
        known = {shape for shape, _ in (*self.lesson.threads, *self.lesson.boards)}
        return group.shape not in known and all(shape_in(url, people) for url in group.titles)

    def _is_titled(self, group: LinkGroup) -> bool:
        """Whether the links of a group have titles as long as those of threads: tags and months are shorter."""
        letters = sum(sum(map(str.isalpha, title)) for title in self._titles.values())
        known = letters / max(1, len(self._titles))
        return len(group.titles) >= MIN_LISTED and group.characters > TITLE_SHARE * known * len(group.titles)

    def _note(self, key: Key, kind: PageType, group: LinkGroup) -> None:
        lesson = self.lesson
        if kind is PageType.OTHER:
            lesson.others.add(key)
            return
        sets = lesson.boards if kind is PageType.INDEX else lesson.threads
        sets.setdefault(key, set()).update(group.titles)
        if kind is PageType.THREAD:
            # Another list may call it something shorter: the last post of a board.
            known = self._titles
            self._titles |= {url: max(known.get(url, ""), title, key=letters_in) for url, title in group.titles.items()}

    def _only_ways(self) -> list[Shortcut]:
        """Shortcuts that no other link would do for: each is then a way like any other, with a redirect on it."""
        found = [one for one in self._shortcuts.values() if is_only_way(one, self.lesson)]
        self._shortcuts.clear()
        self._ways |= {one.key for one in found}
        self.lesson.others -= self._ways
        return found

    def _note_targets(self, kind: PageType, found: list[Sight], group: LinkGroup) -> None:
        """The addresses behind a shortcut are those of the same things."""
        lesson = self.lesson
        sets = lesson.boards if kind is PageType.INDEX else lesson.threads
        for sight in found:
            sets.setdefault((skeleton(sight.url), ""), set()).add(sight.url)
            self._titles[sight.url] = group.titles.get(sight.asked, "")

    def _worthy(self, sight: Sight) -> list[tuple[float, LinkGroup]]:
        """The groups of a page that may lead on, each with its letters as a share of those of the longest."""
        common = self.lesson.linked_by_all
        shapes = {group.shape for group in sight.groups}
        groups = [
            group
            for group in sight.groups
            if not (is_noise(group) or is_view(group, shapes) or self._is_flip(group, sight))
            and group.shape not in self.lesson.people
        ]
        own = [group for group in groups if not common.issuperset(group.titles)]
        longest = max((group.characters for group in own), default=0)
        shares = (
            [(group.characters / longest * (2 if group.is_heading else 1), group) for group in own] if longest else []
        )
        return [(share, group) for share, group in shares if share > LEAST_SHARE]

    def _is_flip(self, group: LinkGroup, sight: Sight) -> bool:
        """Whether the group leads to further pages of the page itself."""
        flips = {url for one in sight.flips if one.sign for url in one.urls}
        return bool(flips) and flips.issuperset(group.titles)

    def _typed(self, group: LinkGroup, source: Sight) -> Generator[str, Page | None, tuple[PageType, list[Sight]]]:
        """What a group leads to, by the vote of a few of its destinations; and these."""
        votes: Counter[PageType] = Counter()
        found: list[Sight] = []
        for url in self._asked(group, source):
            sight = yield from self._look(url)
            if sight is None:
                votes[PageType.OTHER] += 1
            elif skeleton(sight.url) != skeleton(url) and (group.shape, group.place) not in self._ways:
                # To pages that have another address, which other links may lead to.
                self._shortcuts[group.shape, group.place] = Shortcut(source, group, sight)
                return PageType.OTHER, []
            else:
                yield from self._kinds.check_list(sight, self._look)
                self._kinds.check_talk(sight, group)
                votes[self._kinds.of(sight)] += 1
                found.append(sight)
            kind, most = votes.most_common(1)[0]
            if most * 2 > VOTES or (kind is PageType.OTHER and most > 1):
                break
        if "?" in group.shape and not names_thing(group.shape):
            votes[PageType.OTHER] += votes.pop(PageType.THREAD, 0)  # a function: index.php?action=stats
        # An empty board looks like nothing; that others of its kind are lists is what counts.
        if votes[PageType.INDEX] and not votes[PageType.THREAD]:
            kind = PageType.INDEX
        else:
            kind = votes.most_common(1)[0][0] if votes else PageType.OTHER
        return kind, [sight for sight in found if self._kinds.of(sight) is kind]

    def _asked(self, group: LinkGroup, source: Sight) -> list[str]:
        """Destinations that say what a group is: those that were seen. One thread alone may be too short to show what
        threads have; others of its kind will be asked for anyway."""
        voters = self._voters(group)
        is_one = len(voters) == 1 and self._kinds.of(self.lesson.sights[voters[0]]) is PageType.THREAD
        if voters and not (is_one and len(self.lesson.pages) < VOTES):
            return voters[:VOTES]
        return [*voters, *(url for url in drawn(group, source) if url not in voters)][:VOTES]

    def _voters(self, group: LinkGroup) -> list[str]:
        """Destinations that were seen already and can say what the group is; an empty board cannot."""
        if group.place:
            return []
        seen = [url for url in group.titles if url in self.lesson.sights]
        return [url for url in seen if self._kinds.of(self.lesson.sights[url]) is not PageType.OTHER]
