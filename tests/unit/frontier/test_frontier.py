from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from thresher.catalog import Catalog, open_catalog
from thresher.frontier import SCHEMA, Frontier, Lanes, RobotsBook, State, UrlTable
from thresher.frontier.robots import SCHEMA as ROBOTS_SCHEMA
from thresher.model import Entry, Kind, Offer, Outcome, Skip, SkipReason


@pytest.fixture
def catalog(tmp_path: Path) -> Iterator[Catalog]:
    found = open_catalog(tmp_path / "catalog.db", (SCHEMA, ROBOTS_SCHEMA))
    yield found
    found.close()


def frontier_on(catalog: Catalog, admit: Callable[[Entry], Skip | None] = lambda _: None) -> Frontier:
    return Frontier(UrlTable(catalog), RobotsBook(catalog, obey=True), Lanes(delay=0, concurrency=1), admit=admit)


def page(path: str, priority: int = 100, **more: object) -> Offer:
    return Offer(f"http://a.example{path}", Kind.PAGE, priority, 1, "http://a.example/", **more)  # type: ignore[arg-type]


def open_robots(frontier: Frontier, origin: str = "http://a.example") -> None:
    frontier.robots.learn(origin + "/robots.txt", 404, "")


def test_robots_txt_comes_before_the_first_page_of_an_origin(catalog: Catalog) -> None:
    frontier = frontier_on(catalog)
    frontier.offer([page("/one")])

    first = frontier.take()

    assert first is not None
    assert (first.kind, first.url) == (Kind.ROBOTS, "http://a.example/robots.txt")
    assert frontier.take() is None


def test_entries_come_by_priority_then_by_arrival(catalog: Catalog) -> None:
    frontier = frontier_on(catalog)
    open_robots(frontier)
    frontier.offer([page("/later", 200), page("/a"), page("/b"), page("/first", 1)])

    taken = []
    while entry := frontier.take():
        taken.append(entry.url.removeprefix("http://a.example"))
        frontier.finish(entry, Outcome.KEPT)

    assert taken == ["/first", "/a", "/b", "/later"]


def test_a_url_is_queued_once_and_told_as_new_once(catalog: Catalog) -> None:
    frontier = frontier_on(catalog)

    assert len(frontier.offer([page("/x"), page("/x"), page("/y")])) == 2
    assert frontier.offer([page("/x")]) == []
    assert frontier.pending == 2


def test_a_link_left_alone_is_followed_once_it_is_offered_properly(catalog: Catalog) -> None:
    frontier = frontier_on(catalog)
    left = frontier.urls.leave([Skip("http://a.example/deep", SkipReason.TOO_DEEP, "", "http://a.example/")])

    fresh = frontier.offer([page("/deep")])

    assert left == 1
    assert [offer.url for offer in fresh] == ["http://a.example/deep"]
    assert frontier.pending == 1


def test_a_suspect_takes_the_better_standing_of_a_second_offer(catalog: Catalog) -> None:
    frontier = frontier_on(catalog)
    open_robots(frontier)
    frontier.offer([page("/plain", 100), page("/doubtful", 900, is_suspect=True)])

    assert frontier.offer([page("/doubtful", 50)]) == []
    entry = frontier.take()

    assert entry is not None
    assert (entry.url, entry.is_suspect) == ("http://a.example/doubtful", False)


def test_what_was_in_flight_is_due_again_after_a_crash(catalog: Catalog) -> None:
    frontier = frontier_on(catalog)
    open_robots(frontier)
    frontier.offer([page("/x"), page("/y")])
    frontier.take()

    UrlTable(catalog).reopen_in_flight()
    again = frontier_on(catalog)

    assert again.pending == 2


def test_a_forbidden_page_ends_with_that_outcome_without_being_handed_out(catalog: Catalog) -> None:
    frontier = frontier_on(catalog)
    frontier.robots.learn("http://a.example/robots.txt", 200, "User-agent: *\nDisallow: /secret")
    frontier.offer([page("/secret/page"), page("/open", 200)])

    entry = frontier.take()

    assert entry is not None
    assert entry.url == "http://a.example/open"
    counts = frontier.urls.counts()
    assert counts[State.DONE, Kind.PAGE, "forbidden"] == 1


def test_what_the_guide_no_longer_wants_is_left_alone_with_the_reason(catalog: Catalog) -> None:
    frontier = frontier_on(catalog, lambda entry: Skip(entry.url, SkipReason.BARREN, "shape x", ""))
    open_robots(frontier)
    frontier.offer([page("/x")])

    assert frontier.take() is None
    rows = list(frontier.urls.rows(State.LEFT))
    assert [(row[2], row[3]) for row in rows] == [(SkipReason.BARREN, "shape x")]


def test_a_page_replaces_a_resource_at_the_same_address(catalog: Catalog) -> None:
    frontier = frontier_on(catalog)
    open_robots(frontier)
    frontier.offer([Offer("http://a.example/b", Kind.RESOURCE, 3000, 1, "")])
    taken = frontier.take()
    assert taken is not None
    frontier.finish(taken, Outcome.KEPT)

    fresh = frontier.offer([page("/b")])
    again = frontier.take()

    assert len(fresh) == 1
    assert again is not None
    assert (again.url, again.kind) == ("http://a.example/b", Kind.PAGE)


def test_what_failed_in_an_earlier_run_is_due_again(catalog: Catalog) -> None:
    frontier = frontier_on(catalog)
    open_robots(frontier)
    frontier.offer([page("/x"), page("/y")])
    for outcome in (Outcome.UNREACHABLE, Outcome.KEPT):
        entry = frontier.take()
        assert entry is not None
        frontier.finish(entry, outcome, "why")

    reopened = frontier.urls.reopen_failed()

    assert reopened == 1
    assert frontier_on(catalog).pending == 1


def test_hosts_take_turns(catalog: Catalog) -> None:
    frontier = frontier_on(catalog)
    for host in ("a", "b"):
        open_robots(frontier, f"http://{host}.example")
        frontier.offer([Offer(f"http://{host}.example/{n}", Kind.PAGE, 1, 1, "") for n in range(2)])

    taken = [frontier.take(), frontier.take(), frontier.take()]

    assert [entry and entry.url for entry in taken] == ["http://a.example/0", "http://b.example/0", None]


def test_a_failed_entry_comes_back_behind_the_others_with_its_attempts_counted(catalog: Catalog) -> None:
    frontier = frontier_on(catalog)
    open_robots(frontier)
    frontier.offer([page("/x"), page("/y")])
    first = frontier.take()
    assert first is not None

    frontier.give_back(first, failed=True)
    second = frontier.take()
    assert second is not None
    frontier.finish(second, Outcome.KEPT)
    third = frontier.take()

    assert second.url.endswith("/y")
    assert third is not None
    assert (third.url, third.attempts) == (first.url, 1)


def test_what_was_said_before_is_not_looked_up_again(catalog: Catalog) -> None:
    frontier = frontier_on(catalog)
    doubtful = page("/doubtful", 900, is_suspect=True)
    outside = Skip("http://a.example/outside", SkipReason.OUT_OF_SCOPE, "prefix", "http://a.example/")
    frontier.offer([doubtful])
    frontier.urls.leave([outside])
    asked: list[str] = []
    catalog.connection.set_trace_callback(asked.append)

    assert frontier.offer([doubtful]) == []
    assert frontier.urls.leave([outside]) == 0
    assert asked == []
    assert [offer.url for offer in frontier.offer([page("/outside")])] == ["http://a.example/outside"]
