"""What the answers to a visit say of objects that it has not shown."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.support.objects import later, post, thread
from tests.unit.crawl.test_history import NOW

from thresher.archive import CaptureRow, Captures
from thresher.catalog import Catalog, open_catalog
from thresher.crawl.history import CollectionVisit, Command, end_visit, open_visit
from thresher.crawl.missing import AGAIN, found_gone, pages_to_ask
from thresher.crawl.session import SCHEMAS
from thresher.describe import ObjectStore
from thresher.frontier import UrlTable
from thresher.model import Kind, Offer, Outcome, Page, WebObject

HOME = "https://b.example/t1"
SECOND = f"{HOME}?page=2"
FRONT = "https://b.example/"


@pytest.fixture
def catalog(tmp_path: Path) -> Iterator[Catalog]:
    found = open_catalog(tmp_path / "catalog.db", SCHEMAS)
    end_visit(found, open_visit(found, Command.CRAWL, NOW), NOW)
    yield found
    found.close()


def second_visit(catalog: Catalog, before: list[WebObject], now: list[WebObject] = []) -> CollectionVisit:  # noqa: B006
    """A visit that shows `now`, after one that showed `before`."""
    ObjectStore(catalog, 1).keep(before)
    visit = open_visit(catalog, Command.UPDATE, NOW)
    ObjectStore(catalog, 2).keep([later(one) for one in now])
    return visit


def answer(catalog: Catalog, url: str, outcome: Outcome, detail: str = "", via: str = "") -> None:
    urls = UrlTable(catalog)
    urls.offer([Offer(url, Kind.PAGE, 100, 1, via)])
    urls.finish(url, outcome, detail)
    if outcome is Outcome.KEPT:
        values = (url, url, "2026-03-08T12:00:00Z", "page", 200, "text/html", "d", "r", "f", 0, 1, 1, 0, 0.1)
        names = (
            "url, surt, date, kind, status, mime, digest, record_id, file, offset, length, size, is_revisit, seconds"
        )
        catalog.execute(f"INSERT INTO captures({names}) VALUES ({','.join('?' * 14)})", values)


def reading(
    *lines: str, is_known: bool = True, has_password_field: bool = False
) -> Callable[[CaptureRow], tuple[Page, bool] | None]:
    """Every page has these lines."""
    return lambda row: (
        Page(row.url, "", (), (), lines=lines, has_password_field=has_password_field),
        is_known,
    )


def gone(catalog: Catalog, visit: CollectionVisit, *lines: str, is_known: bool = True) -> dict[int, str]:
    return found_gone(catalog, Captures(catalog), visit, reading(*lines, is_known=is_known))


def test_pages_not_met_are_asked_for_once_each_and_those_left_alone_too(catalog: Catalog) -> None:
    visit = second_visit(catalog, [post(1), post(2), post(3, page=2), post(4, page=3)], [post(4, page=3)])

    first = list(pages_to_ask(catalog, visit))
    answer(catalog, HOME, Outcome.KEPT)

    assert [(one.url, one.shape) for one in first] == [(HOME, AGAIN), (SECOND, AGAIN)]
    assert [one.url for one in pages_to_ask(catalog, visit)] == [SECOND]


@pytest.mark.parametrize("status", ["404", "410"])
def test_what_was_on_a_page_that_is_no_more_is_gone_and_its_thread_too(catalog: Catalog, status: str) -> None:
    visit = second_visit(catalog, [thread(), post(1), post(2)])
    answer(catalog, HOME, Outcome.REFUSED, status)

    assert gone(catalog, visit) == {1: status, 2: status, 3: status}


@pytest.mark.parametrize(
    ("outcome", "detail"),
    [
        (Outcome.REFUSED, "403"),
        (Outcome.REFUSED, "500"),
        (Outcome.REFUSED, "503"),
        (Outcome.FAILED, "stalled"),
        (Outcome.UNREACHABLE, "refused"),
        (Outcome.FORBIDDEN, "robots.txt"),
        (Outcome.TRUNCATED, "time"),
        (Outcome.BLOCKED, ""),
    ],
)
def test_answers_that_speak_of_the_moment_say_nothing(catalog: Catalog, outcome: Outcome, detail: str) -> None:
    visit = second_visit(catalog, [thread(), post(1)])
    answer(catalog, HOME, outcome, detail)

    assert gone(catalog, visit) == {}


def test_a_post_missing_among_others_is_gone_even_if_somebody_quotes_it(catalog: Catalog) -> None:
    visit = second_visit(catalog, [post(1), post(2)], [post(1)])
    answer(catalog, HOME, Outcome.KEPT)

    assert gone(catalog, visit, "Words of post 1", "Ann wrote: Words of post 2") == {2: "no longer on its page"}


def test_a_post_may_be_on_a_page_that_was_not_answered(catalog: Catalog) -> None:
    visit = second_visit(catalog, [post(1), post(2), post(3, page=2)], [post(1)])
    answer(catalog, HOME, Outcome.KEPT)
    answer(catalog, SECOND, Outcome.FAILED, "stalled")

    assert gone(catalog, visit) == {}


def test_a_post_may_be_on_a_new_page_that_was_not_answered(catalog: Catalog) -> None:
    visit = second_visit(catalog, [post(1), post(2)], [post(1)])
    answer(catalog, HOME, Outcome.KEPT)
    answer(catalog, f"{HOME}?page=9", Outcome.REFUSED, "502", via=HOME)

    assert gone(catalog, visit) == {}


def test_the_last_page_of_a_thread_that_shrank_takes_with_it_what_did_not_move(catalog: Catalog) -> None:
    visit = second_visit(catalog, [post(1), post(2, page=2), post(3, page=2)], [post(1), post(3, page=1)])
    answer(catalog, HOME, Outcome.KEPT)
    answer(catalog, SECOND, Outcome.REFUSED, "404")

    assert gone(catalog, visit) == {2: "404"}


def test_a_page_that_still_has_the_words_has_lost_nothing(catalog: Catalog) -> None:
    visit = second_visit(catalog, [thread(), post(1)], [thread()])
    answer(catalog, HOME, Outcome.KEPT)

    assert gone(catalog, visit, "Ann", "Words of", "post 1") == {}
    assert gone(catalog, visit, "Ben", "Words of", "post 1") == {2: "no longer on its page"}
    assert gone(catalog, visit, "Somebody else's words") == {2: "no longer on its page"}


def test_where_few_posts_are_found_the_rule_may_be_what_fails(catalog: Catalog) -> None:
    visit = second_visit(catalog, [post(1), post(2), post(3)], [post(1)])
    answer(catalog, HOME, Outcome.KEPT)

    assert gone(catalog, visit, "Ann", "Words of post 2", "Something else") == {3: "no longer on its page"}


def test_a_page_that_asks_for_a_password_instead_says_nothing(catalog: Catalog) -> None:
    visit = second_visit(catalog, [thread(), post(1)])
    answer(catalog, HOME, Outcome.KEPT)

    closed = reading("You must be logged in to read this", has_password_field=True)

    assert found_gone(catalog, Captures(catalog), visit, closed) == {}


def test_a_page_that_nobody_understands_says_nothing(catalog: Catalog) -> None:
    visit = second_visit(catalog, [post(1)])
    answer(catalog, HOME, Outcome.KEPT)

    assert gone(catalog, visit, "Please wait while we check your browser", is_known=False) == {}
    assert gone(catalog, visit, "No such topic") == {1: "no longer on its page"}


def test_a_page_that_leads_elsewhere_is_judged_by_what_is_there(catalog: Catalog) -> None:
    visit = second_visit(catalog, [thread()])
    answer(catalog, HOME, Outcome.REDIRECTED, FRONT)
    answer(catalog, FRONT, Outcome.KEPT)

    assert gone(catalog, visit, "Welcome") == {1: f"leads to {FRONT}"}
    assert gone(catalog, visit, "Pears") == {}


@pytest.mark.parametrize("target", ["https://b.example/login.php?to=t1", "https://elsewhere.example/", HOME])
def test_a_page_that_leads_to_a_login_out_of_sight_or_in_circles_says_nothing(catalog: Catalog, target: str) -> None:
    visit = second_visit(catalog, [thread()])
    answer(catalog, HOME, Outcome.REDIRECTED, target)
    if "login" in target:
        answer(catalog, target, Outcome.KEPT)

    assert gone(catalog, visit, "Welcome") == {}


def test_what_was_deleted_before_is_not_looked_for(catalog: Catalog) -> None:
    store = ObjectStore(catalog, 1)
    store.keep([post(1)])
    store.mark_gone(post(1).id, NOW)
    visit = second_visit(catalog, [])
    answer(catalog, HOME, Outcome.REFUSED, "404")

    assert gone(catalog, visit) == {}
    assert list(pages_to_ask(catalog, visit)) == []
