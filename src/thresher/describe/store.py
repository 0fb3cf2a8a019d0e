"""Objects into the catalog: one row an object, one row a version, current words in the search index."""

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from thresher.catalog import Catalog
from thresher.describe import tables
from thresher.describe.content import AUTHOR, TEXT, TITLE, Content, blanks_filled, digest_of, filled, prepared
from thresher.describe.index import index_words
from thresher.describe.known import Known, from_row, moment, to_the_second
from thresher.describe.merge import Look, Verdict, is_home, verdict
from thresher.describe.schemes import Schemes
from thresher.model import Source, WebObject

REMEMBERED = 5_000
"""Objects kept in memory, mostly the threads and boards that page after page names: about 6 MB."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What keeping some objects came to."""

    new: int = 0
    changed: int = 0
    """Objects that have a new version."""
    again: int = 0
    """Seen before, and no new version."""


@dataclass(slots=True)
class _Version:
    """A version that is not in the catalog yet."""

    object: int
    number: int
    source: Source
    rule: str
    confidence: float
    content: Content
    digest: bytes


class ObjectStore:
    """Writes gather in the catalog's open transaction; they last with its next commit, and a crash forgets them."""

    def __init__(self, catalog: Catalog, visit: int = 0) -> None:
        """`visit` is the number of the visit to the collection that objects are from; 0 if nobody counts them."""
        tables.add_visits(catalog)
        self._catalog = catalog
        self._visit = visit
        self._schemes = Schemes(catalog)
        self._known: OrderedDict[str, Known] = OrderedDict()
        self._objects = self._highest("number", "objects")
        self._rows = self._highest("number", "object_versions")
        self._change = self._highest("changed", "objects")
        # Gathered while a page is taken in, written together; empty between two calls.
        self._versions: dict[int, _Version] = {}
        self._touched: dict[int, Known] = {}
        self._seen: dict[int, Known] = {}

    def keep(self, objects: Iterable[WebObject]) -> Kept:
        """Take in what a page shows. An object seen before gets a new version only if it changed (see `merge`)."""
        found = [prepared(self._schemes.settled(one)) for one in objects]
        if not found:
            return Kept()
        self._recall([one.id for one, _, _ in found])
        counts = [self._take(*one) for one in found]
        self._write()
        return Kept(counts.count("new"), counts.count("changed"), counts.count("again"))

    def index_words(self) -> int:
        """Make everything kept so far searchable; how many objects were not."""
        count = index_words(self._catalog)
        for known in self._known.values():
            known.is_indexed = True
        return count

    def mark_gone(self, identity: str, when: datetime) -> bool:
        """Note that the object was found deleted; False if there is no such object. All its versions stay."""
        return self._set_deleted(identity, moment(when))

    def restore(self, identity: str) -> bool:
        """Note that the object is there after all; `keep` does so by itself when it sees one again."""
        return self._set_deleted(identity, None)

    def _set_deleted(self, identity: str, when: str | None) -> bool:
        identity = self._schemes.of(identity)
        self._recall([identity])
        known = self._known.get(identity)
        if known is None:
            return False
        known.deleted = when
        self._touched[known.number] = known
        self._write()
        return True

    def _take(self, found: WebObject, content: Content, digest: bytes) -> str:
        source = to_the_second(found.source)
        found = found if source is found.source else replace(found, source=source)
        known = self._known.get(found.id)
        if known is None:
            self._add(found, content, digest)
            return "new"
        self._known.move_to_end(found.id)
        return "changed" if self._meet(known, found, content, digest) else "again"

    def _add(self, found: WebObject, content: Content, digest: bytes) -> None:
        self._objects += 1
        time = moment(found.source.time)
        known = Known(
            self._objects, found.id, found.type.value, found.url, found.container, found.container_title, found.order,
            0, 0, time, time, None, found.source, digest, visit=self._visit, seen_visit=self._visit,
        )  # fmt: skip
        self._known[found.id] = known
        self._begin_version(known, found, content, digest)

    def _meet(self, known: Known, found: WebObject, content: Content, digest: bytes) -> bool:
        """Bring a look at a known object together with what is known; whether that made a version."""
        source = found.source
        now = Look(source.url, source.time, is_home(found.url, source.url), self._visit)
        ruling = verdict(known.look(), now)
        self._note_seen(known, moment(source.time))
        if ruling is Verdict.FILL:
            if known.fill(found):
                self._touched[known.number] = known
            if digest != known.digest and known.has_blanks_for(content):
                old = self._content(known)
                self._amend(known, blanks_filled(old, content), None)
            return False
        if known.move(found, self._visit):
            self._touched[known.number] = known
        if digest == known.digest:
            return False
        if ruling is not Verdict.REPLACE:
            content = blanks_filled(content, self._content(known))
            digest = digest_of(content)
        if not ruling.makes_version:
            self._amend(known, content, found)
        elif digest != known.digest:
            self._drop_words(known)
            self._begin_version(known, found, content, digest)
            return True
        return False

    def _note_seen(self, known: Known, time: str) -> None:
        known.last_seen = max(known.last_seen, time)
        known.first_seen = min(known.first_seen, time)
        is_again = self._visit > known.seen_visit
        known.seen_visit = max(known.seen_visit, self._visit)
        self._seen[known.number] = known
        if known.deleted is not None and (is_again or time > known.deleted):
            known.deleted = None
            self._touched[known.number] = known

    def _begin_version(self, known: Known, found: WebObject, content: Content, digest: bytes) -> None:
        self._rows += 1
        known.version += 1
        known.row, known.digest, known.filled = self._rows, digest, filled(content)
        self._versions[self._rows] = _Version(
            known.number, known.version, found.source, found.rule, found.confidence, content, digest
        )
        self._touched[known.number] = known

    def _amend(self, known: Known, content: Content, better: WebObject | None) -> None:
        """Better words for the current version; `better` is the look they are from, None if they only fill blanks."""
        digest, known.filled = digest_of(content), filled(content)
        if digest == known.digest:
            return
        known.digest = digest
        self._touched[known.number] = known
        if (waiting := self._versions.get(known.row)) is not None:
            waiting.content, waiting.digest = content, digest
            if better is not None:
                waiting.source, waiting.rule, waiting.confidence = better.source, better.rule, better.confidence
            return
        self._drop_words(known)
        self._catalog.execute(tables.AMEND_CONTENT, (digest, *content, known.row))
        if better is not None:
            source = better.source
            where = (source.file, source.offset, source.url, moment(source.time))
            self._catalog.execute(tables.AMEND_ORIGIN, (*where, better.rule, better.confidence, known.row))

    def _content(self, known: Known) -> Content:
        if (waiting := self._versions.get(known.row)) is not None:
            return waiting.content
        return tuple(self._catalog.execute(tables.SELECT_CONTENT, (known.row,)).fetchone())

    def _drop_words(self, known: Known) -> None:
        """Before the current version ends or changes: the index forgets words only if it is told all of them."""
        if known.is_indexed:
            content = self._content(known)
            self._catalog.execute(tables.DROP_WORDS, (known.row, content[TITLE], content[AUTHOR], content[TEXT]))
            known.is_indexed = False

    def _write(self) -> None:
        """Everything gathered, a few statements a page."""
        if self._touched:
            self._change += 1
            self._catalog.executemany(
                tables.INSERT_OBJECT, [known.as_row(self._change) for known in self._touched.values()]
            )
        if again := [_seen_row(known) for number, known in self._seen.items() if number not in self._touched]:
            self._catalog.executemany(tables.NOTE_SEEN, again)
        if self._versions:
            self._catalog.executemany(tables.INSERT_VERSION, (_version_row(*one) for one in self._versions.items()))
        self._versions.clear()
        self._touched.clear()
        self._seen.clear()
        while len(self._known) > REMEMBERED:
            self._known.popitem(last=False)

    def _recall(self, identities: Sequence[str]) -> None:
        """Bring into memory what the catalog knows of these."""
        asked = [one for one in dict.fromkeys(identities) if one not in self._known]
        for start in range(0, len(asked), 256):
            part = asked[start : start + 256]
            # Few different lengths, so that SQLite finds the statement prepared.
            size = 1 << (len(part) - 1).bit_length()
            rows = self._catalog.execute(tables.select_known(size), part + part[:1] * (size - len(part)))
            for row in rows.fetchall():
                self._known[row[1]] = from_row(row)

    def _highest(self, column: str, table: str) -> int:
        row = self._catalog.execute(f"SELECT max({column}) FROM {table}").fetchone()  # noqa: S608 -- our own words
        return int(row[0] or 0)


def _version_row(row: int, version: _Version) -> tuple[object, ...]:
    """In the order of `tables.VERSION_COLUMNS`."""
    source = version.source
    return (
        row, version.object, version.number, version.digest,
        source.file, source.offset, source.url, moment(source.time), version.rule, version.confidence, *version.content,
    )  # fmt: skip


def _seen_row(known: Known) -> tuple[object, ...]:
    source = known.source
    where = (source.file, source.offset, source.url, moment(source.time))
    return (known.first_seen, known.last_seen, *where, known.visit, known.seen_visit, known.number)
