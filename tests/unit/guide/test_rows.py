"""What lists say of each address beside the link: dates and numbers, in the layouts that forums have."""

from datetime import UTC, datetime

import pytest
from lxml import html

from thresher.guide.rows import Row, rows_on
from thresher.page import DateHabits

HABITS = DateHabits(now=datetime(2026, 1, 5, tzinfo=UTC))
PAGE = "<body><p>Today is 2026-01-05.</p><div class='path'><a href='/'>Home</a></div>%s<p>9 users</p></body>"
ROWS = {
    "table": ("<table><tr><th>Topic<th>Replies<th>Last</tr>%s</table>", "<tr><td>%s<td>%d<td>%s</tr>"),
    "items": ("<ul>%s</ul>", "<li>%s <b>%d</b> <i>%s</i></li>"),
    "definitions in items": (
        "<ul class='topics'>%s</ul>",
        "<li class='row bg'><dl class='icon'><dt><div>%s</div></dt><dd>%d</dd><dd><span>%s</span></dd></dl></li>",
    ),
    "lists in an item": (
        "<ul class='all'><li class='body'>%s</li></ul>",
        "<ul class='topic odd'><li class='title'>%s</li><li>%d</li><li>%s</li></ul>",
    ),
    "tables in boxes": (
        "<div>%s</div>",
        "<div class='entry'><table><tr><td>%s<td>%d</table><p>%s</p></div>",
    ),
}
SAID = {"/t/1": (17, "2024-03-01"), "/t/2": (4, "2024-02-20"), "/t/3": (31, "2023-12-24")}


def page(layout: str, said: dict[str, tuple[int, str]]) -> html.HtmlElement:
    around, row = ROWS[layout]
    rows = "".join(row % (f"<a href='{url}'>A talk</a>", *told) for url, told in said.items())
    return html.fromstring(PAGE % (around % rows))


def rows(layout: str, said: dict[str, tuple[int, str]]) -> dict[str, Row]:
    return rows_on(page(layout, said), lambda href: href, ("/", *said), HABITS)


@pytest.mark.parametrize("layout", ROWS)
def test_a_row_is_all_that_a_list_says_of_an_address(layout: str) -> None:
    found = rows(layout, SAID)

    for url, (replies, date) in SAID.items():
        assert found[url] == Row(date, frozenset({replies}))


@pytest.mark.parametrize("layout", ROWS)
def test_the_only_row_of_a_list_is_not_the_whole_page(layout: str) -> None:
    found = rows(layout, dict(list(SAID.items())[:1]))

    assert found["/t/1"].latest in ("", "2024-03-01")
    assert found["/t/1"].numbers <= {17}


@pytest.mark.parametrize("layout", ["table", "items", "definitions in items"])
def test_what_a_row_says_it_says_of_the_first_address_in_it(layout: str) -> None:
    around, row = ROWS[layout]
    below = "<a href='/t/9'>Below</a>"
    lines = [row % (f"<a href='{url}'>A board</a> {below if url == '/t/2' else ''}", *SAID[url]) for url in SAID]
    group = f"<div class='group'><h2><a href='/c/1'>A category</a></h2>{around % ''.join(lines)}</div>"
    other = "<div class='group'><h2><a href='/c/2'>Another</a></h2><a href='/t/4'>Empty</a></div>"
    tree = html.fromstring(PAGE % (group + other))
    found = rows_on(tree, lambda href: href, (*SAID, "/t/9", "/c/1", "/c/2", "/t/4"), HABITS)

    assert {url: found[url] for url in SAID} == {
        url: Row(date, frozenset({count})) for url, (count, date) in SAID.items()
    }
    assert (found["/t/9"].latest, found["/t/9"].inside) == ("", "/t/2")
    assert found["/c/1"].latest == found["/c/2"].latest == found["/t/4"].latest == ""


@pytest.mark.parametrize(
    "row", ["<li>%s (diff) %s . . Anna</li>", "<table class=line><tr><td>%s</td><td>%s</td></table>"]
)
def test_a_time_of_day_is_of_the_day_in_the_heading_above(row: str) -> None:
    days = {"5 January 2026": {"/a": "14:07", "/b": "9:15"}, "31 December 2025": {"/c": "23:59"}}
    listed = "".join(
        f"<h4>{day}</h4><div>{''.join(row % (time, f'<a href={url}>A page</a>') for url, time in times.items())}</div>"
        for day, times in days.items()
    )

    found = rows_on(
        html.fromstring(f"<body>{listed}<p>12:00</p></body>"), lambda href: href, ("/a", "/b", "/c"), HABITS
    )

    assert [found[url].latest for url in ("/a", "/b")] == ["2026-01-05T14:07", "2026-01-05T09:15"]
    assert found["/c"].latest in ("2025-12-31T23:59", "2025-12-31")


def test_times_without_a_day_are_no_dates() -> None:
    page = html.fromstring(
        "<body><h4>Changes</h4><ul><li>14:07 <a href=/a>A</a></li><li>9:15 <a href=/b>B</a></li></ul></body>"
    )

    found = rows_on(page, lambda href: href, ("/a", "/b"), HABITS)

    assert [found[url].latest for url in ("/a", "/b")] == ["", ""]


def test_rows_without_a_date_have_that_of_the_data_they_are_drawn_from() -> None:
    data = '[{"slug": "7-bees", "lastPostedAt": "2025-11-02T08:00:00+00:00", "expiresAt": "2027-01-01", "replies": 4}]'
    tree = html.fromstring(
        f"<body><ul><li><a href='/d/7-bees'>Bees</a></li><li><a href='/d/8-wasps'>Wasps</a></li></ul>"
        f"<script type='application/json'>{data}</script></body>"
    )
    found = rows_on(tree, lambda href: href, ("/d/7-bees", "/d/8-wasps"), HABITS)
    assert found["/d/7-bees"] == Row("2025-11-02T08:00:00+00:00", frozenset({4}))
    assert not found["/d/8-wasps"].latest


def test_numbers_that_a_row_shows_stay_beside_those_of_the_data() -> None:
    data = '[{"slug": "7-bees", "createdAt": "2025-11-02", "views": 90}]'
    tree = html.fromstring(
        f"<body><ul><li><a href='/d/7-bees'>Bees</a> 12 replies</li><li><a href='/d/8-wasps'>Wasps</a></li></ul>"
        f"<script type='application/json'>{data}</script></body>"
    )
    found = rows_on(tree, lambda href: href, ("/d/7-bees", "/d/8-wasps"), HABITS)
    assert found["/d/7-bees"] == Row("2025-11-02", frozenset({12, 90}), is_silent=True)


def test_a_date_that_is_told_in_words_may_stand_in_full_where_the_mouse_shows_it() -> None:
    told = "<span title='2025-12-31 17:20:05'>5 giorni e 3 ore fa</span>"

    found = rows("table", SAID | {"/t/2": (4, told)})

    assert found["/t/2"] == Row("2025-12-31T17:20:05", frozenset({4}))


def test_a_number_is_one_even_if_the_mouse_shows_a_date() -> None:
    found = rows_on(
        html.fromstring("<ul><li><a href='/t/1'>A talk</a> <b title='Last: 2024-03-01'>17</b></li></ul>"),
        lambda href: href,
        ["/t/1"],
        HABITS,
    )

    assert found["/t/1"] == Row("2024-03-01", frozenset({17}))
