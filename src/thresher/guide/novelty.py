"""How much of a page has not been on this site before, measured in words.

Templates repeat, content does not. A line counts by its words alone: numbers, dates and punctuation are left
out, and so are the words of the page's own address and of its links, so that a page which echoes its URL, a
calendar or a maze of generated names shows nothing new.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b
from itertools import filterfalse
from operator import attrgetter
from typing import NamedTuple

from thresher.guide.memory import Memory
from thresher.model import Page

PICTURE_WORDS = 6
"""A picture not seen before weighs as much as a short sentence: pages of a gallery have few words."""
MAX_LINES = 20_000
"""Lines of one page that are weighed; more cannot change the answer."""
KNOWN_LINES = 50_000

_WORD = re.compile(r"[^\W\d_]{2,}")
_ASCII_WORD = re.compile(r"[a-z]{2,}")
_PICTURE = 0
"""The weight of a picture among those of lines, which have a word at least."""
_TEXT, _URL = attrgetter("text"), attrgetter("url")
_PICTURES = frozenset({"img", "video", "audio", "source", "embed", "object"})


class News(NamedTuple):
    """What is new on a page."""

    words: int
    pictures: int


class Novelty:
    """Weighs pages against all that the memory has seen."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        # Lines of the template come with every page; a look here spares hashing them. A cache, nothing more: only
        # lines that the memory has seen whole, or without a word. What was all echo on one page may be news on
        # the next.
        self._known: set[str] = set()

    def weigh(self, page: Page) -> int:
        """Words on `page` that are new to the site, pictures counted as some. Remembers them: the second time they are
        not new."""
        news = self.look(page)
        return news.words + PICTURE_WORDS * news.pictures

    def look(self, page: Page) -> News:
        """The same, words and pictures apart."""
        pieces = self._pieces(page)
        unseen = self._memory.unseen(list({number for piece in pieces for number in piece}))
        # A line that was there before adds nothing, whatever is masked on this page: so it may be skipped.
        fresh = {piece: weight for piece, weight in pieces.items() if piece[0] in unseen}
        self._memory.remember({number for piece in fresh for number in piece if number in unseen})
        weights = [weight for (_, bare), weight in fresh.items() if bare in unseen]
        return News(sum(weights), weights.count(_PICTURE))

    def _pieces(self, page: Page) -> dict[tuple[int, int], int]:
        """Lines and pictures, each as the hashes of the whole and of what is no echo, with its weight.

        Both must be new: the bare one because of echoes, the whole one because what counts as an echo
        differs from page to page.
        """
        lines = {page.title, *page.lines[:MAX_LINES]}.difference(self._known, map(_TEXT, page.links))
        is_masked = (_masked(page) if lines else frozenset()).__contains__
        pieces: dict[tuple[int, int], int] = {}
        for line in lines:
            words = _words(line)
            bare = list(filterfalse(is_masked, words))
            if bare or not words:
                self._keep(line)
            if bare:
                text = " ".join(words)
                whole = number_of(text)
                pieces[whole, whole if len(bare) == len(words) else number_of(" ".join(bare))] = (
                    len(bare) if text.isascii() else _weight(bare)
                )
        for picture in page.resources:
            if picture.tag in _PICTURES:
                # Without the query: trackers put the time there.
                number = _picture_number(picture.url.partition("?")[0])
                pieces[number, number] = _PICTURE
        return pieces

    def _keep(self, line: str) -> None:
        if len(self._known) >= KNOWN_LINES:
            self._known.clear()
        self._known.add(line)


def _masked(page: Page) -> frozenset[str]:
    """The words of the page's own address and of those it links to."""
    return frozenset().union(_url_words(page.url), *map(_url_words, map(_URL, page.links[:500])))


@lru_cache(maxsize=1 << 14)
def _url_words(url: str) -> tuple[str, ...]:
    return tuple(_words(url.partition("://")[2].partition("/")[2]))


def _words(text: str) -> list[str]:
    low = text.lower()
    # The same words, found in two thirds of the time.
    return (_ASCII_WORD if low.isascii() else _WORD).findall(low)


def _weight(words: Sequence[str]) -> int:
    """Words, counting two characters as one in scripts that do not separate words."""
    return sum(1 if word.isascii() or len(word) < 4 else max(1, len(word) // 4) for word in words)


@lru_cache(maxsize=1 << 12)
def _picture_number(place: str) -> int:
    """Smileys and avatars come with every page."""
    return number_of(place)


def number_of(text: str) -> int:
    """A hash that is the same in every process: 64 bits, signed."""
    return int.from_bytes(blake2b(text.encode("utf-8", "replace"), digest_size=8).digest(), "big", signed=True)
