"""What earlier visits have kept of the addresses of a site, asked of the catalog."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from thresher.catalog import Catalog
from thresher.crawl.history import CollectionVisit, began_before
from thresher.crawl.times import moment_of
from thresher.frontier import UrlsBefore
from thresher.model import ObjectType
from thresher.page import surt

_ARTICLES = (ObjectType.BLOG_POST.value, ObjectType.NEWS_ARTICLE.value)
_NUMBER = re.compile(r"\d{1,15}$", re.ASCII)


@dataclass(frozen=True, slots=True)
class Kept:
    """What earlier visits have kept of the thread or post at an address."""

    parts: int
    """Posts of the thread, or comments on the post."""
    last_page: str
    """Where the last of them stands."""
    is_thread: bool
    container: str
    on_last_page: int
    most_on_others: int
    """The most that stand on one page with another behind it; 0 if there is one page only."""


class MetBefore(UrlsBefore):
    """The addresses that visits before have met: the last one, asked for or not; others, which may have been to other
    sites of the collection, asked for."""

    def __init__(self, catalog: Catalog, was_asked: Callable[[str], bool]) -> None:
        super().__init__(catalog)
        self._was_asked = was_asked

    def __contains__(self, url: str) -> bool:
        return super().__contains__(url) or self._was_asked(url)


class KeptBefore:
    """Answers for one visit: what was kept before it, and what came in it."""

    def __init__(self, catalog: Catalog, visit: CollectionVisit, spelled: Callable[[str], str] = lambda _: "") -> None:
        """`spelled` gives the spelling of an address that is asked for in its place; empty if there is none."""
        self._catalog = catalog
        self._visit = visit
        self._spelled = spelled
        self.met = MetBefore(catalog, self.was_asked)
        self.latest = lru_cache(maxsize=256)(lambda host: latest_kept(catalog, visit, host))
        """The date of the latest thing that was kept of a host."""

    def was_asked(self, url: str) -> bool:
        """Whether there was a page at an address, or at the one that was asked for in its place."""
        spelled = self._spelled(url)
        return self._was_answered(url) or (bool(spelled) and self._was_answered(spelled))

    def _was_answered(self, url: str) -> bool:
        sql = "SELECT 1 FROM captures WHERE surt = ? AND url = ? AND id <= ? AND status < 400 LIMIT 1"
        return self._catalog.execute(sql, (surt(url), url, self._visit.after_capture)).fetchone() is not None

    def last_copy(self, url: str) -> datetime | None:
        """When an address was last answered with what is there, be it as it was."""
        sql = "SELECT max(date) FROM captures WHERE surt = ? AND url = ? AND id <= ? AND status = 200"
        (date,) = self._catalog.execute(sql, (surt(url), url, self._visit.after_capture)).fetchone()
        return moment_of(date) if date else None

    def holds(self, url: str) -> bool:
        """Whether a page held something that people wrote."""
        sql = "SELECT 1 FROM objects WHERE source_url = ? AND number <= ? LIMIT 1"
        return self._catalog.execute(sql, (url, self._visit.after_object)).fetchone() is not None

    def at(self, url: str) -> Kept | None:
        """The thread or post at an address; None if there was none."""
        sql = "SELECT id, type, container FROM objects WHERE source_url = ? AND number <= ? AND deleted IS NULL"
        rows = self._catalog.execute(sql, (url, self._visit.after_object)).fetchall()
        if not rows:
            return None
        article = next((number for number, kind, _ in rows if kind in _ARTICLES), "")
        container = article or next((container for _, _, container in rows if container), "")
        sql = "SELECT source_url FROM objects WHERE container = ? AND deleted IS NULL ORDER BY page, place"
        pages = [page for (page,) in self._catalog.execute(sql, (container,))] if container else []
        last = pages[-1] if pages else url
        on_page = Counter(pages)
        others = (count for page, count in on_page.items() if page != last)
        return Kept(len(pages), last, not article, container, on_page[last], max(others, default=0))

    def last_date(self, container: str) -> datetime | None:
        """The date of the last post of a thread."""
        sql = (
            "SELECT max(v.published) FROM objects o JOIN object_versions v ON v.number = o.current "
            "WHERE o.container = ? AND o.number <= ?"
        )
        (stated,) = self._catalog.execute(sql, (container, self._visit.after_object)).fetchone()
        return moment_of(stated) if stated else None

    def text(self, url: str) -> str | None:
        """The words of the article that was kept of an address."""
        sql = (
            "SELECT v.text FROM objects o JOIN object_versions v ON v.number = o.current WHERE o.source_url = ? "
            "AND o.number <= ? AND o.deleted IS NULL AND o.type IN (?, ?)"
        )
        row = self._catalog.execute(sql, (url, self._visit.after_object, *_ARTICLES)).fetchone()
        return row[0] if row else None

    def ends_passed_over(self) -> list[str]:
        """Last pages of threads as they were before, where posts came to the thread and the page was not asked for."""
        sql = "SELECT DISTINCT container FROM objects WHERE number > ? AND type = ? AND container <> ''"
        grown = self._catalog.execute(sql, (self._visit.after_object, ObjectType.BOARD_POST.value)).fetchall()
        sql = (
            "SELECT source_url FROM objects WHERE container = ? AND number <= ? AND deleted IS NULL "
            "ORDER BY page DESC, place DESC LIMIT 1"
        )
        ends = [
            row for one in grown if (row := self._catalog.execute(sql, (*one, self._visit.after_object)).fetchone())
        ]
        sql = "SELECT 1 FROM captures WHERE surt = ? AND url = ? AND id > ? LIMIT 1"
        known = self._visit.after_capture
        return [url for (url,) in ends if self._catalog.execute(sql, (surt(url), url, known)).fetchone() is None]

    def has_every_number(self, host: str) -> bool:
        """Whether the posts of a host are numbered throughout, and those that came in this visit without a gap: then
        none was overlooked."""
        count = highest = 0
        came: set[int] = set()
        for number, is_new in self._numbers(host):
            if number < 0 or number in came:
                return False
            if is_new:
                came.add(number)
            else:
                count, highest = count + 1, max(highest, number)
        # Places in a thread are no such numbers: there are more posts than the highest of them says.
        return bool(came) and count <= highest and came == set(range(highest + 1, max(came) + 1))

    def _numbers(self, host: str) -> Iterator[tuple[int, bool]]:
        """Of each post of a host, the number at the end of its id, or -1, and whether it came in this visit."""
        sql = "SELECT id, number > ? FROM objects WHERE type = ? AND source_url >= ? AND source_url < ?"
        for place in _places_of(host):
            known = (self._visit.after_object, ObjectType.BOARD_POST.value, *place)
            for name, is_new in self._catalog.execute(sql, known):
                found = _NUMBER.search(name)
                yield int(found[0]) if found is not None else -1, bool(is_new)


def latest_kept(catalog: Catalog, visit: CollectionVisit, host: str = "") -> datetime | None:
    """The date of the latest thing that earlier visits have kept, of a host or of all; None if nothing has a date.

    Not after the visit that kept it: dates on pages may lie.
    """
    sql = (
        "SELECT max(v.published) FROM objects o JOIN object_versions v ON v.number = o.current "
        "WHERE o.number <= ? AND o.source_url >= ? AND o.source_url < ?"
    )
    places = _places_of(host) if host else [("h", "i")]
    rows = [catalog.execute(sql, (visit.after_object, *place)).fetchone() for place in places]
    found = [moment for (stated,) in rows if stated and (moment := moment_of(stated)) is not None]
    return min(max(found), moment_of(began_before(catalog, visit)) or max(found)) if found else None


def _places_of(host: str) -> list[tuple[str, str]]:
    """Between which addresses those of a host are, in the order of their letters."""
    return [(f"{scheme}://{host}/", f"{scheme}://{host}0") for scheme in ("http", "https")]
