"""Visits of all pages as columns of numbers, so that estimates over thousands of them are quick."""

from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from thresher.plan.values import Visit, epoch_hours

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]
DEFAULT_RATE = 1 / 24
"""New items an hour of a page about which, and beside which, nothing is known: one a day."""


@dataclass(slots=True)
class PageRecord:
    """The intervals between visits to one page, oldest first, in hours since 1970, with the new items of each."""

    since: "array[float]" = field(default_factory=lambda: array("d"))
    until: "array[float]" = field(default_factory=lambda: array("d"))
    items: "array[float]" = field(default_factory=lambda: array("d"))
    last: float | None = None
    """The last good visit."""

    def columns(self, newest: int = 0, after: float = -np.inf) -> tuple[Floats, Floats, Floats]:
        """Begins, ends and items of the newest intervals, or of all; of those that ended after a moment."""
        begins, ends, items = (np.array(column[-newest:]) for column in (self.since, self.until, self.items))
        if after > -np.inf:
            kept = ends > after
            return begins[kept], ends[kept], items[kept]
        return begins, ends, items

    @property
    def count(self) -> int:
        return len(self.until)


class History:
    """What the visits so far have shown of each page."""

    def __init__(self) -> None:
        self._pages: dict[str, PageRecord] = {}

    def add(self, visit: Visit) -> bool:
        """Take a visit in; whether it says something about an interval.

        A first visit does not: all on the page is new then. Nor does a failed one, nor one before the last: the clock
        has jumped, and the next interval counts from here.
        """
        if visit.failed:
            return False
        record = self._pages.setdefault(visit.page, PageRecord())
        moment = epoch_hours(visit.moment)
        since = record.last if visit.since is None else epoch_hours(visit.since)
        record.last = moment
        if since is None or moment <= since:
            return False
        record.since.append(since)
        record.until.append(moment)
        record.items.append(max(0, visit.new_items))
        return True

    def of(self, page: str) -> PageRecord:
        """What is known of a page; an empty record if nothing."""
        return self._pages.get(page) or PageRecord()

    def __iter__(self) -> Iterator[tuple[str, PageRecord]]:
        return iter(self._pages.items())

    def __len__(self) -> int:
        return len(self._pages)
