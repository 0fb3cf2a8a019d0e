"""How a collection stands, read beside a crawl that may be running."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from thresher.archive import Captures, Collection
from thresher.catalog import Catalog, open_catalog
from thresher.describe import withheld_in
from thresher.frontier import State, UrlTable


@dataclass(frozen=True, slots=True)
class CollectionStanding:
    """A collection in numbers."""

    state: str
    """complete, or unfinished."""
    is_running: bool
    captures: int
    warc_files: int
    bytes: int
    pending: int
    in_flight: int
    outcomes: dict[str, dict[str, int]]
    skipped: dict[str, int]
    withheld: dict[str, int]
    """Objects and captures that are kept and not shown."""

    def as_dict(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__}


def standing_of(root: Path) -> CollectionStanding:
    """Read the catalog without disturbing anybody."""
    collection = Collection(root)
    collection.open_for_reading()
    catalog = open_catalog(collection.catalog, read_only=True)
    try:
        counts = UrlTable(catalog).counts()
        files = Captures(catalog).files()
        captures = int(catalog.execute("SELECT count(*) FROM captures").fetchone()[0])
        withheld = _withheld(catalog)
    finally:
        catalog.close()
    outcomes: dict[str, dict[str, int]] = {}
    skipped: dict[str, int] = {}
    waiting = {State.PENDING: 0, State.IN_FLIGHT: 0}
    for (state, kind, outcome), count in sorted(counts.items()):
        if state is State.DONE:
            outcomes.setdefault(kind.value, {})[outcome] = count
        elif state is State.LEFT:
            skipped[outcome] = skipped.get(outcome, 0) + count
        else:
            waiting[state] += count
    open_count = sum(waiting.values())
    return CollectionStanding(
        state="unfinished" if open_count else "complete",
        is_running=collection.is_busy,
        captures=captures,
        warc_files=len(files),
        bytes=sum(files.values()),
        pending=waiting[State.PENDING],
        in_flight=waiting[State.IN_FLIGHT],
        outcomes=outcomes,
        skipped=dict(sorted(skipped.items(), key=lambda item: -item[1])),
        withheld=withheld,
    )


def _withheld(catalog: Catalog) -> dict[str, int]:
    hidden, captures = withheld_in(catalog), Captures(catalog)
    found = {
        row.id for url, time in hidden.captures for row in captures.of(url) if hidden.captures.get((row.url, time))
        and (not time or row.time == datetime.fromisoformat(time))
    }  # fmt: skip
    return {"objects": len(hidden.objects), "captures": len(found)}
