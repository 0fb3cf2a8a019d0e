"""Parsed page → Layout: how a page looks, in numbers without words.

The features of FoCUS (table 1: records, their sizes, anchor and plain text, dates and their order, columns), and some
of the page as a whole, for pages whose records cannot be seen because there is only one. Counts and lengths are
logarithms, the rest shares: a long page and a short one of the same kind are alike. "Plain" is the visible text outside
links. docs/reference/page-types.md tells which others were tried and did not help.
"""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import islice, pairwise
from math import log1p
from statistics import mean, median, pstdev
from typing import NamedTuple

from lxml import etree

from thresher.learn.page_types.outline import Anchor, Outline, times_in
from thresher.learn.page_types.records import Record, Region, regions_of
from thresher.page import HEADINGS

PROSE_CHARACTERS = 100
"""A paragraph with as many outside links is prose; titles and labels are shorter."""
BODY_CHARACTERS = 60
"""A post may be as short; cells of a list seldom are as long."""
MIN_SHARE = 0.2
"""Of the text, for a region without dates to be the main one."""
MIN_MENU_SHARE = 0.4
"""The same, for one of nothing but links."""
MENU_LINKED = 0.95
FEW_DATES = 3
NEAR = 10
"""Elements between a date and numbers of the same row."""
MANY_FIELDS = 4
MAX_FIELDS = 200

_NOT_FILLED = frozenset({"hidden", "submit", "button", "image", "reset"})


class Layout(NamedTuple):
    """What the layout of a page says; 0 where a feature does not apply."""

    plain: float
    """Logarithm of the plain characters."""
    linked: float
    """Share of the visible text in links."""
    prose: float
    """Share of the plain text in paragraphs of prose."""
    longest: float
    """Logarithm of the plain characters in the longest paragraph."""
    gap: float
    """Logarithm of the plain characters between a date and the next: the median."""
    widest_gap: float
    """The same: the most."""
    numbered: float
    """Share of the dates with two numbers close by: replies and views beside the last post."""
    form_share: float
    """Share of the plain text in forms to log in, to write or with four fields, unless dated records are in it."""
    writing: float
    """1 where there is a text area to write in."""
    headlined: float
    """Of all regions, the best: share of records whose heading is a link, if these differ in length."""
    # Of the main region; 0 where there is none:
    records: float
    """Logarithm of the number of records."""
    share: float
    """Share of the page's visible text."""
    record_plain: float
    """Logarithm of the plain characters in a record: the median."""
    record_block: float
    """Logarithm of the plain characters in the longest paragraph of a record: the median."""
    bodied: float
    """Share of the records with a paragraph of at least 60 plain characters."""
    evenness: float
    """1 where all records have as much text, towards 0 where one has all."""
    columns: float
    """Logarithm of the number of columns."""
    timed: float
    """Share of the records with a date."""
    rising: float
    """Latest dates of the records in ascending order, less those in descending order."""
    led: float
    """The link column with the most text: the share of the records that have it."""
    lead_length: float
    """Logarithm of the characters of its links: the mean."""
    lead_spread: float
    """Logarithm of the deviation of their lengths: titles differ, commands and dates do not."""
    # What a linear model cannot multiply:
    timed_body: float
    """`timed` times `bodied`."""
    timed_lead: float
    """`timed` times `led` times the share of the records' text in these links."""


def layout_of(root: etree._Element, url: str) -> Layout:
    """The layout of a page at `url`, which none of the features needs yet."""
    outline = Outline(root)
    times = times_in(outline)
    found = regions_of(outline, times)
    main = main_region(found)
    headlined = max((min(1.0, 4 * region.share) * _headlined(outline, region.records) for region in found), default=0.0)
    return Layout(
        **_of_text(outline), **_of_dates(outline, times), **_of_forms(outline, main), **_of_region(outline, main),
        headlined=headlined,
    )  # fmt: skip


def repeats_its_links(root: etree._Element) -> bool:
    """Whether what the leading links of the main region say comes back in most of its records: commands, not titles."""
    links, records = _leading(root)
    return bool(records) and len({_said(link) for link in links}) * records <= 2 * len(links)


def leads_back(root: etree._Element) -> bool:
    """Whether leading links of the main region come back, all that say the same to one address: those who write do, and
    what a list leads to stands there once.
    """
    links, _ = _leading(root)
    said = {_said(link) for link in links}
    return len(said) < len(links) and len({(_said(link), link.href) for link in links}) == len(said)


def _leading(root: etree._Element) -> tuple[list[Anchor], int]:
    """The leading links of the main region, and how many records it has."""
    outline = Outline(root)
    main = main_region(regions_of(outline))
    return (_lead(outline, main.records)[0], len(main.records)) if main is not None else ([], 0)


def _said(link: Anchor) -> str:
    return " ".join(map(str, link.element.itertext())).strip()


def main_region(found: Sequence[Region]) -> Region | None:
    """The first of `found` that is more than a menu, if it has dates or a fair share of the text."""
    others = [region for region in found if not _is_menu(region)]
    if others and (_timed(others[0]) >= 0.5 or others[0].share >= MIN_SHARE):
        return others[0]
    return found[0] if found and _is_menu(found[0]) and found[0].share >= MIN_MENU_SHARE else None


