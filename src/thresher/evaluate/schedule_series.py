"""Recorded series of changes: files of polls → what came when on a page, as far as it was recorded."""

import csv
import gzip
import io
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from thresher.model.errors import UsageError

Floats = NDArray[np.float64]
TIME_COLUMNS = ("observed_at", "changed_at")
CAP = 20
"""New items of one poll that count at most: a page made over all at once is not twenty times the news."""
GRIDS_MINUTES = (1, 2, 5, 10, 15, 20, 30, 60, 120, 180, 240, 360, 720, 1440, 10080)
GAP_STEPS = 6
"""Without polls for longer than this, a recording has a gap: of what came in it nobody knows."""
LEAST_POLLS = 20
"""Fewer cannot be parted into history and score."""
QUIET_HOURS = 24.0
"""Of files that only tell changes: longer without any is taken for a gap."""


@dataclass(frozen=True, slots=True)
class Series:
    """The polls of one page, in order."""

    name: str
    hours: Floats
    """When, in hours since 1970."""
    novel: Floats
    """New items at each, at most `CAP`."""
    changed: NDArray[np.bool_]
    step_hours: float
    """The usual time between polls, as a round figure."""
    listed: float = 0.0
    """Items on the page, usually; 0 if that was not recorded."""
    notes: tuple[str, ...] = ()

    @property
    def host(self) -> str:
        """What files of one site have in common: the name up to the first underscore."""
        return self.name.partition("_")[0]

    @property
    def change_rate(self) -> float:
        return float(self.changed.mean())


def load_series(places: Sequence[Path]) -> tuple[list[Series], list[str]]:
    """All files that can be used, and a sentence on each that cannot or only in part."""
    found: list[Series] = []
    notes: list[str] = []
    for place in places:
        try:
            one = read_series(place)
        except UsageError as error:
            notes.append(f"{error.sentence} It is left out.")
            continue
        notes += [f"{place.name}: {note}" for note in one.notes]
        twins = sum(one.name == other.name for other in found)
        found.append(one if not twins else replace(one, name=f"{one.name}-{twins + 1}"))
    if not found:
        raise UsageError(" ".join(notes) or "No files were named.", "A file has the columns observed_at and novel.")
    return found, notes


def read_series(place: Path) -> Series:
    """One file of polls: CSV, plain or gzip, with a header."""
    rows = csv.DictReader(io.StringIO(_text(place), newline=""))
    columns = [name.strip() for name in rows.fieldnames or ()]
    rows.fieldnames = columns
    time_column = next((name for name in TIME_COLUMNS if name in columns), None)
    count_column = next((name for name in ("novel", "added", "changed") if name in columns), None)
    if time_column is None or count_column is None:
        missing = "observed_at" if time_column is None else "novel"
        raise UsageError(
            f"{place.name} has no column {missing!r} (its first line: {', '.join(columns)[:80] or 'empty'})."
        )
    listed: list[float] = []
    polls, wrong = _polls(rows, time_column, count_column, listed)
    notes = [f"{wrong:,} rows could not be read and are left out"] if wrong else []
    if count_column != "novel":
        notes.append(f"there is no column 'novel'; '{count_column}' is taken for new items")
    if len(polls) < LEAST_POLLS:
        raise UsageError(f"{place.name} has {len(polls)} polls that can be read; {LEAST_POLLS} are needed.")
    hours, novel, changed = (np.array(column) for column in zip(*polls, strict=True))
    step = _usual_step(hours, only_changes=time_column == "changed_at")
    if time_column == "changed_at":
        hours, novel, changed = _with_quiet_polls(hours, novel, changed, step)
        notes.append(f"only changes are recorded; polls every {step * 60:g} minutes are assumed between them")
    usual = float(np.median(listed)) if listed else 0.0
    return Series(_name(place), hours, np.minimum(novel, CAP), changed.astype(bool), step, usual, tuple(notes))


def _text(place: Path) -> str:
    try:
        data = place.read_bytes()
        if data[:2] == b"\x1f\x8b":
            data = gzip.decompress(data)
    except (OSError, EOFError, zlib.error) as error:
        raise UsageError(f"{place.name} cannot be read: {error}.") from None
    return data.decode("utf-8-sig", errors="replace")


def _polls(
    rows: Iterable[dict[str, str]], time_column: str, count_column: str, listed: list[float]
) -> tuple[list[tuple[float, float, bool]], int]:
    """Moment, new items and whether anything changed, of each poll once, in order; and how many rows were wrong."""
    found: dict[float, tuple[float, bool]] = {}
    wrong = 0
    for row in _tolerant(rows):
        moment = _moment(row.get(time_column))
        count = _number(row.get(count_column))
        if moment is None or count is None:
            wrong += 1
            continue
        flag = _number(row.get("changed")) if row.get("changed") else None
        items = _number(row.get("n_items")) if row.get("n_items") else None
        listed += [] if items is None else [items]
        found[moment] = (count, count > 0 if flag is None else flag > 0)
    return [(moment, *found[moment]) for moment in sorted(found)], wrong


def _tolerant(rows: Iterable[dict[str, str]]) -> Iterable[dict[str, str]]:
    iterator = iter(rows)
    while True:
        try:
            yield next(iterator)
        except StopIteration:
            return
        except csv.Error:
            yield {}


def _moment(text: str | None) -> float | None:
    try:
        moment = datetime.fromisoformat((text or "").strip())
        return (moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)).timestamp() / 3600
    except (ValueError, OverflowError):
        return None


def _number(text: str | None) -> float | None:
    named = {"true": 1.0, "false": 0.0}
    try:
        value = named.get((text or "").strip().lower())
        value = float(text or "") if value is None else value
    except ValueError:
        return None
    return value if 0 <= value < 1e9 else None


def _usual_step(hours: Floats, *, only_changes: bool) -> float:
    gaps = np.diff(hours) * 60
    usual = float(np.quantile(gaps, 0.1 if only_changes else 0.5))
    return min(GRIDS_MINUTES, key=lambda grid: abs(np.log(grid / max(usual, 0.5)))) / 60


def _with_quiet_polls(hours: Floats, novel: Floats, changed: Floats, step: float) -> tuple[Floats, Floats, Floats]:
    """Polls without a change put in between those that had one."""
    gaps = np.diff(hours)
    fills = np.where(gaps <= QUIET_HOURS, np.maximum(0, np.round(gaps / step) - 1), 0).astype(np.int64)
    owner = np.repeat(np.arange(len(gaps)), fills)
    number = np.arange(len(owner)) - np.repeat(np.cumsum(fills) - fills, fills) + 1
    quiet = hours[owner] + gaps[owner] * number / (fills[owner] + 1)
    order = np.argsort(np.concatenate((hours, quiet)), kind="stable")
    zeros = np.zeros(len(quiet))
    return (
        np.concatenate((hours, quiet))[order],
        np.concatenate((novel, zeros))[order],
        np.concatenate((changed, zeros))[order],
    )


def _name(place: Path) -> str:
    name = place.name
    for end in (".gz", ".csv", ".changed_at"):
        name = name.removesuffix(end)
    return name
