"""Tree edit distance after Zhang & Shasha (1989), exact, in rows of numbers.

The least number of nodes to take out, put in or rename that makes one ordered tree of the other. Three things make it
fast without a compiler (docs/decisions/0015-change.md):

- a sub-tree that stands in a tree many times, as the entries of a list do, is computed once;
- all sub-trees of the other tree are computed side by side: a row of numpy holds one step of all of them;
- the pair of trees is mirrored or swapped, whichever way is the least work.

In the paper's words: each *key root* of the first tree takes part with all its forests, row by row, against the forests
of all key roots of the second, column by column. Deleting and matching look at earlier rows; inserting looks at the
same row, and is the running minimum of what the other two leave, each key root's columns apart. Only on the left path
of a key root do cells need the distances of others in their own row; key roots are therefore put into levels, such that
each needs only those of levels before its own.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from thresher.change.label_tree import Classes, LabelTree

Numbers = npt.NDArray[np.int32]
Places = npt.NDArray[np.intp]

FAR = 1 << 28
"""More edits than any two trees need, and four times that still fits a cell."""
PART_CELLS = 40_000_000
"""Cells in memory at a time, beside the distances of all pairs: 160 MB."""
MAX_CELLS = 80_000_000
"""Cells that the two whole trees may need together: 320 MB."""
MAX_PAIRS = 50_000_000
"""Pairs of distinct sub-trees whose distances are kept: 200 MB."""
ROW_COST = 4_000
"""What a row costs beside its cells, in cells: calls into numpy. Measured: 25 µs and 6 ns a cell."""


@dataclass(frozen=True, slots=True)
class _Roots:
    """The distinct key roots of a tree, and what they cost."""

    tree: LabelTree
    classes: list[int]
    places: tuple[int, ...]

    @property
    def cells(self) -> int:
        return sum(self.tree.sizes[place] + 1 for place in self.places)


@dataclass(frozen=True, slots=True)
class Work:
    """A pair of trees, turned so that the distance is the least work; `cells` says how much that is."""

    rows: _Roots
    columns: _Roots
    count: int
    """Of distinct sub-trees of both."""

    @property
    def cells(self) -> int:
        return self.rows.cells * (self.columns.cells + ROW_COST)

    @property
    def fits(self) -> bool:
        """Whether there is room: for the distances of all pairs of sub-trees, for the rows of the two whole trees, and
        for the offsets that keep key roots apart."""
        height, width = len(self.rows.tree) + 1, len(self.columns.tree) + 1
        return (
            self.count * self.count <= MAX_PAIRS
            and (height + self.count) * width <= MAX_CELLS
            and len(self.columns.places) * (height + 2 * width) < FAR
        )


def planned(one: LabelTree, other: LabelTree) -> Work:
    """The cheapest of the four ways to compute the distance of two trees (or forests: they get a root)."""
    pairs = [(one.rooted(), other.rooted())]
    pairs.append((pairs[0][0].mirrored(), pairs[0][1].mirrored()))
    ways = []
    for first, second in pairs:
        classes = Classes()
        left, right = _key_roots(first, classes), _key_roots(second, classes)
        count = 1 + max((*left.classes, *right.classes))
        ways += [Work(left, right, count), Work(right, left, count)]
    return min(ways, key=lambda way: way.cells)


def exact_distance(work: Work) -> int:
    """The tree edit distance of the pair that was planned."""
    distances = np.full((work.count, work.count + 1), FAR, np.int32)
    for part in _parts(work):
        columns = _Columns(work.columns, part)
        room = _Room.of(work, columns)
        for root in work.rows.places:
            _fill(distances, room, work.rows, root, columns)
    return int(distances[work.rows.classes[-1], work.columns.classes[-1]])


def _key_roots(tree: LabelTree, classes: Classes) -> _Roots:
    """Nodes that have a sibling before them, and the root: of equal sub-trees one, in post order."""
    numbers = classes.of(tree)
    leftmost = {place - size + 1: place for place, size in enumerate(tree.sizes)}
    distinct = {numbers[place]: place for place in sorted(leftmost.values(), reverse=True)}
    return _Roots(tree, numbers, tuple(sorted(distinct.values())))


def _parts(work: Work) -> Iterator[list[list[int]]]:
    """Key roots of the columns by level, in portions for which there is room."""
    tallest = max(work.rows.tree.sizes[place] for place in work.rows.places)
    room = max(1, PART_CELLS // (1 + tallest + work.count))
    part: list[list[int]] = []
    used = 0
    for level in _levels(work.columns):
        part.append([])
        for place in level:
            width = work.columns.tree.sizes[place] + 1
            if used and used + width > room:
                yield [one for one in part if one]
                part, used = [[]], 0
            part[-1].append(place)
            used += width
    yield [one for one in part if one]


def _levels(roots: _Roots) -> list[list[int]]:
    """Key roots in levels: each comes after all key roots that are equal to a sub-tree off its own left path."""
    tree = roots.tree
    depth = [0] * len(tree)
    for place in range(len(tree)):
        for number, child in enumerate(tree.children(place)):
            depth[place] = max(depth[place], depth[child] + bool(number))
    levels: list[list[int]] = [[] for _ in range(1 + max(depth))]
    for place in roots.places:
        levels[depth[place]].append(place)
    return [level for level in levels if level]


@dataclass(frozen=True, slots=True)
class _Level:
    """Columns whose cells can be computed together on a left path."""

    here: slice
    left: Places
    """Those on the left paths of their own key roots, counted from the first of the level."""
    classes: Places
    after: Numbers
    """What a match leaves to be inserted before it, less the slope."""
    slope: Numbers
    """Of those on left paths."""


class _Columns:
    """Forests of several key roots side by side; the first column of each is the empty forest.

    All cells are kept less their `slope`: the number of the column among those of its key root, and much more for each
    key root before it. Then a row of inserts is a running minimum, and no key root sees the columns of another.
    """

    def __init__(self, roots: _Roots, levels: list[list[int]]) -> None:
        tree = roots.tree
        roots_here = np.array([place for level in levels for place in level])
        sizes = np.array(tree.sizes)
        width = sizes[roots_here] + 1
        offset = np.concatenate(([0], np.cumsum(width)[:-1]))
        segment = np.repeat(np.arange(len(width)), width)
        inner = np.arange(width.sum()) - offset[segment]
        is_empty = inner == 0
        node = np.where(is_empty, 0, roots_here[segment] - width[segment] + 1 + inner)
        before = np.where(is_empty, 0, inner - sizes[node])
        slope = inner + segment * (FAR // len(width))
        self.earlier: Places = (offset[segment] + before).astype(np.intp)
        self.first: Numbers = (inner - slope).astype(np.int32)
        self.shift: Numbers = (slope[self.earlier] - slope).astype(np.int32)
        after, slope32 = (before - slope).astype(np.int32), slope.astype(np.int32)
        # One class more than there are is far from everything: nothing matches the empty forest.
        self.classes: Places = np.where(is_empty, -1, np.array(roots.classes)[node]).astype(np.intp)
        bounds = np.cumsum([0, *(sum(tree.sizes[place] + 1 for place in level) for level in levels)]).tolist()
        is_left = ~is_empty & (before == 0)
        places = [np.flatnonzero(is_left[first:last]) for first, last in pairwise(bounds)]
        self.levels = [
            _Level(slice(first, last), left, self.classes[first:last], after[first:last], slope32[first:last][left])
            for (first, last), left in zip(pairwise(bounds), places, strict=True)
        ]
        labels: dict[str, int] = {}
        self._labels = np.array([labels.setdefault(label, len(labels)) for label in tree.labels])[node]
        self._numbers = labels

    def renames(self, label: str) -> Numbers:
        """What it costs to make `label` of each column's node."""
        found: Numbers = (self._labels != self._numbers.get(label, -1)).astype(np.int32)
        return found


