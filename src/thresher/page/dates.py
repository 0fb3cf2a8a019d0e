"""Dates as people write them: in many languages, orders and precisions, relative ones included.

A date is looked for inside a text ("by anna » Sun Nov 15, 2026 6:30 pm"). What comes out is ISO 8601 with the
precision the page has: a day, a minute, a second; an offset only where somebody named one.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from thresher.page.calendars import familiar
from thresher.page.date_words import LETTERS, code_of, day_table, month_table, span_table, unmarked, week_table

MAX_CHARACTERS = 400
"""Longer texts are no date lines; what stands behind is not looked at."""
LEAST_YEAR, MOST_YEAR = 1970, 2100
MAX_BEFORE = 24
"""Characters before a month's name that its day may stand in: '21st of ' has eight."""

_ISO = re.compile(
    r"(?<!\d)(\d{4})-(\d{2})-(\d{2})(?:(?:t|\s*[,|]?\s+)(\d{1,2}):(\d{2})(?::(\d{2}))?(?:[.,]\d+)?"
    r"(?:\s*([ap])\.?m\b)?\s*(z|[+-]\d{2}:?\d{2}(?!\d))?)?(?!\d)"
)
_CJK = re.compile(r"(\d{4})\s*[年년]\s*(\d{1,2})\s*[月월]\s*(\d{1,2})\s*[日일号]")
# Of this year, where the month comes first: '05-04 10:25'.
_DAY_ALONE = re.compile(r"(?<![\d:./-])(\d{1,2})-(\d{1,2})(?=\s+\d{1,2}:\d{2})")
_NUMBERS = re.compile(r"(?<![\d.])(\d{1,4})\s?([./-])\s?(\d{1,2})\s?\2\s?(\d{4}|\d{1,2})(?![\d])")
_WORD = re.compile(rf"{LETTERS}(?:[’'][^\W\d_]+)?")
_WORD_BEFORE = re.compile(r"([^\W\d_]+)[.,]{0,2}\s*$")
# Of a date with a month's name: what stands right before the name, and behind it.
_DAY_BEFORE = re.compile(r"(?<!\d)(\d{1,2})(?:\.|st|nd|rd|th|er|º|ª)?\s*(?:de|of|d’|d')?(?:[\s.]*|[/-])$")
# '2020 m. gegužės 4 d.', '2020. gada 4. maijs'
_YEAR_BEFORE = re.compile(r"(?<!\d)(\d{4})[\s,./-]*(?:(?:m|gada)\b\.?\s*)?$")
_YEAR_BEHIND = re.compile(r"\.?[\s,./-]*(?:de|del|of|\d{1,2}(?:st|nd|rd|th|er|\.)?,?)?[\s,./-]*(\d{4}|'\d{2})(?![\d:])")
_DAY_BEHIND = re.compile(r"\.?\s*(\d{1,2})(?:st|nd|rd|th|\.|,)?(?![\d:])")
_YEAR_NEXT = re.compile(r"[\s,]+\d{4}(?![\d:])")
# As C's asctime and the command `date` write it: 'Thu Jan 25 16:35:00 2024', 'Thu Jan 25 16:35:00 UTC 2024'.
_YEAR_LAST = re.compile(
    r",?\s*\d{1,2}:\d{2}(?::\d{2})?\s*(?:[ap]m\b)?\s*(?:[a-z]{3,5}|[+-]\d{4})?\s+((?:19|20)\d{2})(?![\d:])"
)
_TIME = re.compile(
    r"(?:(?P<half>上午|下午|午前|午後|오전|오후)\s*)?"
    r"(?<![\d.:])(\d{1,2})\s?[:h]\s?(\d{2})(?::(\d{2}))?(?![\d])\s*(?:uhr\s*)?(a\.?\s?m\b|p\.?\s?m\b)?"
    r"|(?<![\d.:])(\d{1,2})\s?([ap]\.?m\b)"
    r"|\b(noon|midnight)\s*\n"  # as Django writes full hours: 'Jan. 3, 2019, 5 p.m.', 'Jan. 3, 2019, noon'
)
_ZONE = re.compile(
    r"\b(?:utc|gmt)\b\s*(?:([+\-−–])\s*(\d{1,2})(?::?(\d{2}))?)?|(?<=\d)\s?([+-])(\d{2}):?(\d{2})\b|(?<=\d)z\b"
)
_SPAN = re.compile(rf"(?:(\d{{1,4}})\s*|\b(?:an?|one|eine[rm]?|ein|une?|una|uno)\s+)({LETTERS})")
# Between the units of one age: '3 weeks, 2 days', '1 Stunde und 5 Minuten', '2 horas y 5 minutos'.
_JOINT = re.compile(r"[,;]?\s?(?:(?:and|und|et|y|e|en|og|och|ja|i|a|és|ve|dan|și|и|і|та|و)\s?)?")
# How long a text takes to read is no age: '5 min read', 'Lesezeit: 3 Minuten', 'temps de lecture : 2 min'.
# 'vor 5 Minuten Lesen' and '5 minutes ago Read more' are ages and links.
_TO_READ = re.compile(
    r"[.\s-]*(?:(?:to|of|zu|de|di|da|te|att)\s)?(?:read(?:ing)?|lesen|lire|lecture|lectura|leer|lettura|leitura|lezen|läs\w*)"
    r"\b(?!\s(?:more|on|la suite|plus|más|mehr|weiter|di più|mais|meer|mer)\b)"
)
_AGO_BEFORE = re.compile(r"\b(?:vor|hace|il y a|há|para|för)\s$")
_READ_IN = re.compile(
    r"(?:read(?:ing)?\s?time|lesezeit|leestijd|lästid|lukuaika|temps de lecture|tiempo de lectura|tempo di lettura|"
    r"tempo de leitura|время чтения|阅读时[间长]|閱讀時間)\W*(?:(?:about|approx|ca|etwa|circa|约|約)\W*)?$"
)
# Where words are not parted, what makes an age of a span stands right behind it: '3 天前', '3日前', '3일 전'.
_AGO_BEHIND = re.compile(r"(.+?)(?:之前|以前|前|전|ที่แล้ว|ที่ผ่านมา|ก่อน)")
# Without that, these are months of the year, or another script of the same words: '11月前', '2小時前'.
_ONLY_AGO = {
    "月": "month", "個月": "month", "ヶ月": "month", "カ月": "month", "小時": "hour", "分鐘": "minute",
    "星期": "week", "個星期": "week", "个星期": "week", "週": "week",
}  # fmt: skip
_YEAR_FIRST = frozenset({"ja", "ko", "zh"})
"""Languages whose readers take 24-05-01 for a day in May."""
_TOKEN = re.compile(r"\w+")
_DIGIT = re.compile(r"\d")
_EPOCH = re.compile(r"\s*(\d{10})(?:\d{3})?\s*")
_SECONDS = {
    "second": 1, "minute": 60, "hour": 3600, "day": 86400, "week": 604800, "month": 2_635_200, "year": 31_557_600,
}  # fmt: skip
_COARSE = frozenset({"day", "week", "month", "year"})


