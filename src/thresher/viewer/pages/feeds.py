"""Feeds, and when their sites publish."""

from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from thresher.archive import Keeper
from thresher.catalog import open_catalog
from thresher.change import read_moment
from thresher.feeds import read_feed
from thresher.feeds.source import MAX_BYTES
from thresher.feeds.statistics import FeedHistory, dates_of, history_of
from thresher.feeds.summary import FeedSummary, summary_of
from thresher.model import Capture, CrawlSettings, Feed
from thresher.page import canonical, decode_content, read_page
from thresher.viewer.asking import text_in
from thresher.viewer.desk import Desk, desk_of
from thresher.viewer.pages.missing import missing
from thresher.viewer.pages.talks import captures_of
from thresher.viewer.plots import bars
from thresher.viewer.reconstruction import Frame, frame_of, reconstruct
from thresher.viewer.shown import span

MOST_FEEDS = 300
MOST_CAPTURES = 3000


@dataclass(frozen=True, slots=True)
class Rhythm:
    """One feed, and when its items came."""

    history: FeedHistory
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
        return desk.page(request, "later.html", 202, what="The list of feeds", trouble_in_it=prepared.trouble)
    return desk.page(request, "feeds.html", feeds=found)


def reconstruction(request: Request) -> Response:
    """The page that a feed belongs to, at a moment when nobody crawled it."""
    desk = desk_of(request)
    url, text = text_in(request, "feed", 4000), text_in(request, "at", 40)
    history = next((one.history for one in desk.prepared(rhythms_in).get() or () if one.history.url == url), None)
    if history is None:
        return missing(request, "There is no such feed in this collection.")
    moment = read_moment(text)
    if moment is None:
        return missing(request, f"'{text}' is not a moment: write it like 2026-11-16 or 2026-11-16T12:00.")
    channel = canonical(history.feed.link) or history.feed.link
    captures = captures_of(desk, channel, 500) if channel else []
    usable = [row for row in captures if row["status"] == 200]
    nearest = min(usable, key=lambda row: abs(datetime.fromisoformat(row["date"]) - moment.last), default=None)
    return desk.page(
        request,
        "reconstruction.html",
        feed=history.feed,
        found=reconstruct(history, moment.last),
        at=text,
        channel=channel,
        nearest=nearest,
        frame=_frame(desk, nearest, history),
    )


def _frame(desk: Desk, nearest: dict[str, Any] | None, history: FeedHistory) -> Frame:
    """What stands around the list on the nearest capture of the page."""
    capture = load_capture(desk, nearest["id"]) if nearest is not None else None
    page = read_page(capture, CrawlSettings(seeds=("http://nowhere.invalid/",))) if capture is not None else None
    return frame_of(page, history.items) if page is not None else Frame((), ())


def load_capture(desk: Desk, number: int) -> Capture | None:
    """A capture out of the archive."""
    place = desk.library.collection
    catalog = open_catalog(place.catalog, read_only=True)
    try:
        keeper = Keeper.to_read(place, catalog)
        row = keeper.captures.numbered(number)
        return keeper.load(row) if row is not None else None
    finally:
        catalog.close()


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
            row = keeper.captures.numbered(number)
            capture = keeper.load(row) if row is not None else None
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
                history,
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
