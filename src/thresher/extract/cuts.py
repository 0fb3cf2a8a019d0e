"""An element that holds a text → a copy of it without lines that are none of the text.

Old forums write signatures into the same element as the post, behind a line of underscores, and who is quoted into a
bare line before the passage.
"""

import copy
import re
from collections.abc import Collection

from lxml import etree

from thresher.page import BareLine, lines_leading

MAX_LINE = 200
"""Characters of a line that says who is quoted; no longer ones are matched."""


def without_lines(body: etree._Element, quotes: Collection[etree._Element], line: re.Pattern[str]) -> etree._Element:
    """A copy of `body` without the bare lines before and in its `quotes` that `line` describes as a whole; `body`
    itself if there are none.
    """
    if not any(_lines(quote, line) for quote in quotes if quote is not body):
        return body
    places = {place for place, element in enumerate(body.iter()) if element in quotes}
    twin = copy.deepcopy(body)
    for quote in [element for place, element in enumerate(twin.iter()) if place in places]:
        for found in _lines(quote, line):
            found.remove()
    return twin


def _lines(quote: etree._Element, line: re.Pattern[str]) -> list[BareLine]:
    return [one for one in lines_leading(quote) if len(one.text) <= MAX_LINE and line.fullmatch(one.text)]


def cut_at(body: etree._Element, line: re.Pattern[str]) -> etree._Element:
    """A copy of `body` up to the last line that `line` describes as a whole, or the first of several in a row; `body`
    itself if there is none.
    """
    if _last(body, line) is None:
        return body
    twin = copy.deepcopy(body)
    found = _last(twin, line)
    if found is not None:
        _cut(twin, *found)
    return twin


def _last(body: etree._Element, line: re.Pattern[str]) -> tuple[etree._Element, bool] | None:
    """The element that the line stands in first, or right behind, and whether it is behind; of several in a row the
    first, or the dashes before it.
    """
    found = dashes = None
    is_in_row = False
    for event, element in etree.iterwalk(body, events=("start", "end")):
        is_behind = event == "end"
        if is_behind and element is body:
            break
        text = ((element.tail if is_behind else element.text) or "").strip()
        if text and line.fullmatch(text):
            found = found if is_in_row else dashes or (element, is_behind)
            is_in_row = True
        elif any(map(str.isalnum, text)):
            dashes, is_in_row = None, False
        elif text:
            dashes = dashes or (element, is_behind)
    return found


def _cut(body: etree._Element, element: etree._Element, is_behind: bool) -> None:
    if not is_behind:
        element.text = None
        for child in list(element):
            element.remove(child)
    while element is not body:
        element.tail = None
        parent = element.getparent()
        if parent is None:
            return
        for later in list(element.itersiblings()):
            parent.remove(later)
        element = parent
