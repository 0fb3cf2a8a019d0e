"""What visits find out about pages that only the generic rung speaks for."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from thresher.catalog import Catalog, open_catalog
from thresher.crawl.rounds import RoundBook, count_pages, has_failed, note_visit
from thresher.crawl.session import SCHEMAS
from thresher.frontier import UrlTable, put_aside
from thresher.model import Kind, Offer, Outcome

ROOT = "http://a.example"


@pytest.fixture
def catalog(tmp_path: Path) -> Iterator[Catalog]:
    found = open_catalog(tmp_path / "catalog.db", SCHEMAS)
    yield found
    found.close()


def asked(
    catalog: Catalog, path: str, via: str = "/", shape: str = "a.example/*", kind: Kind = Kind.PAGE,
    outcome: Outcome = Outcome.KEPT, detail: str = "",
) -> None:  # fmt: skip
    urls = UrlTable(catalog)
    urls.offer([Offer(ROOT + path, kind, 0, 0 if path == "/" else 1, ROOT + via if path != "/" else "", shape)])
    urls.finish(ROOT + path, outcome, detail)


def row(catalog: Catalog, path: str, columns: str) -> tuple[object, ...] | None:
    found = catalog.execute(f"SELECT {columns} FROM rounds WHERE url = ?", (ROOT + path,)).fetchone()
    return tuple(found) if found else None


def test_pages_have_the_credit_for_what_was_found_through_them(catalog: Catalog) -> None:
    asked(catalog, "/")
    asked(catalog, "/list")
    for number in range(3):
        asked(catalog, f"/{number}", via="/list")
    note_visit(catalog, 1)

    assert row(catalog, "/", "*") is None  # the user named it: it is asked for anyway
    assert row(catalog, "/list", "led_to, news, looks, last_visit") == (3, 0, 0, 1)


@pytest.mark.parametrize(("status", "is_known"), [("404", True), ("403", True), ("429", False), ("503", False)])
def test_answers_that_speak_of_the_moment_are_none_about_a_page(catalog: Catalog, status: str, is_known: bool) -> None:
    asked(catalog, "/")
    asked(catalog, "/page", outcome=Outcome.REFUSED, detail=status)
    note_visit(catalog, 1)
    put_aside(catalog)

    assert (row(catalog, "/page", "last_visit") == (1,)) == is_known
    assert has_failed(catalog, f"{ROOT}/page") == (not is_known)


def test_what_a_sitemap_named_counts_for_the_page_above_it_too(catalog: Catalog) -> None:
    asked(catalog, "/")
    asked(catalog, "/sitemap.xml", kind=Kind.SITEMAP)
    asked(catalog, "/docs/")
    for path in ("/docs/a.html", "/docs/deep/b.html", "/docs/deep/er/c.html", "/other/d.html"):
        asked(catalog, path, via="/sitemap.xml")
    note_visit(catalog, 1)

    assert row(catalog, "/docs/", "led_to") == (3,)
    assert row(catalog, "/sitemap.xml", "kind, led_to") == ("sitemap", 4)


def test_pages_that_lead_into_an_application_are_ways_and_its_own_are_not(catalog: Catalog) -> None:
    asked(catalog, "/")
    asked(catalog, "/forum/", shape="=learned-a.example/sample")
    asked(catalog, "/forum/board", via="/forum/", shape="=phpbb/board")
    asked(catalog, "/forum/thread", via="/forum/board", shape="=phpbb/thread")
    note_visit(catalog, 1)

    assert row(catalog, "/forum/", "kind, ways") == ("way", 1)
    assert row(catalog, "/forum/board", "*") is None
    assert count_pages(catalog)["not_visited"] == 0


def test_samples_of_a_site_that_taught_nothing_are_pages_like_others(catalog: Catalog) -> None:
    asked(catalog, "/")
    asked(catalog, "/sample", shape="=learned-a.example/sample")
    RoundBook(catalog).note(f"{ROOT}/sample")
    catalog.commit()
    note_visit(catalog, 1)

    assert row(catalog, "/sample", "kind, last_visit") == ("page", 1)


def test_looks_and_changes_are_counted_from_visit_to_visit(catalog: Catalog) -> None:
    for number, outcome, detail in (
        (1, Outcome.KEPT, ""),
        (2, Outcome.UNCHANGED, ""),
        (3, Outcome.KEPT, ""),
        (4, Outcome.REFUSED, "404"),
        (5, Outcome.REFUSED, "404"),
        (6, Outcome.REFUSED, "503"),
    ):
        asked(catalog, "/")
        asked(catalog, "/page", outcome=outcome, detail=detail)
        note_visit(catalog, number)
        put_aside(catalog)

    # It changed once, and went once; that it is still gone is no change, and a server in trouble says nothing.
    assert row(catalog, "/page", "looks, changes, is_there, last_visit") == (4, 2, 0, 5)


def test_it_is_told_what_became_of_pages(catalog: Catalog) -> None:
    paths = ("/kept", "/changed", "/gone", "/left")
    asked(catalog, "/")
    for path in paths:
        asked(catalog, path)
    note_visit(catalog, 1)
    put_aside(catalog)
    asked(catalog, "/kept", outcome=Outcome.UNCHANGED)
    asked(catalog, "/changed")
    asked(catalog, "/gone", outcome=Outcome.REFUSED, detail="410")
    asked(catalog, "/new")
    RoundBook(catalog).note(f"{ROOT}/new")
    catalog.commit()

    assert count_pages(catalog) == {"new": 1, "changed": 1, "gone": 1, "unchanged": 1, "not_visited": 1}
