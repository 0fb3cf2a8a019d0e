"""FoCUS's experiments as text, as one page of HTML with plots, and as plain data."""

from collections.abc import Sequence
from dataclasses import asdict
from html import escape
from typing import Any

from thresher.charts.charts import box_chart
from thresher.charts.document import WIDE, as_document, as_table
from thresher.evaluate.classifiers import ClassifierScores
from thresher.evaluate.focus import OURS, PEERS, STRUCTURE, TRUE_ANY, TRUE_STRICT, SiteFigures
from thresher.evaluate.focus_tables import (
    SHARES,
    Table,
    blind_table,
    classifier_table,
    crawl_table,
    crawlers_of,
    distribution_table,
    entry_site_table,
    entry_table,
    flip_table,
    kind_table,
    random_coverage,
    start_table,
    table_text,
)
from thresher.evaluate.row_charts import COLOURS, part_chart, row_chart


def tables_of(sites: Sequence[SiteFigures], scores: ClassifierScores) -> list[Table]:
    """All tables, in the order of the paper."""
    return [
        classifier_table(scores),
        flip_table(sites),
        entry_table(sites),
        entry_site_table(sites),
        blind_table(sites),
        crawl_table(sites),
        start_table(sites),
        distribution_table(sites),
        kind_table(sites),
    ]


def notes_of(sites: Sequence[SiteFigures]) -> list[str]:
    """What a reader must know before taking the figures for more than they are."""
    notes = [
        "All crawls are simulated on recorded answers; ours knows nothing of the software and uses only what it "
        "learns on the site itself.",
    ]
    if seen := sorted({site.software for site in sites if site.is_trained_on}):
        notes.append(
            f"Pages of {', '.join(seen)} were among those that page types were learned from, so on these sites "
            "the learner is at home: expect less on software it has not met."
        )
    if STRUCTURE in crawlers_of(sites):
        notes.append(
            "The structure-driven crawler and iRobot are small re-implementations from their descriptions "
            f"({PEERS}), with limits chosen in their favour on recorded sites, and they are given links without "
            "session ids; the authors' own programs may do better or worse."
        )
    else:
        notes.append(
            f"The structure-driven crawler and iRobot are left out: {PEERS} is not beside this package, as it is in a "
            "clone of the repository."
        )
    return notes


def as_text(sites: Sequence[SiteFigures], scores: ClassifierScores) -> str:
    """The tables for a terminal."""
    parts = [table_text(table) for table in tables_of(sites, scores)]
    return "\n\n".join([*parts, *notes_of(sites)])


def as_html(sites: Sequence[SiteFigures], scores: ClassifierScores, seconds: float) -> str:
    """One page that needs nothing else."""
    packages = len({site.software for site in sites})
    plots = {
        "What a blind crawl meets": [_blind_plot(sites)],
        "Effectiveness and coverage": _crawl_plots(sites),
        "Entry or any page": [_start_plot(sites)],
        "All sites": [_distribution_plot(sites)],
    }
    parts = [
        "<h1>Learning to crawl forums, measured</h1>",
        f"<p>Recorded sites: {len(sites)}, with {packages} kinds of software; sites of one kind do not count as "
        f"independent. Measured in {seconds:,.0f} seconds. The experiments are those of section 5 of Jiang, Song, Yu "
        "and Lin, <i>FoCUS: Learning to Crawl Web Forums</i>, IEEE TKDE 25(6), 2013, whose own figures are given in "
        "the notes; they were measured on other sites.</p>",
        *(f"<p class=note>{escape(note)}</p>" for note in notes_of(sites)),
    ]
    for table in tables_of(sites, scores):
        parts.append(f"<h2>{escape(table.title)}</h2>")
        if table.note:
            parts.append(f"<p class=note>{escape(table.note)}</p>")
        parts += plots.get(table.title, [])
        parts.append(f"<div class=wide>{as_table(table.head, table.rows, table.sums)}</div>")
    return as_document("Thresher: learning to crawl, measured", parts, WIDE)


def _blind_plot(sites: Sequence[SiteFigures]) -> str:
    return part_chart([(site.name, list(site.blind.shares.items())) for site in sites], "what a blind crawl meets")


def _crawl_plots(sites: Sequence[SiteFigures]) -> list[str]:
    names = crawlers_of(sites)
    colours = COLOURS if STRUCTURE in names else (COLOURS[0], COLOURS[3])
    plots = []
    for title, take in zip(("Effectiveness", "Useful pages", "Coverage"), SHARES, strict=True):
        groups = [(site.name, [(name, take(site.crawls[name])) for name in names]) for site in sites]
        plots.append(f"<h3>{title}</h3>" + row_chart(groups, title, colours))
    return plots


def _start_plot(sites: Sequence[SiteFigures]) -> str:
    groups = [
        (
            site.name,
            [
                (f"{OURS}, entry", site.from_entry[OURS].coverage),
                (f"{OURS}, random", random_coverage(site, OURS)),
                (f"{TRUE_STRICT}, random", random_coverage(site, TRUE_STRICT)),
                (f"{TRUE_ANY}, random", random_coverage(site, TRUE_ANY)),
            ],
        )
        for site in sites
    ]
    return row_chart(groups, "coverage by start", ("#1f6f54", "#7fb79f", "#9aa0a8", "#37598c"))


def _distribution_plot(sites: Sequence[SiteFigures]) -> str:
    names = ("effectiveness", "useful pages", "coverage")
    return box_chart(
        [(name, [take(site.crawls[OURS]) for site in sites]) for name, take in zip(names, SHARES, strict=True)],
        "share, Thresher",
    )


def as_data(sites: Sequence[SiteFigures], scores: ClassifierScores, seconds: float) -> dict[str, Any]:
    """For `--json` and programs: counts as measured, shares beside them, and the tables."""
    rows = []
    for site in sites:
        row = asdict(site)
        row["seconds"] = round(site.seconds, 1)
        row["blind"]["shares"] = {name: round(share, 4) for name, share in site.blind.shares.items()}
        for name, crawl in site.crawls.items():
            row["crawls"][name] |= crawl.shares
        for name, crawl in site.from_entry.items():
            row["from_entry"][name] |= crawl.shares
        for name, crawls in site.from_starts.items():
            row["from_starts"][name] = [{**asdict(one), **one.shares} for one in crawls]
        rows.append(row)
    return {
        "sites": rows,
        "classifiers": asdict(scores),
        "tables": [asdict(table) for table in tables_of(sites, scores)],
        "notes": notes_of(sites),
        "seconds": round(seconds, 1),
    }
