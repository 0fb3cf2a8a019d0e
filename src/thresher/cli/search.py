"""`thresher search`: full text."""

import json
import sys
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from thresher.cli.reader import check_objects, open_objects
from thresher.model.errors import CollectionBusy, CollectionError

if TYPE_CHECKING:
    from thresher.describe import Hit


def search(
    collection: Annotated[Path, typer.Argument(help="Folder of the collection.")],
    words: Annotated[list[str], typer.Argument(help='Words, "a phrase", one OR other, -without, begin*.')],
    kind: Annotated[str, typer.Option("--type", help="Only this type: BoardPost, BlogPost, Comment, Thread …")] = "",
    author: Annotated[str, typer.Option(help="Only what this author wrote.")] = "",
    inside: Annotated[str, typer.Option("--in", help="Only in this forum, thread or post: its id or its title.")] = "",
    since: Annotated[str, typer.Option(help="Published then or later: 2026, 2026-03, 2026-03-15.")] = "",
    until: Annotated[str, typer.Option(help="Published then or earlier, that whole day, month or year included.")] = "",
    limit: Annotated[int, typer.Option(min=1, help="At most so many, the best first.")] = 20,
    as_json: Annotated[bool, typer.Option("--json", help="One line of JSON a hit.")] = False,
) -> None:
    """Find words in what people wrote. Case and accents do not count; all words must be there.

    Put several words into one pair of quotes when one begins with a minus.

    Example: thresher search my-archive 'pear OR apple "ripe fruit" -worm' --type BoardPost
    """
    from thresher.describe import search as find
    from thresher.describe import wanted

    choice = wanted(kind, author, "", since, until)
    check_objects(collection)
    _catch_up(collection)
    with open_objects(collection) as catalog:
        hits = find(catalog, " ".join(words), choice, inside=inside, limit=limit)
    for hit in hits:
        _show(hit, as_json)
    if not hits:
        typer.echo("Nothing found.", err=True)


def _catch_up(collection: Path) -> None:
    """Index what a crawl left without its words; while one is running, say what cannot be found yet."""
    from thresher.archive import Collection
    from thresher.catalog import open_catalog
    from thresher.describe import SCHEMA, index_words, waiting_for_index

    with open_objects(collection) as reader:
        if not (waiting := waiting_for_index(reader)):
            return
    place = Collection(collection)
    try:
        place.open_for_writing()
        try:
            catalog = open_catalog(place.catalog, (SCHEMA,))
            try:
                index_words(catalog)
            finally:
                catalog.close()
        finally:
            place.close()
    except CollectionBusy:
        typer.echo(f"A crawl is running; its last {waiting:,} objects cannot be found yet.", err=True)
    except CollectionError:
        typer.echo(f"The collection cannot be written; {waiting:,} objects without an index are not found.", err=True)


def _show(hit: "Hit", as_json: bool) -> None:
    from thresher.describe.search import BEGIN, END

    if as_json:
        plain = replace(hit, snippet=hit.snippet.replace(BEGIN, "**").replace(END, "**"))
        typer.echo(json.dumps(asdict(plain), ensure_ascii=False))
        return
    head = [hit.title or hit.container_title or "(no title)", hit.author, hit.published[:10], hit.type]
    typer.echo(printable(" · ".join(part for part in head if part)))
    if hit.snippet:
        marks = ("\x1b[1m", "\x1b[0m") if sys.stdout.isatty() else ("**", "**")
        text = printable(hit.snippet, BEGIN + END)
        typer.echo("    " + text.replace(BEGIN, marks[0]).replace(END, marks[1]))
    typer.echo(f"    {printable(hit.url or hit.id)}")


def printable(text: str, kept: str = "") -> str:
    """One line without control characters: a stranger's text must not steer the terminal."""
    return "".join(letter if letter.isprintable() or letter in kept else " " for letter in text)
