"""Signs in the rows of lists: what has grown, what only lost something, and where a list has no more news.

A date is the surest sign: nothing new can be older than everything that was kept. Numbers count where most of them are
those that were kept.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import pairwise

from thresher.crawl.kept_before import Kept
from thresher.crawl.times import is_later, moment_of
from thresher.guide.rows import Row

MOST = 0.7
"""Share of what can be compared that must agree before what does not is taken for a change: a list that shows no number
of replies, or a feed that writes texts in its own way, says nothing by differing."""
HALF = 0.5
"""The same for numbers in rows: what has just grown stands together."""
FALLING = 0.8
"""Share of the rows of a list that stand in order if it is in order."""
LEAST_ROWS = 3
TELLING = 3
"""A number of posts that is not found in a row by chance; 0, 1 and 2 are in most."""
END_OF_LIST = 3
"""Rows at the end of a list whose latest mostly come first: if none of them is news, nothing behind them is."""
SAME_DATE = timedelta(days=2)
"""A date in a row and that of a post are the same: pages and lists may have different zones."""


def grown(rows: Mapping[str, Row], kept: Mapping[str, Kept], latest: datetime | None) -> tuple[list[str], list[str]]:
    """Addresses whose rows have a date later than all that was kept, and those with another number of posts."""
    later = [url for url, row in rows.items() if latest is not None and is_later(row.latest, latest)]
    others = [url for url in rows if url not in later and kept[url].parts >= TELLING]
    # Some lists count the first post of a thread as a reply, others do not; a list does what most of its rows do.
    ways = [{url: kept[url].parts - one in rows[url].numbers for url in others} for one in (0, 1)]
    return later, exceptions(max(ways, key=lambda way: sum(way.values())), HALF)


def outgrown(rows: Mapping[str, Row], before: Mapping[str, Row], kept: Mapping[str, Kept]) -> list[str]:
    """Addresses whose rows no longer have the number of posts that they had when it was kept.

    That a list shows this number is proved by its earlier copy, so it holds for a board of two threads as well, and
    where most have grown.
    """
    both = [url for url in rows if url in before]
    had = [[url for url in both if kept[url].parts - one in before[url].numbers] for one in (0, 1)]
    counted = max(had, key=len)
    if not counted or len(counted) < MOST * len(both):
        return []
    one = had.index(counted)
    return [url for url in counted if kept[url].parts - one not in rows[url].numbers]


def has_only_lost(row: Row, before: Row | None, kept: Kept, last_date: Callable[[str], datetime | None]) -> bool:
    """Whether a row without a later date says that posts are gone: where it has the date of the last post, none came.

    Of the numbers that were not there before, the one nearest to what was kept is taken for that of posts; views are
    more than posts.
    """
    changed = row.numbers - before.numbers if before is not None else frozenset[int]()
    if before is None or not row.latest or min(changed, key=lambda one: abs(one - kept.parts), default=0) >= kept.parts:
        return False
    shown, last = moment_of(before.latest), last_date(kept.container)
    return bool(changed) and shown is not None and last is not None and abs(shown - last) <= SAME_DATE


def end_of(rows: Sequence[Row]) -> int:
    """How many rows at the end of a list tell whether there is news behind it: one if all stand by their dates, the
    latest first, but for some that are pinned to the top; some if most do; else all."""
    dates = [row.latest for row in rows if row.latest]
    falling = [_is_falling(one, two) for one, two in pairwise(dates)]
    if len(dates) < LEAST_ROWS or sum(falling) < FALLING * len(falling):
        return len(rows)
    first = max((place for place, falls in enumerate(falling, start=1) if not falls), default=0)
    is_sure = bool(rows[-1].latest) and len(dates) - first >= max(LEAST_ROWS, FALLING * len(rows))
    return 1 if is_sure else END_OF_LIST


def _is_falling(one: str, two: str) -> bool:
    """Whether a date is not after the one before it; as exactly as both are given."""
    length = min(len(one), len(two))
    return one[:length] >= two[:length]


def exceptions(agrees: Mapping[str, bool], share: float = MOST) -> list[str]:
    """Those that do not agree with what was kept, where enough others do."""
    if sum(agrees.values()) < max(LEAST_ROWS, share * len(agrees)):
        return []
    return [url for url, same in agrees.items() if not same]


def quiet(rows: Mapping[str, Row], lists: Iterable[str], latest: datetime | None) -> list[str]:
    """Those of `lists` whose rows have a date, where most have one, and to which nothing came."""
    known = [url for url in lists if not rows[url].inside and not rows[url].is_silent]
    dated = [url for url in known if rows[url].latest]
    if latest is None or len(known) < LEAST_ROWS or len(dated) < MOST * len(known):
        return []
    return [url for url in dated if not is_later(rows[url].latest, latest)]
