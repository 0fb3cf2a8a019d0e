"""Where on a page is the thing that a feed item speaks of? By semantic density (Oita & Senellart, §4).

The title and the description of the item are its context. Texts of the page, of links and of images that share runs
of three words with it are conceptual leaves; the smallest block around them that holds half of the context is the
wrapper of the object. If no block does, shorter runs are tried, and last the concepts alone: stems of the words that
the context repeats or that are long enough to mean something.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

from lxml import etree

from thresher.page.sheet import Sheet, words_of

LONGEST_RUN = 3
"""The paper's n, found best there."""
MAX_CONTEXT = 400
"""Words of a description that are looked for: full texts of long posts say no more than their beginnings."""
MAX_CONCEPTS = 25
"""Stems that stand for a text: more are words that any text has."""
MAX_ALT = 1000
"""Characters of what stands for an image."""
HALF = 0.5
"""Share of the context that a block must hold to be the wrapper."""

BLOCKS = frozenset({"div", "article", "section", "main", "td", "body", "blockquote", "dd", "li", "form", "center"})
"""Elements that hold whole things, and not a part of a text."""
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
    # Single words are everywhere: only their stems, and only the outstanding ones, tell anything.
    for run in range(LONGEST_RUN, 1, -1):
        runs = partial(_grams, run=run)
        if (found := _densest(sheet, {gram for part in context for gram in runs(part)}, runs, run)) is not None:
            return found
    stem = _stemmer(language)
    concepts = _concepts([word for part in context for word in part], stem)
    return _densest(sheet, concepts, lambda words: {(stem(word),) for word in words}, 0)


def _grams(words: Sequence[str], run: int) -> set[Gram]:
    return {tuple(words[place : place + run]) for place in range(len(words) - run + 1)}


def _concepts(words: Sequence[str], stem: Callable[[str], str]) -> set[Gram]:
    """Stems of the words that stand out: the most frequent of those that are not short."""
    counts = Counter(stem(word) for word in words if len(word) > 3 or not word.isascii())
    return {(concept,) for concept, _ in counts.most_common(MAX_CONCEPTS)}


@lru_cache(maxsize=32)
def _stemmer(language: str) -> Callable[[str], str]:
    import snowballstemmer

    name = _LANGUAGES.get(language.lower().replace("_", "-").partition("-")[0], "english")
    stemmer = snowballstemmer.stemmer(name)
    return lru_cache(maxsize=20_000)(stemmer.stemWord)


def _densest(
    sheet: Sheet, grams: set[Gram], found_in: Callable[[Sequence[str]], set[Gram]], run: int
) -> Wrapper | None:
    """The block that holds half of `grams`, most of them a word."""
    if not grams:
        return None
    held: dict[int, set[Gram]] = {}
    sizes = [0] * len(sheet.elements)
    for number, words in _leaves(sheet):
        sizes[number] += len(words)
        if own := found_in(words) & grams:
            held.setdefault(number, set()).update(own)
    best: Wrapper | None = None
    # Children come after their parents, so each block has all of its own when its turn comes.
    for number in range(len(sheet.elements) - 1, -1, -1):
        parent = sheet.parents[number]
        if parent >= 0:
            sizes[parent] += sizes[number]
        own_grams = held.pop(number, None)
        if own_grams is None:
            continue
        share = len(own_grams) / len(grams)
        if share >= HALF and sheet.elements[number].tag in BLOCKS:
            density = len(own_grams) / sizes[number]
            if best is None or density > best.density:
                best = Wrapper(sheet.elements[number], share, density, run)
        if parent >= 0:
            held.setdefault(parent, set()).update(own_grams)
    return best


def _leaves(sheet: Sheet) -> Iterator[tuple[int, Sequence[str]]]:
    """What has no parts: texts, those of links among them, and images, by what stands for them."""
    for number, first, last in sheet.leaves:
        yield number, sheet.words[first:last]
    for number, element in enumerate(sheet.elements):
        if element.tag == "img" and (text := element.get("alt")):
            yield number, words_of(text[:MAX_ALT])
