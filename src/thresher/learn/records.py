"""Parsed page → its repeated regions: rows of a board, posts of a thread, comments below an article.

The tag path of an element is its ancestors' tags, each with one token of its class (or id), digits left out. Where
siblings have the same path, the path repeats; each text or link belongs to the nearest ancestor whose path does, its
row. Paths that fill the same rows are the columns of one table (the link table of FoCUS, section 4.3.1, without
aligning trees). Records of several rows, such as header, body and footer of a post, begin at the row of the leading
column. All of it takes time linear in the page; no word of the page is looked at, only lengths, links and dates.
"""

import math
import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import lru_cache
from itertools import pairwise

from lxml import etree

from thresher.page.dates import DateHabits, find_date, order_in

MAX_ELEMENTS = 150_000
"""What stands behind is not looked at; the longest thread page we know has 120,000."""
MAX_REGIONS = 12
GUESSES = 3
"""Row counts that are tried as the number of records."""
MIN_GAIN = 0.15
"""By how much more alike a later guess must make the records."""
MAX_TIMES = 600
"""Dates read on one page: 25 µs each."""
MAX_TRIES = 5000
"""Texts with a number that are tried as dates like 'three days ago': 0.1 ms each, and most repeat."""
MAX_DATE_CHARACTERS = 90
"""Longer texts are sentences that mention a date."""

_HIDDEN = frozenset(
    {"script", "style", "noscript", "template", "head", "select", "textarea", "svg", "iframe", "object", "button"}
)
_INLINE = frozenset(
    {"a", "abbr", "acronym", "b", "bdi", "bdo", "big", "br", "cite", "code", "del", "em", "font", "i", "img", "ins"}
    | {"kbd", "label", "mark", "nobr", "q", "s", "samp", "small", "span", "strike", "strong", "sub", "sup", "time"}
    | {"tt", "u", "var", "wbr", "input"}
)
_STATING = frozenset({"time", "abbr", "span", "a"})
"""Elements whose attributes may hold a date."""
_CELLS = frozenset({"td", "th"})
# Stripes and states of rows: they tell neighbours apart that are of one kind.
_STATES = re.compile(
    r"(?:odd|even|alt|alternate|first|last|new|old|unread|read|sticky|pinned|locked|closed|hot|active|current|selected"
    r"|js|is|has|no|clearfix|clear|cf|group)?(?:[-_]+.*)?",
    re.I,
)
# Chinese, Japanese and Korean say as much in half the characters.
_WIDE = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af]")
_NUMBER = re.compile(r"\W*\d[\d.,\s]*[kKmM]?\W*")
_DIGITS = re.compile(r"\d+")
# A day and a month go with the year, in either order; a time of day or three numbers do alone.
_ABSOLUTE = re.compile(
    r"(?<!\d)(?:19|20)\d\d(?!\d)\D*\d|\d\D*(?<!\d)(?:19|20)\d\d(?!\d)|\d[./-]\d{1,2}[./-]\d|\d:\d\d|\d{4}\s*[年년]"
    r"|\d\s*[月월]"
)
# 'UTC + 3 hours' is no date.
_RELATIVE = re.compile(r"(?<![\d+\-−–])(?<![+\-−–]\s)\d{1,4}\s*[^\W\d_]+")
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


@dataclass(frozen=True, slots=True)
class Record:
    """One of several like pieces of a page: a row or a run of rows."""

    elements: tuple[etree._Element, ...] = field(compare=False, repr=False)
    start: int
    """Place of the first element in the document, and the place behind the last descendant."""
    end: int
    text_length: int
    anchor_length: int
    """Characters of the visible text, and of those inside links, white space left out."""
    longest_block: int
    """Characters outside links of the longest paragraph."""
    links: tuple[Anchor, ...]
    times: tuple[str, ...]
    """Dates as ISO 8601, in the order of the page; relative ones count from the year 2099."""
    columns: frozenset[int]
    """Which columns of the region it fills."""


