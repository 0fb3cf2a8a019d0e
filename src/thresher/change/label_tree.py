"""Ordered trees with labels: what tree edit distance is computed on.

A tree is two lists in post order: what each node is called, and how many nodes are in its sub-tree. All else follows
from these, and a run of siblings with all that is below them is a slice.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lxml import etree


@dataclass(frozen=True, slots=True)
class LabelTree:
    """An ordered forest, in post order; a tree if its last node's size is the number of nodes."""

    labels: tuple[str, ...]
    sizes: tuple[int, ...]
    """Nodes in the sub-tree of each node, itself counted."""

    def __len__(self) -> int:
        return len(self.labels)

    def roots(self) -> list[int]:
        """Places of the outermost nodes, first to last."""
        return list(self._row(len(self) - 1, -1))

    def children(self, place: int) -> list[int]:
        """Places of a node's children, first to last."""
        return list(self._row(place - 1, place - self.sizes[place]))

    def between(self, first: int, last: int) -> "LabelTree":
        """Siblings, from the one at `first` to the one at `last`, with all that is below them."""
        start = first - self.sizes[first] + 1
        return LabelTree(self.labels[start : last + 1], self.sizes[start : last + 1])

    def rooted(self) -> "LabelTree":
        """As one tree, under a root without a label."""
        return LabelTree((*self.labels, ""), (*self.sizes, len(self) + 1))

    def mirrored(self) -> "LabelTree":
        """The same tree with all children in reverse order: post order is then the old pre order, read backwards."""
        order = self.in_pre_order()
        order.reverse()
        return LabelTree(tuple(self.labels[place] for place in order), tuple(self.sizes[place] for place in order))

    def in_pre_order(self) -> list[int]:
        """Places in the order in which a reader meets the nodes."""
        order, ahead = [], self.roots()[::-1]
        while ahead:
            place = ahead.pop()
            order.append(place)
            ahead.extend(reversed(self.children(place)))
        return order

    def _row(self, last: int, before: int) -> Iterator[int]:
        found = []
        while last > before:
            found.append(last)
            last -= self.sizes[last]
        return reversed(found)


class Classes:
    """Numbers for sub-trees, equal for equal ones: of this tree and of every other that was numbered here."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[object, ...], int] = {}

    def of(self, tree: LabelTree) -> list[int]:
        """The number of each node's sub-tree, in post order."""
        found: list[int] = []
        ahead: list[int] = []  # roots of what has been numbered and has no parent yet
        for place, (label, size) in enumerate(zip(tree.labels, tree.sizes, strict=True)):
            count, left = 0, size - 1
            while left:
                count += 1
                left -= tree.sizes[ahead[-count]]
            below = tuple(found[child] for child in ahead[len(ahead) - count :])
            del ahead[len(ahead) - count :]
            found.append(self._numbers.setdefault((label, *below), len(self._numbers)))
            ahead.append(place)
        return found


def tree_of(root: etree._Element) -> LabelTree:
    """The elements of a document, each labelled with its tag; comments and instructions are no elements."""
    labels: list[str] = []
    sizes: list[int] = []
    begun: list[int] = []
    for event, element in etree.iterwalk(root, events=("start", "end")):
        if event == "start":
            begun.append(len(labels))
        else:
            labels.append(str(element.tag))
            sizes.append(len(labels) - begun.pop())
    return LabelTree(tuple(labels), tuple(sizes))


def trimmed(one: LabelTree, other: LabelTree) -> tuple[LabelTree, LabelTree]:
    """What is left of two trees when nothing is left that changes their distance.

    Equal sub-trees at the beginning and at the end of two rows of siblings go, and two roots of one label go when they
    are all that is left of their rows. Both keep the distance as it is (unit costs). Of a mapping between the two
    forests, take the equal first trees T: if a node of the one T is mapped outside of the other T, nothing from outside
    is mapped into that one, as order must be kept. So mapping T to T instead loses at most |T| pairs, and wins |T|
    pairs that cost nothing. The same argument holds for two roots, of which at most one can be mapped below the other.
    """
    classes = Classes()
    numbers, others = classes.of(one), classes.of(other)
    row, column = one.roots(), other.roots()
    while True:
        start = _shared([numbers[place] for place in row], [others[place] for place in column])
        row, column = row[start:], column[start:]
        end = _shared([numbers[place] for place in row[::-1]], [others[place] for place in column[::-1]])
        row, column = row[: len(row) - end], column[: len(column) - end]
        if len(row) != 1 or len(column) != 1 or one.labels[row[0]] != other.labels[column[0]]:
            return _part(one, row), _part(other, column)
        row, column = one.children(row[0]), other.children(column[0])


def _shared(row: Sequence[int], column: Sequence[int]) -> int:
    """How many members two sequences share at their beginning."""
    count = 0
    for mine, theirs in zip(row, column, strict=False):
        if mine != theirs:
            break
        count += 1
    return count


def _part(tree: LabelTree, row: Sequence[int]) -> LabelTree:
    return tree.between(row[0], row[-1]) if row else LabelTree((), ())
