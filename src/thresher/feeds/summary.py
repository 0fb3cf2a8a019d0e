"""One feed's figures in one value."""

from dataclasses import dataclass

from thresher.feeds.discover import is_comment_feed
from thresher.feeds.statistics import FeedHistory, Intervals, dates_of, has_full_text, intervals_of, next_visit


@dataclass(frozen=True, slots=True)
class FeedSummary:
    """What is said of one feed; times are ISO 8601 in UTC, intervals in seconds."""

    url: str
    title: str
    group: str
    format: str
    visits: int
    items: int
    """Of the last visit."""
    items_seen: int
    """Of all visits, each once."""
    is_full_text: bool | None
    is_comments: bool
    first: str
    last: str
    intervals: Intervals | None
    dates_left_out: dict[str, int]
    missed: int
    """Between how many visits items may have come and gone."""
    next_visit_seconds: float
    notes: tuple[str, ...]


def summary_of(history: FeedHistory, group: str = "") -> FeedSummary:
    """The figures of one feed."""
    feed, dates = history.feed, dates_of(history)
    return FeedSummary(
        url=history.url,
        title=feed.title,
        group=group,
        format=feed.format,
        visits=len(history.visits),
        items=len(feed.items),
        items_seen=len(history.items),
        is_full_text=has_full_text(feed),
        is_comments=is_comment_feed(feed),
        first=dates.moments[0].isoformat() if dates.moments else "",
        last=dates.moments[-1].isoformat() if dates.moments else "",
        intervals=intervals_of(dates.moments),
        dates_left_out=dates.left_out,
        missed=history.missed,
        next_visit_seconds=next_visit(history).total_seconds(),
        notes=feed.notes,
    )
