"""The catalog's tables of objects, their versions and their words."""

from functools import cache

from thresher.catalog import Catalog
from thresher.describe.content import CONTENT

SCHEMA = """
CREATE TABLE IF NOT EXISTS objects(
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    type TEXT NOT NULL,
    url TEXT NOT NULL,
    container TEXT NOT NULL,
    container_title TEXT NOT NULL,
    page INTEGER NOT NULL,           -- place in the container: page, then place on the page
    place INTEGER NOT NULL,
    version INTEGER NOT NULL,        -- number of the current version, from 1
    current INTEGER NOT NULL,        -- its row in object_versions
    first_seen TEXT NOT NULL,
    last_seen TEXT NOT NULL,
    deleted TEXT,                    -- when it was found gone
    file TEXT NOT NULL,              -- the last capture of the page that the current version was read from
    offset INTEGER NOT NULL,
    source_url TEXT NOT NULL,
    source_time TEXT NOT NULL,
    changed INTEGER NOT NULL,        -- grows with each change, so that what is derived can catch up
    is_indexed INTEGER NOT NULL,     -- whether object_words has the words of the current version
    visit INTEGER NOT NULL DEFAULT 1,  -- to the collection, in which that last capture was made; 0: not numbered
    seen_visit INTEGER NOT NULL DEFAULT 1  -- in which some page showed it last
);
CREATE INDEX IF NOT EXISTS objects_in_order ON objects(container, page, place);
CREATE INDEX IF NOT EXISTS objects_by_change ON objects(changed);
CREATE INDEX IF NOT EXISTS objects_by_page ON objects(source_url);
CREATE TABLE IF NOT EXISTS object_versions(
    number INTEGER PRIMARY KEY,
    object INTEGER NOT NULL,
    version INTEGER NOT NULL,
    digest BLOB NOT NULL,            -- of the content below
    file TEXT NOT NULL,              -- the capture in which this version was seen first
    offset INTEGER NOT NULL,
    source_url TEXT NOT NULL,
    source_time TEXT NOT NULL,
    rule TEXT NOT NULL,
    confidence REAL NOT NULL,
    title TEXT NOT NULL,
    author TEXT NOT NULL,
    author_url TEXT NOT NULL,
    published TEXT NOT NULL,
    modified TEXT NOT NULL,
    reply_to TEXT NOT NULL,
    links TEXT NOT NULL,             -- JSON
    images TEXT NOT NULL,
    tags TEXT NOT NULL,
    own_text TEXT NOT NULL,
    text TEXT NOT NULL,
    html TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS versions_of_object ON object_versions(object);
-- External content: words lead to rows of object_versions, the text itself is not kept twice.
CREATE VIRTUAL TABLE IF NOT EXISTS object_words USING fts5(
    title, author, text, content='object_versions', content_rowid='number',
    tokenize="unicode61 remove_diacritics 2"
);
"""

OBJECT_COLUMNS = (
    "number, id, type, url, container, container_title, page, place, version, current, first_seen, last_seen, deleted, "
    "file, offset, source_url, source_time, changed, is_indexed, visit, seen_visit"
)
VERSION_COLUMNS = (
    "number, object, version, digest, file, offset, source_url, source_time, rule, confidence, " + ", ".join(CONTENT)
)


def marks(columns: str) -> str:
    """Placeholders for a list of columns.

    >>> marks("a, b, c")
    '?, ?, ?'
    """
    return ", ".join("?" * len(columns.split(",")))


INSERT_OBJECT = f"INSERT OR REPLACE INTO objects({OBJECT_COLUMNS}) VALUES ({marks(OBJECT_COLUMNS)})"  # noqa: S608
INSERT_VERSION = f"INSERT INTO object_versions({VERSION_COLUMNS}) VALUES ({marks(VERSION_COLUMNS)})"  # noqa: S608
SELECT_CONTENT = f"SELECT {', '.join(CONTENT)} FROM object_versions WHERE number = ?"  # noqa: S608
AMEND_CONTENT = (
    f"UPDATE object_versions SET digest = ?, {', '.join(f'{name} = ?' for name in CONTENT)} WHERE number = ?"  # noqa: S608
)
AMEND_ORIGIN = (
    "UPDATE object_versions SET file = ?, offset = ?, source_url = ?, source_time = ?, rule = ?, confidence = ? "
    "WHERE number = ?"
)
NOTE_SEEN = (
    "UPDATE objects SET first_seen = ?, last_seen = ?, file = ?, offset = ?, source_url = ?, source_time = ?, "
    "visit = ?, seen_visit = ? WHERE number = ?"
)
DROP_WORDS = "INSERT INTO object_words(object_words, rowid, title, author, text) VALUES ('delete', ?, ?, ?, ?)"


def add_visits(catalog: Catalog) -> None:
    """Give collections of earlier versions the columns that tell visits apart: all they have is of the first."""
    columns = {name for (name,) in catalog.execute("SELECT name FROM pragma_table_info('objects')")}
    for name in ("visit", "seen_visit"):
        if name not in columns:
            catalog.execute(f"ALTER TABLE objects ADD COLUMN {name} INTEGER NOT NULL DEFAULT 1")


@cache
def select_known(count: int) -> str:
    """Rows of `count` ids, each with the digest of its current version."""
    columns = ", ".join(f"o.{name}" for name in OBJECT_COLUMNS.split(", "))
    return (
        f"SELECT {columns}, v.digest FROM objects o JOIN object_versions v ON v.number = o.current "  # noqa: S608
        f"WHERE o.id IN ({', '.join('?' * count)})"
    )
