"""Objects for tests, and collections that hold some."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from thresher.catalog import Catalog, open_catalog
from thresher.describe import SCHEMA, ObjectStore
from thresher.model import ObjectType, Source, WebObject

MOMENT = datetime(2026, 3, 1, 12, 0, 0, tzinfo=UTC)


def source(page: str, time: datetime = MOMENT, offset: int = 0) -> Source:
    return Source("test-00001.warc.gz", offset, page, time)


def thread(
    number: int = 1, page: int = 1, *, host: str = "b.example", time: datetime = MOMENT, **more: object
) -> WebObject:
    """A thread as one of its pages shows it."""
    identity = f"https://{host}/t{number}"
    here = identity if page == 1 else f"{identity}?page={page}"
    found = WebObject(identity, ObjectType.THREAD, identity, source(here, time), "known: phpbb/thread", title="Pears")
    return replace(found, **more)  # type: ignore[arg-type]


def post(number: int, page: int = 1, *, host: str = "b.example", time: datetime = MOMENT, **more: object) -> WebObject:
    """A post of thread 1 as page `page` of it shows it, at place `number`."""
    home = f"https://{host}/t1"
    here = home if page == 1 else f"{home}?page={page}"
    found = WebObject(
        f"https://{host}/p{number}", ObjectType.BOARD_POST, f"{home}#p{number}", source(here, time, 1000 * page),
        "known: phpbb/thread", author="Ann", published=f"2026-03-0{number}T10:00:00+01:00",
        text=f"Words of post {number}", html=f"<p>Words of post {number}</p>", container=home,
        container_title="Pears", order=(page, number),
    )  # fmt: skip
    return replace(found, **more)  # type: ignore[arg-type]


def later(found: WebObject, *, days: float = 7, **more: object) -> WebObject:
    """The same object on the same page, some days after."""
    moved = replace(found.source, time=found.source.time + timedelta(days=days))
    return replace(found, source=moved, **more)  # type: ignore[arg-type]


def open_store(root: Path) -> tuple[Catalog, ObjectStore]:
    catalog = open_catalog(root / "catalog.db", (SCHEMA,))
    return catalog, ObjectStore(catalog)


def collection_of(root: Path, objects: Iterable[WebObject]) -> Path:
    """A collection that holds `objects`, searchable; its catalog's path."""
    root.mkdir(parents=True, exist_ok=True)
    catalog, store = open_store(root)
    store.keep(objects)
    store.index_words()
    catalog.close()
    return root / "catalog.db"
