"""Thousands of detection patterns against one document, at the price of a few.

AAH §5 asks for an index of detection patterns and takes YFilter, an automaton over the tree. Here, two passes over
bytes find the patterns that could match, and these alone are tried: whatever the number of patterns, the answer is
that of trying all of them.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from math import log2
from typing import Generic, TypeVar

from lxml import etree

from thresher.pattern.document import Document, top_elements
from thresher.pattern.evidence import evidence_of
from thresher.pattern.matcher import Selected
from thresher.pattern.needles import Need, Needle, Where, metadata_needs, page_needs
from thresher.pattern.pattern import Pattern
from thresher.pattern.references import HIDING, IS_TRUSTED
from thresher.pattern.scan import make_scanner

K = TypeVar("K")
Entry = tuple[int, int]
"""The number of a pattern, and that of one of its alternatives."""
WORTH_ASKING = 1.5
"""Weight of a second literal: 'generator' as a name has 2.25, 'src' as that of an attribute 0.5."""


@dataclass(frozen=True, slots=True)
class Hit(Generic[K]):
    """A pattern that matches, and what it was found by."""

    key: K
    pattern: Pattern
    evidence: str
    """What its first alternative to match selects first: an attribute's value, a text, the beginning of an element."""


class DetectionIndex(Generic[K]):
    """Patterns, each under a key of the caller's (several may share one).

    `engine` names what looks for literals: `hyperscan`, or `python`, which gives the same answers more slowly.
    `always` counts the patterns that no literal stands for; they are tried on every document.
    """

    def __init__(self, patterns: Iterable[tuple[K, Pattern]], engine: str | None = None) -> None:
        self._patterns = tuple(patterns)
        pages: dict[Entry, list[Need]] = {}
        metadata: dict[Entry, list[Need]] = {}
        for number, (_, pattern) in enumerate(self._patterns):
            pages |= {(number, 0): []} if pattern.xpath else {}
            for place, path in enumerate(pattern.paths):
                pages[number, place] = page_needs(path)
                if (needs := metadata_needs(path)) is not None:
                    metadata[number, place] = needs
        on_pages, self._on_pages = _posts(pages)
        on_metadata, self._on_metadata = _posts(metadata)
        self._markup = _Literals(on_pages, Where.MARKUP, engine, HIDING)
        self._text = _Literals(on_pages, Where.TEXT, engine)
        self._values = _Literals(on_metadata, Where.METADATA, engine)
        self.engine = self._markup.engine
        self.always = len({number for number, _ in self._on_pages | self._on_metadata})

    def __len__(self) -> int:
        return len(self._patterns)

    def lookup(self, document: Document) -> tuple[Hit[K], ...]:
        """All patterns that match `document`, in the order in which they were given: as `try_all` would answer."""
        in_page, in_metadata = self._candidates(document)
        signs: dict[int, Selected] = {}
        for entry in sorted(in_page | in_metadata):
            number, place = entry
            if number in signs:
                continue
            matcher = self._patterns[number][1].matcher
            sign = matcher.sign_in_page(document, place) if entry in in_page else None
            if sign is None and entry in in_metadata:
                sign = matcher.sign_in_metadata(document, place)
            if sign is not None:
                signs[number] = sign
        return tuple(Hit(*self._patterns[number], evidence_of(sign)) for number, sign in signs.items())

    def _candidates(self, document: Document) -> tuple[set[Entry], set[Entry]]:
        """What may match the page, and what may match the metadata."""
        in_page: set[Entry] = set()
        if document.root is not None:
            in_page.update(self._on_pages)
            self._markup.gather(self._found_in_markup(document), in_page)
            if len(self._text):
                self._text.gather(self._text.found(document.text), in_page)
        in_metadata = set(self._on_metadata)
        if len(self._values):
            self._values.gather(self._values.found(document.metadata_values), in_metadata)
        return in_page, in_metadata

    def _found_in_markup(self, document: Document) -> set[int]:
        """Literals in what the parser read, or, if that may hide some or is not at hand, in the tree written out.

        Writing a tree costs a sixth of parsing it; 2 of 158 recorded pages hide something.
        """
        source = document.source
        if source and IS_TRUSTED:
            found = self._markup.found(source)
            if found.isdisjoint(self._markup.expressions):
                return found
        written = [etree.tostring(top, encoding="utf-8") for top in top_elements(document.root)]
        return self._markup.found(b"\n".join(written))


def try_all(patterns: Iterable[tuple[K, Pattern]], document: Document) -> tuple[Hit[K], ...]:
    """All of `patterns` that match `document`, tried one after the other: what an index must agree with."""
    signs = ((key, pattern, pattern.matcher.sign(document)) for key, pattern in patterns)
    return tuple(Hit(key, pattern, evidence_of(sign)) for key, pattern, sign in signs if sign is not None)


class _Literals:
    """The literals to be looked for in one of a document's byte strings, and what each makes a candidate.

    `expressions`, as an attribute, is the range of numbers under which regular expressions are found.
    """

    def __init__(self, posts: "Posts", where: Where, engine: str | None, expressions: tuple[bytes, ...] = ()) -> None:
        here = [needle for needle in posts if needle.where is where]
        numbers = {needle: number for number, needle in enumerate(here)}
        self._posts = [
            [(entry, None if other is None else numbers[other]) for entry, other in posts[needle]] for needle in here
        ]
        self._posts += [[] for _ in expressions]
        self.expressions = range(len(here), len(here) + len(expressions))
        literals = [(needle.data, needle.is_caseless) for needle in here]
        scanner, self.engine = make_scanner(literals, expressions, engine)
        self.found = scanner.found

    def __len__(self) -> int:
        return len(self._posts)

    def gather(self, found: set[int], candidates: set[Entry]) -> None:
        """Add what the literals of these numbers, which were all that was found, stand for."""
        for number in found:
            for entry, other in self._posts[number]:
                if other is None or other in found:
                    candidates.add(entry)


Posts = dict[Needle, list[tuple[Entry, Needle | None]]]
"""What each needle makes a candidate, if the other needle is there too."""


def _posts(needs: dict[Entry, list[Need]]) -> tuple[Posts, frozenset[Entry]]:
    """Needles for all entries; and the entries that need nothing."""
    shares = Counter(need.needles[0] for some in needs.values() for need in some)
    posts: Posts = {}
    for entry, some in needs.items():
        if some:
            # One that many patterns share, such as 'generator', tells little about any of them.
            best = max(some, key=lambda need: need.weight - log2(shares[need.needles[0]]))
            other = _second(some, best)
            for needle in best.needles:
                posts.setdefault(needle, []).append((entry, other))
            if other is not None:
                posts.setdefault(other, [])
    return posts, frozenset(entry for entry, some in needs.items() if not some)


def _second(needs: list[Need], best: Need) -> Needle | None:
    """A needle, in the same bytes, that is worth asking for beside the best need."""
    where = best.needles[0].where
    others = [need for need in needs if need.weight >= WORTH_ASKING and need.needles[0].where is where]
    singles = [need for need in others if len(need.needles) == 1 and need.needles[0].data not in best.needles[0].data]
    return max(singles, key=lambda need: need.weight).needles[0] if singles else None
