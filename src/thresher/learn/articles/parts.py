"""What stands inside the text and is not of it: lines about the author, buttons, lists of related posts."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from thresher.learn.articles.found import Found
from thresher.learn.articles.naming import own_names
from thresher.page import words_of

MAX_GUESSED_WORDS = 40
"""Of a part that is left out only because a general extractor does."""
FOREIGN, NATIVE = 0.2, 0.5
"""Shares of matched words of parts that do not belong to the text, and of those that do."""


def foreign_parts(lessons: Sequence[Found]) -> tuple[str, ...]:
    """Parts inside the text that are not of it: on the pages and never in the feed's texts, or the same on every page.

    Where the feed has only beginnings, what a general extractor leaves out may be of the text after all: such parts
    must be on most pages, and short.
    """
    foreign: Counter[str] = Counter()
    native: Counter[str] = Counter()
    groups: list[list[str]] = []
    for lesson in lessons:
        own, strange = _parts(lesson)
        native.update(own)
        foreign.update({name for names in strange for name in names})
        groups += strange
    enough = max(2, 0.3 * len(lessons))
    sure = {name for name, count in foreign.items() if count >= enough and native[name] * 20 <= count}
    # One name a part, those that stand for the most parts first.
    chosen: dict[str, None] = {}
    for names in groups:
        fitting = [name for name in names if name in sure]
        if fitting and not any(name in chosen for name in fitting):
            chosen[max(fitting, key=foreign.__getitem__)] = None
    return tuple(chosen)


def _parts(lesson: Found) -> tuple[set[str], list[list[str]]]:
    """Names of the parts of the text that are in the target, and, one list a part, of the outermost that are not."""
    sheet, words = lesson.sheet, words_of(lesson.target.text)
    pairs, single = set(pairwise(words)), set(words)
    native: set[str] = set()
    foreign: list[list[str]] = []
    end = -1
    for number in range(lesson.body + 1, len(sheet.elements)):
        if not sheet.is_inside(number, lesson.body):
            break
        own = sheet.words_in(number)
        names = own_names(sheet.elements[number])
        if not own or sheet.first[number] < end:
            continue
        hits = sum(pair in pairs for pair in pairwise(own)) if len(own) > 2 else sum(word in single for word in own)
        share = hits / max(1, len(own) - 1 if len(own) > 2 else len(own))
        if share < FOREIGN and (lesson.target.is_whole or len(own) <= MAX_GUESSED_WORDS):
            foreign.append(names)
            end = sheet.last[number]
        elif share > NATIVE:
            native.update(names)
    return native, foreign
