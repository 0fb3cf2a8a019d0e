"""Writes src/thresher/page/date_words.json: names of months and days, day words and spans of time in many languages.

The facts come from Unicode's CLDR through Babel (`pip install babel`); run it again when a language is wanted:

    python scripts/make-date-words.py
"""

import json
import re
from pathlib import Path

from babel import Locale, localedata

LANGUAGES = [
    "en",
    "de",
    "fr",
    "es",
    "it",
    "pt",
    "nl",
    "pl",
    "ru",
    "uk",
    "be",
    "cs",
    "sk",
    "sl",
    "hr",
    "sr",
    "bg",
    "mk",
    "ro",
    "hu",
    "el",
    "tr",
    "sv",
    "da",
    "nb",
    "nn",
    "fi",
    "et",
    "lv",
    "lt",
    "is",
    "ga",
    "cy",
    "ca",
    "gl",
    "eu",
    "ar",
    "he",
    "fa",
    "hi",
    "bn",
    "ta",
    "th",
    "vi",
    "id",
    "ms",
    "ja",
    "zh",
    "ko",
    "eo",
    "af",
    "sq",
    "ka",
    "hy",
    "ur",
    "mr",
    "te",
    "ml",
    "kn",
    "gu",
    "pa",
    "si",
    "km",
    "lo",
    "my",
]
# Others in letters of ours would take words of everybody's for dates: a Mac is March in Swahili.
NUMBERED = ("ja", "ko", "zh")
TODAY = {
    "en": ["today"],
    "de": ["heute"],
    "fr": ["aujourd'hui", "aujourd’hui"],
    "es": ["hoy"],
    "it": ["oggi"],
    "pt": ["hoje"],
    "nl": ["vandaag"],
    "pl": ["dziś", "dzisiaj"],
    "ru": ["сегодня"],
    "uk": ["сьогодні"],
    "cs": ["dnes"],
    "sk": ["dnes"],
    "hu": ["ma"],
    "tr": ["bugün"],
    "sv": ["idag", "i dag"],
    "da": ["i dag"],
    "nb": ["i dag"],
    "fi": ["tänään"],
    "ro": ["azi", "astăzi"],
    "el": ["σήμερα"],
    "bg": ["днес"],
    "ja": ["今日"],
    "zh": ["今天"],
    "ko": ["오늘"],
    "ca": ["avui"],
    "hr": ["danas"],
    "sr": ["danas", "данас"],
    "ar": ["اليوم"],
    "he": ["היום"],
    "vi": ["hôm nay"],
    "id": ["hari ini"],
    "eo": ["hodiaŭ"],
    "fa": ["امروز"],
    "th": ["วันนี้"],
    "hi": ["आज"],
    "bn": ["আজ"],
    "ta": ["இன்று"],
    "ur": ["آج"],
    "lt": ["šiandien"],
    "lv": ["šodien"],
    "et": ["täna"],
    "sl": ["danes"],
    "is": ["í dag"],
    "mk": ["денес"],
    "be": ["сёння"],
    "nn": ["i dag"],
    "af": ["vandag"],
    "eu": ["gaur"],
    "gl": ["hoxe"],
    "ms": ["hari ini"],
    "ka": ["დღეს"],
    "hy": ["այսօր"],
}
YESTERDAY = {
    "en": ["yesterday"],
    "de": ["gestern"],
    "fr": ["hier"],
    "es": ["ayer"],
    "it": ["ieri"],
    "pt": ["ontem"],
    "nl": ["gisteren"],
    "pl": ["wczoraj"],
    "ru": ["вчера"],
    "uk": ["вчора"],
    "cs": ["včera"],
    "sk": ["včera"],
    "hu": ["tegnap"],
    "tr": ["dün"],
    "sv": ["igår", "i går"],
    "da": ["i går"],
    "nb": ["i går"],
    "fi": ["eilen"],
    "ro": ["ieri"],
    "el": ["χθες", "χτες"],
    "bg": ["вчера"],
    "ja": ["昨日"],
    "zh": ["昨天"],
    "ko": ["어제"],
    "ca": ["ahir"],
    "hr": ["jučer"],
    "sr": ["juče", "јуче"],
    "ar": ["أمس"],
    "he": ["אתמול"],
    "vi": ["hôm qua"],
    "id": ["kemarin"],
    "eo": ["hieraŭ"],
    "fa": ["دیروز"],
    "th": ["เมื่อวานนี้", "เมื่อวาน"],
    "bn": ["গতকাল"],
    "ta": ["நேற்று"],
    "lt": ["vakar"],
    "lv": ["vakar"],
    "et": ["eile"],
    "sl": ["včeraj"],
    "is": ["í gær"],
    "mk": ["вчера"],
    "be": ["учора"],
    "nn": ["i går"],
    "af": ["gister"],
    "eu": ["atzo"],
    "gl": ["onte"],
    "ms": ["semalam"],
    "ka": ["გუშინ"],
    "hy": ["երեկ"],
}
UNITS = ("second", "minute", "hour", "day", "week", "month", "year")
TARGET = Path(__file__).parents[1] / "src" / "thresher" / "page" / "date_words.json"


