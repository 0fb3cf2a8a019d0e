"""A site of many like parts, each with lists of its own: projects with a forum each, an archive of many mailing lists.

One of them was found. The page above it is one of several that stand side by side, and the lists of the others have the
same address but for the name of the part.
"""

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass

from thresher.learn.lesson import Key, Lesson
from thresher.learn.page_types import PageType
from thresher.learn.proof import Look
from thresher.learn.shapes import skeleton
from thresher.learn.sight import Sight
from thresher.model import Page

MAX_TRIES = 2
"""Other parts that are looked at: one may be empty."""

Downwards = Callable[[list[Sight]], Generator[str, Page | None, None]]
"""Learns what hangs below some pages."""


@dataclass(frozen=True, slots=True)
class Branches:
    """Parts that stand side by side."""

    source: Sight
    """The page that links to all of them."""
    first: str
    """The address of the part that was found, and those of the others."""
    others: tuple[str, ...]
    rest: str
    """What stands behind the address of a part in that of its list."""

    @property
    def all(self) -> tuple[str, ...]:
        return self.first, *self.others

    def list_of(self, part: str) -> str:
        return part.rstrip("/") + self.rest


def by_branches(
    lesson: Lesson, look: Look, downwards: Downwards, found: Sight
) -> Generator[str, Page | None, Sight | None]:
    """The page that leads to all parts, if `found` is the list of one of them and another has such a list, too."""
    branches = max(_branches(lesson, found), key=lambda one: len(one.first), default=None)
    if branches is None:
        return None
    for part in branches.others[:MAX_TRIES]:
        known = lesson.thread_count
        sight = yield from look(branches.list_of(part))
        if sight is None or sight.kind is not PageType.INDEX:
            continue
        yield from downwards([sight])
        if lesson.thread_count > known:
            _spread(lesson, branches)
            lesson.indexes.append(branches.source.url)
            return branches.source
    return None


def _branches(lesson: Lesson, found: Sight) -> Iterator[Branches]:
    """Pages above `found` that other pages name beside others like them."""
    # In the order they were seen: a crawl that is resumed learns the same.
    for part in dict.fromkeys(sight.url for sight in lesson.sights.values()):
        if not found.url.startswith(f"{part.rstrip('/')}/") or found.url == part:
            continue
        folder = part.rstrip("/").rpartition("/")[0]
        for source in {sight.url: sight for sight in lesson.sights.values() if sight.url != part}.values():
            places = {spot.place for spot in source.spots if spot.url == part}
            alike = dict.fromkeys(spot.url for spot in source.spots if spot.place in places)
            others = [url for url in alike if url != part and url.rstrip("/").rpartition("/")[0] == folder]
            if others and "?" not in part:
                yield Branches(source, part, tuple(others), found.url[len(part.rstrip("/")) :])


def _spread(lesson: Lesson, branches: Branches) -> None:
    """What is known of some parts holds for all: in the shapes of their addresses, the part may have any name."""
    place = len(skeleton(branches.first).split("/")) - 1
    parts = tuple(f"{part.rstrip('/')}/" for part in branches.all)
    for sets in (lesson.threads, lesson.boards):
        for key in list(sets):
            urls = sets[key]
            if all(url.startswith(parts) for url in urls):
                del sets[key]
                sets.setdefault(_any_part(key, place), set()).update(urls)
    shape, _ = _any_part((skeleton(branches.first), ""), place)
    lesson.boards.setdefault((shape, ""), set()).update(branches.all)
    lists = _any_part((skeleton(branches.list_of(branches.first)), ""), place)
    lesson.boards.setdefault(lists, set()).update(map(branches.list_of, branches.all))


def _any_part(key: Key, place: int) -> Key:
    path, mark, query = key[0].partition("?")
    segments = path.split("/")
    return "/".join([*segments[:place], "*", *segments[place + 1 :]]) + mark + query, key[1]
