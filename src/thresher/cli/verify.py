"""`thresher verify`: fixity."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from thresher.cli.amounts import human_size
from thresher.model.errors import EXIT_INTERRUPTED


def verify(
    collection: Annotated[Path, typer.Argument(help="Folder of the collection.")],
    as_json: Annotated[bool, typer.Option("--json", help="One line of JSON.")] = False,
) -> None:
    """Check digests, index and catalog of a collection against each other; changes nothing.

    Ends with exit code 1 if anything is wrong.
    """
    from thresher.archive import Collection
    from thresher.archive import verify as check
    from thresher.catalog import open_catalog

    place = Collection(collection)
    place.open_for_reading()
    catalog = open_catalog(place.catalog, read_only=True)
    try:
        result = check(place, catalog, progress=lambda name: typer.echo(f"reading {name}", err=True))
    except KeyboardInterrupt:
        raise typer.Exit(EXIT_INTERRUPTED) from None
    finally:
        catalog.close()
    if as_json:
        typer.echo(json.dumps(asdict(result), ensure_ascii=False))
    else:
        typer.echo(
            f"{result.records:,} records in {result.files:,} WARC files ({human_size(result.bytes)}), "
            f"{result.captures:,} captures in the catalog, {result.index_lines:,} lines in the index."
        )
        for problem in result.problems:
            typer.echo(f"  {problem.where}: {problem.what}")
        typer.echo(f"{len(result.problems):,} problems." if result.problems else "Everything agrees.")
    raise typer.Exit(1 if result.problems else 0)
