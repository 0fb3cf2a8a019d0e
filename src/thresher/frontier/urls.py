"""The table of URLs: every address that was ever met, in exactly one state."""

from collections import OrderedDict
from collections.abc import Collection, Iterable, Iterator, Sequence
from enum import IntEnum
from typing import Literal, NamedTuple

from thresher.catalog import Catalog
from thresher.model import Entry, Kind, Offer, Outcome, Skip, SkipReason
from thresher.model.entry import STORED
from thresher.page import host_of

_TABLE = """
CREATE TABLE IF NOT EXISTS urls(
    url TEXT PRIMARY KEY,
    state INTEGER NOT NULL,
    kind TEXT NOT NULL,
    queue TEXT NOT NULL,             -- host and port
    priority INTEGER NOT NULL,
    turn INTEGER NOT NULL,           -- order of arrival
    depth INTEGER NOT NULL,
    via TEXT NOT NULL,
    shape TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    redirects INTEGER NOT NULL DEFAULT 0,
    suspect INTEGER NOT NULL DEFAULT 0,
    outcome TEXT,                    -- once done: one of model.Outcome; for skipped links: the reason
    detail TEXT
) WITHOUT ROWID
"""
_INDEXES = (
    "CREATE INDEX IF NOT EXISTS urls_pending ON urls(queue, priority, turn) WHERE state = 0",
    "CREATE INDEX IF NOT EXISTS urls_in_flight ON urls(state) WHERE state = 1",
)
# `urls_before` is the same table as the visit before the current one left it.
SCHEMA = ";\n".join((_TABLE, *_INDEXES, _TABLE.replace(" urls(", " urls_before("), ""))

FORBIDDEN_BY_RULE = "robots.txt"
"""Detail of a page that robots.txt forbids; others were forbidden because robots.txt could not be read."""

REMEMBERED = 60_000
"""Addresses of which the last word is kept in memory: a forum's menus and pagers repeat on every page."""

_Word = Kind | SkipReason | Literal["suspect"]
"""What was said of an address: offered as a kind, left for a reason, or offered as suspect."""

_FINAL: frozenset[_Word | None] = frozenset(
    {Kind.PAGE, *SkipReason} - {SkipReason.OUT_OF_SCOPE, SkipReason.TOO_DEEP, SkipReason.BARREN, SkipReason.NOT_DUE}
)
"""Standings that no other link changes. Not among them: the scope can widen, another way can be shorter, another list
can say that a page has grown."""


class State(IntEnum):
    PENDING = 0
    IN_FLIGHT = 1
    DONE = 2
    LEFT = 3
    """A link that was offered and not followed."""


def put_aside(catalog: Catalog) -> None:
    """Begin with an empty table, in the catalog's open transaction; `urls_before` is then what it was.

    Renaming takes as long for a million addresses as for ten.
    """
    for sql in (
        "DROP TABLE IF EXISTS urls_before",
        "DROP INDEX IF EXISTS urls_pending",
        "DROP INDEX IF EXISTS urls_in_flight",
        "ALTER TABLE urls RENAME TO urls_before",
        _TABLE,
        *_INDEXES,
    ):
        catalog.execute(sql)


