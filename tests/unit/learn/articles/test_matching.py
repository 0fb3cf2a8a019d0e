"""The best matching, beside trying all."""

from itertools import permutations
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.learn.articles.matching import best_matching


@st.composite
def tables(draw: st.DrawFn) -> list[list[float]]:
    """Weights of at most five rows, and at least as many columns."""
    rows = draw(st.integers(1, 5))
    columns = draw(st.integers(rows, 6))
    weight = st.floats(-1, 1, allow_nan=False) | st.sampled_from([0.0, 0.5, 1.0])
    return [draw(st.lists(weight, min_size=columns, max_size=columns)) for _ in range(rows)]


@given(tables())
def test_nothing_is_better(weights: list[list[float]]) -> None:
    found = best_matching(weights)

    best = max(
        sum(weights[row][column] for row, column in enumerate(columns))
        for columns in permutations(range(len(weights[0])), len(weights))
    )
    assert len(found) == len(weights)
    assert len(set(found)) == len(found)
    assert sum(weights[row][column] for row, column in enumerate(found)) == pytest.approx(best)


def test_no_rows_need_no_columns() -> None:
    assert best_matching([]) == []


def test_as_many_as_a_long_page_has_take_a_moment() -> None:
    rows, columns = 60, 400
    weights = [[((row * 37 + column * 11) % 101) / 101 for column in range(columns)] for row in range(rows)]

    assert len(set(best_matching(weights))) == rows


@pytest.mark.parametrize("slope", [0.0, 0.0001])
def test_comments_of_the_same_words_take_a_moment(slope: float) -> None:
    """Equal words in elements that are as long, or each longer than the one before."""
    size = 250
    weights = [[0.9 - slope * column for column in range(size)] for _ in range(size)]
    begin = process_time()

    found = best_matching(weights)

    assert found == list(range(size)) if not slope else sorted(found) == list(range(size))
    assert process_time() - begin < 2  # a quarter of a second; it was 1.5


def test_weights_that_are_made_to_cost_are_matched_well_all_the_same() -> None:
    size = 400
    weights = [[(row + 1) * (column + 1) / size**2 for column in range(size)] for row in range(size)]

    found = best_matching(weights)

    assert sorted(found) == list(range(size))
    best = sum(weights[row][row] for row in range(size))
    assert sum(weights[row][column] for row, column in enumerate(found)) > 0.9 * best
