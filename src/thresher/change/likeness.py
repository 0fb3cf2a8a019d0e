"""How alike the texts and the styles of two versions are: the measures of the news scheduler (formulas 4.2 to 4.5).

All are 1 for equal things, two empty ones included, and 0 where nothing is shared.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import sqrt

from rapidfuzz.distance import Levenshtein

from thresher.page import dice

MAX_WORDS = 100_000
"""Of each text, for the edit distance alone: 2 s; twice as many take four times as long."""


@dataclass(frozen=True, slots=True)
class TextLikeness:
    """Four measures of two texts, stop words left out."""

    cosine: float
    """Of the counts of words (4.4)."""
    jaccard: float
    """Of the sets of words (4.3)."""
    dice: float
    """Sørensen–Dice of the words, each as often as it is there (4.5)."""
    edit: float
    """1 less the edit distance of the two sequences of words, as a share of the longer one."""
    edits: int
    """Words put in, taken out or replaced."""


def text_likeness(one: Sequence[str], other: Sequence[str]) -> TextLikeness:
    """Compare two texts, given as words.

    >>> text_likeness(["red", "cat"], ["red", "dog"])
    TextLikeness(cosine=0.5, jaccard=0.3333333333333333, dice=0.5, edit=0.5, edits=1)
    """
    edits = Levenshtein.distance(one[:MAX_WORDS], other[:MAX_WORDS])
    longer = max(len(one[:MAX_WORDS]), len(other[:MAX_WORDS]))
    return TextLikeness(
        cosine(one, other),
        jaccard(frozenset(one), frozenset(other)),
        dice(one, other) if one or other else 1.0,
        1 - edits / longer if longer else 1.0,
        edits,
    )


def cosine(one: Sequence[str], other: Sequence[str]) -> float:
    """The cosine of the angle between the counts of words."""
    mine, theirs = Counter(one), Counter(other)
    if mine == theirs:
        return 1.0
    shared = sum(count * theirs[word] for word, count in mine.items())
    length = sqrt(sum(count * count for count in mine.values()) * sum(count * count for count in theirs.values()))
    return shared / length if length else 0.0


def jaccard(one: Collection[str], other: Collection[str]) -> float:
    """What two sets share of all that they have.

    >>> jaccard({"a", "b"}, {"b", "c"})
    0.3333333333333333
    """
    mine, theirs = set(one), set(other)
    return len(mine & theirs) / len(mine | theirs) if mine or theirs else 1.0
