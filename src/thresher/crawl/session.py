"""A crawl of one collection: opened, recovered, worked on, closed; nothing is lost in between."""

import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TypeVar

from thresher import archive, describe, frontier
from thresher.archive import CaptureRow, Collection, Keeper, WarcWriter, recover_tails, write_cdxj
from thresher.archive.scan import Record
from thresher.archive.writer import disk_error
from thresher.catalog import Catalog, open_catalog
from thresher.crawl import history, memory, mends, missing, notebook, places, rounds
from thresher.crawl.budget import Budget
from thresher.crawl.clients import client_for
from thresher.crawl.history import CollectionVisit, Command, end_visit, open_visit
from thresher.crawl.identity import warcinfo_of
from thresher.crawl.last_slash import LastSlash
from thresher.crawl.login import LoginWatch
from thresher.crawl.memory import CatalogMemory
from thresher.crawl.mends import add_retirement, by_site, keep_mended, kept_mends
from thresher.crawl.notebook import notebooks
from thresher.crawl.opening import answers_before, coming_back_for, frontier_with, ladder_with, mender_with
from thresher.crawl.places import PlaceKeeper
from thresher.crawl.shelf import Shelf
from thresher.crawl.tally import Snapshot, Tally
from thresher.crawl.visit import Kept, Lost, Stopped, Visit, Visitor
from thresher.crawl.walk import Walk
from thresher.describe import ObjectStore, note_withheld
from thresher.fetch import Trouble, TroubleKind
from thresher.frontier import UrlTable
from thresher.frontier.robots import SCHEMA as ROBOTS_SCHEMA
from thresher.guide import ScopeCheck
from thresher.model import (
    CrawlSettings,
    Entry,
    Guidance,
    Kind,
    Page,
    Skip,
    Strategy,
)
from thresher.model.errors import ThresherError
from thresher.page import read_page

T = TypeVar("T")

LEARNED = "learned"
"""Why a crawl ends that was to learn a site and nothing else."""

LOGIN_WORKED = "login worked"
"""Catalog note: pages behind the login have been seen, so a login form from now on means that it is lost."""

SCHEMAS = (
    archive.SCHEMA,
    frontier.SCHEMA,
    ROBOTS_SCHEMA,
    memory.SCHEMA,
    places.SCHEMA,
    notebook.SCHEMA,
    mends.SCHEMA,
    describe.SCHEMA,
    history.SCHEMA,
    rounds.SCHEMA,
)


COMMIT_SECONDS = 1.0
"""Work that a power cut may undo. Commits cost a sync each; what was written since is adopted, not asked again."""


@dataclass(frozen=True, slots=True)
class Opening:
    """What was found when the collection was opened."""

    is_new: bool
    visit: int
    """Number of the visit that is worked on."""
    is_fresh: bool
    """Whether that visit has just begun."""
    pending: int
    adopted: int
    cut_bytes: int


