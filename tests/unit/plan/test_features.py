"""What learners see of a page."""

import numpy as np
import pytest
from tests.support.visits import HOUR, START

from thresher.plan import Visit, make_method
from thresher.plan.features import LONG_AGO, NAMES, Features
from thresher.plan.learned import fit_model
from thresher.plan.values import epoch_hours

FIRST = epoch_hours(START)


def seen(features: Features, page: str, ahead: float = 1.0, at: float = 100.0) -> dict[str, float]:
    """The row of one page, seen from an hour, for the hour that ends so much later."""
    (row,) = features.rows(page, FIRST + at, np.array([FIRST + at + ahead]))
    return dict(zip(NAMES, row.tolist(), strict=True))


def test_hour_and_weekday_are_those_of_the_hour_that_is_told() -> None:
    found = seen(Features(), "page", at=24 * 5 + 5)

    assert found["weekday"] == 5
    assert found["is_weekend"] == 1
    assert found["hour_sine"] == pytest.approx(np.sin(2 * np.pi * 5 / 24))
    assert found["hours_ahead"] == 1


def test_the_window_has_the_last_visits_the_newest_last() -> None:
    features = Features()
    for hour, items in enumerate((0, 0, 3, 0, 1)):
        features.learn("page", "", FIRST + hour, FIRST + hour + 1, items)

    found = seen(features, "page", at=5)

    assert [found[f"changed_{number}_before"] for number in (5, 4, 3, 2, 1)] == [0, 0, 1, 0, 1]
    assert found["hours_since_change"] == pytest.approx(np.log1p(0))
    assert found["last_interval"] == pytest.approx(np.log1p(2))


def test_lively_neighbours_of_the_same_site_are_seen() -> None:
    features = Features()
    for hour in range(50):
        for page, host in (("a", "one"), ("b", "two")):
            features.learn(page, host, FIRST + hour, FIRST + hour + 1, 1.0)
    before = [seen(features, page)["site"] for page in ("a", "b")]
    features.learn("neighbour", "one", FIRST, FIRST + 50, 1.0)
    features.learn("neighbour", "one", FIRST + 50, FIRST + 51, 20.0)

    after = [seen(features, page)["site"] for page in ("a", "b")]

    assert after[0] > before[0]
    assert after[1] == before[1]


def test_dates_of_a_feed_give_a_rate_and_lies_do_not_count() -> None:
    features = Features()
    honest = [FIRST + hour for hour in (91, 93, 95, 97)]
    features.learn("honest", "", FIRST + 90, FIRST + 100, 4, honest)
    features.learn("lying", "", FIRST + 90, FIRST + 100, 4, [FIRST - 9000, FIRST + 101, FIRST + 9000])

    honest_row, lying_row = seen(features, "honest"), seen(features, "lying")

    assert honest_row["dated_rate"] == pytest.approx(np.log1p(4 / 9))
    assert honest_row["hours_since_dated"] == pytest.approx(np.log1p(3))
    assert lying_row["dated_rate"] == 0
    assert lying_row["hours_since_dated"] == pytest.approx(np.log1p(LONG_AGO))


def test_columns_that_never_differ_change_nothing() -> None:
    lots = np.random.default_rng(3)
    rows = lots.random((600, 4))
    changed = rows[:, 0] + 0.2 * lots.random(600) > 0.6
    wider = np.hstack((rows, np.full((600, 2), 7.0)))

    alone, with_more = fit_model("boosting", rows, changed), fit_model("boosting", wider, changed)

    assert alone is not None
    assert with_more is not None
    assert alone.chances(rows).tolist() == with_more.chances(wider).tolist()
    assert fit_model("boosting", np.ones((600, 4)), changed) is None


def test_a_learner_takes_the_dates_of_visits() -> None:
    found = []
    for dated in (True, False):
        method = make_method("boosting")
        for number in range(1, 200):
            since, now = START + (number - 1) * 12 * HOUR, START + number * 12 * HOUR
            # After an item of the last hour there are two in the next interval; the dates alone tell which those are.
            was_late, is_late = (one * 7919 % 3 == 0 for one in (number - 1, number))
            dates = (now - HOUR if is_late else now - 11 * HOUR,) if dated else ()
            method.observe(Visit("page", now, 2 if was_late else 0, since, dates=dates))
        found.append(sum(method.forecast("page", START + 199 * 12 * HOUR).expected))

    assert found[0] != pytest.approx(found[1], rel=0.01)
