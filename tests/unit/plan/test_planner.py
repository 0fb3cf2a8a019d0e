"""Which pages are visited when, under a budget."""

from datetime import timedelta
from itertools import chain, pairwise

import pytest
from tests.support.visits import HOUR, START, office_hours, visits

from thresher.model.errors import UsageError
from thresher.plan import Budget, Planner, Visit, make_method
from thresher.plan.planner import LOOK_EVERY

END = START + timedelta(days=28)


def planner(per_day: float = 24.0, per_host: float = float("inf"), days: int = 28, method: str = "rhythm") -> Planner:
    """One that has seen four weeks of an office-hours page, a busy one and a slow one."""
    found = Planner(make_method(method), Budget(per_day, per_host))
    history = chain(
        visits("office", days, host="a"),
        visits("busy", days, rate=1.5, seed=2, host="a"),
        visits("slow", days, rate=0.02, seed=3, host="b"),
    )
    for visit in sorted(history, key=lambda one: one.moment):
        found.learn(visit)
    return found


def walk(one: Planner, hours: int, times: int = 1) -> list[tuple[str, int]]:
    """Make the visits that are due for some hours, and find what comes as before, or so many times that."""
    made, came = [], {"office": 0.0, "busy": 0.0, "slow": 0.0}
    for hour in range(hours):
        now = END + hour * HOUR
        for due in one.due(now):
            made.append((due.page, hour))
            found, came[due.page] = int(came[due.page]), came[due.page] % 1
            one.observe(Visit(due.page, now, found))
        for page, rate in (("office", office_hours(now)), ("busy", 1.5), ("slow", 0.02)):
            came[page] += rate * times
    return made


def test_a_planner_without_pages_plans_nothing() -> None:
    one = Planner(make_method(), Budget(10))

    assert one.due(START) == ()
    assert one.appointments(START) == ()
    assert "10 visits a day" in str(one.standing(START))


def test_the_budget_is_kept_and_used() -> None:
    made = walk(planner(per_day=12), 24 * 7)

    assert 0.9 * 7 * 12 <= len(made) <= 7 * 12 + 1


def test_visits_are_made_after_office_hours_begin_and_not_at_night() -> None:
    made = walk(planner(per_day=12), 24 * 5)

    office = [hour % 24 for page, hour in made if page == "office"]
    assert len(office) >= 10
    assert sum(8 <= hour <= 20 for hour in office) >= 0.75 * len(office), (
        "half of them would be, if hours did not count"
    )


def test_no_page_is_visited_twice_at_one_moment() -> None:
    made = walk(planner(per_day=72), 48)

    assert len(made) == len(set(made))


def test_looking_at_the_plan_changes_nothing() -> None:
    one, other = planner(), planner()

    for _ in range(3):
        other.appointments(END)
        other.due(END)
        other.standing(END)
        other.forecast("busy", END + timedelta(days=3))

    assert one.appointments(END) == other.appointments(END)
    assert one.due(END + 6 * HOUR) == other.due(END + 6 * HOUR)


def test_a_plan_of_two_days_is_in_order_and_within_the_budget() -> None:
    plan = planner(per_day=12).appointments(END, 48)

    assert 18 <= len(plan) <= 2 * 12 + 1
    assert all(one.moment <= two.moment for one, two in pairwise(plan))
    assert all(END <= one.moment < END + 48 * HOUR for one in plan)
    assert len({(one.page, one.moment) for one in plan}) == len(plan)


def test_reasons_say_how_often_it_changes_when_it_was_seen_and_what_is_expected() -> None:
    plan = planner().appointments(END, 24)

    reason = next(one.reason for one in plan if one.page == "busy")
    assert "changes about 1." in reason
    assert " an hour on weekday " in reason
    assert "last visit" in reason
    assert "new items expected" in reason


def test_a_host_has_a_budget_of_its_own() -> None:
    made = walk(planner(per_day=48, per_host=6), 24 * 4)

    at_a = [hour for page, hour in made if page in ("office", "busy")]
    assert len(at_a) <= 4 * 6 + 1
    assert any(page == "slow" for page, _ in made)


def test_a_page_that_fails_for_a_week_is_tried_less_and_less_often() -> None:
    one = planner(per_day=48)
    tried: list[int] = []
    for hour in range(24 * 7):
        now = END + hour * HOUR
        for due in one.due(now):
            failed = due.page == "busy"
            tried += [hour] if failed else []
            one.observe(Visit(due.page, now, 1, failed=failed))

    gaps = [later - earlier for earlier, later in pairwise(tried)]
    assert 3 <= len(tried) <= 8
    assert gaps == sorted(gaps)
    assert "do not answer" in str(one.standing(END + timedelta(days=7)))


