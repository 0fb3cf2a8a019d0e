"""Records in the data that a page is drawn from, found by what the page shows of them."""

import json

import pytest
from lxml import html

from thresher.page import DrawnFrom
from thresher.page.script_data import MAX_READ, MAX_STARTS

LONG = (
    "The swarm went up into the old pear tree behind the house, and nobody had a ladder that was long enough for it. "
)


def drawn(*values: object) -> DrawnFrom:
    scripts = "".join(f"<script type='application/json'>{json.dumps(value)}</script>" for value in values)
    return DrawnFrom(html.fromstring(f"<html><body><p>words</p>{scripts}</body></html>"))


def made(page: DrawnFrom, text: str) -> str:
    record = page.text(text)
    return record.made if record else ""


def test_a_text_is_known_by_its_letters() -> None:
    page = drawn({"posts": [{"body": "<p>Well,&nbsp;they <b>left</b>!</p>", "created_at": "2020-01-02", "views": 3}]})
    assert made(page, "Well, they left!") == "2020-01-02"
    assert made(page, "Well, they came!") == ""


@pytest.mark.parametrize("shown", [f"@odile wrote:\n{LONG}", f"{LONG}\nEdited by Bert"])
def test_a_long_text_is_known_by_one_of_its_ends(shown: str) -> None:
    assert made(drawn([{"content": LONG, "postedAt": "2021-05-06"}]), shown) == "2021-05-06"


def test_texts_that_begin_alike_are_not_guessed() -> None:
    page = drawn([{"content": LONG + end, "postedAt": f"2021-05-0{n}"} for n, end in enumerate(("one", "two"), 1)])
    assert made(page, LONG + "three") == ""
    assert made(page, LONG + "two") == "2021-05-02"


def test_like_texts_are_those_of_their_records_in_turn() -> None:
    page = drawn([{"text": "Thanks!", "timestamp": 1_400_000_000}, {"text": "Thanks!", "timestamp": 1_400_000_600}])
    assert [made(page, "Thanks!") for _ in range(3)] == ["1400000000", "1400000600", "1400000600"]


def test_no_record_is_of_two_authors() -> None:
    page = drawn([{"text": "Thanks!", "createdAt": "2020-01-02"}])
    found = [page.text("Thanks!", author) is not None for author in ("Anna", "Bert", "Anna")]
    assert found == [True, False, True]


@pytest.mark.parametrize("name", ["contentType", "username", "post_status", "slug"])
def test_what_a_thing_is_called_is_no_text(name: str) -> None:
    page = drawn([{name: "comment", "contentHtml": "<p>Here</p>", "createdAt": "2020-01-02"}])
    assert made(page, "Comment!") == ""
    assert made(page, "Here") == "2020-01-02"


def test_a_time_is_that_of_the_making_where_several_are_named() -> None:
    times = {
        "editedAt": "2022",
        "date_read": "2023",
        "timestamp": "2020-07-08",
        "createdAt": "2020-07-07",
        "format": "7",
    }
    assert made(drawn({"text": "Here", **times}), "Here") == "2020-07-07"
    assert made(drawn({"text": "Here", "lastPostedAt": "2020-07-07"}), "Here") == ""
    assert made(drawn({"text": "Here", "reading_time": "4 min", "startDate": "2020-07-07"}), "Here") == ""


def test_what_json_api_tells_apart_has_a_key() -> None:
    one = {"type": "posts", "id": "31", "attributes": {"contentHtml": "<p>Here</p>", "createdAt": "2020-07-07"}}
    record = drawn({"included": [one]}).text("Here")
    assert record is not None
    assert record.key == "31"
    bare = drawn([{"id": 4, "text": "Here", "createdAt": "2020-07-07"}]).text("Here")
    assert bare is not None
    assert bare.key == ""


@pytest.mark.parametrize("name", ["https://hive.example/d/7-bees", "/d/7-bees", "d/7-bees", "7-bees"])
def test_an_address_is_known_by_what_names_it(name: str) -> None:
    page = drawn([{"slug": name, "title": "Bees", "lastPostedAt": "2020-07-07", "comments": 5}])
    record = page.address("https://hive.example/d/7-bees")
    assert record is not None
    assert 5 in record.numbers
    assert page.address("https://hive.example/d/8-wasps") is None


def test_a_name_that_two_records_have_names_none() -> None:
    page = drawn([{"slug": "bees", "postedAt": "2020"}, {"slug": "bees", "postedAt": "2021"}])
    assert page.address("https://hive.example/t/bees") is None


@pytest.mark.parametrize("record", [{"id": "7", "username": "odile"}, {"username": "bees"}, {"status": "bees"}])
def test_numbers_and_what_is_no_address_name_no_page(record: dict[str, str]) -> None:
    page = drawn([record | {"joinTime": "2020-07-07"}])
    assert page.address("https://hive.example/d/7") is None
    assert page.address("https://hive.example/d/bees") is None


def test_data_that_is_never_closed_is_not_read_again_and_again() -> None:
    endless = "<script>x=" + '{"k":[' * MAX_STARTS + "1," * (MAX_READ // MAX_STARTS) + "</script>"
    later = '<script type=\'application/json\'>[{"text": "Here", "createdAt": "2020-07-07"}]</script>'
    assert made(DrawnFrom(html.fromstring(f"<html><body>{later}{endless}</body></html>")), "Here") == "2020-07-07"
    assert made(DrawnFrom(html.fromstring(f"<html><body>{endless}{later}</body></html>")), "Here") == ""


def test_no_data_and_data_that_is_none() -> None:
    assert DrawnFrom(None).text("x") is None
    deep = "[" * 100_000
    broken = DrawnFrom(html.fromstring(f"<html><body><script type='application/json'>{deep}</script></body></html>"))
    assert broken.text("words") is None
    assert broken.address("https://hive.example/") is None
