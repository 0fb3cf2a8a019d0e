"""The rows of a list: what a page says of each address that it lists, beside the link itself.

The row of an address is the largest part of the page that holds links to it and to no other of those listed: a table
row, a list item, a teaser. No template has to be known for that.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice

from lxml import etree

from thresher.page import DateHabits, DrawnFrom, find_date

_LISTS = frozenset({"body", "main", "table", "tbody", "ul", "ol", "dl", "form", "section"})
"""Where a row ends even if nothing else is listed: around it stand the words of the whole page."""
_ROWS = frozenset({"li", "tr", "article"})
"""What is a row even without a name."""
MAX_TEXTS = 200
"""Texts of a row that are read: a teaser may be a whole post."""
MAX_SHOWN = 60
"""Characters of a date that the mouse shows; what is longer is the beginning of a text."""
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "dt", "th", "caption"})
"""What may name a day for all that stands below it."""
_CLOCK = re.compile(r"(?<![\d:.])\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?m\b)?(?![\d:])", re.IGNORECASE)
_NUMBER = re.compile(r"\d+(?:[.,\u00a0\u202f' ]\d{3})*")
_SIGNS = re.compile(r"\D")


@dataclass(frozen=True, slots=True)
class Row:
    """What a list says of one address."""

    latest: str
    """The latest date in it, ISO 8601; empty if there is none."""
    numbers: frozenset[int]
    """All numbers in it that are not part of a date: replies, comments, views."""
    inside: str = ""
    """The address in whose row it is only named."""
    is_silent: bool = False
    """Whether its date is that of its making, and nothing tells what came to it since."""


def rows_on(
    tree: etree._Element,
    target_of: Callable[[str], str | None],
    wanted: Iterable[str],
    habits: DateHabits,
    *,
    with_data: bool = True,
) -> dict[str, Row]:
    """The rows of `wanted` addresses on a page; `target_of` tells where a reference as it stands there leads.

    Where a row has no date, data in scripts is asked `with_data`: the latest there may be that of an edit.
    """
    listed = frozenset(wanted)
    anchors = {one: target for one in tree.iter("a") if (target := target_of(one.get("href") or "")) in listed}
    holders = _holders(anchors.items())
    places: dict[str, etree._Element] = {}
    for anchor, target in anchors.items():
        if target is not None and target not in places:
            places[target] = _around(anchor, holders)
    rows = {target: _row(place, habits) for target, place in places.items()}
    if with_data:
        rows |= dict(_drawn(tree, {target: row for target, row in rows.items() if not row.latest}, habits))
    undated = {target: place for target, place in places.items() if not rows[target].latest}
    rows |= dict(_shared(undated, rows, anchors, holders, habits))
    return rows | dict(_by_day(tree, {place: target for target, place in undated.items()}, rows, habits))


def _drawn(tree: etree._Element, rows: Mapping[str, Row], habits: DateHabits) -> Iterator[tuple[str, Row]]:
    """Rows without a date, with what the data says of them that the page is drawn from."""
    drawn = DrawnFrom(tree)
    for target, row in rows.items():
        if (record := drawn.address(target)) is not None:
            dates = [find_date(time, habits) for _, time in record.times]
            past = [date for date in dates if date and date <= habits.now.isoformat()]
            latest = max(past, default="")
            yield target, replace(row, latest=latest, numbers=row.numbers | record.numbers, is_silent=record.is_silent)


def _by_day(
    tree: etree._Element, targets: Mapping[etree._Element, str], rows: Mapping[str, Row], habits: DateHabits
) -> Iterator[tuple[str, Row]]:
    """Rows that have only the time of day, below a heading with the day: lists of changes, as wikis have them."""
    clocks = {place: found for place in targets if (found := _CLOCK.findall(" ".join(_texts(place))))}
    if not clocks:
        return
    day = ""
    for element in tree.iter(*_HEADINGS, *{place.tag for place in clocks}):
        if element.tag in _HEADINGS and find_date(text := " ".join(_texts(element)), habits):
            day = text
        elif day and element in clocks:
            dates = [find_date(f"{day} {clock}", habits) for clock in clocks[element]]
            yield targets[element], replace(rows[targets[element]], latest=max(filter(None, dates), default=""))


def _shared(
    undated: Mapping[str, etree._Element],
    rows: Mapping[str, Row],
    anchors: Mapping[etree._Element, str | None],
    holders: Mapping[etree._Element, str | None],
    habits: DateHabits,
) -> Iterator[tuple[str, Row]]:
    """Rows with several addresses, as a board and the boards below it: what they say, they say of the first."""
    for target, place in undated.items():
        around = _row_of_several(place, holders)
        if around is None:
            continue
        inside = [one for anchor in around.iter("a") if (one := anchors.get(anchor)) is not None]
        if any(rows[one].latest for one in inside):
            continue  # no row, but a group of rows
        if inside[0] == target:
            yield target, _row(around, habits)
        else:
            yield target, replace(rows[target], inside=inside[0])


def _row_of_several(place: etree._Element, holders: Mapping[etree._Element, str | None]) -> etree._Element | None:
    """The nearest part of the page around a place that has others like it beside it."""
    outer = place.getparent()
    while outer is not None and outer.tag != "body":
        if _is_one_of_many(outer, holders):
            return outer
        outer = outer.getparent()
    return None


def _holders(anchors: Iterable[tuple[etree._Element, str | None]]) -> Mapping[etree._Element, str | None]:
    """By element, the one address that is linked inside it; None if there are several."""
    found: dict[etree._Element, str | None] = {}
    for anchor, target in anchors:
        place: etree._Element | None = anchor
        while place is not None:
            if found.setdefault(place, target) != target:
                if found[place] is None:
                    break  # so it is with all that is around it
                found[place] = None
            place = place.getparent()
    return found


def _around(anchor: etree._Element, holders: Mapping[etree._Element, str | None]) -> etree._Element:
    place, inner = anchor, None
    while (outer := place.getparent()) is not None and holders.get(outer) is not None:
        if outer.tag in _LISTS and inner is None:
            inner = place
        place = outer
    return place if inner is None or _is_one_of_many(place, holders) else inner


def _is_one_of_many(place: etree._Element, holders: Mapping[etree._Element, str | None]) -> bool:
    """Whether others like it stand beside it and hold other addresses: rows can be lists themselves (bbPress), or have
    one inside (prosilver, the usual template of phpBB)."""
    around = place.getparent()
    classes = _classes(place)
    return around is not None and any(
        other is not place
        and holders.get(other, holders[place]) != holders[place]
        and (classes & _classes(other) if classes else place.tag in _ROWS)
        for other in around.iterchildren(place.tag)
    )


def _classes(place: etree._Element) -> frozenset[str]:
    return frozenset((place.get("class") or "").split())


def _texts(place: etree._Element) -> Iterator[str]:
    return map(str, islice(place.itertext(), MAX_TEXTS))


def _row(place: etree._Element, habits: DateHabits) -> Row:
    dates = [find_date(element.get("datetime") or "", habits) for element in place.iter("time")]
    in_full = list(_in_full(place, habits))
    dates += [date for _, date in in_full]
    told = {text for text, _ in in_full}
    numbers: set[int] = set()
    for text in _texts(place):
        if date := find_date(text, habits):
            dates.append(date)
        elif text not in told:
            numbers.update(int(_SIGNS.sub("", found)) for found in _NUMBER.findall(text)[:20] if len(found) < 12)
    return Row(max(dates, default=""), frozenset(numbers))


def _in_full(place: etree._Element, habits: DateHabits) -> Iterator[tuple[str, str]]:
    """Words of whatever language for how long ago something was, with the date that the mouse shows there."""
    for element in islice(place.iter(etree.Element), MAX_TEXTS):
        shown, text = element.get("title") or "", element.text or ""
        is_short = len(shown) <= MAX_SHOWN and any(map(str.isdigit, shown))
        if is_short and not len(element) and (date := find_date(shown, habits)):
            yield text if _NUMBER.sub("", text).strip() else "", date
