"""Trees of elements: what is compared, what decides without the exact distance, what is too much."""

import random

from lxml import etree

from thresher.change import Structure, compare_structure
from thresher.change.label_tree import LabelTree, tree_of

PLENTY = 10**9


def tree(source: str) -> LabelTree:
    return tree_of(etree.fromstring(source, etree.HTMLParser()))


def broad(count: int, seed: int) -> LabelTree:
    """A page of many elements that nobody could trim."""
    chance = random.Random(seed)
    body = "".join(
        f"<{tag}><b></b><{tag}></{tag}></{tag}>" for tag in chance.choices(["i", "u", "p", "s"], k=count // 3)
    )
    return tree(f"<html><body>{body}</body></html>")


def test_elements_are_labelled_with_their_tags_and_comments_are_none() -> None:
    found = tree("<html><body><!-- no --><p>a<b>c</b></p><?php ?></body></html>")

    assert found == LabelTree(("b", "p", "body", "html"), (1, 2, 3, 4))


def test_the_similarity_is_that_of_formula_4_1() -> None:
    """One element taken out and one renamed, of four and three."""
    one, other = tree("<html><body><p></p><b></b></body></html>"), tree("<html><body><i></i></body></html>")

    found = compare_structure(one, other, max_cells=PLENTY)

    assert (found.least, found.most, found.nodes) == (2, 2, 7)
    assert found.similarity == 1 - 2 / 7


def test_equal_trees_and_empty_ones_are_equal() -> None:
    nothing = LabelTree((), ())

    assert compare_structure(nothing, nothing, max_cells=PLENTY).similarity == 1
    assert compare_structure(broad(300, 1), broad(300, 1), max_cells=0) == Structure(0, 0, 604)
    assert compare_structure(nothing, LabelTree(("p",), (1,)), max_cells=PLENTY).least == 1


def test_bounds_decide_where_they_can() -> None:
    one, other = broad(60, 1), broad(60, 2)
    exact = compare_structure(one, other, max_cells=PLENTY)

    decided = compare_structure(one, other, 0.1, max_cells=PLENTY)

    assert exact.is_exact
    assert not decided.is_exact
    assert decided.why == "its bounds decide"
    assert 0.1 <= decided.lowest <= exact.similarity <= decided.highest


def test_a_page_that_is_too_large_gets_bounds_and_says_so() -> None:
    """Whatever time there is: memory is bounded."""
    one, other = broad(20_000, 1), broad(20_000, 2)

    found = compare_structure(one, other, max_cells=10**15)

    assert not found.is_exact
    assert found.why == "too large for the exact distance"
    assert 0 <= found.lowest < found.similarity < found.highest <= 1
