"""What plans are worth: tables 4.2 and 4.3 of the news scheduler, by hand."""

import numpy as np
import pytest

from thresher.plan.rl import Reward, Rules, Shape, best_values, plan_values
from thresher.plan.rl.expected import best_plans, segment_values

FIXED = Rules(Shape.CONTINUOUS, Reward.FIXED, 6)
SCALED = Rules(Shape.CONTINUOUS, Reward.SCALED, 6)
SPARSE_FIXED = Rules(Shape.SPARSE, Reward.FIXED, 6)
SPARSE_SCALED = Rules(Shape.SPARSE, Reward.SCALED, 6)


def bits(text: str) -> np.ndarray:
    return np.array([[one == "1" for one in text]])


def worth(came: str, plan: str, rules: Rules) -> float:
    return float(plan_values(bits(came), bits(plan), rules)[0])


@pytest.mark.parametrize(
    ("came", "plan", "rules", "value"),
    [
        # An exact match, and five duplicate hours left alone.
        ("010000", "010000", FIXED, 20 + 5 * 2),
        ("010000", "010000", SCALED, 20),
        ("010000", "010000", SPARSE_FIXED, 20),
        ("010000", "010000", SPARSE_SCALED, 20),
        # Two hours late: valid. The unique hour itself brings nothing, four duplicate hours were left alone.
        ("010000", "000100", FIXED, 15 + 4 * 2),
        ("010000", "000100", SPARSE_FIXED, 15),
        ("010000", "000100", SCALED, 20 * (1 - 2 / 5)),
        # As late as can be: the scaled reward is used up.
        ("100000", "000001", SCALED, 0),
        # Too early finds nothing, and the copy is missed at the end.
        ("000100", "010000", FIXED, -2 - 10 + 4 * 2),
        ("000100", "010000", SPARSE_SCALED, -2 - 10),
        # The second crawl after one copy is a duplicate.
        ("010000", "011000", FIXED, 20 - 2 + 4 * 2),
        # A copy that the next one overtakes is missed, the next is caught exactly or late.
        ("101000", "001000", FIXED, -10 + 20 + 4 * 2),
        ("101000", "000100", FIXED, -10 + 15 + 3 * 2),
        ("111000", "000000", FIXED, -30 + 3 * 2),
        ("111000", "000000", SPARSE_SCALED, -30),
        # Nothing came.
        ("000000", "000000", FIXED, 12),
        ("000000", "000000", SPARSE_FIXED, 0),
        ("000000", "111111", SCALED, -12),
        ("111111", "111111", FIXED, 120),
    ],
)
def test_rewards_are_those_of_the_table(came: str, plan: str, rules: Rules, value: float) -> None:
    assert worth(came, plan, rules) == pytest.approx(value)


def test_the_farthest_of_a_day_is_23_hours() -> None:
    came, plan = "1" + "0" * 23, "0" * 12 + "1" + "0" * 11

    assert worth(came, plan, Rules(reward=Reward.SCALED)) == pytest.approx(20 * (1 - 12 / 23))


def test_the_oracle_crawls_in_unique_hours_alone() -> None:
    came = bits("011001")

    assert best_values(came, FIXED).tolist() == [66.0]
    assert plan_values(came, came, FIXED).tolist() == [66.0]
    assert best_values(came, SPARSE_SCALED).tolist() == [60.0]


def test_parts_between_crawls_add_up_to_the_plan() -> None:
    came = bits("011001")
    parts = segment_values(came.astype(float), FIXED)

    # Crawls in hours 1 and 4, then no more.
    assert parts[0, 0, 1] + parts[0, 2, 4] + parts[0, 5, 6] == pytest.approx(worth("011001", "010010", FIXED))


def test_the_best_plan_by_chances_waits_for_what_is_unlikely_and_comes_for_what_is_likely() -> None:
    likely, unlikely = np.full((1, 24), 0.9), np.full((1, 24), 0.05)

    often, seldom = (best_plans(chances, Rules())[0].sum() for chances in (likely, unlikely))

    assert often == 24
    assert 1 <= seldom <= 3


def test_there_may_be_no_window_at_all() -> None:
    plans, values = best_plans(np.zeros((0, 24)), Rules())

    assert plans.shape == (0, 24)
    assert values.shape == (0,)
