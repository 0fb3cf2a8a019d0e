"""Two looks at one object: which of them counts.

A thread's title is on each of its pages, a blog post on the front page (shortened) and on its own, a forum's first post
perhaps on every page of its thread. All of these are one object, and only a change of it makes a version:

- The page that showed it before shows it again: what it shows now counts, and what is gone from it is gone.
- Another page can be less telling. What it leaves empty never empties anything: absence is evidence only on the page
  where the thing had been.
- An object's own page (its `url`) outranks all others, so an excerpt never replaces the whole text.
- Among equals, the page that showed it first counts as long as the visit lasts; in the next visit the other page has
  taken over (posts move to other pages when some before them are deleted). Where visits are not numbered, one lasts
  `SAME_VISIT`, measured from the last time that page showed it.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum, auto

SAME_VISIT = timedelta(hours=24)
"""The pages of one thread can be hours apart in a polite crawl; two visits of an update are mostly a day or more."""


class Verdict(Enum):
    """What a look at an object does to what is known of it."""

    REPLACE = auto()
    """The look counts as it is; a difference is a new version."""
    SUCCEED = auto()
    """The look counts, its blanks filled with what is known; a difference is a new version."""
    CORRECT = auto()
    """The same, but the first look was only a poorer one: no new version."""
    FILL = auto()
    """What is known counts; the look can fill blanks of it. No new version."""

    @property
    def makes_version(self) -> bool:
        return self in (Verdict.REPLACE, Verdict.SUCCEED)


@dataclass(frozen=True, slots=True)
class Look:
    """Where and when an object was seen."""

    page: str
    time: datetime
    is_home: bool
    """Whether the page is the object's own."""
    visit: int = 0
    """Number of the visit to the collection; 0 where visits are not numbered."""


def verdict(known: Look, now: Look) -> Verdict:
    """What `now` means, given that the current version is from `known`.

    Captures are expected in the order of their visits, then of their times; an older one can only fill blanks.
    """
    is_later = _is_later(known, now)
    if now.time < known.time and not is_later:
        return Verdict.FILL
    if now.page == known.page:
        # The same moment: it stands twice on one page, or a crash made us read a capture again.
        return Verdict.REPLACE if is_later or now.time > known.time else Verdict.FILL
    if known.is_home and not now.is_home:
        return Verdict.FILL
    if is_later:
        return Verdict.SUCCEED
    return Verdict.CORRECT if now.is_home and not known.is_home else Verdict.FILL


def _is_later(known: Look, now: Look) -> bool:
    """Whether `now` is of a later visit; their numbers say so whatever the clock says."""
    if known.visit and now.visit:
        return now.visit > known.visit
    return now.time - known.time > SAME_VISIT


def is_home(url: str, page: str) -> bool:
    """Whether the object at `url` is at home on `page`: the same address, fragments aside."""
    return url.partition("#")[0] == page.partition("#")[0]