def folded(word: str) -> str:
    return word.strip().lower().rstrip(".").replace("\u200f", "").replace("\u200e", "")


def months(language: str, locale: Locale) -> dict[str, int]:
    found: dict[str, int] = {}
    for context in ("format", "stand-alone"):
        for width in ("wide", "abbreviated"):
            for number, name in locale.months[context][width].items():
                word = folded(name)
                # Languages that number their months (ja, ko) get another language's names by an alias in Babel.
                is_own = language not in NUMBERED or "月" in word
                if len(word) > 1 and is_own and not any(letter.isdigit() for letter in word):
                    found[word] = number
    return found


def week(locale: Locale) -> dict[str, int]:
    """Names of the days of a week, Monday is 0."""
    found: dict[str, int] = {}
    for context in ("format", "stand-alone"):
        for width in ("wide", "abbreviated", "short"):
            for number, name in locale.days.get(context, {}).get(width, {}).items():
                if len(word := folded(name)) > 1:
                    found.setdefault(word, number)
    return found


def spans(locale: Locale) -> dict[str, str]:
    """Words for units of time, as they stand behind a number: 'hours' → hour."""
    found: dict[str, str] = {}
    patterns = locale._data["unit_patterns"]
    for unit in UNITS:
        for width in ("long", "short"):
            forms = patterns.get(f"duration-{unit}", {}).get(width, {})
            for form in forms.values():
                if isinstance(form, str) and "{0}" in form:
                    word = folded(re.sub(r"\{0\}", " ", form))
                    # 'm' and 's' are months or minutes or nothing at all, by language.
                    is_word = len(word) > 1 or not word.isascii()
                    if is_word and not set(word) & set(" /0123456789"):
                        found.setdefault(word, unit)
        # As they stand in 'three days ago', where many languages have another case.
        for form in locale._data["date_fields"].get(unit, {}).get("past", {}).values():
            word = folded(form.partition("{0}")[2].strip().partition(" ")[0])
            if len(word) > 2 and word.isalpha():  # 'acum 20 de secunde'
                found.setdefault(word, unit)
    return found


def main() -> None:
    words: dict[str, dict[str, object]] = {}
    for language in LANGUAGES:
        # What Babel has resolved for one language it hands to the next: without this Thai had Hebrew months.
        localedata._cache.clear()
        locale = Locale.parse(language)
        words[language] = {
            "months": months(language, locale),
            "spans": spans(locale),
            "week": week(locale),
            "days": {**dict.fromkeys(TODAY.get(language, ()), 0), **dict.fromkeys(YESTERDAY.get(language, ()), -1)},
        }
    TARGET.write_text(json.dumps(words, ensure_ascii=False, indent=0, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
