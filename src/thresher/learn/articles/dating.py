"""Where a date stands that is known already: in the many ways pages write it, in whatever zone."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import MAXYEAR, MINYEAR, UTC, datetime, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo, available_timezones

from lxml import etree

from thresher.learn.articles.naming import OWN_TEXT, Place
from thresher.page import DateHabits, find_date
from thresher.page.dates import find_age

MAX_CHARACTERS = 300
"""Of a text that states a date: 'This entry was posted on … by … and is filed under …'."""
SHORT, LONG_SHARE = 120, 0.97
"""Characters from which on a text is a sentence that mentions a date, and what such a place is worth."""
LEAST_PAIRS = 2
QUARTER = 15 * 60
"""Seconds by which zones differ, or multiples of it."""
MAX_SHIFT = timedelta(hours=14)
NO_SHIFT = timedelta(days=999)
AS_AGE = 0.6
"""What '5 hours ago' is worth: less than a place that states the moment, however far away (`Found.nearness`)."""
MAX_AGE_UNIT = timedelta(days=1)
"""Objects have days: '4 years, 6 months ago' would make one up."""
MAX_READ = 1_000_000
"""Characters of texts with numbers in them that are read on a page, one to two seconds; articles have their date before
that: 20,000 lines of numbers have 800,000."""
MAX_KNOWN = 100_000
"""Texts whose date is remembered: about 20 MB. Twenty pages of a blog have some thousands."""

_MARKS = ("datetime", "title", "content")
"""Attributes that say for machines, or for who asks, when something was."""
_DIGIT = re.compile(r"\d")
# Only in dates of numbers does the order of day and month make a difference.
_NUMBERS = re.compile(r"\d\s?[./-]\s?\d{1,2}\s?[./-]\s?\d")


class DateFinder:
    """Finds places that state given moments, and remembers which order of day and month that proved."""

    def __init__(self, language: str, now: datetime) -> None:
        self._language = language
        self._now = now
        self._orders: Counter[str] = Counter()
        self._known: dict[str, _Reading] = {}

    @property
    def order(self) -> str:
        """dmy or mdy, where it made a difference."""
        return max(self._orders, key=self._orders.__getitem__, default="")

    def fits(self, root: etree._Element, stated: str) -> Iterator[tuple[Place, float]]:
        """Places in `root` that state the moment given as ISO 8601, and how well."""
        moment = moment_of(stated)
        if moment is None:
            return
        read = 0
        for place, text in _dated(root):
            read += len(text)
            if read > MAX_READ:
                return
            if fit := self._fit(text, moment):
                yield place, fit * (LONG_SHARE if len(text) > SHORT else 1.0)

    def wall(self, place: Place) -> datetime | None:
        """The time at a place, if it is one without a zone."""
        found = find_date(_stated(place), self._habits(self.order))
        wall = moment_of(found)
        return wall if wall is not None and wall.tzinfo is None and len(found) > 10 else None

    def _habits(self, order: str) -> DateHabits:
        return DateHabits(self._now, self._language, order)

    def _fit(self, text: str, moment: datetime) -> float:
        """How well a text states `moment`: to the minute, to the day, as an age, not at all."""
        known = self._known.get(text)
        if known is None:
            known = self._read(text)
            if len(self._known) < MAX_KNOWN:
                self._known[text] = known
        fit = _agreement(known.days_first, moment)
        if known.days_first != known.months_first:
            other = _agreement(known.months_first, moment)
            if fit != other:
                self._orders["dmy" if fit > other else "mdy"] += 1
            fit = max(fit, other)
        return fit or (AS_AGE if known.age is not None and _is_age(known.age, moment) else 0.0)

    def _read(self, text: str) -> "_Reading":
        days_first = find_date(text, self._habits("dmy"))
        months_first = find_date(text, self._habits("mdy")) if _NUMBERS.search(text) is not None else days_first
        age = find_age(text, self._habits("")) if days_first else None
        return _Reading(days_first, months_first, age if age is not None and age[1] <= MAX_AGE_UNIT else None)


class _Reading(NamedTuple):
    """What a text states if days stand before months, and if months do; and what it states as an age.

    It is kept: texts come again on other pages of the site, in the element around, for another field.
    """

    days_first: str
    months_first: str
    age: tuple[datetime, timedelta] | None


def _is_age(age: tuple[datetime, timedelta], moment: datetime) -> bool:
    """Whether an age is that of `moment`: units may be those that are over, or the nearest number of them."""
    zoned = moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
    return abs(zoned - age[0]) <= age[1]


def _dated(root: etree._Element) -> Iterator[tuple[Place, str]]:
    """Places that may hold a date, and what they say."""
    for element in root.iter():
        if not isinstance(element.tag, str) or element.tag in ("script", "style"):
            continue
        for name in ("datetime", "title", "content"):
            value = element.get(name)
            if value and len(value) < MAX_CHARACTERS and _DIGIT.search(value):
                # What is said by `datetime` is read off the element itself.
                yield (element, "" if name == "datetime" else name), value
        if element.get("datetime"):
            continue
        # A part of a page has no name inside itself; only its own texts can be named.
        if element is not root and (text := _short_text(element)):
            if _DIGIT.search(text):
                yield (element, ""), text
            continue
        for own in (element.text, *(inner.tail for inner in element)):
            if own and len(own) < SHORT and _DIGIT.search(own):
                yield (element, OWN_TEXT), own


def _short_text(element: etree._Element) -> str:
    """The text of an element if it is short; only its beginning is looked at to see that it is not."""
    parts: list[str] = []
    size = 0
    for part in element.itertext():
        folded = " ".join(str(part).split())
        size += len(folded)
        if size > MAX_CHARACTERS:
            return ""
        parts.append(folded)
    return " ".join(filter(None, parts))


def _stated(place: Place) -> str:
    element, attribute = place
    if attribute == OWN_TEXT:
        texts = (element.text, *(inner.tail for inner in element))
        return next((own for own in texts if own and _DIGIT.search(own)), "")
    return element.get(attribute or "datetime") or " ".join(" ".join(map(str, element.itertext())).split())


def moment_of(text: str) -> datetime | None:
    """What ISO 8601 says; None if it is none, or at an end of time where zones lead out of it."""
    try:
        found = datetime.fromisoformat(text) if text else None
    except ValueError:
        return None
    return found if found is not None and MINYEAR < found.year < MAXYEAR else None


def _agreement(found: str, moment: datetime) -> float:
    """How well what was read states `moment`; times without a zone may be of any."""
    date = moment_of(found)
    if date is None:
        return 0.0
    shift = moment.utcoffset() or timedelta()
    plain = moment.replace(tzinfo=None) - shift
    if len(found) <= 10:
        return 0.95 if date.date() in (moment.date(), plain.date()) else 0.0
    if date.tzinfo is not None and moment.tzinfo is not None:
        return 1.0 if abs((date - moment).total_seconds()) <= 60 else 0.0
    wall = date.replace(tzinfo=None)
    if min(abs((wall - plain).total_seconds()), abs((wall - plain - shift).total_seconds())) <= 60:
        return 0.98
    return 0.93 if abs(_zone_shift(wall, plain)) <= MAX_SHIFT else 0.0


def _zone_shift(wall: datetime, plain: datetime) -> timedelta:
    """How far a clock is ahead of UTC, if they show the same moment; `NO_SHIFT` if they cannot."""
    seconds = (wall - plain).total_seconds()
    quarters = round(seconds / QUARTER)
    return timedelta(seconds=quarters * QUARTER) if abs(seconds - quarters * QUARTER) <= 60 else NO_SHIFT


def zone_of(pairs: Sequence[tuple[datetime, datetime]]) -> str:
    """The zone of clocks that show the first time of each pair when it is the second in UTC; empty if there is none."""
    shifts = {_zone_shift(wall, plain) for wall, plain in pairs}
    if len(pairs) < LEAST_PAIRS or NO_SHIFT in shifts:
        return ""
    if len(shifts) == 1:
        minutes = int(shifts.pop().total_seconds()) // 60
        return f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}"
    # Summer time: a place that agrees with all of them; those that many people live in first.
    names = sorted(available_timezones(), key=lambda name: (not name.startswith(("Europe/", "America/")), name))
    for name in names:
        place = ZoneInfo(name)
        if all(_zone_shift(wall, plain) == wall.replace(tzinfo=place).utcoffset() for wall, plain in pairs):
            return name
    return ""


def is_marked_date(element: etree._Element, habits: DateHabits) -> bool:
    """Whether an attribute of an element says when something was: many comments were written 'two years ago', and only
    there each has its own time.
    """
    return any(value and find_date(value, habits) for name in _MARKS if (value := element.get(name)))
