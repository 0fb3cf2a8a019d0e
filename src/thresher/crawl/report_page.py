"""`reports/crawl.html`: what a crawl or an update has done, as one page to read and to mail."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING

from thresher import __version__
from thresher.charts.charts import growth_chart, row_chart
from thresher.charts.document import FIGURES, as_document
from thresher.crawl.growth import Growth
from thresher.crawl.history import Command
from thresher.page import host_of
from thresher.page.unseen import spelled_out

if TYPE_CHECKING:
    from thresher.crawl.mends import Kept
    from thresher.crawl.report import Summary

MOST_ROWS = 60
MOST_LETTERS = 200
"""Of an address or a message."""
TITLES = {Command.CRAWL: "Crawl of", Command.UPDATE: "Update of", Command.DUE: "Update of what is due of"}


@dataclass(frozen=True, slots=True)
class Told:
    """All that the page says."""

    summary: "Summary"
    command: Command
    visit: int
    began: str
    written: str
    """When the report was."""
    growth: Growth
    mends: "Sequence[Kept]" = ()
    changes: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """Of an update: by type, how many objects are new, edited …"""


def report_page(told: Told) -> str:
    """The page; no script, and nothing from elsewhere."""
    summary = told.summary
    hosts = list(dict.fromkeys(host_of(seed) for seed in summary.seeds))
    title = f"{TITLES[told.command]} {', '.join(hosts[:3])}{' …' if len(hosts) > 3 else ''}"
    parts = [
        f"<header><h1>{_shown(title)}</h1>",
        f'<p>{_day(told.began)} · visit {told.visit} · <span class="ending">{_shown(summary.ended)}</span></p>',
        f'<p class="note">{_seeds(summary.seeds)}. robots.txt was {escape(summary.robots)}.</p></header>',
        _figures(summary),
        *_curve(told.growth),
        *_objects(summary, told.changes),
        *_outcomes(summary),
        *_rows("Links left alone, by reason", summary.skipped, "Nothing was left alone."),
        *_applications(summary.applications, summary.unlearned),
        *_mends(told.mends),
        *_losses(summary.losses),
        f"<footer><p>Written by Thresher {__version__} on {_day(told.written)}. Every address and every link that was "
        "left alone is in outcomes.jsonl and skipped.jsonl beside this file.</p></footer>",
    ]
    return as_document(spelled_out(title), parts, FIGURES)


def _figures(summary: "Summary") -> str:
    objects = sum(summary.objects.values())
    figures = [
        (f"{summary.requests:,}", "requests"),
        (f"{summary.pages_kept:,}", "pages kept"),
        (f"{summary.resources_kept:,}", "images, styles, scripts kept"),
        (f"{objects:,}", "objects in the collection"),
        (_size(summary.bytes_written), "written to WARC files"),
        (_span(summary.seconds), "of time"),
        (f"{summary.links_left:,}", "links left alone"),
        (f"{summary.pending:,}", "addresses waiting"),
    ]
    entries = "".join(f"<li><b>{escape(number)}</b>{escape(what)}</li>" for number, what in figures)
    return f'<ul class="figures">{entries}</ul>'


def _curve(found: Growth) -> Iterable[str]:
    yield "<h2>What the requests brought</h2>"
    if len(found.points) < 2 or not found.points[-1][1]:
        yield '<p class="note">Nothing new was read in this visit.</p>'
        return
    what = "pages kept" if found.is_of_pages else "distinct 2-grams"
    note = "No text was read off pages as objects, so pages are counted."
    if not found.is_of_pages:
        note = "Distinct pairs of words, one after the other, in all that people wrote and that was kept so far."
    if found.every > 1:
        note += f" Of {found.every:,} texts one was read."
    chart = growth_chart(found.points, "requests that were answered", what)
    yield f"<figure>{chart}<figcaption>{note} The steeper, the more a request brings.</figcaption></figure>"


def _objects(summary: "Summary", changes: Mapping[str, Mapping[str, int]]) -> Iterable[str]:
    yield from _rows("What people wrote, by type", summary.objects, "Nothing was read off the pages as an object.")
    named = {kind: of_type for kind, of_type in changes.items() if any(of_type.values())}
    if named:
        columns = list(dict.fromkeys(change for of_type in named.values() for change in of_type))
        rows = [(kind, *(f"{of_type.get(column, 0):,}" for column in columns)) for kind, of_type in named.items()]
        head = ("type", *(column.replace("_", " ") for column in columns))
        yield "<h3>What became of it since the last visit</h3>" + _table(head, rows, numbers=len(columns))


def _outcomes(summary: "Summary") -> Iterable[str]:
    rows = [
        (kind, outcome, f"{count:,}")
        for kind, outcomes in summary.outcomes.items()
        for outcome, count in sorted(outcomes.items(), key=lambda item: -item[1])
    ]
    yield "<h2>What became of the addresses</h2>"
    yield _table(("asked for as", "outcome", "addresses"), rows, numbers=1) if rows else _nothing("None was asked for.")
    if summary.statuses:
        answers = ", ".join(f"{count:,} × {status}" for status, count in summary.statuses.items())
        yield f'<p class="note">Answers of this run: {escape(answers)}; {summary.retries:,} requests were repeated.</p>'


def _rows(title: str, counts: Mapping[str, int], nothing: str) -> Iterable[str]:
    yield f"<h2>{escape(title)}</h2>"
    rows = [(spelled_out(name), float(count)) for name, count in counts.items()]
    yield row_chart(sorted(rows, key=lambda row: -row[1])[:MOST_ROWS], title) if rows else _nothing(nothing)


def _applications(found: Mapping[str, str], unlearned: Mapping[str, str]) -> Iterable[str]:
    yield "<h2>Applications that were recognised</h2>"
    yield _table(("where", "type"), found.items()) if found else _nothing("None.")
    if unlearned:
        yield "<h2>Sites of which nothing could be learned</h2>"
        yield _table(("where", "why"), unlearned.items())


def _mends(mends: "Sequence[Kept]") -> Iterable[str]:
    yield "<h2>What was mended</h2>"
    if not mends:
        yield _nothing("Nothing had to be.")
        return
    rows = [
        (
            one.root,
            f"{one.type_name}, {one.level.get('name', '')}: {one.failed}",
            f"{one.before:.0%} → {one.after:.0%} on {one.pages:,} pages"
            + (", retired since" if one.is_retired else ""),
        )
        for one in mends
    ]
    yield _table(("where", "what no longer fitted", "read rightly"), rows)


def _losses(losses: Sequence[tuple[str, str]]) -> Iterable[str]:
    if losses:
        yield "<h2>Without an answer</h2>" + _table(("address", "why"), losses)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]], numbers: int = 0) -> str:
    """A table; the last columns are `numbers`."""

    def line(cells: Sequence[str], tag: str) -> str:
        first = len(cells) - numbers
        kinds = [tag if place < first else f'{tag} class="n"' for place in range(len(cells))]
        return "".join(f"<{kind}>{_shown(cell)}</{tag}>" for kind, cell in zip(kinds, cells, strict=True))

    all_rows = list(rows)
    body = "".join(f"<tr>{line(row, 'td')}</tr>\n" for row in all_rows[:MOST_ROWS])
    left = len(all_rows) - MOST_ROWS
    more = f'<p class="note">… and {left:,} more.</p>' if left > 0 else ""
    return f"<table><thead><tr>{line(head, 'th')}</tr></thead><tbody>\n{body}</tbody></table>{more}"


def _seeds(seeds: Sequence[str]) -> str:
    shown = ", ".join(_shown(seed) for seed in seeds[:10])
    more = f" and {len(seeds) - 10:,} more" if len(seeds) > 10 else ""
    return f"{'Seed' if len(seeds) == 1 else 'Seeds'}: {shown}{more}"


def _nothing(sentence: str) -> str:
    return f'<p class="note">{escape(sentence)}</p>'


def _shown(text: str) -> str:
    cut = text if len(text) <= MOST_LETTERS else text[: MOST_LETTERS - 1] + "…"
    return escape(spelled_out(cut))


def _day(moment: str) -> str:
    return escape(moment.replace("T", " ").removesuffix("Z")[:16]) + " UTC"


def _size(count: float) -> str:
    for unit in ("bytes", "KB", "MB", "GB"):
        if count < 1000:
            return f"{count:,.0f} {unit}" if unit == "bytes" else f"{count:,.1f} {unit}"
        count /= 1000
    return f"{count:,.1f} TB"


def _span(seconds: float) -> str:
    for length, unit in ((86400, "days"), (3600, "hours"), (60, "minutes")):
        if seconds >= length:
            return f"{seconds / length:,.1f} {unit}"
    return f"{seconds:,.0f} seconds"
