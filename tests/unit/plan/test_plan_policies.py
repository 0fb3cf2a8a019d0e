"""Plans that need no learning, the light learner, and learning as it goes on."""

import numpy as np
import pytest
from tests.support.plan_windows import some_windows

from thresher.model.errors import UsageError
from thresher.plan.rl import (
    Always,
    FixedInterval,
    Never,
    Progress,
    Reward,
    Rules,
    Shape,
    Training,
    Watch,
    Windows,
    best_values,
    fit,
    fit_interval,
    learners,
    mean_value,
)
from thresher.plan.rl.light import FEATURES, chance_features, fit_light
from thresher.plan.rl.sight import look


@pytest.fixture(scope="module")
def windows() -> Windows:
    return some_windows()


def silent(text: str) -> None:
    del text


def test_plain_plans(windows: Windows) -> None:
    seen = windows.seen.part(0, 2)

    assert Always().plan(seen).all()
    assert not Never().plan(seen).any()
    assert FixedInterval(8).plan(seen)[1].nonzero()[0].tolist() == [7, 15, 23]


def test_the_fixed_interval_is_the_best_of_those_there_are(windows: Windows) -> None:
    rules = Rules()

    found = fit_interval(windows, rules)

    assert mean_value(found, windows, rules) >= max(
        mean_value(FixedInterval(hours), windows, rules) for hours in (2, 3, 6, 24)
    )


@pytest.mark.parametrize("shape", list(Shape))
@pytest.mark.parametrize("reward", list(Reward))
def test_the_light_learner_plans_better_than_plans_that_need_no_learning(shape: Shape, reward: Reward) -> None:
    rules = Rules(shape, reward)
    learned, other = some_windows(80), some_windows(30)

    light = fit_light(learned, rules)

    mine = mean_value(light, other, rules)
    plain = (Always(), Never(), fit_interval(other, rules))
    assert mine > max(mean_value(policy, other, rules) for policy in plain)
    assert mine > 0.6 * best_values(other.came, rules).mean()


def test_the_light_learner_tells_day_from_night(windows: Windows) -> None:
    light = fit_light(windows, Rules())
    busy = windows.owner == 0

    chances = light.chances(windows.seen)[busy]

    at = (windows.seen.starts[busy][:, None] + np.arange(24)) % 24
    assert chances[at == 12].mean() > 0.8
    assert chances[at == 2].mean() < 0.1


def test_the_light_learner_copes_with_pages_that_never_or_always_change(windows: Windows) -> None:
    for bit in (0, 1):
        still = Windows(
            windows.names,
            windows.owner,
            type(windows.seen)(np.full_like(windows.seen.history, bit), windows.seen.starts),
            np.full_like(windows.came, bool(bit)),
        )

        light = fit_light(still, Rules())

        assert light.plan(still.seen).mean() == bit


def test_as_many_features_as_files_have(windows: Windows) -> None:
    assert chance_features(look(windows.seen.part(0, 1))).shape == (1, 24, FEATURES)


def test_learning_stops_when_it_does_not_go_on_and_the_best_is_kept() -> None:
    told: list[str] = []
    watch = Watch(Training(steps=100, patience=2), told.append)

    for step, reward in enumerate((1.0, 5.0, 4.0)):
        watch.see(Progress("ppo", step, 100, reward, 0.5), FixedInterval(step + 1))
    assert not watch.has_stalled
    watch.see(Progress("ppo", 3, 100, 5.0, 0.5), FixedInterval(4))

    assert watch.has_stalled
    assert watch.best == FixedInterval(2)
    assert told[1] == "ppo: 1 of 100 steps, mean reward 5.0 on windows kept for checks, 0 s"


def test_learners_that_cannot_be_had_get_a_sentence(windows: Windows, monkeypatch: pytest.MonkeyPatch) -> None:
    watch = Watch(Training(), silent)
    with pytest.raises(UsageError, match="no learner 'sarsa'"):
        fit("sarsa", windows, windows, Rules(), Training(), watch)

    monkeypatch.setattr(learners, "find_spec", lambda name: None if name == "torch" else name)
    with pytest.raises(UsageError, match="needs torch") as caught:
        fit("ppo", windows, windows, Rules(), Training(), watch)
    assert caught.value.hint == "pip install 'thresher[rl]'"

    monkeypatch.setattr(learners, "find_spec", lambda name: name)
    with pytest.raises(UsageError, match="dqn does not make sparse plans"):
        fit("dqn", windows, windows, Rules(Shape.SPARSE), Training(), watch)


def test_nothing_to_learn_from_gets_a_sentence() -> None:
    with pytest.raises(UsageError, match="no windows to learn from"):
        fit("light", some_windows(5), some_windows(5), Rules(), Training(), Watch(Training(), silent))
