"""Single values of a feed as plain ones: texts, names, moments, addresses."""

import html
import re
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from thresher.page import DateHabits, find_date, join

MAX_NAME = 200
MAX_TITLE = 1000
MAX_DATE = 100

# Only elements that stand in headings: 'List<String>' and 'a<b' are titles, too.
_TAG = re.compile(
    r"</?(?:a|abbr|acronym|b|big|br|cite|code|del|dfn|div|em|font|h[1-6]|i|img|ins|kbd|mark|p|q|s|samp|small|span|"
    r"strike|strong|sub|sup|time|tt|u|var|wbr)(?:\s[^<>]*)?/?>",
    re.I,
)
_COMMENT = re.compile(r"<!--.*?-->", re.S)
_MAIL = re.compile(r"(?:mailto:)?[^\s@<>()\[\]\",;:]{1,100}@[^\s@<>()\[\]\",;:]{1,200}", re.I)
_IN_BRACKETS = re.compile(r"[(\[<]\s*([^()\[\]<>]*?)\s*[)\]>]")
# Relative dates have no place in a feed; counted from here, they come out before it.
_NO_CLOCK = datetime(1971, 1, 1, tzinfo=UTC)


def plain_text(text: str) -> str:
    """`text` without tags and entities, white space folded.

    >>> plain_text("Tom &amp; <b>Jerry</b>"), plain_text("Map<K,V>: a<b")
    ('Tom & Jerry', 'Map<K,V>: a<b')
    """
    bare = _TAG.sub("", _COMMENT.sub("", text[: 20 * MAX_TITLE]))
    return " ".join(html.unescape(bare).split())[:MAX_TITLE]


def person_name(text: str) -> str:
    """The name in what a feed has for an author, without a mail box; empty if there is nothing else.

    >>> person_name("noreply@blogger.example (Dan)"), person_name("Dan (noreply@blogger.example)")
    ('Dan', 'Dan')
    """
    text = plain_text(text[: 2 * MAX_NAME].replace("<>", ""))
    mail = _MAIL.search(text)
    if mail is None:
        return text[:MAX_NAME]
    rest = f"{text[: mail.start()]} {text[mail.end() :]}"
    inner = [found[1] for found in _IN_BRACKETS.finditer(rest) if found[1]]
    bare = _IN_BRACKETS.sub(" ", rest).strip(" \t,;:-–<>()[]\"'")
    return " ".join((bare or " ".join(inner)).split())[:MAX_NAME]


def moment_of(text: str, language: str = "") -> str:
    """A date as ISO 8601 with the offset it states; empty if it cannot be read as one.

    >>> moment_of("Fri, 30 Aug 2013 09:05:00 +0200"), moment_of("2013-08-30T09:05:00.12Z"), moment_of("soon")
    ('2013-08-30T09:05:00+02:00', '2013-08-30T09:05:00+00:00', '')
    """
    text = " ".join(text[:MAX_DATE].split())
    if not text:
        return ""
    return _iso(text) or _mail_date(text) or _found(text, language)


def _iso(text: str) -> str:
    try:
        moment = datetime.fromisoformat(text.upper())
    except ValueError:
        return ""
    if len(text) <= 10:
        # A day without a time stays one; fewer characters are no date ('2013', '201308' read as year and week).
        return moment.date().isoformat() if len(text) in (8, 10) else ""
    return _written(moment)


def _mail_date(text: str) -> str:
    """The form of RFC 822, which RSS has."""
    if not any(map(str.isalpha, text)):
        return ""
    try:
        moment = parsedate_to_datetime(text)
        # '-0000' is UTC of unknown origin (RFC 5322 §3.3).
        return _written(moment.replace(tzinfo=UTC) if text.endswith("-0000") else moment)
    except (ValueError, TypeError, IndexError, AttributeError, OverflowError):
        return ""


def _found(text: str, language: str) -> str:
    found = find_date(text, DateHabits(now=_NO_CLOCK, language=language))
    return found if found[:4] > "1971" else ""


def _written(moment: datetime) -> str:
    try:
        return moment.isoformat(timespec="seconds")
    except ValueError:
        return ""


def address_of(base: str, href: str) -> str:
    """What `href` in a feed at `base` points at: absolute, canonical, its fragment kept; empty if it is no web address.

    >>> address_of("http://a.example/feed", "/post#comment-7"), address_of("http://a.example/feed", "tag:a,2013:7")
    ('http://a.example/post#comment-7', '')
    """
    href = html.unescape(href) if "&amp;" in href else href
    href = "".join(href.split()) if any(sign in href for sign in "\r\n\t") else href.strip()
    if not href:
        return ""
    url = join(base, href) or ""
    fragment = href.partition("#")[2].replace(" ", "%20")
    return f"{url}#{fragment}" if url and fragment else url
