"""Dates of other calendars and in other ways of writing → the ways that `dates` reads.

Iran counts years from 622 and begins them in March, Thailand counts from 543 before ours, Taiwan from 1911, Japan by
emperors; Vietnamese months are numbers behind a word. What is not part of such a date stays as it is.
"""

import re
import unicodedata
from datetime import date, timedelta

ERAS = {"令和": 2018, "平成": 1988, "昭和": 1925, "民國": 1911, "民国": 1911}
"""The year before the first of each."""
BUDDHIST = 543
IRANIAN_MONTHS = (
    ("فروردین",), ("اردیبهشت",), ("خرداد",), ("تیر",), ("مرداد", "امرداد"), ("شهریور",),
    ("مهر",), ("آبان",), ("آذر",), ("دی",), ("بهمن",), ("اسفند",),
)  # fmt: skip
THAI_MONTHS = {
    "ม.ค": "มกราคม", "ก.พ": "กุมภาพันธ์", "มี.ค": "มีนาคม", "เม.ย": "เมษายน", "พ.ค": "พฤษภาคม", "มิ.ย": "มิถุนายน",
    "ก.ค": "กรกฎาคม", "ส.ค": "สิงหาคม", "ก.ย": "กันยายน", "ต.ค": "ตุลาคม", "พ.ย": "พฤศจิกายน", "ธ.ค": "ธันวาคม",
}  # fmt: skip
HALVES = {
    "ق.ظ": "am", "ب.ظ": "pm", "صبح": "am", "عصر": "pm", "بعدازظهر": "pm", "بعد از ظهر": "pm",
    "ص": "am", "م": "pm", "صباحا": "am", "مساء": "pm", "πμ": "am", "μμ": "pm", "π.μ": "am", "μ.μ": "pm",
    "sa": "am", "ch": "pm", "पूर्वाह्न": "am", "अपराह्न": "pm",
}  # fmt: skip
"""Halves of the day behind a time."""
OTHERS = frozenset({"fa", "th", "vi"})
"""Languages of which there is something to change in texts of ASCII, too."""

_DIGIT = re.compile(r"[^\D0-9]")
# Most texts with other letters than ours have none of what is changed here: 5 µs of 20 for a date in Russian.
_FOREIGN = re.compile(rf"[^\D0-9]|[\u0590-\u06ff\u0900-\u0e7f]|thg|tháng|[πμ]\.?μ|{'|'.join(ERAS)}")
_ERA = re.compile(rf"({'|'.join(ERAS)})\s*(元|\d{{1,3}})(?=\s*[年./-])")
_THAI = re.compile(r"[\u0e01-\u0e4e]")
_THAI_SHORT = re.compile(rf"({'|'.join(map(re.escape, THAI_MONTHS))})\.?(?=[\s\d])")
_BUDDHIST_YEAR = re.compile(r"(?<!\d)25\d\d(?![\d:])")
_ARABIC = re.compile(r"[\u0600-\u06ff]")
_IRANIAN_MONTH = {name: number for number, names in enumerate(IRANIAN_MONTHS, 1) for name in names}
_IRANIAN = re.compile(
    rf"(?<!\d)(\d{{1,2}})(?:م|ام)?\s*({'|'.join(sorted(_IRANIAN_MONTH, key=len, reverse=True))})"
    r"\s*(?:ماه)?\s*[،,/-]?\s*(1[34]\d\d)(?!\d)"
)
_IRANIAN_NUMBERS = re.compile(
    r"(?<!\d)(?:(1[34]\d\d)([/.-])(\d{1,2})\2(\d{1,2})|(\d{1,2})([/.-])(\d{1,2})\6(1[34]\d\d))(?!\d)"
)
_VIETNAMESE = re.compile(
    r"(?<!\d)(?:(\d{1,2})\s+(?:tháng|thg)\.?\s+(\d{1,2})|(?:tháng|thg)\.?\s+(\d{1,2})\s+(\d{1,2}))"
    r"\s*(?:,|năm)?\s+(\d{4})(?!\d)"
)
_HEBREW_IN = re.compile(r"\bב[-־]?(?=[\u05d0-\u05ea]{3,}[\s,]+\d{4}|\d{1,2}[\s.]+ב?[\u05d0-\u05ea]{3,})")
_HALF = re.compile(rf"(\d:\d\d(?::\d\d)?)\s*({'|'.join(sorted(map(re.escape, HALVES), key=len, reverse=True))})(?!\w)")


def familiar(low: str, language: str) -> str:
    """A text in small letters, with digits of ours, and with dates and times as `dates` reads them; `language` by its
    code.

    >>> familiar("12 خرداد 1399، 10:25", "fa"), familiar("4 พ.ค. 2563", "th"), familiar("令和2年5月4日", "ja")
    ('2020/06/01, 10:25', '4 พฤษภาคม 2020', '2020年5月4日')
    """
    if language not in OTHERS and (low.isascii() or not _FOREIGN.search(low)):
        return low
    if _DIGIT.search(low):
        low = _DIGIT.sub(lambda found: str(unicodedata.digit(found[0])), low)
    if language == "fa" or _ARABIC.search(low):
        low = _from_iran(low.replace("،", ","), is_persian=language == "fa")
    elif language == "th" or _THAI.search(low):
        low = _THAI_SHORT.sub(lambda found: THAI_MONTHS[found[1]], low)
        low = _BUDDHIST_YEAR.sub(lambda found: str(int(found[0]) - BUDDHIST), low)
    else:
        low = _ERA.sub(lambda found: str(ERAS[found[1]] + (1 if found[2] == "元" else int(found[2]))), low)
        low = _VIETNAMESE.sub(lambda found: f"{found[5]}/{found[2] or found[3]}/{found[1] or found[4]}", low)
        low = _HEBREW_IN.sub("", low)
    return _HALF.sub(lambda found: f"{found[1]} {HALVES[found[2]]}", low)


def _from_iran(low: str, *, is_persian: bool) -> str:
    low = _IRANIAN.sub(lambda found: _gregorian(found[3], _IRANIAN_MONTH[found[2]], found[1]) or found[0], low)
    if not is_persian:  # 1453-05-29 may be a day in the past of anybody
        return low
    return _IRANIAN_NUMBERS.sub(
        lambda found: _gregorian(found[1] or found[8], found[3] or found[7], found[4] or found[5]) or found[0], low
    )


def _gregorian(year: str, month: str | int, day: str) -> str:
    """A day of the Iranian calendar, year/month/day of ours; empty if there is no such day."""
    years, months, days = int(year), int(month), int(day)
    if not 1 <= months <= 12 or not 1 <= days <= (31 if months <= 6 else 30):
        return ""
    # Of 33 years eight have a day more, which holds from 1799 to 2262; 1 Farvardin 1300 was the 21st of March 1921.
    leaps = (8 * years + 21) // 33 - (8 * 1300 + 21) // 33
    before = 31 * min(months - 1, 6) + 30 * max(months - 7, 0)
    found = date(1921, 3, 21) + timedelta(days=365 * (years - 1300) + leaps + before + days - 1)
    return f"{found:%Y/%m/%d}"
