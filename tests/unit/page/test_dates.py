"""Dates as people write them."""

from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from time import process_time
from zoneinfo import ZoneInfo

import pytest

from thresher.page import DateHabits, clock_of, find_date, is_date_word, order_in, zone_in
from thresher.page.date_words import month_table
from thresher.page.dates import MAX_CHARACTERS, find_age

NOW = datetime(2024, 6, 15, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("2024-06-12 03:20 pm (UTC)", "", "2024-06-12T15:20"),
        ("2024-06-12 12:20 am", "", "2024-06-12T00:20"),
        ("2020-03-01", "", "2020-03-01"),
        ("2020-03-01T10:20:30Z", "", "2020-03-01T10:20:30+00:00"),
        ("2020-03-01T10:20:30.000+0200", "", "2020-03-01T10:20:30+02:00"),
        ("2020-03-01 10:20:30", "", "2020-03-01T10:20:30"),
        ("by anna » Sun Nov 15, 2026 6:30 pm", "en-gb", "2026-11-15T18:30"),
        ("Posted: Thu Feb 10, 2011 3:46 am", "en", "2011-02-10T03:46"),
        ("Re: Release 5 March 28, 2012 12:05AM", "en", "2012-03-28T00:05"),
        ("Re: where it is 0 March 28, 2012 12:05AM", "en", "2012-03-28T00:05"),
        ("Thu Jan 25 16:35:00 2018", "en", "2018-01-25T16:35:00"),
        ("by anna — Fri Jan  5 04:35:00 PM UTC 2018", "en", "2018-01-05T16:35:00+00:00"),
        ("Jan 25 16:35 1200 views", "en", "2024-01-25T16:35"),
        ("05 July 2013 - 23:20", "en", "2013-07-05T23:20"),
        ("July 1, 2019 at 8:05 pm", "en", "2019-07-01T20:05"),
        ("Jan. 3, 2019, 5 p.m.", "en", "2019-01-03T17:00"),
        ("Sept. 3, 2019, 12 a.m.", "en", "2019-09-03T00:00"),
        ("Jan. 3, 2019, noon", "en", "2019-01-03T12:00"),
        ("3 Jan 2019 midnight", "en", "2019-01-03T00:00"),
        ("by anna, Jan. 3, 2019, noon", "en", "2019-01-03T12:00"),
        ("The midnight sun, May 3, 2021", "en", "2021-05-03"),
        ("The sun at midnight May 3, 2021", "en", "2021-05-03"),
        ("January 17th, 2023", "en", "2023-01-17"),
        ("the 3rd of May 2021", "en", "2021-05-03"),
        ("Jan 5 '07", "en", "2007-01-05"),
        ("12. März 2019, 14:05 Uhr", "de", "2019-03-12T14:05"),
        ("le 3 août 2018 à 9h05", "fr", "2018-08-03T09:05"),
        ("Lun 22 Fév 2016 13:45", "fr", "2016-02-22T13:45"),
        ("Reply #1 - Jul 3rd, 2010", "en", "2010-07-03"),
        ("1er janvier 2020", "fr", "2020-01-01"),
        ("Submitted by Anna on Tue, 07/04/2015 - 13:31", "en", "2015-04-07T13:31"),
        ("Sat, 07/04/2015 - 13:31", "en", "2015-07-04T13:31"),
        ("Di 07/04/2015", "de", "2015-04-07"),
        ("dim. 04/10/2015", "fr", "2015-10-04"),
        ("Wed, 07/04/2015", "en", "2015-07-04"),  # neither is a Wednesday
        ("15 de octubre de 2015", "es", "2015-10-15"),
        ("3 września 2012", "pl", "2012-09-03"),
        ("2019年5月4日 下午1:20", "zh", "2019-05-04T13:20"),
        ("2 months ago", "en", "2024-04-15"),
        ("21 декабря 2014 г. 18:07", "ru", "2014-12-21T18:07"),
        ("2019年5月4日 13:20", "ja", "2019-05-04T13:20"),
        ("2019-5-4 13:20", "zh", "2019-05-04T13:20"),
        ("2021년 2월 3일 오후 4:05", "ko", "2021-02-03T16:05"),
        ("31.12.2019 23:59", "de", "2019-12-31T23:59"),
        ("12/31/2019", "en", "2019-12-31"),
        ("31/12/2019 08:00 AM", "en", "2019-12-31T08:00"),
        ("03/04/2019", "en-US", "2019-03-04"),
        ("03/04/2019", "en-GB", "2019-04-03"),
        ("03.04.2019", "en-US", "2019-04-03"),
        ("2019/04/03 10:11", "", "2019-04-03T10:11"),
        ("01-02-05, 11:10 PM", "", "2005-02-01T23:10"),
        ("Yesterday, 14:32", "en", "2024-06-14T14:32"),
        ("Heute um 09:15", "de", "2024-06-15T09:15"),
        ("2 hours ago", "en", "2024-06-15T10:00+00:00"),
        ("3 days ago", "en", "2024-06-12"),
        ("vor 5 Minuten", "de", "2024-06-15T11:55+00:00"),
        ("il y a 2 ans", "fr", "2022-06-15"),
        ("an hour ago", "en", "2024-06-15T11:00+00:00"),
        ("1 min read", "en", ""),
        ("3 minutes to read", "en", ""),
        ("Reading time: about 2 minutes", "en", ""),
        ("Lesezeit: 3 Minuten", "de", ""),
        ("Temps de lecture : 2 minutes", "fr", ""),
        ("4 min read · 2 days ago", "en", "2024-06-13"),
        ("already read 5 minutes ago", "en", "2024-06-15T11:55+00:00"),
        ("5 minutes ago Read more", "en", "2024-06-15T11:55+00:00"),
        ("il y a 3 heures Lire la suite", "fr", "2024-06-15T09:00+00:00"),
        ("hace 2 días Leer más", "es", "2024-06-13"),
        ("vor 5 Minuten Lesen", "de", "2024-06-15T11:55+00:00"),
        ("11月前", "zh-cn", "2023-07-15"),
        ("2小時前", "zh-TW", "2024-06-15T10:00+00:00"),
        ("24-05-01 12:33", "ko", "2024-05-01T12:33"),
        ("24.05.01", "ja", "2024-05-01"),
        ("24.05.01", "de", "2001-05-24"),
        ("1262304000", "", "2010-01-01T00:00:00+00:00"),
        ("1262304000000", "", "2010-01-01T00:00:00+00:00"),
        ("May 5", "en", "2024-05-05"),
        ("December 24", "en", "2023-12-24"),
        ("10:20 on 3 May 2021", "en", "2021-05-03T10:20"),
        ("3 May 2021 10:20 GMT+2", "en", "2021-05-03T10:20+02:00"),
        ("۱۲ خرداد ۱۳۹۹، ۱۰:۲۵ ب.ظ", "fa", "2020-06-01T22:25"),
        ("دوشنبه 30 اسفند 1399 - 10:25", "", "2021-03-20T10:25"),
        ("1399/12/30 ساعت 10:25", "fa", "2021-03-20T10:25"),
        ("12-3-1399", "fa-IR", "2020-06-01"),
        ("31 مهر 1399", "fa", ""),
        ("1453-05-29", "tr", ""),
        ("دیروز ۱۰:۲۵", "fa", "2024-06-14T10:25"),
        ("4 พ.ค. 2563, 10:25:33", "th", "2020-05-04T10:25:33"),
        ("4/5/2563 10:25", "th", "2020-05-04T10:25"),
        ("3 วันที่แล้ว", "th", "2024-06-12"),
        ("2563 views", "en", ""),
        ("令和2年5月4日 午後3:05", "ja", "2020-05-04T15:05"),
        ("平成元年5月4日", "ja", "1989-05-04"),
        ("民國 109-05-04 10:25", "zh-TW", "2020-05-04T10:25"),
        ("05-04 10:25", "zh-CN", "2024-05-04T10:25"),
        ("05-04 10:25", "en", ""),
        ("Ngày 4 tháng 5 năm 2020", "vi", "2020-05-04"),
        ("Thg 5 4, 2020 lúc 10:25 CH", "vi", "2020-05-04T22:25"),
        ("ב-4 במאי 2020", "he", "2020-05-04"),
        ("4 अप्रैल 2020, 10:25", "hi", "2020-04-04T10:25"),
        ("3 दिन पहले", "hi", "2024-06-12"),
        ("4 მაისი 2020", "ka", "2020-05-04"),
        ("2020 m. gegužės 4 d. 10:25", "lt", "2020-05-04T10:25"),
        ("2020. gada 4. maijs", "lv", "2020-05-04"),
        ("pirms 3 dienām", "lv", "2024-06-12"),
        ("22 fevrier 2016", "fr", "2016-02-22"),
        ("Δευ Μαϊ 04, 2020 10:25 μμ", "el", "2020-05-04T22:25"),
        ("Dünya kupası", "tr", ""),
        ("Dün, 10:25", "tr", "2024-06-14T10:25"),
        ("5 de mayo de 2020", "es", "2020-05-05"),
        ("", "", ""),
        ("Posts: 38", "en", ""),
        ("version 3.0.14", "en", ""),
        ("99.99.9999", "de", ""),
        ("February 31, 2020", "en", ""),
    ],
)
def test_a_date_is_found_in_a_text(text: str, language: str, expected: str) -> None:
    assert find_date(text, DateHabits(NOW, language)) == expected


