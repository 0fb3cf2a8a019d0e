"""How well what rules find on a page agrees with what is known to be on it."""

from collections.abc import Iterable, Mapping, Sequence
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
    exact: int = 0
    """Texts that are the same to the word."""
    spare: int = 0
    """Objects that were not known, and lack what all known ones on the page have: nothing new, but something else."""

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
    def rank(self) -> tuple[float, float, float, int]:
        """What to prefer, where several will do: that which finds nothing else, then that which is right more often."""
        return min(self.share, ENOUGH), -self.spare / max(1, self.known), self.share, self.exact

    @property
    def is_perfect(self) -> bool:
        return self.share == 1.0 and not self.spare and self.exact == self.known

    @property
    def failed(self) -> tuple[str, ...]:
        """Fields that are mostly wrong, or `each` if the objects themselves are not found."""
        if self.known and self.found / self.known < ENOUGH:
            return ("each",)
        return tuple(name for name, known, right in self.right if known and right / known < ENOUGH)


def agreement(pairs: Iterable[tuple[Sequence[WebObject], Sequence[WebObject]]], kind: ObjectType) -> Agreement:
    """What is known of some pages against what was found on each, for objects of one type."""
    known = found = exact = spare = 0
    counts = {name: [0, 0] for name in FIELDS}
    for expected, made in pairs:
        by_id = {one.id: one for one in made if one.type is kind}
        own = [one for one in expected if one.type is kind]
        spare += _spare(own, by_id)
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


def _spare(own: Sequence[WebObject], by_id: Mapping[str, WebObject]) -> int:
    """How many of the objects found are none: somebody has written a new one at some time, as the known ones."""
    if not own:
        return 0
    names = [name for name in FIELDS if all(getattr(one, name) for one in own)]
    strange = set(by_id) - {one.id for one in own}
    return sum(not all(getattr(by_id[one], name) for name in names) for one in strange)


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