@dataclass(frozen=True, slots=True)
class Region:
    """Records that stand side by side."""

    parent: etree._Element = field(compare=False, repr=False)
    """The element that holds the first record."""
    records: tuple[Record, ...]
    columns: int
    """Tag paths that at least two records fill."""
    share: float
    """Of the page's visible text."""
    likeness: float
    """How much of their columns neighbouring records have in common: 0 to 1."""
    rows: float
    """Sibling elements a record takes."""

    @property
    def weight(self) -> float:
        """What the main region has most of: text, in several like records with dates and links in them.

        Wrappers of the page hold more text but few records, and one of those nearly all; paragraphs are many but
        without dates.
        """
        count = len(self.records)
        sizes = [record.text_length for record in self.records]
        even = 1 - max(sizes) / max(1, sum(sizes))
        timed = sum(1 for record in self.records if record.times) / count
        linked = sum(1 for record in self.records if record.links) / count
        return (
            self.share * math.sqrt(even) * (0.2 + self.likeness) * (0.4 + timed + 0.4 * linked) * math.pow(count, 0.2)
        )


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
        if tag not in _INLINE:
            self._end_block()
        if tag == "a" and "href" in attributes:
            self._link_depth += 1
        if attributes and tag in _STATING:
            self._state(place, str(tag), attributes)
        return place

    def _close(self, element: etree._Element, place: int) -> None:
        if element.tag not in _INLINE:
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
    for token in classes[:400].split()[:8]:
        plain = _DIGITS.sub("", token)
        if plain and not _STATES.fullmatch(plain):
            return plain
    return "#" + _DIGITS.sub("", id_[:60]) if id_ and not classes else ""


def regions(root: etree._Element) -> tuple[Region, ...]:
    """The repeated regions of a page, the main one first; none where nothing repeats."""
    return regions_of(Outline(root))


def regions_of(outline: Outline, times: list[tuple[int, str]] | None = None) -> tuple[Region, ...]:
    """The same, of a page that was walked already, and whose dates may be known."""
    if not outline.elements or not outline.size:
        return ()
    times = times_in(outline) if times is None else times
    found = [region for table in _tables(outline) if (region := _region(outline, table, times)) is not None]
    return tuple(sorted(found, key=lambda region: -region.weight))


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


@dataclass(slots=True)
class _Table:
    """Rows below elements of one path, and which columns fill them."""

    rows: dict[int, None] = field(default_factory=dict)
    columns: dict[int, dict[int, None]] = field(default_factory=lambda: defaultdict(dict))
    weights: Counter[int] = field(default_factory=Counter)


def _tables(outline: Outline) -> list[_Table]:
    """What repeats, most text first."""
    parent, path = outline.parent, outline.path
    row_of = _rows(outline)
    tables: dict[int, _Table] = defaultdict(_Table)
    places = [i for i, has_text in enumerate(outline.has_text) if has_text]
    places += [anchor.order for anchor in outline.anchors if not anchor.text_length]
    seen: set[int] = set()
    while places:
        holders: list[int] = []
        for place in places:
            row = row_of[place]
            if row < 0:
                continue
            holder = parent[row]
            table = tables[path[holder]]
            table.rows[row] = None
            table.columns[path[place]][row] = None
            table.weights[path[place]] += outline.text_end[place] - outline.text[place]
            if holder not in seen:
                seen.add(holder)
                holders.append(holder)
        places = holders
    found = [table for table in tables.values() if len(table.rows) > 1]
    found.sort(key=lambda table: -sum(outline.text_end[row] - outline.text[row] for row in table.rows))
    return found[:MAX_REGIONS]


def _rows(outline: Outline) -> list[int]:
    """For each element the nearest one, itself included, whose path repeats among siblings; -1 if none does."""
    parent, path = outline.parent, outline.path
    siblings = Counter(zip(parent, path, strict=True))
    members = Counter(path)
    repeated: Counter[int] = Counter()
    for (_, one), count in siblings.items():
        if count > 1:
            repeated[one] += count
    # A category with a single board is a list of boards like the others.
    repeats = {one for one, count in repeated.items() if 2 * count >= members[one]}
    rows: list[int] = []
    for place, one in enumerate(path):
        rows.append(place if one in repeats and place else rows[parent[place]] if place else -1)
    return rows


