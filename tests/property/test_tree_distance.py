"""The tree edit distance agrees with a plain reference, and is a distance."""

import random
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from thresher.change import compare_structure, tree_distance
from thresher.change.label_tree import LabelTree, trimmed
from thresher.change.tree_bounds import lower_bound, upper_bound
from thresher.change.tree_distance import exact_distance, planned

TREES = 1_000

Node = tuple[str, tuple["Node", ...]]
Forest = tuple[Node, ...]

leaves = st.sampled_from("abc").map(lambda label: (label, ()))
nodes: st.SearchStrategy[Node] = st.recursive(
    leaves, lambda inner: st.tuples(st.sampled_from("abc"), st.lists(inner, max_size=3).map(tuple)), max_leaves=6
)


def flat(node: Node) -> LabelTree:
    """A nested tree as lists in post order."""
    labels: list[str] = []
    sizes: list[int] = []

    def walk(one: Node) -> int:
        size = 1 + sum(walk(child) for child in one[1])
        labels.append(one[0])
        sizes.append(size)
        return size

    walk(node)
    return LabelTree(tuple(labels), tuple(sizes))


def weight(forest: Forest) -> int:
    return sum(1 + weight(children) for _, children in forest)


@cache
def reference(one: Forest, other: Forest) -> int:
    """The recursion that defines the distance, with no thought of speed (Zhang & Shasha, lemma 4)."""
    if not one or not other:
        return weight(one) + weight(other)
    (label, below), (other_label, other_below) = one[-1], other[-1]
    return min(
        1 + reference(one[:-1] + below, other),
        1 + reference(one, other[:-1] + other_below),
        reference(one[:-1], other[:-1]) + reference(below, other_below) + (label != other_label),
    )


def distance(one: Node, other: Node) -> int:
    return exact_distance(planned(flat(one), flat(other)))


def random_tree(chance: random.Random, size: int, labels: str) -> Node:
    """A tree that is deep, broad or anything between."""
    made: list[tuple[str, list[int]]] = [(chance.choice(labels), [])]
    depth = chance.random()
    for number in range(1, size):
        parent = number - 1 if chance.random() < depth else chance.randrange(number)
        below = made[parent][1]
        below.insert(chance.randint(0, len(below)), number)
        made.append((chance.choice(labels), []))

    def nested(number: int) -> Node:
        label, below = made[number]
        return label, tuple(nested(child) for child in below)

    return nested(0)


@pytest.mark.parametrize("cells", [1, 60, 40_000_000])
def test_it_agrees_with_the_reference_on_random_trees(cells: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """However little room there is for the parts in which it is computed."""
    monkeypatch.setattr(tree_distance, "PART_CELLS", cells)
    chance = random.Random(cells)
    for _ in range(TREES):
        labels = "abcd"[: chance.randint(1, 4)]
        one = random_tree(chance, chance.randint(1, 13), labels)
        other = random_tree(chance, chance.randint(1, 13), labels)

        true = reference((one,), (other,))
        whole = compare_structure(flat(one), flat(other), max_cells=10**9)

        assert distance(one, other) == true, (one, other)
        assert (whole.least, whole.most) == (true, true), (one, other)
    reference.cache_clear()


@settings(deadline=None, max_examples=150)
@given(nodes, nodes, nodes)
def test_it_is_a_metric(one: Node, other: Node, third: Node) -> None:
    there = distance(one, other)

    assert there == distance(other, one)
    assert (there == 0) == (one == other)
    assert there <= distance(one, third) + distance(third, other)


@settings(deadline=None, max_examples=150)
@given(nodes, nodes)
def test_bounds_hold_and_trimming_changes_nothing(one: Node, other: Node) -> None:
    first, second = flat(one), flat(other)
    true = reference((one,), (other,))
    left, right = trimmed(first, second)

    assert lower_bound(first, second) <= true <= upper_bound(first, second)
    assert (exact_distance(planned(left, right)) if left and right else len(left) + len(right)) == true


@settings(deadline=None, max_examples=100)
@given(nodes)
def test_mirrored_twice_is_the_tree_itself(one: Node) -> None:
    tree = flat(one)

    assert tree.mirrored().mirrored() == tree
    assert tree.mirrored() == flat(_mirror(one))


def _mirror(node: Node) -> Node:
    return node[0], tuple(_mirror(child) for child in reversed(node[1]))
