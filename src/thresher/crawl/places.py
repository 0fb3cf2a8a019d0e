"""Which applications live where and lead to content, in the catalog: a resumed crawl decides as an undisturbed one."""

from typing import NamedTuple

from thresher.catalog import Catalog

SCHEMA = """
CREATE TABLE IF NOT EXISTS applications(
    root TEXT NOT NULL,              -- address of the folder it lives in
    type TEXT NOT NULL,
    pages INTEGER NOT NULL,          -- that were recognised as of this type
    leads INTEGER NOT NULL,          -- whether its lists have led to content
    PRIMARY KEY (root, type)
) WITHOUT ROWID;
"""


class Place(NamedTuple):
    """An application at a place."""

    root: str
    type_name: str
    pages: int
    leads: bool


def kept_places(catalog: Catalog) -> tuple[Place, ...]:
    """What earlier runs have recognised."""
    rows = catalog.execute("SELECT root, type, pages, leads FROM applications ORDER BY pages DESC, root, type")
    return tuple(Place(root, type_name, pages, bool(leads)) for root, type_name, pages, leads in rows)


class PlaceKeeper:
    """Writes places that have changed."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._written = {place[:2]: place for place in kept_places(catalog)}

    def keep(self, places: tuple[Place, ...]) -> None:
        """Add `places` to the catalog's open transaction, in place of what was known of them."""
        fresh = [place for place in places if self._written.get(place[:2]) != place]
        self._written.update((place[:2], place) for place in fresh)
        if fresh:
            sql = "INSERT OR REPLACE INTO applications(root, type, pages, leads) VALUES (?, ?, ?, ?)"
            self._catalog.executemany(sql, fresh)