def test_the_zone_of_the_page_is_added_where_the_date_has_none() -> None:
    habits = DateHabits(NOW, "en", offset=timedelta(hours=1))

    assert find_date("3 May 2021 10:20", habits) == "2021-05-03T10:20+01:00"
    assert find_date("2021-05-03T10:20:00Z", habits) == "2021-05-03T10:20:00+00:00"
    assert find_date("3 May 2021", habits) == "2021-05-03"


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("All times are UTC", 0),
        ("All times are UTC + 1 hour [ DST ]", 2),
        ("All times are GMT -5.", -5),
        ("Alle Zeiten sind UTC+02:00", 2),
        ("It is raining", None),
    ],
)
def test_a_page_names_its_time_zone(text: str, hours: int | None) -> None:
    assert zone_in(text) == (None if hours is None else timedelta(hours=hours))


def test_one_clear_date_tells_the_order_of_all() -> None:
    assert order_in(["03/04/2019", "25/12/2018"]) == "dmy"
    assert order_in(["03/04/2019", "12/25/2018"]) == "mdy"
    assert order_in(["03/04/2019"]) == ""
    assert find_date("03/04/2019", DateHabits(NOW, "en", "dmy")) == "2019-04-03"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("12 Mar 2020, 10:30 GMT · 5 min read", "2020-03-12T10:30+00:00"),
        ("12 Mar 2020, 10:30 UTC | 12 comments", "2020-03-12T10:30+00:00"),
        ("12 Mar 2020, 10:30 UTC−3", "2020-03-12T10:30-03:00"),
        ("٢٠٢٤-٠١-٠٢", "2024-01-02"),
    ],
)
def test_only_a_sign_makes_an_offset_and_digits_of_other_scripts_are_digits(text: str, expected: str) -> None:
    assert find_date(text, DateHabits(NOW, "en")) == expected
    assert zone_in("All times are GMT. 10 users online") == timedelta(0)


