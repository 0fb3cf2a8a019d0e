"""Plans made move by move: what moves bring adds up to what the plan is worth."""

import numpy as np
import pytest
from tests.support.plan_windows import some_windows

from thresher.plan.rl import Reward, Rules, Shape, Windows, plan_values
from thresher.plan.rl.game import WIDTH, Board, Game, moves
from thresher.plan.rl.net import Layer, Net
from thresher.plan.rl.sight import look


@pytest.fixture(scope="module")
def windows() -> Windows:
    return some_windows(20)


def board(windows: Windows, count: int) -> Board:
    return Board(look(windows.seen.part(0, count)))


@pytest.mark.parametrize("shape", list(Shape))
@pytest.mark.parametrize("reward", list(Reward))
def test_rewards_of_moves_add_up_to_the_plan(windows: Windows, shape: Shape, reward: Reward) -> None:
    rules = Rules(shape, reward)
    lots = np.random.default_rng(3)
    game = Game(windows, rules, 50, seed=1)
    came, total, done = game._came.copy(), np.zeros(50), np.zeros(50, dtype=bool)

    for _ in range(24):
        if done.all():
            break
        moved = game.move(lots.integers(0, 2 if shape is Shape.CONTINUOUS else 6, 50))
        total += np.where(done, 0.0, moved.rewards)
        done = done | moved.ended

    assert done.all()
    assert total == pytest.approx(plan_values(came, game._board.plans, rules))


def test_a_sparse_move_counts_from_the_crawl_before_and_past_the_end_is_the_end(windows: Windows) -> None:
    plans = board(windows, 1)

    for action in (2, 0, 23):
        plans.move(np.array([action]), Shape.SPARSE)

    assert plans.plans[0].nonzero()[0].tolist() == [2, 3]
    assert plans.is_done.all()


def test_a_sparse_plan_may_have_no_crawl_at_all(windows: Windows) -> None:
    plans = board(windows, 1)

    plans.move(np.array([moves(Shape.SPARSE) - 1]), Shape.SPARSE)

    assert not plans.plans.any()
    assert plans.is_done.all()


def test_a_complete_plan_stays_as_it_is(windows: Windows) -> None:
    plans = board(windows, 1)
    plans.move(np.array([23]), Shape.SPARSE)
    before = plans.plans.copy()

    plans.move(np.array([0]), Shape.SPARSE)

    assert (plans.plans == before).all()
    assert before[0].nonzero()[0].tolist() == [23]


def test_what_is_seen_moves_with_the_plan(windows: Windows) -> None:
    plans = board(windows, 2)
    first = plans.view()

    plans.move(np.array([0, 1]), Shape.CONTINUOUS)
    second = plans.view()

    assert first.shape == second.shape == (2, WIDTH)
    assert second[:, :23] == pytest.approx(first[:, 1:24])
    assert (second[:, 23] == 0).all()
    waits = 3 * 24
    assert second[0, waits] == pytest.approx(first[0, 0])
    assert second[1, waits] == 0


def test_nothing_of_what_comes_is_seen(windows: Windows) -> None:
    other = Windows(windows.names, windows.owner, windows.seen, ~windows.came)
    one, two = (Game(some, Rules(), 8, seed=4) for some in (windows, other))

    for _ in range(10):
        assert (one.view() == two.view()).all()
        for game in (one, two):
            game.move(np.ones(8, dtype=np.int64))


def test_plans_that_ended_make_room_for_others(windows: Windows) -> None:
    game = Game(windows, Rules(Shape.SPARSE), 4, seed=1)

    moved = game.move(np.array([23, 23, 0, 0]))
    game.renew(moved.ended)

    assert moved.ended.tolist() == [True, True, False, False]
    assert game._board.cursor.tolist() == [0, 0, 1, 1]
    assert not game._board.plans[:2].any()


@pytest.mark.parametrize("shape", list(Shape))
def test_a_network_makes_the_move_that_it_values_most(windows: Windows, shape: Shape) -> None:
    bias = np.zeros(moves(shape), dtype=np.float32)
    bias[1] = 1.0
    net = Net("ppo", Rules(shape), (Layer(np.zeros((len(bias), WIDTH), dtype=np.float32), bias),))

    plans = net.plan(windows.seen.part(0, 3))

    crawls = list(range(24)) if shape is Shape.CONTINUOUS else list(range(1, 24, 2))
    assert [row.nonzero()[0].tolist() for row in plans] == [crawls] * 3
