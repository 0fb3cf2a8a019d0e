"""The search index catches up with the objects.

Words are not indexed page by page: FTS5 then took 0.06 to 0.1 ms an object, more the larger the index. In one go, with
room to sort a long stretch of words in memory, it takes 0.02 ms (docs/decisions has the measurement).
"""

from thresher.catalog import Catalog

SORT_BYTES = 16 * 1024 * 1024
"""Words sorted in memory before FTS5 writes them out; its own default of 1 MB doubles the time."""

PORTION = 20_000


def index_words(catalog: Catalog) -> int:
    """Bring the index up to date, in the catalog's open transaction; how many objects were not in it."""
    count = 0
    while part := _numbers(catalog):
        if not count:
            catalog.execute("INSERT INTO object_words(object_words, rank) VALUES ('hashsize', ?)", (SORT_BYTES,))
        last = part[-1]
        catalog.execute(
            "INSERT INTO object_words(rowid, title, author, text) SELECT v.number, v.title, v.author, v.text "
            "FROM objects o JOIN object_versions v ON v.number = o.current WHERE o.is_indexed = 0 AND o.number <= ? "
            "ORDER BY v.number",
            (last,),
        )
        catalog.execute("UPDATE objects SET is_indexed = 1 WHERE is_indexed = 0 AND number <= ?", (last,))
        count += len(part)
    return count


def waiting_for_index(catalog: Catalog) -> int:
    """How many objects cannot be found yet."""
    return int(catalog.execute("SELECT count(*) FROM objects WHERE is_indexed = 0").fetchone()[0])


def _numbers(catalog: Catalog) -> list[int]:
    rows = catalog.execute("SELECT number FROM objects WHERE is_indexed = 0 ORDER BY number LIMIT ?", (PORTION,))
    return [row[0] for row in rows]
