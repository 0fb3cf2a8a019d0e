"""Thread pages → how the opening post is read where it looks unlike the replies: a question above its answers, an
article above its comments, or alone.

Nothing on one page repeats it, so pages are compared with each other: it is the longest text that only one page has,
that is no reply and stands before them. Its date and its author stand with it, in the nearest box that has them.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from lxml import etree

from thresher.learn.articles.naming import is_pattern, names_of, pattern_of
from thresher.learn.flipping import step_between
from thresher.learn.posts.bare import SELF
from thresher.learn.posts.bylines import byline_before, find_byline
from thresher.learn.posts.letterheads import Head, find_head
from thresher.learn.posts.like_replies import opening_like_replies, selecting
from thresher.learn.posts.limits import LATEST
from thresher.learn.posts.names import string_of
from thresher.learn.posts.notes import repeated_in
from thresher.learn.posts.parts import date_text, find_published
from thresher.learn.posts.remarks import learn_remarks
from thresher.learn.posts.rule import PostRule
from thresher.learn.posts.table import Table
from thresher.learn.posts.teasers import teasers_in
from thresher.learn.shapes import names_thing, skeleton
from thresher.learn.sight import Sight
from thresher.page import HEADINGS, DateHabits, find_date

MIN_PAGES = 3
"""Fewer do not tell what all pages have from what one says."""
MAX_PAGES = 12
MIN_CHARACTERS = 60
"""Of a page's own text, the median: titles are shorter, and a sidebar has none that is only on one page."""
MAX_CLIMB = 4
"""Elements around the text in which its date and author are looked for."""
MIN_INNER = 0.8
"""Share of the own text, date and author aside, that an element without them must have to be all of the text."""
MAX_ELEMENTS, MAX_DEPTH = 2500, 100
"""Of a page that is compared: on larger or deeper ones that takes minutes. Thread pages have some 1,000, and 30."""
_HIDDEN = frozenset({"script", "style", "template", "noscript", "head", "textarea", "label", "nav", "button", "select"})
_PROSE = frozenset({"p", "pre", "blockquote", "ul", "ol"})
"""What people write, and nothing else, is made of."""
_LEFT = frozenset({*HEADINGS, "a"})
"""What is in them is a title or leads elsewhere: it does not make a text long."""


@dataclass(frozen=True, slots=True)
class _Page:
    """One page with what only it says."""

    title: str
    root: etree._Element
    replies: frozenset[etree._Element]
    around: frozenset[etree._Element]
    """Elements that hold a reply."""
    own: dict[etree._Element, int]
    """Characters in an element that no other page has, less those that others have, too."""

    def is_free(self, element: etree._Element) -> bool:
        """Whether an element neither is in a reply nor holds one."""
        return element not in self.around and not any(above in self.replies for above in (element, *_above(element)))


def learn_opening(
    sights: Sequence[Sight], replies: PostRule | None, remarks: PostRule | None = None
) -> PostRule | None:
    """The rule for opening posts that `replies` does not read; None if pages have no such text. `remarks` may stand in
    the box of an opening post, and say more than it does.
    """
    small = (sight for sight in reversed(sights) if _is_small(sight.page.tree))
    different = list({sight.lines: sight for sight in small}.values())[::-1]
    pages = _pages(_first_pages(different)[:MAX_PAGES], replies, remarks)
    whole = _longest(pages) if len(pages) >= MIN_PAGES else {}
    if not whole or _are_titles(pages, whole):
        return None
    boxes = _boxes(pages, whole)
    people = _people(pages, replies)
    answered = [_answered(pages[number], replies) for number in whole]
    published = author = author_url = match = ""
    inner = outer = 0
    for level, some in enumerate(boxes):
        table = Table(some, range(len(some)))
        if not published and (published := find_published(table, answered)):
            outer = level
        if not author:
            author, author_url, match = find_byline(table, published, people)
            inner = level if author else inner
    outer = max(outer, inner)
    if not (published and author):
        level, head = _head(boxes)
        if head.count > bool(published) + bool(author):
            outer, published, author, match = level, head.published, head.author, head.author_match
            author_url = ""
    if not author and replies is not None:
        author, author_url, match = byline_before(boxes[outer], replies.author, people)
    # Rules are read on whole documents: a path from their root must begin there, not at the body.
    # A page may be about something elsewhere, and have the box without any text: it says nothing against its name.
    each = selecting([pages[number].root.getroottree().getroot() for number in whole], boxes[outer])
    text, without = _text(Table(boxes[outer], range(len(whole))), [pages[n] for n in whole], published, author)
    if not each or not text:
        return None
    return PostRule(each, text, author, author_url, published, without, author_match=match)


