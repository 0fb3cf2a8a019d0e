"""What counts as new and edited, and what does not."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.support.objects import later, post, thread

from thresher.catalog import Catalog, open_catalog
from thresher.describe import SCHEMA, ObjectStore, read_objects
from thresher.describe.changes import (
    Change,
    count_changes,
    edited_fields,
    edited_objects,
    folded,
    gone_objects,
    new_objects,
)
from thresher.describe.content import content_of
from thresher.model import ObjectType, WebObject


@pytest.fixture
def catalog(tmp_path: Path) -> Iterator[Catalog]:
    found = open_catalog(tmp_path / "catalog.db", (SCHEMA,))
    yield found
    found.close()


def fields(before: WebObject, now: WebObject) -> tuple[str, ...]:
    return edited_fields(content_of(before), content_of(now))


SAME = [
    ("It's", "It’s"),
    ("It's", "It‘s"),
    ("It's", "It`s"),
    ('"so"', "“so”"),
    ('"so"', "„so“"),
    ('"so"', "«so»"),
    ('"so"', "``so''"),
    ('"so"', "＂so＂"),
    ("a - b", "a – b"),
    ("a -- b", "a — b"),
    ("1-2", "1−2"),
    ("wait...", "wait…"),
    ("wait...", "wait . . ."),
    ("a b", "a\u00a0b"),
    ("a b", "a\n\t b "),
    ("office", "o\ufb03ce"),
    ("hyphenation", "hyphen\u00adation"),
    ("word", "wo\u200brd"),
    ("½", "1⁄2"),
    ("café", "cafe\u0301"),
    ("x²", "x2"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_forms_of_the_same_words_are_no_edit(one: str, other: str) -> None:
    assert folded(one) == folded(other)
    assert fields(post(1, text=one, title=one), post(1, text=other, title=other)) == ()


OTHER = [
    ("pears", "apples"),
    ("Pears", "pears"),
    ("Yes.", "Yes!"),
    ("I do", "I do not"),
    ("5 pears", "6 pears"),
    ("pears", "pears (sold)"),
    ("one\ntwo", "two\none"),
    ("cafe", "café"),
    ("(a)", "a"),
    ("🙂", "🙁"),
]


@pytest.mark.parametrize(("one", "other"), OTHER)
def test_other_words_are_an_edit(one: str, other: str) -> None:
    assert fields(post(1, text=one), post(1, text=other)) == ("text",)
    assert fields(thread(title=one), thread(title=other)) == ("title",)


@pytest.mark.parametrize(
    "change",
    [
        {"author": "Anne"},
        {"author_url": "https://b.example/u2"},
        {"published": "2026-03-01"},
        {"published": "2026-03-01T10:00:30+01:00"},
        {"modified": "2026-04-01"},
        {"tags": ("fruit",)},
        {"html": "<div>Words of post 1</div>"},
        {"own_text": "Words"},
        {"reply_to": "https://b.example/p0"},
        {"title": "Re: Pears"},
    ],
    ids=lambda change: next(iter(change)),
)
def test_what_a_template_may_tell_in_another_way_is_no_edit(change: dict[str, object]) -> None:
    assert fields(post(1), post(1, **change)) == ()


@pytest.mark.parametrize("name", ["links", "images"])
def test_another_link_or_picture_is_an_edit(name: str) -> None:
    one, two = "https://c.example/a", "https://c.example/b"

    assert fields(post(1, **{name: (one,)}), post(1, **{name: (two,)})) == (name,)
    assert fields(post(1, **{name: (one,)}), post(1, **{name: (one, two)})) == (name,)
    assert fields(post(1, **{name: (one,)}), post(1)) == (name,)
    assert fields(post(1, text="", **{name: (one,)}), post(1, text="", **{name: (two,)})) == (name,)


def test_the_order_of_links_and_their_scheme_are_no_edit() -> None:
    one, two = ("https://c.example/a", "http://c.example/b"), ("https://c.example/b", "https://c.example/a")

    assert fields(post(1, links=one), post(1, links=two)) == ()


def test_a_page_that_tells_no_text_at_all_is_no_edit() -> None:
    assert fields(post(1, links=("https://c.example/a",)), post(1, text="")) == ()
    assert fields(post(1, text=""), post(1, text="Now there are words")) == ()


def test_edits_are_found_between_visits_minutes_apart_and_threads_that_grew_are_none(catalog: Catalog) -> None:
    minutes = 1 / 288
    ObjectStore(catalog, 1).keep([thread(), post(1), post(2), post(3)])

    seen = [post(1), post(2, text="Other words"), post(3, author="Anne"), post(4)]
    ObjectStore(catalog, 2).keep([later(one, days=minutes) for one in (thread(), *seen)])

    new, edited = list(new_objects(catalog, 4)), list(edited_objects(catalog, 4, 4))
    assert [one.id for one in new] == [post(4).id]
    assert [(one.id, one.fields, one.version) for one in edited] == [(post(2).id, ("text",), 2)]
    counts = count_changes(catalog, 2, 4, edited)
    assert counts["Thread"] == {**dict.fromkeys(Change, 0), Change.UNCHANGED: 1}
    assert counts["BoardPost"] == {**dict.fromkeys(Change, 0), Change.NEW: 1, Change.EDITED: 1, Change.UNCHANGED: 2}


def test_an_edit_taken_back_within_one_visit_is_none(catalog: Catalog) -> None:
    ObjectStore(catalog, 1).keep([post(1)])
    store = ObjectStore(catalog, 2)
    store.keep([later(post(1), days=1, text="Hacked!")])
    store.keep([later(post(1), days=2)])

    assert list(edited_objects(catalog, 1, 1)) == []


def test_a_visit_in_the_same_second_makes_a_version_too(catalog: Catalog) -> None:
    ObjectStore(catalog, 1).keep([post(1)])
    ObjectStore(catalog, 2).keep([post(1, text="Other words")])

    (stored,) = read_objects(catalog)
    assert (stored.version, stored.web.text) == (2, "Other words")


def test_a_visit_with_a_clock_that_was_set_back_makes_versions_too(catalog: Catalog) -> None:
    ObjectStore(catalog, 1).keep([later(post(1))])
    ObjectStore(catalog, 2).keep([post(1, text="Other words")])

    assert [one.version for one in read_objects(catalog)] == [2]


def test_a_post_that_moved_to_another_page_in_the_next_visit_is_read_there(catalog: Catalog) -> None:
    ObjectStore(catalog, 1).keep([post(1, page=2, url="")])
    store = ObjectStore(catalog, 2)
    store.keep([later(post(1, url="", text="Edited, and moved"), days=0.01)])

    (stored,) = read_objects(catalog)
    assert (stored.version, stored.web.text) == (2, "Edited, and moved")


def test_within_a_visit_of_many_days_another_page_makes_no_version(catalog: Catalog) -> None:
    store = ObjectStore(catalog, 2)
    store.keep([post(1, url="")])
    store.keep([later(post(1, page=2, url="", text="Shortened …"), days=5)])

    assert [(one.version, one.web.text) for one in read_objects(catalog)] == [(1, post(1).text)]


def test_what_is_gone_and_what_was_not_seen_are_counted_apart(catalog: Catalog) -> None:
    ObjectStore(catalog, 1).keep([post(1), post(2), post(3)])
    ObjectStore(catalog, 2).keep([later(post(1))])

    gone = list(gone_objects(catalog, [(2, "404")]))

    assert [(one.id, one.why) for one in gone] == [(post(2).id, "404")]
    counts = count_changes(catalog, 2, 3, gone)["BoardPost"]
    assert counts == {**dict.fromkeys(Change, 0), Change.DELETED: 1, Change.UNSEEN: 1, Change.UNCHANGED: 1}


def test_accounts_are_not_compared(catalog: Catalog) -> None:
    account = post(1, type=ObjectType.USER_ACCOUNT, container="")
    ObjectStore(catalog, 2).keep([account])

    assert list(new_objects(catalog, 0)) == []
    assert count_changes(catalog, 2, 0, []) == {}


def test_an_object_found_gone_is_there_again_in_the_visit_that_sees_it(catalog: Catalog) -> None:
    store = ObjectStore(catalog, 1)
    store.keep([post(1)])
    store.mark_gone(post(1).id, later(post(1)).source.time)
    ObjectStore(catalog, 2).keep([post(1)])

    assert [one.deleted for one in read_objects(catalog)] == [""]


def test_a_collection_of_an_earlier_version_gets_its_columns(tmp_path: Path) -> None:
    catalog = open_catalog(tmp_path / "old.db", (SCHEMA,))
    for column in ("visit", "seen_visit"):
        catalog.execute(f"ALTER TABLE objects DROP COLUMN {column}")

    ObjectStore(catalog, 1).keep([post(1)])
    ObjectStore(catalog, 2).keep([post(1, text="Other words")])

    assert [one.version for one in read_objects(catalog)] == [2]
    catalog.close()