def test_a_page_that_works_again_says_that_it_failed() -> None:
    one = planner(per_day=48)
    one.observe(Visit("busy", END, failed=True))

    later = [due for hour in range(2, 40) for due in one.due(END + hour * HOUR) if due.page == "busy"]

    assert "failed 1 times since" in later[0].reason


@pytest.mark.parametrize("jump", [timedelta(days=-400), timedelta(days=400), timedelta(days=36_500)])
def test_a_clock_that_jumps_does_not_break_the_budget(jump: timedelta) -> None:
    one = planner(per_day=12)
    walk(one, 24)
    one.observe(Visit("slow", END + jump, 1))
    told = str(one.standing(END + timedelta(days=1)))

    made = walk(one, 24 * 3)

    assert 12 <= len(made) <= 4 * 12 + 1
    assert ("the clock has jumped, the newest visit is " in told) == (jump > timedelta(0))


def test_after_a_leap_of_the_clock_the_purse_is_filled_once_and_reasons_tell_the_wait() -> None:
    one = planner(per_day=12)
    walk(one, 24)
    leapt = END + timedelta(days=400)

    made = []
    for hour in range(48):
        for due in one.due(leapt + hour * HOUR):
            made.append(due)
            one.observe(Visit(due.page, leapt + hour * HOUR, 1))

    assert len(made) <= 3 * 12 + 1, "a year of visits is not made up for"
    assert "last visit 399.2 days ago" in made[0].reason


def test_a_site_that_grows_tenfold_in_a_day_stays_within_the_budget() -> None:
    one = planner(per_day=12)

    made = walk(one, 24 * 4, times=20)

    assert len(made) <= 4 * 12 + 1
    reason = one.appointments(END + timedelta(days=4), 24)[0].reason
    assert "times as lively as usual of late" in reason


def test_a_site_with_ten_times_the_pages_in_a_day_stays_within_the_budget_and_says_who_waits() -> None:
    one = planner(per_day=12)
    for number in range(30):
        one.add(f"new {number}", "a")
    told = str(one.standing(END))

    made = []
    for hour in range(24 * 7):
        for due in one.due(END + hour * HOUR):
            made.append(due)
            one.observe(Visit(due.page, END + hour * HOUR, 3, host="a"))

    assert 0.75 * 7 * 12 <= len(made) <= 7 * 12 + 1
    assert "; not seen yet: 30" in told
    assert "not seen yet" not in str(planner(per_day=12).standing(END))
    assert sum("never seen before" in due.reason for due in made) >= 15


def test_a_feed_whose_dates_lie_is_planned_within_the_budget_and_the_reason_says_so() -> None:
    one = planner(per_day=12, days=0, method="feed")
    for number in range(1, 57):
        now, since = START + 12 * number * HOUR, START + 12 * (number - 1) * HOUR
        lies = tuple(now + timedelta(days=days) for days in (-9000, 400, 9000))
        for page in ("office", "busy", "slow"):
            one.learn(Visit(page, now, 3, since, dates=lies if page == "busy" else ()))

    made = []
    for hour in range(24 * 4):
        for due in one.due(END + hour * HOUR):
            made.append(due.page)
            one.observe(Visit(due.page, END + hour * HOUR, 2))

    assert 0.8 * 4 * 12 <= len(made) <= 4 * 12 + 1
    counts = [made.count(name) for name in ("office", "busy", "slow")]
    assert max(counts) - min(counts) <= 4, "lies do not make it busier, nor quieter"
    reasons = {due.page: due.reason for due in one.appointments(END + timedelta(days=4), 48)}
    assert "168 dates that cannot be were left out" in reasons["busy"]
    assert "cannot be" not in reasons["office"]


def test_a_history_of_one_visit_is_enough_to_plan() -> None:
    one = Planner(make_method(), Budget(3))
    one.observe(Visit("only", START, 30))

    plan = one.appointments(START + HOUR, 48)

    assert [due.page for due in plan]
    assert len(plan) <= 7
    assert "too little is known of it, so it is taken to be like others" in plan[0].reason
    assert "last visit" in plan[0].reason


def test_a_new_page_is_visited_soon_and_said_to_be_new() -> None:
    one = planner(per_day=24)
    one.add("new", "c")

    due = [found for hour in range(4) for found in one.due(END + hour * HOUR) if found.page == "new"]

    assert "never seen before" in due[0].reason


