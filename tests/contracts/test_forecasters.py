"""What every method to forecast new items promises."""

import importlib.util
import math
from datetime import timedelta
from itertools import chain

import pytest
from tests.support.visits import HOUR, START, visits

from thresher.plan import METHODS, Forecaster, Visit, make_method

NAMES = [
    pytest.param(
        name,
        marks=pytest.mark.skipif(
            name == "prophet" and importlib.util.find_spec("prophet") is None, reason="Prophet is an extra"
        ),
    )
    for name in METHODS
]
DAYS = 21
END = START + timedelta(days=DAYS)

pytestmark = [
    pytest.mark.parametrize("name", NAMES),
    pytest.mark.filterwarnings("ignore:::prophet"),
    pytest.mark.filterwarnings("ignore:::cmdstanpy"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::FutureWarning"),
]


def learned(name: str) -> Forecaster:
    """A method that has seen three weeks of a busy page, a slow page, and one with office hours."""
    method = make_method(name)
    both = chain(
        visits("busy", DAYS, rate=1.0), visits("slow", DAYS, rate=0.02, seed=2), visits("office", DAYS, seed=3)
    )
    for visit in sorted(both, key=lambda one: one.moment):
        method.observe(visit)
    return method


def test_a_method_knows_its_name(name: str) -> None:
    assert make_method(name).name == name


def test_a_page_never_seen_has_a_forecast_that_makes_sense(name: str) -> None:
    found = make_method(name).forecast("unknown", START)

    assert len(found.expected) == 48
    assert all(math.isfinite(items) and items >= 0 for items in found.expected)
    assert found.waiting > 0
    assert found.basis


def test_a_forecast_changes_nothing(name: str) -> None:
    method, other = learned(name), learned(name)

    first = method.forecast("office", END)
    for moment in (END, END + timedelta(days=3), END - timedelta(days=3)):
        method.forecast("busy", moment, 24, timedelta(minutes=20))

    assert method.forecast("office", END) == first
    assert other.forecast("office", END) == first, "the same visits make the same forecast"


def test_the_busy_page_is_expected_to_be_busier(name: str) -> None:
    method = learned(name)

    busy, slow = (sum(method.forecast(page, END).expected) for page in ("busy", "slow"))

    assert busy == slow if name == "fixed" else busy > 3 * slow


def test_what_waits_grows_with_time(name: str) -> None:
    method = learned(name)

    waiting = [method.forecast("busy", END + hours * HOUR).waiting for hours in (0, 5, 50)]

    assert waiting == sorted(waiting)
    assert waiting[0] < waiting[2]


def test_other_steps_have_the_same_sum(name: str) -> None:
    method = learned(name)

    hourly, finer, coarser = (
        method.forecast("busy", END, 24, step) for step in (HOUR, timedelta(minutes=20), timedelta(hours=6))
    )

    assert [len(one.expected) for one in (hourly, finer, coarser)] == [24, 72, 4]
    assert sum(finer.expected) == pytest.approx(sum(hourly.expected), rel=0.2)
    assert sum(coarser.expected) == pytest.approx(sum(hourly.expected), rel=0.3)
    assert finer.per_hour[0] == pytest.approx(3 * finer.expected[0])


@pytest.mark.parametrize(
    "odd",
    [
        Visit("busy", END, failed=True),
        Visit("busy", END, 3, END),
        Visit("busy", START, 5),
        Visit("busy", END, 5, END + timedelta(days=400)),
        Visit("busy", END + timedelta(days=30_000), 5),
        Visit("busy", END, -4),
        Visit("new", END, 30),
        Visit("busy", END, 2, END - HOUR, dates=(START - timedelta(days=9000), END + timedelta(days=9000))),
    ],
    ids=["failed", "no time", "back", "since later", "far ahead", "negative", "first", "lying dates"],
)
def test_odd_visits_do_no_harm(name: str, odd: Visit) -> None:
    method = learned(name)

    method.observe(odd)
    found = method.forecast("busy", END + HOUR)

    assert all(math.isfinite(items) and 0 <= items < 50 for items in found.expected)
    assert math.isfinite(found.waiting)


def test_a_site_that_grows_tenfold_is_noticed_within_days(name: str) -> None:
    method = learned(name)
    before = sum(method.forecast("busy", END).expected)

    for visit in visits("busy", 14, rate=10.0, start=END):
        method.observe(visit)
    after = sum(method.forecast("busy", END + timedelta(days=14)).expected)

    # The chance that something changed cannot grow beyond 1, and an interval not below its least.
    known = {"fixed": 1.0, "last-interval": 1.0, "svm": 1.0, "forest": 1.0, "boosting": 1.0, "poisson": 1.5}
    assert after >= known.get(name, 2.5) * before * 0.99