class Session:
    """Everything one crawl works with. The engine asks `next_entry`, visits, and hands the result to `absorb`."""

    def __init__(
        self,
        root: Path,
        settings: CrawlSettings,
        today: date | None = None,
        since: datetime | None = None,
        command: Command = Command.CRAWL,
    ) -> None:
        self.settings = settings
        self.command = command
        self.stop_reason = ""
        self.is_paused = False
        self.failure: ThresherError | None = None
        self._last_commit = time.monotonic()
        self._in_flight = 0
        self._is_settled = False
        # Settings that make no sense are said before anything is made.
        scope = ScopeCheck(settings)
        client, access = client_for(settings)
        self.collection = Collection(root)
        self.collection.open_for_writing()
        is_new = not self.collection.exists
        try:
            self.catalog: Catalog = open_catalog(self.collection.catalog, SCHEMAS)
        except BaseException:
            self.collection.close()
            raise
        try:
            self.now_at: CollectionVisit = open_visit(self.catalog, command, datetime.now(UTC))
            add_retirement(self.catalog)
            self.keeper = Keeper(self.collection, self.catalog, self._writer())
            urls = UrlTable(self.catalog)
            self._shelf = shelf = Shelf(self.catalog, self.keeper, urls, settings, self.now_at)
            self._last_slash = LastSlash(CatalogMemory(self.catalog))
            spelled = self._last_slash.target_of
            self._coming_back, latest = coming_back_for(command, self.catalog, self.now_at, shelf, scope, spelled)
            due_since = since or latest
            self.ladder = ladder_with(
                self.catalog, settings, scope, shelf, today, due_since, self._coming_back, self.now_at
            )
            self._places = PlaceKeeper(self.catalog)
            self._notebooks = None if self.ladder.is_generic else notebooks(self.catalog)
            self.frontier = frontier_with(self.catalog, settings, urls, self._admit)
            before = answers_before(command, self.keeper)
            self.visitor = Visitor(client, self.keeper, self.frontier.lanes, settings, before)
            self.tally = Tally()
            was_inside = self.catalog.get_meta(LOGIN_WORKED) == "yes"
            self.login = LoginWatch(is_active=access.is_given, was_inside=was_inside)
            self.budget = Budget(settings)
            self.objects = ObjectStore(self.catalog, self.now_at.number)
            self._scope = scope
            self._mender = mender_with(self.catalog, settings, self.ladder, shelf, self.now_at)
            self.walk = Walk(
                settings,
                self.frontier,
                self.keeper,
                self.ladder,
                self.objects,
                scope,
                self.login,
                self.tally,
                self._mender,
                self._coming_back,
                self._last_slash,
            )
            self.opening = self._resume(is_new)
        except BaseException:
            self.abandon()
            raise

    def _admit(self, entry: Entry) -> Skip | None:
        if entry.shape == missing.AGAIN:
            return None
        refused = self.ladder.admit(entry)
        if refused is None and self._coming_back is not None:
            refused = self._coming_back.admit(entry)
        return refused or self.walk.respell(entry)

    def _writer(self) -> WarcWriter:
        return WarcWriter(
            self.collection.archive,
            prefix=self.settings.prefix,
            warcinfo=warcinfo_of(self.settings, self.collection.root.name),
            roll_bytes=self.settings.warc_bytes,
        )

    def _resume(self, is_new: bool) -> Opening:
        """Bring archive and catalog together, and understand what a crash left unread."""
        captures = self.keeper.captures
        recovered = recover_tails(self.collection.archive, captures.files(), self._adopt, captures.note_length)
        is_first = is_new or self.now_at.is_fresh
        if not is_first:
            learned, fed = self._notebooks or (None, None)
            notes = learned.read() if learned is not None else []
            fed_notes = fed.read() if fed is not None else []
            seen = captures.page_urls(self.now_at.after_capture)
            self.walk.follow(self.ladder.go_on(notes, fed_notes, self.settings.seeds, seen))
        elif self._coming_back is not None:
            if self._notebooks is not None:
                self.walk.follow(self.ladder.recall_lessons(self._notebooks[0].read(), self._coming_back.met))
            if self.settings.strategy is not Strategy.KNOWN:  # which has no rung for pages that nobody knows
                self.walk.follow(self._coming_back.rounds.begin())
        self.frontier.offer(self.ladder.seeds())
        for row in captures.to_absorb():
            entry = self.frontier.urls.get(row.url) or Entry(row.url, row.kind)
            if (capture := self.keeper.load(row)) is not None:
                self.frontier.resume(entry)
                self.walk.absorb(entry, Kept(row.id, capture))
            else:
                captures.set_absorbed(row.id)
        if not self.command.is_update:  # options of an update count for that run alone
            self.collection.describe(self.settings)
        self.commit()
        now_at = self.now_at
        pending = self.frontier.pending
        return Opening(is_new, now_at.number, now_at.is_fresh, pending, recovered.adopted, recovered.cut_bytes)

    def _write_knowledge(self) -> None:
        """What was learned of each site, for people to read, and for `--kb` of other crawls."""
        for name, text in self.ladder.knowledge():
            self.collection.write_knowledge(name, text)
        self._keep_mended()
        for (root, type_name), kept in by_site(kept_mends(self.catalog)).items():
            self.collection.write_knowledge(mends.name_of(root, type_name), mends.as_yaml(root, type_name, kept))

    def _retire(self) -> None:
        """Once a site was visited again as a whole: what was mended for it and is of no use any more."""
        mender, base = self._mender, self.ladder.base
        is_whole_visit = self.command is Command.UPDATE and self.is_complete
        if mender is None or base is None or not is_whole_visit or not self.settings.adapts:
            return
        from thresher.crawl.retiring import Visited, retire_lessons  # with all that reads pages

        self._keep_mended()
        visited = Visited(
            self.catalog,
            self.now_at.number,
            self.settings.user_agent,
            self._shelf.page,
            lambda url: self.ladder.told(url) is not None,
        )
        for one in retire_lessons(visited, base, datetime.now(UTC)):
            lesson = one.lesson
            mender.drop(lesson.root, lesson.type_name, lesson.level, is_read_again=one.reads_less)

    def _adopt(self, file: str, record: Record) -> None:
        entry = self.frontier.urls.get(record.url)
        guess = Kind.ROBOTS if record.url.endswith("/robots.txt") else Kind.PAGE
        self.keeper.adopt(record, file, entry.kind if entry else guess)

    def next_entry(self) -> Entry | None:
        """What to ask for now; None while nothing is due, or when the crawl is to end."""
        if self.is_stopping or self.is_paused:
            return None
        entry = self.frontier.take()
        while entry is None and not self._in_flight and not self.frontier.has_work:
            guidance = self.ladder.unstick()
            self.walk.follow(guidance)
            if not guidance.follow and not self.walk.settle() and not self._ask_again():
                break
            entry = self.frontier.take()  # None if robots.txt forbids it: then the next is asked for
        self._in_flight += entry is not None
        return entry

    def _ask_again(self) -> bool:
        """In an update: ask for pages that held something and were not met this time, or only for those in doubt;
        whether there are any."""
        if self._coming_back is not None:
            return bool(self.frontier.offer(self._coming_back.in_doubt()))
        is_update = self.command is Command.UPDATE
        asked = missing.pages_to_ask(self.catalog, self.now_at, adapts=self.settings.adapts)
        return is_update and bool(self.frontier.offer(asked))

    @property
    def is_complete(self) -> bool:
        """Whether the visit has come to its end: nothing is left to ask for, and the site was there."""
        is_down = any(self._scope.is_home(f"http://{queue}/") for queue in self.frontier.down)
        return not self.stop_reason and self.failure is None and not is_down and self.frontier.urls.has_pages()

    @property
    def is_over(self) -> bool:
        """Whether this visit ends here: what could not be had of what was due is due another time."""
        return self.is_complete or (self.command is Command.DUE and not self.stop_reason and self.failure is None)

    def read_again(self, row: CaptureRow) -> tuple[Page, bool] | None:
        """A page of this visit, and whether it is recognised; None if there is no page in the capture."""
        capture = self.keeper.load(row)
        page = read_page(capture, self.settings) if capture is not None else None
        if capture is None or page is None:
            return None
        return page, self.ladder.look(page, capture) is not None

    @property
    def is_stopping(self) -> bool:
        """Whether the crawl is to end before everything is done; `stop_reason` says why."""
        if not self.stop_reason:
            if self.login.is_lost:
                self.stop_reason = "login lost"
            elif spent := self.budget.used_up(self.visitor.requests, self.keeper.bytes_written):
                self.stop_reason = f"budget of {spent} used up"
        return bool(self.stop_reason)

    def stop(self, reason: str) -> None:
        """End as soon as what is in flight has come home."""
        self.stop_reason = self.stop_reason or reason
        self.frontier.lanes.stop()

    async def visit(self, entry: Entry) -> Visit:
        """Ask for one entry; trouble with the collection ends the crawl, trouble of ours only this entry."""
        try:
            return await self.visitor.visit(entry)
        except ThresherError as error:
            self.fail(error)
            return Stopped()
        except Exception:
            return Lost(Trouble(TroubleKind.OURS, traceback.format_exc(limit=-4)))

    def absorb(self, entry: Entry, visit: Visit) -> None:
        """Bring one visit to its end; commit when it is time."""
        self._in_flight -= 1
        try:
            self.walk.absorb(entry, visit)
        except ThresherError as error:
            self.fail(error)
        students = self.ladder.learned if self.settings.learn_only else []
        if students and not any(student.is_learning for student in students):
            self.stop(LEARNED)
        self.commit_if_due()

    def fail(self, error: ThresherError) -> None:
        """Something about the collection is wrong: end the crawl, and raise `error` when it has ended."""
        self.failure = self.failure or error
        self.stop("failure")

    def commit_if_due(self) -> None:
        if self.failure is None and time.monotonic() - self._last_commit >= COMMIT_SECONDS:
            try:
                self.commit()
            except ThresherError as error:
                self.fail(error)

    def commit(self) -> None:
        """Make all that was done so far survive a power cut."""
        if self.login.was_inside:
            self.catalog.set_meta(LOGIN_WORKED, "yes")
        self._places.keep(self.ladder.places())
        self._keep_mended()
        if not self._is_settled:
            self._keep_notes()
        self.keeper.commit()
        self._last_commit = time.monotonic()

    def _keep_mended(self) -> None:
        if self._mender is not None:
            now_at, agent = self.now_at, self.settings.user_agent
            keep_mended(self.catalog, self._mender.take_mended(), datetime.now(UTC), now_at.number, agent)

    def _keep_notes(self) -> None:
        if self._notebooks is not None:
            learned, fed = self._notebooks
            learned.keep(self.ladder.notes())
            fed.keep(self.ladder.fed_notes())

    def snapshot(self) -> Snapshot:
        return self.tally.snapshot(self.visitor.requests, self.keeper.bytes_written, self.frontier.pending)

    def close(self, *, finish: Callable[["Session"], T]) -> T:
        """Commit, write the index and what `finish` writes, give the collection free."""
        try:
            self.frontier.urls.reopen_in_flight()
            # How posts are read is settled for this run; the next one may know better, having seen more.
            self._keep_notes()
            self._is_settled = True
            self.ladder.settle()
            if self.is_over:
                self._keep_notes()  # nothing more comes in this visit: the next begins with what it knows
            self._retire()
            self.walk.follow(Guidance((), ()))
            self._write_knowledge()
            self.objects.index_words()
            self.commit()
            write_cdxj(self.collection.index, self.keeper.captures.for_index())
            result = finish(self)
            note_withheld(self.catalog)
            if self.is_over:
                end_visit(self.catalog, self.now_at, datetime.now(UTC))
            return result
        except OSError as error:
            raise disk_error(error, self.collection.root) from error
        finally:
            self.keeper.close()
            self.catalog.close()
            self.collection.close()

    def abandon(self) -> None:
        """Give everything free without writing: the next run recovers as after a crash."""
        self.catalog.abandon()
        self.collection.close()
