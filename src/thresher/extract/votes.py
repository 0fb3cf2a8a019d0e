"""Who else finds a post's text on its page, and whether they mean the same.

Asked on every page: what the page itself marks as the article, and its feed item. Only where one of these means another
text, or where there is hardly any text and nobody has confirmed it, the place where the item's words are densest and a
general extractor are asked, too: they cost ten times as much as reading the page by rules.
"""

from collections.abc import Sequence

from lxml import etree

from thresher.model import FeedItem
from thresher.page import (
    Sheet,
    dice,
    find_wrapper,
    main_text,
    pair_share,
    passage,
    text_of_fragment,
    words_of,
)

AGREE = 0.8
"""Likeness of two texts that are meant to be the same. Higher, and a caption too many is a doubt; lower, and half of
the article would do. No text is chosen by it: it moves the confidence alone.
"""
TRIMMINGS = 60
"""Words in a marked article that are not of its text: who to share it with, who likes it, who advertises."""
SHOWN = 0.5
"""Share of an item's words that its text must have: the same half as Oita's consistency check."""
LEAST_PROSE = 30
"""Words of a paragraph that is more than a caption or a note at the foot of a page."""
LEAST_WORDS = 10
"""Of a text that stands for a page; fewer are a menu."""


def doubts_of_text(
    text: str, root: etree._Element, marked: Sequence[str], item: FeedItem | None = None, language: str = ""
) -> list[str]:
    """Who means another text than `text` as that of the post on the page `root`, in words.

    `marked` are the texts that the page itself calls the article.
    """
    if item is None and text in marked:  # the usual case: no words need be counted
        return []
    own = words_of(text)
    votes = []
    if texts := [words for one in marked if len(words := words_of(one)) >= LEAST_WORDS]:
        is_same = any(dice(own, words) >= AGREE or _is_trimmed(own, words) for words in texts)
        votes.append(("the page itself marks another text as the article", is_same))
    if item is not None and len(words := words_of(text_of_fragment(item.html))) >= LEAST_WORDS:
        votes.append(("its feed has other words", pair_share(words, own) >= SHOWN))
    is_confirmed = bool(votes) or len(own) >= LEAST_WORDS or not _has_prose(root)
    if not is_confirmed or not all(is_same for _, is_same in votes):
        votes += [
            (f"{voter} finds another text", _overlap(own, words) >= AGREE)
            for voter, words in _further_votes(root, item, language)
        ]
    return [doubt for doubt, is_same in votes if not is_same]


def _further_votes(root: etree._Element, item: FeedItem | None, language: str) -> list[tuple[str, list[str]]]:
    """What density and a general extractor take for the text; those that find none have no vote."""
    votes = [("a general extractor", words_of(main_text(root).text))]
    if item is not None:
        found = find_wrapper(Sheet.of(root), item.title, text_of_fragment(item.html), language)
        dense = words_of(passage(found.element)) if found is not None else []
        votes.append(("the place where its feed item's words are densest", dense))
    return [(voter, words) for voter, words in votes if len(words) >= LEAST_WORDS]


def _is_trimmed(own: Sequence[str], marked: Sequence[str]) -> bool:
    """Whether a text is the marked one without its trimmings."""
    return len(marked) - len(own) <= TRIMMINGS and pair_share(own, marked) >= AGREE


def _has_prose(root: etree._Element) -> bool:
    """Whether there is anything on the page that could be a text: one paragraph is enough."""
    return any(sum(len(str(text).split()) for text in one.itertext()) >= LEAST_PROSE for one in root.iter("p"))


def _overlap(one: Sequence[str], other: Sequence[str]) -> float:
    """How much of the shorter text the other has: a voter may take in a bit more, or leave out a bit."""
    short, long = sorted((one, other), key=len)
    return pair_share(short, long)