@dataclass(frozen=True, slots=True)
class DateHabits:
    """What is known of how a page writes dates."""

    now: datetime
    """When the page was fetched: what 'yesterday' counts from."""
    language: str = ""
    """Of the page, as `<html lang>` has it; other languages are tried after it."""
    order: str = ""
    """dmy, mdy or ymd, for dates of numbers alone; empty if unknown."""
    offset: timedelta | None = None
    """The page's time zone, where it names one."""
    clock: tzinfo | None = None
    """The zone of times that name none."""


def find_date(text: str, habits: DateHabits) -> str:
    """The first date in `text` as ISO 8601; empty if there is none."""
    if epoch := _EPOCH.fullmatch(text):
        moment = datetime.fromtimestamp(int(epoch[1]), UTC)
        return moment.isoformat() if LEAST_YEAR <= moment.year <= MOST_YEAR else ""
    low = _low(text, habits)
    if _DIGIT.search(low) is None:
        return _relative(low, habits)
    return _iso(low, habits) or _absolute(low, habits) or _relative(low, habits)


def _low(text: str, habits: DateHabits) -> str:
    return familiar(" ".join(text[:MAX_CHARACTERS].lower().split()), code_of(habits.language))


def order_in(texts: list[str]) -> str:
    """The order of day and month that dates of numbers in `texts` prove; empty if none does.

    >>> order_in(["3/4/2012", "25/4/2012"]), order_in(["Tue, 07/04/2015 - 13:31"])
    ('dmy', 'dmy')
    """
    for text in texts:
        for found in _NUMBERS.finditer(text[:MAX_CHARACTERS]):
            if len(found[1]) > 2 or len(found[4]) == 1:
                continue
            readings = _readings(found, ("dmy", "mdy"))
            proved = readings if len(readings) == 1 else _on_that_day(readings, text[: found.start()].lower(), "")
            if len(proved) == 1:
                return next(iter(proved))
    return ""


