"""Feeds out of a collection's archive, and from saved files: each with its visits."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from thresher.feeds import read_feed
from thresher.feeds.discover import looks_like_feed
from thresher.feeds.source import MAX_BYTES
from thresher.feeds.statistics import FeedHistory, history_of
from thresher.model import Feed, Kind
from thresher.model.errors import CollectionError, UsageError
from thresher.page import decode_content

if TYPE_CHECKING:
    from thresher.archive import CaptureRow

MAX_FILES = 20_000
MAX_LIST_BYTES = 10 * 1024 * 1024

Named = tuple[str, FeedHistory]
"""The name of a group, empty if nobody gave one, and a feed that belongs to it."""

# What feeds are sent as, and what servers send when they do not know.
_TYPE_PARTS = ("xml", "rss", "atom", "rdf", "json", "text/plain", "octet-stream")


def histories_in(place: Path, tell: Callable[[str], None]) -> list[Named]:
    """All feeds at `place`, at least one; what is no feed is told."""
    if place.is_dir():
        return _of_folder(place)
    if not place.is_file():
        raise UsageError(
            f"There is no {place}.", "Give the folder of a collection, or a text file with one saved feed a line."
        )
    return _of_list(place, tell)


def _of_folder(folder: Path) -> list[Named]:
    from thresher.archive import Collection

    place = Collection(folder)
    if place.exists:
        found = _of_collection(place.root)
        hint = "Crawl a site that has feeds, and look whether its feeds are in the scope."
    else:
        found = [("", history) for history in _saved_in(folder)]
        hint = "Give the folder that `thresher crawl … -o FOLDER` made, or one with saved feeds."
    if not found:
        raise CollectionError(f"There is no feed in {folder}.", hint)
    return found


def _of_collection(root: Path) -> list[Named]:
    from thresher.archive import Collection, Keeper
    from thresher.catalog import open_catalog

    place = Collection(root)
    catalog = open_catalog(place.catalog, read_only=True)
    try:
        keeper = Keeper.to_read(place, catalog)
        visits: dict[str, list[tuple[datetime, Feed]]] = {}
        for row in list(filter(_may_be_feed, keeper.captures.all())):
            capture = keeper.load(row)
            if capture is None:
                continue
            data = decode_content(capture.payload, capture.header("content-encoding"), MAX_BYTES).data
            feed = read_feed(data, row.url, capture.header("content-type") or "")
            if feed is not None:
                visits.setdefault(row.url, []).append((row.time, feed))
    finally:
        catalog.close()
    return [("", history_of(url, seen)) for url, seen in sorted(visits.items())]


def _may_be_feed(row: "CaptureRow") -> bool:
    """Whether a capture is worth reading as a feed: most are pages, and a page says so."""
    if row.status != 200 or row.kind in (Kind.ROBOTS, Kind.SITEMAP):
        return False
    if row.kind.value == "feed":
        return True
    return not row.mime or any(part in row.mime for part in _TYPE_PARTS) or looks_like_feed(row.url)


def _of_list(path: Path, tell: Callable[[str], None]) -> list[Named]:
    found: list[Named] = []
    lines = [line.strip() for line in _text(path).splitlines()]
    lines = [line for line in lines if line and not line.startswith("#")]
    if not lines:
        raise UsageError(f"{path} names no feed.", "Write one saved feed, or one folder of them, a line.")
    for line in lines:
        saved, name = _split(path.parent, line)
        if not saved.exists():
            tell(f"{line}: there is no such file.")
            continue
        here = list(_saved_in(saved)) if saved.is_dir() else list(filter(None, [_saved(saved)]))
        if not here:
            tell(f"{line}: {'no feed is in it' if saved.is_dir() else 'that is no feed'}.")
        found += [(name, history) for history in here]
    if not found:
        raise UsageError(
            f"Nothing that {path} names is a feed.",
            "Each line is the path of a saved feed, seen from the list's folder.",
        )
    return found


def _text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(MAX_LIST_BYTES)
    except OSError as error:
        raise UsageError(f"{path} cannot be read ({error.strerror}).") from error
    if read_feed(data, str(path)) is not None:
        raise UsageError(f"{path} is a feed, not a list of feeds.", "Put its path into a text file, and give that.")
    if b"\0" in data:
        raise UsageError(f"{path} is no text.", "A list has one path a line.")
    return data.decode("utf-8", "replace").removeprefix("\ufeff")


def _split(folder: Path, line: str) -> tuple[Path, str]:
    """Path and group of a line; the path may have spaces in it."""
    path, _, name = line.partition("\t")
    if not name and not (folder / line).exists():
        path, _, name = line.rpartition(" ")
        path, name = (path, name) if path else (name, "")
    return folder / path.strip(), name.strip()


def _saved_in(folder: Path) -> Iterator[FeedHistory]:
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    yield from filter(None, map(_saved, islice(files, MAX_FILES)))


def _saved(path: Path) -> FeedHistory | None:
    """A saved feed as it was at the time of its file."""
    try:
        with path.open("rb") as file:
            feed = read_feed(file.read(MAX_BYTES + 1), str(path))
        time = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    except (OSError, ValueError, OverflowError):
        return None
    return history_of(str(path), [(time, feed)]) if feed is not None else None