def _region(outline: Outline, table: _Table, times: list[tuple[int, str]]) -> Region | None:
    columns = {column: sorted(rows) for column, rows in table.columns.items() if len(rows) > 1}
    if not columns:
        return None
    filled: dict[int, set[int]] = defaultdict(set)
    for column, rows in table.columns.items():
        for row in rows:
            filled[row].add(column)
    runs: list[list[int]] = []
    likeness = 0.0
    for usual in _usual_counts(columns, table.weights):
        other = _runs(outline, sorted(table.rows), columns, usual)
        gained = _likeness([frozenset().union(*(filled[row] for row in run)) for run in other])
        if not runs or (len(other) > 1 and gained > likeness + MIN_GAIN):
            runs, likeness = other, gained
    if len(runs) < 2:
        return None
    records = _records(outline, runs, filled, times)
    return Region(
        parent=outline.elements[outline.parent[runs[0][0]]],
        records=records,
        columns=sum(1 for rows in columns.values() if 2 * len(rows) >= len(runs)),
        share=sum(record.text_length for record in records) / outline.size,
        likeness=likeness,
        rows=sum(map(len, runs)) / len(runs),
    )


def _usual_counts(columns: dict[int, list[int]], weights: Counter[int]) -> list[int]:
    """How many rows most columns have, by their text; then the next best guesses."""
    counts: Counter[int] = Counter()
    for column, rows in columns.items():
        counts[len(rows)] += min(weights[column], 200 * len(rows)) + 1
    return sorted(counts, key=lambda count: (-counts[count], -count))[:GUESSES]


def _runs(outline: Outline, rows: list[int], columns: dict[int, list[int]], usual: int) -> list[list[int]]:
    """Rows in records: each begins at a row of the leading column, if others keep to rows between; else one row each.

    The leading column is the first of those with the `usual` number of rows.
    """
    near = [found for found in columns.values() if usual <= len(found) <= 1.2 * usual]
    lead = min(near, key=lambda found: (found[0], -len(found)))
    starts = set(lead)
    core = [found for found in columns.values() if 2 * len(found) >= usual]
    if not any(_is_between(found, lead) for found in core):
        kinds = Counter(outline.path[row] for row in lead)
        kept = set().union(*core)
        return [[row] for row in rows if row in starts or (row in kept and outline.path[row] in kinds)]
    runs: list[list[int]] = []
    for row in rows:
        if row in starts:
            runs.append([row])
        elif runs and outline.parent[row] == outline.parent[runs[-1][0]]:
            runs[-1].append(row)
    usual_rows = sorted(map(len, runs))[len(runs) // 2]
    return [run[: usual_rows + 1] for run in runs]


def _is_between(rows: Sequence[int], lead: Sequence[int]) -> bool:
    """Whether `rows` are others than `lead`, and in four runs of five exactly one of them follows each."""
    if len(rows) < 2 or not set(rows).isdisjoint(lead):
        return False
    places = [bisect_left(rows, row) for row in (*lead, 1 << 60)]
    held = sum(1 for first, second in pairwise(places) if second - first == 1)
    return held >= 0.8 * len(lead)


def _records(
    outline: Outline, runs: Iterable[Sequence[int]], filled: dict[int, set[int]], times: list[tuple[int, str]]
) -> tuple[Record, ...]:
    moments = [place for place, _ in times]
    blocks = [place for place, _, _ in outline.blocks]
    orders = [anchor.order for anchor in outline.anchors]
    found = []
    for run in runs:
        start, end = run[0], outline.end[run[-1]]
        text, linked = outline.text_in(start, run[-1])
        sizes = [
            size - inside for _, size, inside in outline.blocks[bisect_left(blocks, start) : bisect_left(blocks, end)]
        ]
        found.append(
            Record(
                elements=tuple(outline.elements[row] for row in run),
                start=start,
                end=end,
                text_length=text,
                anchor_length=linked,
                longest_block=max(sizes, default=0),
                links=tuple(outline.anchors[bisect_left(orders, start) : bisect_left(orders, end)]),
                times=tuple(time for _, time in times[bisect_left(moments, start) : bisect_left(moments, end)]),
                columns=frozenset().union(*(filled[row] for row in run)),
            )
        )
    return tuple(found)


def _likeness(columns: Sequence[frozenset[int]]) -> float:
    pairs = list(pairwise(columns))
    return sum(len(one & other) / max(1, len(one | other)) for one, other in pairs) / len(pairs) if pairs else 0.0
