"""Needles → the patterns that they make candidates.

Of the needles of a path the most telling one calls for it; the others must then be there too. So 'generator', which
thousands share, costs nothing, and a page is tried for `*[@class~='copyright'][contains(., 'phpBB')]` only if it has
both words.
"""

from collections import Counter
from collections.abc import Sequence
from math import log2

from thresher.pattern.needles import Need, Needle, Where
from thresher.pattern.references import HIDING
from thresher.pattern.scan import Scanner, make_scanner

Entry = tuple[int, int]
"""The number of a pattern, and that of one of its alternatives."""

WORTH_ASKING = 2.0
"""Weight of a needle beside the first: a name of eight letters has it, a word that is on every page has not."""


class Posts:
    """What is to be looked for in some of a document's byte strings, and what follows from finding it.

    `always` are the entries that need nothing. `hiding` are the numbers under which references to plain characters
    are found in markup.
    """

    def __init__(self, needs: dict[Entry, list[Need]], places: Sequence[Where], engine: str | None) -> None:
        self.always = frozenset(entry for entry, some in needs.items() if not some)
        called = _called(needs)
        numbers: dict[Needle, int] = {}
        self._scanners: dict[Where, tuple[Scanner, int, int]] = {}
        self.engine = ""
        self.hiding = range(0)
        for where in places:
            here = [needle for needle in called if needle.where is where]
            first = len(numbers) + len(self.hiding)
            numbers |= {needle: first + number for number, needle in enumerate(here)}
            expressions = HIDING if where is Where.MARKUP else ()
            scanner, self.engine = make_scanner([(n.data, n.is_caseless) for n in here], expressions, engine)
            self._scanners[where] = scanner, first, len(here)
            if expressions:
                self.hiding = range(first + len(here), first + len(here) + len(expressions))
        self._posts = {
            numbers[needle]: [
                (entry, [frozenset(numbers[one] for one in other.needles) for other in others])
                for entry, others in entries
            ]
            for needle, entries in called.items()
            if entries
        }

    def has(self, where: Where) -> bool:
        """Whether there is any literal to look for there."""
        return self._scanners[where][2] > 0

    def found(self, where: Where, data: bytes) -> set[int]:
        """Numbers of all that is found there in `data`."""
        scanner, first, _ = self._scanners[where]
        found = scanner.found(data)
        return {first + number for number in found} if first else found

    def candidates(self, found: set[int]) -> set[Entry]:
        """Entries whose needles are all among those of these numbers, and those that need none."""
        posts = self._posts
        called = {
            entry
            for number in found & posts.keys()
            for entry, others in posts[number]
            if not any(map(found.isdisjoint, others))
        }
        return called | self.always


def _called(needs: dict[Entry, list[Need]]) -> dict[Needle, list[tuple[Entry, list[Need]]]]:
    """Each needle with the entries that it calls for, and what else each of them must have."""
    shares = Counter(need.needles[0] for some in needs.values() for need in some)
    called: dict[Needle, list[tuple[Entry, list[Need]]]] = {}
    for entry, some in needs.items():
        if not some:
            continue
        best = max(some, key=lambda need: need.weight - log2(shares[need.needles[0]]))
        others = [need for need in some if need is not best and _is_worth_asking(need)]
        for needle in best.needles:
            called.setdefault(needle, []).append((entry, others))
        for needle in (needle for other in others for needle in other.needles):
            called.setdefault(needle, [])
    return called


def _is_worth_asking(need: Need) -> bool:
    # A single `&` is on every page.
    return need.weight >= WORTH_ASKING and all(len(needle.data) > 1 for needle in need.needles)
