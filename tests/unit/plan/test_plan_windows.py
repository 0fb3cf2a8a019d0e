"""Recorded hours as windows, and what is derived from them."""

import numpy as np
from tests.support.plan_windows import MONDAY, daytime_track

from thresher.plan.rl import Observations, cut_windows, make_track
from thresher.plan.rl.sight import look


def test_a_window_is_seven_days_and_the_day_after() -> None:
    track = daytime_track("page", 9, 0.5)

    windows = cut_windows([track], 0.0, 1.0)

    assert len(windows) == 25
    assert windows.seen.history.shape == (25, 168)
    assert windows.seen.history[3].tolist() == track.came[3:171].astype(int).tolist()
    assert windows.came[3].tolist() == track.came[171:195].tolist()
    assert (windows.seen.starts[0], windows.seen.hour[0], windows.seen.weekday[0]) == (MONDAY + 168, 0, 0)
    assert windows.seen.weekday[24] == 1


def test_parts_share_no_hour_that_is_planned() -> None:
    track = daytime_track("page", 50, 0.5)

    earlier, later = cut_windows([track], 0.0, 0.8), cut_windows([track], 0.8, 1.0)

    assert earlier.seen.starts.max() + 24 <= MONDAY + 0.8 * 1200 <= later.seen.starts.min()


def test_windows_do_not_reach_over_a_gap_but_over_a_missing_poll() -> None:
    hours = np.arange(480.0)
    missing_one, missing_many = np.delete(hours, 200), np.delete(hours, slice(230, 250))

    one = make_track("one", missing_one, missing_one % 5 == 0)
    many = make_track("many", missing_many, missing_many % 5 == 0)

    assert one.known.all()
    assert not one.came[200]
    assert len(cut_windows([one], 0.0, 1.0)) == 480 - 192 + 1
    spans = cut_windows([many], 0.0, 1.0).seen.starts
    assert len(spans) == (230 - 192 + 1) + (230 - 192 + 1)


def test_a_poll_tells_of_the_hour_that_ends_next_and_several_of_one_hour_are_one() -> None:
    track = make_track("page", np.array([10.0, 10.4, 10.9, 12.0]), np.array([False, True, False, False]))

    assert track.first_hour == 10
    assert track.came.tolist() == [False, True, False]


def test_windows_are_thinned_alike_for_all_pages() -> None:
    tracks = [daytime_track(name, 60, 0.5) for name in "ab"]

    windows = cut_windows(tracks, 0.0, 1.0, most=200)

    assert len(windows) <= 202
    assert abs(int((windows.owner == 0).sum()) - int((windows.owner == 1).sum())) <= 1
    assert len(windows.thinned(50)) == 50


def test_too_short_a_page_has_no_windows() -> None:
    assert len(cut_windows([daytime_track("page", 3, 0.5)], 0.0, 1.0)) == 0


def test_what_is_seen_tells_the_hours_of_the_day_to_plan() -> None:
    history = np.zeros((1, 168), dtype=np.uint8)
    history[0, 9::24] = 1
    history[0, 144 + 20] = 1

    sight = look(Observations(history, np.array([MONDAY])))

    assert sight.chance.shape == (1, 24)
    assert int(sight.chance[0].argmax()) == 9
    assert sight.yesterday[0].nonzero()[0].tolist() == [9, 20]
    assert sight.last_week[0].nonzero()[0].tolist() == [9]
    assert sight.recent[0].tolist() == [0, 0, 0, 1, 0, 0]
    assert sight.hours[0, 0, 4] == 0.0
