"""A channel page at a moment when nobody crawled it."""

from datetime import UTC, datetime, timedelta

from tests.support.pages import page_of

from thresher.feeds.statistics import FeedHistory
from thresher.model import Feed, FeedItem
from thresher.viewer.reconstruction import frame_of, reconstruct

START = datetime(2024, 5, 1, 12, tzinfo=UTC)


def item(day: int) -> FeedItem:
    moment = (START + timedelta(days=day)).isoformat()
    return FeedItem(f"http://b.example/{day}", title=f"Day {day}", published=moment, html=f"<p>Said on day {day}.</p>")


def feed(*days: int) -> Feed:
    return Feed("http://b.example/feed", "rss20", tuple(item(day) for day in days), "A blog", "http://b.example/")


def history(*visits: tuple[int, tuple[int, ...]]) -> FeedHistory:
    return FeedHistory("http://b.example/feed", tuple((START + timedelta(days=at), feed(*days)) for at, days in visits))


def titles(found: object) -> list[str]:
    return [entry.item.title for entry in found.entries]  # type: ignore[attr-defined]


def test_the_newest_items_of_then_are_there_and_no_later_ones() -> None:
    known = history((5, (5, 4, 3)), (8, (8, 7, 6)))

    found = reconstruct(known, START + timedelta(days=6, hours=1))

    assert titles(found) == ["Day 6", "Day 5", "Day 4"]
    assert found.entries[0].lines == ("Said on day 6.",)
    assert (found.seen_before, found.seen_after) == (START + timedelta(days=5), START + timedelta(days=8))


def test_it_is_sure_only_if_the_visits_around_overlap() -> None:
    moment = START + timedelta(days=6)

    assert reconstruct(history((5, (5, 4, 3)), (7, (7, 6, 5))), moment).is_sure
    assert not reconstruct(history((5, (5, 4, 3)), (30, (30, 29, 28))), moment).is_sure
    assert not reconstruct(history((5, (5, 4, 3))), moment).is_sure


def test_before_everything_nothing_is_known() -> None:
    assert reconstruct(history((5, (5, 4, 3))), START).entries == ()


def test_the_frame_is_what_stands_around_the_list() -> None:
    posts = "".join(f"<li><a href='/{day}'>Day {day}</a> secret {day}</li>" for day in (3, 4, 5))
    page, _ = page_of(
        "http://b.example/",
        f"<body><h1>A blog</h1><script>x()</script><p>About me</p><ul>{posts}</ul><footer>Since 1999</footer></body>",
    )

    frame = frame_of(page, feed(3, 4, 5).items)

    assert frame.before == ("A blog", "About me")
    assert frame.after == ("Since 1999",)
