"""`thresher query`: SPARQL."""

import json
import shutil
import sys
from enum import StrEnum
from pathlib import Path
from typing import IO, Annotated, Any

import typer

from thresher.cli.reader import check_objects
from thresher.cli.search import printable
from thresher.model.errors import EXIT_INTERRUPTED, UsageError

WIDEST_CELL = 60
"""Of a table on a terminal; longer values are cut there, and only there."""


class QueryFormat(StrEnum):
    TABLE = "table"
    JSON = "json"
    CSV = "csv"
    TURTLE = "turtle"


def query(
    collection: Annotated[Path, typer.Argument(help="Folder of the collection.")],
    sparql: Annotated[str, typer.Argument(help="The query, @FILE to read it from a file, or - for stdin.")],
    form: Annotated[QueryFormat, typer.Option("--format", help="How to print the answer.")] = QueryFormat.TABLE,
    limit_seconds: Annotated[float, typer.Option(min=0.1, max=86400, help="Stop the query after this time.")] = 30.0,
) -> None:
    """Ask the archive in SPARQL: SELECT, ASK, CONSTRUCT, DESCRIBE.

    The prefixes sioc, sioct, schema, dcterms, foaf, prov, rdf, rdfs, xsd and thresher are declared already.

    Example: thresher query my-archive 'SELECT ?text { ?post sioc:has_creator/sioc:name "Ann"; sioc:content ?text }'
    """
    text = _text(sparql)
    catalog = check_objects(collection)
    from thresher.describe.ask import ask

    try:
        answer = ask(catalog, collection / "rdf", text, form.value, limit_seconds=limit_seconds)
    except KeyboardInterrupt:
        raise typer.Exit(EXIT_INTERRUPTED) from None
    with answer.file as file:
        if answer.is_table:
            _print_table(json.load(file))
        else:
            _copy(file)


def _text(argument: str) -> str:
    try:
        if argument == "-":
            return sys.stdin.buffer.read().decode("utf-8")
        return Path(argument[1:]).read_text(encoding="utf-8") if argument.startswith("@") else argument
    except OSError as error:
        raise UsageError(
            f"{argument[1:]} cannot be read ({error.strerror}).", "After @ comes the name of a file."
        ) from error
    except UnicodeDecodeError:
        raise UsageError("The query is not in UTF-8.", "Save the file as UTF-8.") from None


def _copy(file: IO[bytes]) -> None:
    sys.stdout.flush()
    shutil.copyfileobj(file, sys.stdout.buffer)
    if file.tell():
        file.seek(-1, 2)
        if file.read() != b"\n":
            sys.stdout.buffer.write(b"\n")
    sys.stdout.buffer.flush()


def _print_table(results: dict[str, Any]) -> None:
    """SPARQL results, one line a row, in columns."""
    if "boolean" in results:
        typer.echo("yes" if results["boolean"] else "no")
        return
    names: list[str] = results["head"]["vars"]
    rows = [[_cell(row.get(name)) for name in names] for row in results["results"]["bindings"]]
    widths = [max(map(len, column)) for column in zip(names, *rows, strict=True)]
    for line in (names, ["-" * width for width in widths], *rows):
        typer.echo("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip())
    if not rows:
        typer.echo("No rows.", err=True)


def _cell(value: dict[str, str] | None) -> str:
    if value is None:
        return ""
    text = printable(value["value"])
    if value["type"] == "uri":
        return _short(text)
    return text if len(text) <= WIDEST_CELL else text[: WIDEST_CELL - 1] + "…"


def _short(address: str) -> str:
    """A name of the vocabulary with its prefix; other addresses as they are, since they may be copied from here."""
    from thresher.describe.vocabulary import PREFIXES

    for prefix, whole in PREFIXES.items():
        if address.startswith(whole) and address[len(whole) :].isalnum():
            return f"{prefix}:{address[len(whole) :]}"
    return address
