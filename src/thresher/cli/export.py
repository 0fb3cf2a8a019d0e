"""`thresher export`: copies for people who read."""

from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from thresher.cli.reader import open_objects, whole_file
from thresher.model.errors import UsageError
from thresher.reading import Copy, file_name, title_of, write_copy

if TYPE_CHECKING:
    from thresher.model import Talk


def export(
    collection: Annotated[Path, typer.Argument(metavar="FOLDER", help="The collection.")],
    output: Annotated[
        Path,
        typer.Option(
            "-o",
            "--output",
            metavar="PATH",
            help="A file for all in one; a folder for a file each.",
            show_default=False,
        ),
    ],
    reading: Annotated[
        Copy, typer.Option("--reading", help="html, md (Markdown), epub (a book), mbox (mail).")
    ] = Copy.HTML,
    talk: Annotated[
        str,
        typer.Option(
            metavar="URL-or-ID", help="Only the thread or post at this address, or with this id.", show_default=False
        ),
    ] = "",
    site: Annotated[
        str, typer.Option(metavar="HOST", help="Only what was read on this site, such as a blog.", show_default=False)
    ] = "",
) -> None:
    """Write copies to read and to hand on: threads, or posts with their comments, in order of time.

    A file needs nothing else: no network, no script. If PATH ends like the
    form (.html, .md, .epub, .mbox) it is one file with everything, otherwise
    a folder with one file for each thread or post. What is withheld is not in
    it; the reason stands in its place.

    Example: thresher export my-archive --site blog.example --reading epub -o blog.epub

    Example: thresher export my-archive --talk 'https://forum.example/viewtopic.php?t=7' -o thread.html
    """
    from thresher.describe import Chosen, read_talks

    if talk and site:
        raise UsageError("--talk and --site do not go together.", "Give one of them, or neither for everything.")
    is_file = output.suffix.lower() == f".{reading.value}" and not output.is_dir()
    if not is_file and (output.is_file() or output.suffix.lower() in {f".{one.value}" for one in Copy}):
        raise UsageError(
            f"{output} does not fit --reading {reading.value}.",
            f"Give a folder, or a file whose name ends with .{reading.value}.",
        )
    with open_objects(collection) as catalog:
        talks = read_talks(catalog, Chosen(name=talk, site=_host(site)))
        first = next(talks, None)
        if first is None:
            raise UsageError(*_nothing(talk, site))
        everything = chain([first], talks)
        title = title_of(first) if talk else site or collection.resolve().name
        count = _one_file(reading, title, everything, output) if is_file else _files(reading, everything, output)
    typer.echo(f"{count:,} {'thread or post' if count == 1 else 'threads and posts'} in {output}.", err=True)


def _host(site: str) -> str:
    return site.partition("://")[2].partition("/")[0] if "://" in site else site.strip("/")


def _nothing(talk: str, site: str) -> tuple[str, str]:
    if talk:
        return (
            f"There is no thread or post '{talk}' in this collection.",
            "Give its address or id as `thresher objects FOLDER` prints it.",
        )
    where = f" of {site}" if site else ""
    return f"There are no threads or posts{where} in this collection.", "`thresher status FOLDER` shows what there is."


def _one_file(form: Copy, title: str, talks: "Iterator[Talk]", output: Path) -> int:
    counted = _Counted(talks)
    _make_folder(output.parent)
    with whole_file(output) as fresh:
        write_copy(form, title, counted, fresh)
    return counted.count


def _files(form: Copy, talks: "Iterator[Talk]", folder: Path) -> int:
    _make_folder(folder)
    taken: set[str] = set()
    for talk in talks:
        title = title_of(talk)
        with whole_file(folder / file_name(title, form.value, taken)) as fresh:
            write_copy(form, title, [talk], fresh)
    return len(taken)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{folder} cannot be made ({error.strerror}).", "Give another place with --output.") from error


class _Counted:
    """Talks, counted as they go by."""

    def __init__(self, talks: "Iterator[Talk]") -> None:
        self._talks = talks
        self.count = 0

    def __iter__(self) -> "Iterator[Talk]":
        for talk in self._talks:
            self.count += 1
            yield talk
