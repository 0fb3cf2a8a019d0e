"""Visits to a site on this machine that is not the same on every visit, or for every visitor; and what they brought.

Who visits comes in as a parameter: crawls are of the same storey.
"""

from collections.abc import Callable
from pathlib import Path

from thresher.archive import Collection
from thresher.catalog import open_catalog
from thresher.describe import read_objects
from thresher.evaluate.replay import Site
from thresher.model import CrawlSettings, Resources, WebObject

Changes = dict[str, dict[str, int]]
"""By type of object: how many are new, edited, deleted, unchanged; empty after a first crawl."""
Visit = Callable[[Path, CrawlSettings], Changes]
"""Crawls into a folder; updates the collection if there is one already."""


def plain_settings(seed: str, site: Site, *, knowledge: tuple[str, ...] = (), adapts: bool = True) -> CrawlSettings:
    """How a site of one's own is visited: at full speed, pages alone."""
    return CrawlSettings(
        (seed,), resources=Resources.NONE, delay=0, proxy=site.proxy, knowledge=knowledge, adapts=adapts
    )


def seen_objects(root: Path) -> list[WebObject]:
    """What the last visit to a collection has seen, as it is now."""
    catalog = open_catalog(Collection(root).catalog, read_only=True)
    try:
        rows = catalog.execute("SELECT id FROM objects WHERE seen_visit = (SELECT max(number) FROM visits)")
        seen = {row[0] for row in rows}
        return [one.web for one in read_objects(catalog) if one.web.id in seen]
    finally:
        catalog.close()


def page_answer(payload: bytes) -> bytes:
    """A saved page as a server would send it; what its letters are, it has to say itself."""
    return b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + payload
