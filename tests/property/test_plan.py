"""Whatever visits show, plans keep to their budget."""

from collections import Counter
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.visits import HOUR, START

from thresher.plan import Budget, Planner, Visit, make_method

METHODS = ("rhythm", "weekly", "mean", "poisson", "last-interval", "feed", "fixed")

histories = st.lists(
    st.tuples(
        st.integers(0, 4),
        st.integers(-200, 2000),
        st.integers(0, 500),
        st.booleans(),
    ),
    max_size=60,
)


@settings(deadline=None, max_examples=40)
@given(
    history=histories,
    method=st.sampled_from(METHODS),
    per_day=st.floats(0, 60),
    per_host=st.floats(0.5, 30),
    found=st.lists(st.tuples(st.integers(0, 40), st.booleans()), min_size=1, max_size=20),
)
def test_a_budget_is_never_exceeded_and_no_page_is_due_twice_at_once(
    history: list[tuple[int, int, int, bool]],
    method: str,
    per_day: float,
    per_host: float,
    found: list[tuple[int, bool]],
) -> None:
    planner = Planner(make_method(method), Budget(per_day, per_host))
    for page, hour, items, failed in history:
        planner.learn(Visit(f"page {page}", START + hour * HOUR, items, host=f"host {page % 2}", failed=failed))
    planner.add("unseen", "host 0")
    hosts: Counter[str] = Counter()
    made = 0
    begin = START + timedelta(days=40)
    for hour in range(72):
        now = begin + hour * HOUR
        due = planner.due(now)
        assert len({one.page for one in due}) == len(due)
        assert all(one.reason and one.moment == now for one in due)
        for one in due:
            host = "host 0" if one.page == "unseen" else f"host {int(one.page[5:]) % 2}"
            items, failed = found[made % len(found)]
            planner.observe(Visit(one.page, now, items, host=host, failed=failed))
            hosts[host] += 1
            made += 1

    assert made <= 3 * per_day + 1
    assert all(count <= 3 * per_host + 1 for count in hosts.values())


@settings(deadline=None, max_examples=30)
@given(history=histories, per_day=st.floats(0.1, 60))
def test_a_plan_of_two_days_keeps_the_budget_too(history: list[tuple[int, int, int, bool]], per_day: float) -> None:
    planner = Planner(make_method(), Budget(per_day))
    for page, hour, items, failed in history:
        planner.observe(Visit(f"page {page}", START + hour * HOUR, items, failed=failed))

    now = START + timedelta(days=100)
    plan = planner.appointments(now)

    assert len(plan) <= 3 * max(1.0, per_day) + 1
    assert len({(one.page, one.moment) for one in plan}) == len(plan)


@settings(deadline=None, max_examples=30)
@given(history=histories, method=st.sampled_from(METHODS))
def test_pages_do_not_care_in_which_order_others_were_visited(
    history: list[tuple[int, int, int, bool]], method: str
) -> None:
    """Visits to one page are told in order; how those of different pages are mixed does not matter to its record."""
    mixed, sorted_by_page = make_method(method), make_method(method)
    for page, hour, items, failed in history:
        mixed.observe(Visit(f"page {page}", START + hour * HOUR, items, failed=failed))
    for page, hour, items, failed in sorted(history, key=lambda one: one[0]):
        sorted_by_page.observe(Visit(f"page {page}", START + hour * HOUR, items, failed=failed))

    now = START + timedelta(days=100)
    for page in sorted({f"page {number}" for number, *_ in history}):
        first, second = mixed.forecast(page, now), sorted_by_page.forecast(page, now)
        assert sum(first.expected) == pytest.approx(sum(second.expected), rel=1e-6)
