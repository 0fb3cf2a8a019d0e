"""The numbers that a page's layout comes down to."""

from math import isfinite, log1p

import pytest
from lxml import etree

from thresher.learn.page_types.layout import Layout, layout_of

URL = "http://forum.test/page"
WORDS = "So I took the lid off, and what came out of it was not at all what the manual had promised us. "


def layout(body: str) -> Layout:
    source = f"<html lang='en'><head><title>A page</title></head><body>{body}</body></html>"
    return layout_of(etree.fromstring(source.encode(), etree.HTMLParser(encoding="utf-8")), URL)


def rows(days: list[int]) -> str:
    cells = (
        f"<tr><td><a href='t{day}'>{'Why ' * day}does it leak?</a></td><td>{day}</td><td>{day * 9}</td>"
        f"<td>2020-05-{day:02}</td></tr>"
        for day in days
    )
    return f"<table>{''.join(cells)}</table>"


def posts(days: list[int], text: str = WORDS * 3) -> str:
    return "".join(
        f"<div class='post'><a href='u{day}'>anna</a> <i>2020-05-{day:02}</i><p>{text}</p></div>" for day in days
    )


def test_a_list_is_led_by_links_of_different_lengths_and_a_thread_is_not() -> None:
    board, thread = layout(rows([9, 8, 7, 6])), layout(posts([1, 2, 3, 4]))

    assert (board.led, thread.led) == (1.0, 1.0)
    assert board.lead_spread > 1.0 > thread.lead_spread == 0.0
    assert board.timed_lead > 0.3 > thread.timed_lead


def test_bodies_are_paragraphs_of_a_thread() -> None:
    board, thread = layout(rows([9, 8, 7, 6])), layout(posts([1, 2, 3, 4]))

    assert (board.bodied, thread.bodied) == (0.0, 1.0)
    assert (board.timed_body, thread.timed_body) == (0.0, 1.0)
    assert thread.gap == pytest.approx(log1p(len((WORDS * 3).replace(" ", ""))), abs=0.1)


def test_order_of_dates_is_negative_where_the_newest_is_first() -> None:
    assert layout(rows([9, 8, 7, 6])).rising == -0.75
    assert layout(posts([1, 2, 3, 4])).rising == 0.75
    assert layout(posts([1, 1, 1, 1])).rising == 0.0


def test_the_date_somebody_joined_does_not_set_the_order() -> None:
    page = "".join(
        f"<div class='post'><i>2020-05-0{day}</i> <u>since 20{19 - day}-01-01</u><p>{WORDS}</p></div>"
        for day in (1, 2, 3, 4)
    )

    assert layout(page).rising == 0.75


def test_numbers_beside_dates_are_replies_and_views() -> None:
    assert layout(rows([9, 8, 7, 6])).numbered == 1.0
    assert layout(posts([1, 2, 3, 4])).numbered == 0.0


def test_a_form_counts_by_its_text_unless_dated_records_are_in_it() -> None:
    login = f"<form><label>Name</label><input><label>Word</label><input type='password'>{WORDS}</form>"
    around = f"<form><input type='password'>{posts([1, 2, 3, 4])}</form>"

    assert layout(login).form_share == 1.0
    assert layout(around).form_share == 0.0


def test_a_text_area_is_for_writing() -> None:
    assert layout("<form><textarea></textarea></form>").writing == 1.0
    assert layout("<form><input></form>").writing == 0.0


def test_headings_that_lead_on_differ_in_length() -> None:
    def page(titles: list[str]) -> str:
        return "".join(f"<article><h2><a href='{i}'>{t}</a></h2><p>{WORDS}</p></article>" for i, t in enumerate(titles))

    titles = ["Short", "A somewhat longer one than that", "Another that is long enough to tell", "Two words"]

    assert layout(page(titles)).headlined == 1.0
    assert layout(page(["Re: the same title"] * 4)).headlined == 0.0


def test_a_menu_is_not_the_main_region() -> None:
    menu = "<ul>" + "".join(f"<li><a href='{i}'>Item {i}</a></li>" for i in range(9)) + "</ul>"

    assert layout(f"{menu}<p>{WORDS * 9}</p>").records == 0.0
    assert layout(f"{menu}{posts([1, 2, 3, 4])}").records == pytest.approx(log1p(4))


@pytest.mark.parametrize("body", ["", "<p></p>", "word", "<table><tr><td>", "<a href='http://[bad'>x</a>" * 3])
def test_any_page_has_finite_features(body: str) -> None:
    found = layout(body)

    assert all(map(isfinite, found))
    assert len(found) == len(Layout._fields)


@pytest.mark.parametrize(
    "dates",
    [
        ["۱۲ خرداد ۱۳۹۹", "۱۳ خرداد ۱۳۹۹", "۲ تیر ۱۳۹۹", "۹ تیر ۱۳۹۹"],
        ["12 خرداد 1399", "13 خرداد 1399", "2 تیر 1399", "9 تیر 1399"],
        ["4 พ.ค. 2563", "6 พ.ค. 2563", "1 มิ.ย. 2563", "9 มิ.ย. 2563"],
        ["4 अप्रैल 2020", "6 अप्रैल 2020", "1 मई 2020", "9 मई 2020"],
    ],
    ids=["of Iran, in digits of its own", "of Iran", "of Thailand", "of India"],
)
def test_dates_of_other_calendars_and_scripts_go_up_from_post_to_post(dates: list[str]) -> None:
    body = "".join(f"<div class='post'><a href='u{d}'>anna</a> <i>{d}</i><p>{WORDS * 3}</p></div>" for d in dates)

    found = layout(body)

    assert (found.timed, found.rising) == (1.0, 0.75)
