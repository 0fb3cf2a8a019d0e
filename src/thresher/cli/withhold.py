"""`thresher withhold`: what is kept, and is not shown."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from thresher.model.errors import UsageError

if TYPE_CHECKING:
    from thresher.catalog import Catalog
    from thresher.describe.withheld import Entry

OF_A_TARGET = "Give the id of an object, as `thresher objects` prints it, or the address of a page that was captured."


def withhold(
    collection: Annotated[Path, typer.Argument(metavar="FOLDER", help="The collection.")],
    target: Annotated[
        str, typer.Argument(metavar="[ID-or-URL]", help="Id of an object, or address of a page.", show_default=False)
    ] = "",
    reason: Annotated[str, typer.Option(metavar="TEXT", help="Why; it is kept, and shown in its place.")] = "",
    capture: Annotated[
        bool, typer.Option("--capture", help="The captures of that address, even if an object has it for its id.")
    ] = False,
    time: Annotated[
        str, typer.Option(metavar="MOMENT", help="Only the capture nearest to this moment.", show_default=False)
    ] = "",
    undo: Annotated[bool, typer.Option("--undo", help="Show it again.")] = False,
    listed: Annotated[bool, typer.Option("--list", help="Print all that is withheld.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="With --list: a line of JSON each.")] = False,
) -> None:
    """Keep an object or the captures of a page from view and from export, with the reason.

    Nothing is deleted: the bytes stay in the WARC files and the rows in the
    catalog, and whoever has the folder can read them with other tools. What
    is withheld is left out of `objects`, `search`, `query`, `export`, `diff`
    and the viewer. --undo brings it back.

    Example: thresher withhold my-archive 'https://forum.example/viewtopic.php?p=7' --reason 'asked for by its author'

    Example: thresher withhold my-archive https://blog.example/a-walk/ --time 2026-11-16 --reason 'a private address'

    Example: thresher withhold my-archive --list
    """
    if listed:
        _print_all(collection, as_json)
        return
    if not target:
        raise UsageError("What is to be withheld?", OF_A_TARGET)
    if not undo and not reason.strip():
        raise UsageError("A reason is needed.", "Say why with --reason TEXT: whoever looks for it will read it.")
    is_capture = capture or bool(time)
    with _opened(collection) as catalog:
        if undo:
            _show_again(catalog, target, is_capture, time)
        else:
            _withhold(catalog, target, is_capture, time, reason.strip())
        catalog.commit()


def _print_all(collection: Path, as_json: bool) -> None:
    from thresher.archive import Collection
    from thresher.catalog import open_catalog
    from thresher.cli.search import printable
    from thresher.describe.withheld import entries

    place = Collection(collection)
    place.open_for_reading()
    catalog = open_catalog(place.catalog, read_only=True)
    try:
        found = entries(catalog)
    finally:
        catalog.close()
    for one in found:
        when = f" of {one.moment}" if one.moment else ""
        line = f"{one.kind.value}{when}  {one.target}\n    since {one.time}: {one.reason}"
        shown = "\n".join(map(printable, line.split("\n", 1)))
        typer.echo(json.dumps(one.as_dict(), ensure_ascii=False) if as_json else shown)
    if not found:
        typer.echo("Nothing is withheld.", err=True)


def _withhold(catalog: "Catalog", target: str, is_capture: bool, time: str, reason: str) -> None:
    from thresher.describe.known import moment
    from thresher.describe.withheld import Entry, WithheldKind, withhold

    now = moment(datetime.now(UTC))
    identity = "" if is_capture else _object(catalog, target)
    if identity:
        rows = [Entry(identity, WithheldKind.OBJECT, reason, now)]
    else:
        rows = [Entry(url, WithheldKind.CAPTURE, reason, now, at) for url, at in _captures(catalog, target, time)]
    count = withhold(catalog, rows)
    if identity:
        typer.echo("The object is withheld. The WARC files keep it.")
    else:
        objects = f"{count:,} {'object' if count == 1 else 'objects'}"
        typer.echo(
            f"{_captured(catalog, rows)} withheld, with {objects} read from there alone. The WARC files keep them."
        )


def _captured(catalog: "Catalog", rows: "list[Entry]") -> str:
    from thresher.archive import Captures

    urls = dict.fromkeys(row.target for row in rows)
    count = 1 if rows[0].moment else len({one.id for url in urls for one in Captures(catalog).of(url)})
    return f"{count:,} {'capture is' if count == 1 else 'captures are'}"


def _show_again(catalog: "Catalog", target: str, is_capture: bool, time: str) -> None:
    from thresher.describe.withheld import WithheldKind, show_again

    gone = objects = 0
    if not is_capture:
        gone, objects = show_again(catalog, {target, _object(catalog, target) or target}, WithheldKind.OBJECT)
    if not gone:
        found = _captures(catalog, target, time) if time else [(url, "") for url in _spellings(catalog, target)]
        gone, objects = show_again(
            catalog, [url for url, _ in found], WithheldKind.CAPTURE, found[0][1] if found else ""
        )
    if not gone:
        raise UsageError(f"{target} is not withheld.", "`thresher withhold FOLDER --list` prints what is.")
    typer.echo(f"It is shown again, and {objects:,} {'object' if objects == 1 else 'objects'} with it.")


def _object(catalog: "Catalog", target: str) -> str:
    """The id of the object that is meant; empty if there is none."""
    from thresher.describe import has_objects

    if not has_objects(catalog):
        return ""
    for column in ("id", "url"):
        row = catalog.execute(f"SELECT id FROM objects WHERE {column} = ? LIMIT 1", (target,)).fetchone()  # noqa: S608
        if row is not None:
            return str(row[0])
    return ""


def _spellings(catalog: "Catalog", target: str) -> list[str]:
    """The address as captures have it."""
    from thresher.archive import Captures
    from thresher.page import canonical

    address = canonical(target) or canonical(f"https://{target}") or target
    return list(dict.fromkeys([target, address, *(row.url for row in Captures(catalog).of(address))]))


def _captures(catalog: "Catalog", target: str, time: str) -> list[tuple[str, str]]:
    """Address and moment of the captures that are meant; the moment is empty for all of an address."""
    from thresher.archive import Captures
    from thresher.change import nearest, read_moment
    from thresher.describe.known import moment
    from thresher.page import canonical

    address = canonical(target) or canonical(f"https://{target}")
    rows = Captures(catalog).of(address) if address else []
    if not rows:
        raise UsageError(f"There is no object and no capture of '{target}' in this collection.", OF_A_TARGET)
    if not time:
        return [(url, "") for url in dict.fromkeys(row.url for row in rows)]
    wanted = read_moment(time)
    if wanted is None:
        raise UsageError(f"'{time}' is not a moment.", "Write it like 2026-11-16, 2026-11-16T12:00 or 20261116120000.")
    row = rows[nearest([one.time for one in rows], wanted)]
    return [(row.url, moment(row.time))]


@contextmanager
def _opened(collection: Path) -> "Iterator[Catalog]":
    """The catalog, to be written; nobody else may be writing."""
    from thresher import archive
    from thresher.catalog import open_catalog
    from thresher.describe import SCHEMA

    place = archive.Collection(collection)
    place.open_for_reading()
    place.open_for_writing()
    try:
        catalog = open_catalog(place.catalog, (archive.SCHEMA, SCHEMA))
        try:
            yield catalog
        except BaseException:
            catalog.abandon()
            raise
        catalog.close()
    finally:
        place.close()
