"""What feeds tell about time: formats, items, temporal elements, update intervals.

The quantities are those of section 3 of Oita and Senellart, *Archiving Data Objects using Web Feeds* (2010).
Everything is computed from observations, visits to feeds at known times.
"""

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from statistics import mean, quantiles, stdev

from thresher.feeds.moments import key_of, moment_of_item
from thresher.model import Feed, FeedItem

FIRST_YEAR = 1990
"""Dates before the web are those of a clock that was never set."""
EARLY = timedelta(days=1)
"""How far ahead of the visit a date may be: clocks and time zones differ."""
SAME_DATES = 3
"""So many items, all with one date, carry the date of the program that wrote them."""
LEAST_WAIT, MOST_WAIT, USUAL_WAIT = timedelta(minutes=15), timedelta(days=30), timedelta(days=1)
FULL_CHARACTERS = 500
"""Text without a sign of being cut that is this long counts as whole."""

_TAG = re.compile(r"<[^<>]*>")
_CUT = re.compile(r"(?:\.\.\.|…|&hellip;|&#8230;|\[[.…]+\]|(?:read|continue|learn)\b.{0,60})[\])»>→\s]*$", re.I)


@dataclass(frozen=True, slots=True)
class FeedHistory:
    """One feed as it was seen, oldest visit first."""

    url: str
    visits: tuple[tuple[datetime, Feed], ...]

    @property
    def feed(self) -> Feed:
        """As it was last seen."""
        return self.visits[-1][1]

    @property
    def items(self) -> tuple[FeedItem, ...]:
        """All items that were ever seen, each once, as they were first seen."""
        found: dict[str, FeedItem] = {}
        for _, feed in self.visits:
            for item in feed.items:
                found.setdefault(key_of(item), item)
        return tuple(found.values())

    @property
    def missed(self) -> int:
        """Between how many visits items may have come and gone."""
        feeds = [feed for _, feed in self.visits]
        return sum(missed(one, two) for one, two in pairwise(feeds))


@dataclass(frozen=True, slots=True)
class Dates:
    """Publication dates that can be believed, in order, and how many were left out, by reason."""

    moments: tuple[datetime, ...]
    left_out: dict[str, int]


@dataclass(frozen=True, slots=True)
class Intervals:
    """Seconds between publications."""

    count: int
    minimum: float
    first_quartile: float
    median: float
    third_quartile: float
    maximum: float
    mean: float
    deviation: float
    """Of the sample; 0 for a single interval."""


@dataclass(frozen=True, slots=True)
class GroupIntervals:
    """The intervals of several feeds together."""

    name: str
    feeds: int
    """Those that have intervals."""
    mean: float
    """Of the feeds' means, in seconds."""
    deviation: float
    """Pooled: the deviation within the feeds."""


def history_of(url: str, observations: Iterable[tuple[datetime, Feed]]) -> FeedHistory:
    """The visits to one feed, put in order; at least one."""
    return FeedHistory(url, tuple(sorted(observations, key=lambda visit: visit[0])))


def missed(before: Feed, now: Feed) -> bool:
    """Whether items may have been missed between two visits: none of the earlier ones is left."""
    if not before.items or not now.items:
        return False
    return {key_of(item) for item in before.items}.isdisjoint(key_of(item) for item in now.items)


def dates_of(history: FeedHistory) -> Dates:
    """Publication dates of all items; those that a feed plainly got wrong are counted and left out."""
    latest = history.visits[-1][0] + EARLY
    left_out: Counter[str] = Counter()
    kept: list[datetime] = []
    for item in history.items:
        moment = moment_of_item(item)
        reason = "no date" if moment is None else "in the future" if moment > latest else ""
        reason = reason or ("before the web" if moment is not None and moment.year < FIRST_YEAR else "")
        if reason or moment is None:
            left_out[reason] += 1
        else:
            kept.append(moment)
    if len(kept) >= SAME_DATES and len(set(kept)) == 1:
        left_out["all the same"] += len(kept)
        kept = []
    return Dates(tuple(sorted(kept)), dict(left_out))


def intervals_of(moments: Sequence[datetime]) -> Intervals | None:
    """The intervals between moments in order; None if there are fewer than two."""
    gaps = [(later - earlier).total_seconds() for earlier, later in pairwise(moments)]
    if not gaps:
        return None
    first, median, third = quantiles(gaps, n=4, method="inclusive") if len(gaps) > 1 else gaps * 3
    return Intervals(
        count=len(gaps),
        minimum=min(gaps),
        first_quartile=first,
        median=median,
        third_quartile=third,
        maximum=max(gaps),
        mean=mean(gaps),
        deviation=stdev(gaps) if len(gaps) > 1 else 0.0,
    )


def group_intervals(name: str, feeds: Iterable[Intervals | None]) -> GroupIntervals:
    """Mean of means and pooled standard deviation of a group; 0 where it has no intervals."""
    known = [one for one in feeds if one is not None]
    freedom = sum(one.count - 1 for one in known)
    squares = sum((one.count - 1) * one.deviation**2 for one in known)
    return GroupIntervals(
        name,
        len(known),
        mean(one.mean for one in known) if known else 0.0,
        math.sqrt(squares / freedom) if freedom else 0.0,
    )


def next_visit(history: FeedHistory) -> timedelta:
    """How long to wait until the feed is worth asking for again, and none of its items has gone unseen.

    The median interval, but at most half of the time in which a busy spell would push all items out; half of
    that again for a feed that was late before.
    """
    found = intervals_of(dates_of(history).moments)
    if found is None:
        return USUAL_WAIT
    turnover = found.first_quartile * len(history.feed.items) / 2
    seconds = min(found.median, turnover) if turnover else found.median
    if history.missed:
        seconds /= 2
    return min(max(timedelta(seconds=seconds), LEAST_WAIT), MOST_WAIT)


def formats(feeds: Iterable[Feed]) -> list[tuple[str, int]]:
    """How many feeds have each format, the commonest first."""
    return sorted(Counter(feed.format for feed in feeds).items(), key=lambda pair: (-pair[1], pair[0]))


def time_elements(feeds: Sequence[Feed]) -> list[tuple[str, float]]:
    """The share of feeds that have each element that speaks of time, the commonest first; prefixes do not count."""
    found = Counter(name for feed in feeds for name in {name.rpartition(":")[2] for name in feed.time_elements})
    return sorted(((name, count / len(feeds)) for name, count in found.items()), key=lambda pair: (-pair[1], pair[0]))


def dated_share(feeds: Iterable[Feed]) -> tuple[float, float]:
    """The shares of items that say when they were published, and when they were changed."""
    items = [item for feed in feeds for item in feed.items]
    count = max(1, len(items))
    return sum(bool(item.published) for item in items) / count, sum(bool(item.modified) for item in items) / count


def has_full_text(feed: Feed) -> bool | None:
    """Whether most items hold their whole text, as far as can be seen from the feed alone; None without items."""
    if not feed.items:
        return None
    return 2 * sum(map(_is_full, feed.items)) > len(feed.items)


def _is_full(item: FeedItem) -> bool:
    text = " ".join(_TAG.sub(" ", item.html[:200_000]).split())
    return len(text) >= FULL_CHARACTERS and not _CUT.search(text[-120:])
