"""The addresses of a collection as one tree over all of its time, in arrays: any moment of it is a few sums away.

Nodes stand in pre order, so that all that is below a node stands right behind it. What is below it at a moment is then
the difference of two running sums: a million addresses take some milliseconds.
"""

from bisect import bisect_left
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path as FilePath
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from thresher.change.site_tree import Path, path_of

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]
NEVER = np.iinfo(np.int64).max
GONE = (404, 410)
_STEP = "\x01"
"""Between the names of a place: smaller than any letter, so that sorting gives pre order."""


@dataclass(frozen=True, slots=True)
class Seen:
    """One capture of an address, as far as the tree needs it."""

    url: str
    moment: int
    """Number of the capture: they count up with time."""
    status: int
    digest: str


@dataclass(frozen=True, slots=True)
class Node:
    """A place with all that is below it, counted between two moments."""

    place: Path
    name: str
    url: str
    """Of the page there; empty if the place only holds others."""
    is_there: bool
    is_new: bool
    is_gone: bool
    has_children: bool
    pages: int
    new: int
    gone: int
    changed: int

    @property
    def change_percent(self) -> float:
        """Pages that came, went or changed, in percent of those that were or are there."""
        return 100 * min(1.0, (self.new + self.gone + self.changed) / max(1, self.pages + self.gone))


@dataclass(frozen=True, eq=False)
class Structure:
    """All places that there ever were."""

    keys: list[str]
    """Their names, joined, in pre order."""
    urls: list[str]
    depths: Ints
    ends: Ints
    """Of each, the place behind the last one below it."""
    first: Ints
    """When its page was first there; never for a place that only holds others."""
    gone: Ints
    """When it was found gone."""
    changed_node: Ints
    changed_at: Ints

    def find(self, place: Path) -> int | None:
        """The number of a place."""
        key = _STEP.join(place)
        number = bisect_left(self.keys, key)
        return number if number < len(self.keys) and self.keys[number] == key else None

    def at(self, before: int, now: int) -> "Comparison":
        """Two moments beside each other; pages that came between them are new, those that went are gone."""
        was = (self.first <= before) & (self.gone > before)
        there = (self.first <= now) & (self.gone > now)
        window = (self.changed_at > before) & (self.changed_at <= now)
        changed = np.zeros(len(self.keys), dtype=np.int64)
        np.add.at(changed, self.changed_node[window], 1)
        changed = np.minimum(changed, 1) * (was & there)
        return Comparison(self, there, there & ~was, was & ~there, changed)


@dataclass(frozen=True, eq=False)
class Comparison:
    """What is there at a moment, and what became of it since another."""

    structure: Structure
    there: Flags
    new: Flags
    gone: Flags
    changed: Ints

    @cached_property
    def _sums(self) -> tuple[Ints, Ints, Ints, Ints]:
        def running(values: NDArray[np.generic]) -> Ints:
            return np.concatenate(([0], np.cumsum(values.astype(np.int64))))

        return running(self.there), running(self.new), running(self.gone), running(self.changed)

    def node(self, number: int) -> Node:
        structure = self.structure
        end = int(structure.ends[number])
        pages, new, gone, changed = (int(sums[end] - sums[number]) for sums in self._sums)
        place = tuple(structure.keys[number].split(_STEP))
        own = int(self.there[number]) + int(self.gone[number])
        return Node(
            place=place,
            name=place[-1],
            url=structure.urls[number],
            is_there=bool(self.there[number]),
            is_new=bool(self.new[number]),
            is_gone=bool(self.gone[number]),
            has_children=pages + gone > own,
            pages=pages,
            new=new,
            gone=gone,
            changed=changed,
        )

    def children(self, number: int | None, most: int) -> tuple[list[int], int]:
        """The places right below one, or the sites, as far as there is or was anything: the largest, `most` of them,
        and how many there are.
        """
        structure = self.structure
        first = 0 if number is None else number + 1
        end = len(structure.keys) if number is None else int(structure.ends[number])
        depth = 0 if number is None else int(structure.depths[number]) + 1
        below = first + np.flatnonzero(structure.depths[first:end] == depth)
        there, _, gone, _ = self._sums
        ends = structure.ends[below]
        weights = there[ends] - there[below] + gone[ends] - gone[below]
        order = np.argsort(-weights, kind="stable")
        order = order[weights[order] > 0]
        return below[order[:most]].tolist(), len(order)


