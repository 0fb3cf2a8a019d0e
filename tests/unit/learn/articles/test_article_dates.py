"""Dates of posts: in zones that nobody names, in American order, in other languages."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from time import process_time
from zoneinfo import ZoneInfo

import pytest
from lxml import html
from tests.support.pages import TIME
from tests.unit.learn.articles.blogs import Post, Theme, classy, german, post, posts, read, rules_of, tables

from thresher.learn.articles.dating import DateFinder, zone_of
from thresher.page import clock_of


def at(zone: tzinfo, form: str = "%Y-%m-%d %H:%M") -> Theme:
    """A theme whose dates are those of a clock in `zone`, which it does not name."""

    def theme(one: Post) -> str:
        local = one.published.astimezone(zone)
        start, end = classy(one).split("<time", 1)[0], classy(one).split("</time>", 1)[1]
        return f"{start}<span class='when'>{local.strftime(form)}</span>{end}"

    return theme


def moment(text: str) -> datetime:
    return datetime.fromisoformat(text).astimezone(UTC)


@pytest.mark.parametrize("hours", [-8.0, -3.5, 0.0, 2.0, 5.75])
def test_a_clock_that_is_always_as_far_from_the_feeds_is_in_that_zone(hours: float) -> None:
    zone = timezone(timedelta(hours=hours))
    rules = rules_of(at(zone), posts(5))
    new = post(40)

    found, _ = read(at(zone)(new), new, rules)

    assert moment(found.published) == new.published


@pytest.mark.parametrize("name", ["Europe/Berlin", "America/New_York", "Australia/Sydney"])
def test_clocks_with_summer_time_are_in_a_place(name: str) -> None:
    theme = at(ZoneInfo(name))
    rules = rules_of(theme, posts(18))  # nineteen days apart: a year
    place = clock_of(rules.zone)

    assert isinstance(place, ZoneInfo)
    for number in range(40, 60):
        new = post(number)
        assert moment(read(theme(new), new, rules)[0].published) == new.published


def test_pages_that_name_their_zone_need_none() -> None:
    rules = rules_of(classy, posts(5))

    assert rules.zone == ""


def test_days_without_a_time_need_no_zone() -> None:
    assert rules_of(at(UTC, "%d %B %Y"), posts(5)).zone == ""


def test_months_before_days_are_noticed() -> None:
    rules = rules_of(tables, posts(5))
    new = post(32)  # a day that could be a month

    assert rules.date_order == "mdy"
    assert new.published.day <= 12
    assert read(tables(new), new, rules)[0].published[:10] == f"{new.published:%Y-%m-%d}"


def test_days_before_months_are_noticed() -> None:
    theme = at(UTC, "%d/%m/%Y")
    rules = rules_of(theme, posts(6))
    new = post(32)

    assert rules.date_order == "dmy"
    assert read(theme(new), new, rules)[0].published == f"{new.published:%Y-%m-%d}"


def test_german_dates_are_in_german_time() -> None:
    rules = rules_of(german, posts(10, is_german=True))
    new = post(43, is_german=True)

    assert moment(read(german(new), new, rules)[0].published) == new.published


def test_the_date_of_a_comment_is_not_that_of_the_post() -> None:
    def theme(one: Post) -> str:
        later = one.published + timedelta(hours=5)
        return classy(one).replace("<aside>", f"<p class='c'>On {later:%Y-%m-%d %H:%M} somebody liked this</p><aside>")

    rules = rules_of(theme, posts(5))
    new = post(40)

    assert moment(read(theme(new), new, rules)[0].published) == new.published


@pytest.mark.parametrize(
    ("wall", "utc", "zone"),
    [
        (["2021-01-01T10:00", "2021-07-01T10:00"], ["2021-01-01T08:00", "2021-07-01T08:00"], "+02:00"),
        (["2021-01-01T10:00", "2021-07-01T10:00"], ["2021-01-01T15:30", "2021-07-01T15:30"], "-05:30"),
        (["2021-01-01T10:00", "2021-07-01T10:00"], ["2021-01-01T09:59", "2021-07-01T10:01"], "+00:00"),
        (["2021-01-01T10:00"], ["2021-01-01T08:00"], ""),
        (["2021-01-01T10:00", "2021-07-01T10:00"], ["2021-01-01T08:07", "2021-07-01T08:00"], ""),
        (["2021-01-01T10:00", "2021-01-02T10:00"], ["2021-01-01T08:00", "2021-01-02T03:00"], ""),
        ([], [], ""),
    ],
)
def test_zones_of_pairs(wall: list[str], utc: list[str], zone: str) -> None:
    assert (
        zone_of([(datetime.fromisoformat(a), datetime.fromisoformat(b)) for a, b in zip(wall, utc, strict=True)])
        == zone
    )


@pytest.mark.parametrize(
    ("markup", "is_there"),
    [
        ("<time datetime='2021-05-03T12:05:00Z'>long ago</time>", True),
        ("<time datetime='2021-05-03T12:45:00Z'>long ago</time>", False),
        ("<span>Monday, May 3rd, 2021</span>", True),
        ("<span>3. Mai 2021, 14:05 Uhr</span>", True),
        ("<span>3. Mai 2021, 14:12 Uhr</span>", False),
        ("<span>4 May 2021</span>", False),
        ("<abbr title='2021-05-03T14:05:00+02:00'>a while ago</abbr>", True),
        ("<span>3 years ago</span>", False),
        ("<span>version 3.5.2021</span>", True),
        (f"<p>{'On that day a lot of things went on. ' * 12} 2021-05-03</p>", False),
    ],
)
def test_a_known_moment_is_found_where_it_is_stated(markup: str, is_there: bool) -> None:
    finder = DateFinder("", TIME)

    found = dict(
        finder.fits(html.document_fromstring(f"<body><div>{markup}</div></body>"), "2021-05-03T12:05:00+00:00")
    )

    assert bool(found) is is_there


@pytest.mark.parametrize(
    "stated", ["", "yesterday", "2021-13-45", "0001-01-01T00:00:00+14:00", "9999-12-31T23:00-05:00"]
)
def test_a_feed_without_a_date_finds_none(stated: str) -> None:
    assert not dict(DateFinder("", TIME).fits(html.document_fromstring("<p>2021-05-03</p>"), stated))


def lines_of(count: int) -> html.HtmlElement:
    """A page of many short texts: numbers, words with numbers, dates in several orders."""
    forms = ("{n}", "reply {n} to anna", "{d} Oct {y} 10:{m}", "{d}/{d}/{y}", "{n} views, {m} likes", "may {n}")
    texts = (
        forms[n % len(forms)].format(n=n, d=1 + n % 28, y=1990 + n % 30, m=10 + n % 50) for n in range(1, count + 1)
    )
    return html.document_fromstring(
        "".join(f"<div><span>{text}</span></div>" for text in (*texts, "12 October 2035 10:15"))
    )


def test_long_pages_cost_in_proportion() -> None:
    def seconds(count: int) -> float:
        root, finder = lines_of(count), DateFinder("en", TIME)
        begin = process_time()
        assert len(list(finder.fits(root, "2035-10-12T10:15:00+00:00"))) == 2
        return process_time() - begin

    seconds(100)
    one, two = min(seconds(4000) for _ in range(3)), min(seconds(8000) for _ in range(3))

    assert two <= 2.5 * one + 0.05  # 0.4 seconds for the longer one; it was 2.8


def test_pages_without_an_end_are_read_up_to_a_bound() -> None:
    root = html.document_fromstring("<p>3 May 2021</p>" + f"<p>{'x' * 250} 17</p>" * 4200 + "<p>3 May 2021</p>")

    found = [place for place, _ in DateFinder("en", TIME).fits(root, "2021-05-03T10:00:00+00:00")]

    assert len(found) == 1


def test_a_text_that_comes_again_proves_an_order_each_time() -> None:
    finder = DateFinder("", TIME)
    root = html.document_fromstring(f"<p>12/25/2020</p><p>{'x' * 400}</p><p>12/25/2020</p><p>03.04.2020</p>")

    fits = [fit for _, fit in finder.fits(root, "2020-12-25T10:00:00+00:00")]

    assert fits == [0.95, 0.95]
    assert finder.order == ""
    assert len(list(finder.fits(html.document_fromstring("<div><p>01/02/2020</p></div>"), "2020-01-02T10:00:00Z"))) > 0
    assert finder.order == "mdy"


def ago(one: Post) -> str:
    """A theme that says how long ago new posts were written, and when old ones were."""
    age = TIME - one.published
    text = f"{age.days} days, {age.seconds // 3600} hours ago" if age.days < 60 else f"{one.published:%d %B %Y}"
    start, end = classy(one).split("<time", 1)[0], classy(one).split("</time>", 1)[1]
    return f"{start}<span class='when'>{text}</span>{end}"


def test_a_place_that_states_ages_is_the_place_of_dates() -> None:
    young = [replace(one, published=TIME - timedelta(days=9 * one.number + 2, minutes=37)) for one in posts(5)]
    rules = rules_of(ago, young)
    old, new = replace(post(40), published=datetime(2019, 5, 3, tzinfo=UTC)), replace(young[2], number=41)

    assert read(ago(old), old, rules)[0].published == "2019-05-03"
    assert abs(moment(read(ago(new), new, rules)[0].published) - new.published) <= timedelta(hours=1)


def test_a_date_is_better_than_an_age() -> None:
    root = html.document_fromstring("<div><p>5 hours ago</p><i>14 June 2024</i><b>3 years ago</b><b>6 hours</b></div>")
    finder = DateFinder("en", datetime(2024, 6, 15, 3, tzinfo=UTC))

    fits = {place[0].tag: fit for place, fit in finder.fits(root, "2024-06-14T21:40:00+00:00")}

    assert fits["p"] < 0.7 * fits["i"]
    assert "b" in fits  # six hours, and not three years
    assert len(list(finder.fits(root, "2021-06-12T03:00:00+00:00"))) == 0
