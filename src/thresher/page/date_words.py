"""Words that dates are made of, in many languages: names of months, units of time, names of days.

Each question is one look into a table of all languages, that of the page first: asking language by language made a
page of 20,000 short texts take seven times as long.
"""

import json
import re
import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

LEAST_BEGINNING = 3
"""Letters by which a month may be called."""
SHORTEST_DAY = 2
"""Letters that mean one day here and another there."""
LONG_DAY = 4
"""Letters that somebody may be called in another language: Sam is Saturday in French."""
# Vowels of Indian scripts and Thai are marks, and no letters to `re`.
_MARKS = "".join(map(chr, filter(lambda code: unicodedata.category(chr(code)) in ("Mn", "Mc"), range(0x590, 0x1100))))
LETTERS = rf"[^\W\d_](?:[^\W\d_]|[{_MARKS}])*"
"""A regular expression for a word of any language."""
# Chinese, Japanese and Thai do not part words; Korean and Indian words carry endings.
_UNPARTED = re.compile("[\u0900-\u0e7f\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af]")


@dataclass(frozen=True, slots=True)
class _Words:
    months: dict[str, int]
    spans: dict[str, str]
    days: dict[str, int]
    week: dict[str, int]


@cache
def _all_words() -> dict[str, _Words]:
    data = json.loads(Path(__file__).with_name("date_words.json").read_text(encoding="utf-8"))
    return {language: _Words(**words) for language, words in data.items()}


def _words(language: str) -> _Words:
    return _all_words()[language]


@lru_cache(maxsize=256)
def code_of(language: str) -> str:
    """The language of a page as the words have it; empty for those that they have not: pages may say anything."""
    own = language.lower().replace("_", "-").partition("-")[0]
    own = {"no": "nb", "iw": "he", "in": "id"}.get(own, own)
    return own if own in _all_words() else ""


def _languages(code: str) -> tuple[str, ...]:
    """The page's language, then English, then all others."""
    return tuple(dict.fromkeys([*([code] if code else []), "en", *_all_words()]))


def unmarked(word: str) -> str:
    """Letters without accents, which many leave out: 'fevrier'. Marks of other scripts are letters."""
    return (
        word
        if word.isascii()
        else "".join(c for c in unicodedata.normalize("NFD", word) if not "\u0300" <= c < "\u0370")
    )


@cache
def month_table(code: str) -> dict[str, int]:
    """Names of months; in the page's language and English also without accents, and their beginnings, if they are of
    one month alone.
    """
    table: dict[str, int] = {}
    for one in _languages(code):
        for word, month in _words(one).months.items():
            table.setdefault(word, month)
    if code == "en":
        del table["ago"]  # August in Italian and Spanish: '2 days ago 3 comments'
    for one in _languages(code)[:2]:
        begun: dict[str, set[int]] = {}
        own = _words(one).months
        for name, month in (own | {unmarked(word): month for word, month in own.items()}).items():
            for size in range(LEAST_BEGINNING, len(name) + 1):
                begun.setdefault(name[:size], set()).add(month)
        for start, months in begun.items():
            if len(months) == 1:
                table.setdefault(start, *months)
    return table


@cache
def span_table(code: str) -> dict[str, str]:
    table: dict[str, str] = {}
    for one in _languages(code):
        for word, unit in _words(one).spans.items():
            table.setdefault(word, unit)
    return table


@cache
def week_table(code: str) -> dict[str, int]:
    """Names of the days of a week, Monday is 0; short ones only in the page's language and in English: `di` is Tuesday
    or Sunday, and Sam is a name.
    """
    table: dict[str, int] = dict(_words(code).week) if code else {}
    for one in _languages(code):
        shortest = SHORTEST_DAY if one in (code, "en") else LONG_DAY
        for word, day in _words(one).week.items():
            if len(word) > shortest:
                table.setdefault(word, day)
    return table


Rank = tuple[int, int]
"""Which of several names counts, and the days from today."""


@dataclass(frozen=True, slots=True)
class DayNames:
    """Names of days by how they are found: as a word, as words, as signs of a script that does not part words."""

    words: dict[str, Rank]
    phrases: tuple[tuple[str, Rank], ...]
    signs: tuple[tuple[str, Rank], ...]


@cache
def day_table(code: str) -> DayNames:
    names = [item for one in _languages(code) for item in _words(one).days.items()]
    ranks = {name: (-rank, days) for rank, (name, days) in enumerate(reversed(names))}
    signs = {name for name in ranks if _UNPARTED.search(name)}
    words = {name for name in ranks.keys() - signs if name.isalpha()}
    phrases = ranks.keys() - signs - words
    return DayNames(
        {name: ranks[name] for name in words},
        tuple((name, ranks[name]) for name in phrases),
        tuple((name, ranks[name]) for name in signs),
    )


def is_date_word(word: str, language: str = "") -> bool:
    """Whether a word names a month or a day in the language of the page or in English: 'Monday,'."""
    plain = word.strip(".,;:()[]").lower()
    code = code_of(language)
    if plain in month_table(code) or (len(plain) > LONG_DAY and plain in week_table(code)):
        return True
    return any(plain in _words(one).days or plain in _words(one).week for one in _languages(code)[:2])
