"""Objects of earlier visits that the current one has not shown: asked for once more, then judged by the answers.

Gone is what its page no longer shows, though the page was answered and is still understood; and what was on a page that
is no more (404, 410). An answer that speaks of the moment (a timeout, a 5xx, robots.txt, a login form, a spent budget)
says nothing. Nor does a page that still has the words of the object: then it is the knowledge of the page that no
longer fits, as in AAH's algorithm 1.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import groupby

from thresher.archive import CaptureRow, Captures
from thresher.catalog import Catalog
from thresher.crawl.history import CollectionVisit
from thresher.crawl.login import LOGIN_PLACE
from thresher.describe.changes import NOT_WRITTEN, folded
from thresher.guide.labels import MARK
from thresher.guide.shapes import shape_of_post
from thresher.model import Kind, ObjectType, Offer, Outcome, Page, SkipReason
from thresher.page import surt

AGAIN = "again"
"""Shape of entries that are asked for because an earlier visit found something there."""
AGAIN_PRIORITY = 5000
"""Behind everything that is found by links, resources too."""

PARTS = (ObjectType.BOARD_POST.value, ObjectType.COMMENT.value, ObjectType.ANSWER.value)
"""Types whose objects may move from page to page of their container."""

MAX_STEPS = 20
"""Redirects in a row, as in `CrawlSettings.max_redirects`."""
SHORT = 40
"""Characters, white space left out: shorter texts may stand on a page by chance, so the author must, too."""
HALF = 0.5

_READ = (Outcome.KEPT.value, Outcome.UNCHANGED.value)
_NO_MORE = ("404", "410")
_USABLE = (
    f"u.outcome IN ('{Outcome.KEPT}', '{Outcome.UNCHANGED}', '{Outcome.REDIRECTED}') "
    f"OR u.outcome = '{Outcome.REFUSED}' AND u.detail IN ('404', '410')"
)
_UNSEEN = (
    "o.deleted IS NULL AND o.seen_visit < ? AND o.type NOT IN (" + ", ".join(f"'{one}'" for one in NOT_WRITTEN) + ")"
)
_OF_PARTS = "o.container <> '' AND o.type IN (" + ", ".join(f"'{one}'" for one in PARTS) + ")"

_BY_RULE = f"shape LIKE '{MARK}%'"
"""Of an address: a rule of a known application led to it."""

ReadCapture = Callable[[CaptureRow], tuple[Page, bool] | None]
"""A capture → its page, and whether the crawl recognises what it is; None if it is no page."""


@dataclass(frozen=True, slots=True)
class _Lacking:
    """An object that was not seen, and what came of asking for its page."""

    number: int
    type: str
    page: str
    container: str
    outcome: str
    detail: str


def pages_to_ask(catalog: Catalog, visit: CollectionVisit, *, adapts: bool = True) -> Iterator[Offer]:
    """Pages that held something which was not seen in `visit`, and that nobody has asked for in it; and, if knowledge
    `adapts` itself, links that its rules no longer find.
    """
    if adapts:
        yield from _links_as_before(catalog)
    sql = (
        "SELECT DISTINCT o.source_url, coalesce(b.depth, 1), coalesce(b.via, '') "  # noqa: S608 -- our own words
        "FROM objects o LEFT JOIN urls_before b ON b.url = o.source_url "
        f"WHERE {_UNSEEN} AND NOT EXISTS (SELECT 1 FROM urls u WHERE u.url = o.source_url AND u.state < 3)"
    )
    for url, depth, via in catalog.execute(sql, (visit.number,)).fetchall():
        yield Offer(url, Kind.PAGE, AGAIN_PRIORITY, max(1, depth), via, AGAIN)


def _links_as_before(catalog: Catalog) -> Iterator[Offer]:
    """Where links that rules led to in the visit before are still there and no rule leads to them now, the place of
    links has changed (AAH section 6.1): all links of their shape are offered, as what they were, and so are those of
    which the type says that they lead to what no link led to. Templates change where links stand, and hardly ever what
    they look like.
    """
    shapes = _lost_shapes(catalog)
    roles = {label.removeprefix(MARK).replace("/", ": ", 1): label for label in _lost_labels(catalog)}
    if not shapes and not roles:
        return
    left = catalog.execute(
        "SELECT link.url, link.via, coalesce(page.depth, 0) + 1, link.detail FROM urls link LEFT JOIN urls page "
        "ON page.url = link.via WHERE link.state = 3 AND link.outcome = ? ORDER BY link.url",
        (SkipReason.OFF_PATH.value,),
    )
    for link, via, depth, detail in left.fetchall():
        url = _without_session(link)
        if (label := roles.get(detail) or shapes.get(shape_of_post(url))) is not None:
            yield Offer(url, Kind.PAGE, AGAIN_PRIORITY, depth, via, label)


def _without_session(url: str) -> str:
    """The address without what indexes of archives take for no part of it: links that nobody followed were not asked
    what their parameters mean.

    >>> _without_session("http://b.example/t.php?t=5&sid=0123456789abcdef0123456789abcdef")
    'http://b.example/t.php?t=5'
    """
    place, _, query = url.partition("?")
    kept = [part for part in query.split("&") if part and surt(f"{place}?{part}") != surt(place)]
    return f"{place}?{'&'.join(kept)}" if kept else place


def _lost_shapes(catalog: Catalog) -> dict[str, str]:
    """Shapes of addresses that rules led to before and that are left alone now, each with what it led to."""
    rows = catalog.execute(
        "SELECT u.url, b.shape FROM urls u JOIN urls_before b ON b.url = u.url "  # noqa: S608 -- our own words
        f"WHERE u.state = 3 AND u.outcome = ? AND b.state = 2 AND b.{_BY_RULE} "
        f"UNION SELECT url, shape FROM urls WHERE priority = ? AND {_BY_RULE}",
        (SkipReason.OFF_PATH.value, AGAIN_PRIORITY),
    )
    return {shape_of_post(url): label for url, label in rows}


def _lost_labels(catalog: Catalog) -> set[str]:
    """Levels that rules led to before, and now from no page of another level."""
    before = catalog.execute(f"SELECT DISTINCT shape FROM urls_before WHERE state = 2 AND {_BY_RULE}")  # noqa: S608
    now = catalog.execute(
        "SELECT DISTINCT u.shape FROM urls u LEFT JOIN urls page ON page.url = u.via "  # noqa: S608 -- our own words
        f"WHERE u.state < 3 AND u.priority < ? AND u.{_BY_RULE} AND coalesce(page.shape, '') NOT IN (u.shape, ?)",
        (AGAIN_PRIORITY, AGAIN),
    )
    return {label for (label,) in before} - {label for (label,) in now}


def found_gone(catalog: Catalog, captures: Captures, visit: CollectionVisit, read: ReadCapture) -> dict[int, str]:
    """Numbers of the objects that are gone, each with what its page answered; the visit must be complete."""
    doubtful = _doubtful_containers(catalog)
    shown = _shown(catalog, visit.number)
    gone: dict[int, str] = {}
    to_read: dict[str, list[_Lacking]] = defaultdict(list)
    for (page, kind), group in groupby(_lacking(catalog, visit.number), key=lambda one: (one.page, one.type)):
        lacking = list(group)
        # Where most are found, a missing one is gone, even if its words are there: somebody quotes it. Where few are,
        # the rule may be what fails.
        is_read_well = shown.get(page, {}).get(kind, 0) >= len(lacking)
        for one in lacking:
            if one.type in PARTS and one.container in doubtful:
                continue
            if one.outcome == Outcome.REFUSED and one.detail in _NO_MORE:
                gone[one.number] = one.detail
            elif one.outcome in _READ and is_read_well:
                gone[one.number] = "no longer on its page"
            elif one.outcome in _READ or one.outcome == Outcome.REDIRECTED:
                to_read[page].append(one)
    if to_read:
        gone |= _by_reading(catalog, captures, visit, read, to_read, shown)
    return gone


def moved_pages(catalog: Catalog, visit: CollectionVisit) -> dict[str, str]:
    """Pages of objects that were not seen in `visit` and that led elsewhere in it, each with the page they led to."""
    sql = (
        "SELECT DISTINCT o.source_url FROM objects o JOIN urls u ON u.url = o.source_url AND u.state = 2 "  # noqa: S608
        f"WHERE {_UNSEEN} AND u.outcome = '{Outcome.REDIRECTED}'"
    )
    pages = [page for (page,) in catalog.execute(sql, (visit.number,)).fetchall()]
    return {page: end for page in pages if (end := _end_of(catalog, page))}


def _by_reading(
    catalog: Catalog,
    captures: Captures,
    visit: CollectionVisit,
    read: ReadCapture,
    to_read: dict[str, list[_Lacking]],
    shown: dict[str, dict[str, int]],
) -> dict[int, str]:
    """Those whose words are no longer on the page, or on the one that it leads to."""
    ends = {page: _end_of(catalog, page) for page in to_read}
    wanted = set(ends.values())
    rows = {row.url: row for row in captures.after(visit.after_capture) if row.url in wanted}
    gone: dict[int, str] = {}
    for page, lacking in to_read.items():
        end = ends[page]
        found = read(rows[end]) if end in rows else None
        if found is None or not (found[1] or end in shown) or found[0].has_password_field:
            continue
        words = folded("".join(found[0].lines))
        why = f"leads to {end}" if end != page else "no longer on its page"
        gone |= {one.number: why for one in lacking if not _is_shown(catalog, one.number, words)}
    return gone


def _end_of(catalog: Catalog, url: str) -> str:
    """Where redirects from `url` lead, if that was answered with a page; empty if not, or if it asks for a login."""
    for _ in range(MAX_STEPS):
        row = catalog.execute("SELECT outcome, detail FROM urls WHERE url = ? AND state = 2", (url,)).fetchone()
        if row is None or row[0] not in (*_READ, Outcome.REDIRECTED):
            return ""
        if row[0] != Outcome.REDIRECTED:
            return url
        url = row[1] or ""
        if LOGIN_PLACE.search(url):
            return ""
    return ""


def _is_shown(catalog: Catalog, number: int, words: str) -> bool:
    """Whether the words of an object are among those of a page."""
    sql = "SELECT v.title, v.text, v.author FROM objects o JOIN object_versions v ON v.number = o.current "
    title, text, author = catalog.execute(sql + "WHERE o.number = ?", (number,)).fetchone()
    lines = [line for line in map(folded, (text or title).splitlines()) if line]
    length = sum(map(len, lines))
    is_there = sum(len(line) for line in lines if line in words) >= HALF * length
    return is_there and (length >= SHORT or folded(author) in words)


def _lacking(catalog: Catalog, visit: int) -> Iterator[_Lacking]:
    """Objects not seen whose pages have an outcome, page by page."""
    sql = (
        "SELECT o.number, o.type, o.source_url, o.container, u.outcome, coalesce(u.detail, '') "  # noqa: S608
        f"FROM objects o JOIN urls u ON u.url = o.source_url AND u.state = 2 WHERE {_UNSEEN} "
        "ORDER BY o.source_url, o.type, o.number"
    )
    return (_Lacking(*row) for row in catalog.execute(sql, (visit,)))


def _shown(catalog: Catalog, visit: int) -> dict[str, dict[str, int]]:
    """For pages that lack something: how many objects of each type they did show in this visit."""
    sql = (
        "SELECT s.source_url, s.type, count(*) FROM objects s WHERE s.visit = ? AND s.source_url IN "  # noqa: S608
        f"(SELECT o.source_url FROM objects o WHERE {_UNSEEN}) GROUP BY 1, 2"
    )
    shown: dict[str, dict[str, int]] = defaultdict(dict)
    for page, kind, count in catalog.execute(sql, (visit, visit)):
        shown[page][kind] = count
    return dict(shown)


def _doubtful_containers(catalog: Catalog) -> set[str]:
    """Threads and posts of which some page was not answered: what is missing may have moved there."""
    unanswered = (
        f"SELECT DISTINCT o.container FROM objects o LEFT JOIN urls u ON u.url = o.source_url "  # noqa: S608
        f"WHERE {_OF_PARTS} AND o.deleted IS NULL AND (u.url IS NULL OR u.state <> 2 OR NOT ({_USABLE}))"
    )
    next_to_it = (
        f"SELECT DISTINCT o.container FROM objects o WHERE {_OF_PARTS} AND o.source_url IN "  # noqa: S608
        f"(SELECT u.via FROM urls u WHERE u.kind = 'page' AND u.state <= 2 AND (u.state < 2 OR NOT ({_USABLE})))"
    )
    return {container for sql in (unanswered, next_to_it) for (container,) in catalog.execute(sql)}
