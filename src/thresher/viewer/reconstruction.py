"""A channel page when nobody crawled it: archived feed items in the frame of the nearest capture (Oita, §6).

What was in the list is known from the feed: of all items ever seen there, the newest that were published by then, as
many as the feed has. What stood around it is taken from the capture of the page that is nearest in time. All of it is
text: a reconstruction is read, not replayed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from lxml import etree

from thresher.feeds.moments import moment_of_item
from thresher.feeds.statistics import FeedHistory
from thresher.model import FeedItem, Page
from thresher.page import join, text_of_fragment

_SILENT = frozenset({"script", "style", "template", "noscript", "option"})
MOST_FRAME = 40
"""Lines of what stands before and behind the list that are shown."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An item as it was known by then."""

    item: FeedItem
    published: datetime
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reconstruction:
    """What the page held, as far as the archive tells."""

    moment: datetime
    entries: tuple[Entry, ...]
    seen_before: datetime | None
    """The last visit to the feed up to the moment."""
    seen_after: datetime | None
    """The first one after it."""
    is_sure: bool
    """Whether no item can have come and gone between these visits."""


@dataclass(frozen=True, slots=True)
class Frame:
    """What stands around the list on a page."""

    before: tuple[str, ...]
    after: tuple[str, ...]


def reconstruct(history: FeedHistory, moment: datetime) -> Reconstruction:
    """The list at `moment`: the newest items that were published by then."""
    visits = history.visits
    earlier = [(time, feed) for time, feed in visits if time <= moment]
    later = [(time, feed) for time, feed in visits if time > moment]
    nearest = min(visits, key=lambda visit: abs(visit[0] - moment))[1]
    dated = [(published, item) for item in history.items if (published := moment_of_item(item)) is not None]
    there = sorted((pair for pair in dated if pair[0] <= moment), key=lambda pair: pair[0], reverse=True)
    window = max(1, len(nearest.items))
    shown = tuple(
        Entry(item, published, tuple(text_of_fragment(item.html).splitlines())) for published, item in there[:window]
    )
    # The oldest item of the visit after was there before: so all that came since is known.
    overlaps = bool(earlier and later) and bool(_links(earlier[-1][1].items) & _links(later[0][1].items))
    return Reconstruction(
        moment,
        shown,
        earlier[-1][0] if earlier else None,
        later[0][0] if later else None,
        is_sure=overlaps or any(time == moment for time, _ in visits),
    )


def frame_of(page: Page, items: Sequence[FeedItem]) -> Frame:
    """What stands before and behind the list of items on a page."""
    if page.tree is None:
        return Frame((), ())
    links = _links(items)
    found = [one for one in page.tree.iter("a") if (href := one.get("href")) and join(page.url, href) in links]
    around = _common(found)
    if around is None:
        return Frame((), ())
    before: list[str] = []
    after: list[str] = []
    inside = set(around.iter())
    is_past = False
    for element in page.tree.iter():
        is_past = is_past or element is around
        side = after if is_past else before
        if element not in inside and isinstance(element.tag, str) and element.tag not in _SILENT:
            side.append(element.text or "")
        if element is around or element not in inside:
            side.append(element.tail or "")
    return Frame(_lines(before), _lines(after))


def _lines(texts: Sequence[str]) -> tuple[str, ...]:
    """Texts that say something, each once."""
    return tuple(dict.fromkeys(line for text in texts if (line := " ".join(text.split()))))[:MOST_FRAME]


def _common(elements: Sequence[etree._Element]) -> etree._Element | None:
    """The innermost element that holds all of these."""
    if len(elements) < 2:
        return None
    chains = [[*reversed(list(one.iterancestors()))] for one in elements]
    shared = None
    for step in zip(*chains, strict=False):
        if any(one is not step[0] for one in step):
            break
        shared = step[0]
    return shared


def _links(items: Sequence[FeedItem]) -> set[str]:
    return {item.link for item in items if item.link}
