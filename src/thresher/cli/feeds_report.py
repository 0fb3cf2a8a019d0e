"""The figures of feeds as a table and as a report with plots."""

from collections import Counter
from collections.abc import Sequence
from html import escape
from itertools import groupby, pairwise
from operator import attrgetter

from thresher.charts.charts import bar_chart
from thresher.charts.document import WIDE, as_document, as_table
from thresher.feeds.plots import cumulative_chart
from thresher.feeds.statistics import dated_share, formats, group_intervals, time_elements
from thresher.feeds.summary import FeedSummary
from thresher.model import Feed

HEAD = ("feed", "format", "items", "text", "first", "last", "median interval", "visits", "missed")
NAMES = {
    "rss090": "RSS 0.90", "rss091": "RSS 0.91", "rss092": "RSS 0.92", "rss10": "RSS 1.0 (RDF)", "rss20": "RSS 2.0",
    "atom03": "Atom 0.3", "atom10": "Atom 1.0", "json": "JSON Feed", "feed": "other",
}  # fmt: skip
BINS = (0, 5, 10, 15, 20, 25, 30, 50, 100)
"""Upper ends of the histogram's bars; 10, 20, 25, 50 and 100 are what software gives by default."""
MAX_TITLE = 40


def human_interval(seconds: float) -> str:
    """A span for people.

    >>> human_interval(90), human_interval(5400), human_interval(200000)
    ('1.5 min', '1.5 h', '2.3 d')
    """
    for size, unit in ((86400, "d"), (3600, "h"), (60, "min")):
        if seconds >= size:
            return f"{seconds / size:,.1f} {unit}"
    return f"{seconds:.0f} s"


def as_rows(summaries: Sequence[FeedSummary]) -> list[tuple[str, ...]]:
    """A table with its head: one row a feed."""
    return [HEAD, *map(_row, summaries)]


def _row(summary: FeedSummary) -> tuple[str, ...]:
    text = {True: "full", False: "summary", None: "-"}[summary.is_full_text]
    title = summary.title or summary.url
    return (
        title if len(title) <= MAX_TITLE else title[: MAX_TITLE - 1] + "…",
        NAMES[summary.format],
        f"{summary.items:,}",
        "comments" if summary.is_comments else text,
        summary.first[:10] or "-",
        summary.last[:10] or "-",
        human_interval(summary.intervals.median) if summary.intervals else "-",
        f"{summary.visits:,}",
        f"{summary.missed:,}" if summary.visits > 1 else "-",
    )


def as_html(summaries: Sequence[FeedSummary], feeds: Sequence[Feed]) -> str:
    """The report: the tables and figures of section 3 of the paper, for these feeds."""
    parts = [
        "<h1>Feeds</h1>",
        f"<p>{len(feeds):,} feeds with {sum(len(feed.items) for feed in feeds):,} items. The tables and figures are "
        "those of section 3 of Oita and Senellart, <em>Archiving Data Objects using Web Feeds</em> (2010).</p>",
        *_formats(feeds),
        *_items(feeds),
        *_times(feeds),
        *_intervals(summaries),
        *_groups(summaries),
        *_lies(summaries),
        "<h2>All feeds</h2>",
        f'<div class="wide">{as_table(HEAD, map(_row, summaries))}</div>',
    ]
    return as_document("Feeds", parts, WIDE)


def _formats(feeds: Sequence[Feed]) -> list[str]:
    rows = [(NAMES[name], f"{count:,}", f"{count / len(feeds):.0%}") for name, count in formats(feeds)]
    return ["<h2>Table 1: formats</h2>", as_table(("format", "feeds", "share"), rows)]


def _items(feeds: Sequence[Feed]) -> list[str]:
    counts = Counter(next((end for end in BINS if len(feed.items) <= end), -1) for feed in feeds)
    labels = ["0", *(f"{low + 1}–{high}" for low, high in pairwise(BINS)), f"> {BINS[-1]}"]
    bars = [(label, [("feeds", float(counts[end]))]) for label, end in zip(labels, (*BINS, -1), strict=True)]
    return ["<h2>Figure 1: items a feed</h2>", bar_chart(bars, "feeds")]


def _times(feeds: Sequence[Feed]) -> list[str]:
    rows = [(name, f"{share:.0%}") for name, share in time_elements(feeds)]
    published, modified = dated_share(feeds)
    return [
        "<h2>Elements that speak of time</h2>",
        as_table(("element", "share of feeds"), rows),
        f"<p>{published:.0%} of the items say when they were published, {modified:.0%} when they were changed.</p>",
    ]


def _intervals(summaries: Sequence[FeedSummary]) -> list[str]:
    known = [summary.intervals for summary in summaries if summary.intervals is not None]
    names = ("minimum", "first quartile", "median", "third quartile", "maximum")
    curves = [(name, [getattr(one, name.replace(" ", "_")) for one in known]) for name in names]
    return [
        "<h2>Figure 2: update intervals</h2>",
        f"<p>The share of {len(known):,} feeds whose interval between two publications is at most so long.</p>",
        cumulative_chart(curves, "Cumulative plot of update intervals, time on a logarithmic axis"),
    ]


def _groups(summaries: Sequence[FeedSummary]) -> list[str]:
    ordered = sorted(summaries, key=attrgetter("group"))
    groups = [
        group_intervals(name, [one.intervals for one in members])
        for name, members in groupby(ordered, key=attrgetter("group"))
    ]
    rows = [
        (one.name, f"{one.feeds:,}", human_interval(one.mean), human_interval(one.deviation)) if one.feeds
        else (one.name, "0", "-", "-")
        for one in groups
    ]  # fmt: skip
    head = ("group", "feeds with intervals", "mean of mean intervals", "pooled standard deviation")
    return ["<h2>Table 2: update intervals of groups</h2>", as_table(head, rows)]


def _lies(summaries: Sequence[FeedSummary]) -> list[str]:
    counts: Counter[str] = Counter()
    for summary in summaries:
        counts.update(summary.dates_left_out)
    if not counts:
        return []
    said = ", ".join(f"{count:,} {escape(reason)}" for reason, count in counts.most_common())
    return [f'<p class="note">Dates of items left out: {said}.</p>']
