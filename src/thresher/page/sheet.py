"""A page laid out for comparing: its words in one row, and each element the stretch of them that it holds.

So the likeness of every element to a given text comes from one walk over the page. The first measure is that of
BlogForever §3.4: the set of character pairs of an element is the union of those of its children, and a set is one
integer, a bit a pair. On long pages nearly all pairs of a language occur nearly everywhere; so elements that are about
equal by this measure are told apart by the runs of words they have in common with the text.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise

from lxml import etree

from thresher.page.passages import SILENT

MAX_ELEMENTS = 50_000
"""What stands behind is not looked at; the longest post pages we know have 20,000."""
MAX_DEPTH = 250
"""Nesting beyond which nothing is looked at."""

_WORD = re.compile(r"[^\W_]+")
# Where there are no spaces, a sign says as much as a word.
_SIGN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[^\W_\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")
_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")


def words_of(text: str) -> list[str]:
    """The words of a text in small letters; of scripts without spaces, the signs."""
    low = text.lower()
    return _SIGN.findall(low) if _WIDE.search(low) else _WORD.findall(low)


@dataclass(slots=True)
class Sheet:
    """One page. Elements are numbered in document order; `first` and `last` of each say which words are in it."""

    root: etree._Element
    elements: list[etree._Element] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    depths: list[int] = field(default_factory=list)
    first: list[int] = field(default_factory=list)
    last: list[int] = field(default_factory=list)
    """One behind the last word."""
    words: list[str] = field(default_factory=list)
    leaves: list[tuple[int, int, int]] = field(default_factory=list)
    """Each text: the element it stands right inside, its first word, one behind its last."""
    _texts: list[str] = field(default_factory=list)
    """That of each leaf, in small letters, folded."""
    _numbers: dict[etree._Element, int] = field(default_factory=dict)

    @classmethod
    def of(cls, root: etree._Element) -> "Sheet":
        sheet = cls(root)
        sheet._walk()
        return sheet

    def _walk(self) -> None:
        open_: list[int] = []
        hidden: etree._Element | None = None
        for event, node in etree.iterwalk(self.root, events=("start", "end", "comment", "pi")):
            if event in ("comment", "pi"):
                if hidden is None and open_:
                    self._say(node.tail, open_[-1])
            elif event == "start":
                if hidden is None and self._is_hidden(node, len(open_)):
                    hidden = node
                if hidden is None:
                    open_.append(self._open(node, open_[-1] if open_ else -1))
            elif hidden is node or hidden is None:
                if hidden is None:
                    self.last[open_.pop()] = len(self.words)
                hidden = None
                if open_:
                    self._say(node.tail, open_[-1])

    def _is_hidden(self, node: etree._Element, depth: int) -> bool:
        return node.tag in SILENT or depth > MAX_DEPTH or len(self.elements) >= MAX_ELEMENTS

    def _open(self, node: etree._Element, parent: int) -> int:
        number = len(self.elements)
        self.elements.append(node)
        self.parents.append(parent)
        self.depths.append(self.depths[parent] + 1 if parent >= 0 else 0)
        self.first.append(len(self.words))
        self.last.append(len(self.words))
        self._say(node.text, number)
        return number

    def _say(self, text: str | None, number: int) -> None:
        if text and not text.isspace():
            self._texts.append(" ".join(text.lower().split()))
            first = len(self.words)
            self.words.extend(words_of(text))
            self.leaves.append((number, first, len(self.words)))

    def size(self, number: int) -> int:
        """How many words an element holds."""
        return self.last[number] - self.first[number]

    def number_of(self, element: etree._Element) -> int:
        """The number of an element; -1 if it is not on the sheet."""
        if not self._numbers:
            self._numbers.update((one, number) for number, one in enumerate(self.elements))
        return self._numbers.get(element, -1)

    def words_in(self, number: int) -> list[str]:
        return self.words[self.first[number] : self.last[number]]

    def is_inside(self, inner: int, outer: int) -> bool:
        while inner > outer:
            inner = self.parents[inner]
        return inner == outer

    def around(self, number: int) -> Iterator[int]:
        """The element and those around it, from the inside out."""
        while number >= 0:
            yield number
            number = self.parents[number]

    def distance(self, one: int, other: int) -> int:
        """Steps in the tree from one element to the other (BlogForever §3.5)."""
        steps = 0
        while one != other:
            if self.depths[one] < self.depths[other]:
                one, other = other, one
            one = self.parents[one]
            steps += 1
        return steps

    def dice_of_characters(self, text: str, template: Collection[tuple[str, ...]] = ()) -> list[float]:
        """Sørensen–Dice of the character pairs of each element and of `text`; linear in the size of the page.

        Texts whose words are in `template` do not count: all pages of the site have them.
        """
        bits = _PairBits()
        target = bits.of(" ".join(text.lower().split()))
        size = target.bit_count()
        sets = [0] * len(self.elements)
        for (number, first, last), piece in zip(self.leaves, self._texts, strict=True):
            if not template or tuple(self.words[first:last]) not in template:
                sets[number] |= bits.of(piece)
        found = [0.0] * len(self.elements)
        for number in range(len(self.elements) - 1, -1, -1):  # children come after their parents
            own = sets[number]
            if (parent := self.parents[number]) >= 0:
                sets[parent] |= own
            found[number] = 2 * (own & target).bit_count() / max(1, own.bit_count() + size)
            sets[number] = 0  # no longer needed
        return found

    def dice_of_words(self, text: Sequence[str], template: Collection[tuple[str, ...]] = ()) -> list[float]:
        """Sørensen–Dice of the pairs of words of each element and of `text`; linear in the size of the page.

        A pair counts wherever it stands in the element, though `text` may have it once: counting for each element anew
        would take the square of the page's size.
        """
        known = set(pairwise(text))
        counts = [1] * len(self.words)
        for _, first, last in self.leaves:
            if template and tuple(self.words[first:last]) in template:
                counts[first:last] = [0] * (last - first)
        size = [0, *accumulate(counts)]
        pairs = zip(pairwise(self.words), counts, strict=False)
        hits = [0, *accumulate(bool(count) and pair in known for pair, count in pairs)]
        hits.append(hits[-1])
        most = max(1, len(text) - 1)
        found = []
        for first, last in zip(self.first, self.last, strict=True):
            length = max(0, size[last] - size[first] - 1)
            common = hits[last - 1] - hits[first] if length else 0
            found.append(2 * min(common, most) / (length + most))
        return found

    def find(self, run: Sequence[str], start: int = 0) -> int:
        """Place of the first word of `run` on the page, not before `start`; -1 if the run is not there."""
        size, first = len(run), run[0] if run else ""
        while run:
            try:
                start = self.words.index(first, start)
            except ValueError:
                return -1
            if self.words[start : start + size] == list(run):
                return start
            start += 1
        return -1

    def share_of(self, text: Sequence[str]) -> float:
        """How much of `text` is somewhere on the page, by pairs of words."""
        pairs = set(pairwise(text))
        return len(pairs & set(pairwise(self.words))) / max(1, len(pairs))


class _PairBits:
    """Sets of character pairs as integers: each pair is a bit, numbered as they come."""

    def __init__(self) -> None:
        self._bits: dict[tuple[str, str], int] = {}

    def of(self, text: str) -> int:
        bits, found = self._bits, 0
        for pair in set(pairwise(text)):
            bit = bits.get(pair)
            if bit is None:
                bit = bits[pair] = 1 << len(bits)
            found |= bit
        return found
