"""No plan is better than the oracle's, and none better in the mean than the one that the chances call for."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.plan.rl import Reward, Rules, Shape, best_values, plan_values
from thresher.plan.rl.expected import best_plans

rules_of = st.builds(Rules, st.sampled_from(Shape), st.sampled_from(Reward), st.just(7))


@given(came=st.lists(st.booleans(), min_size=7, max_size=7), rules=rules_of)
def test_the_oracle_is_the_best_of_all_plans(came: list[bool], rules: Rules) -> None:
    plans = np.array(list(product((False, True), repeat=7)))
    truth = np.tile(np.array(came), (len(plans), 1))

    every = plan_values(truth, plans, rules)

    assert best_values(truth[:1], rules)[0] == pytest.approx(every.max())
    found, value = best_plans(truth[:1].astype(float), rules)
    assert value[0] == pytest.approx(every.max())
    assert plan_values(truth[:1], found, rules)[0] == pytest.approx(every.max())


@given(chances=st.lists(st.floats(0.01, 0.99), min_size=5, max_size=5), shape=st.sampled_from(Shape),
       reward=st.sampled_from(Reward))  # fmt: skip
def test_the_plan_by_chances_is_the_best_in_the_mean_over_all_that_can_come(
    chances: list[float], shape: Shape, reward: Reward
) -> None:
    rules = Rules(shape, reward, 5)
    worlds = np.array(list(product((False, True), repeat=5)))
    likely = np.where(worlds, np.array(chances), 1 - np.array(chances)).prod(axis=1)
    means = {
        plan: float(likely @ plan_values(worlds, np.tile(np.array(plan), (len(worlds), 1)), rules))
        for plan in product((False, True), repeat=5)
    }

    found, value = best_plans(np.array([chances]), rules)

    assert value[0] == pytest.approx(max(means.values()))
    assert means[tuple(found[0].tolist())] == pytest.approx(value[0])
