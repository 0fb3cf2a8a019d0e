"""How alike two texts are, and how much of one another has.

Single words forgive another order; pairs of words in a row do not. Each of these compares two texts; all elements of a
page with one text at once are compared by `Sheet.dice_of_characters` and `Sheet.dice_of_words`.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise


def dice(one: Iterable[Hashable], other: Iterable[Hashable]) -> float:
    """Sørensen–Dice: twice what both have, against all that they have; 0 if that is nothing.

    What is repeated counts as often as both repeat it; given two sets, everything counts once.

    >>> dice(["a", "a", "b"], ["a", "a", "c"])
    0.6666666666666666
    >>> dice({"a", "b"}, {"a", "c"})
    0.5
    """
    first, second = Counter(one), Counter(other)
    return 2 * (first & second).total() / max(1, first.total() + second.total())


def pair_dice(words: Sequence[str], other: Sequence[str]) -> float:
    """Sørensen–Dice of the pairs of words of two texts; where one has no pair, whether they are equal.

    >>> pair_dice(["a", "b", "c"], ["c", "a", "b"])
    0.5
    """
    if len(words) < 2 or len(other) < 2:
        return float(list(words) == list(other))
    return dice(pairwise(words), pairwise(other))


def pair_share(part: Sequence[str], whole: Sequence[str]) -> float:
    """Of the pairs of words of `part`, how many `whole` has, each as often; of a single word, whether it is there.

    Unlike `pair_dice` it does not matter what else `whole` has.

    >>> pair_share(["a", "b", "c"], ["x", "a", "b", "y", "z"])
    0.5
    """
    if len(part) < 2:
        return float(all(word in whole for word in part))
    pairs = Counter(pairwise(part))
    return (pairs & Counter(pairwise(whole))).total() / pairs.total()


@dataclass(frozen=True, slots=True)
class Wording:
    """The words of a text and their pairs, for asking of many short parts how much of each the text has."""

    words: frozenset[str]
    pairs: frozenset[tuple[str, str]]

    @classmethod
    def of(cls, words: Sequence[str]) -> "Wording":
        return cls(frozenset(words), frozenset(pairwise(words)))

    def share_of(self, part: Sequence[str]) -> float:
        """Of the pairs of words of `part`, how many the text has, however often; of two words or one, how many words.

        Unlike `pair_share` a line that is there twice is there both times, though the text has it once.

        >>> Wording.of(["a", "b"]).share_of(["a", "b", "a", "b"])
        0.6666666666666666
        """
        if len(part) < 3:
            return sum(word in self.words for word in part) / max(1, len(part))
        return sum(pair in self.pairs for pair in pairwise(part)) / (len(part) - 1)
