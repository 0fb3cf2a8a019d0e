"""Extraction, measured: as text, as one page of HTML with a plot, and as plain data."""

from collections.abc import Callable, Sequence
from html import escape
from statistics import mean
from typing import Any

from thresher.charts.document import WIDE, as_document, as_table
from thresher.evaluate.extraction import OURS, SUMMARIES, TOLERANCE, UNTAUGHT, Figures, SiteFigures, joined, tools_of
from thresher.evaluate.extraction_cases import SAVED, SINGLE
from thresher.evaluate.extraction_chart import named_lines
from thresher.evaluate.extraction_times import Growth, cumulated, reference_site
from thresher.evaluate.focus_tables import Rows, Table, table_text

Take = Callable[[Figures], float | None]

MEASURES: tuple[tuple[str, str, Take, bool], ...] = (
    (
        "Articles",
        f"Pages whose article was found: Dice's coefficient of word pairs with the true text is {TOLERANCE:.0%} or "
        "more. BlogForever (table 2, other pages and another criterion): 93.0 %, Readability 88.1 %, Boilerpipe "
        "79.3 %, Goose 79.2 %.",
        lambda figures: figures.tolerant,
        False,
    ),
    (
        "Articles, word for word",
        "Pages whose article has exactly the true words. Oita and Senellart (table 3, other pages): about 79 %, "
        "Boilerpipe 62 %.",
        lambda figures: figures.exact,
        False,
    ),
    ("Likeness", "Mean of Dice's coefficient over all pages.", lambda figures: figures.dice, False),
    (
        "Titles",
        "Pages whose title has exactly the true words. BlogForever: 95.0 %, Readability 74.0 %, Goose 84.9 %.",
        lambda figures: figures.title,
        False,
    ),
    ("Dates", "Pages whose date names the true day.", lambda figures: figures.date, False),
    ("Shingles", "Mean F1 of shingles of four words.", lambda figures: figures.shingles, True),
)
"""Title, note, what is taken, and whether it is only for single articles."""
_WIDER = "\nbody { max-width: 70em } p { max-width: 54em } td, th { padding: .2em .55em }"


def tables_of(sites: Sequence[SiteFigures], growth: Sequence[Growth]) -> list[Table]:
    """A table a measure, then times."""
    tables = []
    for title, note, take, is_of_single in MEASURES:
        some = [site for site in sites if site.group == SINGLE] if is_of_single else list(sites)
        table = _measure_table(title, note, take, some)
        if any(cell not in ("", "–") for row in table.rows for cell in row[2:]):
            tables.append(table)
    return [*tables, _time_table(sites), *([_growth_table(growth)] if growth else [])]


def _measure_table(title: str, note: str, take: Take, sites: Sequence[SiteFigures]) -> Table:
    names = tools_of(sites)
    rows: Rows = [
        (site.name, f"{site.pages:,}", *(_percent(_taken(site, name, take)) for name in names)) for site in sites
    ]
    sums: Rows = []
    for group in dict.fromkeys(site.group for site in sites):
        some = [site for site in sites if site.group == group]
        if len(some) > 1:
            pages = sum(site.pages for site in some)
            sums.append((f"{group}, by page", f"{pages:,}", *(_percent(take(joined(some, name))) for name in names)))
            sums.append(
                (f"{group}, by site", f"{len(some)} sites", *(_percent(_mean(some, name, take)) for name in names))
            )
    return Table(title, note, ("site", "pages", *names), [*rows, *sums], len(sums))


def _taken(site: SiteFigures, name: str, take: Take) -> float | None:
    return take(site.tools[name]) if name in site.tools else None


def _mean(sites: Sequence[SiteFigures], name: str, take: Take) -> float | None:
    """The mean of sites, each counting once however many pages it has."""
    known = [value for site in sites if (value := _taken(site, name, take)) is not None]
    return mean(known) if known else None


def _time_table(sites: Sequence[SiteFigures]) -> Table:
    names = tools_of(sites)
    rows: Rows = []
    for site in sites:
        spent = [_taken(site, name, lambda figures: figures.milliseconds) for name in names]
        learning = f"{1000 * site.learning_seconds:,.0f}" if site.is_taught else "–"
        cells = ("–" if value is None else f"{value:,.1f}" for value in spent)
        rows.append((site.name, f"{site.lessons}", learning, *cells))
    return Table(
        "Time",
        "CPU milliseconds a page, decoding and parsing included; before them, once a site, learning from the pages of "
        "the feed.",
        ("site", "lessons", "learning", *names),
        rows,
    )