def _readings(found: re.Match[str], orders: Iterable[str]) -> dict[str, date]:
    """The days that three numbers can mean, by the order in which they are read."""
    readings: dict[str, date] = {}
    for order in orders:
        places = dict(zip(order, (int(found[1]), int(found[3]), int(found[4])), strict=True))
        year, month, day = _full_year(places["y"]), places["m"], places["d"]
        if _is_day(year, month, day):
            readings[order] = date(year, month, day)
    return readings


def _on_that_day(readings: dict[str, date], before: str, language: str) -> dict[str, date]:
    """Those of `readings` that are on the day of the week named right before: 'Tue, 07/04/2015'."""
    word = _WORD_BEFORE.search(before)
    number = week_table(code_of(language)).get(word[1]) if word else None
    return {order: day for order, day in readings.items() if day.weekday() == number}


def clock_of(name: str) -> tzinfo | None:
    """The zone called '+02:00' or 'Europe/Paris'; None if there is none of that name."""
    if found := re.fullmatch(r"([+-])(\d\d):(\d\d)", name):
        size = timedelta(hours=int(found[2]), minutes=int(found[3]))
        return timezone(size if found[1] == "+" else -size) if size < timedelta(hours=24) else None
    try:
        return ZoneInfo(name) if name else None
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def zone_in(text: str) -> timedelta | None:
    """The offset a page names: 'All times are UTC + 1 hour [ DST ]'."""
    found = _ZONE.search(text.lower())
    if found is None:
        return None
    offset = _offset_of(found)
    is_summer = found[1] is not None and re.search(r"\bdst\b", text.lower()) is not None
    return offset + timedelta(hours=1) if is_summer else offset


def _iso(low: str, habits: DateHabits) -> str:
    found = _ISO.search(low)
    if found is None or not _is_day(int(found[1]), int(found[2]), int(found[3])):
        return ""
    day = f"{found[1]}-{found[2]}-{found[3]}"
    if found[4] is None or int(found[4]) > 23 or int(found[5]) > 59:
        return day
    # Of half a day, twelve comes before one.
    hour = int(found[4]) if not found[7] else int(found[4]) % 12 + (12 if found[7] == "p" else 0)
    seconds = f":{found[6]}" if found[6] and int(found[6]) < 60 else ""
    offset = "+00:00" if found[8] == "z" else (found[8] or "")
    if len(offset) == 5:
        offset = f"{offset[:3]}:{offset[3:]}"
    if not offset and habits.clock is not None:
        wall = datetime.fromisoformat(f"{day}T{hour:02}:{found[5]}")
        offset = _written(habits.clock.utcoffset(wall) or timedelta())
    return f"{day}T{hour:02}:{found[5]}{seconds}{offset}"


def _absolute(low: str, habits: DateHabits) -> str:
    found = _east_asian(low, habits) or _named(low, habits) or _numeric(low, habits)
    if found is None:
        return ""
    day, start, end = found
    # The time stands behind the date, or before it; numbers of the date itself are no time.
    rest = low[end:] + " \n " + low[:start]
    return _with_time(day, rest, habits)


def _east_asian(low: str, habits: DateHabits) -> tuple[date, int, int] | None:
    found = _CJK.search(low)
    if found is None and code_of(habits.language) in _YEAR_FIRST and (short := _DAY_ALONE.search(low)):
        month, day = int(short[1]), int(short[2])
        year = _likely_year(month, day, habits.now)
        return (date(year, month, day), short.start(), short.end()) if _is_day(year, month, day) else None
    if found is None or not _is_day(int(found[1]), int(found[2]), int(found[3])):
        return None
    return date(int(found[1]), int(found[2]), int(found[3])), found.start(), found.end()


