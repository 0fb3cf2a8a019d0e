"""What is withheld is nowhere, keeps its reason and its place, and comes back when that is taken away."""

import json
from pathlib import Path

import pytest
from tests.support.objects import MOMENT, collection_of, later, open_store, post, thread

from thresher.catalog import Catalog, open_catalog
from thresher.describe import SCHEMA, ObjectStore, StoredObject, read_objects, search, sync_rdf, withheld_in
from thresher.describe.ask import ask
from thresher.describe.known import moment
from thresher.describe.withheld import (
    Entry,
    WithheldKind,
    carry_withheld,
    entries,
    note_withheld,
    show_again,
    withhold,
)

SECRET = "Zanzibar"
SINCE = "2026-11-16T00:00:00Z"
HOME = "https://b.example/t1"


def made(root: Path) -> Path:
    """A thread of three posts; the second is the one of which nothing may be seen."""
    second = post(2, author=f"{SECRET} Ned", text=f"Words about {SECRET}", title=f"To {SECRET}")
    return collection_of(root, [thread(), post(1), second, post(3)])


def hide(path: Path, *rows: Entry) -> int:
    catalog = open_catalog(path, (SCHEMA,))
    count = withhold(catalog, rows)
    catalog.close()
    return count


def an_object(number: int) -> Entry:
    return Entry(post(number).id, WithheldKind.OBJECT, "asked for", SINCE)


def a_capture(url: str, time: str = "") -> Entry:
    return Entry(url, WithheldKind.CAPTURE, "a private address", SINCE, time)


def objects_in(path: Path, *, history: bool = False) -> list[StoredObject]:
    catalog = open_catalog(path, read_only=True)
    try:
        return list(read_objects(catalog, history=history))
    finally:
        catalog.close()


def names(found: list[StoredObject]) -> list[str]:
    return [one.web.id.rpartition("/")[2] for one in found]


def answer(path: Path, question: str) -> str:
    with ask(path, path.parent / "rdf", question).file as file:
        return file.read().decode()


def test_a_withheld_object_is_in_no_list_and_the_others_keep_their_positions(tmp_path: Path) -> None:
    path = made(tmp_path)

    count = hide(path, an_object(2))

    assert count == 1
    found = objects_in(path)
    assert names(found) == ["t1", "p1", "p3"]
    assert [one.position for one in found] == [None, 1, 3]
    assert names(objects_in(path, history=True)) == ["t1", "p1", "p3"]


def test_words_of_a_withheld_object_find_nothing(tmp_path: Path) -> None:
    path = made(tmp_path)

    hide(path, an_object(2))

    catalog = open_catalog(path, read_only=True)
    assert search(catalog, SECRET) == []
    assert len(search(catalog, "words")) == 2
    catalog.close()


def test_triples_forget_a_withheld_object_and_its_author_and_learn_them_again(tmp_path: Path) -> None:
    path = made(tmp_path)
    everything = "SELECT ?s ?p ?o { ?s ?p ?o }"
    before = answer(path, everything)
    assert SECRET in before

    hide(path, an_object(2))
    without = answer(path, everything)
    catalog = open_catalog(path, (SCHEMA,))
    show_again(catalog, [post(2).id], WithheldKind.OBJECT)
    catalog.close()

    assert SECRET not in without
    assert "Ann" in without
    rows = [json.loads(one)["results"]["bindings"] for one in (before, answer(path, everything))]
    assert sorted(map(str, rows[0])) == sorted(map(str, rows[1]))


def test_triples_that_are_made_anew_do_not_have_it_either(tmp_path: Path) -> None:
    path = made(tmp_path)
    hide(path, an_object(2))

    sync_rdf(path, tmp_path / "rdf")

    assert SECRET not in answer(path, "SELECT ?o { ?s ?p ?o }")


def test_the_title_of_a_withheld_thread_is_lent_to_none_of_its_posts(tmp_path: Path) -> None:
    titled = thread(title=SECRET)
    posts = [post(number, container_title=SECRET) for number in (1, 2)]
    path = collection_of(tmp_path, [titled, *posts])

    hide(path, Entry(titled.id, WithheldKind.OBJECT, "asked for", SINCE))

    assert [one.web.container_title for one in objects_in(path)] == ["", ""]
    catalog = open_catalog(path, read_only=True)
    assert {hit.container_title for hit in search(catalog, "words")} == {""}
    catalog.close()
    assert SECRET not in answer(path, "SELECT ?o { ?s ?p ?o }")


def test_all_captures_of_an_address_take_what_was_read_there_with_them(tmp_path: Path) -> None:
    path = collection_of(tmp_path, [thread(), post(1), post(2, 2), post(3, 2)])

    count = hide(path, a_capture(f"{HOME}?page=2"))

    assert count == 2
    assert names(objects_in(path)) == ["t1", "p1"]


