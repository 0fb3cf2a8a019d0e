"""How what was kept grew with the requests: distinct pairs of words of what people wrote, after figure 6 of the paper
on the application-aware helper.

Computed once, when a crawl has ended, from the catalog. Large collections are sampled evenly, so that the time does not
grow with them.
"""

import json
from bisect import bisect_right
from dataclasses import dataclass
from itertools import pairwise

from thresher.catalog import Catalog

MOST_OBJECTS = 4_000
"""Texts that are read."""
CHARACTERS = 3_000
"""Of each text: a long article is cut. Together with the above some 50 MB of memory and half a second at most."""
CHARACTERS_A_REQUEST = 1_500
"""On average, so that small crawls of long texts do not feel it: some 40 µs, where a page costs 3 ms and more."""
MOST_CAPTURES = 20_000
POINTS = 240
"""Of the curve as it is drawn."""


@dataclass(frozen=True, slots=True)
class Growth:
    """A curve: requests made, and what had been found by then."""

    points: tuple[tuple[float, float], ...]
    requests: int
    every: int = 1
    """Only each so many-th text was read."""
    is_of_pages: bool = False
    """Pages are counted, since no text was read off them as an object."""


def growth(catalog: Catalog, after_capture: int, after_version: int) -> Growth:
    """The curve of the captures and versions of objects after these numbers."""
    last = _highest(catalog, "id", "captures")
    requests = last - after_capture
    every_capture = -(-requests // MOST_CAPTURES) or 1
    captures = _captures(catalog, range(after_capture + every_capture, last + 1, every_capture))
    texts, every = _texts(catalog, after_version, requests)
    if not texts:
        return Growth(_thinned(_pages(captures, after_capture, every_capture)), requests, is_of_pages=True)
    places = _Places(captures, after_capture)
    found: set[int] = set()
    points: list[tuple[float, float]] = [(0.0, 0.0)]
    for request, text in sorted((places.of(file, offset), text) for file, offset, text in texts):
        words = text.lower().split()
        found.update(map(hash, pairwise(words)))
        points.append((float(request), float(len(found))))
    points.append((float(requests), float(len(found))))
    return Growth(_thinned(points), requests, every)


Row = tuple[int, str, int, bool]
"""Number of a capture, file, offset, whether it is a page that was kept."""


class _Places:
    """Which request a record was the answer to."""

    def __init__(self, captures: list[Row], after: int) -> None:
        self._files = {name: place for place, name in enumerate(dict.fromkeys(file for _, file, _, _ in captures))}
        self._keys = [(self._files[file], offset) for _, file, offset, _ in captures]
        self._numbers = [number - after for number, *_ in captures]

    def of(self, file: str, offset: int) -> int:
        if not self._numbers:
            return 0
        place = bisect_right(self._keys, (self._files.get(file, 0), offset)) - 1
        return self._numbers[max(0, place)]


def _captures(catalog: Catalog, numbers: range) -> list[Row]:
    rows = catalog.execute(
        "SELECT c.id, c.file, c.offset, c.kind = 'page' AND c.status = 200 AND NOT c.is_revisit "
        "FROM json_each(?) j JOIN captures c ON c.id = j.value ORDER BY c.id",
        (json.dumps(list(numbers)),),
    )
    return [(number, file, offset, bool(is_page)) for number, file, offset, is_page in rows]


def _texts(catalog: Catalog, after: int, requests: int) -> tuple[list[tuple[str, int, str]], int]:
    """File, offset and beginning of some texts, evenly chosen, and how many there are to one of them."""
    last = _highest(catalog, "number", "object_versions")
    every = -(-(last - after) // MOST_OBJECTS) or 1
    numbers = list(range(after + every, last + 1, every))
    room = max(200_000, requests * CHARACTERS_A_REQUEST)
    sql = (
        "SELECT v.file, v.offset, substr(v.text, 1, ?) FROM json_each(?) j JOIN object_versions v "
        "ON v.number = j.value WHERE v.text <> ''"
    )
    texts: list[tuple[str, int, str]] = catalog.execute(sql, (CHARACTERS, json.dumps(numbers))).fetchall()
    while sum(len(text) for _, _, text in texts) > room and len(texts) > 1:
        texts, every = texts[1::2], every * 2
    return texts, every


def _pages(captures: list[Row], after: int, every: int) -> list[tuple[float, float]]:
    points, count = [(0.0, 0.0)], 0
    for number, _, _, is_page in captures:
        count += every * is_page
        points.append((float(number - after), float(count)))
    return points


def _thinned(points: list[tuple[float, float]]) -> tuple[tuple[float, float], ...]:
    step = -(-len(points) // POINTS) or 1
    kept = points[::step]
    return tuple(kept if kept[-1:] == points[-1:] else [*kept, *points[-1:]])


def _highest(catalog: Catalog, column: str, table: str) -> int:
    row = catalog.execute(f"SELECT coalesce(max({column}), 0) FROM {table}").fetchone()  # noqa: S608 -- our own words
    return int(row[0])
