"""Dates as readers see them."""

from datetime import datetime
from html import escape

from tests.support.invented_blogs.languages import Language
from tests.support.invented_blogs.traits import DateForm

YEAR = 2026
"""The year in which relative dates are said."""


def shown(time: datetime, form: DateForm, language: Language) -> str:
    """The words of a date."""
    day = language.day.format(d=time.day, month=language.months[time.month - 1], y=time.year)
    match form:
        case "numbers":
            return f"{time:{language.numbers}}"
        case "relative":
            return language.labels["ago"].format(YEAR - time.year)
        case "iso":
            return f"{time:%Y-%m-%d}"
        case "words":
            return f"{day}, {time:%H:%M}"
        case _:
            return day


def markup(time: datetime, form: DateForm, language: Language, attributes: str) -> str:
    """A date as an element."""
    words = escape(shown(time, form, language))
    match form:
        case "time":
            return f'<time{attributes} datetime="{time.isoformat()}">{words}</time>'
        case "relative":
            return f'<span{attributes} title="{time:%Y-%m-%d %H:%M}">{words}</span>'
        case _:
            return f"<span{attributes}>{words}</span>"