class UrlsBefore:
    """The addresses that the visit before has met, asked for or not: looked up, never all in memory."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog

    def __contains__(self, url: str) -> bool:
        return self._catalog.execute("SELECT 1 FROM urls_before WHERE url = ?", (url,)).fetchone() is not None

    def was_left(self, url: str, reasons: Collection[SkipReason]) -> bool:
        """Whether an address was met and not asked for, for one of some reasons."""
        row = self._catalog.execute("SELECT outcome FROM urls_before WHERE url = ? AND state = 3", (url,)).fetchone()
        return row is not None and row[0] in reasons

    def found_on(self) -> Iterator[tuple[str, str]]:
        """Each page, and the one that led there."""
        return self._catalog.execute("SELECT url, via FROM urls_before WHERE kind = ?", (Kind.PAGE.value,))


class _Standing(NamedTuple):
    """What the table says of an address."""

    state: int
    kind: str
    is_suspect: int
    outcome: str | None


class UrlTable:
    """Reads and writes the table; knows nothing of time and politeness."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._said: OrderedDict[str, _Word] = OrderedDict()
        self._turn = int(catalog.execute("SELECT coalesce(max(turn), 0) FROM urls").fetchone()[0])

    def offer(self, offers: Iterable[Offer]) -> list[Offer]:
        """Add offers; those that were not known before.

        A link that was left alone, or is waiting as suspect, takes the better standing of a new offer.
        """
        candidates = {offer.url: offer for offer in offers if not self._has_place(offer)}
        known = self._standing(candidates)
        fresh, rows = [], []
        for url, offer in candidates.items():
            self._turn += 1
            if url not in known:
                fresh.append(offer)
                rows.append(_row(offer, self._turn))
            elif _is_better(offer, known[url]):
                self._improve(offer)
                if known[url].state != State.PENDING:
                    fresh.append(offer)  # it joins the queue only now
            self._remember(url, _word(offer))
        if rows:
            self._catalog.executemany(
                "INSERT INTO urls(url, state, kind, queue, priority, turn, depth, via, shape, redirects, suspect) "
                "VALUES (?, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                rows,
            )
        return fresh

    def leave(self, skips: Iterable[Skip]) -> int:
        """Note links that are not followed; how many of them were new."""
        fresh = {skip.url: skip for skip in skips if skip.url not in self._said}
        for skip in fresh.values():
            self._remember(skip.url, skip.reason)
        known = self._standing(fresh)
        rows = [(skip.url, skip.via, skip.reason.value, skip.detail) for url, skip in fresh.items() if url not in known]
        if rows:
            self._catalog.executemany(
                "INSERT INTO urls(url, state, kind, queue, priority, turn, depth, via, shape, outcome, detail) "
                "VALUES (?, 3, 'page', '', 0, 0, 0, ?, '', ?, ?)",
                rows,
            )
        return len(rows)

    def next_of(self, queue: str) -> Entry | None:
        """The entry of `queue` whose turn it is, marked as in flight."""
        row = self._catalog.execute(
            "UPDATE urls SET state = 1 WHERE url = "
            "(SELECT url FROM urls WHERE queue = ? AND state = 0 ORDER BY priority, turn LIMIT 1) "
            "RETURNING url, kind, depth, via, shape, attempts, redirects, suspect",
            (queue,),
        ).fetchone()
        return _entry(row) if row else None

    def get(self, url: str) -> Entry | None:
        """What is known of `url`, whatever its state; None if it was never offered."""
        row = self._catalog.execute(
            "SELECT url, kind, depth, via, shape, attempts, redirects, suspect FROM urls WHERE url = ? AND state < 3",
            (url,),
        ).fetchone()
        return _entry(row) if row else None

    def led_to(self, url: str) -> str | None:
        """The spelling of `url` that was asked for in its place; None if it was not left for another."""
        sql = "SELECT detail FROM urls WHERE url = ? AND state = ? AND outcome = ?"
        row = self._catalog.execute(sql, (url, State.LEFT, SkipReason.LED_AWAY.value)).fetchone()
        return str(row[0]) if row else None

    def is_done(self, url: str) -> bool:
        """Whether `url` has an outcome."""
        found = self._catalog.execute("SELECT 1 FROM urls WHERE url = ? AND state = ?", (url, State.DONE)).fetchone()
        return found is not None

    def has_pages(self) -> bool:
        """Whether any page was answered with one."""
        sql = "SELECT 1 FROM urls WHERE kind = 'page' AND state = 2 AND outcome IN (?, ?, ?) LIMIT 1"
        kept = (Outcome.KEPT.value, Outcome.UNCHANGED.value, Outcome.TRUNCATED.value)
        return self._catalog.execute(sql, kept).fetchone() is not None

    def put_in_flight(self, entry: Entry, queue: str) -> None:
        """Add an entry that is asked for at once (robots.txt)."""
        self._turn += 1
        self._catalog.execute(
            "INSERT OR REPLACE INTO urls(url, state, kind, queue, priority, turn, depth, via, shape, attempts) "
            "VALUES (?, 1, ?, ?, -1, ?, ?, ?, '', ?)",
            (entry.url, entry.kind.value, queue, self._turn, entry.depth, entry.via, entry.attempts),
        )

    def leave_entry(self, skip: Skip) -> None:
        """Decide against an entry whose turn had come: from now on it is a link left alone."""
        self._catalog.execute(
            "UPDATE urls SET state = 3, outcome = ?, detail = ? WHERE url = ?",
            (skip.reason.value, skip.detail, skip.url),
        )
        if self._said.get(skip.url) is Kind.SITEMAP:  # may be asked for after all, where lists turn out to end early
            del self._said[skip.url]

    def claim(self, entry: Entry, queue: str) -> bool:
        """Mark an entry as in flight; whether it was pending until now."""
        changed = self._catalog.execute("UPDATE urls SET state = 1 WHERE url = ? AND state = 0", (entry.url,)).rowcount
        if not changed and self.get(entry.url) is None:
            self.put_in_flight(entry, queue)
        return bool(changed)

    def give_back(self, entry: Entry, *, failed: bool) -> None:
        """Return an entry to the queue; after a failure behind everything else of its kind."""
        if failed:
            self._turn += 1
            self._catalog.execute(
                "UPDATE urls SET state = 0, attempts = attempts + 1, turn = ? WHERE url = ?", (self._turn, entry.url)
            )
        else:
            self._catalog.execute("UPDATE urls SET state = 0 WHERE url = ?", (entry.url,))

    def finish(self, url: str, outcome: Outcome, detail: str) -> None:
        self._catalog.execute(
            "UPDATE urls SET state = 2, outcome = ?, detail = ? WHERE url = ?", (outcome.value, detail or None, url)
        )

    def reopen(self, url: str) -> bool:
        """Make a URL that is done due again; whether it was done."""
        sql = "UPDATE urls SET state = 0, outcome = NULL, detail = NULL WHERE url = ? AND state = 2"
        return bool(self._catalog.execute(sql, (url,)).rowcount)

    def reopen_failed(self) -> int:
        """Make due again what could not be reached in an earlier run; how many."""
        sql = (
            "UPDATE urls SET state = 0, attempts = 0, outcome = NULL, detail = NULL WHERE state = 2 AND "
            "(outcome IN (?, ?) OR (outcome = ? AND detail <> ?))"
        )
        failed = (Outcome.UNREACHABLE.value, Outcome.FAILED.value, Outcome.FORBIDDEN.value, FORBIDDEN_BY_RULE)
        return self._catalog.execute(sql, failed).rowcount

    def reopen_in_flight(self) -> int:
        """After a crash: what was being asked for is due again."""
        return self._catalog.execute("UPDATE urls SET state = 0 WHERE state = 1").rowcount

    def pending_by_queue(self) -> dict[str, int]:
        return dict(self._catalog.execute("SELECT queue, count(*) FROM urls WHERE state = 0 GROUP BY queue"))

    def below(self, prefix: str) -> Iterator[str]:
        """URLs that begin with `prefix` and were asked for, or wait for it: what was asked for first comes first."""
        sql = "SELECT url FROM urls WHERE url >= ? AND url < ? AND state < 3 ORDER BY state DESC, turn"
        rows = self._catalog.execute(sql, (prefix, prefix + "\U0010ffff"))
        return (row[0] for row in rows)

    def left_below(self, prefix: str, reason: SkipReason) -> Iterator[tuple[str, str, int]]:
        """URLs that begin with `prefix` and were left alone for a reason: each with the page that links there, and the
        depth it has as a link of that page.
        """
        sql = """
        SELECT link.url, link.via, coalesce(page.depth, 0) + 1
        FROM urls AS link LEFT JOIN urls AS page ON page.url = link.via
        WHERE link.url >= ? AND link.url < ? AND link.state = 3 AND link.outcome = ? ORDER BY link.url
        """
        rows = self._catalog.execute(sql, (prefix, prefix + "\U0010ffff", reason.value)).fetchall()
        return ((str(url), str(via), int(depth)) for url, via, depth in rows)

    def closed_below(self, prefix: str) -> Iterator[tuple[str, str]]:
        """URLs that begin with `prefix`, are there, and could not be had or asked for; each with its shape."""
        lost = [one.value for one in Outcome if one not in STORED]
        marks = ", ".join("?" * len(lost))
        sql = (
            "SELECT url, shape FROM urls WHERE url >= ? AND url < ? AND state = 2 AND "  # noqa: S608 -- our own words
            f"(outcome IN ({marks}) OR outcome = 'refused' AND detail NOT IN ('404', '410'))"
        )
        return iter(self._catalog.execute(sql, (prefix, prefix + "\U0010ffff", *lost)).fetchall())

    def counts(self) -> dict[tuple[State, Kind, str], int]:
        """Number of URLs by state, kind and outcome (or reason)."""
        rows = self._catalog.execute("SELECT state, kind, coalesce(outcome, ''), count(*) FROM urls GROUP BY 1, 2, 3")
        return {(State(state), Kind(kind), outcome): count for state, kind, outcome, count in rows}

    def rows(self, state: State) -> Iterator[tuple[str, str, str, str, str, int]]:
        """url, kind, outcome, detail, via, attempts of every URL in `state`."""
        return self._catalog.execute(
            "SELECT url, kind, coalesce(outcome, ''), coalesce(detail, ''), via, attempts FROM urls WHERE state = ?",
            (int(state),),
        )

    def _standing(self, urls: Iterable[str]) -> dict[str, _Standing]:
        """Those of `urls` that are in the table."""
        wanted = list(urls)
        found: dict[str, _Standing] = {}
        for start in range(0, len(wanted), 500):
            part = wanted[start : start + 500]
            marks = ",".join("?" * len(part))
            for url, *rest in self._catalog.execute(
                f"SELECT url, state, kind, suspect, outcome FROM urls WHERE url IN ({marks})",  # noqa: S608 -- only marks
                part,
            ):
                found[url] = _Standing(*rest)
        return found

    def _improve(self, offer: Offer) -> None:
        self._catalog.execute(
            "UPDATE urls SET state = 0, kind = ?, queue = ?, priority = ?, turn = ?, depth = ?, via = ?, shape = ?, "
            "redirects = ?, suspect = ?, outcome = NULL, detail = NULL WHERE url = ?",
            (*_row(offer, self._turn)[1:], offer.url),
        )

    def is_settled(self, url: str) -> bool:
        """Whether another link to `url` cannot change anything any more: a forum's menus and pagers repeat on every
        page, and need not be decided again. False only means that it is not known by heart."""
        return self._said.get(url) in _FINAL

    def _has_place(self, offer: Offer) -> bool:
        """Whether `offer` is known to have its place in the table; a page may still replace a resource, and what a
        redirect leads to may have been left when its turn came, for the sake of the address that led to it."""
        if offer.redirects:
            return False
        said = self._said.get(offer.url)
        return said is Kind.PAGE or said == _word(offer)

    def _remember(self, url: str, word: _Word) -> None:
        self._said[url] = word
        if len(self._said) > REMEMBERED:
            self._said.popitem(last=False)


