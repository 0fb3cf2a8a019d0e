"""Addresses that only a machine could have made: endless paths, endless parameters, days no calendar needs."""

import re
from collections import Counter
from datetime import date

from thresher.model import SkipReason

# Browsers and servers begin to fail at 2,083 and 8,192; people never write addresses this long.
MAX_CHARACTERS = 2000
# Heritrix gives up at 20 by default; the deepest honest paths we know (software archives) have 18.
MAX_SEGMENTS = 25
MAX_PARAMETERS = 20
# A calendar is read this far; five years hold every announced event.
YEARS_AHEAD, YEARS_BACK = 5, 100

_PATH = re.compile(r"https?://[^/?]+([^?]*)\??(.*)", re.DOTALL)
_YEAR_NAMES = frozenset({"year", "y", "yr", "jahr", "annee", "ano", "anno", "rok", "cal_y", "calyear", "jaar"})
_DATE_NAMES = frozenset({"date", "day", "month", "from", "to", "start", "cal_date", "caldate", "tribe-bar-date", "m"})
_DATE_VALUE = re.compile(r"(\d{4})-?\d{2}(?:-?\d{2})?")


def trap_in(url: str, today: date | None = None) -> tuple[SkipReason, str] | None:
    """Why `url` looks like a trap, with the part that says so; None if it does not.

    Without `today` only years beyond 1900 to 2100 count as far away.
    """
    if len(url) > MAX_CHARACTERS:
        return SkipReason.TOO_LONG, f"{len(url)} characters"
    found = _PATH.match(url)
    if not found:
        return None
    segments = [segment for segment in found[1].split("/") if segment]
    if len(segments) > MAX_SEGMENTS:
        return SkipReason.REPEATING_PATH, f"{len(segments)} path segments"
    repeated = _repeated(segments) if len(segments) > 2 else None
    if repeated:
        return SkipReason.REPEATING_PATH, repeated
    return _in_parameters(found[2], today) if found[2] else None


def _repeated(segments: list[str]) -> str | None:
    """The piece that repeats: x/x/x, a/b/a/b, or a word four times anywhere. Numbers may (12/12/12 is a day)."""
    for i in range(len(segments) - 2):
        one, two, three = segments[i : i + 3]
        if one == two == three and not (one.isdigit() and segments[i : i + 4].count(one) < 4):
            return one
        if i + 3 < len(segments) and (one, two) == (three, segments[i + 3]) and not (one + two).isdigit():
            return f"{one}/{two}"
    for size in range(3, len(segments) // 2 + 1):
        for i in range(len(segments) - 2 * size + 1):
            if segments[i : i + size] == segments[i + size : i + 2 * size]:
                return "/".join(segments[i : i + size])
    words = Counter(segment for segment in segments if not segment.isdigit())
    return next((word for word, times in words.items() if times > 3), None)


def _in_parameters(query: str, today: date | None) -> tuple[SkipReason, str] | None:
    pairs = [pair.partition("=") for pair in query.replace(";", "&").split("&") if pair]
    if len(pairs) > MAX_PARAMETERS:
        return SkipReason.TOO_LONG, f"{len(pairs)} parameters"
    # The same parameter with the same value again: a link that adds itself to the address it stands on.
    if len(set(pairs)) < len(pairs):
        for (name, _, value), times in Counter(pairs).items():
            if times > 1 and value:
                return SkipReason.REPEATING_PATH, f"{name}={value}"
    for name, _, value in pairs:
        year = _year(name.lower(), value)
        if year and _is_far(year, today):
            return SkipReason.CALENDAR, f"{name}={value}"
    return None


def _year(name: str, value: str) -> int | None:
    if name in _YEAR_NAMES and len(value) <= 5 and value.isdigit() and len(value) > 3:
        return int(value)
    found = _DATE_VALUE.fullmatch(value) if name in _DATE_NAMES else None
    return int(found[1]) if found else None


def _is_far(year: int, today: date | None) -> bool:
    if today is None:
        return not 1900 <= year <= 2100
    return not today.year - YEARS_BACK <= year <= today.year + YEARS_AHEAD