def _named(low: str, habits: DateHabits) -> tuple[date, int, int] | None:
    """A date with a month's name; the day and the year are the numbers next to it."""
    months = month_table(code_of(habits.language))
    for word in _WORD.finditer(low):
        month = months.get(word[0]) or months.get(unmarked(word[0]))
        if month is None:
            continue
        day = _DAY_BEFORE.search(low, max(0, word.start() - MAX_BEFORE), word.start())
        after = low[word.end() :]
        year = _YEAR_BEHIND.match(after)
        inner = _DAY_BEHIND.match(after)
        if day and inner and _YEAR_NEXT.match(after, inner.end()):
            day = None  # what stands before the month ends something else: 'Release 5 March 28, 2012'
        number = int(day[1]) if day else int(inner[1]) if inner else None
        if number is None:
            continue
        start = day.start() if day else word.start()
        if year is not None:
            value, end = _full_year(int(year[1].lstrip("'"))), word.end() + year.end()
        elif (ahead := _YEAR_BEFORE.search(low, max(0, start - MAX_BEFORE), start)) is not None:
            value, end = int(ahead[1]), word.end() + (0 if day else inner.end() if inner else 0)
            start = ahead.start()
        elif inner is not None and (last := _YEAR_LAST.match(after, inner.end())) is not None:
            value, end = int(last[1]), word.end() + inner.end()  # the time stands before the year
        else:
            short = re.match(r"[\s./-]+(\d{2})(?![\d:])", after) if day else None
            end = word.end() + (short.end() if short else 0 if day else inner.end() if inner else 0)
            value = _full_year(int(short[1])) if short else _likely_year(month, number, habits.now)
        if _is_day(value, month, number):
            return date(value, month, number), start, end
    return None


def _numeric(low: str, habits: DateHabits) -> tuple[date, int, int] | None:
    for found in _NUMBERS.finditer(low):
        readings = _readings(found, _orders(found[1], found[2], found[4], habits))
        if len(readings) > 1:
            readings = _on_that_day(readings, low[: found.start()], habits.language) or readings
        for day in readings.values():
            return day, found.start(), found.end()
    return None


def _orders(first: str, sign: str, last: str, habits: DateHabits) -> tuple[str, ...]:
    if len(first) == 4:
        return ("ymd",)
    if len(first) == 3 or len(last) == 1:
        return ()
    if len(last) == 2 and code_of(habits.language) in _YEAR_FIRST:
        return ("ymd",)
    if sign == ".":
        return ("dmy", "mdy")  # nobody writes months first with dots
    if habits.order in ("dmy", "mdy"):
        return (habits.order, "mdy" if habits.order == "dmy" else "dmy")
    if habits.order == "ymd" and len(last) == 2:
        return ("ymd",)
    # Slashes are American where the page says it is, and day first in the rest of the world.
    is_american = habits.language.lower().startswith(("en-us", "en_us"))
    is_plain_english = sign == "/" and habits.language.lower() in ("", "en")
    return ("mdy", "dmy") if is_american or is_plain_english else ("dmy", "mdy")


def _relative(low: str, habits: DateHabits) -> str:
    days = _day_named(low, habits.language)
    if days is not None:
        zone = timezone(habits.offset) if habits.offset is not None else habits.clock
        now = habits.now.astimezone(zone) if zone is not None else habits.now
        return _with_time((now + timedelta(days=days)).date(), low, habits)
    found = _age_in(low, habits)
    if found is None:
        return ""
    moment, unit = found
    return moment.date().isoformat() if unit in _COARSE else moment.astimezone(UTC).isoformat(timespec="minutes")


def find_age(text: str, habits: DateHabits) -> tuple[datetime, timedelta] | None:
    """The moment that a text states by how long ago it is, and how exactly; None if it states none, or in another way.

    'vor 4 Jahren, 6 Monaten' is a month in which it was.
    """
    low = _low(text, habits)
    if _iso(low, habits) or _absolute(low, habits) or _day_named(low, habits.language) is not None:
        return None
    found = _age_in(low, habits)
    return (found[0], timedelta(seconds=_SECONDS[found[1]])) if found is not None else None


