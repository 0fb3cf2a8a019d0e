"""`thresher evaluate schedule`: recorded polls replayed, with all methods that can plan visits."""

import json
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from thresher.model.errors import UsageError

REPORT = Path("schedule-evaluation.html")
ENDINGS = (".csv", ".csv.gz")


PollFiles = Annotated[
    list[Path], typer.Argument(metavar="FILE", help="Recorded polls, one file a page; or folders of them.")
]


class Known(StrEnum):
    FULL = "full"
    OWN = "own"


class Saved(StrEnum):
    DAY = "day"
    STEP = "step"


def schedule(
    files: PollFiles,
    budget: Annotated[float, typer.Option(help="Visits as a share of the recorded polls, above 0 and up to 1.")] = 0.1,
    history: Annotated[
        Known, typer.Option(help="What is known when scoring begins: all earlier polls, or what own visits showed.")
    ] = Known.FULL,
    save: Annotated[
        Saved, typer.Option(help="How long visits that were not made can be saved: a day, or not at all.")
    ] = Saved.DAY,
    methods: Annotated[
        str, typer.Option(metavar="NAME,NAME…", help="Which methods; all that need no extra if none is named.")
    ] = "",
    classes: Annotated[
        bool, typer.Option(help="Also measure how well it is told whether a page has changed at the next poll.")
    ] = True,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", help=f"The report; {REPORT} unless --json is given.", show_default=False),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Replay recorded polls of pages: how soon is new content caught with a budget of visits, by which method?

    The last fifth of each series is scored, for all pages together: mean
    delay until a new item is caught, also as a share of what visiting all
    pages in turn gives; share caught within the hour, wasted visits,
    versions missed, freshness. Learners are also asked whether a page has
    changed at the next poll, beside the majority guess and the last
    interval. This repeats, on equal terms, what Wang et al. began in
    'Toward an Intelligent Crawling Scheduler for Archiving News Websites'
    (2019). It takes a minute or two for 20 pages over three years.

    A file is CSV, plain or gzip, with a header: observed_at (ISO 8601, UTC
    if no offset is given), novel (items never seen on the page before); if
    there are any: changed, n_items, added. With changed_at in place of
    observed_at, only polls that found a change are there.

    Example: thresher evaluate schedule polls/*.csv.gz --budget 0.1 -o report.html
    """
    from thresher.cli.evaluate import check_writable
    from thresher.evaluate.schedule import Question, chosen_methods, measure_schedule
    from thresher.evaluate.schedule_replay import Knowledge, Spend, make_world
    from thresher.evaluate.schedule_report import as_data, as_html, as_text
    from thresher.evaluate.schedule_series import load_series

    def tell(text: str) -> None:
        typer.echo(text, err=True)

    if not 0 < budget <= 1:
        raise UsageError(f"--budget is {budget:g}.", "Give the share of polls to visit, such as 0.1 for every tenth.")
    report = output or (None if as_json else REPORT)
    if report is not None:
        check_writable(report)
    question = Question(budget, Knowledge(history), Spend(save), chosen_methods(methods), classes)
    series, notes = load_series(all_files(files))
    for note in notes:
        tell(note)
    tell(f"{len(series)} pages, {sum(len(one.hours) for one in series):,} polls")
    measured = measure_schedule(make_world(series), question, notes, tell)
    if report is not None:
        report.write_text(as_html(measured), encoding="utf-8")
    if as_json:
        typer.echo(json.dumps(as_data(measured), ensure_ascii=False))
    else:
        typer.echo(as_text(measured))
        typer.echo(f"\nMeasured in {measured.seconds:,.0f} seconds. The report is in {report}.")


def all_files(places: list[Path]) -> list[Path]:
    """Files as named, and those in folders."""
    found = []
    for place in places:
        if place.is_dir():
            found += sorted(path for path in place.iterdir() if path.name.endswith(ENDINGS))
        elif place.exists():
            found.append(place)
        else:
            raise UsageError(f"There is no file {place}.")
    if not found:
        raise UsageError("There are no files of polls there.", f"They end in {' or '.join(ENDINGS)}.")
    return found