def _is_menu(region: Region) -> bool:
    text = sum(record.text_length for record in region.records)
    is_linked = sum(record.anchor_length for record in region.records) > MENU_LINKED * text
    return is_linked and not any(record.times for record in region.records)


def _timed(region: Region) -> float:
    return sum(1 for record in region.records if record.times) / len(region.records)


def _of_text(outline: Outline) -> dict[str, float]:
    paragraphs = [length - linked for _, length, linked in outline.blocks]
    return {
        "plain": log1p(outline.plain),
        "linked": _share(outline.size - outline.plain, outline.size),
        "prose": _share(sum(size for size in paragraphs if size >= PROSE_CHARACTERS), outline.plain),
        "longest": log1p(max(paragraphs, default=0)),
    }


def _of_dates(outline: Outline, times: Sequence[tuple[int, str]]) -> dict[str, float]:
    stops = [outline.text_end[place] - outline.linked_end[place] for place, _ in times]
    if len(stops) <= FEW_DATES:
        # What follows the last date is mostly the foot of the page, but the whole text where there are few.
        stops.append(outline.plain)
    gaps = [max(0, after - before) for before, after in pairwise(stops)]
    numbers = [place for place, _ in outline.numbers]
    near = [bisect_left(numbers, place + NEAR) - bisect_left(numbers, place - NEAR) for place, _ in times]
    return {
        "gap": log1p(median(gaps)) if gaps else 0.0,
        "widest_gap": log1p(max(gaps, default=0)),
        "numbered": _share(sum(1 for count in near if count >= 2), len(near)),
    }


def _of_forms(outline: Outline, main: Region | None) -> dict[str, float]:
    has_writing = False
    inside = 0
    for i in [i for i, element in enumerate(outline.elements) if element.tag == "form"]:
        kinds = Counter(map(_kind, islice(outline.elements[i].iter("input", "select", "textarea"), MAX_FIELDS)))
        filled = sum(number for kind, number in kinds.items() if kind not in _NOT_FILLED)
        has_writing = has_writing or kinds["textarea"] > 0
        # Boards put forms around posts to moderate them; rows of a form itself have no dates.
        is_around = main is not None and _timed(main) >= 0.5 and i < main.records[0].start < outline.end[i]
        if (kinds["password"] or kinds["textarea"] or filled >= MANY_FIELDS) and not is_around:
            text, linked = outline.text_in(i, i)
            inside += text - linked
    return {"writing": float(has_writing), "form_share": min(1.0, _share(inside, outline.plain))}


def _kind(element: etree._Element) -> str:
    return (element.get("type") or "text").lower() if element.tag == "input" else str(element.tag)


def _headlined(outline: Outline, records: Sequence[Record]) -> float:
    """Share of the records whose first heading is a link, less if all are as long: a thread repeats its title."""
    sizes = []
    for record in records:
        places = range(record.start, record.end)
        heading = next((i for i in places if outline.elements[i].tag in HEADINGS), None)
        if heading is not None:
            text, linked = outline.text_in(heading, heading)
            if linked and 2 * linked >= text:
                sizes.append(linked)
    return len(sizes) / len(records) * min(1.0, pstdev(sizes) / 5) if sizes else 0.0


def _of_region(outline: Outline, main: Region | None) -> dict[str, float]:
    if main is None:
        return dict.fromkeys(Layout._fields[Layout._fields.index("records") :], 0.0)
    records = main.records
    sizes = [record.text_length for record in records]
    timed = _timed(main)
    bodied = sum(1 for record in records if record.longest_block >= BODY_CHARACTERS) / len(records)
    links, led = _lead(outline, records)
    lengths = [link.text_length for link in links]
    return {
        "records": log1p(len(records)),
        "share": main.share,
        "record_plain": log1p(median(record.text_length - record.anchor_length for record in records)),
        "record_block": log1p(median(record.longest_block for record in records)),
        "bodied": bodied,
        "evenness": _share(median(sizes), max(sizes)),
        "columns": log1p(main.columns),
        "timed": timed,
        "rising": _rising([max(record.times) for record in records if record.times]),
        "led": led,
        "lead_length": log1p(mean(lengths)) if lengths else 0.0,
        "lead_spread": log1p(pstdev(lengths)) if lengths else 0.0,
        "timed_body": timed * bodied,
        "timed_lead": timed * led * _share(sum(lengths), sum(sizes)),
    }


def _lead(outline: Outline, records: Sequence[Record]) -> tuple[list[Anchor], float]:
    """The links in the column with the most text, and the share of the records that have one.

    Links in what people wrote are long but rare, so a column counts by how many records have it.
    """
    columns: dict[int, list[Anchor]] = defaultdict(list)
    held: Counter[int] = Counter()
    for record in records:
        found = [(outline.path[link.order], link) for link in record.links]
        for path, link in found:
            columns[path].append(link)
        held.update({path for path, _ in found})
    if not columns:
        return [], 0.0
    best = max(columns, key=lambda path: sum(link.text_length for link in columns[path]) * held[path])
    return columns[best], held[best] / len(records)


def _rising(moments: Sequence[str]) -> float:
    """From -1, all neighbours in descending order, to 1; few neighbours say less. Seconds are not looked at."""
    signs = [(after[:16] > before[:16]) - (after[:16] < before[:16]) for before, after in pairwise(moments)]
    return sum(signs) / (len(signs) + 1)


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0
