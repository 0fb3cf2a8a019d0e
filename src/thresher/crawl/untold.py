"""Pages of known applications that nothing tells the level of: gathered by the shape of their addresses."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from thresher.crawl.samples import Sample
from thresher.guide.shapes import shape_of
from thresher.knowledge import Level
from thresher.learn.mending import holds_texts
from thresher.model import Page

TRIES = (6, 12)
"""Pages of one shape at hand when it is asked what they are."""
MAX_SHAPES = 30
"""Of one site: who has more of them has them without end."""
LEAST = 4
MOST_ASKED = 6
"""Times that it is asked on one site."""

Place = tuple[str, str]
"""Folder of a site, and its type."""


@dataclass(slots=True)
class _Site:
    shapes: dict[str, list[Sample]] = field(default_factory=dict)
    told: dict[str, Page] = field(default_factory=dict)
    """Of each level that was told, a page."""
    asked: int = 0
    is_understood: bool = False
    """Whether pages that hold texts are told: then one that is not is an odd one."""


class Untold:
    """Remembers some pages of each shape, until pages of the site are understood."""

    def __init__(self) -> None:
        self._sites: defaultdict[Place, _Site] = defaultdict(_Site)

    def note(self, place: Place, level: Level, page: Page) -> None:
        """A page whose level is told."""
        site = self._sites[place]
        site.told.setdefault(level.name, page)
        if holds_texts(level):
            site.is_understood = True
            site.shapes.clear()

    def add(self, place: Place, one: Sample) -> str:
        """A page whose level is not told; the shape of it, if it is time to ask what such pages are."""
        site, shape = self._sites[place], shape_of(one.page.url)
        if site.is_understood or (shape not in site.shapes and len(site.shapes) == MAX_SHAPES):
            return ""
        some = site.shapes.setdefault(shape, [])
        if len(some) == TRIES[-1]:
            return ""
        some.append(one)
        return shape if len(some) in TRIES and site.asked < MOST_ASKED else ""

    def ask(self, place: Place, shape: str) -> list[Sample]:
        """Pages of a shape, for somebody who finds out what they are."""
        self._sites[place].asked += 1
        return self._sites[place].shapes[shape]

    def others(self, place: Place, shape: str) -> list[Page]:
        """Some pages of the site that are of other shapes: one of each, and one of each level that is told."""
        site = self._sites[place]
        return [*(some[0].page for other, some in site.shapes.items() if other != shape), *site.told.values()]

    def left(self) -> Iterator[tuple[Place, str]]:
        """Shapes that were never asked for and have enough pages."""
        for place, site in list(self._sites.items()):
            for shape, some in list(site.shapes.items()):
                if not site.is_understood and site.asked < MOST_ASKED and LEAST <= len(some) < TRIES[0]:
                    yield place, shape
