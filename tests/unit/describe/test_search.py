"""Words are found in what is there now, and nothing a user types is a mistake."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.support.objects import MOMENT, later, open_store, post, thread

from thresher.catalog import Catalog
from thresher.describe import ObjectStore, Wanted, search, waiting_for_index
from thresher.describe.search import BEGIN, END
from thresher.describe.words import parse_words
from thresher.model import ObjectType


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[tuple[Catalog, ObjectStore]]:
    catalog, store = open_store(tmp_path)
    forum = replace(thread(), id="https://b.example/f1", type=ObjectType.FORUM, title="The orchard")
    store.keep(
        [
            forum,
            thread(container=forum.id),
            post(1, text="Ripe pears are sweet, and the apple is sour"),
            post(2, text="An apple a day", author="Bob", title="Café crème"),
            post(3, text="Worms eat the sweetest pear", published="2026-04-01"),
            post(4, text="日本語のテキスト", published=""),
        ]
    )
    store.index_words()
    yield catalog, store
    catalog.close()


def ids(catalog: Catalog, words: str, wanted: Wanted | None = None, inside: str = "") -> set[str]:
    return {hit.id.rpartition("/")[2] for hit in search(catalog, words, wanted, inside=inside)}


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("apple", {"p1", "p2"}),
        ("APPLE", {"p1", "p2"}),
        ("apple ripe", {"p1"}),
        ("cafe creme", {"p2"}),
        ("bob", {"p2"}),
        ("worms OR ripe", {"p1", "p3"}),
        ("apple -ripe", {"p2"}),
        ('apple -"a day"', {"p1"}),
        ('"a day"', {"p2"}),
        ('"day a"', set()),
        ("sweet*", {"p1", "p3"}),
        ("sweet", {"p1"}),
        ("日本*", {"p4"}),
        ("-apple", set()),
        ("", set()),
    ],
)
def test_words_phrases_alternatives_exclusions_and_beginnings(
    opened: tuple[Catalog, ObjectStore], words: str, expected: set[str]
) -> None:
    assert ids(opened[0], words) == expected


@pytest.mark.parametrize(
    "words",
    [
        '"', '"""', "(", ")", "NEAR(a b)", "title:apple", "apple AND", "OR", "OR OR apple", "NOT", "^apple", "apple^",
        "*", "-", "--", "- -", '-"', "a\0b", "\0", "{title author}: x", "'; DROP TABLE objects", "+", "https://a.example/?q=1",
        "😀", "…", "\u0301", '"…" apple', "\ufeff", "a" * 5000,
    ],
)  # fmt: skip
def test_nothing_a_user_types_is_an_error(opened: tuple[Catalog, ObjectStore], words: str) -> None:
    hits = search(opened[0], words)
    more = search(opened[0], f"apple {words} pear")

    assert all(hit.id for hit in (*hits, *more))


def test_words_of_the_query_language_are_words(opened: tuple[Catalog, ObjectStore]) -> None:
    opened[1].keep([post(5, text="this AND that, NOT those NEAR title")])
    opened[1].index_words()

    assert ids(opened[0], "AND NOT NEAR title") == {"p5"}
    assert parse_words("a OR").as_fts() == '("a")'


def test_the_snippet_marks_the_hit(opened: tuple[Catalog, ObjectStore]) -> None:
    (hit,) = search(opened[0], "worms")

    assert hit.snippet == f"{BEGIN}Worms{END} eat the sweetest pear"
    assert (hit.type, hit.author, hit.published, hit.url) == (
        "BoardPost",
        "Ann",
        "2026-04-01",
        "https://b.example/t1#p3",
    )


def test_filters_narrow_the_hits(opened: tuple[Catalog, ObjectStore]) -> None:
    catalog, _ = opened

    assert ids(catalog, "apple", Wanted(author="Bob")) == {"p2"}
    assert ids(catalog, "sweet*", Wanted(since="2026-04")) == {"p3"}
    assert ids(catalog, "pear*", Wanted(type=ObjectType.THREAD)) == {"t1"}


@pytest.mark.parametrize("inside", ["https://b.example/t1", "Pears", "pears", "The orchard", "https://b.example/f1"])
def test_a_container_is_named_by_id_or_title_and_counts_with_all_inside(
    opened: tuple[Catalog, ObjectStore], inside: str
) -> None:
    opened[1].keep([post(6, text="An apple elsewhere", container="https://b.example/t2", container_title="Nuts")])
    opened[1].index_words()

    assert ids(opened[0], "apple", inside=inside) == {"p1", "p2"}
    assert ids(opened[0], "apple", inside="Nuts") == {"p6"}


def test_containers_that_contain_each_other_do_no_harm(opened: tuple[Catalog, ObjectStore]) -> None:
    one, other = (thread(number, container=f"https://b.example/t{13 - number}", title="Circle") for number in (6, 7))
    opened[1].keep([one, other])
    opened[1].index_words()

    assert ids(opened[0], "circle", inside="Circle") == {"t6", "t7"}


def test_a_title_weighs_more_than_a_text(opened: tuple[Catalog, ObjectStore]) -> None:
    opened[1].keep([post(5, text="plums and plums"), post(6, title="plums", text="Something else is said here")])
    opened[1].index_words()

    assert [hit.id[-2:] for hit in search(opened[0], "plums")] == ["p6", "p5"]


def test_only_the_current_version_is_found(opened: tuple[Catalog, ObjectStore]) -> None:
    catalog, store = opened
    store.keep([later(post(2, text="A plum a day", author="Bob"))])
    assert waiting_for_index(catalog) == 1

    store.index_words()

    assert ids(catalog, "apple") == {"p1"}
    assert ids(catalog, "plum") == {"p2"}
    catalog.execute("INSERT INTO object_words(object_words) VALUES ('integrity-check')")


def test_a_version_with_better_words_is_found_by_them(opened: tuple[Catalog, ObjectStore]) -> None:
    catalog, store = opened
    store.keep([post(4, page=2, text="", title="Kanji", published="")])

    assert store.index_words() == 1

    assert ids(catalog, "kanji") == {"p4"}
    catalog.execute("INSERT INTO object_words(object_words) VALUES ('integrity-check')")


def test_deleted_objects_are_not_found_until_they_are_back(opened: tuple[Catalog, ObjectStore]) -> None:
    catalog, store = opened
    store.mark_gone(post(3).id, MOMENT)

    assert ids(catalog, "worms") == set()
    store.restore(post(3).id)
    assert ids(catalog, "worms") == {"p3"}