def test_ages_ago_on_a_leap_day_is_no_date_and_no_trouble() -> None:
    assert find_date("999 years ago", DateHabits(datetime(2024, 2, 29, tzinfo=UTC), "en")) == ""


@pytest.mark.parametrize(
    ("name", "offset"),
    [("+02:00", 2.0), ("-05:30", -5.5), ("+00:00", 0.0), ("+14:00", 14.0)],
)
def test_a_zone_may_be_called_by_its_offset(name: str, offset: float) -> None:
    assert clock_of(name) == timezone(timedelta(hours=offset))


def test_a_zone_may_be_called_by_its_place() -> None:
    assert clock_of("Europe/Paris") == ZoneInfo("Europe/Paris")


@pytest.mark.parametrize(
    "name", ["", "+2", "+99:00", "+24:00", "Nowhere/Here", "../../etc/passwd", "/etc", "\0", "Europe", "x" * 500]
)
def test_other_names_are_no_zone(name: str) -> None:
    assert clock_of(name) is None


@pytest.mark.parametrize(
    ("text", "clock", "expected"),
    [
        ("May 3, 2021 2:05 pm", "Europe/Paris", "2021-05-03T14:05+02:00"),
        ("January 3, 2021 2:05 pm", "Europe/Paris", "2021-01-03T14:05+01:00"),
        ("2021-05-03 14:05", "Europe/Paris", "2021-05-03T14:05+02:00"),
        ("2021-05-03T14:05:09", "America/New_York", "2021-05-03T14:05:09-04:00"),
        ("2021-05-03 14:05", "-03:30", "2021-05-03T14:05-03:30"),
        ("2021-05-03T14:05Z", "Europe/Paris", "2021-05-03T14:05+00:00"),
        ("2021-05-03T14:05:00-07:00", "Europe/Paris", "2021-05-03T14:05:00-07:00"),
        ("May 3, 2021 14:05 UTC", "Europe/Paris", "2021-05-03T14:05+00:00"),
        ("May 3, 2021", "Europe/Paris", "2021-05-03"),
        ("2021-05-03", "Europe/Paris", "2021-05-03"),
        ("2021-03-28 02:30", "Europe/Paris", "2021-03-28T02:30+01:00"),
    ],
)
def test_times_that_name_no_zone_are_of_the_clock(text: str, clock: str, expected: str) -> None:
    assert find_date(text, DateHabits(NOW, "en", clock=clock_of(clock))) == expected


def test_a_zone_that_the_page_names_counts_more_than_the_clock() -> None:
    habits = DateHabits(NOW, "en", offset=timedelta(hours=3), clock=clock_of("Europe/Paris"))

    assert find_date("May 3, 2021 2:05 pm", habits) == "2021-05-03T14:05+03:00"


