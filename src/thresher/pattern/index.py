"""Thousands of detection patterns against one document, at the price of a few.

AAH §5 asks for an index of detection patterns and takes YFilter, an automaton over the tree. Here, two passes over
bytes find the patterns that could match, and these alone are tried: whatever the number of patterns, the answer is
that of trying all of them.
"""

from collections import Counter
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from lxml import etree

from thresher.pattern.document import Document, top_elements
from thresher.pattern.evidence import evidence_of
from thresher.pattern.needles import Need, Where, metadata_needs, page_needs
from thresher.pattern.pattern import Pattern
from thresher.pattern.pool import are_in_head
from thresher.pattern.posts import Entry, Posts
from thresher.pattern.references import IS_TRUSTED

K = TypeVar("K", bound=Hashable)


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
        self._heads = {number for number, (_, pattern) in enumerate(self._patterns) if are_in_head(pattern.paths)}
        pages: dict[Entry, list[Need]] = {}
        metadata: dict[Entry, list[Need]] = {}
        for number, (_, pattern) in enumerate(self._patterns):
            pages |= {(number, 0): []} if pattern.xpath else {}
            for place, path in enumerate(pattern.paths):
                pages[number, place] = page_needs(path)
                if (needs := metadata_needs(path)) is not None:
                    metadata[number, place] = needs
        self._pages = Posts(pages, (Where.MARKUP, Where.TEXT), engine)
        self._metadata = Posts(metadata, (Where.METADATA,), engine)
        self.engine = self._pages.engine
        self.always = len({number for number, _ in self._pages.always | self._metadata.always})

    def __len__(self) -> int:
        return len(self._patterns)

    def lookup(self, document: Document, most: int | None = None) -> tuple[Hit[K], ...]:
        """All patterns that match `document`, in the order in which they were given: as `try_all` would answer.

        With `most`, no more than so many hits of one key, those that are proved soonest: whoever only wants to know
        which keys match need not pay for proving it five times.
        """
        in_page, in_metadata = self._candidates(document)
        text_bytes = len(document.text) if in_page else 0
        hits: dict[int, Hit[K]] = {}
        counts: Counter[K] = Counter()
        for entry in sorted(in_page | in_metadata, key=None if most is None else self._effort):
            number, place = entry
            key, pattern = self._patterns[number]
            if number in hits or (most is not None and counts[key] >= most):
                continue
            sign = pattern.matcher.sign_in_page(document, place, text_bytes) if entry in in_page else None
            if sign is None and entry in in_metadata:
                sign = pattern.matcher.sign_in_metadata(document, place)
            if sign is not None:
                hits[number] = Hit(key, pattern, evidence_of(sign))
                counts[key] += 1
        return tuple(hits[number] for number in sorted(hits))

    def _effort(self, entry: Entry) -> tuple[bool, Entry]:
        """What is in the head of a page is found before anything else is."""
        return entry[0] not in self._heads, entry

    def _candidates(self, document: Document) -> tuple[set[Entry], set[Entry]]:
        """What may match the page, and what may match the metadata."""
        in_page: set[Entry] = set()
        if document.root is not None:
            found = self._found_in_markup(document)
            if self._pages.has(Where.TEXT):
                found |= self._pages.found(Where.TEXT, document.text)
            in_page = self._pages.candidates(found)
        values = document.metadata_values if self._metadata.has(Where.METADATA) else b""
        return in_page, self._metadata.candidates(self._metadata.found(Where.METADATA, values))

    def _found_in_markup(self, document: Document) -> set[int]:
        """Literals in what the parser read, or, if that may hide some or is not at hand, in the tree written out.

        Writing a tree costs a sixth of parsing it; 4 of 158 recorded pages hide something.
        """
        source = document.source
        if source and IS_TRUSTED:
            found = self._pages.found(Where.MARKUP, source)
            if found.isdisjoint(self._pages.hiding):
                return found
        written = [etree.tostring(top, encoding="utf-8") for top in top_elements(document.root)]
        return self._pages.found(Where.MARKUP, b"\n".join(written))


def try_all(patterns: Iterable[tuple[K, Pattern]], document: Document) -> tuple[Hit[K], ...]:
    """All of `patterns` that match `document`, tried one after the other: what an index must agree with."""
    signs = ((key, pattern, pattern.matcher.sign(document)) for key, pattern in patterns)
    return tuple(Hit(key, pattern, evidence_of(sign)) for key, pattern, sign in signs if sign is not None)
