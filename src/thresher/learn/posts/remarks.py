"""Thread pages, and how their posts are read → how remarks on these are read: comments on an answer, in its box or
behind it, that are made otherwise than posts.

Like posts they have a name in common, and a date, an author and a text each. But a part of every post, such as its
head or what is known of its author, is there once in each; of remarks some posts have none, and some have several.
"""

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from lxml import etree

from thresher.learn.articles.naming import pattern_of
from thresher.learn.page_types.outline import INLINE, Outline, times_in
from thresher.learn.posts.bare import SELF, parts_aside
from thresher.learn.posts.like_replies import selecting
from thresher.learn.posts.limits import MAX_NAME, MOST
from thresher.learn.posts.names import own_names, string_of
from thresher.learn.posts.notes import repeated_in
from thresher.learn.posts.parts import Column, bare_date, find_author, find_published, find_text, selected
from thresher.learn.posts.rule import PostRule
from thresher.learn.posts.table import Table
from thresher.learn.sight import Sight

MAX_PAGES = 48
"""As many as are looked at where few do not tell."""
FEWEST = 4
"""Remarks that tell how they are read."""
REMARK = "Comment"


@dataclass(frozen=True, slots=True)
class _Found:
    """An element that may be a remark."""

    page: int
    post: int
    """The number of the post that it stands in, or behind."""
    element: etree._Element


def learn_remarks(sights: Sequence[Sight], posts: PostRule) -> PostRule | None:
    """The rule for remarks on the posts of these pages; None if there are none."""
    return _learned(sights, posts, is_sure=True)


def are_doubtful(sights: Sequence[Sight], posts: PostRule) -> bool:
    """Whether posts on these pages have one remark at most, though some have one: more pages may have several."""
    rule = _learned(sights, posts, is_sure=False) if posts.remarks is None else None
    # What has no element for its text is a line about an edit, mostly.
    return rule is not None and rule.text != SELF


def _learned(sights: Sequence[Sight], posts: PostRule, *, is_sure: bool) -> PostRule | None:
    """The rule; only where some post has several remarks, if it `is_sure`."""
    pages = [_Page(sight, posts) for sight in list({sight.lines: sight for sight in sights}.values())[:MAX_PAGES]]
    named: defaultdict[str, list[_Found]] = defaultdict(list)
    for number, page in enumerate(pages):
        for name, post, element in page.candidates():
            named[name].append(_Found(number, post, element))
    count = sum(len(page.posts) for page in pages)
    ranked = sorted((some for some in named.values() if _are_remarks(some, count, is_sure)), key=len)[::-1]
    for _, alike in groupby(ranked, len):
        found = [(some, rule) for some in alike if (rule := _rule(some, pages)) is not None]
        if found:
            # Of boxes around the same remarks that in which they say most: a line with author and date may be one, too;
            # else the inner one, which comes last.
            return max(found, key=lambda one: _said(*one))[1]
    return None


def _said(some: Sequence[_Found], rule: PostRule) -> int:
    """Characters of the texts that a rule reads; none where the text is what is left of the box."""
    texts = (_elements(rule.text, one.element)[:1] for one in some if rule.text != SELF)
    return sum(len(string_of(text[0])) for text in texts if text)


def _are_remarks(some: Sequence[_Found], posts: int, is_sure: bool) -> bool:
    """Whether there are enough, on several pages, each of its page alone; none for some post, and several for one if it
    `is_sure`.
    """
    on = Counter((one.page, one.post) for one in some)
    homes: defaultdict[str, set[int]] = defaultdict(set)
    for one in some:
        homes[string_of(one.element)].add(one.page)
    is_own = sum(len(pages) == 1 for pages in homes.values()) >= MOST * len(homes)
    is_varied = (max(on.values()) > 1 or not is_sure) and len(on) < posts
    return len(some) >= FEWEST and len({one.page for one in some}) > 1 and is_own and is_varied