def test_yesterday_is_that_of_the_clock() -> None:
    """Half past eleven in the evening in New York is the next day in UTC."""
    habits = DateHabits(datetime(2024, 6, 16, 3, 30, tzinfo=UTC), "en", clock=clock_of("America/New_York"))

    assert find_date("today 11:15 pm", habits) == "2024-06-15T23:15-04:00"


def test_dates_in_all_languages_are_what_they_were() -> None:
    """Texts of all kinds, with what was read in them when each language was asked by itself."""
    lines = Path(__file__).with_name("date_answers.tsv").read_text(encoding="utf-8").splitlines()[1:]

    for text, language, order, expected in (line.split("\t") for line in lines):
        assert find_date(text, DateHabits(NOW, language, order)) == expected, (text, language, order)
    assert len(lines) > 300


@pytest.mark.parametrize(
    "hostile",
    [
        "may " * 100,
        "99 may 99999 ",
        "99.99.99 ",
        "9999 year ",
        "1",
        "1.",
        "1 de ",
        "1111-11-",
        "13:61 ",
        "one one ",
        "1 h ",
    ],
)
def test_no_text_takes_long(hostile: str) -> None:
    """Twice the length at most costs about twice the time; a hundred thousand of them take no minute."""
    text = (hostile * 400)[:MAX_CHARACTERS]
    habits = DateHabits(NOW, "en")
    find_date(text, habits)
    begin = process_time()

    for _ in range(20):
        find_date(text, habits)

    assert (process_time() - begin) / 20 < 0.005  # half a millisecond on a machine of 2020; it was four


def test_languages_that_nobody_speaks_are_not_remembered() -> None:
    """A page may say anything of its language; what is kept of each would fill the memory."""
    for number in range(50):
        find_date("3 May 2021", DateHabits(NOW, f"x{number}"))

    assert month_table.cache_info().currsize <= 60


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("3 weeks, 2 days ago", "en", "2024-05-23"),
        ("Posted by Anna 4 years, 6 months ago", "en", "2019-12-15"),
        ("1 hour and 5 minutes ago", "en", "2024-06-15T10:55+00:00"),
        ("vor 2 Wochen und 1 Tag", "de", "2024-05-31"),
        ("il y a 1 mois et 3 jours", "fr", "2024-05-12"),
        ("hace 2 semanas y 3 días", "es", "2024-05-29"),
        ("2 дня, 3 часа назад", "ru", "2024-06-13T09:00+00:00"),
        ("5 days ago, 3 min read", "en", "2024-06-10"),
        ("5 days ago 3 min read", "en", "2024-06-10"),
        ("2 days or 3 weeks", "en", "2024-06-13"),
    ],
)
def test_an_age_may_have_several_units(text: str, language: str, expected: str) -> None:
    assert find_date(text, DateHabits(NOW, language)) == expected


def test_an_age_is_as_exact_as_its_smallest_unit() -> None:
    habits = DateHabits(NOW, "en")

    assert find_age("4 years, 6 months ago", habits) == (datetime(2019, 12, 15, 12, tzinfo=UTC), timedelta(days=30.5))
    assert find_age("3 weeks, 2 days ago", habits) == (NOW - timedelta(days=23), timedelta(days=1))
    assert find_age("an hour ago", habits) == (NOW - timedelta(hours=1), timedelta(hours=1))


@pytest.mark.parametrize("text", ["3 May 2021, 2 years ago", "2021-05-03", "yesterday", "no date at all", ""])
def test_what_is_said_in_another_way_has_no_age(text: str) -> None:
    assert find_age(text, DateHabits(NOW, "en")) is None


def test_the_day_of_the_week_proves_the_order() -> None:
    assert order_in(["03/04/2015", "Tue, 07/04/2015 - 13:31"]) == "dmy"
    assert order_in(["Sat, 07/04/2015 - 13:31"]) == "mdy"
    assert order_in(["Wed, 07/04/2015 - 13:31"]) == ""
    assert order_in(["Sunday is on 07/04/2015"]) == ""


def test_a_name_that_is_a_day_elsewhere_is_no_date_word() -> None:
    assert is_date_word("Sam", "fr")
    assert is_date_word("samedi", "en")
    assert not is_date_word("Sam", "en")


@pytest.mark.parametrize(
    ("text", "days"),
    [("12楼•3 天前", 3), ("3日前", 3), ("2 周前由 anna 回复", 14), ("5 天之前", 5), ("天前有 3 人", None)],
)
def test_an_age_may_be_one_word_with_what_makes_it_one(text: str, days: int | None) -> None:
    expected = "" if days is None else (NOW - timedelta(days=days)).date().isoformat()

    assert find_date(text, DateHabits(NOW)) == expected
