"""What the page of a post tells of other posts: related ones, the newest ones, each with a title, a date, first words.

Such rows are made like comments, and may have more text. But each begins with a link to another page like the one that
it stands on; comments begin with who wrote them.
"""

from collections import defaultdict
from collections.abc import Iterator

from lxml import etree

from thresher.learn.articles.examples import Example
from thresher.learn.links import spots_of
from thresher.learn.shapes import skeleton
from thresher.page import DateHabits, find_date, words_of

LEAST_ROWS = 2
MAX_BEFORE = 8
"""Words of a date that may stand before the title."""


def rows_of_others(example: Example) -> set[etree._Element]:
    """Rows of a page, two or more under one parent, each of which begins with a link to another page like it."""
    own = example.page.url.rstrip("/")
    kind = _kind(own)
    found = {
        spot.element: spot.url.rstrip("/")
        for spot in spots_of(example.page.tree, example.page.url)
        if _kind(spot.url.rstrip("/")) == kind and not spot.url.startswith(own)
    }
    rows: defaultdict[etree._Element | None, dict[etree._Element, str]] = defaultdict(dict)
    for link, url in found.items():
        row = _row(link, found)
        if row not in rows[row.getparent()] and _begins(row, link, example):
            rows[row.getparent()][row] = url
    return {row for some in rows.values() if len(set(some.values())) >= LEAST_ROWS for row in some}


def is_among(element: etree._Element, rows: set[etree._Element]) -> bool:
    """Whether an element is one of `rows`, stands in one or holds some."""
    return bool(rows) and any(one in rows for one in (element, *element.iterancestors(), *element.iterdescendants()))


def _kind(url: str) -> str:
    """What addresses of posts have in common: of a name alone, nobody can tell whether it is one."""
    folder, _, name = url.rpartition("/")
    return skeleton(url) if "?" in name else skeleton(folder + "/")


def _row(link: etree._Element, links: dict[etree._Element, str]) -> etree._Element:
    """The widest surroundings of a link without a link to another page of the kind."""
    row = link
    while (above := row.getparent()) is not None:
        if any(other in links and links[other] != links[link] for other in above.iter("a")):
            break
        row = above
    return row


def _begins(row: etree._Element, link: etree._Element, example: Example) -> bool:
    """Whether nothing but a date stands before a link."""
    before = " ".join(_before(row, link)).split()
    habits = DateHabits(example.time, example.language)
    return not words_of(" ".join(before)) or (len(before) <= MAX_BEFORE and _is_date(before, habits))


def _is_date(words: list[str], habits: DateHabits) -> bool:
    """Whether words are a date, and the first and the last belong to it: who writes stands beside it."""
    date, *shorter = (find_date(" ".join(some), habits) for some in (words, words[1:], words[:-1]))
    return bool(date) and date not in shorter


def _before(row: etree._Element, link: etree._Element) -> Iterator[str]:
    """The texts of a row before a link in it."""
    for event, element in etree.iterwalk(row, events=("start", "end")):
        if element is link:
            return
        text = element.text if event == "start" else element.tail if element is not row else None
        yield text or ""
