"""A document as lists, made in one walk: elements with their tag paths, links, paragraphs, and what may be a date."""

import re
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import lru_cache

from lxml import etree

from thresher.page.date_words import LETTERS
from thresher.page.dates import DateHabits, find_date, order_in

MAX_ELEMENTS = 150_000
"""What stands behind is not looked at; the longest thread page we know has 120,000."""
MAX_TIMES = 600
"""Dates read on one page: 25 µs each."""
MAX_TRIES = 5000
"""Texts with a number that are tried as dates like 'three days ago': 0.1 ms each, and most repeat."""
MAX_DATE_CHARACTERS = 90
"""Longer texts are sentences that mention a date."""

_HIDDEN = frozenset(
    {"script", "style", "noscript", "template", "head", "select", "textarea", "svg", "iframe", "object", "button"}
)
INLINE = frozenset(
    {"a", "abbr", "acronym", "b", "bdi", "bdo", "big", "br", "cite", "code", "del", "em", "font", "i", "img", "ins"}
    | {"kbd", "label", "mark", "nobr", "q", "s", "samp", "small", "span", "strike", "strong", "sub", "sup", "time"}
    | {"tt", "u", "var", "wbr", "input"}
)
"""Elements that end no paragraph."""
_STATING = frozenset({"time", "abbr", "span", "a"})
"""Elements whose attributes may hold a date."""
_CELLS = frozenset({"td", "th"})
# Stripes and states of rows: they tell neighbours apart that are of one kind.
_STATES = re.compile(
    r"(?:odd|even|alt|alternate|first|last|new|old|unread|read|sticky|pinned|locked|closed|hot|active|current|selected"
    r"|js|is|has|no|clearfix|clear|cf|group)?(?:[-_]+.*)?",
    re.I,
)
# Classes that scripts find elements by say what they are, too; but those that say how they look come first.
_HOOK = re.compile(r"js-[^\W\d_]{2}")
# Chinese, Japanese and Korean say as much in half the characters.
_WIDE = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af]")
_NUMBER = re.compile(r"\W*\d[\d.,\s]*[kKmM]?\W*")
_DIGITS = re.compile(r"\d+")
# A day and a month go with the year, in either order; a time of day or three numbers do alone.
_ABSOLUTE = re.compile(
    r"(?<!\d)(?:19|20)\d\d(?!\d)\D*\d|\d\D*(?<!\d)(?:19|20)\d\d(?!\d)|\d[./-]\d{1,2}[./-]\d|\d:\d\d|\d{4}\s*[年년]"
    r"|\d\s*[月월]"
    # Years of Iran and Thailand, behind letters of theirs, and any in digits of other scripts.
    r"|[\u0600-\u06ff\u0e00-\u0e7f][\s,.]*(?:1[34]|25)\d\d(?!\d)|\d\D+[^\D0-9]{4}(?!\d)"
)
# 'UTC + 3 hours' is no date.
_RELATIVE = re.compile(rf"(?<![\d+\-−–])(?<![+\-−–]\s)\d{{1,4}}\s*{LETTERS}")
_STATED = re.compile(r"\d{4}-\d\d-\d\d|(?<!\d)\d{1,2}\D{1,12}(?:19|20)\d\d|(?:19|20)\d\d.*\d:\d\d")
# 'Yesterday' is later than any date that is written out; the order is all that is asked for.
_LATEST = datetime(2099, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Anchor:
    """A link as it stands on the page."""

    order: int
    """Its element's place in the document."""
    href: str
    text_length: int
    element: etree._Element = field(compare=False, repr=False)


class Outline:
    """A document as parallel lists, one entry an element in document order; made in one walk."""

    def __init__(self, root: etree._Element) -> None:
        self.elements: list[etree._Element] = []
        self.parent: list[int] = []
        self.path: list[int] = []
        """Number of the tag path: equal for elements in like places."""
        self.end: list[int] = []
        """Place behind the last descendant."""
        self.text: list[int] = []
        """Visible characters before the element begins, and when it ends."""
        self.text_end: list[int] = []
        self.linked: list[int] = []
        """Those of them in links, likewise."""
        self.linked_end: list[int] = []
        self.has_text: list[bool] = []
        """Whether there is text right inside."""
        self.anchors: list[Anchor] = []
        self.blocks: list[tuple[int, int, int]] = []
        """Paragraphs: place, characters, those in links."""
        self.texts: list[tuple[int, str]] = []
        """Short texts: what may be a date."""
        self.numbers: list[tuple[int, int]] = []
        """Texts outside links that are numbers: place, characters."""
        self.stated: list[tuple[int, str]] = []
        """Dates in attributes."""
        self._paths: dict[tuple[int, str, str], int] = {}
        self._cells: Counter[int] = Counter()
        self._total = self._linked = self._block = self._block_linked = self._block_start = self._link_depth = 0
        self._walk(root)

    def _walk(self, root: etree._Element) -> None:
        stack: list[int] = []
        """Places of the open elements; -1 for one that is not shown."""
        walker = etree.iterwalk(root, events=("start", "end", "comment", "pi"))
        for event, element in walker:
            if event == "start":
                if element.tag in _HIDDEN and not (element.tag == "button" and self._link_depth):
                    walker.skip_subtree()
                    stack.append(-1)
                    continue
                if len(self.elements) >= MAX_ELEMENTS:
                    break
                stack.append(self._open(element, stack[-1] if stack else -1))
                self._say(element.text, stack[-1])
                continue
            if event == "end":
                place = stack.pop()
                if place >= 0:
                    self._close(element, place)
            if not stack:
                break
            self._say(element.tail, stack[-1])
        for place in reversed(stack):  # cut
            self._close(self.elements[place], place)
        self._end_block()
        self.anchors.sort(key=lambda anchor: anchor.order)

    def _open(self, element: etree._Element, above: int) -> int:
        place, tag, attributes = len(self.elements), element.tag, element.attrib
        if tag in _CELLS:
            # Cells of a row are columns, not records: they are told apart by their place.
            self._cells[above] += 1
            token = str(self._cells[above])
        elif tag == "tr":
            token = str(len(element))
        else:
            token = token_of(attributes.get("class") or "", attributes.get("id") or "") if attributes else ""
        path = (self.path[above] if above >= 0 else -1, str(tag), token)
        self.path.append(self._paths.setdefault(path, len(self._paths)))
        self.elements.append(element)
        self.parent.append(above)
        self.end.append(place + 1)
        self.text.append(self._total)
        self.text_end.append(self._total)
        self.linked.append(self._linked)
        self.linked_end.append(self._linked)
        self.has_text.append(False)
        if tag not in INLINE:
            self._end_block()
        if tag == "a" and "href" in attributes:
            self._link_depth += 1
        if attributes and tag in _STATING:
            self._state(place, str(tag), attributes)
        return place

    def _close(self, element: etree._Element, place: int) -> None:
        if element.tag not in INLINE:
            self._end_block()
        self.end[place] = len(self.elements)
        self.text_end[place] = self._total
        self.linked_end[place] = self._linked
        if element.tag == "a" and "href" in element.attrib:
            self._link_depth -= 1
            size = self._linked - self.linked[place]
            self.anchors.append(Anchor(place, str(element.attrib["href"]), size, element))

    def _say(self, text: str | None, place: int) -> None:
        """Text right inside the element at `place`."""
        if not text or text.isspace():
            return
        size = len(text) - text.count(" ") - text.count("\n") - text.count("\t")
        if not text.isascii():
            size += len(_WIDE.findall(text))
        if not self._block:
            self._block_start = len(self.elements) - 1
        self._total += size
        self._block += size
        if self._link_depth:
            self._linked += size
            self._block_linked += size
        self.has_text[place] = True
        if size <= MAX_DATE_CHARACTERS and len(text) < 400:
            self.texts.append((place, text))
            if size < 12 and not self._link_depth and _NUMBER.fullmatch(text):
                self.numbers.append((place, size))

    def _end_block(self) -> None:
        if self._block:
            self.blocks.append((self._block_start, self._block, self._block_linked))
            self._block = self._block_linked = 0

    def _state(self, number: int, tag: str, attributes: etree._Attrib) -> None:
        value = attributes.get("datetime") if tag == "time" else None
        value = value or attributes.get("title") or attributes.get("data-time") or ""
        if value and len(value) < MAX_DATE_CHARACTERS and (_STATED.search(value) or value.isdigit()):
            self.stated.append((number, value))

    @property
    def size(self) -> int:
        """Characters of the visible text."""
        return self.text_end[0] if self.text_end else 0

    @property
    def plain(self) -> int:
        """Characters outside links."""
        return self.size - (self.linked_end[0] if self.linked_end else 0)

    def text_in(self, first: int, last: int) -> tuple[int, int]:
        """Characters, and those in links, from the element `first` to the end of the element `last`."""
        return self.text_end[last] - self.text[first], self.linked_end[last] - self.linked[first]


@lru_cache(maxsize=20_000)
def token_of(classes: str, id_: str) -> str:
    """The first lasting token of a class, digits left out; of the id where there is no class.

    >>> token_of("odd post bg2", ""), token_of("post-123 post", ""), token_of("", "p1234")
    ('post', 'post-', '#p')
    """
    plain = [_DIGITS.sub("", token) for token in classes[:400].split()[:8]]
    lasting = next((one for one in plain if one and not _STATES.fullmatch(one)), "")
    if named := lasting or next(filter(is_hook, plain), ""):
        return named
    return "#" + _DIGITS.sub("", id_[:60]) if id_ and not classes else ""


def is_hook(token: str) -> bool:
    """Whether a class is there for scripts, by its name.

    >>> is_hook("js-comment"), is_hook("comment"), is_hook("js")
    (True, False, False)
    """
    return _HOOK.match(token) is not None


def times_in(outline: Outline) -> list[tuple[int, str]]:
    """Place and moment of the dates on a page, in its order: at most `MAX_TIMES` in texts, as many in attributes."""
    language = (outline.elements[0].get("lang") or "")[:20] if outline.elements else ""
    stated = {
        place: moment for place, text in outline.stated[:MAX_TIMES] if (moment := _moment(text.strip(), language, ""))
    }
    written = [(place, text.strip()) for place, text in _dated(outline, language) if place not in stated]
    order = order_in([text for _, text in written])
    found = [(place, _moment(text, language, order)) for place, text in written]
    return sorted([*stated.items(), *((place, moment) for place, moment in found if moment)])


def _dated(outline: Outline, language: str) -> list[tuple[int, str]]:
    """What may be a date: whole texts, and of '3 days and 2 hours ago' the first number with its unit.

    Few texts with a number are dates, so no more than `MAX_TRIES` are looked at closely.
    """
    found: list[tuple[int, str]] = []
    tries = 0
    for place, text in outline.texts:
        if _ABSOLUTE.search(text):
            found.append((place, text))
        elif len(text) < 40 and tries < MAX_TRIES and (span := _RELATIVE.search(text)):
            tries += 1
            if _moment(_DIGITS.sub("3", span[0]), language, ""):  # whatever the number
                found.append((place, span[0]))
        if len(found) == MAX_TIMES:
            break
    return found


@lru_cache(maxsize=8192)
def _moment(text: str, language: str, order: str) -> str:
    """The date in `text`, or none. Pages of a site repeat theirs, and 'three days ago' takes 0.2 ms."""
    return find_date(text, DateHabits(_LATEST, language, order))
