"""What stands inside the text and is not of it: lines about the author, buttons, lists of related posts."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from thresher.learn.articles.naming import own_names
from thresher.page import Sheet

MAX_WORDS = 100_000
FOREIGN, NATIVE = 0.2, 0.5
"""Shares of matched words of parts that do not belong to the text, and of those that do."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """An element of a page, and the text that it should hold."""

    sheet: Sheet
    body: int
    words: Sequence[str]
    most: int = MAX_WORDS
    """Words of a part that may be left out."""


def foreign_parts(stretches: Sequence[Stretch]) -> tuple[str, ...]:
    """Patterns for the parts inside the elements that are not of the texts: on the pages, and never in the feed."""
    foreign: Counter[str] = Counter()
    native: Counter[str] = Counter()
    groups: list[list[str]] = []
    for stretch in stretches:
        own, strange = _parts(stretch)
        native.update(own)
        foreign.update({name for names in strange for name in names})
        groups += strange
    enough = max(2, 0.3 * len(stretches))
    sure = {name for name, count in foreign.items() if count >= enough and native[name] * 20 <= count}
    # One name a part, those that stand for the most parts first.
    chosen: dict[str, None] = {}
    for names in groups:
        fitting = [name for name in names if name in sure]
        if fitting and not any(name in chosen for name in fitting):
            chosen[max(fitting, key=foreign.__getitem__)] = None
    return tuple(chosen)


def _parts(stretch: Stretch) -> tuple[set[str], list[list[str]]]:
    """Names of the parts that are in the text, and, one list a part, of the outermost that are not."""
    sheet = stretch.sheet
    pairs, single = set(pairwise(stretch.words)), set(stretch.words)
    native: set[str] = set()
    foreign: list[list[str]] = []
    end = -1
    for number in range(stretch.body + 1, len(sheet.elements)):
        if not sheet.is_inside(number, stretch.body):
            break
        own = sheet.words_in(number)
        names = own_names(sheet.elements[number])
        if not own or sheet.first[number] < end:
            continue
        hits = sum(pair in pairs for pair in pairwise(own)) if len(own) > 2 else sum(word in single for word in own)
        share = hits / max(1, len(own) - 1 if len(own) > 2 else len(own))
        if share < FOREIGN and len(own) <= stretch.most:
            foreign.append(names)
            end = sheet.last[number]
        elif share > NATIVE:
            native.update(names)
    return native, foreign
