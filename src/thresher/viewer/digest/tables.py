"""The tables of the digest."""

FORMAT = 1
"""Raised when tables change: a digest of another format is made anew."""

SCHEMA = """
CREATE TABLE IF NOT EXISTS meta(key TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS sites(number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);  -- host, with its port
CREATE TABLE IF NOT EXISTS people(
    number INTEGER PRIMARY KEY,
    site INTEGER NOT NULL,
    name TEXT NOT NULL,
    url TEXT NOT NULL,
    count INTEGER NOT NULL DEFAULT 0,
    first TEXT NOT NULL DEFAULT '',
    last TEXT NOT NULL DEFAULT '',
    UNIQUE (site, name)
);
CREATE INDEX IF NOT EXISTS people_by_count ON people(count DESC, number);
CREATE INDEX IF NOT EXISTS people_of_site ON people(site, count DESC, number);
CREATE INDEX IF NOT EXISTS people_by_name ON people(name COLLATE NOCASE);
CREATE TABLE IF NOT EXISTS things(
    number INTEGER PRIMARY KEY,      -- of the object in the catalog
    site INTEGER NOT NULL,
    type TEXT NOT NULL,
    container INTEGER NOT NULL,      -- number of the object it belongs to; 0: it stands for itself, or nobody knows
    person INTEGER NOT NULL,         -- who wrote it; 0 if nobody is named
    published TEXT NOT NULL,         -- as the page says
    versions INTEGER NOT NULL,
    is_deleted INTEGER NOT NULL,     -- 0: it is there; 1: found gone; 2: withheld
    current INTEGER NOT NULL         -- row of its current version: what full-text search finds; below 0 if withheld
);
CREATE INDEX IF NOT EXISTS things_by_version ON things(current);
CREATE INDEX IF NOT EXISTS things_of_person ON things(person, published DESC) WHERE person > 0;
CREATE INDEX IF NOT EXISTS things_of_container ON things(container, published) WHERE container > 0;
CREATE INDEX IF NOT EXISTS things_edited ON things(site, number) WHERE versions > 1;
CREATE INDEX IF NOT EXISTS things_deleted ON things(site, number) WHERE is_deleted = 1;
CREATE INDEX IF NOT EXISTS things_in_counts ON things(site, type, published, versions, is_deleted);
CREATE TABLE IF NOT EXISTS talks(    -- what people come for: threads, posts of blogs, articles, questions
    number INTEGER PRIMARY KEY,      -- of the object
    site INTEGER NOT NULL,
    type TEXT NOT NULL,
    replies INTEGER NOT NULL,
    last TEXT NOT NULL               -- when something was last written there, as far as dates tell
);
CREATE INDEX IF NOT EXISTS talks_by_time ON talks(last DESC, number);
CREATE INDEX IF NOT EXISTS talks_of_site ON talks(site, last DESC, number);
CREATE INDEX IF NOT EXISTS talks_by_replies ON talks(replies DESC, number);
CREATE TABLE IF NOT EXISTS counts(site INTEGER, type TEXT, there INTEGER, edited INTEGER, deleted INTEGER,
    PRIMARY KEY (site, type)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS months(site INTEGER, month TEXT, written INTEGER, PRIMARY KEY (site, month)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS captured(  -- captures by day
    site INTEGER, day TEXT, kind TEXT, status INTEGER, is_revisit INTEGER, captures INTEGER, bytes INTEGER,
    PRIMARY KEY (site, day, kind, status, is_revisit)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS places(key INTEGER, capture INTEGER, PRIMARY KEY (key, capture)) WITHOUT ROWID;
-- captures by their address: `key_of` its sorting form
CREATE TABLE IF NOT EXISTS feed_captures(capture INTEGER PRIMARY KEY);  -- that may be of feeds
CREATE TABLE IF NOT EXISTS reasons(root TEXT, type TEXT, evidence TEXT NOT NULL,
    PRIMARY KEY (root, type)) WITHOUT ROWID;  -- what speaks for an application, as JSON
CREATE TABLE IF NOT EXISTS asked(site INTEGER, kind TEXT, outcome TEXT, count INTEGER,
    PRIMARY KEY (site, kind, outcome)) WITHOUT ROWID;  -- addresses that were asked for
CREATE TABLE IF NOT EXISTS left_alone(site INTEGER, reason TEXT, count INTEGER, examples TEXT,
    PRIMARY KEY (site, reason)) WITHOUT ROWID;  -- links that were not followed, with some of them as JSON
"""

WITHHELD = 2
"""What `is_deleted` is of a thing that must not be shown."""

TALKS = ("Thread", "BlogPost", "NewsArticle", "WikiArticle", "Question", "MicroblogPost")
"""Types that stand for themselves, and hold what others say to them."""
