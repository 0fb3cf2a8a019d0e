"""What a guide decides about the links of a page."""

from dataclasses import dataclass
from enum import StrEnum

from thresher.model.entry import Kind


class SkipReason(StrEnum):
    """Why a link was left alone; the words appear in reports as they stand here."""

    OUT_OF_SCOPE = "out of scope"
    EXCLUDED = "excluded by a pattern"
    NOT_WEB = "not a web address"
    TOO_DEEP = "deeper than the depth limit"
    SESSION = "session id"
    SORT_ORDER = "duplicate view (sort order)"
    PRINT_VIEW = "duplicate view (print)"
    OTHER_VIEW = "duplicate view"
    """The same content at another address: permalinks, highlights, feeds of one thread …"""
    ACTION = "action"
    """Does something or asks for something: reply, log in, edit, report, subscribe."""
    SEARCH = "search"
    CALENDAR = "calendar"
    REPEATING_PATH = "repeating path"
    TOO_LONG = "URL too long"
    LISTED_ELSEWHERE = "lists what is reached another way"
    """Archives by tag, author, category or date, where the application's own lists lead to everything."""
    OFF_PATH = "not on the way to content"
    """A page of a known application that neither holds what people wrote nor leads to it: profiles, help."""
    BARREN = "shape stopped yielding new content"
    CANONICAL = "the site names another address for it"
    RESOURCE = "resource, not wanted"
    DATA = "data for programs"
    NOT_DUE = "nothing speaks for a change"
    """In an update of what is due: a page that is known, or a list that brings nothing new."""
    REDIRECTS = "too many redirects in a row"
    LED_AWAY = "the server leads to another spelling of it"
    """Found out from others like it; the detail is the other spelling, which is followed."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A URL worth asking for."""

    url: str
    kind: Kind
    priority: int
    """Smaller is sooner."""
    depth: int
    via: str
    shape: str = ""
    redirects: int = 0
    is_suspect: bool = False


@dataclass(frozen=True, slots=True)
class Skip:
    """A link that is not followed, and why; `detail` names the rule or the parameter."""

    url: str
    reason: SkipReason
    detail: str
    via: str


@dataclass(frozen=True, slots=True)
class Guidance:
    """All links of one page, decided."""

    follow: tuple[Offer, ...]
    skip: tuple[Skip, ...]
