"""The parts that a session works with, as earlier runs and visits have left them."""

from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

from thresher.archive import Keeper
from thresher.catalog import Catalog
from thresher.crawl.fed_due import Due
from thresher.crawl.history import CollectionVisit, Command, began_before
from thresher.crawl.ladder import Ladder
from thresher.crawl.memory import CatalogMemory
from thresher.crawl.mends import by_site, mends_in_use
from thresher.crawl.places import kept_places
from thresher.crawl.rounds import RoundBook
from thresher.crawl.rungs import ladder_for
from thresher.crawl.shelf import Shelf
from thresher.crawl.times import moment_of
from thresher.crawl.visit import Before, known_answers
from thresher.frontier import Frontier, Lanes, RobotsBook, UrlTable
from thresher.guide import ScopeCheck
from thresher.model import CrawlSettings, Entry, Guidance, Page, Robots, Skip
from thresher.page import host_of

if TYPE_CHECKING:
    from thresher.crawl.coming_back import ComingBack
    from thresher.crawl.mender import Mender


def ladder_with(
    catalog: Catalog,
    settings: CrawlSettings,
    scope: ScopeCheck,
    shelf: Shelf,
    today: date | None,
    since: datetime | None,
    coming_back: "ComingBack | None",
    visit: CollectionVisit,
) -> Ladder:
    """The guides, with what earlier runs have recognised."""
    book = RoundBook(catalog)

    def unguided(page: Page, entry: Entry, guidance: Guidance) -> Guidance:
        if entry.depth:
            book.note(entry.url)
        return coming_back.rounds.look(page, entry, guidance) if coming_back is not None else guidance

    ladder = ladder_for(
        settings,
        scope,
        CatalogMemory(catalog),
        today or datetime.now(UTC).date(),
        shelf.offered_in,
        shelf.page,
        shelf.left_in,
        shelf.closed_in,
        shelf.feed,
        _due(catalog, visit, since, coming_back),
        coming_back.sift if coming_back is not None else None,
        unguided,
    )
    ladder.recall(kept_places(catalog))
    return ladder


def _due(catalog: Catalog, visit: CollectionVisit, since: datetime | None, coming_back: "ComingBack | None") -> Due:
    """What is asked for of fed sites."""
    if coming_back is None or since is not None:
        return Due(since, coming_back.was_asked if coming_back is not None else None)
    return Due(moment_of(began_before(catalog, visit)), coming_back.was_asked, is_undated=True)


def coming_back_for(
    command: Command,
    catalog: Catalog,
    visit: CollectionVisit,
    shelf: Shelf,
    scope: ScopeCheck,
    spelled: Callable[[str], str],
) -> "tuple[ComingBack | None, datetime | None]":
    """What decides which known pages are due, and the date of the latest thing that was kept; if only what is due is
    asked for."""
    if command is not Command.DUE:
        return None, None
    from thresher.crawl.coming_back import ComingBack  # with all that learns
    from thresher.crawl.going_round import GoingRound
    from thresher.crawl.kept_before import KeptBefore, latest_kept

    kept = KeptBefore(catalog, visit, spelled)
    rounds = GoingRound(catalog, visit, kept, shelf.before, shelf.sitemap_before, scope)
    return ComingBack(kept, shelf.before, rounds), latest_kept(catalog, visit)


def answers_before(command: Command, keeper: Keeper) -> Before:
    """What servers need not send again."""
    if not command.is_update:
        return lambda _: None
    keeper.captures.index_addresses()
    return known_answers(keeper)


def frontier_with(
    catalog: Catalog, settings: CrawlSettings, urls: UrlTable, admit: Callable[[Entry], Skip | None]
) -> Frontier:
    """The frontier as the last run left it; what failed then is due again."""
    lanes = Lanes(delay=settings.delay, concurrency=settings.concurrency)
    robots = RobotsBook(catalog, obey=settings.robots is Robots.OBEY)
    robots.forget_failures()
    for origin, seconds in robots.crawl_delays():
        lanes.set_crawl_delay(host_of(origin), seconds)
    urls.reopen_in_flight()
    urls.reopen_failed()
    return Frontier(urls, robots, lanes, admit=admit)


def mender_with(
    catalog: Catalog, settings: CrawlSettings, ladder: Ladder, shelf: Shelf, visit: CollectionVisit
) -> "Mender | None":
    """What mends knowledge, with what earlier runs and visits have mended; None where there is none to mend."""
    if ladder.is_generic:
        return None
    from thresher.crawl.mender import Mender  # with all that learns: a tenth of the start

    if not settings.adapts:
        return Mender(ladder, adapts=False)
    mender = Mender(ladder, shelf.kept_before if visit.number > 1 else None, shelf.pages_in)
    for (root, type_name), kept in by_site(mends_in_use(catalog)).items():
        mender.recall(root, type_name, [one.level for one in kept])
    return mender
