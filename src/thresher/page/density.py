"""Where on a page is the thing that a feed item speaks of? By semantic density (Oita & Senellart, §4).

The title and the description of the item are its context. Texts of the page that share runs of three words with it
are conceptual leaves; the smallest block around them that holds half of the context is the wrapper of the object. If
no block does, shorter runs are tried, and last the concepts alone: stems of the words that the context repeats or that
are long enough to mean something.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import snowballstemmer
from lxml import etree

from thresher.page.sheet import Sheet, words_of

LONGEST_RUN = 3
"""The paper's n, found best there."""
MAX_CONTEXT = 400
"""Words of a description that are looked for: full texts of long posts say no more than their beginnings."""
MAX_CONCEPTS = 25
HALF = 0.5

_BLOCKS = frozenset({"div", "article", "section", "main", "td", "body", "blockquote", "dd", "li", "form", "center"})
_LANGUAGES = {
    "ar": "arabic", "da": "danish", "de": "german", "el": "greek", "en": "english", "es": "spanish", "fi": "finnish",
    "fr": "french", "hu": "hungarian", "it": "italian", "nl": "dutch", "no": "norwegian", "nb": "norwegian",
    "pt": "portuguese", "ro": "romanian", "ru": "russian", "sv": "swedish", "tr": "turkish",
}  # fmt: skip

Gram = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Wrapper:
    """The element that holds an object, and what says so."""

    element: etree._Element
    share: float
    """How much of the context is in it."""
    density: float
    """Matches a word."""
    run: int
    """Words in a row that were matched; 0 if concepts were."""


def find_wrapper(sheet: Sheet, title: str, description: str, language: str = "") -> Wrapper | None:
    """The element that holds what an item with this title and description is about; None if nothing on the page does.

    `description` is plain text.
    """
    context = [words_of(title), words_of(description)[:MAX_CONTEXT]]
    if not any(context):
        return None
    for run in range(LONGEST_RUN, 0, -1):
        grams = {gram for part in context for gram in _grams(part, run)}
        if run == 1:
            # Single words are everywhere: only their stems, and only the outstanding ones, tell anything.
            break
        found = _densest(sheet, grams, lambda place, n=run: tuple(sheet.words[place : place + n]), run)  # type: ignore[misc]
        if found is not None:
            return found
    stem = _stemmer(language)
    concepts = _concepts([word for part in context for word in part], stem)
    return _densest(sheet, concepts, lambda place: (stem(sheet.words[place]),), 0)


def _grams(words: Sequence[str], run: int) -> set[Gram]:
    return {tuple(words[place : place + run]) for place in range(len(words) - run + 1)}


def _concepts(words: Sequence[str], stem: Callable[[str], str]) -> set[Gram]:
    """Stems of the words that stand out: the most frequent of those that are not short."""
    counts = Counter(stem(word) for word in words if len(word) > 3 or not word.isascii())
    return {(concept,) for concept, _ in counts.most_common(MAX_CONCEPTS)}


@lru_cache(maxsize=32)
def _stemmer(language: str) -> Callable[[str], str]:
    name = _LANGUAGES.get(language.lower().replace("_", "-").partition("-")[0], "english")
    stemmer = snowballstemmer.stemmer(name)
    return lru_cache(maxsize=20_000)(stemmer.stemWord)


def _densest(sheet: Sheet, grams: set[Gram], at: Callable[[int], Gram], run: int) -> Wrapper | None:
    """The block that holds half of `grams`, most of them a word."""
    if not grams:
        return None
    held: dict[int, set[Gram]] = {}
    length = max(1, run)
    for number, first, last in _leaves(sheet):
        own = {gram for place in range(first, last - length + 1) if (gram := at(place)) in grams}
        if own:
            held.setdefault(number, set()).update(own)
    best: Wrapper | None = None
    # Children come after their parents, so each block has all of its own when its turn comes.
    for number in range(len(sheet.elements) - 1, -1, -1):
        own_grams = held.pop(number, None)
        if own_grams is None:
            continue
        share = len(own_grams) / len(grams)
        if share >= HALF and sheet.elements[number].tag in _BLOCKS:
            density = len(own_grams) / max(1, sheet.size(number))
            if best is None or density > best.density:
                best = Wrapper(sheet.elements[number], share, density, run)
        if (parent := sheet.parents[number]) >= 0:
            held.setdefault(parent, set()).update(own_grams)
    return best


def _leaves(sheet: Sheet) -> Sequence[tuple[int, int, int]]:
    return sheet.leaves
