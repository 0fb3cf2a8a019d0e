"""Moments as people write them, and the captures nearest to them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

_DIGITS = re.compile(r"\d{4}(\d\d){0,5}")
_PARTIAL = re.compile(r"(\d{4})(?:-(\d\d?))?(?:-(\d\d?))?")
_SPANS = ("days=366", "days=31", "days=1", "hours=1", "minutes=1", "seconds=1")


@dataclass(frozen=True, slots=True)
class Moment:
    """From the first to the last instant that are meant: a day is long, a second is short."""

    first: datetime
    last: datetime

    def distance(self, time: datetime) -> timedelta:
        """How far a time is from it; nothing inside."""
        return max(self.first - time, time - self.last, timedelta(0))


def read_moment(text: str) -> Moment | None:
    """What `text` means, in UTC unless it says otherwise; None if it is no moment.

    A year, a month or a day is all of it; so are the digits of a replay address, cut off anywhere.

    >>> read_moment("2026-11-16").last.isoformat()
    '2026-11-16T23:59:59.999999+00:00'
    >>> read_moment("20261116120000") == read_moment("2026-11-16T12:00:00Z") == read_moment("2026-11-16 13:00:00+01:00")
    True
    """
    text = text.strip()
    try:
        if _DIGITS.fullmatch(text):
            parts = [int(text[:4]), *(int(text[place : place + 2]) for place in range(4, len(text), 2))]
            return _from_parts(parts)
        if match := _PARTIAL.fullmatch(text):
            return _from_parts([int(part) for part in match.groups() if part])
        time = datetime.fromisoformat(text)
    except (ValueError, OverflowError):
        return None
    time = time.replace(tzinfo=UTC) if time.tzinfo is None else time.astimezone(UTC)
    has_seconds = re.search(r"\d\d:\d\d:\d\d|T\d{6}", text)
    span = timedelta(seconds=1) if has_seconds else timedelta(minutes=1)
    return Moment(time, time if time.microsecond else time + span - timedelta(microseconds=1))


def _from_parts(parts: list[int]) -> Moment:
    first = datetime(*(parts + [1, 1][len(parts) - 1 :] if len(parts) < 3 else parts), tzinfo=UTC)  # type: ignore[arg-type,misc]
    unit, _, count = _SPANS[len(parts) - 1].partition("=")
    if len(parts) == 1:
        after = first.replace(year=first.year + 1)
    elif len(parts) == 2:
        after = (first + timedelta(days=31)).replace(day=1)
    else:
        after = first + timedelta(**{unit: int(count)})
    return Moment(first, after - timedelta(microseconds=1))


def nearest(times: Sequence[datetime], moment: Moment) -> int:
    """Which of `times`, in their order, is nearest; of several inside the moment, the last."""
    return min(range(len(times)), key=lambda place: (moment.distance(times[place]), -place))
