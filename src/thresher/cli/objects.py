"""`thresher objects`: what people wrote, out of the archive."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from thresher.cli.reader import open_objects, text_output, whole_file
from thresher.model.errors import UsageError


class ObjectFormat(StrEnum):
    JSONL = "jsonl"
    CSV = "csv"
    PARQUET = "parquet"


def objects(
    collection: Annotated[Path, typer.Argument(help="Folder of the collection.")],
    kind: Annotated[str, typer.Option("--type", help="Only this type: BoardPost, BlogPost, Comment, Thread …")] = "",
    author: Annotated[str, typer.Option(help="Only what this author wrote.")] = "",
    container: Annotated[str, typer.Option(help="Only what is in the thread or post with this id.")] = "",
    since: Annotated[str, typer.Option(help="Published then or later: 2026, 2026-03, 2026-03-15.")] = "",
    until: Annotated[str, typer.Option(help="Published then or earlier, that whole day, month or year included.")] = "",
    history: Annotated[bool, typer.Option("--history", help="All versions, and deleted objects too.")] = False,
    form: Annotated[ObjectFormat, typer.Option("--format", help="How to print them.")] = ObjectFormat.JSONL,
    output: Annotated[Path | None, typer.Option(help="A file to write to instead of stdout.")] = None,
) -> None:
    """Print the posts, comments, threads and authors of a collection, one JSON object a line.

    Works while a crawl is running.

    Example: thresher objects my-archive --type BoardPost --since 2026-03 --format csv --output posts.csv
    """
    from thresher.describe import read_objects, wanted
    from thresher.describe.formats import write_csv, write_jsonl, write_parquet

    choice = wanted(kind, author, container, since, until)
    if form is ObjectFormat.PARQUET and output is None:
        raise UsageError("Parquet is no text for a terminal.", "Say where to write it: --output objects.parquet")
    with open_objects(collection) as catalog:
        found = read_objects(catalog, choice, history=history)
        if form is ObjectFormat.PARQUET and output is not None:
            with whole_file(output) as fresh:
                count = write_parquet(found, fresh)
        else:
            with text_output(output) as stream:
                count = (write_csv if form is ObjectFormat.CSV else write_jsonl)(found, stream)
    if not count:
        typer.echo("No object is like that.", err=True)
    elif output is not None:
        typer.echo(f"{count:,} objects in {output}.", err=True)
