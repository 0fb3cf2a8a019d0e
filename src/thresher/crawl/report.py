"""What a crawl leaves to read: a summary, the outcome of every URL, every link that was not followed."""

import json
import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from html import escape
from pathlib import Path
from typing import Any

import msgspec

from thresher.crawl.mends import kept_mends
from thresher.crawl.session import Session
from thresher.describe import count_objects
from thresher.frontier import State
from thresher.model import Outcome, Robots
from thresher.model.errors import EXIT_BUDGET, EXIT_INTERRUPTED, LoginLost, NothingReached

NEVER_ASKED = frozenset({Outcome.FORBIDDEN})
"""Outcomes that come before any request."""


@dataclass(frozen=True, slots=True)
class Summary:
    """How a crawl ended; `as_dict` is what `--json` prints and `reports/crawl.json` holds."""

    collection: str
    seeds: tuple[str, ...]
    ended: str
    """complete, or why not: interrupted, budget …, login lost, a server that no longer answers, failure."""
    exit_code: int
    requests: int
    page_requests: int
    pages_kept: int
    resources_kept: int
    bytes_written: int
    pending: int
    links_left: int
    retries: int
    seconds: float
    outcomes: dict[str, dict[str, int]]
    skipped: dict[str, int]
    statuses: dict[str, int]
    robots: str
    applications: dict[str, str]
    """Where an application was recognised, and its type; of the whole collection."""
    unlearned: dict[str, str]
    """Sites of which this run could learn nothing, and why: their links and sitemaps led on."""
    objects: dict[str, int]
    """What people wrote, by type; of the whole collection."""
    losses: tuple[tuple[str, str], ...]
    puzzles: tuple[tuple[str, str], ...]

    @property
    def has_pages(self) -> bool:
        """Whether the collection holds any page, of this run or an earlier one."""
        return any(self.outcomes.get("page", {}).get(kept) for kept in ("kept", "unchanged", "truncated"))

    def as_dict(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__}


def summarise(session: Session) -> Summary:
    """The session in numbers; those of outcomes and skipped links are of the whole collection."""
    now = session.snapshot()
    outcomes: dict[str, dict[str, int]] = {}
    skipped: dict[str, int] = {}
    for (state, kind, outcome), count in sorted(session.frontier.urls.counts().items()):
        if state is State.DONE:
            outcomes.setdefault(kind.value, {})[outcome] = count
        elif state is State.LEFT:
            skipped[outcome] = skipped.get(outcome, 0) + count
    ended, code = _ending(session)
    return Summary(
        collection=str(session.collection.root),
        seeds=session.settings.seeds,
        ended=ended,
        exit_code=code,
        requests=now.requests,
        page_requests=now.page_requests,
        pages_kept=now.pages_kept,
        resources_kept=now.resources_kept,
        bytes_written=now.bytes,
        pending=now.pending,
        links_left=sum(skipped.values()),
        retries=now.retries,
        seconds=round(now.seconds, 2),
        outcomes=outcomes,
        skipped=dict(sorted(skipped.items(), key=lambda item: -item[1])),
        statuses={str(status): count for status, count in sorted(session.tally.statuses.items())},
        robots="obeyed" if session.settings.robots is Robots.OBEY else "ignored",
        applications=dict(session.ladder.found),
        unlearned={one.start: "; ".join(one.lesson.notes) for one in session.ladder.learned if one.is_lost},
        objects=count_objects(session.catalog),
        losses=tuple(session.tally.losses[:20]),
        puzzles=tuple(session.tally.puzzles[:20]),
    )


def _ending(session: Session) -> tuple[str, int]:
    reason = session.stop_reason
    if session.failure is not None:
        return session.failure.sentence, session.failure.exit_code
    if reason == "interrupted":
        return reason, EXIT_INTERRUPTED
    if reason.startswith("budget"):
        return reason, EXIT_BUDGET
    if reason:
        return reason, LoginLost.exit_code
    if down := session.frontier.down:
        return f"{', '.join(down[:3])} no longer answers", NothingReached.exit_code
    return "complete", 0


