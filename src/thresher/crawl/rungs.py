"""Making the ladder for a crawl: which knowledge is loaded, which rungs there are."""

import difflib
from collections.abc import Callable, Iterable
from datetime import date
from functools import lru_cache
from pathlib import Path

from thresher.crawl.date_orders import DateOrders
from thresher.crawl.fed_due import ALL, Due
from thresher.crawl.known_sites import KnownSites
from thresher.crawl.ladder import Ladder
from thresher.crawl.other_ways import Sift
from thresher.crawl.samples import Load, LoadFeed
from thresher.crawl.view import Unguided, plainly
from thresher.guide import GenericGuide, KnownGuide, Memory, ScopeCheck
from thresher.guide.left import Closed, Left
from thresher.knowledge import KnowledgeBase, load_base
from thresher.model import CrawlSettings, Scope, Strategy
from thresher.model.errors import UsageError
from thresher.page import read_page
from thresher.recognise import Recogniser


def ladder_for(
    settings: CrawlSettings,
    scope: ScopeCheck,
    memory: Memory,
    today: date | None = None,
    offered: Callable[[str], Iterable[str]] = lambda _: (),
    load: Load | None = None,
    left: Left = lambda *_: (),
    closed: Closed = lambda _: (),
    load_feed: LoadFeed = lambda _: None,
    due: Due = ALL,
    sift: Sift | None = None,
    unguided: Unguided = plainly,
) -> Ladder:
    """The ladder that `settings` ask for; `offered` gives the addresses below a folder that are known already.

    Sites are learned only where pages can be had again by `load`: in a crawl, not for a look at one page.
    """
    return Ladder(
        GenericGuide(settings, scope, memory, today, due.was_asked or (lambda _: False)),
        KnownGuide(settings, scope, offered, memory, left, closed, is_update=sift is not None),
        KnownSites(recogniser_for(settings), DateOrders(memory)),
        has_generic=settings.strategy is not Strategy.KNOWN,
        learns=load is not None and learns(settings),
        studies=settings.learn_only,
        is_fed=load is not None and is_fed(settings),
        load=load or (lambda _: None),
        load_feed=load_feed,
        due=due,
        sift=sift,
        unguided=unguided,
        read=lambda capture: read_page(capture, settings),
    )


def learns(settings: CrawlSettings) -> bool:
    """Whether sites that nobody has described are learned."""
    can_learn = settings.strategy in (Strategy.AUTO, Strategy.LEARNED)
    return can_learn and not settings.type and settings.scope is not Scope.PAGE


def is_fed(settings: CrawlSettings) -> bool:
    """Whether sites that nobody has described are crawled by their feeds."""
    can_be = settings.strategy in (Strategy.AUTO, Strategy.FED)
    return can_be and not settings.type and settings.scope is not Scope.PAGE


def recogniser_for(settings: CrawlSettings) -> Recogniser | None:
    """What recognises pages; None where nobody asks what they are."""
    if settings.strategy in (Strategy.GENERIC, Strategy.LEARNED, Strategy.FED):
        return None
    base = _base(settings.knowledge)
    if settings.type:
        check_type(settings.type, base)
    return Recogniser(base, settings.type, relaxes=settings.adapts)


@lru_cache(maxsize=4)
def _base(folders: tuple[str, ...]) -> KnowledgeBase:
    """Read once in a process: trying a hundred saved pages would read all types a hundred times."""
    return load_base(*map(Path, folders))


def check_type(name: str, base: KnowledgeBase) -> None:
    """Raises `UsageError` if there is no type of that name."""
    if name not in base:
        close = difflib.get_close_matches(name, base.names, 3, 0.4)
        hint = f"Did you mean {' or '.join(close)}?" if close else "thresher kb list shows all types."
        raise UsageError(f"There is no application type '{name}'.", hint)
