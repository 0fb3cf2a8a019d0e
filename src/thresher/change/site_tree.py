"""The tree of a site's addresses at a moment: host, then the parts of the path, then the query (news scheduler, §4.3).

A node is a page if its address was captured; otherwise it only holds others together. A slash at the end of an address
does not count, nor whether it begins with http or https: sites lead from one to the other.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

Path = tuple[str, ...]
"""The names from the host down to a node."""

MAX_DEPTH = 60
"""Parts of one address; what comes behind stays one part."""


@dataclass(frozen=True, slots=True)
class Visit:
    """One capture of an address, as far as the tree needs it."""

    url: str
    time: datetime
    status: int
    digest: str
    """Of the payload; equal for equal ones."""
    number: int
    """Of the capture: the order in which they were made."""

    @property
    def is_there(self) -> bool:
        return self.status == 200

    @property
    def is_gone(self) -> bool:
        """Whether the server says that there is no such page; trouble of the server says nothing."""
        return self.status in (404, 410)

    @property
    def is_redirect(self) -> bool:
        return 300 <= self.status < 400 and self.status != 304


def path_of(url: str) -> Path:
    """Where an address stands in the tree.

    >>> path_of("https://a.example/news/2026/?page=2")
    ('a.example', 'news', '2026', '?page=2')
    >>> path_of("https://a.example/")
    ('a.example',)
    """
    # Addresses are in their one spelling here; `urlsplit` would take a third of the time of the whole tree.
    place, mark, query = url.partition("://")[2].partition("?")
    host, _, path = place.partition("/")
    path = path.rstrip("/")
    names = path.split("/", MAX_DEPTH) if path else []
    return (host, *names, mark + query) if mark else (host, *names)


@dataclass(frozen=True, slots=True)
class SiteTree:
    """The pages of a site that were there at a moment."""

    pages: dict[Path, Visit]
    """By their place: the last capture of each up to the moment."""

    def under(self, place: Path) -> "SiteTree":
        """The sub-tree below a place, itself included."""
        size = len(place)
        return SiteTree({path: visit for path, visit in self.pages.items() if path[:size] == place})


def latest(visits: Iterable[Visit], last: int) -> dict[Path, Visit]:
    """The last visit to each place up to capture number `last`, whatever came of it.

    By number, not by time: a visit can begin in the second in which the one before it ended, and clocks jump.
    """
    by_url = {visit.url: visit for visit in visits if visit.number <= last}
    # Of addresses that share a place, the one that is there counts, and of several the later.
    order = sorted(by_url.values(), key=lambda visit: (visit.is_there, visit.number))
    return {path_of(visit.url): visit for visit in order}


def in_order(paths: Iterable[Path]) -> list[Path]:
    """Places in pre order, siblings by name."""
    return sorted(paths)


def ancestor_rows(paths: Iterable[Path]) -> Iterator[tuple[Path, list[int]]]:
    """Each node in pre order, with the numbers of its ancestors in that order: the ancestor matrix, column by column.

    The paper's matrix (figure 4.5) has a one at (i, j) where i is an ancestor of j; a site of 50,000 pages would need
    2.5 milliard cells, and has some 200,000 ones.
    """
    order = in_order(paths)
    number = {path: place for place, path in enumerate(order)}
    for path in order:
        yield path, [number[path[:size]] for size in range(1, len(path)) if path[:size] in number]
