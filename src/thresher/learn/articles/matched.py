"""Elements that a pattern selects → the comments that they hold: the best matching of the two (BlogForever §3.5)."""

from collections.abc import Sequence
from dataclasses import dataclass

from lxml import etree

from thresher.learn.articles.matching import best_matching
from thresher.learn.articles.naming import pattern_of
from thresher.learn.articles.spoken import Talk
from thresher.model import FeedItem
from thresher.page import Sheet, pair_share

MAX_NODES = 400
"""Elements of one page that a rule may select."""
LEAST_HELD = 0.7
"""Share of a comment's pairs of words that its element must hold."""
A_WORD = 0.0001
"""What each word costs an element that may be a comment's: it decides only among elements that hold as much of it."""


@dataclass(frozen=True, slots=True)
class Record:
    """The element of a comment, and what the feed says of it."""

    element: etree._Element
    item: FeedItem
    words: Sequence[str]
    sheet: Sheet


def matched(each: str, talk: Talk) -> list[Record]:
    """The elements of the comments that the feed has, with what it says of them: the best matching of the two."""
    nodes = nodes_of(each, talk.sheet)
    if not len(talk.texts) <= len(nodes) <= MAX_NODES:
        return []
    own = [_own_words(number, nodes, talk.sheet) for number in nodes]
    weights = [[_held(words, other) for other in own] for words in talk.texts]
    return [
        Record(talk.sheet.elements[nodes[column]], talk.items[row], talk.texts[row], talk.sheet)
        for row, column in enumerate(best_matching(weights))
        if weights[row][column] > LEAST_HELD
    ]


def _own_words(number: int, nodes: Sequence[int], sheet: Sheet) -> list[str]:
    """The words of a comment without those of answers inside it."""
    place, found = sheet.first[number], []
    for other in nodes:
        if other > number and sheet.first[other] >= place and sheet.is_inside(other, number):
            found += sheet.words[place : sheet.first[other]]
            place = sheet.last[other]
    return [*found, *sheet.words[place : sheet.last[number]]]


def _held(words: Sequence[str], other: Sequence[str]) -> float:
    """How much of a comment an element holds; of equal ones the shorter element is worth more."""
    return pair_share(words, other) - A_WORD * len(other)


def nodes_of(name: str, sheet: Sheet) -> list[int]:
    found = pattern_of(name).select(sheet.root)
    numbers = (sheet.number_of(node) for node in found if not isinstance(node, str))
    return [number for number in numbers if number >= 0]