def _first_pages(sights: list[Sight]) -> list[Sight]:
    """One page of each thread: on the further ones the opening post may stand again, as if it were common to threads.
    All, where so few threads do not tell.
    """
    things = [sight.url for sight in sights if names_thing(skeleton(sight.url))]
    first = [sight for sight in sights if not any(_is_further(sight.url, url) for url in things)]
    return first if len(first) >= MIN_PAGES else sights


def _is_further(url: str, first: str) -> bool:
    """Whether an address is another with a number added."""
    stepped = step_between(first, url) if url != first else None
    return stepped is not None and not stepped[0].old


def _are_titles(pages: Sequence[_Page], whole: Mapping[int, etree._Element]) -> bool:
    """Whether these texts say little but what their pages are called: 'Topic: A long walk (read 120 times)'."""
    titles = [
        bool(title) and title in text and len(text) < len(title) + MIN_CHARACTERS
        for number, one in whole.items()
        for title, text in [(pages[number].title, string_of(one))]
    ]
    return 2 * sum(titles) > len(titles)


def _is_small(tree: etree._Element) -> bool:
    count = depth = deepest = 0
    for event, _ in etree.iterwalk(tree, events=("start", "end")):
        count, depth = (count + 1, depth + 1) if event == "start" else (count, depth - 1)
        deepest = max(deepest, depth)
        if count > MAX_ELEMENTS or deepest > MAX_DEPTH:
            return False
    return True


def _pages(sights: Sequence[Sight], replies: PostRule | None, remarks: PostRule | None) -> list[_Page]:
    roots = [_body(sight.page.tree) for sight in sights]
    counts = Counter(text for root in roots for text in {text for _, text in _texts(root)})
    found = []
    for sight, root in zip(sights, roots, strict=True):
        own: Counter[etree._Element] = Counter()
        teasers = teasers_in(sight, sight.regions)
        said = _said_in(root, remarks)
        for element, text in _texts(root):
            around = (element, *_above(element))
            if not said.isdisjoint(around):
                continue
            # What is told of other pages is theirs, even where no other page that was seen tells it.
            size = _worth(element, text, counts[text] if teasers.isdisjoint(around) else 2)
            for one in around:
                own[one] += size
        posts = frozenset(_posts(root, replies)) if replies is not None else frozenset()
        holders = frozenset(above for post in posts for above in _above(post))
        found.append(_Page(" ".join(sight.page.title.split()), root, posts, holders, dict(own)))
    return found


def _said_in(root: etree._Element, remarks: PostRule | None) -> frozenset[etree._Element]:
    """Texts and dates of remarks: their boxes may be told by the replies that they are in, and be others elsewhere."""
    if remarks is None or remarks.text == SELF:
        return frozenset()
    parts = [part.partition("/@")[0] for part in (remarks.text, remarks.published)]
    nodes = (node for part in parts for node in pattern_of(part).select(root))
    return frozenset(node for node in nodes if isinstance(node, etree._Element))


def _posts(root: etree._Element, rule: PostRule) -> list[etree._Element]:
    """What a rule reads as posts: boxes with a text, and the text, which may stand behind its box."""
    text = pattern_of(rule.text)
    nodes = [node for node in pattern_of(rule.each).select(root) if not isinstance(node, str)]
    found = [(node, body) for node in nodes if isinstance(body := text.first(node), etree._Element)]
    return [one for both in found for one in both]


def _body(tree: etree._Element) -> etree._Element:
    body = tree.find(".//body")
    return tree if body is None else body


def _above(element: etree._Element) -> Iterable[etree._Element]:
    return element.iterancestors()


