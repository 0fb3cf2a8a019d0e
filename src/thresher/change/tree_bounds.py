"""Bounds of the tree edit distance that cost next to nothing beside it."""

from collections import Counter
from collections.abc import Sequence

from rapidfuzz.distance import Levenshtein

from thresher.change.label_tree import Classes, LabelTree


def lower_bound(one: LabelTree, other: LabelTree) -> int:
    """No fewer edits than this.

    Each edit of a tree is one edit of its labels read in post order and in pre order, so that the edit distances of
    these are bounds (Guha et al., *Approximate XML joins*, 2002); of all labels as a heap, too, which is weaker, and
    decides where it is already enough.
    """
    heap = max(len(one), len(other)) - (Counter(one.labels) & Counter(other.labels)).total()
    post = Levenshtein.distance(one.labels, other.labels)
    return max(heap, post, Levenshtein.distance(_pre_order(one), _pre_order(other)))


def upper_bound(one: LabelTree, other: LabelTree) -> int:
    """No more edits than this: those of one mapping, made from the top down.

    Rows of siblings are aligned by equal sub-trees; of what stands between these, nodes of one label are mapped to
    each other in order, and their children are aligned in turn; the rest is taken out or put in.
    """
    classes = Classes()
    sides = (_Side(one, classes.of(one)), _Side(other, classes.of(other)))
    edits, ahead = 0, [(one.roots(), other.roots())]
    while ahead:
        row, column = ahead.pop()
        spare, extra, pairs = _aligned(sides, row, column)
        edits += spare + extra
        ahead.extend(pairs)
    return edits


class _Side:
    """One of the two trees, with the numbers of its sub-trees."""

    def __init__(self, tree: LabelTree, numbers: Sequence[int]) -> None:
        self.tree = tree
        self.numbers = numbers

    def weight(self, row: Sequence[int]) -> int:
        return sum(self.tree.sizes[place] for place in row)


Rows = tuple[list[int], list[int]]


def _aligned(sides: tuple[_Side, _Side], row: list[int], column: list[int]) -> tuple[int, int, list[Rows]]:
    """Nodes to take out, nodes to put in, and the rows of children that are left to align."""
    mine, theirs = sides
    spare = extra = 0
    pairs: list[Rows] = []
    numbers = [mine.numbers[place] for place in row], [theirs.numbers[place] for place in column]
    for code in Levenshtein.opcodes(*numbers):
        if code.tag == "equal":
            continue
        left, right = row[code.src_start : code.src_end], column[code.dest_start : code.dest_end]
        labels = [mine.tree.labels[place] for place in left], [theirs.tree.labels[place] for place in right]
        for inner in Levenshtein.opcodes(*labels):
            ours, others = left[inner.src_start : inner.src_end], right[inner.dest_start : inner.dest_end]
            if inner.tag == "equal":
                pairs += [_below(sides, *pair) for pair in zip(ours, others, strict=True)]
            elif inner.tag == "replace":
                # A node renamed, and its children aligned, never costs more than one out and one in.
                spare += len(ours)
                pairs += [_below(sides, *pair) for pair in zip(ours, others, strict=True)]
            else:
                spare += mine.weight(ours)
                extra += theirs.weight(others)
    return spare, extra, pairs


def _below(sides: tuple[_Side, _Side], place: int, other: int) -> Rows:
    return sides[0].tree.children(place), sides[1].tree.children(other)


def _pre_order(tree: LabelTree) -> list[str]:
    return [tree.labels[place] for place in tree.in_pre_order()]
