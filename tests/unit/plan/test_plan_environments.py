"""The environments as gymnasium wants them; and PPO and DQN in them, where they are installed."""

import numpy as np
import pytest
from tests.support.plan_windows import some_windows

from thresher.plan.rl import (
    Always,
    Never,
    Reward,
    Rules,
    Shape,
    Training,
    Watch,
    Windows,
    fit,
    fit_interval,
    mean_value,
)

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env  # noqa: E402

from thresher.plan.rl.environments import IDS, ContinuousPlan, SparsePlan, register_environments  # noqa: E402


@pytest.fixture(scope="module")
def windows() -> Windows:
    return some_windows(40)


@pytest.mark.parametrize("kind", [ContinuousPlan, SparsePlan])
@pytest.mark.parametrize("reward", list(Reward))
# The checker says that it prefers inputs of other ranges, and environments made by name; both are as wanted here.
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_the_checker_of_gymnasium_finds_nothing(windows: Windows, kind: type, reward: Reward) -> None:
    check_env(kind(windows, reward), skip_render_check=True)


@pytest.mark.parametrize("shape", list(Shape))
def test_environments_are_made_by_name(windows: Windows, shape: Shape) -> None:
    register_environments()
    register_environments()

    environment = gymnasium.make(IDS[shape], windows=windows, reward="scaled")

    view, _ = environment.reset(seed=5)
    assert environment.observation_space.contains(view)
    ended, length = False, 0
    while not ended:
        view, _, ended, cut, _ = environment.step(environment.action_space.sample())
        length += 1
        assert not cut
        assert environment.observation_space.contains(view)
    assert length == 24 if shape is Shape.CONTINUOUS else 1 <= length <= 24


def test_the_same_seed_gives_the_same_window(windows: Windows) -> None:
    environment = ContinuousPlan(windows)

    first, second, other = (environment.reset(seed=seed)[0] for seed in (7, 7, 8))

    assert np.array_equal(first, second)
    assert not np.array_equal(first, other)


def test_a_move_before_the_first_window_is_refused(windows: Windows) -> None:
    with pytest.raises(gymnasium.error.ResetNeeded):
        ContinuousPlan(windows).step(np.int64(0))


@pytest.mark.parametrize(
    ("name", "shape", "reward"),
    [
        ("ppo", Shape.CONTINUOUS, Reward.FIXED),
        ("ppo", Shape.SPARSE, Reward.SCALED),
        ("dqn", Shape.CONTINUOUS, Reward.FIXED),
    ],
)
# Torch and what it loads warn about things of their own.
@pytest.mark.filterwarnings("ignore")
def test_networks_learn_to_plan_better_than_plans_that_need_no_learning(
    windows: Windows, name: str, shape: Shape, reward: Reward
) -> None:
    pytest.importorskip("stable_baselines3")
    rules, training, told = Rules(shape, reward), Training(steps=20_000, looks=5), list[str]()
    check = some_windows(25)

    policy = fit(name, windows, check, rules, training, Watch(training, told.append))

    plain = (Always(), Never(), fit_interval(check, rules))
    assert mean_value(policy, check, rules) > max(mean_value(other, check, rules) for other in plain)
    assert len(told) >= 4
    assert told[0].startswith(f"{name}: ")


@pytest.mark.filterwarnings("ignore")
def test_a_short_training_is_not_ended_before_anything_could_be_learned(windows: Windows) -> None:
    pytest.importorskip("stable_baselines3")
    training = Training(steps=9_000, looks=20, patience=2)

    fit("ppo", windows, windows, Rules(), training, watch := Watch(training, lambda text: None))

    assert watch.looks[-1].steps >= 9_000
    assert len({look.mean_reward for look in watch.looks}) >= 2


@pytest.mark.filterwarnings("ignore")
def test_training_that_learns_nothing_ends_early() -> None:
    pytest.importorskip("stable_baselines3")
    still = some_windows(20)
    still = Windows(still.names, still.owner, still.seen, np.ones_like(still.came))
    training, told = Training(steps=60_000, looks=60, patience=3), list[str]()

    fit("ppo", still, still, Rules(), training, watch := Watch(training, told.append))

    assert watch.has_stalled
    assert watch.looks[-1].steps < 60_000
