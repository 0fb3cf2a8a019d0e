"""Heads of quoted passages that stand in no element of their own: 'Anna wrote on 3 May:', before the passage or in it.

What the software writes is the same words before all passages, around a name and a date that differ.
"""

import re
from collections.abc import Collection, Sequence
from functools import reduce
from itertools import pairwise

from lxml import etree

from thresher.learn.posts.limits import MAX_DATE
from thresher.learn.posts.quoting import MIN_HEADS, SURE, is_head, passages_in
from thresher.page import is_date_word, lines_leading

MAX_BETWEEN = 60
"""Characters of a name or a date between the words that come back."""


def quote_lines_in(bodies: Sequence[etree._Element], people: Collection[str], quotes: Sequence[str]) -> str:
    """An expression for bare lines that head the passages which `quotes` select; empty if most have none."""
    names = {name.lower() for name in people if name}
    leading = [[line.text for line in lines_leading(passage)] for passage in passages_in(bodies, quotes)]
    # Somebody may write a line before a passage that the software headed, too.
    heads = [head for some in leading if (head := next((one for one in some if _heads(one, names)), ""))]
    led = [some for some in leading if some]
    if len(heads) < max(MIN_HEADS, SURE * len(led)):
        return ""
    words = reduce(_common, (_lasting(head) for head in heads))
    if any(map(str.isalpha, "".join(words))):
        return _expression(words, heads)
    # A mark is enough between a name and a date: 'Anna @ 3 May'.
    is_dated = bool(words) and all(any(map(str.isdigit, head.rpartition(words[-1])[2])) for head in heads)
    return rf"(?=.*{re.escape(words[-1])}.*\d){_expression(words, heads)}" if is_dated else ""


def _heads(line: str, names: Collection[str]) -> bool:
    return len(line) <= MAX_DATE and is_head(line, names)


def _lasting(line: str) -> list[str]:
    """Words that another day does not change."""
    return [
        word for word in line.split() if not (any(map(str.isdigit, word)) or is_date_word(word.strip(".,").lower()))
    ]


def _common(one: Sequence[str], other: Sequence[str]) -> list[str]:
    """The longest sequence of words that both have, in their order."""
    found: list[list[list[str]]] = [[[] for _ in range(len(other) + 1)] for _ in range(len(one) + 1)]
    for row, word in enumerate(one, start=1):
        for column, twin in enumerate(other, start=1):
            kept = max(found[row - 1][column], found[row][column - 1], key=len)
            found[row][column] = [*found[row - 1][column - 1], word] if word == twin else kept
    return found[-1][-1]


def _expression(words: Sequence[str], heads: Sequence[str]) -> str:
    """The words in their order with what differs between them; a line that begins or ends with one always does."""
    first = "" if all(head.startswith(words[0]) for head in heads) else rf".{{0,{MAX_BETWEEN}}}"
    last = "" if all(head.endswith(words[-1]) for head in heads) else rf".{{0,{MAX_BETWEEN}}}"
    gaps = (rf".{{1,{MAX_BETWEEN}}}" for _ in pairwise(words))
    return first + "".join(f"{re.escape(word)}{gap}" for word, gap in zip(words, [*gaps, last], strict=True))
