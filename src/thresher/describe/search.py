"""Full-text search over the current versions of the objects that still exist."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from thresher.catalog import Catalog
from thresher.describe.wanted import Wanted
from thresher.describe.withheld import withheld_in
from thresher.describe.words import parse_words

BEGIN, END = "\x02", "\x03"
"""Around a hit in a snippet; control characters that no page's text has, so the reader can choose what to show."""

SNIPPET_WORDS = 24

TITLE_WEIGHT, AUTHOR_WEIGHT, TEXT_WEIGHT = 4.0, 2.0, 1.0
"""For bm25: a word in the title says most of what the whole is about."""

# A forum's threads, and their posts: everything below. UNION, not UNION ALL, so that a circle ends.
_INSIDE = (
    "o.container IN (WITH RECURSIVE inside(id) AS ("
    "SELECT ? UNION SELECT x.id FROM objects x JOIN object_versions y ON y.number = x.current "
    "WHERE y.title = ? COLLATE NOCASE AND x.type IN ('Forum', 'Thread', 'Question', 'BlogPost', 'NewsArticle') "
    "UNION SELECT container FROM objects WHERE container_title = ? COLLATE NOCASE "
    "UNION SELECT o2.id FROM objects o2 JOIN inside ON o2.container = inside.id) SELECT id FROM inside)"
)


@dataclass(frozen=True, slots=True)
class Hit:
    """One object that was found."""

    id: str
    type: str
    url: str
    title: str
    author: str
    published: str
    container_title: str
    snippet: str
    """The passage with the words, each hit between `BEGIN` and `END`."""


def search(
    catalog: Catalog, words: str, wanted: Wanted | None = None, *, inside: str = "", limit: int = 20
) -> list[Hit]:
    """The best hits for what a user typed (see `words`), best first.

    `inside` is a container's id or title; what is in containers inside it counts too.
    """
    question = parse_words(words)
    if question.is_empty:
        return []
    hidden = withheld_in(catalog)
    parts = ["object_words MATCH ?", "o.deleted IS NULL", "o.number NOT IN (SELECT value FROM json_each(?))"]
    values = [question.as_fts(), hidden.as_numbers()]
    for more, their_values in _conditions(wanted or Wanted(), inside):
        parts += more
        values += their_values
    rows = catalog.execute(
        "SELECT o.container, o.id, o.type, o.url, v.title, v.author, v.published, o.container_title, "  # noqa: S608
        f"snippet(object_words, 2, '{BEGIN}', '{END}', '…', {SNIPPET_WORDS}), "
        f"bm25(object_words, {TITLE_WEIGHT}, {AUTHOR_WEIGHT}, {TEXT_WEIGHT}) AS score "
        "FROM object_words w JOIN object_versions v ON v.number = w.rowid JOIN objects o ON o.number = v.object "
        f"WHERE {' AND '.join(parts)} ORDER BY score, o.id LIMIT ?",
        [*values, limit],
    )
    hits = [(row[0], Hit(*row[1:-1])) for row in rows]
    return [replace(hit, container_title="") if container in hidden.ids else hit for container, hit in hits]


def _conditions(wanted: Wanted, inside: str) -> Iterator[tuple[list[str], list[str]]]:
    for parts, values in (wanted.of_objects(), wanted.of_versions()):
        yield parts, [str(value) for value in values]
    if inside:
        yield [_INSIDE], [inside] * 3