def _rule(some: Sequence[_Found], pages: Sequence["_Page"]) -> PostRule | None:
    """How these are read; None if they have no text, date and author in common, or nobody of them writes posts."""
    table = Table([one.element for one in some], [one.page for one in some])
    published = find_published(table) or bare_date(table.records)
    writers = {name for page in pages for name in page.people}
    author, author_url = find_author(table, published)
    author, author_url = (author, author_url) if author else _writer(table, writers)
    text = find_text(table, published, author)
    named = table.columns.get(author, {})
    names = {string_of(one) for one in named.values()}
    if _are_inside(table.columns.get(text, {}), named):
        text = ""
    each = selecting([page.root for page in pages], table.records)
    if not (published and author and each) or names.isdisjoint(writers):
        return None
    without: tuple[str, ...] = ()
    if not text:
        # It stands bare beside the name and the date, if anything does: a line with these alone is none.
        text, without = SELF, (*parts_aside([author, published]), *repeated_in(table.records))
        dates = selected(table, published)
        rests = [_rest(one, named.get(number), dates.get(number)) for number, one in enumerate(table.records)]
        if 2 * len(set(filter(None, rests))) < len(rests):
            return None
    return PostRule(each, text, author, author_url, published, without, object=REMARK)


def _writer(table: Table, writers: Collection[str]) -> tuple[str, str]:
    """Who remarks, where hardly anybody does so twice: most of them write posts; and where their names lead."""
    best, most = "", 0
    for name, column in table.common.items():
        values = list(map(string_of, column.values()))
        known = sum(value in writers for value in values)
        if 2 * known > len(values) and known > most and max(map(len, values)) <= MAX_NAME:
            best, most = name, known
    is_link = best and all(one.get("href") for one in table.common[best].values())
    return best, f"{best}/@href" if is_link else ""


def _are_inside(inner: Column, outer: Column) -> bool:
    """Whether what stands under one name is part of what stands under another."""
    pairs = [(one, outer.get(number)) for number, one in inner.items()]
    return bool(pairs) and all(other is not None and other in one.iterancestors() for one, other in pairs)


def _rest(record: etree._Element, *parts: etree._Element | None) -> str:
    """What a record says beside some parts of it."""
    said = string_of(record)
    for part in parts:
        said = said.replace(string_of(part), "", 1) if part is not None else said
    return said


class _Page:
    """A page with its posts, and what stands in and between them."""

    def __init__(self, sight: Sight, rule: PostRule) -> None:
        self.root = sight.page.tree.getroottree().getroot()
        outline = Outline(sight.page.tree)
        self._outline = outline
        self._moments = [place for place, _ in times_in(outline)]
        places = {element: place for place, element in enumerate(outline.elements)}
        rules = [one for one in (rule.opening, rule) if one is not None]
        read = [(one, post) for one in rules for post in _elements(one.each, self.root) if post in places]
        self.posts = sorted(places[post] for _, post in read)
        self.people = {string_of(one) for by, post in read for one in _elements(by.author, post)[:1]}
        parts = [part for one, post in read for part in _parts(one, post) if part in places]
        self._around = {
            places[above] for part in (*parts, *(post for _, post in read)) for above in _over(part, places)
        }
        self._taken = [
            (places[body], outline.end[places[body]])
            for one, post in read
            for body in _elements(one.text, post)[:1]
            if body is not post and body in places
        ]
        self._home = _home([post for _, post in read], places)

    def candidates(self) -> Iterator[tuple[str, int, etree._Element]]:
        """Elements with a date that are no part of a post, where posts are: name, number of the post, element."""
        start, end = (self._home, self._outline.end[self._home]) if self._home >= 0 else (0, 0)
        for place in range(start, end):
            element = self._outline.elements[place]
            post = bisect_right(self.posts, place) - 1
            if element.tag in INLINE or place in self._around or post < 0 or not self._dates(place):
                continue
            if not any(first <= place < last for first, last in self._taken):
                yield from ((name, post, element) for name in own_names(element)[:2])

    def _dates(self, place: int) -> int:
        return bisect_left(self._moments, self._outline.end[place]) - bisect_left(self._moments, place)


def _home(posts: Sequence[etree._Element], places: dict[etree._Element, int]) -> int:
    """The place of the element in which all posts are, or which is around a single one; -1 if there are none."""
    shared = set.intersection(*({*post.iterancestors()} for post in posts)) if posts else set()
    return max((places[one] for one in shared if one in places), default=-1)


def _over(element: etree._Element, places: dict[etree._Element, int]) -> Iterable[etree._Element]:
    return (one for one in (element, *element.iterancestors()) if one in places)


def _parts(rule: PostRule, post: etree._Element) -> list[etree._Element]:
    """The author and the date of a post."""
    names = (part.partition("/@")[0].removesuffix("/text()") for part in (rule.author, rule.published))
    return [found[0] for name in names if name and (found := _elements(name, post))]


def _elements(pattern: str, place: etree._Element) -> list[etree._Element]:
    return [one for one in pattern_of(pattern).select(place) if not isinstance(one, str)] if pattern else []
