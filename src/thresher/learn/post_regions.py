"""Thread pages → which region of each holds the posts: the same on all of them.

A page with two short comments has more text in its sidebar, so one page alone may mislead. What stands in one place on
all pages is compared: the kind of region with the most text over all of them counts. A list that several pages share,
such as the newest threads, is none of the thread's own.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

from thresher.learn.limits import MOST
from thresher.learn.names import string_of
from thresher.learn.outline import token_of
from thresher.learn.records import Record, Region, regions
from thresher.learn.sight import Sight

BODY_CHARACTERS = 60
"""Of a paragraph in a post."""
MAX_PAGES = 8

Found = tuple[Sight, Region]
Kind = tuple[str, str]


def dated_posts(sights: Iterable[Sight]) -> list[Found]:
    """The regions with a date in most records."""
    return _chosen(sights, lambda one: bool(one.times), lambda _: True)


def undated_posts(sights: Iterable[Sight]) -> list[Found]:
    """The same where no post has a date: prose and a link in most records, each of them in one element."""
    return _chosen(
        sights,
        lambda one: bool(one.links) and one.longest_block >= BODY_CHARACTERS,
        lambda region: region.rows == 1,
    )


def _chosen(
    sights: Iterable[Sight], is_post: Callable[[Record], bool], may_hold: Callable[[Region], bool]
) -> list[Found]:
    """Of each page the region of the kind that holds most, as far as it has one whose records are posts mostly."""
    found = [
        (sight, region)
        for sight in sights
        for region in regions(sight.page.tree)
        if may_hold(region) and sum(map(is_post, region.records)) >= MOST * len(region.records)
    ]
    by_kind: defaultdict[Kind, dict[str, Found]] = defaultdict(dict)
    for sight, region in _own_of_page(found) or found:
        known = by_kind[_kind(region)].get(sight.url)
        if known is None or region.weight > known[1].weight:
            by_kind[_kind(region)][sight.url] = sight, region
    weights = {kind: sum(region.weight for _, region in some.values()) for kind, some in by_kind.items()}
    best = max(weights, key=lambda kind: weights[kind], default=None)
    return list(by_kind[best].values())[:MAX_PAGES] if best is not None else []


def _own_of_page(found: Sequence[Found]) -> list[Found]:
    """Those most of whose records no other page has."""
    pages: defaultdict[str, set[str]] = defaultdict(set)
    texts = {id(region): [string_of(record.elements[0]) for record in region.records] for _, region in found}
    for sight, region in found:
        for text in texts[id(region)]:
            pages[text].add(sight.url)
    return [
        (sight, region)
        for sight, region in found
        if 2 * sum(len(pages[text]) == 1 for text in texts[id(region)]) > len(region.records)
    ]


def _kind(region: Region) -> Kind:
    """What a region is like on all pages: the tag of its records, and the nearest name around them.

    The classes of records themselves may be drawn anew for each page.
    """
    first = region.records[0].elements[0]
    tokens = (token_of(above.get("class") or "", above.get("id") or "") for above in first.iterancestors())
    return str(first.tag), next((token for token in tokens if token), "")
