"""Figures over visits, by hand."""

from datetime import UTC, datetime, timedelta

import pytest

from thresher.feeds.plots import cumulative_chart
from thresher.feeds.statistics import (
    dated_share,
    dates_of,
    formats,
    group_intervals,
    has_full_text,
    history_of,
    intervals_of,
    missed,
    next_visit,
    time_elements,
)
from thresher.feeds.summary import summary_of
from thresher.model import Feed, FeedItem

NOW = datetime(2013, 9, 1, 12, tzinfo=UTC)
HOUR = 3600.0


def item(number: int, published: str = "") -> FeedItem:
    return FeedItem(f"http://blog.example/{number}", published=published)


def feed(*items: FeedItem, form: str = "rss20", times: tuple[str, ...] = ()) -> Feed:
    return Feed("http://blog.example/feed", form, items, time_elements=times)


def hourly(*hours: int) -> Feed:
    return feed(*(item(hour, f"2013-08-30T{hour:02}:00:00+02:00") for hour in hours))


def moments(*hours: float) -> list[datetime]:
    return [NOW + timedelta(hours=hour) for hour in hours]


def test_intervals_between_publications() -> None:
    found = intervals_of(moments(0, 1, 3, 6, 10))

    assert found is not None
    assert (found.count, found.minimum, found.maximum) == (4, HOUR, 4 * HOUR)
    assert (found.first_quartile, found.median, found.third_quartile) == (1.75 * HOUR, 2.5 * HOUR, 3.25 * HOUR)
    assert found.mean == 2.5 * HOUR
    assert found.deviation == pytest.approx((5 / 3) ** 0.5 * HOUR)


def test_few_dates_have_one_interval_or_none() -> None:
    one = intervals_of(moments(0, 2))

    assert intervals_of([]) is intervals_of(moments(0)) is None
    assert one is not None
    assert (one.minimum, one.median, one.maximum, one.deviation) == (2 * HOUR, 2 * HOUR, 2 * HOUR, 0)


def test_groups_have_the_mean_of_means_and_the_pooled_deviation() -> None:
    first, second = intervals_of(moments(0, 1, 4)), intervals_of(moments(0, 2, 4, 12))

    found = group_intervals("art", [first, None, second])

    # Intervals 1, 3 (mean 2, variance 2) and 2, 2, 8 (mean 4, variance 12): (1·2 + 2·12) / 3.
    assert (found.name, found.feeds, found.mean) == ("art", 2, 3 * HOUR)
    assert found.deviation == pytest.approx((26 / 3) ** 0.5 * HOUR)
    assert group_intervals("none", [None]).mean == 0


def test_dates_that_cannot_be_true_are_left_out_and_counted() -> None:
    history = history_of("u", [(NOW, feed(
        item(1, "2013-08-30T10:00:00+00:00"), item(2, "2013-08-30T11:00:00+02:00"),
        item(3, "1970-01-01T00:00:00+00:00"),
        item(4, "2031-01-01"), item(5), item(6, "9999-12-31T23:59:59-12:00"), item(7, "0001-01-01T00:00:00+12:00"),
    ))])  # fmt: skip

    found = dates_of(history)

    assert [moment.hour for moment in found.moments] == [9, 10]
    assert found.left_out == {"before the web": 1, "in the future": 1, "no date": 3}


def test_one_date_for_all_items_is_none_of_theirs() -> None:
    same = history_of("u", [(NOW, feed(*(item(n, "2013-08-30") for n in range(3))))])

    assert dates_of(same).moments == ()
    assert dates_of(same).left_out == {"all the same": 3}


def test_items_are_missed_if_none_of_the_last_visit_is_left() -> None:
    assert missed(hourly(1, 2), hourly(3, 4))
    assert not missed(hourly(1, 2), hourly(2, 3))
    assert not missed(feed(), hourly(1))
    assert not missed(hourly(1), feed())


def test_a_history_holds_each_item_once_and_counts_gaps() -> None:
    visits = [(NOW + timedelta(days=1), hourly(2, 3)), (NOW, hourly(1, 2)), (NOW + timedelta(days=2), hourly(7, 8))]

    history = history_of("u", visits)

    assert history.feed == hourly(7, 8)
    assert [one.link[-1] for one in history.items] == ["1", "2", "3", "7", "8"]
    assert history.missed == 1


def test_the_next_visit_is_due_before_all_items_are_gone() -> None:
    steady = history_of("u", [(NOW, hourly(1, 2, 3, 4, 5, 6))])
    late = history_of("u", [(NOW, hourly(1, 2, 3, 4)), (NOW, hourly(5, 6, 7, 8))])
    busy = history_of("u", [(NOW, feed(*(item(n, f"2013-08-30T10:00:{n:02}Z") for n in range(9))))])

    assert next_visit(steady) == timedelta(hours=1)
    assert next_visit(late) == timedelta(minutes=30)
    assert next_visit(busy) == timedelta(minutes=15)
    assert next_visit(history_of("u", [(NOW, feed())])) == timedelta(days=1)


def test_formats_and_elements_are_counted_over_feeds() -> None:
    feeds = [
        feed(item(1, "2013-08-30"), item(2), times=("pubDate", "dc:date")), feed(form="atom10", times=("updated",)),
        feed(times=("pubDate", "ttl")), feed(times=("a:date", "b:date")),
    ]  # fmt: skip

    assert formats(feeds) == [("rss20", 3), ("atom10", 1)]
    assert time_elements(feeds) == [("date", 0.5), ("pubDate", 0.5), ("ttl", 0.25), ("updated", 0.25)]
    assert dated_share(feeds) == (0.5, 0.0)


def test_full_text_is_long_and_not_cut_off() -> None:
    def with_text(text: str) -> Feed:
        return feed(FeedItem("http://blog.example/1", html=text))

    assert has_full_text(feed()) is None
    assert has_full_text(with_text("<p>" + "word " * 200 + "</p>")) is True
    for end in (" […]", "...", " [&#8230;]", ' <a href="x">Continue reading</a> →'):
        assert has_full_text(with_text("<p>" + "word " * 200 + end + "</p>")) is False
    assert has_full_text(with_text("A sentence.")) is False


def test_a_summary_has_all_of_it() -> None:
    found = summary_of(history_of("u", [(NOW, hourly(1, 2, 4))]), "art")

    assert (found.group, found.items, found.visits, found.missed) == ("art", 3, 1, 0)
    assert (found.first, found.last) == ("2013-08-29T23:00:00+00:00", "2013-08-30T02:00:00+00:00")
    assert found.intervals is not None
    assert found.intervals.median == 1.5 * HOUR


def test_a_plot_takes_any_values() -> None:
    for values in ([], [0.0], [0.5, 60, 86400, 1e12]):
        assert cumulative_chart([("a <b>", values)], "x").count("<path") == 1
