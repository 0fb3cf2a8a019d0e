"""An object is one object, however often and wherever it is seen; only a change of it makes a version."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.support.objects import MOMENT, later, open_store, post, source, thread

from thresher.catalog import Catalog
from thresher.describe import Kept, ObjectStore, StoredObject, Wanted, read_objects
from thresher.model import WebObject


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[tuple[Catalog, ObjectStore]]:
    catalog, store = open_store(tmp_path)
    yield catalog, store
    catalog.close()


@pytest.fixture
def catalog(opened: tuple[Catalog, ObjectStore]) -> Catalog:
    return opened[0]


@pytest.fixture
def store(opened: tuple[Catalog, ObjectStore]) -> ObjectStore:
    return opened[1]


def only(catalog: Catalog, identity: str, *, history: bool = False) -> list[StoredObject]:
    return [one for one in read_objects(catalog, history=history) if one.web.id == identity]


def test_an_object_is_read_back_as_it_was_kept(catalog: Catalog, store: ObjectStore) -> None:
    found = post(
        1, title="Re: Pears", modified="2026-03-02", own_text="own", links=("https://a.example/",), images=("i.png",),
        tags=("fruit", "pears"), reply_to="https://b.example/p0", author_url="https://b.example/u1", confidence=0.75,
    )  # fmt: skip

    kept = store.keep([found])

    assert kept == Kept(new=1)
    (stored,) = read_objects(catalog)
    assert stored.web == found
    assert (stored.version, stored.position, stored.deleted) == (1, 1, "")


def test_a_thread_seen_on_five_pages_is_one_object_in_its_first_version(catalog: Catalog, store: ObjectStore) -> None:
    first = thread(page=1, author="Ann", tags=("fruit",))

    for page in (2, 1, 3, 4, 5):
        store.keep([first if page == 1 else thread(page=page, title=f"Pears - page {page}")])

    (stored,) = read_objects(catalog)
    assert stored.version == 1
    assert (stored.web.title, stored.web.author, stored.web.tags) == ("Pears", "Ann", ("fruit",))
    assert stored.web.source.url == first.source.url


def test_an_object_that_stands_twice_on_a_page_is_kept_once(catalog: Catalog, store: ObjectStore) -> None:
    kept = store.keep([post(1), post(1, title="told only here"), post(1)])

    assert kept == Kept(new=1, again=2)
    (stored,) = read_objects(catalog)
    assert (stored.version, stored.web.title) == (1, "told only here")


def test_seen_again_unchanged_only_moves_last_seen_and_source(catalog: Catalog, store: ObjectStore) -> None:
    store.keep([post(1)])
    again = later(post(1), days=7)

    kept = store.keep([again])

    assert kept == Kept(again=1)
    (stored,) = read_objects(catalog, history=True)
    assert stored.version == 1
    assert stored.web.source == again.source
    assert (stored.first_seen, stored.last_seen) == ("2026-03-01T12:00:00Z", "2026-03-08T12:00:00Z")


def test_a_change_makes_a_version_and_keeps_the_old_one(catalog: Catalog, store: ObjectStore) -> None:
    store.keep([post(1)])
    changed = later(post(1), text="Other words", title="")

    kept = store.keep([changed])

    assert kept == Kept(changed=1)
    old, new = only(catalog, changed.id, history=True)
    assert (old.version, old.web.text, old.web.source.time) == (1, "Words of post 1", MOMENT)
    assert (new.version, new.web.text, new.web.source) == (2, "Other words", changed.source)
    assert [one.version for one in read_objects(catalog)] == [2]


def test_place_and_confidence_make_no_version(catalog: Catalog, store: ObjectStore) -> None:
    store.keep([post(1)])

    kept = store.keep([later(post(1), order=(9, 9), confidence=0.1, container_title="Pears and apples", rule="other")])

    assert kept.changed == 0
    (stored,) = read_objects(catalog)
    assert (stored.web.order, stored.web.container_title) == ((9, 9), "Pears and apples")


def test_what_the_same_page_no_longer_shows_is_gone_from_the_new_version(catalog: Catalog, store: ObjectStore) -> None:
    store.keep([post(1, tags=("fruit",))])

    store.keep([later(post(1, tags=()))])

    (stored,) = read_objects(catalog)
    assert (stored.version, stored.web.tags) == (2, ())


def test_an_excerpt_on_another_page_never_replaces_the_whole_text(catalog: Catalog, store: ObjectStore) -> None:
    url = "https://a.example/post"
    whole = replace(post(1), id=url, url=url, source=source(url), text="The whole long text")
    excerpt = replace(whole, source=source("https://a.example/"), text="The whole", html="")

    for days in (0, 30, 60):
        store.keep([later(excerpt, days=days)])
        store.keep([later(whole, days=days)])

    (stored,) = read_objects(catalog, history=True)
    assert (stored.version, stored.web.text) == (1, "The whole long text")


def test_a_text_gets_no_links_or_quotes_of_another_text(catalog: Catalog, store: ObjectStore) -> None:
    url = "https://a.example/post"
    whole = replace(post(1), id=url, url=url, source=source(url), text="Whole", own_text="", links=(), title="")
    excerpt = replace(
        whole, source=source("https://a.example/"), own_text="Who", links=("https://more.example/",), title="Title",
        author="Editor", author_url="https://a.example/editor",
    )  # fmt: skip

    store.keep([excerpt])
    store.keep([whole])

    (stored,) = read_objects(catalog)
    assert stored.web == replace(whole, title="Title")


def test_a_page_that_takes_over_later_can_bring_a_change(catalog: Catalog, store: ObjectStore) -> None:
    """Posts move to an earlier page when some before them are deleted."""
    store.keep([post(3, page=2, title="Re: Pears")])

    store.keep([later(post(3, page=1, text="Edited"), days=3)])

    (stored,) = read_objects(catalog)
    assert (stored.version, stored.web.text, stored.web.title) == (2, "Edited", "Re: Pears")
    assert stored.web.order == (1, 3)


def test_the_first_post_repeated_on_each_page_stays_the_first(catalog: Catalog, store: ObjectStore) -> None:
    store.keep([post(1, page=2, order=(2, 0)), post(2, page=2)])
    store.keep([post(1, page=1, order=(1, 0)), post(3, page=1)])

    assert [(one.web.id[-2:], one.position) for one in read_objects(catalog)] == [("p1", 1), ("p3", 2), ("p2", 3)]


def test_an_older_capture_changes_nothing_but_fills_blanks(catalog: Catalog, store: ObjectStore) -> None:
    store.keep([later(post(1, text="New", title=""))])

    store.keep([post(1, text="Old", title="Re: Pears")])

    (stored,) = read_objects(catalog, history=True)
    assert (stored.web.text, stored.web.title, stored.version) == ("New", "Re: Pears", 1)
    assert stored.first_seen == "2026-03-01T12:00:00Z"


def test_what_is_gone_is_left_out_but_kept_in_the_history(catalog: Catalog, store: ObjectStore) -> None:
    store.keep([post(1), post(2), post(3)])

    assert store.mark_gone(post(2).id, MOMENT)

    assert [(one.web.id[-2:], one.position) for one in read_objects(catalog)] == [("p1", 1), ("p3", 2)]
    (gone,) = only(catalog, post(2).id, history=True)
    assert (gone.deleted, gone.position) == ("2026-03-01T12:00:00Z", None)
    assert store.restore(post(2).id)
    assert len(list(read_objects(catalog))) == 3
    assert not store.mark_gone("https://b.example/never", MOMENT)


def test_what_was_gone_and_is_seen_again_is_back(catalog: Catalog, store: ObjectStore) -> None:
    store.keep([post(1)])
    store.mark_gone(post(1).id, MOMENT)

    store.keep([later(post(1))])

    (stored,) = read_objects(catalog)
    assert (stored.deleted, stored.version) == ("", 1)


def test_a_crash_forgets_objects_together_with_the_rest_of_the_transaction(tmp_path: Path) -> None:
    catalog, store = open_store(tmp_path)
    store.keep([post(1)])
    catalog.commit()
    store.keep([post(2), later(post(1), text="Edited")])
    store.index_words()
    catalog.abandon()

    catalog, store = open_store(tmp_path)

    assert [one.web.text for one in read_objects(catalog, history=True)] == ["Words of post 1"]
    assert store.keep([post(2)]) == Kept(new=1)
    catalog.close()


def test_a_new_process_goes_on_where_the_last_one_stopped(tmp_path: Path) -> None:
    catalog, store = open_store(tmp_path)
    store.keep([post(1), thread()])
    catalog.close()

    catalog, store = open_store(tmp_path)
    kept = store.keep([later(post(1)), later(post(2)), later(thread(title="Renamed"))])

    assert kept == Kept(new=1, changed=1, again=1)
    catalog.close()


def test_more_objects_than_are_remembered_are_still_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("thresher.describe.store.REMEMBERED", 3)
    catalog, store = open_store(tmp_path)
    many = [post(1, id=f"https://b.example/p{number}") for number in range(700)]
    store.keep(many)

    kept = store.keep([later(one) for one in many])

    assert kept == Kept(again=700)
    catalog.close()


def test_positions_count_each_type_of_a_container_by_itself(catalog: Catalog, store: ObjectStore) -> None:
    comment = replace(post(1), id="https://b.example/c1", type=thread().type, order=(1, 2))
    store.keep([thread(), post(3), comment, post(1)])

    found = {one.web.id.rpartition("/")[2]: one.position for one in read_objects(catalog)}

    assert found == {"t1": None, "p1": 1, "c1": 1, "p3": 2}


def test_positions_do_not_depend_on_what_is_asked_for(catalog: Catalog, store: ObjectStore) -> None:
    store.keep([post(1), post(2, author="Bob"), post(3)])

    assert [one.position for one in read_objects(catalog, Wanted(author="bob"))] == [2]


def test_the_title_of_a_container_is_the_one_it_has_now(catalog: Catalog, store: ObjectStore) -> None:
    store.keep([thread(), post(1)])

    store.keep([later(thread(title="Renamed"))])

    assert {one.web.container_title for one in read_objects(catalog) if one.web.container} == {"Renamed"}


def wanted_ids(catalog: Catalog, wanted: Wanted) -> list[str]:
    return [one.web.id[-2:] for one in read_objects(catalog, wanted)]


@pytest.mark.parametrize(
    ("since", "until", "expected"),
    [
        ("2026-03-02", "", ["p2", "p3"]),
        ("", "2026-03-02", ["p1", "p2"]),
        ("2026-03", "2026-03", ["p1", "p2", "p3"]),
        ("2026-03-02T10", "2026-03-02T10:30", ["p2"]),
        ("2027", "", []),
    ],
)
def test_dates_are_compared_as_far_as_they_go(
    catalog: Catalog, store: ObjectStore, since: str, until: str, expected: list[str]
) -> None:
    undated: list[WebObject] = [post(4, published=""), post(5, published="yesterday")]
    store.keep([post(1), post(2), post(3, published="2026-03-03"), *undated])

    assert wanted_ids(catalog, Wanted(since=since, until=until)) == expected


def test_an_object_is_the_same_with_http_and_with_https(catalog: Catalog, store: ObjectStore) -> None:
    def plain(found: WebObject) -> WebObject:
        url = found.source.url.replace("https:", "http:")
        names = ("id", "url", "container", "reply_to")
        changes = {name: getattr(found, name).replace("https:", "http:") for name in names}
        return replace(found, source=replace(found.source, url=url), **changes)

    first, answer = thread(), post(1, reply_to="https://b.example/p0")
    store.keep([first, answer])

    assert store.keep([plain(first), plain(answer)]) == Kept(again=2)
    ObjectStore(catalog).keep([plain(post(2))])  # after a restart, too
    assert [one.web.id for one in read_objects(catalog)] == [first.id, answer.id, post(2).id]
    assert [one.web.container for one in read_objects(catalog)][1:] == [answer.container] * 2


def test_ids_at_ports_of_their_own_are_left_alone(catalog: Catalog, store: ObjectStore) -> None:
    ids = ["http://b.example:8080/t1", "https://b.example:8080/t1"]
    store.keep([replace(thread(), id=one) for one in ids])

    assert [one.web.id for one in read_objects(catalog)] == ids


def test_half_a_character_in_any_field_costs_nothing(catalog: Catalog, store: ObjectStore) -> None:
    store.keep([replace(post(1), title="A \ud83d", modified="\ud83d", html="<p>\ud83d</p>")])

    (stored,) = read_objects(catalog)
    assert (stored.web.title, stored.web.modified, stored.web.html) == ("A \ufffd", "\ufffd", "<p>\ufffd</p>")