def test_now_and_then_the_page_not_seen_for_longest_is_looked_at() -> None:
    one = planner(per_day=24)
    reasons = []
    for hour in range(24 * 14):
        for due in one.due(END + hour * HOUR):
            reasons.append(due.reason)
            one.observe(Visit(due.page, END + hour * HOUR, 0 if due.page == "slow" else 2))

    looks = [reason for reason in reasons if reason.startswith("not seen for longest")]
    assert 0.5 * len(reasons) / LOOK_EVERY <= len(looks) <= 1.5 * len(reasons) / LOOK_EVERY


def test_no_budget_no_visits() -> None:
    one = planner(per_day=0)

    assert walk(one, 48) == []
    assert one.appointments(END) == ()


def test_a_budget_for_everything_visits_everything_that_can_have_something_new() -> None:
    made = walk(planner(per_day=24 * 3), 24)

    assert sum(page == "busy" for page, _ in made) >= 20


def test_a_planner_is_made_again_from_its_history() -> None:
    first = planner(days=0)
    second = planner(days=0)
    history = [*visits("a", 20, rate=0.5), *visits("b", 20, rate=0.1)]
    for visit in sorted(history, key=lambda one: one.moment):
        first.observe(visit)
    first.due(START + timedelta(days=10))
    for visit in sorted(history, key=lambda one: one.moment):
        second.observe(visit)

    assert first.appointments(END) == second.appointments(END)


@pytest.mark.parametrize("step", [timedelta(minutes=10), timedelta(hours=6), timedelta(days=1)])
def test_other_steps_than_the_hour_work(step: timedelta) -> None:
    one = Planner(make_method(), Budget(8), step)
    for visit in visits("office", 28):
        one.learn(visit)
    for visit in visits("busy", 28, rate=1.5, seed=2):
        one.learn(visit)
    made = 0
    for number in range(int(timedelta(days=6) / step)):
        now = END + number * step
        for due in one.due(now):
            made += 1
            one.observe(Visit(due.page, now, 1))

    # A day's step has room for one visit to each page, and there is nothing to see at the weekend.
    assert min(0.7 * 6 * 8, 8) <= made <= 6 * 8 + 1


def test_an_unknown_method_is_named_with_those_there_are() -> None:
    with pytest.raises(UsageError, match="no method 'tea-leaves'") as caught:
        make_method("tea-leaves")

    assert "rhythm" in caught.value.hint


def test_a_retired_page_gets_no_visits_and_the_others_get_them_all() -> None:
    one, other = planner(per_day=12), planner(per_day=12)
    other.retire("busy")

    with_it, without = walk(one, 24 * 5), walk(other, 24 * 5)

    assert any(page == "busy" for page, _ in with_it)
    assert not any(page == "busy" for page, _ in without)
    assert all(due.page != "busy" for due in other.appointments(END + timedelta(days=5)))
    assert len(without) >= 0.9 * 5 * 12, "what it would have had is not left over"
    assert "gone and no longer visited: 1" in str(other.standing(END))
    assert other.retired == ("busy",)


def test_a_retired_page_comes_back_as_it_was_known() -> None:
    one, other = planner(), planner()
    other.retire("busy")
    other.learn(Visit("busy", END, 2, END - HOUR))
    one.learn(Visit("busy", END, 2, END - HOUR))
    assert other.retired == ("busy",), "what is learned of it does not bring it back"

    other.add("busy")

    due = [{found.page: found.reason.split("; ")[:2] for found in two.due(END + 8 * HOUR)} for two in (one, other)]
    assert due[0] == due[1]
    assert due[0]["busy"][1] == "last visit 8 h ago"
    assert "gone" not in str(other.standing(END))


def test_a_page_that_was_never_seen_can_be_retired() -> None:
    one = Planner(make_method(), Budget(10))
    one.retire("page")
    one.observe(Visit("page", START, failed=True, host="a"))

    assert one.due(START + timedelta(days=9)) == ()
    assert one.appointments(START) == ()


def test_what_a_full_purse_would_lose_is_spent() -> None:
    one = planner(per_day=24, method="fixed", days=1)
    made = []
    for hour in range(24 * 10):
        for due in one.due(END + hour * HOUR):
            made.append(due)
            one.observe(Visit(due.page, END + hour * HOUR, 0))

    assert 0.9 * 240 <= len(made) <= 241
