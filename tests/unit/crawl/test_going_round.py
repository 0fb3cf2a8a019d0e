"""What the dates of a sitemap say in a plain update."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from thresher.catalog import Catalog, open_catalog
from thresher.crawl.going_round import NO_SIGN, SAME_INDEX, GoingRound
from thresher.crawl.history import Command, end_visit, open_visit
from thresher.crawl.kept_before import KeptBefore
from thresher.crawl.session import SCHEMAS
from thresher.describe import ObjectStore
from thresher.frontier import UrlTable
from thresher.guide import ScopeCheck
from thresher.model import CrawlSettings, Entry, Kind, Offer, Outcome
from thresher.page import Sitemap, surt

ROOT = "http://a.example/"
INDEX = Entry(ROOT + "sitemap.xml", Kind.SITEMAP, 1)
PAGES = tuple(f"{ROOT}{number}.html" for number in range(8))
CHILDREN = (ROOT + "one.xml", ROOT + "two.xml")
FIRST, SECOND = datetime(2026, 3, 1, tzinfo=UTC), datetime(2026, 4, 1, tzinfo=UTC)


@pytest.fixture
def catalog(tmp_path: Path) -> Iterator[Catalog]:
    found = open_catalog(tmp_path / "catalog.db", SCHEMAS)
    ObjectStore(found)
    yield found
    found.close()


def asked(catalog: Catalog, url: str, status: int = 200, date: str = "2026-03-01T00:00:05Z") -> None:
    """Note that the visit under way has asked for an address."""
    kind = Kind.SITEMAP if url.endswith("xml") else Kind.PAGE
    urls = UrlTable(catalog)
    urls.offer([Offer(url, kind, 100, 2, ROOT)])
    urls.finish(url, *((Outcome.KEPT, "") if status == 200 else (Outcome.REFUSED, str(status))))
    values = (url, surt(url), date, kind.value, status, "text/html", "d", "r", "f", 0, 1, 1, 0, 0.1, 1)
    names = "url, surt, date, kind, status, mime, digest, record_id, file, offset, length, size, is_revisit, seconds"
    catalog.execute(f"INSERT INTO captures({names}, absorbed) VALUES ({','.join('?' * 15)})", values)


def crawled(catalog: Catalog, failing: str = "", status: int = 503) -> None:
    """A first visit that has asked for everything."""
    visit = open_visit(catalog, Command.CRAWL, FIRST)
    for url in (*PAGES, *CHILDREN):
        asked(catalog, url, status if url == failing else 200)
    end_visit(catalog, visit, FIRST)


def updated(catalog: Catalog, now: dict[str, str], before: dict[str, str]) -> GoingRound:
    """An update that has seen the sitemap."""
    visit = open_visit(catalog, Command.DUE, SECOND)
    scope = ScopeCheck(CrawlSettings(seeds=(ROOT,)))
    earlier = Sitemap(PAGES, CHILDREN, before)
    rounds = GoingRound(catalog, visit, KeptBefore(catalog, visit), lambda _: None, lambda _: earlier, scope)
    rounds.look_at_sitemap(Sitemap(PAGES, CHILDREN, now), INDEX)
    return rounds


def refusals(rounds: GoingRound) -> dict[str, str]:
    offers = [Offer(url, Kind.PAGE, 100, 2, ROOT) for url in PAGES]
    offers += [Offer(url, Kind.SITEMAP, 0, 2, ROOT) for url in CHILDREN]
    return {offer.url: rounds.refusal(offer) for offer in offers}


DATES = dict.fromkeys((*PAGES, *CHILDREN), "2026-02-01")
NOTHING = {**dict.fromkeys(PAGES, NO_SIGN), **dict.fromkeys(CHILDREN, SAME_INDEX)}


def test_nothing_is_due_where_dates_are_as_they_were(catalog: Catalog) -> None:
    crawled(catalog)

    assert refusals(updated(catalog, DATES, DATES)) == NOTHING


@pytest.mark.parametrize("status", [429, 503])
@pytest.mark.parametrize("url", [PAGES[3], CHILDREN[1]])
def test_what_was_never_read_is_asked_for_again(catalog: Catalog, url: str, status: int) -> None:
    crawled(catalog, failing=url, status=status)

    assert refusals(updated(catalog, DATES, DATES)) == {**NOTHING, url: ""}


@pytest.mark.parametrize("url", [PAGES[3], CHILDREN[1]])
def test_a_change_that_failed_to_come_is_asked_for_again(catalog: Catalog, url: str) -> None:
    crawled(catalog)
    later = {**DATES, url: "2026-02-20"}
    visit = open_visit(catalog, Command.DUE, SECOND)
    asked(catalog, url, 503, "2026-04-01T00:00:05Z")
    end_visit(catalog, visit, SECOND)

    assert refusals(updated(catalog, later, later)) == {**NOTHING, url: ""}


@pytest.mark.parametrize("url", [PAGES[3], CHILDREN[1]])
def test_a_change_after_the_last_good_copy_is_asked_for_whichever_visit_missed_it(catalog: Catalog, url: str) -> None:
    crawled(catalog)
    later = {**DATES, url: "2026-03-20"}

    assert refusals(updated(catalog, later, later)) == {**NOTHING, url: ""}


def test_a_change_to_come_says_nothing(catalog: Catalog) -> None:
    crawled(catalog)
    later = {**DATES, PAGES[3]: "9000-01-01", CHILDREN[1]: "9000-01-01"}

    assert refusals(updated(catalog, later, later)) == NOTHING