def _growth_table(growth: Sequence[Growth]) -> Table:
    rows: Rows = []
    for number, row in enumerate(growth):
        ratio = row.seconds / growth[number - 1].seconds if number and growth[number - 1].seconds else None
        cells = (f"{1000 * row.seconds:,.1f}", "–" if ratio is None else f"{ratio:.2f}")
        rows.append((f"{row.factor} ×", f"{row.bytes / 1024:,.0f}", *cells))
    return Table(
        "Learning as pages grow",
        "Learning alone, from the same lessons, each page with all of its body twice, four and eight times. A ratio "
        "of two to the row above, or less, is linear time (BlogForever, section 3.4).",
        ("body", "KiB of all pages", "CPU ms", "ratio"),
        rows,
    )


def notes_of(sites: Sequence[SiteFigures], missing: str) -> list[str]:
    """What a reader must know before taking the figures for more than they are."""
    notes = [
        f"{OURS} learns from the pages of a feed's items, and no page that it learned from is scored, for any program; "
        f"“{SUMMARIES}” learns from the first words of each post alone; “{UNTAUGHT}” reads each page by itself, as the "
        "others do: by what two of them agree on.",
    ]
    if any(site.group == SAVED for site in sites):
        notes.append(
            "The true text of a saved blog's page is the feed's, of items that the page shows whole; a feed has its "
            "own way with captions, embedded media and the like, so not every difference is a mistake."
        )
    if untaught := [site.name for site in sites if site.lessons and not site.is_taught]:
        notes.append(f"No rules could be learned on {', '.join(untaught)}.")
    return [*notes, missing] if missing else notes


def progress_line(site: SiteFigures) -> str:
    """One corpus in a line: articles found by each program."""
    found = (f"{name} {_percent(figures.tolerant)}" for name, figures in site.tools.items())
    return f"articles found, %: {', '.join(found)}"


def as_text(sites: Sequence[SiteFigures], growth: Sequence[Growth], missing: str) -> str:
    """The tables for a terminal."""
    return "\n\n".join([*map(table_text, tables_of(sites, growth)), *notes_of(sites, missing)])


def as_html(sites: Sequence[SiteFigures], growth: Sequence[Growth], missing: str, seconds: float) -> str:
    """One page that needs nothing else."""
    parts = [
        "<h1>Finding the article, measured</h1>",
        f"<p>{sum(site.pages for site in sites):,} pages of {len(sites)} corpora, measured in {seconds:,.0f} seconds: "
        "success rates of article and title extraction as in table 2 of Blanvillain, Kasioumis and Banos, "
        "<i>BlogForever Crawler: Techniques and Algorithms to Harvest Modern Weblogs</i>, WIMS 2014, and table 3 of "
        "Oita and Senellart, <i>Archiving Data Objects using Web Feeds</i>, IWAW 2010, on other pages.</p>",
        *(f"<p class=note>{escape(note)}</p>" for note in notes_of(sites, missing)),
    ]
    for table in tables_of(sites, growth):
        parts.append(f"<h2>{escape(table.title)}</h2><p class=note>{escape(table.note)}</p>")
        if table.title == "Time":
            parts.append(_plot(sites))
        parts.append(f"<div class=wide>{as_table(table.head, table.rows, table.sums)}</div>")
    return as_document("Thresher: finding the article, measured", parts, WIDE + _WIDER)


def _plot(sites: Sequence[SiteFigures]) -> str:
    site = reference_site(sites)
    if site is None:
        return ""
    return (
        f"<h3>{escape(site.name)}, post by post</h3>"
        + named_lines(cumulated(site), "posts processed", "CPU seconds, cumulated")
        + f"<p class=note>As BlogForever's figure 2; what {OURS} spends on learning from {site.lessons} posts is paid "
        "before the first.</p>"
    )


def as_data(sites: Sequence[SiteFigures], growth: Sequence[Growth], missing: str, seconds: float) -> dict[str, Any]:
    """For `--json` and programs."""
    return {
        "sites": [
            {
                "name": site.name,
                "group": site.group,
                "pages": site.pages,
                "lessons": site.lessons,
                "is_taught": site.is_taught,
                "learning_seconds": round(site.learning_seconds, 4),
                "tools": {name: _rates(figures) for name, figures in site.tools.items()},
            }
            for site in sites
        ],
        "growth": [{"factor": row.factor, "bytes": row.bytes, "seconds": round(row.seconds, 5)} for row in growth],
        "notes": notes_of(sites, missing),
        "seconds": round(seconds, 1),
    }


def _rates(figures: Figures) -> dict[str, float | None]:
    names = ("tolerant", "exact", "dice", "title", "date", "shingles", "milliseconds")
    values = {name: getattr(figures, name) for name in names}
    return {name: round(value, 4) if value is not None else None for name, value in values.items()}


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.1f}"
