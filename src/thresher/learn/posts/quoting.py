"""Quoted passages in posts: what stands before them, 'anna wrote:', is no part of what was said.

Such heads are short, and name somebody who writes here or say the same before all passages. They are the first thing
inside a passage, or stand right before it.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence

from lxml import etree

from thresher.learn.posts.limits import LATEST, MAX_DATE
from thresher.learn.posts.names import own_names, string_of
from thresher.learn.posts.said_before import said_before
from thresher.page import DateHabits, find_date
from thresher.pattern import parse

QUOTES = ("blockquote", "*[contains(@class, 'quot')]")
INNER_QUOTES = ("blockquote//blockquote", "*[contains(@class, 'quot')]")
"""The same where every text stands in such an element: vBulletin 4 and XenForo 1 draw posts so."""
WHOLE = 0.8
"""Share of a text that an element holds which is no passage in it."""
HEADS = (
    "blockquote//cite",
    *(f"*[contains(@class, '{name}')]" for name in ("quotehead", "quote-head", "quote_head", "quotetitle")),
)
"""What is called so everywhere; the few pages that rules are learned from may hold no quotation."""
MIN_HEADS = 2
SURE = 0.8
"""Share of what a pattern selects in all posts that must be heads."""
MAX_STEPS = 3
"""Between a passage and its head."""
_TAG = re.compile(r"[a-z][a-z0-9]*")
_ENDS_SO = "[substring(normalize-space(.), string-length(normalize-space(.)))=':']"
MORE_WORDS = 8
"""Beside the name: 'Posted by anna on 3 May 2012 at 10:15'."""


def quotes_in(bodies: Sequence[etree._Element]) -> tuple[str, ...]:
    """Patterns for quoted passages in the texts of posts."""
    whole = [body for body in bodies if any(_is_whole(one, body) for one in body.iterdescendants("blockquote"))]
    called = INNER_QUOTES if 2 * len(whole) > len(bodies) else QUOTES
    return (*called, *said_before(bodies, called))


def _is_whole(element: etree._Element, body: etree._Element) -> bool:
    return len(string_of(element)) >= WHOLE * len(string_of(body)) > 0


def heads_in(
    bodies: Sequence[etree._Element], people: Collection[str], quotes: Sequence[str] = QUOTES
) -> tuple[str, ...]:
    """Patterns for the heads of passages that `quotes` select in the texts of posts, by `people` with these names."""
    passages = passages_in(bodies, quotes)
    spoken = Counter(string_of(one) for passage in passages for one in dict.fromkeys(_leading(passage)))
    names = {name.lower() for name in people if name}
    found: defaultdict[str, set[etree._Element]] = defaultdict(set)
    for passage in passages:
        for element in _leading(passage):
            text = string_of(element)
            is_label = text.endswith(":") or 2 * spoken[text] > len(passages)
            if is_head(text, names, _words(" ".join(map(string_of, element.iter("a"))))) or (
                spoken[text] > MIN_HEADS and is_label
            ):
                for name in _patterns(element, passage):
                    found[name].add(element)
    return tuple(_exact(found, bodies))


def passages_in(bodies: Iterable[etree._Element], quotes: Iterable[str]) -> list[etree._Element]:
    """What is called a quotation everywhere, and what `quotes` select."""
    patterns = [parse(quote) for quote in (*QUOTES, *quotes)]
    found = (one for body in bodies for pattern in patterns for one in pattern.select(body))
    return list(dict.fromkeys(one for one in found if not isinstance(one, str)))


def _leading(passage: etree._Element) -> Iterator[etree._Element]:
    """The elements that a passage begins with, and the one right before it; short ones, with nothing between."""
    before = _before(passage)
    if before is None and (row := _row_of(passage)) is not None and (above := _before(row)) is not None:
        # A passage that fills a row of a table has its head in the row before, which says nothing of itself.
        before = _named_in(above)
    if before is not None:
        yield before
    holder: etree._Element | None = passage
    for _ in range(MAX_STEPS):
        if holder is None or (holder.text or "").strip():
            return
        for inner in holder:
            if isinstance(inner.tag, str) and 0 < len(string_of(inner)) <= MAX_DATE:
                yield inner
            elif not _says_nothing(inner):
                break
            if (inner.tail or "").strip():
                break
        holder = next(holder.iterchildren(etree.Element), None)


def _before(element: etree._Element) -> etree._Element | None:
    """What stands right before an element, if that is short and nothing is between."""
    before = element.getprevious()
    while before is not None and _says_nothing(before) and not (before.tail or "").strip():
        before = before.getprevious()
    if before is None or _says_nothing(before) or (before.tail or "").strip():
        return None
    return before if 0 < len(string_of(before)) <= MAX_DATE else None


def _row_of(cell: etree._Element) -> etree._Element | None:
    """The row that a cell fills alone, if it is one."""
    row = cell.getparent()
    return row if cell.tag in ("td", "th") and row is not None and len(row) == 1 else None


def _named_in(row: etree._Element) -> etree._Element:
    """What fills a row and has a name, else the innermost element that fills it."""
    while len(row) == 1 and not own_names(row) and not any(map(str.strip, (row.text or "", row[0].tail or ""))):
        row = row[0]
    return row


def _says_nothing(element: etree._Element) -> bool:
    """Whether it is a line break or a comment."""
    return element.tag == "br" or not isinstance(element.tag, str)


def is_head(text: str, names: Collection[str], linked: int = 0) -> bool:
    """Whether a text names somebody, with when that was or nothing beside it, and says little else but `linked` words:
    links say where that was.
    """
    low = text.lower().rstrip(" :")
    held = [name for name in names if name in low]
    if not any(_words(low.replace(name, " ")) <= MORE_WORDS + linked for name in held):
        return False
    is_edge = any(low.startswith(name) or low.endswith(name) for name in held)
    return is_edge or text.rstrip().endswith(":") or bool(find_date(text, DateHabits(LATEST)))


def _words(text: str) -> int:
    """How many there are; numbers of a date are none."""
    return sum(any(map(str.isalpha, word)) for word in text.split())


def _patterns(element: etree._Element, passage: etree._Element) -> Iterable[str]:
    """Names of a head, the surest first: by its class, or by its way from the passage."""
    yield from own_names(element)[:1]
    steps = [str(element.tag) + "[1]"]
    for above in element.iterancestors():
        if above is passage:
            yield "/".join([next(iter(own_names(passage)), str(passage.tag)), *reversed(steps)])
            return
        if len(steps) > MAX_STEPS:
            break
        steps.append(str(above.tag))
    yield str(element.tag)
    if _TAG.fullmatch(str(element.tag)) and _TAG.fullmatch(str(passage.tag)):
        ends = _ENDS_SO if string_of(element).endswith(":") else ""
        before = "preceding-sibling::*[not(self::br)][1]"
        yield f"xpath:descendant::{passage.tag}/{before}[self::{element.tag}]{ends}"


def _exact(found: dict[str, set[etree._Element]], bodies: Sequence[etree._Element]) -> Iterator[str]:
    """Of these patterns, those that select little but heads; each head by one."""
    done: set[etree._Element] = set()
    for name, heads in found.items():
        if len(heads - done) < MIN_HEADS:
            continue
        pattern = parse(name)
        selected = {one for body in bodies for one in pattern.select(body) if not isinstance(one, str)}
        if selected and len(heads & selected) >= SURE * len(selected):
            done |= heads
            yield name
