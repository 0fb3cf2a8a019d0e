"""What was measured about schedules, as text, as data and as a page with plots."""

from collections.abc import Sequence
from html import escape
from typing import Any

import numpy as np

from thresher.charts.charts import line_chart
from thresher.charts.document import WIDE, as_document, as_table
from thresher.evaluate.row_charts import row_chart
from thresher.evaluate.schedule import DEFAULT_METHOD, Measured
from thresher.evaluate.schedule_classes import LAST, MAJORITY, ClassScore, ClassTable
from thresher.evaluate.schedule_plots import daily_trends, next_hours
from thresher.evaluate.schedule_replay import Knowledge, Spend
from thresher.evaluate.schedule_scores import Score, interval, mean_interval, relative

FRESHNESS_POINTS = 60


def as_data(measured: Measured) -> dict[str, Any]:
    """For `--json` and programs."""
    methods = {one.method: _row(measured, one) for one in (measured.turns, *measured.scores)}
    for name, row in methods.items():
        row.update(_told(measured.pages, name))
    return {"methods": methods, "default": DEFAULT_METHOD}


def _row(measured: Measured, one: Score) -> dict[str, Any]:
    low, high = interval(one, measured.turns)
    return {
        "mean_delay_hours": round(one.mean_delay, 4),
        "relative_to_turns": round(relative(one, measured.turns), 4),
        "relative_low": round(low, 4),
        "relative_high": round(high, 4),
        "caught": round(one.caught, 4),
        "caught_within_hour": round(one.within_hour, 4),
        "wasted": round(one.wasted, 4),
        "versions_missed": round(one.versions_missed, 4),
        "freshness": round(one.freshness, 4),
        "visited": round(one.visited, 4),
        "seconds": round(one.seconds, 1),
    }


def _told(table: ClassTable | None, name: str) -> dict[str, Any]:
    known = LAST if name == "last-interval" else name
    if table is None or known not in table.scores or not table.telling(known):
        return {}
    rows = table.telling(known)
    found: dict[str, Any] = {
        "f1": round(_mean([one.f1 for one in rows]), 4),
        "balanced_accuracy": round(_mean([one.balanced_accuracy for one in rows]), 4),
        "series_told": len(rows),
    }
    if known != LAST:
        found["share_above_baselines"] = round(table.share_above(known), 4)
        found["majority_f1"] = round(_mean([one.f1 for one in table.telling(MAJORITY)]), 4)
    return found


def as_text(measured: Measured) -> str:
    """The tables for a terminal."""
    tables = [table for table in (measured.pages, measured.sites) if table is not None]
    parts = [_aligned(_HEAD, _rows(measured))]
    parts += [f"{_class_title(table)}\n{_aligned(_CLASS_HEAD, _class_rows(table))}" for table in tables]
    parts += [f"Note: {note}" for note in measured.notes]
    parts.append(f"The default is {DEFAULT_METHOD}; best here: {measured.best}.")
    return "\n\n".join(parts)


_HEAD = (
    "method", "mean delay: hours", "of visiting: in turn", "95 % of draws: of series", "caught: within the hour",
    "wasted: visits", "versions: missed", "fresh", "caught", "CPU s",
)  # fmt: skip


def _rows(measured: Measured) -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = []
    for one in (measured.turns, *sorted(measured.scores, key=lambda score: score.mean_delay)):
        low, high = interval(one, measured.turns)
        found.append(
            (
                one.method, f"{one.mean_delay:.2f}", f"{relative(one, measured.turns):.3f}", f"{low:.3f}–{high:.3f}",
                f"{one.within_hour:.1%}", f"{one.wasted:.1%}", f"{one.versions_missed:.1%}", f"{one.freshness:.1%}",
                f"{one.caught:.1%}", f"{one.seconds:.0f}",
            )
        )  # fmt: skip
    return found


_CLASS_HEAD = ("method", "accuracy", "precision", "recall", "F1", "balanced: accuracy", "above both: series")


def _class_title(table: ClassTable) -> str:
    count = len(table.telling(MAJORITY))
    return f"Has it changed at the next poll? {table.title}, {count} of {len(table.scores[MAJORITY])} series"


def _class_rows(table: ClassTable) -> list[tuple[str, ...]]:
    return [
        (
            name, *(_with_interval([getattr(one, kind) for one in table.telling(name)]) for kind in _KINDS),
            f"{table.share_above(name):.0%}" if name not in (MAJORITY, LAST) else "",
        )
        for name in table.scores
        if table.telling(name)
    ]  # fmt: skip


_KINDS = ("accuracy", "precision", "recall", "f1", "balanced_accuracy")


def _with_interval(values: Sequence[float]) -> str:
    low, high = mean_interval(values)
    return f"{_mean(values):.3f} ({low:.2f}–{high:.2f})"