def _texts(root: etree._Element) -> Iterable[tuple[etree._Element, str]]:
    """The texts that are shown, each with the element it stands in."""
    for element in root.iter(etree.Element):
        if element.tag in _HIDDEN or any(above.tag in _HIDDEN for above in _above(element)):
            continue
        for text in (element.text, *(child.tail for child in element)):
            if text and (folded := " ".join(text.split())):
                yield element, folded


def _worth(element: etree._Element, text: str, count: int) -> int:
    if count > 1:
        return -len(text)
    return 0 if any(one.tag in _LEFT for one in (element, *_above(element))) else len(text)


def _longest(pages: Sequence[_Page]) -> dict[int, etree._Element]:
    """The element with most own text, by the number of its page; of pages that have it, if these are the most."""
    columns: dict[str, dict[int, etree._Element]] = {}
    for number, page in enumerate(pages):
        for element in page.root.iter(etree.Element):
            for name in names_of((element, ""), page.root) if element in page.own else ():
                columns.setdefault(name, {}).setdefault(number, element)
    # What a name selects first has at most the text of the first element with that name and text: thousands of names
    # need not be tried.
    bounds = {
        name: sum(max(0, pages[number].own[one]) for number, one in column.items())
        for name, column in columns.items()
        if 2 * len(column) >= len(pages)
    }
    best: dict[int, etree._Element] = {}
    most = 0
    for name in sorted(bounds, key=lambda name: -bounds[name]):
        if bounds[name] <= most:
            break
        if not is_pattern(name):
            continue
        right = {number: one for number, one in _first(name, pages).items() if pages[number].is_free(one)}
        sizes = sorted(pages[number].own.get(one, 0) for number, one in right.items())
        total = sum(sizes)
        if 2 * len(right) < len(pages) or total <= most or sizes[len(sizes) // 2] < MIN_CHARACTERS:
            continue
        if _stands_before(pages, right):
            best, most = right, total
    return best


def _first(name: str, pages: Sequence[_Page]) -> dict[int, etree._Element]:
    found = {number: pattern_of(name).first(page.root) for number, page in enumerate(pages)}
    return {number: node for number, node in found.items() if node is not None and not isinstance(node, str)}


def _stands_before(pages: Sequence[_Page], column: dict[int, etree._Element]) -> bool:
    """Whether the elements come before the replies, wherever there are some."""
    for number, element in column.items():
        if pages[number].replies:
            first = next(one for one in pages[number].root.iter() if one is element or one in pages[number].replies)
            if first is not element:
                return False
    return True


def _boxes(pages: Sequence[_Page], whole: dict[int, etree._Element]) -> list[list[etree._Element]]:
    """The text elements, and then those around them, outwards, as long as none of them holds a reply."""
    boxes = [list(whole.values())]
    for _ in range(MAX_CLIMB):
        outer = [one.getparent() for one in boxes[-1]]
        known = [one for one in outer if one is not None and one.tag not in ("body", "html")]
        if len(known) < len(outer) or not all(pages[n].is_free(one) for n, one in zip(whole, known, strict=True)):
            break
        boxes.append(known)
    return boxes


def _head(boxes: Sequence[Sequence[etree._Element]]) -> tuple[int, Head]:
    """Who wrote it and when, as a line says that stands before the text or in the nearest box."""
    # What is said in the box comes first: the line before it may be of the text before.
    found = [(level, find_head(some, "descendant")) for level, some in enumerate(boxes)]
    found.append((0, find_head(boxes[0], "preceding")))
    return max(found, key=lambda one: (one[1].count, -one[0]))


def _people(pages: Sequence[_Page], replies: PostRule | None) -> frozenset[str]:
    """Names of those who wrote replies."""
    if replies is None or not replies.author:
        return frozenset()
    pattern = pattern_of(replies.author)
    found = [pattern.first(post) for page in pages for post in page.replies]
    return frozenset(string_of(node) for node in found if isinstance(node, etree._Element))


def _answered(page: _Page, replies: PostRule | None) -> str:
    """When the first reply on a page was written; empty if that is not known."""
    if replies is None or not replies.published:
        return ""
    name, _, attribute = replies.published.partition("/@")
    nodes = [pattern_of(name).first(post) for post in page.replies]
    habits = DateHabits(LATEST, "", replies.date_order)
    found = [find_date(date_text(node, attribute), habits) for node in nodes if isinstance(node, etree._Element)]
    return min(filter(None, found), default="")


def _text(table: Table, pages: Sequence[_Page], published: str, author: str) -> tuple[str, tuple[str, ...]]:
    """Where the text stands in its box, and what in it is not of it."""
    aside = [*dict.fromkeys(part.partition("/@")[0] for part in (published, author) if part)]
    parts = [_column(table, name) for name in aside]
    whole = dict(enumerate(table.records))
    found: list[tuple[int, str, dict[int, etree._Element]]] = []
    # Where something elsewhere is talked about, there may be no text; but half of the pages have some (`_longest`).
    usual = [(name, column) for name, column in table.columns.items() if 2 * len(column) >= len(table.records)]
    for name, column in [*usual, (SELF, whole)]:
        others = sum(_holds_other(one, [part[n] for part in parts]) for n, one in column.items())
        if others <= 0.2 * len(column) and not _is_one_of(pages, column):
            found.append((_size(pages, column), name, column))
    found.sort(key=lambda one: -one[0])
    # Something else may fit a name before it: the second cell of a row is one of several.
    true = (one for one in found if one[1] == SELF or table.is_true(one[1]))
    size, name, column = next(true, (0, "", {}))
    if size >= MIN_INNER * (_size(pages, whole) - sum(_size(pages, part) for part in parts)) and name:
        # The first of what is nothing but prose in its box may be one paragraph of several on other pages.
        is_first = all(one.tag == "p" and _PROSE.issuperset(map(_tag, whole[n])) for n, one in column.items())
        return SELF if is_first else name, repeated_in(column.values())
    titles = Counter(tag for box in table.records if (tag := _leading(box)))
    return SELF, (*aside, *(tag for tag, _ in titles.most_common(1)), *repeated_in(table.records))


def _column(table: Table, name: str) -> dict[int, etree._Element | None]:
    """What stands under a name in each record; what stands outside of it, or is no element, counts as nothing."""
    if name in table.columns:
        return {number: table.columns[name].get(number) for number in range(len(table.records))}
    nodes = [pattern_of(name).first(record) for record in table.records]
    return {number: None if isinstance(node, str) else node for number, node in enumerate(nodes)}


def _is_one_of(pages: Sequence[_Page], column: Mapping[int, etree._Element]) -> bool:
    """Whether on some pages the text goes on behind these elements, in others like them: they are paragraphs."""
    going_on = [
        number
        for number, one in column.items()
        if any(pages[number].own.get(other, 0) > 0 for other in one.itersiblings(one.tag))
    ]
    return len(going_on) > 0.1 * len(column)


def _size(pages: Sequence[_Page], column: Mapping[int, etree._Element | None]) -> int:
    return sum(pages[number].own.get(one, 0) for number, one in column.items() if one is not None)


def _tag(element: etree._Element) -> str:
    return str(element.tag)


def _leading(element: etree._Element) -> str:
    """The heading that an element has first; empty if it has none."""
    return next((str(one.tag) for one in element.iter(*HEADINGS)), "")


def _holds_other(element: etree._Element, parts: Sequence[etree._Element | None]) -> bool:
    """Whether an element is, or holds, one of `parts`, or begins with a title."""
    inside = set(element.iter())
    if any(part is not None and part in inside for part in parts):
        return True
    first = next((one for one, text in _texts(element) if text), None)
    return first is not None and any(one.tag in HEADINGS for one in (first, *_above(first)) if one in inside)


def with_opening(replies: PostRule | None, sights: Sequence[Sight]) -> PostRule | None:
    """The rule for replies with those for what they answer, and for remarks on them; the first or second alone if there
    is no other.
    """
    if replies is None:
        return learn_opening(sights, None)
    opening = opening_like_replies(sights, replies) or learn_opening(sights, replies, learn_remarks(sights, replies))
    whole = replace(replies, opening=opening)
    remarks = learn_remarks(sights, whole)
    # They may stand in the box that is the text.
    return replace(whole, remarks=remarks, without=(*whole.without, remarks.each)) if remarks is not None else whole