def make_structure(seen: Iterable[Seen]) -> Structure:
    """The tree of all addresses that were ever there, from captures in the order in which they were made."""
    first: dict[str, int] = {}
    gone: dict[str, int] = {}
    digests: dict[str, str] = {}
    urls: dict[str, str] = {}
    changes: list[tuple[str, int]] = []
    keys: dict[str, str] = {}
    for one in seen:
        key = keys.get(one.url)
        if key is None:
            key = keys[one.url] = _STEP.join(path_of(one.url))
        if one.status == 200:
            if key not in first:
                first[key] = one.moment
                urls[key] = one.url
            elif digests[key] != one.digest:
                changes.append((key, one.moment))
            digests[key] = one.digest
            gone.pop(key, None)
        elif one.status in GONE and key in first:
            gone.setdefault(key, one.moment)
    return _arranged(first, gone, urls, changes)


def _arranged(
    first: dict[str, int], gone: dict[str, int], urls: dict[str, str], changes: list[tuple[str, int]]
) -> Structure:
    places = set(first)
    for key in first:
        above = key.rpartition(_STEP)[0]
        while above and above not in places:
            places.add(above)
            above = above.rpartition(_STEP)[0]
    order = sorted(places)
    number = {key: place for place, key in enumerate(order)}
    # What is below a place begins with its name and a step: the next that does not is behind it.
    ends = np.empty(len(order), dtype=np.int64)
    open_places: list[int] = []
    depths = [key.count(_STEP) for key in order]
    for place, depth in enumerate(depths):
        while open_places and depths[open_places[-1]] >= depth:
            ends[open_places.pop()] = place
        open_places.append(place)
    ends[open_places] = len(order)
    return Structure(
        keys=order,
        urls=[urls.get(key, "") for key in order],
        depths=np.array(depths, dtype=np.int64),
        ends=ends,
        first=np.array([first.get(key, NEVER) for key in order], dtype=np.int64),
        gone=np.array([gone.get(key, NEVER) for key in order], dtype=np.int64),
        changed_node=np.array([number[key] for key, _ in changes], dtype=np.int64),
        changed_at=np.array([moment for _, moment in changes], dtype=np.int64),
    )


_ARRAYS = ("depths", "ends", "first", "gone", "changed_node", "changed_at")


def save_structure(path: FilePath, structure: Structure, last: int, note: str) -> None:
    """Keep a structure as of capture number `last`, with a note; where nothing can be written, it is made again."""
    texts = {name: "\n".join(lines) for name, lines in (("keys", structure.keys), ("urls", structure.urls))}
    texts["note"] = note
    coded = {name: np.frombuffer(text.encode(errors="surrogatepass"), np.uint8) for name, text in texts.items()}
    arrays = {name: getattr(structure, name) for name in _ARRAYS}
    fresh = path.with_name("new-" + path.name)
    with suppress(OSError):
        np.savez(fresh, allow_pickle=False, last=np.array([last]), **coded, **arrays)
        fresh.replace(path)


def load_structure(path: FilePath, last: int) -> tuple[Structure, str] | None:
    """What was kept, if it is of the same captures; None otherwise, or if it cannot be read."""
    try:
        with np.load(path, allow_pickle=False) as kept:
            if int(kept["last"][0]) != last:
                return None
            keys, urls, note = (
                kept[name].tobytes().decode(errors="surrogatepass") for name in ("keys", "urls", "note")
            )
            arrays = {name: kept[name] for name in _ARRAYS}
    except (OSError, ValueError, KeyError, EOFError, BadZipFile):
        return None
    size = len(arrays["ends"])
    return Structure(keys.split("\n") if size else [], urls.split("\n") if size else [], **arrays), note
