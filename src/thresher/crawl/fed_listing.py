"""A page that lists posts, each with its title, its date and its beginning, says of them what a feed would."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from html import escape, unescape
from itertools import islice

from lxml import etree

from thresher.guide.rows import rows_on
from thresher.learn.articles import Example
from thresher.learn.articles.examples import SHOWN
from thresher.learn.posts.names import string_of
from thresher.model import Feed, FeedItem, Page
from thresher.page import DateHabits, base_of, canonical, find_date, join, origin_of, words_of

MAX_ROWS = 200
"""More on one page are not needed to know what posts look like."""
LEAST_ROWS = 5
"""Fewer are a box of news on a page about something else."""
MOST = 0.85
"""Share of the rows that must have a date and prose."""
LEAST_PROSE = 60
"""Characters of a text in a row beside its title and its links: rows of threads have names and numbers."""
SHORT_PROSE, MANY = 24, 0.5
"""Characters of a text that is short, and the share of the rows that must have a longer one if such are to count: some
posts begin with a short sentence.
"""
MAX_LINE = 60
"""Characters in which a line about a post has its date; dates further on are told of."""
_TITLES = ("h1", "h2", "h3", "h4")


def feed_on(page: Page, time: datetime) -> Feed | None:
    """The posts that a page lists, as a feed would have them; None if it lists none. `time` is when it came."""
    if page.tree is None:
        return None
    base = base_of(page.tree, page.url)
    titles = _titles(page, base)
    habits = DateHabits(time, page.tree.get("lang") or "")
    rows = rows_on(page.tree, lambda href: _target(base, href), titles, habits, with_data=False)
    others = set(titles.values())
    items = tuple(
        FeedItem(
            url,
            title=string_of(element),
            published=rows[url].latest,
            html=escape(_beginning(element, others, habits)),
        )
        for url, element in titles.items()
        if url in rows
    )
    is_list = len(items) >= LEAST_ROWS and _whole(items) >= MOST * len(items)
    return Feed(page.url, "list", items, link=page.url) if is_list else None


def _whole(items: Sequence[FeedItem]) -> int:
    """How many rows have a date and prose."""
    dated = [len(unescape(item.html)) for item in items if item.published]
    long = sum(size >= LEAST_PROSE for size in dated)
    return sum(map(bool, dated)) if long >= MANY * len(items) else long


def meant(examples: list[Example]) -> list[Example]:
    """Of what a list says, only those whose pages show it: a title alone is on threads, too."""
    own = [one for one in examples if one.sheet.share_of(words_of(one.description)) >= SHOWN]
    return own if 2 * len(own) > len(examples) else []


def dates_on(page: Page, time: datetime, is_post: Callable[[str], bool]) -> dict[str, str]:
    """The dates that a page which lists posts has beside them; each once. `time` is when it came."""
    base = base_of(page.tree, page.url)
    posts = dict.fromkeys(link.url for link in page.links if is_post(link.url))
    habits = DateHabits(time, page.tree.get("lang") or "")
    rows = rows_on(page.tree, lambda href: _target(base, href), posts, habits, with_data=False)
    return {url: row.latest for url, row in rows.items() if row.latest}


def _titles(page: Page, base: str) -> dict[str, etree._Element]:
    """Headings that lead to a page of the site each, by the address; of several kinds of headings the most frequent."""
    kinds: defaultdict[tuple[str, str], dict[str, etree._Element]] = defaultdict(dict)
    for element in page.tree.iter(*_TITLES):
        targets = {_target(base, link.get("href") or "") for link in element.iter("a")}
        url = targets.pop() if len(targets) == 1 else None
        if url and url != page.url and origin_of(url) == origin_of(page.url) and string_of(element):
            kinds[str(element.tag), element.get("class") or ""].setdefault(url, element)
    best = max(kinds.values(), key=len, default={})
    return dict(islice(best.items(), MAX_ROWS))


def _target(base: str, href: str) -> str | None:
    url = join(base, href) if href else None
    return (canonical(url) or "").partition("#")[0] or None if url else None


def _beginning(title: etree._Element, others: set[etree._Element], habits: DateHabits) -> str:
    """Where the text begins in the row of a title: the first longer text that is no line about the post."""
    row = title
    while (outer := row.getparent()) is not None and not any(
        one in others and one is not title for one in outer.iter(*_TITLES)
    ):
        row = outer
    hidden = {inner for one in row.iter("a", "script", "style", *_TITLES) for inner in one.iter()}
    found = [plain for text in _texts(row, hidden) if len(plain := " ".join(text.split())) >= SHORT_PROSE]
    own = [plain for plain in found if not find_date(plain[:MAX_LINE], habits)]
    return next((plain for plain in own if len(plain) >= LEAST_PROSE), own[0] if own else "")


def _texts(row: etree._Element, hidden: set[etree._Element]) -> Iterator[str]:
    """Texts in a row that are in no link or heading: of paragraphs whole, of others as they stand between elements."""
    inside: set[etree._Element] = set()
    for element in row.iter(etree.Element):
        if element in hidden or element in inside:
            continue
        if element.tag == "p" and not any(inner in hidden for inner in element.iter()):
            inside |= {*element.iter()}
            yield "".join(map(str, element.itertext()))
        else:
            yield from (text for text in (element.text, *(child.tail for child in element)) if text)