def _age_in(low: str, habits: DateHabits) -> tuple[datetime, str] | None:
    """The moment that is the first age in a text ago, and its smallest unit: '3 weeks, 2 days' are one age."""
    spans = span_table(code_of(habits.language))
    moment, smallest, end = habits.now, "", 0
    for found in _SPAN.finditer(low):
        unit = spans.get(found[2]) or _unit_joined(found[2], spans)
        if smallest and (
            unit is None or _SECONDS[unit] >= _SECONDS[smallest] or not _JOINT.fullmatch(low, end, found.start())
        ):
            break
        if unit is None or (unit == "minute" and _is_to_read(low, found)):
            continue
        before = _before(moment, int(found[1] or 1), unit)
        if before.year < LEAST_YEAR:
            continue
        moment, smallest, end = before, unit, found.end()
    return (moment, smallest) if smallest else None


def _unit_joined(word: str, spans: Mapping[str, str]) -> str | None:
    """The unit that a run of letters begins with, if it goes on with what means 'ago'."""
    ago = None if word.isascii() else _AGO_BEHIND.match(word)
    return (spans.get(ago[1]) or _ONLY_AGO.get(ago[1])) if ago else None


def _is_to_read(low: str, span: re.Match[str]) -> bool:
    """Whether so many minutes are what a text takes to read."""
    if _READ_IN.search(low, 0, span.start()):
        return True
    return bool(_TO_READ.match(low, span.end())) and not _AGO_BEFORE.search(low, 0, span.start())


def _day_named(low: str, language: str) -> int | None:
    """How far from today the day is that a text calls by a name; of several, that of the page's language."""
    table = day_table(code_of(language))
    ranks = [table.words[word] for word in _TOKEN.findall(low) if word in table.words]
    ranks += [rank for name, rank in table.phrases if name in low and re.search(rf"\b{re.escape(name)}\b", low)]
    if not low.isascii():
        ranks += [rank for name, rank in table.signs if name in low]
    return min(ranks)[1] if ranks else None


def _before(now: datetime, count: int, unit: str) -> datetime:
    if unit not in ("month", "year"):
        return now - timedelta(seconds=count * _SECONDS[unit])
    months = now.year * 12 + now.month - 1 - count * (12 if unit == "year" else 1)
    if months < 12 * LEAST_YEAR:
        return now.replace(year=1, month=1, day=1)
    return now.replace(year=months // 12, month=months % 12 + 1, day=min(now.day, 28))


def _with_time(day: date, rest: str, habits: DateHabits) -> str:
    found = _TIME.search(rest)
    if found is None:
        return day.isoformat()
    hour, minute = int(found[2] or found[6] or 12), int(found[3] or 0)
    half = found["half"] or (found[5] or found[7] or {"noon": "p", "midnight": "a"}.get(found[8], ""))[:1]
    if half in ("p", "下午", "午後", "오후"):
        hour = hour % 12 + 12
    elif half:
        hour %= 12
    if hour > 23 or minute > 59:
        return day.isoformat()
    seconds = f":{found[4]}" if found[4] and int(found[4]) < 60 else ""
    zone = _ZONE.search(rest, found.end() - (1 if not half else 0))
    offset = _offset_of(zone) if zone and zone.start() - found.end() < 4 else habits.offset
    if offset is None and habits.clock is not None:
        offset = habits.clock.utcoffset(datetime(day.year, day.month, day.day, hour, minute))
    return f"{day.isoformat()}T{hour:02}:{minute:02}{seconds}{'' if offset is None else _written(offset)}"


def _offset_of(found: re.Match[str]) -> timedelta:
    sign, hours, minutes = (found[4], found[5], found[6]) if found[4] else (found[1], found[2], found[3])
    if not hours or int(hours) > 14:
        return timedelta(0)
    size = timedelta(hours=int(hours), minutes=int(minutes or 0))
    return size if sign == "+" else -size


def _written(offset: timedelta) -> str:
    minutes = int(offset.total_seconds()) // 60
    return f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}"


def _full_year(year: int) -> int:
    return year if year > 99 else 2000 + year if year < 70 else 1900 + year


def _likely_year(month: int, day: int, now: datetime) -> int:
    """Dates without a year are of the last twelve months."""
    return now.year if (month, day) <= (now.month, now.day + 1) else now.year - 1


def _is_day(year: int, month: int, day: int) -> bool:
    if not LEAST_YEAR <= year <= MOST_YEAR:
        return False
    try:
        date(year, month, day)
    except ValueError:
        return False
    return True
