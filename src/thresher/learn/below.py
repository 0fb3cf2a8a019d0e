"""What hangs below lists: where groups of links lead, told by a few of their destinations (FoCUS, section 4.3)."""

import itertools
from collections import Counter, defaultdict
from collections.abc import Generator

from thresher.learn.drawing import VOTES, drawn, function_of, is_menu, is_noise, is_view, leading
from thresher.learn.kinds import Kinds
from thresher.learn.lesson import Key, Lesson
from thresher.learn.links import LONG_TITLE, LinkGroup, Spot, by_place, letters_in
from thresher.learn.page_types import PageType
from thresher.learn.people import people_on
from thresher.learn.proof import Look
from thresher.learn.shapes import names_thing, shape_in, skeleton
from thresher.learn.shortcuts import Shortcut, is_only_way
from thresher.learn.sifting import (
    MIN_LISTED,
    come_back,
    join_folders,
    join_titles,
    keep_what_leads,
    leave_aliases,
    leave_mixed,
    leave_numbered,
    leave_views,
    name_boards,
    tell_lists,
)
from thresher.learn.sight import FEW, Sight
from thresher.learn.singles import are_singles, leave_singles, single_posts
from thresher.learn.upwards import among_others
from thresher.learn.words import join_words
from thresher.model import Page

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


