"""Comments that are known to be on a page → the elements that hold them, each with its author."""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import islice

from lxml import etree

from thresher.learn.articles.examples import END_RUN
from thresher.model import FeedItem, Page
from thresher.page import Sheet, text_of_fragment, words_of

MAX_HOMES = 20
"""Places of equal words that are looked at."""
MAX_BEFORE = 6
"""Siblings before that of the text which may be of a comment, too."""


class Talk:
    """A page, and the comments that a feed says are on it."""

    def __init__(self, page: Page, items: Sequence[FeedItem]) -> None:
        self.page = page
        self.sheet = Sheet.of(page.tree)
        found = [(item, self._shown(text_of_fragment(item.html))) for item in items]
        self.items = [item for item, words in found if words]
        self.texts = [words for _, words in found if words]
        marks = {mark for item in self.items if (mark := mark_of(item))}
        # An id or a name, mostly; some pages have it in an attribute of their own.
        self._by_mark: defaultdict[str, list[int]] = defaultdict(list)
        for number, one in enumerate(self.sheet.elements):
            for mark in marks.intersection(one.attrib.values()):
                self._by_mark[mark].append(number)
        self._marked = sorted({number for some in self._by_mark.values() for number in some})

    def _shown(self, text: str) -> list[str]:
        """The words of a comment that are on the page; feeds may put a line before them: 'In reply to Anna.'"""
        lines = [words_of(line) for line in text.splitlines()]
        return [word for words in lines if words and self.sheet.find(words[:END_RUN]) >= 0 for word in words]

    def records(self) -> list[int]:
        """For each comment, the element that holds it with its author; -1 where there is none.

        That which has the mark of the feed's link, or the smallest around it or the text that names the author, too.
        """
        taken: list[int] = []
        for item, words in zip(self.items, self.texts, strict=True):
            found = [self._record(item, home) for home in self._homes(words)]
            # Equal words of several people, or words that stand in the article, too: each comment has its own element.
            best = min(
                found, key=lambda one: (not one[0], one[1] in taken, self.sheet.size(one[1])), default=(False, -1)
            )
            taken.append(best[1])
        return taken

    def widest(self) -> list[int]:
        """The same, but the largest elements that hold one comment each; -1 where there is nothing to tell it by.

        Who wrote and when may stand farther from the text than the nearest element that has the author's name.
        """
        records = self.records()
        known = sorted({number for number in records if number >= 0})
        if len(known) < 2:
            return [-1 for _ in records]
        return [self._widened(number, known) if number >= 0 else -1 for number in records]

    def firsts(self) -> list[int]:
        """The same where a comment is spread over siblings: the first of them, which has its mark or its author.

        Some texts name their author, too, so it is the one that most comments of the page have their beginning in.
        """
        homes = self._own_homes()
        known = sorted({number for number in homes if number >= 0})
        bodies = [self._widened(home, known) if home >= 0 else -1 for home in homes]
        ways = [
            self._before_text(item, body, known) for item, body in zip(self.items, bodies, strict=True) if body >= 0
        ]
        counts = Counter(len(way) for way in ways)
        steps = max(counts, key=lambda size: (counts[size], size), default=0)
        return [self._siblings_before(body)[steps - 1] if steps and body >= 0 else body for body in bodies]

    def _before_text(self, item: FeedItem, body: int, known: Sequence[int]) -> list[int]:
        """The siblings before that of a text up to the first that has something of its comment."""
        author, marks = set(words_of(item.author)), self._by_mark.get(mark_of(item), [])
        has_author = author <= set(self.sheet.words_in(body))
        way: list[int] = []
        size = 0
        for number in self._siblings_before(body):
            if number < 0 or any(self.sheet.is_inside(home, number) for home in known):
                break
            way.append(number)
            names_author = not has_author and author <= set(self.sheet.words_in(number))
            if names_author or any(self.sheet.is_inside(one, number) for one in marks):
                size, has_author = len(way), has_author or names_author
        return way[:size]

    def _siblings_before(self, number: int) -> list[int]:
        """The siblings before an element, the nearest first; -1 where there are no more."""
        found = self.sheet.elements[number].itersiblings(etree.Element, preceding=True)
        numbers = [self.sheet.number_of(one) for one in islice(found, MAX_BEFORE)]
        return [*numbers, *[-1] * (MAX_BEFORE - len(numbers))]

    def _own_homes(self) -> list[int]:
        """For each comment, where its words stand; not where others quote them, if they stand elsewhere, too."""
        all_ = [self._homes(words) for words in self.texts]
        found: list[int] = []
        for place, homes in enumerate(all_):
            size = len(self.texts[place])
            longer = [home for other, some in enumerate(all_) if len(self.texts[other]) > size for home in some]
            own = [home for home in homes if not any(self.sheet.is_inside(home, outer) for outer in longer)]
            found.append(next((home for home in (*own, *homes) if home not in found), -1))
        return found

    def _widened(self, number: int, known: Sequence[int]) -> int:
        above = self.sheet.parents[number]
        while above >= 0 and not self._holds_other(above, number, known):
            number, above = above, self.sheet.parents[above]
        return number

    def _holds_other(self, outer: int, inner: int, known: Sequence[int]) -> bool:
        """Whether an element holds one of those `known` that is neither `inner` nor in it.

        Elements are numbered as they stand, so that the next ones before and behind tell it for all.
        """
        place = bisect_left(known, inner)
        behind = next((one for one in known[place:] if not self.sheet.is_inside(one, inner)), -1)
        return any(one >= 0 and self.sheet.is_inside(one, outer) for one in (behind, known[place - 1] if place else -1))

    def _record(self, item: FeedItem, home: int) -> tuple[bool, int]:
        """The element of a comment whose text is in `home`, and whether it has the mark of the feed's link."""
        mark = mark_of(item)
        author = set(words_of(item.author))
        found = marked = -1
        below = home
        for number in self.sheet.around(home):
            head = self._before(below)
            if found < 0 and head >= 0 and author and author <= set(self.sheet.words_in(head)):
                # A list of definitions: the head says who and when, what follows it is the text.
                is_marked = bool(mark) and mark == self.sheet.elements[head].get("id")
                if is_marked or self.sheet.elements[below].tag == "dd":
                    return is_marked, head
            below = number
            if marked >= 0 and self._holds_other(number, marked, self._marked):
                break
            if found < 0 and author and author <= set(self.sheet.words_in(number)):
                found = number
            if marked < 0 and mark and self._has_mark(number, mark):
                marked = number
            # A mark may stand at the text alone: the comment is what has its author, too.
            if marked >= 0 and (found >= 0 or not author):
                return True, number
        if marked >= 0:
            return True, marked
        return False, found if found >= 0 else home

    def _has_mark(self, number: int, mark: str) -> bool:
        """Whether an element has a mark: itself, or on an empty link in it or right before it."""
        if mark in self.sheet.elements[number].attrib.values():
            return True
        empty = [one for one in self._by_mark.get(mark, ()) if not self.sheet.size(one)]
        return any(self.sheet.is_inside(one, number) or one == self._before(number) for one in empty)

    def _before(self, number: int) -> int:
        """The element right before another; -1 if there is none."""
        above = self.sheet.elements[number].getprevious()
        return self.sheet.number_of(above) if above is not None else -1

    def _homes(self, words: Sequence[str]) -> list[int]:
        """The smallest elements that hold the words of a comment, one for each place where they stand."""
        found: list[int] = []
        start = self.sheet.find(words[:END_RUN])
        while start >= 0 and len(found) < MAX_HOMES:
            end = start + len(words)
            if self.sheet.words[start:end] == list(words):
                inside = (n for n, first in enumerate(self.sheet.first) if first <= start and end <= self.sheet.last[n])
                found.append(max(inside))
            start = self.sheet.find(words[:END_RUN], start + 1)
        return found


def mark_of(item: FeedItem) -> str:
    """What a feed's link says behind `#`: the place of the comment on its page."""
    return item.link.partition("#")[2]
