"""Feeds, and when their sites publish."""

from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from thresher.archive import Keeper
from thresher.catalog import open_catalog
from thresher.feeds import read_feed
from thresher.feeds.source import MAX_BYTES
from thresher.feeds.statistics import dates_of, history_of
from thresher.feeds.summary import FeedSummary, summary_of
from thresher.model import Feed
from thresher.page import decode_content
from thresher.viewer.desk import Desk, desk_of
from thresher.viewer.plots import bars
from thresher.viewer.shown import span

MOST_FEEDS = 300
MOST_CAPTURES = 3000


@dataclass(frozen=True, slots=True)
class Rhythm:
    """One feed, and when its items came."""

    summary: FeedSummary
    interval: str
    by_hour: Markup
    by_weekday: Markup


def feeds(request: Request) -> Response:
    """The page."""
    desk = desk_of(request)
    prepared = desk.prepared(rhythms_in)
    found = prepared.get()
    if found is None:
        return desk.page(request, "later.html", 503, what="The list of feeds", trouble_in_it=prepared.trouble)
    return desk.page(request, "feeds.html", feeds=found)


def rhythms_in(desk: Desk) -> list[Rhythm]:
    """All feeds of the collection, those with most items first."""
    sql = "SELECT capture FROM feed_captures ORDER BY capture DESC LIMIT ?"
    wanted = [row["capture"] for row in desk.library.rows(sql, (MOST_CAPTURES,))]
    place = desk.library.collection
    catalog = open_catalog(place.catalog, read_only=True)
    visits: dict[str, list[tuple[datetime, Feed]]] = {}
    try:
        keeper = Keeper.to_read(place, catalog)
        for number in reversed(wanted):
            row = next(keeper.captures.after(number - 1), None)
            capture = keeper.load(row) if row is not None and row.id == number else None
            if row is None or capture is None or row.status != 200:
                continue
            data = decode_content(capture.payload, capture.header("content-encoding"), MAX_BYTES).data
            feed = read_feed(data, row.url, capture.header("content-type") or "")
            if feed is not None:
                visits.setdefault(row.url, []).append((row.time, feed))
    finally:
        catalog.close()
    histories = [history_of(url, seen) for url, seen in visits.items()]
    histories.sort(key=lambda history: -len(history.items))
    found = []
    for history in histories[:MOST_FEEDS]:
        moments = [moment.astimezone(UTC) for moment in dates_of(history).moments]
        summary = summary_of(history)
        hours, days = Counter(moment.hour for moment in moments), Counter(moment.weekday() for moment in moments)
        names = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
        found.append(
            Rhythm(
                summary,
                span(summary.intervals.median) if summary.intervals else "",
                bars([(f"{hour} h", hours[hour]) for hour in range(24)], "Items by hour of the day (UTC)", "hour")
                if len(moments) > 4
                else Markup(""),
                bars([(name, days[day]) for day, name in enumerate(names)], "Items by day of the week", "day")
                if len(moments) > 4
                else Markup(""),
            )
        )
    return found
