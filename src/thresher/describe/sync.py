"""The triples catch up with the catalog. The catalog is the truth; `rdf/` can be deleted at any time.

`rdf/upto.json` says up to which change of the catalog the store goes. It is written when the store is on the disk,
so a crash in between costs doing some work twice and nothing else. Only what is committed is read.
"""

import json
import shutil
from collections.abc import Hashable
from dataclasses import dataclass
from pathlib import Path

from thresher.catalog import Catalog, open_catalog
from thresher.describe.locks import LOCK_NAME, PATIENCE_SECONDS, held
from thresher.describe.oxigraph import STORE_ERRORS, NamedNode, Quad, Store, add_all, is_there
from thresher.describe.reading import has_objects, read_changed
from thresher.describe.shared import accounts_in, drop_accounts, drop_borrowed_title, shared_quads
from thresher.describe.triples import graph_of, quads_of
from thresher.describe.withheld import withheld_in
from thresher.model.errors import CollectionError, DiskFull

LAYOUT = 1
"""Raised when the same objects give other triples; older stores are then made anew."""

MARK = "upto.json"

AT_ONCE = 100_000
"""Quads gathered before they are handed to the store: about 40 MB."""


@dataclass(frozen=True, slots=True)
class Synced:
    """What bringing the triples up to date came to."""

    objects: int = 0
    """Written or removed."""
    is_rebuilt: bool = False


def sync_rdf(catalog: Path, folder: Path, *, patience_seconds: float = PATIENCE_SECONDS) -> Synced:
    """Bring the store in `folder` up to date with the catalog file; a missing or damaged store is made anew.

    Waits for others that use the store; raises `CollectionBusy` if they do not end in time. Nothing is lost by that:
    the next sync does the work.
    """
    reader = open_catalog(catalog, read_only=True)
    try:
        reader.execute("BEGIN")  # one view for all that follows, whatever a crawl commits meanwhile
        if not has_objects(reader) or _is_up_to_date(reader, folder):
            return Synced()
        with held(folder, exclusively=True, patience_seconds=patience_seconds):
            return _sync(reader, folder)
    finally:
        reader.close()


def is_current(catalog: Path, folder: Path) -> bool:
    """Whether the store shows everything that the catalog has."""
    reader = open_catalog(catalog, read_only=True)
    try:
        return _is_up_to_date(reader, folder)
    finally:
        reader.close()


def forget(folder: Path) -> None:
    """Delete a damaged store; the next sync makes it anew."""
    with held(folder, exclusively=True):
        _wipe(folder)


def _sync(reader: Catalog, folder: Path) -> Synced:
    top, mark = _top(reader), _mark(folder)
    if mark is not None and mark <= top:
        try:
            return Synced(_write(reader, folder, mark, top, is_new=False))
        except STORE_ERRORS as error:
            _unless_full(error, folder)
    _wipe(folder)
    try:
        return Synced(_write(reader, folder, 0, top, is_new=True), is_rebuilt=True)
    except STORE_ERRORS as error:
        _unless_full(error, folder)
        raise CollectionError(
            f"The triples cannot be written to {folder} ({error}).", "The objects are in the catalog; nothing is lost."
        ) from error


def _write(reader: Catalog, folder: Path, after: int, top: int, *, is_new: bool) -> int:
    store = Store(str(folder))
    quads: list[Quad] = []
    told: set[Hashable] = set()
    hidden = withheld_in(reader).ids
    hidden_people: set[NamedNode] = set()
    count = 0
    for _, identity, stored in read_changed(reader, after, top):
        if not is_new:
            if identity in hidden:
                hidden_people.update(accounts_in(store, identity))
            store.remove_graph(graph_of(identity))
            drop_borrowed_title(store, identity)
        if stored is not None:
            quads += quads_of(stored)
            quads += shared_quads(stored, told)
        count += 1
        if len(quads) >= AT_ONCE:
            add_all(store, quads)
            quads, told = [], set()
    add_all(store, quads)
    drop_accounts(store, hidden_people)
    store.flush()
    fresh = folder / f"{MARK}.new"
    fresh.write_text(json.dumps({"changes": top, "layout": LAYOUT}), encoding="utf-8")
    fresh.replace(folder / MARK)
    return count


def _is_up_to_date(reader: Catalog, folder: Path) -> bool:
    return _mark(folder) == _top(reader)


def _top(reader: Catalog) -> int:
    return int(reader.execute("SELECT max(changed) FROM objects").fetchone()[0] or 0)


def _mark(folder: Path) -> int | None:
    """Up to which change the store goes; None if there is none that could be used."""
    try:
        found = json.loads((folder / MARK).read_text(encoding="utf-8"))
        return int(found["changes"]) if found["layout"] == LAYOUT and is_there(folder) else None
    except (OSError, ValueError, LookupError, TypeError):
        return None


def _wipe(folder: Path) -> None:
    (folder / MARK).unlink(missing_ok=True)
    for path in folder.iterdir():
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        elif path.name != LOCK_NAME:
            path.unlink()


def _unless_full(error: Exception, folder: Path) -> None:
    if "No space" in str(error) or "File too large" in str(error):
        raise DiskFull(
            f"No room left on the disk while writing {folder}.", "Free some space, then ask again."
        ) from error
