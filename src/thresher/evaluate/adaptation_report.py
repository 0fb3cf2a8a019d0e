"""Adaptation, measured: as text, as one page of HTML with a plot, and as plain data."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from statistics import mean, median
from typing import Any

from thresher.charts.charts import bar_chart
from thresher.charts.document import WIDE, as_document, as_table
from thresher.evaluate.adaptation import FOUND, MAX_SECONDS, OURS, RIGHT, STATIC, Control, Trial
from thresher.evaluate.agents import AgentFigures
from thresher.evaluate.focus_tables import Rows, Table, table_text
from thresher.evaluate.visits_report import Years, agent_table, agents_data, version_tables, years_data

GOALS = {1: 0.95, 3: 0.85}
"""Share of the broken templates that is to be repaired, by number of mutations."""


@dataclass(frozen=True, slots=True)
class Measured:
    """All trials of a run, and what is to be said of them."""

    trials: Sequence[Trial]
    harmless: int
    """Changes that broke nothing."""
    missing: str
    """Which programs are not installed."""
    seconds: float
    controls: Sequence[Control] = ()
    years: Years | None = None
    """The versions of one page, visited in several ways."""
    agents: Sequence[AgentFigures] = ()
    """Sites that serve two templates by user agent."""


def tools_of(trials: Sequence[Trial]) -> list[str]:
    """All programs: the static one first, Thresher last."""
    names = dict.fromkeys(name for trial in trials for name in trial.scores)
    return [STATIC, *(name for name in names if name not in (STATIC, OURS)), OURS]


def tables_of(measured: Measured) -> list[Table]:
    return [
        *(_trial_tables(measured.trials) if measured.trials else ()),
        *([_controlled(measured.controls)] if measured.controls else []),
        *(version_tables(measured.years) if measured.years is not None else ()),
        *((agent_table(measured.agents),) if measured.agents else ()),
    ]


def _trial_tables(trials: Sequence[Trial]) -> list[Table]:
    return [
        _by_number(trials),
        _shares(
            "By kind, alone",
            "Templates that one mutation broke.",
            [trial for trial in trials if trial.number == 1],
            lambda trial: trial.kinds,
        ),
        _shares(
            "By kind, among others", "Each of several mutations counts.", _several(trials), lambda trial: trial.kinds
        ),
        _shares("By site", "All numbers of mutations.", trials, lambda trial: (trial.site,)),
        _times(trials),
    ]


def _controlled(controls: Sequence[Control]) -> Table:
    return Table(
        "Controls",
        "Levels that were adapted although their template is as it was: on the pages as they are, and on pages that "
        "lost half of what people wrote. It should be none.",
        ("site", "level", "pages", "unchanged", "content lost"),
        [
            (
                one.site,
                one.level,
                str(one.pages),
                *("adapted" if it else "left alone" for it in (one.unchanged, one.lost)),
            )
            for one in controls
        ],
    )


def _several(trials: Sequence[Trial]) -> list[Trial]:
    return [trial for trial in trials if trial.number > 1]


def _by_number(trials: Sequence[Trial]) -> Table:
    names = tools_of(trials)
    rows: Rows = []
    for number in sorted({trial.number for trial in trials}):
        some = [trial for trial in trials if trial.number == number]
        goal = f"{GOALS[number]:.0%}" if number in GOALS else "–"
        rows.append((str(number), str(len(some)), *(_percent(share_of(some, name)) for name in names), goal))
    return Table(
        "Repaired",
        f"Share of the broken templates on whose other pages at least {FOUND:.0%} of the objects are found, with "
        f"{RIGHT:.0%} of texts, titles, authors and dates, and hardly anything else. Without adaptation it is none: "
        "only what breaks that counts.",
        ("mutations", "templates", *names, "goal"),
        rows,
    )


def _shares(title: str, note: str, trials: Sequence[Trial], groups_of: Callable[[Trial], Sequence[str]]) -> Table:
    names = [name for name in tools_of(trials) if name != STATIC]
    rows: Rows = []
    for group in sorted({group for trial in trials for group in groups_of(trial)}):
        some = [trial for trial in trials if group in groups_of(trial)]
        rows.append((group, str(len(some)), *(_percent(share_of(some, name)) for name in names)))
    return Table(title, note, (title.partition(",")[0].lower(), "templates", *names), rows)


def _times(trials: Sequence[Trial]) -> Table:
    rows: Rows = []
    for site in dict.fromkeys(trial.site for trial in trials):
        rows.append((site, *_time_cells([trial for trial in trials if trial.site == site])))
    return Table(
        "Time",
        f"CPU seconds until a type was mended, or given up (the goal is {MAX_SECONDS:.0f} at most), reading up to "
        "twelve pages included; and what a page costs by the mended type, as a ratio to what the same page cost "
        "before.",
        ("site", "median, s", "most, s", "page, ratio"),
        [*rows, ("all", *_time_cells(trials))],
        1,
    )


def _time_cells(trials: Sequence[Trial]) -> tuple[str, str, str]:
    if not trials:
        return ("–", "–", "–")
    seconds = [trial.seconds for trial in trials]
    ratios = [trial.page_ratio for trial in trials if trial.page_ratio is not None]
    return f"{median(seconds):.2f}", f"{max(seconds):.2f}", f"{median(ratios):.2f}" if ratios else "–"


def share_of(trials: Sequence[Trial], name: str) -> float | None:
    """The share of the trials that a program got right; None if it was in none of them."""
    scores = [trial.scores[name].is_right for trial in trials if name in trial.scores]
    return mean(map(float, scores)) if scores else None


def notes_of(measured: Measured) -> list[str]:
    """What a reader must know before taking the figures for more than they are."""
    notes = (
        []
        if not measured.trials
        else [
            f"{len(measured.trials):,} different changes that broke a template; {measured.harmless:,} others broke "
            "nothing. What was on a page before is what the shipped type read on it; the type is taken as recognised.",
        ]
    )
    if measured.missing:
        return [*notes, measured.missing]
    if len(tools_of(measured.trials)) > 2:
        notes.append(
            "Scrapling has one selector for the records and one for each field, saves what they find on the unchanged "
            "pages, and is compared with what it found there itself."
        )
    return notes


def as_text(measured: Measured) -> str:
    """The tables for a terminal."""
    return "\n\n".join([*map(table_text, tables_of(measured)), *notes_of(measured)])


def as_html(measured: Measured) -> str:
    """One page that needs nothing else."""
    trials = measured.trials
    parts = [
        "<h1>Mending after a change of template, measured</h1>",
        f"<p>{_drawn(trials)}Measured in {measured.seconds:,.0f} seconds. Mending follows section 6 of Faheem and "
        "Senellart, <i>Intelligent and Adaptive Crawling of Web Applications for Web Archiving</i>, 2013.</p>",
        *(f"<p class=note>{escape(note)}</p>" for note in notes_of(measured)),
        _plot(trials),
    ]
    for table in tables_of(measured):
        parts.append(f"<h2>{escape(table.title)}</h2><p class=note>{escape(table.note)}</p>")
        parts.append(f"<div class=wide>{as_table(table.head, table.rows, table.sums)}</div>")
    if trials:
        parts.append("<h2>Not repaired</h2>" + _failures(trials))
    return as_document("Thresher: mending, measured", parts, WIDE)


def _drawn(trials: Sequence[Trial]) -> str:
    sites = len({trial.site for trial in trials})
    return f"{len(trials):,} templates of {sites} recorded sites, changed at random. " if trials else ""


def _plot(trials: Sequence[Trial]) -> str:
    groups = []
    for number in sorted({trial.number for trial in trials}):
        some = [trial for trial in trials if trial.number == number]
        bars = [(name, 100 * (share_of(some, name) or 0.0)) for name in tools_of(trials) if name != STATIC]
        groups.append((f"{number} mutation{'s' if number > 1 else ''}", bars[::-1]))
    return bar_chart(groups, "% repaired") if groups else ""


def _failures(trials: Sequence[Trial]) -> str:
    rows = [
        (trial.site, "; ".join(trial.what), ", ".join(trial.scores[OURS].failed))
        for trial in trials
        if not trial.scores[OURS].is_right
    ]
    return f"<div class=wide>{as_table(('site', 'mutations', 'wrong'), rows)}</div>" if rows else "<p>None.</p>"


def as_data(measured: Measured) -> dict[str, Any]:
    """For `--json` and programs."""
    return {
        "trials": [_trial_data(trial) for trial in measured.trials],
        "tables": [{"title": one.title, "head": one.head, "rows": one.rows} for one in tables_of(measured)],
        "harmless": measured.harmless,
        "years": years_data(measured.years) if measured.years is not None else None,
        "agents": agents_data(measured.agents),
        "notes": notes_of(measured),
        "seconds": round(measured.seconds, 1),
    }


def _trial_data(trial: Trial) -> dict[str, Any]:
    return {
        "site": trial.site,
        "level": trial.level,
        "kinds": trial.kinds,
        "what": trial.what,
        "is_mended": trial.is_mended,
        "seconds": round(trial.seconds, 3),
        "page_ratio": round(trial.page_ratio, 3) if trial.page_ratio is not None else None,
        "tools": {
            name: {
                "is_right": score.is_right,
                "found": round(score.found, 4),
                "right": round(score.right, 4),
                "spare": round(score.spare, 4),
                "failed": score.failed,
            }
            for name, score in trial.scores.items()
        },
    }


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.0f} %"
