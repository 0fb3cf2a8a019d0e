"""True texts from feeds: an item's description, if it is the whole article and not its beginning or a summary."""

import re

from lxml import etree

from thresher.evaluate.extraction_scores import share_found, words
from thresher.page import passage, text_of_fragment

LEAST_CHARACTERS = 80
"""Shorter descriptions say too little to find their place on a page."""
FOUND_SHARE = 0.95
"""Pairs of words of the description that the page must show: it may lack a widget's text, not a paragraph."""
MAX_ADDED = 3
"""Lines that programs add to an item at its beginning or end and that no page shows: 'This post appeared first on …'"""
TAIL = 6
"""Words at the end of a description by which the place on the page is found where it ends."""
GOES_ON_WORDS, GOES_ON_SHARE = 20, 0.2
"""Paragraphs that follow the end on the page with more words, and more of the description's length, are its rest."""

# Wider than what a learner takes for a cut (`learn.articles.examples`): a true text must be whole, a lesson need not.
_CUT = re.compile(
    r"(\[?(…|\.\.\.)\]?|(read|continue|more|suite|weiterlesen|mehr|leer más|continua\w*)[^.!?\n]{0,40})\W*$",
    re.IGNORECASE,
)
_PROSE = ("p", "pre", "blockquote")


def whole_text(description: str, page: etree._Element) -> str:
    """The text of a feed's description as `page` shows it; empty unless that surely is the whole article."""
    body = page.find("body")
    if body is None:
        return ""
    shown = passage(body)
    text = text_of_fragment(description)
    if _is_cut(text, shown):
        return ""
    text = "\n".join(_without_added(text.split("\n"), shown))
    tokens = words(text)
    if len(text) < LEAST_CHARACTERS or share_found(tokens, words(shown)) < FOUND_SHARE or _goes_on(tokens, body):
        return ""
    return text


def _is_cut(text: str, shown: str) -> bool:
    """Whether it ends as excerpts do, and the page does not show that end."""
    return bool(_CUT.search(text)) and " ".join(text[-30:].split()) not in " ".join(shown.split())


def _without_added(lines: list[str], shown: str) -> list[str]:
    there = " ".join(words(shown))
    for _ in range(MAX_ADDED):
        if lines and " ".join(words(lines[-1])) not in there:
            lines = lines[:-1]
        if lines and " ".join(words(lines[0])) not in there:
            lines = lines[1:]
    return lines


def _goes_on(tokens: list[str], body: etree._Element) -> bool:
    """Whether prose follows on the page where the description ends."""
    node = _end_of(tokens, body)
    limit = max(GOES_ON_WORDS, GOES_ON_SHARE * len(tokens))
    while node is not None and node is not body:
        after = [one for one in node.itersiblings() if one.tag in _PROSE]
        if sum(len(words(passage(one))) for one in after) >= limit:
            return True
        if share_found(tokens, words(passage(node))) >= FOUND_SHARE:
            return False
        node = node.getparent()
    return False


def _end_of(tokens: list[str], body: etree._Element) -> etree._Element | None:
    """The innermost element with the last words of the description; of several, the one with the most text."""
    tail = " ".join(tokens[-TAIL:])
    node = body
    while True:
        texts = {child: " ".join(words(passage(child))) for child in node.iterchildren(etree.Element)}
        inside = [child for child, text in texts.items() if tail in text]
        if not inside:
            return node
        node = max(inside, key=lambda child: len(texts[child]))
