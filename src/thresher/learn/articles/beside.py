"""Texts in two elements: an introduction, or what stands behind 'continue reading', beside the element of the rest."""

from collections import Counter
from collections.abc import Sequence

from thresher.learn.articles.found import Found
from thresher.learn.articles.naming import PARAGRAPHS, is_pattern, own_names, pattern_of
from thresher.page import Sheet, Wording, words_of

LEAST_PAGES = 2
"""Pages that must have such a part: what stands on one page alone says nothing of the next."""
LEAST_WORDS = 8
"""Of a part; fewer are a line about the post."""
NATIVE, KNOWN = 0.8, 0.8
"""Shares of a part's pairs of words that the text must have, and that the element of the text must not: it holds
something else.
"""


def parts_beside(found: Sequence[Found]) -> tuple[str, ...]:
    """Patterns for the elements right before or behind that of the text which hold more of it; of each kind one."""
    parts: list[list[str]] = []
    others: list[tuple[Found, set[int]]] = []
    counts: Counter[str] = Counter()
    for one in found:
        numbers = _parts(one)
        others.append((one, set(numbers)))
        for number in numbers:
            names = [name for name in own_names(one.sheet.elements[number]) if is_pattern(name)]
            parts.append(names)
            counts.update(names)
    chosen: dict[str, None] = {}
    for names in parts:
        fitting = [name for name in names if counts[name] >= LEAST_PAGES and _holds(name, others)]
        if fitting and not any(name in chosen for name in fitting):
            chosen[max(fitting, key=counts.__getitem__)] = None
    return tuple(chosen)


def _holds(name: str, pages: Sequence[tuple[Found, set[int]]]) -> bool:
    """Whether what a pattern selects beside the texts are parts of them, on all pages but a few."""
    right = wrong = 0
    for one, parts in pages:
        beside = {*_beside(one.sheet, one.body)}
        selected = (node for node in pattern_of(name).select(one.sheet.root) if not isinstance(node, str))
        nodes = {one.sheet.number_of(node) for node in selected} & beside
        right += len(nodes & parts)
        wrong += len(nodes - parts)
    return right > 2 * wrong


def _parts(one: Found) -> list[int]:
    """The neighbours of the text's element, on both sides, as long as they hold words of the text that it lacks."""
    sheet, wording = one.sheet, Wording.of(words_of(one.target.text))
    own = Wording.of(sheet.words_in(one.body))
    row = _beside(sheet, one.body)
    place = row.index(one.body)
    found: list[int] = []
    for side in (row[place + 1 :], row[:place][::-1]):
        for number in side:
            words = sheet.words_in(number)
            if not words:
                continue
            is_part = len(words) >= LEAST_WORDS and sheet.elements[number].tag not in PARAGRAPHS
            if not is_part or wording.share_of(words) < NATIVE or own.share_of(words) > KNOWN:
                break
            found.append(number)
    return found


def _beside(sheet: Sheet, number: int) -> list[int]:
    """The element and its siblings."""
    home = sheet.parents[number]
    return (
        [one for one in range(home + 1, len(sheet.elements)) if sheet.parents[one] == home] if home >= 0 else [number]
    )
