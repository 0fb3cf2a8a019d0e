"""`thresher feeds`: what feeds tell about a site's habits."""

import json
from collections.abc import Callable
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from thresher.cli.reader import whole_file
from thresher.model.errors import UsageError

if TYPE_CHECKING:
    from thresher.feeds.statistics import FeedHistory
    from thresher.feeds.summary import FeedSummary


class Grouping(StrEnum):
    NAME = "name"
    HOST = "host"
    FORMAT = "format"


def feeds(
    place: Annotated[Path, typer.Argument(metavar="FOLDER-or-LIST", help="A collection, or a list of saved feeds.")],
    output: Annotated[Path | None, typer.Option("-o", "--output", help="A report with plots, as HTML.")] = None,
    grouping: Annotated[
        Grouping, typer.Option("--group", help="What feeds are grouped by; a name is what the list gives them.")
    ] = Grouping.NAME,
    as_json: Annotated[bool, typer.Option("--json", help="One line of JSON a feed.")] = False,
) -> None:
    """Show the feeds of a collection: formats, items, dates, how often they change, whether items were missed.

    A list is a text file with one saved feed, or one folder of them, a line;
    after a tab or a space, a name for the group it belongs to. Nothing is
    asked from the network.

    Example: thresher feeds my-archive -o feeds.html
    """
    from thresher.cli.feeds_read import histories_in
    from thresher.cli.feeds_report import as_html, as_rows
    from thresher.feeds.summary import summary_of

    if output is not None and (output.is_dir() or not output.absolute().parent.is_dir()):
        raise UsageError(f"The report cannot be written to {output}.", "Name a file in a folder that exists.")
    found = histories_in(place, lambda text: typer.echo(text, err=True))
    name_of = _namer(grouping)
    summaries = [summary_of(history, name_of(name, history)) for name, history in found]
    if as_json:
        for summary in summaries:
            typer.echo(json.dumps(asdict(summary), ensure_ascii=False))
    else:
        _print(summaries, as_rows)
    if output is not None:
        with whole_file(output) as fresh:
            fresh.write_text(as_html(summaries, [history.feed for _, history in found]), encoding="utf-8")
        typer.echo(f"The report is in {output}.", err=as_json)


def _namer(grouping: Grouping) -> "Callable[[str, FeedHistory], str]":
    from thresher.page import host_of

    if grouping is Grouping.FORMAT:
        return lambda name, history: history.feed.format
    if grouping is Grouping.HOST:
        return lambda name, history: host_of(history.url) or host_of(history.feed.link) or "no host"
    return lambda name, history: name or host_of(history.url) or host_of(history.feed.link) or "no name"


def _print(summaries: "list[FeedSummary]", as_rows: "Callable[[list[FeedSummary]], list[tuple[str, ...]]]") -> None:
    from rich.cells import cell_len, set_cell_size

    rows = as_rows(summaries)
    widths = [max(cell_len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        first = set_cell_size(row[0], widths[0])
        rest = (cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))
        typer.echo("  ".join((first, *rest)).rstrip())
    late = [summary for summary in summaries if summary.missed]
    if late:
        typer.echo(f"Items may have been missed in {len(late)} of {len(summaries)} feeds: visit them more often.")
