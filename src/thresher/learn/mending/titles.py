"""Where the titles stand of pages that have no text of their own: threads, boards."""

from collections.abc import Sequence
from itertools import islice

from thresher.learn.articles.naming import Chosen, Place, Scores, vote
from thresher.page import HEADINGS, Sheet, words_of

OUTSIDE_HEADING = 0.9
"""What the words of a title are worth where no heading is: trails of links have them, too."""


def learn_title(pages: Sequence[tuple[Sheet, str]]) -> list[Chosen]:
    """The pattern that finds these titles; none if it would be wrong on most pages."""
    scored = [(sheet.root, scores) for sheet, title in pages if (scores := _scores(sheet, title))]
    if 2 * len(scored) <= len(pages):
        return []
    return [one for one in vote(scored) if one.holds_mostly]


def _scores(sheet: Sheet, title: str) -> Scores:
    words = words_of(title)
    scores: dict[Place, float] = {}
    for number, element in enumerate(sheet.elements):
        if words and sheet.size(number) == len(words) and sheet.words_in(number) == words:
            around = islice(sheet.around(number), 3)
            is_heading = any(sheet.elements[up].tag in HEADINGS for up in around)
            scores[element, ""] = 1.0 if is_heading else OUTSIDE_HEADING
    return scores
