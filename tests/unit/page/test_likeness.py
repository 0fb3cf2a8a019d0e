"""How alike texts are: what each measure counts, and what it does with nothing."""

import pytest

from thresher.page import Wording, dice, pair_dice, pair_share


def test_what_is_repeated_counts_as_often_as_both_repeat_it() -> None:
    assert dice(["a", "a", "b"], ["a", "a", "c"]) == pytest.approx(2 / 3)
    assert dice({"a", "b"}, {"a", "c"}) == 0.5


def test_the_order_of_words_counts_only_by_pairs() -> None:
    one, other = ["a", "walk", "in", "the", "park"], ["the", "park", "in", "a", "walk"]

    assert dice(one, other) == 1.0
    assert pair_dice(one, other) == 0.5


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [([], [], 1.0), (["a"], ["a"], 1.0), (["a"], ["b"], 0.0), (["a"], ["a", "b"], 0.0), (["a", "b"], [], 0.0)],
)
def test_texts_without_a_pair_are_equal_or_not_alike(one: list[str], other: list[str], expected: float) -> None:
    assert pair_dice(one, other) == expected


def test_nothing_is_like_nothing_by_no_measure_of_parts() -> None:
    assert dice([], []) == 0.0
    assert Wording.of([]).share_of([]) == 0.0


def test_what_else_a_text_has_does_not_matter_for_what_it_holds() -> None:
    part, whole = ["in", "the", "park"], ["we", "had", "a", "walk", "in", "the", "park", "and", "then", "a", "rest"]

    assert pair_share(part, whole) == 1.0
    assert pair_share(["park"], whole) == 1.0
    assert pair_share(["moon"], whole) == 0.0
    assert pair_dice(part, whole) < 0.5


def test_a_line_that_is_there_twice_is_held_once_but_known_both_times() -> None:
    text = ["thank", "you", "very", "much"]
    twice = [*text, *text]

    assert pair_share(twice, text) == pytest.approx(3 / 7)
    assert Wording.of(text).share_of(twice) == pytest.approx(6 / 7)


def test_of_two_words_each_is_asked_for_alone() -> None:
    wording = Wording.of(["a", "walk", "in", "the", "park"])

    assert wording.share_of(["park", "walk"]) == 1.0
    assert wording.share_of(["walk", "moon"]) == 0.5
    assert wording.share_of(["park", "walk", "moon"]) == 0.0