def _is_better(offer: Offer, known: _Standing) -> bool:
    """Whether an offer changes the standing of an address that is known already."""
    if known.state == State.LEFT and known.outcome == SkipReason.LED_AWAY:
        return bool(offer.redirects)  # it is not as it was thought: the other spelling leads back
    if known.state == State.LEFT:
        return known.outcome != SkipReason.BARREN  # that one was decided when its turn came
    if offer.kind is Kind.PAGE and known.kind in (Kind.RESOURCE, Kind.OUTLINK):
        return known.state != State.IN_FLIGHT  # it was asked for without being read for links
    return known.state == State.PENDING and bool(known.is_suspect) and not offer.is_suspect


def _word(offer: Offer) -> _Word:
    return "suspect" if offer.is_suspect else offer.kind


def _row(offer: Offer, turn: int) -> tuple[object, ...]:
    return (
        offer.url,
        offer.kind.value,
        host_of(offer.url),
        offer.priority,
        turn,
        offer.depth,
        offer.via,
        offer.shape,
        offer.redirects,
        int(offer.is_suspect),
    )


def _entry(row: Sequence[object]) -> Entry:
    url, kind, depth, via, shape, attempts, redirects, suspect = row
    return Entry(
        str(url), Kind(str(kind)), int(str(depth)), str(via), str(shape), int(str(attempts)), int(str(redirects)),
        bool(suspect),
    )  # fmt: skip
