"""Pages that only the generic rung speaks for, in the catalog: what each visit has found out about them.

No rule and no lesson says of such pages which are lists and which change. What the visits so far have seen says it: how
many pages were found through one, and how often it was another one when it was asked for again. A row is all that is
kept of a page, and it outlasts the frontier's table, which is of one visit.
"""

from collections import Counter
from collections.abc import Iterator
from urllib.parse import urlsplit

from thresher.catalog import Catalog
from thresher.guide.labels import MARK
from thresher.model import Kind, Outcome
from thresher.model.capture import BUSY

SCHEMA = """
CREATE TABLE IF NOT EXISTS rounds(
    url TEXT PRIMARY KEY,
    kind TEXT NOT NULL DEFAULT 'page',   -- page, sitemap, or way: a page of another rung that led into an application
    depth INTEGER NOT NULL DEFAULT 1,
    led_to INTEGER NOT NULL DEFAULT 0,   -- pages that were found through it
    news INTEGER NOT NULL DEFAULT 0,     -- of these, in later visits than the first
    ways INTEGER NOT NULL DEFAULT 0,     -- pages that rules of an application lead to, and were found through it
    looks INTEGER NOT NULL DEFAULT 0,    -- times that it was asked for again
    changes INTEGER NOT NULL DEFAULT 0,  -- of these, times that it was another one
    is_there INTEGER NOT NULL DEFAULT 1, -- whether it was there when it was last asked for
    last_visit INTEGER NOT NULL DEFAULT 0  -- in which it was asked for; 0 until that one is over
) WITHOUT ROWID;
"""

_THERE = f"u.outcome IN ('{Outcome.KEPT}', '{Outcome.UNCHANGED}', '{Outcome.TRUNCATED}')"
_OF_THE_MOMENT = ", ".join(f"'{status}'" for status in sorted(BUSY))
_OF_THE_PAGE = f"u.detail < '500' AND u.detail NOT IN ({_OF_THE_MOMENT})"
_ANSWERED = f"({_THERE} OR u.outcome = '{Outcome.REDIRECTED}' OR u.outcome = '{Outcome.REFUSED}' AND {_OF_THE_PAGE})"
_BY_RULE = f"u.shape LIKE '{MARK}%'"
_INDEXES = ("", "index.html", "index.htm", "index.php")


