"""What a known application says of its addresses and levels: how they are read, labelled, and why they are left."""

import re
from dataclasses import dataclass
from functools import lru_cache

from thresher.knowledge import Address, ApplicationType, Follow, Level, LevelKind, UrlKnowledge
from thresher.knowledge.noise import judge, without_parameters
from thresher.model import Entry, SkipReason

MARK = "="
"""First character of the shape of what a known application offers: `=phpbb/thread`. Other shapes begin with a host."""

_LONG_VALUE = re.compile(r"[?&;][^?&;=/]*=[0-9A-Za-z_-]{20}")
"""What may be a session: others need not be judged."""
_REASONS = {
    "print": SkipReason.PRINT_VIEW,
    "sort": SkipReason.SORT_ORDER,
    "feed": SkipReason.DATA,
    "data": SkipReason.DATA,
    "search": SkipReason.SEARCH,
    "calendar": SkipReason.CALENDAR,
    **dict.fromkeys(("login", "register", "reply", "edit", "action"), SkipReason.ACTION),
    **dict.fromkeys(("permalink", "last-post", "view", "history"), SkipReason.OTHER_VIEW),
    **dict.fromkeys(("category", "tag", "author", "date", "index", "changes"), SkipReason.LISTED_ELSEWHERE),
    "attachment": SkipReason.RESOURCE,
}


@dataclass(frozen=True, slots=True)
class Known:
    """A page of a known application."""

    application: ApplicationType
    level: Level | None
    root: str


def label_of(application: ApplicationType, level: str) -> str:
    """The shape of what a known application offers as a page of one of its levels."""
    return f"{MARK}{application.name}/{level}"


def reason_for(address: Address, application: ApplicationType) -> tuple[SkipReason, str]:
    """Why an address of a known application is not followed."""
    reason = _REASONS.get(address.role, SkipReason.OFF_PATH)
    return reason, f"{application.name}: {address.role or 'no way to content'}"


def meant(rule: Follow, found: list[tuple[str, Address]], application: ApplicationType) -> list[tuple[str, Address]]:
    """Those of the links that a rule has found of which it speaks. Themes put the tags of a post beside the link to it:
    where some links are not to lists that show again what others show, those to such lists are no posts. Where all
    are, posts have addresses that look like that.
    """
    if rule.role:
        return [one for one in found if one[1].role == rule.role]
    if not rule.at or not is_terminal(application, rule.to):
        return found
    return [one for one in found if _REASONS.get(one[1].role) is not SkipReason.LISTED_ELSEWHERE] or found


def last_rule(application: ApplicationType) -> Follow | None:
    """That for links to what people wrote, wherever they stand."""
    last = next((one for one in application.levels if one.kind is LevelKind.TERMINAL and one.extract), None)
    return Follow(last.name) if last is not None else None


def is_terminal(application: ApplicationType, name: str) -> bool:
    level = application.level(name)
    return level is None or is_last(level)


def is_offered_as_last(entry: Entry, application: ApplicationType) -> bool:
    """Whether an entry was offered as a page that holds what people wrote."""
    return any(entry.shape == label_of(application, level.name) for level in application.levels if is_last(level))


def is_last(level: Level) -> bool:
    return level.kind is LevelKind.TERMINAL


def as_asked(url: str, application: ApplicationType) -> str:
    """The address without its session: as it is, or was, asked for."""
    return _without_session(url, application.urls)


def _without_session(url: str, urls: UrlKnowledge) -> str:
    """The address without the parameters that a type calls a session, and those that are called so everywhere: a site
    that was learned while it had a cookie may have shown none.
    """
    clean = without_parameters(url, urls.drop) if urls.drop and "?" in url else url
    if _LONG_VALUE.search(clean) is None:
        return clean
    found = judge(clean)
    return found.url if found.verdict == "strip" and found.reason is SkipReason.SESSION else clean


@lru_cache(maxsize=1 << 15)
def _read_of(url: str, urls: UrlKnowledge, root: str) -> tuple[str, Address]:
    clean = _without_session(url, urls)
    return clean, urls.read(clean, root)


def read_address(url: str, application: ApplicationType, root: str) -> tuple[str, Address]:
    """The address without its session, and what it is. Kept: pages of a site show each other's links."""
    return _read_of(url, application.urls, root)
