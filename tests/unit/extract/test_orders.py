"""Which number of a date is the day."""

from datetime import UTC, datetime

from lxml import html

from thresher.extract.orders import order_on
from thresher.page import DateHabits

HABITS = DateHabits(datetime(2026, 11, 17, tzinfo=UTC), "en")


def order(posts: list[str], page: str = "") -> str:
    return order_on(posts, html.fromstring(f"<div>{page}</div>"), HABITS)


def test_a_day_past_the_twelfth_tells() -> None:
    assert order(["03-04-2019, 10:00 AM", "12-25-2018, 09:00 AM"]) == "mdy"


def test_the_reading_under_which_posts_follow_each_other_is_right() -> None:
    months_first = ["03-11-2012, 10:00 AM", "04-01-2012, 11:00 AM", "04-08-2012, 07:10 PM"]

    assert order(months_first) == "mdy"
    assert order(["11.03.2012 10:00"]) == ""
    assert order(["11/03/2012 10:00", "01/04/2012 11:00", "08/04/2012 19:10"]) == "dmy"


def test_newest_first_is_an_order_too() -> None:
    assert order(["04-08-2012", "04-01-2012", "03-11-2012"]) == "mdy"


def test_posts_that_follow_each_other_in_both_readings_tell_nothing() -> None:
    assert order(["01-02-2012", "02-03-2012"]) == ""


def test_nobody_wrote_tomorrow() -> None:
    assert order(["11-12-2026, 10:00"]) == "mdy"
    assert order(["12/11/2026 10:00"]) == "dmy"


def test_another_date_of_the_page_written_the_same_way_tells() -> None:
    post = ["03-04-2019, 10:00 AM"]

    assert order(post, "<p>Current time: 11-17-2026, 10:00 AM</p>") == "mdy"
    assert order(post, "<p>Current time: 17-11-2026</p>") == "dmy"
    assert order(post, "<p>Current time: 17/11/2026</p>") == ""
    assert order(post, f"<p>{'Long ago, people say, it was so. ' * 4} 17-11-2006</p>") == ""


def test_dates_with_words_need_no_order() -> None:
    assert order(["3 May 2021", "4 May 2021"], "<p>17-11-2026</p>") == ""
