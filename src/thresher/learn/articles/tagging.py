"""Where the tags of a post stand: those that the feed names."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from lxml import etree

from thresher.learn.articles.found import Found
from thresher.learn.articles.naming import Chosen, own_names, pattern_of
from thresher.page import Sheet, words_of

LEAST_PAGES = 2
"""Pages whose tags the feed must name."""
LEAST_SCORE = 0.5
"""Likeness of what a rule selects to what the feed names, on all pages together: feeds leave tags out, pages show
categories, too; less is a list of all tags of the site.
"""
MAX_NAMES = 30
"""Patterns that are tried on all pages."""
BETTER = 0.01
"""By how much a pattern must be better than one that is more frequent."""


def tag_rule(lessons: Sequence[Found]) -> list[Chosen]:
    """The pattern that selects the most of the tags that the feed names, and the least of anything else."""
    pages = [(lesson, {tuple(words_of(tag)) for tag in lesson.target.tags} - {()}) for lesson in lessons]
    pages = [(lesson, tags) for lesson, tags in pages if tags]
    if len(pages) < LEAST_PAGES:
        return []
    names = Counter(
        name
        for lesson, tags in pages
        for name in dict.fromkeys(name for element in _tag_links(lesson.sheet, tags) for name in _tag_names(element))
    )
    best: Chosen | None = None
    for name, _ in names.most_common(MAX_NAMES):
        right = wrong = missed = held = 0
        for lesson, tags in pages:
            found = {tuple(words_of(_text(node))) for node in pattern_of(name).select(lesson.sheet.root)}
            right, wrong, missed = right + len(found & tags), wrong + len(found - tags), missed + len(tags - found)
            held += found == tags
        score = 2 * right / max(1, 2 * right + wrong + missed)
        if best is None or score > best.score + BETTER:
            best = Chosen(name, held, len(pages), round(score, 2))
    return [best] if best is not None and best.score >= LEAST_SCORE else []


def _tag_links(sheet: Sheet, tags: set[tuple[str, ...]]) -> Iterator[etree._Element]:
    for number, element in enumerate(sheet.elements):
        if 0 < sheet.size(number) < 8 and element.tag == "a" and tuple(sheet.words_in(number)) in tags:
            yield element


def _tag_names(element: etree._Element) -> list[str]:
    """Patterns for links, by themselves or by what stands around them."""
    found = own_names(element)
    for above in islice(element.iterancestors(), 4):
        if isinstance(above.tag, str):
            found += [f"{name}//a" for name in own_names(above)[:3]]
    return found


def _text(node: Any) -> str:
    return node if isinstance(node, str) else " ".join(node.itertext())