def write_reports(session: Session, changes: Mapping[str, Mapping[str, int]] | None = None) -> Summary:
    """Write crawl.json, crawl.html, outcomes.jsonl and skipped.jsonl; each appears whole.

    `changes` are what an update has found: by type, how many objects are new, edited and so on.
    """
    summary = summarise(session)
    folder = session.collection.reports
    urls = session.frontier.urls
    stamp = datetime.now(UTC).strftime("%Y%m%d%H%M%S")
    body = json.dumps(summary.as_dict(), ensure_ascii=False, indent=1)
    _write(folder / "crawl.json", body)
    _write(folder / f"crawl-{stamp}.json", body)
    write_lines(folder / "outcomes.jsonl", _asked(urls.rows(State.DONE)))
    write_lines(folder / "skipped.jsonl", _left(urls.rows(State.LEFT)))
    _write_page(session, summary, changes or {}, stamp)
    return summary


def _write_page(session: Session, summary: Summary, changes: Mapping[str, Mapping[str, int]], stamp: str) -> None:
    """The report for people. It is a comfort: whatever goes wrong with it, the crawl has ended as it has."""
    page = session.collection.reports / "crawl.html"
    try:
        from thresher.crawl.growth import growth  # with charts: not before the crawl has ended
        from thresher.crawl.report_page import Told, report_page

        now_at, catalog = session.now_at, session.catalog
        told = Told(
            summary,
            now_at.command,
            now_at.number,
            now_at.began,
            datetime.now(UTC).isoformat(timespec="seconds"),
            growth(catalog, now_at.after_capture, now_at.after_version),
            kept_mends(catalog),
            changes,
        )
        text = report_page(told)
        _write(page, text)
        _write(page.with_name(f"crawl-{stamp}.html"), text)
    except Exception as error:
        told_why = escape(
            f"The report could not be made ({type(error).__name__}: {error}); crawl.json has the figures."
        )
        with suppress(OSError):  # not even that: what is there is of an earlier run
            page.unlink(missing_ok=True)
            _write(page, f'<!DOCTYPE html>\n<meta charset="utf-8">\n<title>No report</title>\n<p>{told_why}</p>')


class _Asked(msgspec.Struct, omit_defaults=True):
    """A line of outcomes.jsonl; what is empty is left out."""

    url: str
    outcome: str
    detail: str = ""
    via: str = ""
    kind: str = ""
    attempts: int = 0


class _Left(msgspec.Struct, omit_defaults=True):
    """A line of skipped.jsonl."""

    url: str
    reason: str
    detail: str = ""
    via: str = ""


def _asked(rows: Iterable[tuple[str, str, str, str, str, int]]) -> Iterable[_Asked]:
    for url, kind, outcome, detail, via, attempts in rows:
        yield _Asked(url, outcome, detail, via, kind, attempts + 1 if outcome not in NEVER_ASKED else 0)


def _left(rows: Iterable[tuple[str, str, str, str, str, int]]) -> Iterable[_Left]:
    for url, _, reason, detail, via, _ in rows:
        yield _Left(url, reason, detail, via)


def write_lines(path: Path, rows: Iterable[object]) -> None:
    """One line of JSON a row; the file appears whole."""
    # A million links may be left alone: this is ten times as fast as the standard library's.
    encode = msgspec.json.Encoder().encode
    _write_whole(path, (encode(row) + b"\n" for row in rows))


def _write(path: Path, text: str) -> None:
    _write_whole(path, [text.encode("utf-8"), b"\n"])


def _write_whole(path: Path, pieces: Iterable[bytes]) -> None:
    fresh = path.with_suffix(path.suffix + ".new")
    with fresh.open("wb") as file:
        file.writelines(pieces)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