class Below:
    """Looks at what lists lead to, and notes it in the lesson."""

    def __init__(self, lesson: Lesson, kinds: Kinds, look: Look) -> None:
        self._lesson = lesson
        self._kinds = kinds
        self._look = look
        self._shortcuts: dict[Key, Shortcut] = {}
        self.ways: set[Key] = set()
        """Shortcuts that are the only way to what they lead to."""
        self._asks_singles = False
        """Whether nothing else led to threads, so that addresses of single posts are looked at."""
        self._mixed: set[str] = set()
        """Shapes that lists and threads have alike, so that the place of a link tells which it leads to."""
        self.titles: dict[str, str] = {}
        """What lists call threads."""

    def explore(self, start: list[Sight]) -> Generator[str, Page | None, None]:
        """Look where groups of links lead, the longest first, until the ways to threads are known."""
        lesson = self._lesson
        verdicts: dict[Key, PageType] = {}
        waiting: list[tuple[float, float, Sight, LinkGroup]] = []
        seen: set[str] = set()
        people: frozenset[str] = frozenset()
        has_listing = False

        def meet(sight: Sight) -> None:
            if sight.url not in seen and len(seen) < MAX_INDEXES:
                seen.add(sight.url)
                lesson.indexes.append(sight.url)
                # A front page may have nothing but the menu that all pages have, and the boards in it.
                is_bare = sight in start and not lesson.threads and not names_thing(skeleton(sight.url))
                worthy = self._worthy(sight) or (self._worthy(sight, frozenset()) if is_bare else [])
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
                # Where no list is known yet, a front page may show the newest threads beside the names of its boards.
                is_short = share < SURE_SHARE and (has_listing or lesson.boards or come_back(group.spots))
                if self._has_enough() and (is_short or self._lesson.linked_by_all.issuperset(group.titles)):
                    continue
                if (has_listing and not self._is_titled(group)) or (lesson.threads and group.says_nothing):
                    continue  # the way is known; what else there is, is tried when all is done
            if key not in verdicts:
                verdicts[key], found = yield from self._typed(group, sight)
                if group.shape in self._mixed and not group.place:
                    del verdicts[key]
                    waiting.extend((share, share, sight, part) for part in by_place(group))
                    continue
                if verdicts[key] is PageType.INDEX:
                    for one in found:
                        meet(one)
                elif verdicts[key] is PageType.THREAD:
                    lesson.pages += [one.url for one in found]
                    if group.lists_texts or len(found) > 1:
                        people |= people_on(found)
                    if len(group.titles) >= MIN_LISTED and any(flips.sign for flips in sight.flips):
                        has_listing = True
                if key in self.ways:
                    self._note_targets(verdicts[key], found, group)
                if verdicts[key] is PageType.INDEX and is_menu(group):
                    self._note_each(found)
                    verdicts[key] = PageType.OTHER
            self._note(key, verdicts[key], group)
        if not (lesson.threads or self._asks_singles) and single_posts(lesson):
            self._asks_singles = True
            yield from self.explore(start)
        self._sift()

    def _sift(self) -> None:
        """What is known of lists and threads now, made right."""
        lesson = self._lesson
        lesson.common = lesson.linked_by_all
        leave_views(lesson)
        leave_singles(lesson)
        leave_numbered(lesson)
        leave_aliases(lesson)
        leave_mixed(lesson)
        tell_lists(lesson)
        keep_what_leads(lesson)
        join_words(lesson)
        name_boards(lesson)
        join_titles(lesson)
        join_folders(lesson)

    def _has_enough(self) -> bool:
        """Whether enough threads are known, or a few and several lists of them; of such as are called what texts are:
        pages about people may look like threads.
        """
        titles = [[self.titles.get(url, "") for url in urls] for urls in self._lesson.threads.values()]
        texts = [some for some in titles if sum(map(letters_in, some)) >= LONG_TITLE * len(some)]
        lists = set().union(*self._lesson.boards.values())
        return sum(map(len, texts)) >= (MIN_LISTED if len(lists) >= MIN_LISTED else ENOUGH_THREADS)

    def _is_of_people(self, group: LinkGroup, people: frozenset[str]) -> bool:
        """Whether links are to those who wrote in what was seen, and not to what is known as something else."""
        known = {shape for shape, _ in (*self._lesson.threads, *self._lesson.boards)}
        return group.shape not in known and all(shape_in(url, people) for url in group.titles)

    def _is_titled(self, group: LinkGroup) -> bool:
        """Whether the links of a group have titles as long as those of threads: tags and months are shorter."""
        letters = sum(sum(map(str.isalpha, title)) for title in self.titles.values())
        known = letters / max(1, len(self.titles))
        return len(group.titles) >= MIN_LISTED and group.characters > TITLE_SHARE * known * len(group.titles)

    def _note(self, key: Key, kind: PageType, group: LinkGroup) -> None:
        lesson = self._lesson
        if kind is PageType.OTHER:
            lesson.others.add(key)
            return
        if kind is PageType.INDEX:
            lesson.boards.setdefault(key, set()).update(group.titles)
            return
        # Where threads have nothing but names, what is to write one may look like one.
        doing = {url: word for url, title in group.titles.items() if (word := function_of(url, title))}
        lesson.functions |= set(doing.values())
        titles = {url: title for url, title in group.titles.items() if url not in doing}
        lesson.threads.setdefault(key, set()).update(titles)
        # Another list may call it something shorter: the last post of a board.
        known = self.titles
        self.titles |= {url: max(known.get(url, ""), title, key=letters_in) for url, title in titles.items()}

    def _note_each(self, lists: list[Sight]) -> None:
        """Lists in a menu speak for themselves alone."""
        for sight in lists:
            self._lesson.boards.setdefault((skeleton(sight.url), ""), set()).add(sight.url)

    def _only_ways(self) -> list[Shortcut]:
        """Shortcuts that no other link would do for: each is then a way like any other, with a redirect on it."""
        found = [one for one in self._shortcuts.values() if is_only_way(one, self._lesson)]
        self._shortcuts.clear()
        self.ways |= {one.key for one in found}
        self._lesson.others -= self.ways
        return found

    def _note_targets(self, kind: PageType, found: list[Sight], group: LinkGroup) -> None:
        """The addresses behind a shortcut are those of the same things."""
        lesson = self._lesson
        sets = lesson.boards if kind is PageType.INDEX else lesson.threads
        for sight in found:
            sets.setdefault((skeleton(sight.url), ""), set()).add(sight.url)
            self.titles[sight.url] = group.titles.get(sight.asked, "")

    def _worthy(self, sight: Sight, common: frozenset[str] | None = None) -> list[tuple[float, LinkGroup]]:
        """The groups of a page that may lead on, each with its letters as a share of those of the longest; not those
        that are `common` to all pages.
        """
        common = self._lesson.linked_by_all if common is None else common
        # Pages of the board that was begun at all lead back to it; it is one of those that stand beside it.
        common -= among_others(sight, common)
        shapes = {group.shape for group in sight.groups}
        singles = frozenset() if self._asks_singles else single_posts(self._lesson)
        parts = ([group] if group.shape not in self._mixed else by_place(group) for group in sight.groups)
        groups = [
            group
            for group in itertools.chain.from_iterable(parts)
            if not (is_noise(group) or is_view(group, shapes) or self._is_flip(group, sight))
            and group.shape not in self._lesson.people
            and not are_singles(group.titles, singles)
        ]
        own = [group for group in groups if not common.issuperset(group.titles) or self._stands_apart(group, sight)]
        longest = max((group.characters for group in own), default=0)
        shares = (
            [(group.characters / longest * (2 if group.is_heading else 1), group) for group in own] if longest else []
        )
        return [(share, group) for share, group in shares if share > LEAST_SHARE]

    def _stands_apart(self, group: LinkGroup, sight: Sight) -> bool:
        """Whether several links of a group stand where few other pages have them: the newest threads may be beside all
        pages, each with the name of its board.
        """
        if len(group.titles) < FEW:
            return False
        others = {one.url: one for one in self._lesson.sights.values() if one is not sight}.values()

        def is_rare(spot: Spot) -> bool:
            return 2 * sum(one.has_at(spot.place, spot.url) for one in others) < len(others)

        return len({spot.url for spot in group.spots if is_rare(spot)}) >= FEW

    def _is_mixed(self, group: LinkGroup) -> bool:
        """Whether some links of a group lead to lists and others to threads, from places of their own: /blog/a-walk and
        /blog/kitchen.
        """
        kinds: defaultdict[PageType, set[str]] = defaultdict(set)
        for spot in group.spots if not group.place else ():
            if spot.url in self._lesson.sights:
                kinds[self._kinds.of(self._lesson.sights[spot.url])].add(spot.place)
        lists, threads = kinds[PageType.INDEX], kinds[PageType.THREAD]
        return bool(lists - threads and threads - lists)

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
            elif skeleton(sight.url) != skeleton(url) and (group.shape, group.place) not in self.ways:
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
        nothing = [sight for sight in found if self._kinds.of(sight) is PageType.OTHER]
        if nothing and not votes[PageType.INDEX] and self._kinds.check_texts(nothing, group):
            votes.update({PageType.THREAD: len(nothing), PageType.OTHER: -len(nothing)})
        if self._is_mixed(group):
            self._mixed.add(group.shape)
        if group.shape in self._mixed and votes[PageType.INDEX] and votes[PageType.THREAD]:
            return PageType.OTHER, []  # at one place, too: the thread and its list are named in a line below the title
        if votes[PageType.THREAD]:
            turned = sum(self._kinds.lists_its_like(sight, group) for sight in found)
            votes.update({PageType.THREAD: turned, PageType.INDEX: -turned})
        if "?" in group.shape and not names_thing(group.shape):
            votes[PageType.OTHER] += votes.pop(PageType.THREAD, 0)  # a function: index.php?action=stats
        # An empty board looks like nothing; that others of its kind are lists is what counts.
        if votes[PageType.INDEX] and not votes[PageType.THREAD]:
            kind = PageType.INDEX
        else:
            kind, most = votes.most_common(1)[0] if votes else (PageType.OTHER, 0)
            kind = kind if 2 * most >= votes.total() else PageType.OTHER  # one of each: pages of a menu
        return kind, [sight for sight in found if self._kinds.of(sight) is kind]

    def _asked(self, group: LinkGroup, source: Sight) -> list[str]:
        """Destinations that say what a group is: those that were seen. One thread alone may be too short to show what
        threads have, and one that was begun at may look like a list beside those at its side; others of its kind will
        be asked for anyway.
        """
        voters = self._voters(group)
        main = max(by_place(group), key=lambda part: part.characters)
        if voters and main.titles.keys().isdisjoint(voters):
            # What stands elsewhere may be of another kind, and what is listed here will be asked for anyway.
            return [*voters[: VOTES - 2], *drawn(main, source)][:VOTES]
        one = self._lesson.sights[voters[0]] if len(voters) == 1 else None
        first = next(iter(self._lesson.sights.values()))
        is_one = one is not None and (one is first or self._kinds.of(one) is PageType.THREAD)
        if voters and not (is_one and len(self._lesson.pages) < VOTES):
            return voters[:VOTES]
        return [*voters, *(url for url in drawn(group, source) if url not in voters)][:VOTES]

    def _voters(self, group: LinkGroup) -> list[str]:
        """Destinations that were seen already and can say what the group is; an empty board cannot."""
        if group.place and group.shape not in self._mixed:
            return []
        seen = [url for url in group.titles if url in self._lesson.sights]
        return [url for url in seen if self._kinds.of(self._lesson.sights[url]) is not PageType.OTHER]
