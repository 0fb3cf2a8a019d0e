"""What two versions of a page say differently, passage by passage."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from thresher.change.wording import Passage
from thresher.page import dice

RESTATED = 0.5
"""Share of words from which on a short text is the same one, said anew: 'Currently Wed' and 'Currently Thu'."""
SHORT = 6
"""Words of a text that can be a restated one: a clock, a counter, who is online."""
MAX_PAIRS = 400
"""Texts on each side that are looked through for restated ones."""


@dataclass(frozen=True, slots=True)
class PassageChanges:
    """Passages that are only on one side, those that were moved, and how much that is."""

    new: tuple[Passage, ...]
    gone: tuple[Passage, ...]
    restated: int
    """Pairs of short passages that say the same in another way."""
    is_reordered: bool
    """Whether passages that both have stand in another order."""
    words: int
    """Of the longer version, the passages of which are compared."""

    @property
    def new_words(self) -> int:
        return sum(map(len, self.new))

    @property
    def gone_words(self) -> int:
        return sum(map(len, self.gone))

    @property
    def share(self) -> float:
        """Words that are only on one side, as a share of all that there are."""
        return max(self.new_words, self.gone_words) / self.words if self.words else 0.0


def passage_changes(before: Sequence[Passage], now: Sequence[Passage]) -> PassageChanges:
    """Compare the passages of two versions; white space and what ticks were left out before."""
    mine, theirs = Counter(before), Counter(now)
    gone, new = _only(before, mine - theirs), _only(now, theirs - mine)
    restated = _restated(gone, new)
    lost = {id(old) for old, _ in restated}
    come = {id(fresh) for _, fresh in restated}
    shared = mine & theirs
    once = {passage for passage, count in shared.items() if mine[passage] == theirs[passage] == count == 1}
    return PassageChanges(
        tuple(passage for passage in new if id(passage) not in come),
        tuple(passage for passage in gone if id(passage) not in lost),
        len(restated),
        [one for one in before if one in once] != [one for one in now if one in once],
        max(sum(map(len, before)), sum(map(len, now))),
    )


def _only(passages: Iterable[Passage], counts: Counter[Passage]) -> list[Passage]:
    """The passages that `counts` has left, in their order, each as often."""
    left, found = Counter(counts), []
    for passage in passages:
        if left[passage] > 0:
            left[passage] -= 1
            found.append(passage)
    return found


def _restated(gone: list[Passage], new: list[Passage]) -> list[tuple[Passage, Passage]]:
    """Short passages that came in the place of others and share words with them."""
    old = [passage for passage in gone if len(passage) <= SHORT][:MAX_PAIRS]
    holders: dict[str, set[int]] = {}
    for number, passage in enumerate(old):
        for word in passage:
            holders.setdefault(word, set()).add(number)
    found: list[tuple[Passage, Passage]] = []
    taken: set[int] = set()
    for fresh in [passage for passage in new if len(passage) <= SHORT][:MAX_PAIRS]:
        near = sorted({number for word in fresh for number in holders.get(word, ())} - taken)
        match = next((number for number in near if dice(old[number], fresh) >= RESTATED), None)
        if match is not None:
            taken.add(match)
            found.append((old[match], fresh))
    return found
