"""Copies of what a post says that its page does not show: software keeps one at hand for whoever quotes or edits it."""

from collections.abc import Collection

from lxml import etree

from thresher.page import passage

LEAST_SHARE = 0.5
"""Of the characters of a copy, those that the rest says as well: the head of a quotation may be as long as the post."""


def hidden_copies(body: etree._Element, foreign: Collection[etree._Element] = ()) -> set[etree._Element]:
    """Elements of `body` that are not shown and say what the rest of it says, without `foreign` ones. What is hidden
    and said nowhere else belongs to the text, such as the end of a story behind a button.
    """
    hidden = {one for one in body.iterdescendants(etree.Element) if _is_hidden(one)}
    if not hidden:
        return hidden
    shown = set(passage(body, {*hidden, *foreign}).split("\n"))
    return {one for one in hidden if _is_said(passage(one, set(foreign)).split("\n"), shown)}


def _is_hidden(element: etree._Element) -> bool:
    return "display:none" in (element.get("style") or "").replace(" ", "").lower() or "hidden" in element.attrib


def _is_said(lines: list[str], shown: set[str]) -> bool:
    letters = sum(map(len, lines))
    return letters > 0 and sum(len(line) for line in lines if line in shown) >= LEAST_SHARE * letters
