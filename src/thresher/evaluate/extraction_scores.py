"""How near an extracted text is to the true one: by words, by their pairs, by shingles of four.

Thresher learns and weighs by measures of its own (`page.likeness`, `page.words_of`). They are not used here on purpose:
a fault in them would be the judge of itself, and a change to them would change what other programs are said to reach.
"""

import re
from collections import Counter
from datetime import UTC, date, datetime

SHINGLE = 4
"""Words; the length that the benchmark of Scrapinghub's article pages uses."""
_WORD = re.compile(r"\w+")


def words(text: str) -> list[str]:
    """Words in lower case, without what stands between them."""
    return _WORD.findall(text.lower())


def dice(found: list[str], true: list[str]) -> float:
    """Dice's coefficient of two texts' pairs of words, as multisets: 1 for equal texts.

    >>> round(dice(["a", "b", "c"], ["a", "b", "d"]), 2)
    0.5
    """
    if len(found) < 2 or len(true) < 2:
        return float(found == true)
    left, right = grams(found, 2), grams(true, 2)
    return 2 * (left & right).total() / (left.total() + right.total())


def shingle_f1(found: list[str], true: list[str]) -> float:
    """Harmonic mean of precision and recall of shingles; shorter texts are one shingle."""
    left, right = grams(found, min(SHINGLE, len(found) or 1)), grams(true, min(SHINGLE, len(true) or 1))
    both = (left & right).total()
    return 2 * both / (left.total() + right.total()) if both else 0.0


def grams(tokens: list[str], size: int) -> Counter[tuple[str, ...]]:
    return Counter(zip(*(tokens[start:] for start in range(size)), strict=False))


def share_found(part: list[str], whole: list[str]) -> float:
    """Of the pairs of words in `part`, how many `whole` has."""
    wanted = grams(part, 2)
    return (wanted & grams(whole, 2)).total() / wanted.total() if wanted else float(bool(part))


def is_same_day(found: str, true: str) -> bool:
    """Whether two dates name one day, by the true one's own clock or by UTC. Many programs give only a day."""
    left, right = _moment(found), _moment(true)
    return left is not None and right is not None and not _days(left).isdisjoint(_days(right))


def _days(moment: datetime) -> set[date]:
    return {moment.date(), moment.astimezone(UTC).date()} if moment.tzinfo else {moment.date()}


def _moment(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None