@dataclass(frozen=True, slots=True)
class _Room:
    """Memory that is used for one key root after the other: to have it cleared each time would take a third longer."""

    forests: Numbers
    """Distances of forests; a row for each node of a key root, and one for none."""
    steps: Numbers
    """What a match with each sub-tree adds to the cell from which it steps."""
    spare: Numbers
    matched: Numbers

    @classmethod
    def of(cls, work: Work, part: _Columns) -> "_Room":
        tallest, width = max(work.rows.tree.sizes[place] for place in work.rows.places), len(part.first)
        forests = np.empty((tallest + 1, width), np.int32)
        forests[0] = part.first
        return cls(
            forests, np.empty((work.count, width), np.int32), np.empty_like(part.first), np.empty_like(part.first)
        )


def _fill(distances: Numbers, room: _Room, rows: _Roots, root: int, part: _Columns) -> None:
    """Distances between the sub-trees on the left path of `root` and those on the left paths of the columns' roots."""
    tree, size = rows.tree, rows.tree.sizes[root]
    forests, steps, spare, matched = room.forests, room.steps, room.spare, room.matched
    for row in range(1, size + 1):
        node = root - size + row
        before = row - tree.sizes[node]
        np.add(forests[row - 1], 1, out=spare)
        if before:
            np.take(forests[before], part.earlier, out=matched, mode="clip")
            matched += steps[rows.classes[node]]
            np.minimum(spare, matched, out=spare)
            np.minimum.accumulate(spare, out=forests[row])
        else:
            known = distances[rows.classes[node]]
            _fill_left(known, tree.labels[node], forests[row - 1], spare, forests[row], part)
            steps[rows.classes[node]] = known[part.classes] + part.shift


def _fill_left(known: Numbers, label: str, above: Numbers, spare: Numbers, row: Numbers, part: _Columns) -> None:
    """One row on the left path: level by level, since each needs distances that the levels before it give."""
    renamed = part.renames(label)
    renamed[1:] += above[:-1]
    renamed -= 1
    for level in part.levels:
        matched = known[level.classes]
        matched += level.after
        matched[level.left] = renamed[level.here][level.left]
        np.minimum(matched, spare[level.here], out=matched)
        cells = row[level.here]
        np.minimum.accumulate(matched, out=cells)
        known[level.classes[level.left]] = cells[level.left] + level.slope