def test_an_object_that_another_capture_shows_too_stays(tmp_path: Path) -> None:
    path = collection_of(tmp_path, [post(1)])
    collection_of(tmp_path, [later(post(1))])

    count = hide(path, a_capture(HOME, moment(MOMENT)))

    assert count == 0
    assert names(objects_in(path)) == ["p1"]


def test_a_version_that_only_a_withheld_capture_shows_is_not_in_the_history(tmp_path: Path) -> None:
    path = collection_of(tmp_path, [post(1, text=SECRET)])
    collection_of(tmp_path, [later(post(1, text="Harmless"))])

    hide(path, a_capture(HOME, moment(MOMENT)))

    assert [one.web.text for one in objects_in(path, history=True)] == ["Harmless"]


def test_an_object_whose_newest_words_are_withheld_is_withheld_as_a_whole(tmp_path: Path) -> None:
    path = collection_of(tmp_path, [post(1, text="Harmless")])
    new = later(post(1, text=SECRET))
    collection_of(tmp_path, [new])

    hide(path, a_capture(HOME, moment(new.source.time)))

    assert objects_in(path, history=True) == []


def test_objects_that_a_later_visit_shows_elsewhere_are_told_to_what_is_derived(tmp_path: Path) -> None:
    path = collection_of(tmp_path, [post(1)])
    hide(path, a_capture(HOME, moment(MOMENT)))
    assert objects_in(path) == []

    collection_of(tmp_path, [later(post(1))])
    catalog = open_catalog(path, (SCHEMA,))
    bumped = note_withheld(catalog)
    again = note_withheld(catalog)
    catalog.close()

    assert (bumped, again) == (1, 0)
    assert names(objects_in(path)) == ["p1"]


def test_what_has_another_id_now_is_withheld_under_that_too(tmp_path: Path) -> None:
    path = collection_of(tmp_path, [post(1), post(2)])
    hide(path, an_object(1))

    catalog = open_catalog(path, (SCHEMA,))
    numbers = dict(catalog.execute("SELECT id, number FROM objects").fetchall())
    carry_withheld(catalog, {numbers[post(1).id]: numbers[post(2).id]})
    hidden = withheld_in(catalog)
    catalog.close()

    assert hidden.ids == {post(1).id, post(2).id}


@pytest.mark.parametrize(("time", "reason"), [("", "a private address"), (moment(MOMENT), "a private address")])
def test_a_withheld_capture_is_not_shown(tmp_path: Path, time: str, reason: str) -> None:
    path = made(tmp_path)
    hide(path, a_capture(HOME, time))

    catalog = open_catalog(path, read_only=True)
    hidden = withheld_in(catalog)
    catalog.close()

    assert hidden.why_not_shown(HOME, "2026-03-01T12:00:00+00:00") == reason
    assert hidden.why_not_shown(HOME, "2026-03-02T12:00:00Z") == ("" if time else reason)
    assert hidden.why_not_shown("https://b.example/t2", "2026-03-01T12:00:00Z") == ""


def test_pages_that_show_a_withheld_object_are_not_shown(tmp_path: Path) -> None:
    path = made(tmp_path)
    hide(path, an_object(2))

    catalog = open_catalog(path, read_only=True)
    hidden = withheld_in(catalog)
    catalog.close()

    assert hidden.why_not_shown(HOME, "2026-05-01T12:00:00Z") == "asked for"


def test_all_is_listed_with_its_reason(tmp_path: Path) -> None:
    path = made(tmp_path)
    hide(path, an_object(2), a_capture(HOME))

    catalog = open_catalog(path, read_only=True)
    found = [one.as_dict() for one in entries(catalog)]
    catalog.close()

    assert found == [
        {"kind": "object", "target": post(2).id, "reason": "asked for", "time": SINCE},
        {"kind": "capture", "target": HOME, "reason": "a private address", "time": SINCE},
    ]


def test_collections_of_earlier_versions_withhold_nothing(tmp_path: Path) -> None:
    path = made(tmp_path)
    catalog, _ = open_store(tmp_path)
    catalog.execute("DROP TABLE withheld")
    catalog.close()

    reader = open_catalog(path, read_only=True)
    hidden, listed = withheld_in(reader), entries(reader)
    reader.close()

    assert (hidden.objects, hidden.captures, listed) == ({}, {}, [])
    assert len(objects_in(path)) == 4


def test_keeping_an_object_again_does_not_bring_it_back(tmp_path: Path) -> None:
    path = made(tmp_path)
    hide(path, an_object(2))

    catalog: Catalog = open_catalog(path, (SCHEMA,))
    store = ObjectStore(catalog)
    store.keep([later(post(2, text=f"Other words about {SECRET}"))])
    store.index_words()
    catalog.close()

    assert names(objects_in(path)) == ["t1", "p1", "p3"]
    reader = open_catalog(path, read_only=True)
    assert search(reader, SECRET) == []
    reader.close()
