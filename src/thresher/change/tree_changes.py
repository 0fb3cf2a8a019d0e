"""What became of a site's tree between two moments: new, vanished, moved; and what nobody looked at."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from operator import add

from thresher.change.site_tree import Path, SiteTree, Visit, latest, path_of


class Fate(StrEnum):
    """What became of a page."""

    NEW = "new"
    VANISHED = "vanished"
    MOVED = "moved"
    KEPT = "kept"
    """Asked for again, and there."""
    UNVISITED = "not visited"
    """Not asked for again: nobody knows."""
    UNSURE = "unsure"
    """Asked for again, and the server answered with trouble of its own."""


@dataclass(frozen=True, slots=True)
class PageFate:
    """A page of either tree, and what became of it."""

    url: str
    path: Path
    fate: Fate
    why: str = ""
    to: str = ""
    """Of a page that moved: where it is now."""
    is_changed: bool = False
    """Of a page that is still there: whether its payload is another."""


@dataclass(slots=True)
class Branch:
    """A node of either tree with all that is below it, counted."""

    path: Path
    pages_before: int = 0
    pages_now: int = 0
    new: int = 0
    vanished: int = 0
    moved: int = 0
    unvisited: int = 0
    changed: int = 0

    @property
    def change_percent(self) -> float | None:
        """Pages that came, went or moved, in percent of those at the checkpoint; None if there were none."""
        if not self.pages_before:
            return None
        return 100 * (self.new + self.vanished + self.moved) / self.pages_before

    @property
    def added_percent(self) -> float | None:
        """Pages that came, in percent of those at the checkpoint: what the paper's classifiers take (§5.1.2)."""
        return 100 * self.new / self.pages_before if self.pages_before else None


@dataclass(frozen=True, slots=True)
class TreeComparison:
    """Two trees of one site, the earlier one first."""

    before: SiteTree
    now: SiteTree
    fates: tuple[PageFate, ...]
    branches: Mapping[Path, Branch]
    """Every node of either tree, in pre order."""
    total: Branch


Mover = Callable[[Iterable[Visit]], Mapping[str, tuple[str, str]]]
"""Given pages that are gone: where the archive says that what they showed is now, and why it says so."""


def compare_trees(
    visits: Iterable[Visit], before: int, now: int, moved_to: Mover | None = None, under: Path = ()
) -> TreeComparison:
    """What became of each page between two moments, from all visits in the order in which they were made.

    A moment is the number of the last capture that was made by then.

    A page is new if no visit up to `before` found it; vanished if the server says so; moved if `moved_to` says that it
    leads to a new page, or if one new page has the same payload. One that nobody asked for again is not visited, and
    counts as still there.
    """
    known = list(visits)
    early, late = latest(known, before), latest(known, now)
    old = SiteTree({path: visit for path, visit in early.items() if visit.is_there}).under(under)
    asked = {path: visit for path, visit in late.items() if visit is not early.get(path)}
    here = {
        path: visit
        for path, visit in {**old.pages, **asked}.items()
        if path[: len(under)] == under and (visit.is_there or (path in old.pages and not _is_lost(visit)))
    }
    new = SiteTree(here)
    targets = _moves(old, new, asked, moved_to)
    fates = [_fate_of(path, visit, asked, targets) for path, visit in old.pages.items()]
    arrived = {path_of(fate.to) for fate in fates if fate.fate is Fate.MOVED}
    fates += [
        PageFate(visit.url, path, Fate.NEW)
        for path, visit in new.pages.items()
        if path not in old.pages and path not in arrived
    ]
    fates.sort(key=lambda fate: fate.path)
    branches, total = _branches(old, new, fates)
    return TreeComparison(old, new, tuple(fates), branches, total)


def _is_lost(visit: Visit) -> bool:
    return visit.is_gone or visit.is_redirect


def _fate_of(path: Path, visit: Visit, asked: Mapping[Path, Visit], targets: "Mapping[Path, _Move]") -> PageFate:
    again = asked.get(path)
    if again is None:
        return PageFate(visit.url, path, Fate.UNVISITED)
    if again.is_there:
        return PageFate(visit.url, path, Fate.KEPT, is_changed=again.digest != visit.digest)
    if path in targets:
        move = targets[path]
        fate = Fate.MOVED if move.is_move else Fate.VANISHED
        return PageFate(visit.url, path, fate, move.why, move.to if move.is_move else "")
    if again.is_gone:
        return PageFate(visit.url, path, Fate.VANISHED, f"answered {again.status}")
    if again.is_redirect:
        return PageFate(visit.url, path, Fate.VANISHED, f"leads elsewhere ({again.status})")
    return PageFate(visit.url, path, Fate.UNSURE, f"answered {again.status}")


@dataclass(frozen=True, slots=True)
class _Move:
    to: str
    why: str
    is_move: bool
    """Whether it is a page that was not there before; a redirect to one that was says only that this one is gone."""


def _moves(old: SiteTree, new: SiteTree, asked: Mapping[Path, Visit], moved_to: Mover | None) -> dict[Path, _Move]:
    """Where pages that are gone lead to now."""
    lost = {path: again for path, again in asked.items() if path in old.pages and _is_lost(again)}
    fresh = {path: visit for path, visit in new.pages.items() if path not in old.pages}
    twins: dict[str, list[Visit]] = {}
    for visit in fresh.values():
        twins.setdefault(visit.digest, []).append(visit)
    told = moved_to(lost.values()) if moved_to is not None and lost else {}
    found: dict[Path, _Move] = {}
    for path, again in lost.items():
        to, why = told.get(again.url, ("", ""))
        # Empty pages and error pages are all alike: only a payload that one new page alone has says something.
        alike = twins.get(old.pages[path].digest, [])
        if to and path_of(to) in fresh:
            found[path] = _Move(to, why, True)
        elif len(alike) == 1:
            found[path] = _Move(alike[0].url, "the same payload", True)
        elif to and again.is_redirect:
            found[path] = _Move(to, f"leads to {to}", False)
    return found


COUNTS = ("pages_before", "pages_now", "new", "vanished", "moved", "unvisited", "changed")
"""What is counted of each branch, in the order of the fields of `Branch`."""
_OF_FATE = {
    Fate.NEW: COUNTS.index("new"),
    Fate.VANISHED: COUNTS.index("vanished"),
    Fate.MOVED: COUNTS.index("moved"),
    Fate.UNVISITED: COUNTS.index("unvisited"),
}


def _branches(old: SiteTree, new: SiteTree, fates: Iterable[PageFate]) -> tuple[dict[Path, Branch], Branch]:
    """Every node with its counts: those of each page first, then all of them handed up, from the leaves to the root."""
    counts: dict[Path, list[int]] = {(): [0] * len(COUNTS)}

    def of(path: Path) -> list[int]:
        found = counts.get(path)
        if found is None:
            found = counts[path] = [0] * len(COUNTS)
            of(path[:-1])
        return found

    for place, tree in enumerate((old, new)):
        for path in tree.pages:
            of(path)[place] += 1
    for fate in fates:
        if fate.fate in _OF_FATE:
            of(fate.path)[_OF_FATE[fate.fate]] += 1
        elif fate.is_changed:
            of(fate.path)[-1] += 1
    order = sorted(counts)
    for path in reversed(order[1:]):
        above = counts[path[:-1]]
        above[:] = map(add, above, counts[path])
    return {path: Branch(path, *counts[path]) for path in order[1:]}, Branch((), *counts[()])
