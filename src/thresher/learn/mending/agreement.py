"""How well what rules find on a page agrees with what is known to be on it."""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from thresher.model import ObjectType, WebObject
from thresher.page import pair_dice, words_of

SAME_TEXT = 0.9
"""Likeness of two texts of one object: another template may show a bit more or less of it."""
ENOUGH = 0.95
"""Share of the objects on which rules must agree with what is known; less, and they have failed."""

FIELDS = ("text", "title", "author", "published")
_BY_CONTENT = re.compile(r"#x[0-9a-f]{16}$")


@dataclass(frozen=True, slots=True)
class Agreement:
    """Of the objects of one type that are on some pages: how many were found, and of those, fields that are right."""

    known: int = 0
    found: int = 0
    right: tuple[tuple[str, int, int], ...] = ()
    """Field, how often it is known, how often it is right."""
    exact: int = 0
    """Texts that are the same to the word."""
    spare: int = 0
    """Objects that were not known, and lack what all known ones have: nothing new, but something else."""

    @property
    def share(self) -> float:
        """The least of all shares: of objects found, and of each field."""
        if not self.known:
            return 1.0
        return min(self.found / self.known, *(right / known for _, known, right in self.right if known), 1.0)

    @property
    def has_failed(self) -> bool:
        return self.share < ENOUGH or self.finds_others

    @property
    def finds_others(self) -> bool:
        """Whether more is found that is none than may be: beginnings of other posts, in boxes that are called alike."""
        return self.spare > (1 - ENOUGH) * self.known > 0

    @property
    def rank(self) -> tuple[float, float, float, int]:
        """What to prefer, where several will do: that which finds nothing else, then that which is right more often."""
        return min(self.share, ENOUGH), -self.spare / max(1, self.known), self.share, self.exact

    @property
    def is_perfect(self) -> bool:
        return self.share == 1.0 and not self.spare and self.exact == self.known

    @property
    def failed(self) -> tuple[str, ...]:
        """Fields that are mostly wrong, or `each` if the objects themselves are not found."""
        if self.known and (self.found / self.known < ENOUGH or self.finds_others):
            return ("each",)
        return tuple(name for name, known, right in self.right if known and right / known < ENOUGH)


def agreement(pairs: Iterable[tuple[Sequence[WebObject], Sequence[WebObject]]], kind: ObjectType) -> Agreement:
    """What is known of some pages against what was found on each, for objects of one type."""
    known = found = exact = spare = 0
    counts = {name: [0, 0] for name in FIELDS}
    of_kind = [tuple([one for one in some if one.type is kind] for some in pair) for pair in pairs]
    whole = _had_by_all([one for own, _ in of_kind for one in own])
    for own, made in of_kind:
        by_id = {one.id: one for one in made}
        strange = by_id.keys() - {one.id for one in own}
        spare += sum(not whole <= _had(by_id[one]) for one in strange)
        for one in own:
            known += 1
            twin = by_id.get(one.id)
            if twin is None:
                continue
            found += 1
            exact += one.text == twin.text or words_of(one.text) == words_of(twin.text)
            for name in FIELDS:
                value = getattr(one, name)
                if value:
                    counts[name][0] += 1
                    counts[name][1] += _is_same(name, value, getattr(twin, name))
    return Agreement(known, found, tuple((name, count[0], count[1]) for name, count in counts.items()), exact, spare)


def _had_by_all(known: Collection[WebObject]) -> frozenset[str]:
    """What all known objects have. Somebody has written a new one at some time, as the known ones; what lacks some of
    it is none.
    """
    return frozenset.intersection(*map(_had, known)) if known else frozenset()


def _had(one: WebObject) -> frozenset[str]:
    """The fields that an object has, and whether it has a mark on its page."""
    marked = () if is_by_content(one.id) else ("mark",)
    return frozenset((*(name for name in FIELDS if getattr(one, name)), *marked))


def is_by_content(identity: str) -> bool:
    """Whether an id was made from what an object says, as it has no mark on its page (`extract.extract`)."""
    return _BY_CONTENT.search(identity) is not None


def _is_same(name: str, known: str, found: str) -> bool:
    if name == "text":
        return known == found or _is_same_text(words_of(known), words_of(found))
    if name == "published":
        # One template shows the minute, another the day.
        short = min(len(known), len(found))
        return bool(found) and known[:10] == found[:10] and (short <= 10 or known[:16] == found[:16])
    return words_of(known) == words_of(found)


def _is_same_text(known: list[str], found: list[str]) -> bool:
    """Whether two texts are those of one object. Who edits changes something within; what is added to an end, or
    missing there, and nothing else, is what a template puts around texts.
    """
    if known == found:
        return True
    if pair_dice(known, found) < SAME_TEXT:
        return False
    short, long = sorted((known, found), key=len)
    return not any(long[start : start + len(short)] == short for start in range(len(long) - len(short) + 1))