class RoundBook:
    """Notes pages as they are guided: while a site is learned, only that tells whose pages they are in the end."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._fresh: set[str] = set()
        catalog.before_commit.append(self._write)

    def note(self, url: str) -> None:
        """A page that nobody but the generic rung speaks for."""
        self._fresh.add(url)

    def _write(self) -> None:
        rows = [(url,) for url in sorted(self._fresh)]
        self._fresh.clear()
        self._catalog.executemany("INSERT OR IGNORE INTO rounds(url) VALUES (?)", rows)


def note_visit(catalog: Catalog, visit: int) -> None:
    """Take in what `visit`, which is over, has found out; `urls` is still its table."""
    led_to, folders, ways = _credits(catalog)
    _take_in(catalog, visit)
    for folder, count in folders.items():
        if (above := _nearest(catalog, folder)) is not None:
            led_to[above] += count
    # The page that the user named is asked for anyway, and is no row.
    is_later = int(visit > 1)
    catalog.executemany(
        "UPDATE rounds SET led_to = led_to + ?, news = news + ? WHERE url = ?",
        [(count, count * is_later, url) for url, count in led_to.items()],
    )
    catalog.executemany(
        "INSERT INTO rounds(url, kind, depth, ways, last_visit) "
        "SELECT url, 'way', depth, ?, ? FROM urls WHERE url = ? AND depth > 0 "
        "ON CONFLICT(url) DO UPDATE SET ways = ways + excluded.ways",
        [(count, visit, url) for url, count in ways.items()],
    )


def has_failed(catalog: Catalog, url: str) -> bool:
    """Whether the visit before has asked for an address and got no answer that speaks of the page."""
    sql = f"SELECT 1 FROM urls_before u WHERE u.url = ? AND u.state = 2 AND NOT {_ANSWERED}"  # noqa: S608 -- our own words
    return catalog.execute(sql, (url,)).fetchone() is not None


def count_pages(catalog: Catalog) -> dict[str, int]:
    """What became of pages that only the generic rung speaks for: in the current visit, and since those before it."""
    known, is_gone = "r.last_visit > 0", f"u.outcome = '{Outcome.REFUSED}' AND u.detail IN ('404', '410')"
    counts = {
        "new": f"r.last_visit = 0 AND {_THERE}",
        "changed": f"{known} AND u.outcome IN ('{Outcome.KEPT}', '{Outcome.TRUNCATED}')",
        "gone": f"{known} AND r.is_there AND {is_gone}",
        "unchanged": f"{known} AND u.outcome = '{Outcome.UNCHANGED}'",
        "not_visited": f"{known} AND r.is_there AND u.url IS NULL",
    }
    sums = ", ".join(f"coalesce(sum({which}), 0)" for which in counts.values())
    sql = f"SELECT {sums} FROM rounds r LEFT JOIN urls u ON u.url = r.url AND u.state = 2 WHERE r.kind = 'page'"  # noqa: S608
    return dict(zip(counts, catalog.execute(sql).fetchone(), strict=True))


def _credits(catalog: Catalog) -> tuple[Counter[str], Counter[str], Counter[str]]:
    """How many pages that nobody knew before were found through each page, how many in each folder were found through a
    sitemap, and how many of an application through each page that is none of it."""
    sql = (
        "SELECT u.url, u.via, CASE WHEN r.url IS NULL THEN u.shape ELSE '' END, v.kind, v.shape "  # noqa: S608
        f"FROM urls u LEFT JOIN rounds r ON r.url = u.url JOIN urls v ON v.url = u.via WHERE u.state = 2 "
        f"AND u.kind = 'page' AND {_THERE} AND coalesce(r.last_visit, 0) = 0"
    )
    led_to: Counter[str] = Counter()
    folders: Counter[str] = Counter()
    ways: Counter[str] = Counter()
    for url, via, shape, kind, shape_above in catalog.execute(sql):
        if shape.startswith(MARK):
            is_way_in = kind == Kind.PAGE and shape.partition("/")[0] != shape_above.partition("/")[0]
            ways[via] += is_way_in
            continue
        led_to[via] += 1
        if kind == Kind.SITEMAP:
            # A sitemap comes before all lists, and takes the credit that is theirs: the page above has it, too.
            folders[url.rpartition("/")[0]] += 1
    return led_to, folders, +ways


def _take_in(catalog: Catalog, visit: int) -> None:
    catalog.execute(
        "UPDATE rounds SET looks = looks + (last_visit > 0), "  # noqa: S608 -- our own words
        f"changes = changes + (last_visit > 0 AND (u.outcome = '{Outcome.KEPT}' OR is_there <> ({_THERE}))), "
        f"is_there = {_THERE}, depth = u.depth, last_visit = ? FROM urls u WHERE u.url = rounds.url AND u.state = 2 "
        f"AND {_ANSWERED}",
        (visit,),
    )
    catalog.execute(
        "INSERT OR IGNORE INTO rounds(url, kind, depth, is_there, last_visit) "  # noqa: S608 -- our own words
        f"SELECT u.url, u.kind, u.depth, {_THERE}, ? FROM urls u WHERE u.state = 2 AND u.depth > 0 AND "
        f"(u.kind = 'page' AND NOT {_BY_RULE} AND {_ANSWERED} OR u.kind = 'sitemap' AND u.depth = 1 AND {_THERE})",
        (visit,),
    )


def _nearest(catalog: Catalog, folder: str) -> str | None:
    """The page of a folder, or of the nearest one above that has a page of its own."""
    for place in _upwards(folder):
        if catalog.execute("SELECT 1 FROM rounds WHERE url = ?", (place,)).fetchone():
            return place
    return None


def _upwards(folder: str) -> Iterator[str]:
    """Addresses that the page of a folder may have, then of the folder above; not those of the host.

    >>> list(_upwards("http://a.example/x"))
    ['http://a.example/x/', 'http://a.example/x/index.html', 'http://a.example/x/index.htm', \
'http://a.example/x/index.php', 'http://a.example/x', 'http://a.example/x.html']
    """
    while urlsplit(folder).path.strip("/"):
        yield from (f"{folder}/{name}" for name in _INDEXES)
        yield folder
        yield f"{folder}.html"
        folder = folder.rpartition("/")[0]
