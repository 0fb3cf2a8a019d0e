"""Small pieces of HTML and XML; whatever is called text gets escaped here."""

from collections.abc import Iterable
from datetime import datetime
from html import escape

__all__ = ["MONTHS", "anchor", "escape", "items", "long_date", "meta_head", "paragraphs", "stamp", "time_tag"]

# Not from `calendar` or strftime: these follow the locale, and the site has to be the same everywhere.
MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)


def anchor(href: str, text: str, css: str = "", rel: str = "", title: str = "") -> str:
    """A link; `text`, `href` and the attributes are escaped."""
    more = "".join(
        f' {name}="{escape(value)}"' for name, value in (("class", css), ("rel", rel), ("title", title)) if value
    )
    return f'<a href="{escape(href)}"{more}>{escape(text)}</a>'


def items(entries: Iterable[str], css: str = "") -> str:
    """An unordered list of ready HTML entries."""
    return f'<ul class="{css}">' + "".join(f"<li>{entry}</li>" for entry in entries) + "</ul>"


def paragraphs(texts: Iterable[str]) -> str:
    """Each text as a paragraph."""
    return "\n".join(f"<p>{escape(text)}</p>" for text in texts)


def long_date(when: datetime) -> str:
    """`9 January 2023`."""
    return f"{when.day} {MONTHS[when.month - 1]} {when.year}"


def stamp(when: datetime) -> str:
    """`2023-01-09T08:40:00+00:00`, as feeds and `time` elements want it."""
    return when.isoformat(timespec="seconds")


def time_tag(when: datetime, css: str = "", has_clock: bool = False) -> str:
    """A `time` element with the date, and the time of day if asked for."""
    shown = long_date(when) + (f" at {when:%H:%M}" if has_clock else "")
    return f'<time class="{css}" datetime="{stamp(when)}">{shown}</time>'


def meta_head(title: str, description: str, generator: str) -> str:
    """What the head of every page begins with."""
    return f"""<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<meta name="description" content="{escape(description)}">
<meta name="generator" content="{escape(generator)}">
<meta property="og:title" content="{escape(title)}">"""
