"""How well what rules find on a page agrees with what is known to be on it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from thresher.model import ObjectType, WebObject
from thresher.page import pair_dice, words_of

SAME_TEXT = 0.9
"""Likeness of two texts of one object: another template may show a bit more or less of it."""
ENOUGH = 0.95
"""Share of the objects on which rules must agree with what is known; less, and they have failed."""

FIELDS = ("text", "title", "author", "published")


@dataclass(frozen=True, slots=True)
class Agreement:
    """Of the objects of one type that are on some pages: how many were found, and of those, fields that are right."""

    known: int = 0
    found: int = 0
    right: tuple[tuple[str, int, int], ...] = ()
    """Field, how often it is known, how often it is right."""

    @property
    def share(self) -> float:
        """The least of all shares: of objects found, and of each field."""
        if not self.known:
            return 1.0
        return min(self.found / self.known, *(right / known for _, known, right in self.right if known), 1.0)

    @property
    def has_failed(self) -> bool:
        return self.share < ENOUGH

    @property
    def failed(self) -> tuple[str, ...]:
        """Fields that are mostly wrong, or `each` if the objects themselves are not found."""
        if self.known and self.found / self.known < ENOUGH:
            return ("each",)
        return tuple(name for name, known, right in self.right if known and right / known < ENOUGH)


def agreement(pairs: Iterable[tuple[Sequence[WebObject], Sequence[WebObject]]], kind: ObjectType) -> Agreement:
    """What is known of some pages against what was found on each, for objects of one type."""
    known = found = 0
    counts = {name: [0, 0] for name in FIELDS}
    for expected, made in pairs:
        by_id = {one.id: one for one in made if one.type is kind}
        for one in (one for one in expected if one.type is kind):
            known += 1
            twin = by_id.get(one.id)
            if twin is None:
                continue
            found += 1
            for name in FIELDS:
                value = getattr(one, name)
                if value:
                    counts[name][0] += 1
                    counts[name][1] += _is_same(name, value, getattr(twin, name))
    return Agreement(known, found, tuple((name, count[0], count[1]) for name, count in counts.items()))


def _is_same(name: str, known: str, found: str) -> bool:
    if name == "text":
        return known == found or pair_dice(words_of(known), words_of(found)) >= SAME_TEXT
    if name == "published":
        # One template shows the minute, another the day.
        short = min(len(known), len(found))
        return bool(found) and known[:10] == found[:10] and (short <= 10 or known[:16] == found[:16])
    return words_of(known) == words_of(found)