def as_html(measured: Measured) -> str:
    """One page that needs nothing else."""
    question = measured.question
    known = (
        "all earlier polls were known"
        if question.knowledge is Knowledge.FULL
        else "nothing was known but what own visits showed, which began at most a year before"
    )
    spent = (
        "What is not spent can be saved for a day."
        if question.spend is Spend.DAY
        else "What is not spent in a step is lost."
    )
    parts = [
        "<h1>When to come back, measured</h1>",
        f"<p>{len(measured.world.tracks)} recorded pages, the last fifth of each: visits at {question.budget:.0%} of "
        f"the recorded polls, for all pages together. When it began, {known}. {spent} The delay of an item is the time "
        "from the poll that first showed it to the next visit. Beside it stands what visiting in turn gives.</p>",
        f'<div class="wide">{as_table(_HEAD, _rows(measured))}</div>',
        "<p class=note>Within the hour: caught by the first poll that showed it, or less than an hour later. A version "
        "is missed if the page changed again before a visit. Fresh: share of the time at which nothing unseen was on a "
        "page. The intervals are of 1,000 draws of as many series, with replacement.</p>",
        "<h2>Mean delay</h2>",
        row_chart([(one.method, [(_SHARE, relative(one, measured.turns))]) for one in _sorted(measured)], _SHARE),
        "<h2>Freshness over time</h2><p class=note>Share of pages without anything unseen, along the scored part.</p>",
        line_chart(_freshness(measured), "share of the scored part, %", "fresh"),
        "<h2>Page by page</h2>",
        f'<div class="wide">{as_table(*_page_table(measured))}</div>',
        *_class_parts(measured),
        *next_hours(measured.world),
        *daily_trends(measured.world),
        *(f"<p class=note>{escape(note)}</p>" for note in measured.notes),
    ]  # fmt: skip
    return as_document("Thresher: schedules measured", parts, WIDE)


def _class_parts(measured: Measured) -> list[str]:
    if measured.pages is None:
        return []
    parts = [
        "<h2>Has it changed at the next poll?</h2><p class=note>Tables 5.1 and 5.2 of the news scheduler: learners "
        "were shown the earlier four fifths, and are scored on the last. Series that change in less than 10 % or more "
        "than 90 % of polls are left out. Above both: share of series on which F1 and balanced accuracy are above the "
        "majority guess and above the last interval (a change is told when as much time has passed as between the last "
        "two).</p>"
    ]
    for table in (measured.pages, measured.sites):
        if table is not None:
            parts.append(f"<h3>{escape(_class_title(table))}</h3>")
            parts.append(f'<div class="wide">{as_table(_CLASS_HEAD, _class_rows(table))}</div>')
    sites = (
        "Sites are told by checkpoints: the polls at which a tenth of the items that their recorded pages list is new "
        "since the last. The recordings hold no whole site tree."
        if measured.sites is not None
        else "No two of these series are of one site, so nothing can be said of the structure of sites."
    )
    told = measured.pages
    names = [name for name in told.scores if told.telling(name)]
    series = [one.series for one in told.telling(MAJORITY)]
    rows = [(name, *(_pair(told.telling(kind)[place]) for kind in names)) for place, name in enumerate(series)]
    parts += [f"<p class=note>{sites}</p>", "<h3>F1 and balanced accuracy, series by series</h3>"]
    return [*parts, f'<div class="wide">{as_table(("series", *names), rows)}</div>']


_SHARE = "mean delay as a share of visiting in turn"


def _pair(one: ClassScore) -> str:
    return f"{one.f1:.2f} / {one.balanced_accuracy:.2f}"


def _page_table(measured: Measured) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    shown = _sorted(measured)[:3]
    head = (
        "series",
        "items",
        "in turn: hours",
        *(f"{one.method}: hours" for one in shown),
        f"{shown[0].method}: visits",
    )
    rows = []
    for place, page in enumerate(measured.turns.pages):
        delays = [_hours(one.pages[place].delay, page.items) for one in shown]
        share = shown[0].pages[place].visits / max(1, page.polls)
        rows.append((page.name, f"{page.items:,.0f}", _hours(page.delay, page.items), *delays, f"{share:.1%}"))
    return head, rows


def _hours(delay: float, items: float) -> str:
    return f"{delay / items:.1f}" if items else "–"


def _sorted(measured: Measured) -> list[Score]:
    return sorted(measured.scores, key=lambda one: one.mean_delay)


def _freshness(measured: Measured) -> list[tuple[str, list[tuple[float, float]]]]:
    named = {one.method: one for one in measured.scores}
    shown = [measured.turns, *(named[name] for name in (DEFAULT_METHOD, "mean", "last-interval") if name in named)]
    return [(one.method, _curve(one)) for one in shown]


def _curve(one: Score) -> list[tuple[float, float]]:
    """Mean freshness of all pages, over as many parts of the scored time."""
    parts = [
        [float(part.mean()) for part in np.array_split(page.fresh, FRESHNESS_POINTS)]
        for page in one.pages
        if len(page.fresh) >= FRESHNESS_POINTS
    ]
    if not parts:
        return []
    return [
        (100 * (place + 0.5) / FRESHNESS_POINTS, share) for place, share in enumerate(np.mean(parts, axis=0).tolist())
    ]


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _aligned(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in columns; the first to the left, numbers to the right."""
    lines = [[cell.replace(": ", " ") for cell in head], *rows]
    widths = [max(len(line[place]) for line in lines) for place in range(len(head))]
    return "\n".join(
        "  ".join((line[0].ljust(widths[0]), *map(str.rjust, line[1:], widths[1:]))).rstrip() for line in lines
    )
