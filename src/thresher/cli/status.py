"""`thresher status`: how a crawl stands."""

import json
from pathlib import Path
from typing import Annotated

import typer

from thresher.cli.amounts import human_size


def status(
    collection: Annotated[Path, typer.Argument(help="Folder of the collection.")],
    as_json: Annotated[bool, typer.Option("--json", help="One line of JSON.")] = False,
) -> None:
    """Show how a collection stands: what is kept, what waits, what went wrong. Works while a crawl is running."""
    from thresher.crawl.standing import standing_of

    found = standing_of(collection)
    if as_json:
        typer.echo(json.dumps(found.as_dict(), ensure_ascii=False))
        return
    typer.echo(f"{collection}: {'a crawl is running' if found.is_running else found.state}")
    typer.echo(f"  {found.captures:,} captures in {found.warc_files} WARC files, {human_size(found.bytes)}")
    typer.echo(f"  {found.pending:,} addresses waiting, {found.in_flight:,} being asked for")
    for kind, outcomes in found.outcomes.items():
        parts = ", ".join(f"{count:,} {outcome}" for outcome, count in outcomes.items())
        typer.echo(f"  {kind}: {parts}")
    if any(found.withheld.values()):
        parts = ", ".join(f"{count:,} {name if count != 1 else name[:-1]}" for name, count in found.withheld.items())
        typer.echo(f"  withheld: {parts}")
    if found.skipped:
        typer.echo(f"  {sum(found.skipped.values()):,} links left alone:")
        for reason, count in found.skipped.items():
            typer.echo(f"    {count:>8,}  {reason}")
