"""What archived pages say, as text that cannot do anything: not even turn the line around it."""

import re
from datetime import datetime
from typing import Any

from markupsafe import Markup, escape

from thresher.describe.search import BEGIN, END
from thresher.page.unseen import spelled_out


def plain(value: Any) -> Any:
    """A text with its unseen characters spelled out; what was made by the viewer, and what is no text, as it is.

    >>> plain("abc\u202exe.txt")
    'abc⟨U+202E⟩xe.txt'
    """
    if not isinstance(value, str) or isinstance(value, Markup):
        return value
    return spelled_out(value)


def highlighted(snippet: str) -> Markup:
    """A passage with its hits marked."""
    parts = re.split(f"([{BEGIN}{END}])", snippet)
    tags = {BEGIN: "<mark>", END: "</mark>"}
    return Markup("".join(tags[part] if part in tags else str(escape(plain(part))) for part in parts))  # noqa: S704


def number(value: float) -> str:
    """
    >>> number(1234567)
    '1,234,567'
    """
    return f"{value:,.0f}"


def when(text: str | None) -> str:
    """A date as people read it; what is no date as it is.

    >>> when("2026-11-16T12:30:05+00:00")
    '16 November 2026, 12:30'
    >>> when("2026-11-16")
    '16 November 2026'
    """
    if not text:
        return ""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return text
    day = f"{moment.day} {moment:%B %Y}"
    return f"{day}, {moment:%H:%M}" if len(text) > 10 else day


def size(value: float) -> str:
    """
    >>> size(1_500_000)
    '1.5 MB'
    """
    for unit in ("bytes", "KB", "MB", "GB"):
        if value < 1000:
            return f"{value:,.0f} {unit}" if unit == "bytes" else f"{value:,.1f} {unit}"
        value /= 1000
    return f"{value:,.1f} TB"


def span(seconds: float) -> str:
    """
    >>> span(90), span(5400), span(200000)
    ('1.5 minutes', '1.5 hours', '2.3 days')
    """
    for length, unit in ((86400, "days"), (3600, "hours"), (60, "minutes")):
        if seconds >= length:
            return f"{seconds / length:,.1f} {unit}"
    return f"{seconds:.0f} seconds"


def host_and_path(url: str) -> str:
    """An address without what all have: for lists."""
    return re.sub(r"^https?://", "", url)
