"""Estimates whose right answer is known."""

from datetime import timedelta

import numpy as np
import pytest
from tests.support.visits import HOUR, START, visits

from thresher.plan import Budget, Planner, Visit, make_method
from thresher.plan.history import History
from thresher.plan.outlook import Expected, Outlook
from thresher.plan.pricing import find_price
from thresher.plan.purse import Purse
from thresher.plan.shape import WEEK, estimate_shape, flat_shape, shape_of
from thresher.plan.steady import FeedRate, LastInterval, change_rate
from thresher.plan.values import epoch_hours

DAYS = 84
END = START + timedelta(days=DAYS)


@pytest.mark.parametrize(("every", "share"), [(1, 0.88), (5, 0.8), (11, 0.7)])
def test_the_rhythm_of_office_hours_is_found_though_visits_do_not_tell_when_items_came(
    every: int, share: float
) -> None:
    """With nothing learned, 30 % would be there."""
    method = make_method("rhythm")
    for visit in visits("office", DAYS, every):
        method.observe(visit)

    week = np.array(method.forecast("office", END, WEEK).expected).reshape(7, 24)

    assert week.sum() == pytest.approx(100, rel=0.15)
    assert week[:5, 8:18].sum() >= share * week.sum()
    assert week[5:].sum() <= 0.12 * week.sum()


def test_what_came_is_spread_by_hours_and_the_sum_stays() -> None:
    begins = np.array([0.0, 24.0, 48.0])
    shape = estimate_shape(begins, begins + 24, np.array([10.0, 10.0, 10.0]), WEEK, 1e9, 6.0, flat_shape(WEEK, 10 / 24))

    assert shape.items_until(np.array([72.0]))[0] - shape.items_until(np.array([0.0]))[0] == pytest.approx(30, rel=0.1)


def test_items_until_can_be_asked_at_any_minute() -> None:
    shape = shape_of(np.arange(WEEK, dtype=np.float64), 0.0)

    hours = np.array([0.0, 0.5, 1.0, 1.0 + WEEK])
    found = np.diff(shape.items_until(hours))

    # 1970 began on a Thursday: hour 72 of the week.
    assert found.tolist() == pytest.approx([36.0, 36.0, sum(range(WEEK))])


def test_a_lively_week_raises_the_level_and_is_forgotten() -> None:
    method = make_method("rhythm")
    for visit in visits("page", DAYS, rate=0.5):
        method.observe(visit)
    for visit in visits("page", 7, rate=2.0, start=END, seed=9):
        method.observe(visit)

    soon = sum(method.forecast("page", END + timedelta(days=7), 24).expected)
    late = sum(method.forecast("page", END + timedelta(days=47), 24).expected)

    assert soon > 2 * 12
    assert late < 0.75 * soon


@pytest.mark.parametrize("rate", [0.02, 0.3, 2.0])
def test_the_poisson_rate_is_that_of_the_changes(rate: float) -> None:
    lots = np.random.default_rng(3)
    gaps = lots.uniform(0.5, 2.0, 4000) / max(rate, 0.3)

    changed = lots.random(4000) < 1 - np.exp(-rate * gaps)

    assert change_rate(gaps, changed) == pytest.approx(rate, rel=0.12)


@pytest.mark.parametrize("is_changed", [True, False])
def test_always_and_never_have_a_finite_rate(is_changed: bool) -> None:
    rate = change_rate(np.full(20, 2.0), np.full(20, is_changed))

    assert (1 < rate < 10) if is_changed else (0.001 < rate < 0.05)


def test_the_last_interval_is_halved_after_a_change_and_lengthened_by_half_after_none() -> None:
    method = LastInterval(first=timedelta(hours=16))
    for number, items in enumerate([0, 3, 3, 0]):
        method.observe(Visit("page", START + (number + 1) * HOUR, items, START + number * HOUR))

    rate = method.forecast("page", END).expected[0]

    assert 1 / rate == pytest.approx(16 * 0.5 * 0.5 * 1.5 * 1.5)


def test_dates_of_a_feed_that_cannot_be_are_not_believed() -> None:
    honest, lying = FeedRate(), FeedRate()
    for number in range(1, 21):
        now, since = START + 6 * number * HOUR, START + 6 * (number - 1) * HOUR
        honest.observe(Visit("page", now, 2, since, dates=(since + HOUR, since + 4 * HOUR)))
        lying.observe(Visit("page", now, 2, since, dates=(since + timedelta(days=4000), since - timedelta(days=4000))))

    rates = [one.forecast("page", START + 120 * HOUR).expected[0] for one in (honest, lying)]

    assert rates == pytest.approx([1 / 3, 1 / 3], rel=0.1)


def test_with_constant_rates_intervals_grow_with_the_root_of_price_over_rate() -> None:
    expected = Expected(np.array([[1.0], [0.25]]).repeat(200, axis=1), np.zeros(2))

    visits_made = [
        Outlook(Expected(expected.items[place : place + 1], np.zeros(1)), [32.0]).visits_within(160)[0]
        for place in (0, 1)
    ]

    # Intervals of the root of 2 * 32 / rate: 8 and 16 steps.
    assert visits_made == [pytest.approx(20, abs=1), pytest.approx(10, abs=1)]


def test_a_visit_comes_after_a_burst_not_before() -> None:
    items = np.full((1, 72), 0.01)
    items[0, 10:14] = 5.0
    outlook = Outlook(Expected(items, np.zeros(1)), [20.0])

    waiting = np.concatenate(([0.0], np.cumsum(items[0])))
    gains = [float(outlook.gains(step, waiting[step : step + 1])[0]) for step in range(30)]

    first = next(step for step, gain in enumerate(gains) if gain > 0)
    assert 12 <= first <= 15


def test_the_price_is_found_for_any_budget() -> None:
    lots = np.random.default_rng(5)
    expected = Expected(lots.gamma(0.5, 1.0, (40, 60)) * lots.gamma(0.3, 1.0, (40, 1)), lots.random(40))

    for wanted in (5.0, 50.0, 300.0):
        price = find_price(expected, 24, wanted)

        assert Outlook(expected, [price]).visits_within(24)[0] == pytest.approx(wanted, rel=0.1, abs=1)


def test_a_purse_holds_a_day_and_earns_nothing_when_the_clock_goes_back() -> None:
    purse = Purse(24)
    purse.pay(START)

    assert purse.left(START) == 0
    assert purse.left(START + 6 * HOUR) == 6
    assert purse.left(START + timedelta(days=3000)) == 24
    assert purse.left(START - timedelta(days=3000)) == 0


def test_a_first_visit_and_one_after_the_clock_went_back_say_nothing_about_an_interval() -> None:
    history = History()

    told = [
        history.add(Visit("page", START, 30)),
        history.add(Visit("page", START + HOUR, 2)),
        history.add(Visit("page", START - timedelta(days=9), 7)),
        history.add(Visit("page", START - timedelta(days=8), 1)),
    ]

    assert told == [False, True, False, True]
    record = history.of("page")
    assert list(record.items) == [2, 1]
    assert record.last == epoch_hours(START - timedelta(days=8))


def test_a_hundred_thousand_visits_are_taken_in_within_seconds() -> None:
    import time

    pages = [list(visits(f"page {number}", 420, rate=0.1 * number, seed=number)) for number in range(10)]
    planner = Planner(make_method(), Budget(50))
    began = time.process_time()

    for page in pages:
        for visit in page:
            planner.observe(visit)
    planner.due(START + timedelta(days=421))

    assert sum(map(len, pages)) > 100_000
    assert time.process_time() - began < 6
