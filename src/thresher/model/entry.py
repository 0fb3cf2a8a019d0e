"""What the frontier holds of a URL, and how asking for it can end."""

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """What a URL is asked for as; decides its place in the queue and how its answer is read."""

    ROBOTS = "robots"
    SITEMAP = "sitemap"
    FEED = "feed"
    PAGE = "page"
    OUTLINK = "outlink"
    """A page outside the scope, linked from content: kept, its links are not followed."""
    RESOURCE = "resource"


class Outcome(StrEnum):
    """How asking for a URL ended; each URL ends with exactly one.

    The first five leave a record in the archive, the others say why there is none.
    """

    KEPT = "kept"
    UNCHANGED = "unchanged"
    """The payload was in the archive already; a revisit record says so."""
    REDIRECTED = "redirected"
    REFUSED = "refused"
    """The server answered with an error (4xx, 5xx); the answer is kept."""
    TRUNCATED = "truncated"
    """Kept up to a limit of size or time, or up to where the connection broke for the last time."""
    UNREACHABLE = "unreachable"
    """No connection: unknown host, refused, certificate not valid."""
    FAILED = "failed"
    """A connection, but no answer that could be kept."""
    FORBIDDEN = "forbidden"
    """robots.txt says no."""
    BLOCKED = "blocked"
    """An address that must not be asked: in a private network, linked from a public page."""


STORED = frozenset({Outcome.KEPT, Outcome.UNCHANGED, Outcome.REDIRECTED, Outcome.REFUSED, Outcome.TRUNCATED})
"""Outcomes that leave a record in the archive."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A URL that is due: handed out by the frontier, given back with an outcome."""

    url: str
    kind: Kind
    depth: int = 0
    """Links away from the nearest seed."""
    via: str = ""
    """The page that offered it; empty for seeds."""
    shape: str = ""
    """What is left of its URL when names and numbers are taken out, the same for all pages of one template (see
    `guide.shapes`); empty for anything but pages."""
    attempts: int = 0
    redirects: int = 0
    """Redirects in a row that led here."""
    is_suspect: bool = False
    """Offered only in ways that make it doubtful (nofollow)."""
