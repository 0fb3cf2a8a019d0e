"""Comments that are known to be on a page → the elements that hold them, each with its author."""

from bisect import bisect_left
from collections.abc import Sequence

from thresher.learn.articles.examples import END_RUN
from thresher.model import FeedItem, Page
from thresher.page import Sheet, text_of_fragment, words_of

MAX_HOMES = 20
"""Places of equal words that are looked at."""


class Talk:
    """A page, and the comments that a feed says are on it."""

    def __init__(self, page: Page, items: Sequence[FeedItem]) -> None:
        self.page = page
        self.sheet = Sheet.of(page.tree)
        found = [(item, self._shown(text_of_fragment(item.html))) for item in items]
        self.items = [item for item, words in found if words]
        self.texts = [words for _, words in found if words]
        marks = {mark for item in self.items if (mark := mark_of(item))}
        elements = enumerate(self.sheet.elements)
        # An id or a name, mostly; some pages have it in an attribute of their own.
        self._marked = [number for number, one in elements if not marks.isdisjoint(one.attrib.values())]

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
            if mark and mark in self.sheet.elements[number].attrib.values():
                marked = number
            # A mark may stand at the text alone: the comment is what has its author, too.
            if marked >= 0 and (found >= 0 or not author):
                return True, number
        if marked >= 0:
            return True, marked
        return False, found if found >= 0 else home

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
