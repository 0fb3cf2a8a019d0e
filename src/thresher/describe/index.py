"""The search index catches up with the objects.

Words are not indexed page by page: FTS5 then took 0.06 to 0.1 ms an object, more the larger the index. In one go, with
room to sort a long stretch of words in memory, it takes 0.02 ms (docs/decisions has the measurement).
"""

from thresher.catalog import Catalog

SORT_BYTES = 16 * 1024 * 1024
"""Words sorted in memory before FTS5 writes them out; its own default of 1 MB doubles the time."""

INDEXED_UP_TO = "words indexed up to change"
"""Catalog note: objects that changed later may have words that are not in the index."""

_WAITING = "FROM objects WHERE changed > ? AND is_indexed = 0"


def index_words(catalog: Catalog) -> int:
    """Bring the index up to date, in the catalog's open transaction; how many objects were not in it."""
    count, mark = waiting_for_index(catalog), _mark(catalog)
    if count:
        catalog.execute("INSERT INTO object_words(object_words, rank) VALUES ('hashsize', ?)", (SORT_BYTES,))
        catalog.execute(
            "INSERT INTO object_words(rowid, title, author, text) SELECT number, title, author, text "  # noqa: S608
            f"FROM object_versions WHERE number IN (SELECT current {_WAITING}) ORDER BY number",
            (mark,),
        )
        catalog.execute("UPDATE objects SET is_indexed = 1 WHERE changed > ? AND is_indexed = 0", (mark,))
    (top,) = catalog.execute("SELECT coalesce(max(changed), 0) FROM objects").fetchone()
    if top != mark:
        catalog.set_meta(INDEXED_UP_TO, str(top))
    return count


def waiting_for_index(catalog: Catalog) -> int:
    """How many objects cannot be found yet."""
    row = catalog.execute(f"SELECT count(*) {_WAITING}", (_mark(catalog),)).fetchone()
    return int(row[0])


def _mark(catalog: Catalog) -> int:
    return int(catalog.get_meta(INDEXED_UP_TO, "0"))
