"""A collection visited again, as a whole or where something is due, and what became of what people wrote."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from typing import Any

from thresher.archive import Collection
from thresher.catalog import open_catalog
from thresher.crawl.history import Command
from thresher.crawl.missing import found_gone, moved_pages
from thresher.crawl.report import Summary, write_lines, write_reports
from thresher.crawl.retiring import as_told, retired_in
from thresher.crawl.rounds import count_pages
from thresher.crawl.session import Session
from thresher.describe import sync_rdf
from thresher.describe.changes import (
    Change,
    Changed,
    count_changes,
    edited_objects,
    gone_objects,
    new_objects,
    renamed_objects,
)
from thresher.describe.twins import twins
from thresher.describe.withheld import carry_withheld
from thresher.model import CrawlSettings
from thresher.model.errors import CollectionBusy, ThresherError

REPORTED = (Change.NEW, Change.EDITED, Change.DELETED, Change.UNCHANGED)


@dataclass(frozen=True, slots=True)
class UpdateSummary:
    """How an update ended; `as_dict` is what `--json` prints."""

    collection: str
    visit: int
    is_all: bool
    """Whether everything was visited, or only what was due."""
    ended: str
    """complete, or why not, as of a crawl: deletions are told only once it is complete."""
    exit_code: int
    is_over: bool
    """Whether the next update begins a visit of its own; else it goes on with this one."""
    objects: dict[str, dict[str, int]]
    """By type: new, edited, deleted, unchanged; of the whole visit, earlier runs included."""
    unseen: dict[str, int]
    """By type: neither seen in this visit nor found gone; after an update of what is due, what was not looked at."""
    requests: int
    """Of this run."""
    pages_kept: int
    bytes_written: int
    pending: int
    retries: int
    seconds: float
    changes: str
    """The file that lists what is new, edited and deleted."""
    retired: tuple[dict[str, str], ...] = ()
    """What was mended on an earlier visit and is not used any more: `root`, `type`, `level`, `reason` and more."""
    pages: dict[str, int] = field(default_factory=dict)
    """Of pages that nothing but links leads to: new, changed, gone, unchanged, not_visited, since nothing spoke for a
    change. Of the whole visit."""

    def as_dict(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__}


def settings_of(root: Path, **changes: Any) -> CrawlSettings:
    """The settings of the collection in `root`, some of them changed for this run.

    Raises `CollectionError` if there is no collection, or one that a newer Thresher made or nobody described.
    """
    collection = Collection(root)
    collection.open_for_reading()
    open_catalog(collection.catalog, read_only=True).close()  # says so if it is of a newer format
    given = {name: value for name, value in changes.items() if value is not None}
    return replace(collection.read_settings(), **given)


def open_update(root: Path, settings: CrawlSettings, *, is_all: bool = True) -> Session:
    """A session that visits the collection again, all of it or what is due, or goes on with such a visit."""
    return Session(root, settings, command=Command.UPDATE if is_all else Command.DUE)


def update(root: Path, settings: CrawlSettings | None = None, *, is_all: bool = True) -> UpdateSummary:
    """Visit the collection in `root` again, all of it or what is due, going on where an earlier update stopped."""
    from thresher.crawl.engine import run_session

    session = open_update(root, settings or settings_of(root), is_all=is_all)
    with suppress(ThresherError):  # the session knows its failure, and the summary tells it
        run_session(session)
    return finish_update(session)[0]


def finish_update(session: Session) -> tuple[UpdateSummary, Summary]:
    """Compare, write index, reports and triples, and close, as `finish_session` does after a crawl."""
    try:
        found = session.close(finish=_compare)
        with suppress(CollectionBusy):  # somebody asks a long question: the next one brings the triples up to date
            sync_rdf(session.collection.catalog, session.collection.rdf, patience_seconds=5)
    except ThresherError as error:
        raise session.failure or error from error
    return found


def _compare(session: Session) -> tuple[UpdateSummary, Summary]:
    """What the visit has brought so far; what is gone is marked once the visit is complete.

    The report is written first: after a crash in between, the same is found again.
    """
    now_at, catalog = session.now_at, session.catalog
    captures = session.keeper.captures
    gone = found_gone(catalog, captures, now_at, session.read_again) if session.is_complete else {}
    same = twins(catalog, now_at.number, now_at.after_object, moved_pages(catalog, now_at))
    carry_withheld(catalog, same)
    renamed = set(same.values())
    new = (one for one in new_objects(catalog, now_at.after_object) if one.number not in renamed)
    changes: list[Changed] = [
        *edited_objects(catalog, now_at.after_object, now_at.after_version),
        *renamed_objects(catalog, same),
        *gone_objects(catalog, ((number, why) for number, why in gone.items() if number not in same)),
    ]
    counts = count_changes(catalog, now_at.number, now_at.after_object, changes)
    path = session.collection.reports / f"changes-{now_at.number}.jsonl"
    write_lines(path, (one.as_dict() for one in chain(new, changes)))
    if session.is_complete:
        _mark_gone(session, changes)
    by_type = {kind: {change.value: count for change, count in of_type.items()} for kind, of_type in counts.items()}
    pages = count_pages(catalog)
    summary = write_reports(session, {**by_type, "pages of no known type": pages})
    return UpdateSummary(
        collection=summary.collection,
        visit=now_at.number,
        is_all=session.command is Command.UPDATE,
        ended=summary.ended,
        exit_code=summary.exit_code,
        is_over=session.is_over,
        objects={kind: {change.value: of_type[change] for change in REPORTED} for kind, of_type in counts.items()},
        unseen={kind: of_type[Change.UNSEEN] for kind, of_type in counts.items() if of_type[Change.UNSEEN]},
        requests=summary.requests,
        pages_kept=summary.pages_kept,
        bytes_written=summary.bytes_written,
        pending=summary.pending,
        retries=summary.retries,
        seconds=summary.seconds,
        changes=str(path.relative_to(session.collection.root)),
        retired=tuple(map(as_told, retired_in(catalog, now_at.number))),
        pages=pages,
    ), summary


def _mark_gone(session: Session, changes: Iterable[Changed]) -> None:
    """What has another id now would be there twice: the earlier one is marked, too."""
    now = datetime.now(UTC)
    for one in changes:
        if one.was or one.change is Change.DELETED:
            session.objects.mark_gone(one.was or one.id, now)
