"""One thing under two ids is one thing."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.support.objects import later, post, source, thread

from thresher.catalog import Catalog, open_catalog
from thresher.describe import SCHEMA, ObjectStore
from thresher.describe.changes import Change, count_changes, renamed_objects
from thresher.describe.twins import twins
from thresher.model import ObjectType, WebObject

HOME = "https://b.example/t1"
TEXT = "A long text about pears, their skins, and what to do with them in a wet autumn without wasps."


@pytest.fixture
def catalog(tmp_path: Path) -> Iterator[Catalog]:
    found = open_catalog(tmp_path / "catalog.db", (SCHEMA,))
    yield found
    found.close()


def hashed(number: int, **more: object) -> WebObject:
    """A post of which the page tells no number."""
    return replace(post(number), id=f"{HOME}#x{number:016x}", **more)  # type: ignore[arg-type]


def visits(catalog: Catalog, before: list[WebObject], now: list[WebObject]) -> dict[int, int]:
    ObjectStore(catalog, 1).keep(before)
    ObjectStore(catalog, 2).keep([later(one) for one in now])
    return twins(catalog, 2, len(before))


def test_posts_of_a_template_that_tells_no_numbers_are_known_by_their_words(catalog: Catalog) -> None:
    before, now = [post(n) for n in (1, 2, 3)], [hashed(n) for n in (1, 2, 3, 4)]

    found = visits(catalog, before, now)

    assert found == {1: 4, 2: 5, 3: 6}
    changes = list(renamed_objects(catalog, found))
    assert [(one.change, one.was) for one in changes] == [
        (Change.UNCHANGED, f"https://b.example/p{n}") for n in (1, 2, 3)
    ]
    counts = count_changes(catalog, 2, 3, changes)["BoardPost"]
    assert (counts[Change.UNCHANGED], counts[Change.UNSEEN], counts[Change.NEW]) == (3, 0, 1)


def test_an_edit_under_another_id_is_an_edit(catalog: Catalog) -> None:
    by_minute = visits(catalog, [hashed(1)], [hashed(7, text="Quite something else", published=post(1).published)])

    (edited,) = renamed_objects(catalog, by_minute)

    assert (edited.change, edited.fields, edited.was) == (Change.EDITED, ("text",), hashed(1).id)


def test_without_a_minute_an_edit_is_known_by_its_author_and_most_of_its_words(catalog: Catalog) -> None:
    now = [
        hashed(7, text=TEXT + " Edit: and wasps.", published="2026"),
        hashed(8, text="Something else", published="2026"),
    ]

    assert visits(catalog, [post(1, text=TEXT, published="2026-03")], now) == {1: 2}


def test_a_post_whose_neighbours_keep_their_ids_is_another_post(catalog: Catalog) -> None:
    assert visits(catalog, [post(1), post(2)], [post(1), post(5, text=post(2).text)]) == {}


def test_an_id_made_of_words_may_change_while_others_stay(catalog: Catalog) -> None:
    edited = hashed(7, text="Quite something else", published=post(2).published)

    assert visits(catalog, [hashed(1), hashed(2)], [hashed(1), edited]) == {2: 3}


@pytest.mark.parametrize(
    "other",
    [
        hashed(7, text="Thanks!", author="Ben"),
        hashed(7, text="Something else"),
        hashed(7, text="Thanks!", container="https://b.example/t2"),
        hashed(7, text="Thanks!", type=ObjectType.COMMENT),
    ],
    ids=["another author", "other words", "another thread", "another type"],
)
def test_other_things_are_no_twins(catalog: Catalog, other: WebObject) -> None:
    assert visits(catalog, [post(1, text="Thanks!")], [other]) == {}


SAME = {"text": "+1", "published": ""}


def test_two_that_say_the_same_are_matched_in_their_order(catalog: Catalog) -> None:
    assert visits(catalog, [post(1, **SAME), post(2, **SAME)], [hashed(1, **SAME), hashed(2, **SAME)]) == {1: 3, 2: 4}


def test_of_three_that_say_the_same_one_is_gone_where_two_are_left(catalog: Catalog) -> None:
    found = visits(catalog, [post(n, **SAME) for n in (1, 2, 3)], [hashed(n, **SAME) for n in (1, 2)])

    assert len(found) == len(set(found.values())) == 2


def test_a_post_at_another_address_is_known_by_a_long_text(catalog: Catalog) -> None:
    def article(path: str, text: str) -> WebObject:
        url = f"https://b.example/{path}"
        return replace(thread(), id=url, url=url, type=ObjectType.BLOG_POST, text=text, source=source(url))

    assert visits(
        catalog, [article("?p=1", TEXT), article("?p=2", "Hi")], [article("a", TEXT), article("b", "Hi")]
    ) == {1: 3}


def test_threads_that_only_share_a_title_are_two(catalog: Catalog) -> None:
    assert visits(catalog, [thread(1)], [thread(2)]) == {}
