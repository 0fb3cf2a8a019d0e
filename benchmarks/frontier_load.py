"""Offers many addresses to a frontier on disk, as a crawl would, and takes some out again."""

import sys
from pathlib import Path

from thresher.catalog import open_catalog
from thresher.frontier import SCHEMA, Frontier, Lanes, RobotsBook, UrlTable
from thresher.frontier.robots import SCHEMA as ROBOTS_SCHEMA
from thresher.model import Kind, Offer, Outcome

LINKS = 80
"""A page of a forum offers about this many; most are known already."""
NEW = 20


def main(path: Path, total: int) -> None:
    catalog = open_catalog(path, (SCHEMA, ROBOTS_SCHEMA))
    frontier = Frontier(
        UrlTable(catalog), RobotsBook(catalog, obey=True), Lanes(delay=0, concurrency=1), admit=lambda _: None
    )
    host = "http://forum.example"
    frontier.robots.learn(host + "/robots.txt", 404, "")
    for start in range(0, total, NEW):
        numbers = [*range(start, start + NEW), *range(max(0, start - LINKS + NEW), start)]
        offers = [
            Offer(f"{host}/viewtopic.php?t={n}&start={n % 7}", Kind.PAGE, n % 5, 3, host + "/viewforum.php?f=3", "s")
            for n in numbers
        ]
        frontier.offer(offers)
        if start % (NEW * 500) == 0:
            catalog.commit()
        if start % (NEW * 100) == 0 and (entry := frontier.take()):
            frontier.finish(entry, Outcome.KEPT)
    catalog.commit()
    assert frontier.pending > total * 0.95
    catalog.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
