"""Thread pages → which region of each holds the posts: the same on all of them.

A page with two short comments has more text in its sidebar, so one page alone may mislead. What stands in one place on
all pages is compared: the kind of region with the most text over all of them counts. A list that several pages share,
such as the newest threads, is none of the thread's own; nor are teasers of other pages, shared or not.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from lxml import etree

from thresher.learn.page_types.outline import INLINE, Outline, times_in, token_of
from thresher.learn.page_types.records import Record, Region, region_at
from thresher.learn.posts.limits import MOST
from thresher.learn.posts.marks import cut_at_marks
from thresher.learn.posts.names import own_names, string_of
from thresher.learn.posts.teasers import without_teasers
from thresher.learn.sight import Sight

BODY_CHARACTERS = 60
"""Of a paragraph in a post."""
MAX_PAGES = 8
FEW_ROWS = 1.5
"""Rows of a post, the mean, from which on posts have several: some may lack one for the signature."""

FEW_PAGES = 0.25
"""Share of the pages with posts, for those on which everybody is linked to be mere chance."""

Found = tuple[Sight, Region]
Kind = tuple[str, str]


def dated_posts(sights: Iterable[Sight]) -> list[Found]:
    """The regions with a date in most records."""
    return _chosen(sights, lambda one: bool(one.times), lambda _: True)


def scattered_posts(sights: Iterable[Sight]) -> list[Found]:
    """Posts that do not stand beside each other: each in boxes of its own, or, where tags are not closed, in the one
    before. They have a name in common, and a date each.
    """
    by_name: defaultdict[str, list[Found]] = defaultdict(list)
    for sight in sights:
        outline = Outline(sight.page.tree)
        times = times_in(outline)
        for name, places in _dated_alike(outline, [place for place, _ in times]).items():
            region = region_at(outline, places, times)
            if region in without_teasers(sight, (*sight.regions, region)):
                by_name[name].append((sight, region))
    # Of boxes around the same posts the inner one, and boxes that hold each other only where there are no others.
    ranks = {
        name: (not any(_nest(region) for _, region in some), sum(region.weight for _, region in some), number)
        for number, (name, some) in enumerate(by_name.items())
    }
    best = max(ranks, key=lambda name: ranks[name], default=None)
    return by_name[best][:MAX_PAGES] if best is not None else []


def _nest(region: Region) -> bool:
    return any(one.end > other.start for one, other in pairwise(region.records))


def _dated_alike(outline: Outline, moments: Sequence[int]) -> dict[str, list[int]]:
    """Elements of one name with a date in each, and as many dates as there are of them at least."""
    alike: defaultdict[str, list[int]] = defaultdict(list)
    for place, element in enumerate(outline.elements):
        if element.tag not in INLINE:
            for name in own_names(element)[:2]:
                alike[name].append(place)

    def dates_in(place: int) -> range:
        return range(bisect_left(moments, place), bisect_left(moments, outline.end[place]))

    found = {}
    for name, places in alike.items():
        dates = [dates_in(place) for place in places]
        has_prose = sum(outline.text_in(place, place)[0] >= BODY_CHARACTERS for place in places)
        if len(places) > 1 and all(dates) and len(set().union(*dates)) >= len(places) and 2 * has_prose > len(places):
            found[name] = places
    return found


def boxed(pages: Sequence[Found]) -> list[Found]:
    """The same posts, by the boxes around them where each fills one of its own: the halves of posts are laid out
    alike, too, but boxes have ids, and what is told by them is told on all pages. On some of these posts may have
    been found whole.
    """
    boxes = [[_box_of(record) for record in region.records] for _, region in pages]
    known = [box for some in boxes for box in some if box is not None]
    tags = {box.tag for box in known}
    rest = (record for (_, region), some in zip(pages, boxes, strict=True) for record in _unboxed(region, some))
    if len(set(known)) < len(known) or not all(_is_whole(record, tags) for record in rest):
        return list(pages)
    return [
        (
            sight,
            replace(region, rows=1.0, records=tuple(_in_box(*one) for one in zip(region.records, some, strict=True))),
        )
        for (sight, region), some in zip(pages, boxes, strict=True)
    ]


def _unboxed(region: Region, boxes: Sequence[etree._Element | None]) -> list[Record]:
    return [record for record, box in zip(region.records, boxes, strict=True) if box is None]


def _is_whole(record: Record, tags: Collection[str]) -> bool:
    """Whether a record is such an element as posts fill elsewhere."""
    return len(record.elements) == 1 and record.elements[0].tag in tags


def _in_box(record: Record, box: etree._Element | None) -> Record:
    return record if box is None else replace(record, elements=(box,))


def _box_of(record: Record) -> etree._Element | None:
    """The element that begins and ends with elements of a record; what stands between them may be called otherwise."""
    above = record.elements[0].getparent()
    if above is None or len(record.elements) < 2 or (above.text or "").strip():
        return None
    inner = list(above.iterchildren(etree.Element))
    ends = inner[0], inner[-1]
    return above if ends == (record.elements[0], record.elements[-1]) else None


def undated_posts(sights: Iterable[Sight]) -> list[Found]:
    """The same where no post has a date: prose and a link in most records, each of them in one element; or prose, where
    nobody is linked, and it stands in more than a paragraph: that would name nobody.
    """
    some = list(sights)
    linked = _chosen(some, lambda one: bool(one.links) and _is_prose(one), _is_of_one_row)
    plain = _chosen(some, _is_prose, lambda region: _is_of_one_row(region) and _kind(region)[0] != "p")
    # On one of many pages all may have a link in what they say.
    return linked if len(linked) > FEW_PAGES * len(plain) else plain


def _is_prose(record: Record) -> bool:
    return record.longest_block >= BODY_CHARACTERS


def _is_of_one_row(region: Region) -> bool:
    return region.rows == 1


def _chosen(
    sights: Iterable[Sight], is_post: Callable[[Record], bool], may_hold: Callable[[Region], bool]
) -> list[Found]:
    """Of each page the region of the kind that holds most, as far as it has one whose records are posts mostly."""
    trimmed = (
        (sight, _trimmed(cut_at_marks(region), is_post))
        for sight in sights
        for region in without_teasers(sight, sight.regions)
    )
    found = [
        (sight, region)
        for sight, region in trimmed
        if may_hold(region) and sum(map(is_post, region.records)) >= MOST * len(region.records)
    ]
    by_kind: defaultdict[Kind, dict[str, Found]] = defaultdict(dict)
    for sight, region in _own_of_page(found) or found:
        known = by_kind[_kind(region)].get(sight.url)
        if known is None or region.weight > known[1].weight:
            by_kind[_kind(region)][sight.url] = sight, region
    weights = {kind: sum(region.weight for _, region in some.values()) for kind, some in by_kind.items()}
    best = max(weights, key=lambda kind: weights[kind], default=None)
    if best is None:
        return []
    # Remarks may say more than the posts that they stand in.
    outer = [kind for kind in by_kind if kind != best and _are_remarked(by_kind[kind], by_kind[best])]
    best = max(outer, key=lambda kind: weights[kind], default=best)
    return _cut_alike(list(by_kind[best].values()))[:MAX_PAGES]


def _trimmed(region: Region, is_post: Callable[[Record], bool]) -> Region:
    """A region without what stands before its first post and behind its last one: heads of tables and numbers of pages
    may be rows like those of posts."""
    places = [place for place, record in enumerate(region.records) if is_post(record)]
    if len(places) < 2 or 2 * len(places) < len(region.records):
        return region
    return replace(region, records=region.records[places[0] : places[-1] + 1])


def _cut_alike(found: list[Found]) -> list[Found]:
    """Without pages where posts seem to be of one row, if on most they are of several: their first rows alone are more
    alike than whole posts, and would hide what the others have in common."""
    several = [one for one in found if one[1].rows > FEW_ROWS]
    weights = [sum(region.weight for _, region in some) for some in (several, found)]
    return several if 2 * weights[0] > weights[1] else found


def _own_of_page(found: Sequence[Found]) -> list[Found]:
    """Those most of whose records no other page has."""
    pages: defaultdict[str, set[str]] = defaultdict(set)
    texts = {id(region): [_said_in(record) for record in region.records] for _, region in found}
    for sight, region in found:
        for text in texts[id(region)]:
            pages[text].add(sight.url)
    return [
        (sight, region)
        for sight, region in found
        if 2 * sum(len(pages[text]) == 1 for text in texts[id(region)]) > len(region.records)
    ]


def _said_in(record: Record) -> str:
    """All that a record says: its first row may be a bar with a number that all pages have."""
    return " ".join(map(string_of, record.elements))


def _are_remarked(posts: Mapping[str, Found], remarks: Mapping[str, Found]) -> bool:
    """Whether the records of one kind stand in those of another, several of a page in some, and these say something of
    their own, each with its date: a box around all of a page does not, nor do days that posts are put together by.
    """
    pages = [(posts[url][1].records, region.records) for url, (_, region) in remarks.items() if url in posts]
    if 2 * len(pages) < len(remarks):
        return False
    held = [[_inside(outer, inner) for outer in outers] for outers, inner in pages]
    is_within = all(sum(map(len, some)) == len(inner) for some, (_, inner) in zip(held, pages, strict=True))
    if not is_within or not any(sum(map(bool, some)) > 1 for some in held):
        return False
    both = [pair for some, (outers, _) in zip(held, pages, strict=True) for pair in zip(outers, some, strict=True)]
    own = [one.text_length - sum(other.text_length for other in inner) for one, inner in both]
    dated = sum(len(one.times) > sum(len(other.times) for other in inner) for one, inner in both)
    return dated >= MOST * len(both) and 2 * sum(size >= BODY_CHARACTERS for size in own) > len(own)


def _inside(outer: Record, records: Iterable[Record]) -> list[Record]:
    return [one for one in records if outer.start < one.start and one.end <= outer.end]


def _kind(region: Region) -> Kind:
    """What a region is like on all pages: the tag of its records, and the nearest name around them.

    The classes of records themselves may be drawn anew for each page.
    """
    first = region.records[0].elements[0]
    tokens = (token_of(above.get("class") or "", above.get("id") or "") for above in first.iterancestors())
    return str(first.tag), next((token for token in tokens if token), "")
