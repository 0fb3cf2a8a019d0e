"""Older pages of a feed: where they may be, and whether what came is one."""

import re
from datetime import datetime
from urllib.parse import parse_qsl, urlencode, urlsplit

from thresher.feeds.moments import key_of, moment_of_item
from thresher.model import Feed
from thresher.page import canonical

_BLOGGER = re.compile(r"/feeds/(?:.*/)?(?:default|summary|full)$")
_FOLDER = re.compile(r"/(?:feed|rss2?|atom|rdf)(?:/(?:feed|rss2?|atom|rdf))?/?$", re.I)
_PAGE_PARAMETERS = ("paged", "page")


def older_page(feed: Feed, number: int) -> str:
    """Where page `number` of a feed may be, the newest items being page 1; empty where there is no guess.

    What the feed itself says (RFC 5005) goes first. Else it is a guess: ask for it, and see whether `is_older`.
    """
    if feed.older:
        return feed.older
    if not feed.items or number < 2:
        return ""
    parts = urlsplit(feed.url)
    values = dict(parse_qsl(parts.query, keep_blank_values=True))
    if _BLOGGER.search(parts.path) or "start-index" in values:
        count = _count(values.get("max-results", "")) or len(feed.items)
        return _with(feed.url, {"start-index": str((number - 1) * count + 1), "max-results": str(count)})
    for name in _PAGE_PARAMETERS:
        if name in values:
            return _with(feed.url, {name: str(number)})
    if _FOLDER.search(parts.path) or "feed" in values:
        return _with(feed.url, {"paged": str(number)})
    return _with(feed.url, {"page": str(number)}) if parts.path.endswith((".rss", ".atom")) else ""


def is_older(feed: Feed, other: Feed) -> bool:
    """Whether `other` brings items that `feed` has not, from before it.

    A server that ignores the parameter sends the same items again, and perhaps one that came in between.
    """
    known = {key_of(item) for item in feed.items}
    fresh = [item for item in other.items if key_of(item) not in known]
    if not fresh:
        return False
    before = [moment for item in feed.items if (moment := moment_of_item(item))]
    after = [moment for item in fresh if (moment := moment_of_item(item))]
    if before and after:
        return _is_before(after, before)
    return 2 * len(fresh) > len(other.items)


def _is_before(moments: list[datetime], others: list[datetime]) -> bool:
    """Whether most of the moments are not after the last of the others."""
    return 2 * sum(moment <= min(others) for moment in moments) > len(moments)


def _count(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0


def _with(url: str, values: dict[str, str]) -> str:
    """`url` with these parameters, others left as they are."""
    parts = urlsplit(url)
    kept = [(key, value) for key, value in parse_qsl(parts.query, keep_blank_values=True) if key not in values]
    query = urlencode([*kept, *values.items()])
    return canonical(parts._replace(query=query, fragment="").geturl()) or ""
