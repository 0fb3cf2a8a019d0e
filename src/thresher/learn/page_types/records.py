"""Parsed page → its repeated regions: rows of a board, posts of a thread, comments below an article.

The tag path of an element is its ancestors' tags, each with one token of its class (or id), digits left out. Where
siblings have the same path, the path repeats; each text or link belongs to the nearest ancestor whose path does, its
row. Paths that fill the same rows are the columns of one table (the link table of FoCUS, section 4.3.1, without
aligning trees). Records of several rows, such as header, body and footer of a post, begin at the row of the leading
column. All of it takes time linear in the page; no word of the page is looked at, only lengths, links and dates.
"""

import math
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from lxml import etree

from thresher.learn.page_types.outline import Anchor, Outline, times_in

MAX_REGIONS = 12
GUESSES = 3
"""Row counts that are tried as the number of records."""
MIN_GAIN = 0.15
"""By how much more alike a later guess must make the records."""
MIN_KEPT = 0.1
"""Share of the text that it must still have: bars above and below posts have less, and are more alike than posts."""


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


def region_at(outline: Outline, places: Sequence[int], times: list[tuple[int, str]]) -> Region:
    """The elements at `places` as records of one region, wherever they stand."""
    return region_of_runs(outline, [[place] for place in places], times)


def region_of_runs(outline: Outline, runs: Sequence[Sequence[int]], times: list[tuple[int, str]]) -> Region:
    """The same for records of several elements each."""
    records = _records(outline, runs, defaultdict(set), times)
    return Region(
        parent=outline.elements[max(0, outline.parent[runs[0][0]])],
        records=records,
        columns=0,
        share=sum(record.text_length for record in records) / max(1, outline.size),
        likeness=1.0,
        rows=sum(map(len, runs)) / len(runs),
    )


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
    likeness, said = 0.0, 0
    for usual in _usual_counts(columns, table.weights):
        other = _runs(outline, sorted(table.rows), columns, usual)
        gained = _likeness([frozenset().union(*(filled[row] for row in run)) for run in other])
        is_better = len(other) > 1 and gained > likeness + MIN_GAIN and _said(outline, other) > MIN_KEPT * said
        if not runs or is_better:
            runs, likeness, said = other, gained, _said(outline, other)
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


def _said(outline: Outline, runs: Iterable[Sequence[int]]) -> int:
    """Characters in some runs of rows."""
    return sum(outline.text_in(run[0], run[-1])[0] for run in runs)


def _usual_counts(columns: dict[int, list[int]], weights: Counter[int]) -> list[int]:
    """How many rows most columns have, by their text; then the next best guesses."""
    counts: Counter[int] = Counter()
    for column, rows in columns.items():
        counts[len(rows)] += min(weights[column], 200 * len(rows)) + 1
    return sorted(counts, key=lambda count: (-counts[count], -count))[:GUESSES]


def _runs(outline: Outline, rows: list[int], columns: dict[int, list[int]], usual: int) -> list[list[int]]:
    """Rows in records: each begins at a row of the leading column, if others keep to rows between; else one row each.

    The leading column is the first of those with the `usual` number of rows, where most rows are: what stands apart,
    in a bar above them, may look like the end of a post.
    """
    near = [found for found in columns.values() if usual <= len(found) <= 1.2 * usual]
    (main, most), *_ = Counter(outline.parent[row] for row in rows).most_common(1)
    inner = {row for row in rows if outline.parent[row] == main} if 2 * most > len(rows) else set(rows)
    lead = min(near, key=lambda found: (next((row for row in found if row in inner), rows[-1]), -len(found)))
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
