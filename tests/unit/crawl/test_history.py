"""Which visit a command works on, and what it begins without."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from thresher.catalog import Catalog, open_catalog
from thresher.crawl.history import OF_ONE_VISIT, Command, end_visit, last_visit, open_visit
from thresher.crawl.session import SCHEMAS
from thresher.describe import ObjectStore
from thresher.frontier import Frontier, Lanes, RobotsBook, UrlTable
from thresher.model import Kind, Offer, Outcome
from thresher.model.errors import CollectionError

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
URL = "http://a.example/"


@pytest.fixture
def catalog(tmp_path: Path) -> Iterator[Catalog]:
    found = open_catalog(tmp_path / "catalog.db", SCHEMAS)
    yield found
    found.close()


def offer(path: str) -> Offer:
    return Offer(URL + path, Kind.PAGE, 100, 1, URL)


def capture(catalog: Catalog, absorbed: int = 1) -> None:
    values = (URL, "a", "2026-02-01T00:00:00Z", "page", 200, "text/html", "d", "r", "f", 0, 1, 1, 0, 0.1, absorbed)
    names = "url, surt, date, kind, status, mime, digest, record_id, file, offset, length, size, is_revisit, seconds"
    catalog.execute(f"INSERT INTO captures({names}, absorbed) VALUES ({','.join('?' * 15)})", values)


def test_the_first_crawl_is_visit_one_and_goes_on_until_it_ends(catalog: Catalog) -> None:
    first = open_visit(catalog, Command.CRAWL, NOW)
    again = open_visit(catalog, Command.CRAWL, NOW)
    end_visit(catalog, again, NOW)

    assert (first.number, first.ended, first.is_fresh) == (1, None, False)
    assert again.number == 1
    last = last_visit(catalog)
    assert last is not None
    assert (last.number, last.ended) == (1, "2026-03-01T12:00:00Z")


def test_an_update_begins_the_next_visit_and_goes_on_with_it(catalog: Catalog) -> None:
    end_visit(catalog, open_visit(catalog, Command.CRAWL, NOW), NOW)

    second = open_visit(catalog, Command.UPDATE, NOW)
    going_on = open_visit(catalog, Command.UPDATE, NOW)
    end_visit(catalog, going_on, NOW)
    third = open_visit(catalog, Command.UPDATE, NOW)

    assert [(one.number, one.is_fresh) for one in (second, going_on, third)] == [(2, True), (2, False), (3, True)]


def test_neither_command_goes_on_with_what_the_other_has_not_finished(catalog: Catalog) -> None:
    first = open_visit(catalog, Command.CRAWL, NOW)
    with pytest.raises(CollectionError, match="crawl of this collection is not finished"):
        open_visit(catalog, Command.UPDATE, NOW)
    end_visit(catalog, first, NOW)
    second = open_visit(catalog, Command.UPDATE, NOW)
    with pytest.raises(CollectionError, match="update of this collection is not finished"):
        open_visit(catalog, Command.CRAWL, NOW)
    end_visit(catalog, second, NOW)

    added = open_visit(catalog, Command.CRAWL, NOW)

    assert added.number == 2
    with pytest.raises(CollectionError):
        open_visit(catalog, Command.UPDATE, NOW)


def test_a_visit_begins_without_what_belonged_to_the_last(catalog: Catalog) -> None:
    end_visit(catalog, open_visit(catalog, Command.CRAWL, NOW), NOW)
    RobotsBook(catalog, obey=True).learn(URL + "robots.txt", 200, "User-agent: *\nDisallow: /x")
    urls = UrlTable(catalog)
    urls.offer([offer("one")])
    urls.finish(URL + "one", Outcome.KEPT, "")
    catalog.execute("INSERT INTO seen_lines VALUES (1)")
    catalog.execute("INSERT INTO lessons VALUES ('a', '[1]')")
    catalog.execute("INSERT INTO site_notes VALUES ('fed', 'a', 'b', 1, x'00')")
    catalog.execute("INSERT INTO applications VALUES ('http://a.example/', 'phpbb', 3, 1)")
    capture(catalog)

    begun = open_visit(catalog, Command.UPDATE, NOW)

    assert begun.after_capture == 1
    counts = {
        name: catalog.execute(f"SELECT count(*) FROM {name}").fetchone()[0]
        for name in (*OF_ONE_VISIT, "urls", "urls_before", "applications", "captures")
    }
    assert counts == {**dict.fromkeys((*OF_ONE_VISIT, "urls"), 0), "urls_before": 1, "applications": 1, "captures": 1}


def test_a_frontier_put_aside_works_as_a_new_one(catalog: Catalog) -> None:
    for _ in range(3):
        visit = open_visit(catalog, Command.UPDATE if last_visit(catalog) else Command.CRAWL, NOW)
        robots = RobotsBook(catalog, obey=True)
        robots.learn(URL + "robots.txt", 404, "")
        frontier = Frontier(UrlTable(catalog), robots, Lanes(delay=0, concurrency=1), admit=lambda _: None)
        assert len(frontier.offer([offer("one"), offer("two")])) == 2
        first = frontier.take()
        assert first is not None
        frontier.finish(first, Outcome.KEPT)
        assert frontier.pending == 1
        end_visit(catalog, visit, NOW)
        catalog.commit()
    indexes = {name for (name,) in catalog.execute("SELECT name FROM sqlite_master WHERE type = 'index'")}
    assert {"urls_pending", "urls_in_flight"} <= indexes


def test_a_visit_that_was_begun_and_not_committed_was_never_begun(tmp_path: Path) -> None:
    catalog = open_catalog(tmp_path / "c.db", SCHEMAS)
    end_visit(catalog, open_visit(catalog, Command.CRAWL, NOW), NOW)
    UrlTable(catalog).offer([offer("one")])
    catalog.commit()
    open_visit(catalog, Command.UPDATE, NOW)
    catalog.abandon()

    catalog = open_catalog(tmp_path / "c.db", SCHEMAS)
    last = last_visit(catalog)
    assert last is not None
    assert (last.number, last.ended is not None) == (1, True)
    assert UrlTable(catalog).get(URL + "one") is not None
    catalog.close()


@pytest.mark.parametrize(("state", "absorbed", "is_over"), [(2, 1, True), (0, 1, False), (2, 0, False)])
def test_a_collection_of_an_earlier_version_is_over_if_nothing_waits(
    catalog: Catalog, state: int, absorbed: int, is_over: bool
) -> None:
    UrlTable(catalog).offer([offer("one")])
    catalog.execute("UPDATE urls SET state = ?", (state,))
    capture(catalog, absorbed)
    ObjectStore(catalog)

    if is_over:
        assert open_visit(catalog, Command.UPDATE, NOW).number == 2
    else:
        with pytest.raises(CollectionError):
            open_visit(catalog, Command.UPDATE, NOW)


def test_an_update_of_what_is_due_knows_what_the_last_visit_found_out_about_sites(catalog: Catalog) -> None:
    end_visit(catalog, open_visit(catalog, Command.CRAWL, NOW), NOW)
    kept = {"brake x", "lesson x", "admitted 0", "date order http://a.example/", "sitemaps x", "read on a.example"}
    for key in (*kept, "chain x", "barren http://a.example/", "dated"):
        catalog.execute("INSERT INTO lessons VALUES (?, '[1]')", (key,))

    end_visit(catalog, open_visit(catalog, Command.DUE, NOW), NOW)
    assert {key for (key,) in catalog.execute("SELECT key FROM lessons")} == kept

    open_visit(catalog, Command.UPDATE, NOW)
    assert catalog.execute("SELECT key FROM lessons").fetchall() == [("date order http://a.example/",)]
