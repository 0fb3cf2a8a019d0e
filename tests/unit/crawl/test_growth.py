"""The curve of what requests brought: each pair of words once, at the request that brought it first."""

from pathlib import Path

import pytest
from tests.support.objects import MOMENT, post

from thresher import archive
from thresher.catalog import Catalog, open_catalog
from thresher.crawl import growth as room
from thresher.crawl.growth import growth
from thresher.describe import SCHEMA, ObjectStore
from thresher.model import Source


def catalog_with(root: Path, texts: dict[int, str], captures: int) -> Catalog:
    """Captures 1 to `captures`, some with an object of that text."""
    catalog = open_catalog(root / "catalog.db", (archive.SCHEMA, SCHEMA))
    catalog.executemany(
        "INSERT INTO captures(id, url, surt, date, kind, status, mime, digest, record_id, file, offset, length, size, "
        "is_revisit, seconds) VALUES (?, ?, '', '', 'page', 200, '', '', '', ?, ?, 1, 1, 0, 0)",
        [(number, f"u{number}", f"f{number // 50}", 1000 * (number % 50)) for number in range(1, captures + 1)],
    )
    store = ObjectStore(catalog)
    for number, text in texts.items():
        where = Source(f"f{number // 50}", 1000 * (number % 50), f"u{number}", MOMENT)
        store.keep([post(1, id=f"https://b.example/{number}", text=text, source=where)])
    return catalog


def test_pairs_of_words_count_once_and_at_the_request_that_brought_them(tmp_path: Path) -> None:
    catalog = catalog_with(tmp_path, {10: "one two three", 60: "One two three", 70: "three four"}, 100)

    found = growth(catalog, 0, 0)

    catalog.close()
    assert found.points == ((0, 0), (10, 2), (60, 2), (70, 3), (100, 3))
    assert (found.requests, found.every, found.is_of_pages) == (100, 1, False)


def test_a_later_visit_has_a_curve_of_its_own(tmp_path: Path) -> None:
    catalog = catalog_with(tmp_path, {10: "one two", 60: "one two three"}, 100)

    found = growth(catalog, 50, 1)

    catalog.close()
    assert found.points == ((0, 0), (10, 2), (50, 2))


def test_without_objects_pages_are_counted(tmp_path: Path) -> None:
    catalog = catalog_with(tmp_path, {}, 20)

    found = growth(catalog, 0, 0)

    catalog.close()
    assert found.is_of_pages
    assert found.points[-1] == (20, 20)


def test_many_texts_are_sampled_evenly_and_it_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "MOST_OBJECTS", 10)
    monkeypatch.setattr(room, "MOST_CAPTURES", 10)
    catalog = catalog_with(tmp_path, {number: f"w{number} and more" for number in range(1, 101)}, 100)

    found = growth(catalog, 0, 0)

    catalog.close()
    assert found.every == 10
    assert found.points[-1] == (100, 11)
    assert [x for x, _ in found.points] == sorted(x for x, _ in found.points)


def test_an_empty_collection_has_a_curve_of_nothing(tmp_path: Path) -> None:
    catalog = catalog_with(tmp_path, {}, 0)

    assert growth(catalog, 0, 0).points == ((0, 0),)
    catalog.close()
