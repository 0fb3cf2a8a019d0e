"""A collection opened to be asked for its objects, and a place for what is found."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from thresher.model.errors import CollectionError, UsageError

if TYPE_CHECKING:
    from thresher.archive import Collection
    from thresher.catalog import Catalog


def check_objects(collection: Path) -> Path:
    """The catalog's path, if it has objects; a sentence otherwise."""
    with open_objects(collection) as catalog:
        return catalog.path


@contextmanager
def open_objects(collection: Path) -> "Iterator[Catalog]":
    """The catalog of a collection that has objects, to be read; a crawl may be running."""
    from thresher.archive import Collection
    from thresher.catalog import open_catalog
    from thresher.describe import has_objects

    place = Collection(collection)
    place.open_for_reading()
    catalog = open_catalog(place.catalog, read_only=True)
    try:
        if not has_objects(catalog):
            raise CollectionError(
                f"{collection} holds no objects yet.",
                "Objects are taken out of pages while they are crawled: crawl a site whose application is known.",
            )
        yield catalog
    finally:
        catalog.close()


@contextmanager
def text_output(path: Path | None) -> Iterator[TextIO]:
    """Where text results go, as UTF-8 with line ends left alone: stdout, or a file that appears when it is whole."""
    if path is None:
        sys.stdout.flush()
        with open(sys.stdout.fileno(), "w", encoding="utf-8", newline="", closefd=False) as output:
            yield output
        return
    with whole_file(path) as fresh, fresh.open("w", encoding="utf-8", newline="") as output:
        yield output


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """A name to write to; the file gets its real name at the end, and nothing is left after a failure."""
    fresh = path.with_name(path.name + ".new")
    try:
        yield fresh
        fresh.replace(path)
    except OSError as error:
        raise UsageError(f"{path} cannot be written ({error.strerror}).", "Give another file with --output.") from error
    finally:
        fresh.unlink(missing_ok=True)


@contextmanager
def captures_in(folder: Path) -> "Iterator[tuple[Collection, Catalog]]":
    """A collection that has captures, opened to look at them."""
    from thresher.archive import Collection
    from thresher.catalog import open_catalog

    place = Collection(folder)
    place.open_for_reading()
    catalog = open_catalog(place.catalog, read_only=True)
    try:
        if catalog.execute("SELECT 1 FROM sqlite_master WHERE name = 'captures'").fetchone() is None:
            raise CollectionError(f"{folder} holds no captures yet.", "Crawl something into it first.")
        yield place, catalog
    finally:
        catalog.close()
