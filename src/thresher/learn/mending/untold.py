"""Pages of a known application that nothing tells the level of → the level they are of (AAH section 6.2).

The patterns that tell levels are relaxed first, then the rules of the level. That a relaxed pattern matches says
little: what is then read must look right on all pages that are alike, and no other page of the site may have it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from lxml import etree

from thresher.knowledge import ApplicationType, Level
from thresher.learn.mending.lacking import lacks
from thresher.learn.mending.mend import LEAST_PAGES, LEAST_SHARE, MAX_PAGES, Build, Mend, Read, laid
from thresher.learn.mending.relax import Preferred
from thresher.learn.mending.relaxed import relaxed
from thresher.learn.mending.witness import Witness
from thresher.model import Page
from thresher.pattern.relax import Relaxation, relaxations_of

MOST_PATTERNS = 100
"""Relaxed patterns that are tried for one level."""
MOST_TELLING = 2
"""Of them that tell these pages from others, and may be taken."""
MOST_GUESSES = 4
"""Of all levels, for which rules are then tried: each takes about a second."""


@dataclass(frozen=True, slots=True)
class _Guess:
    level: Level
    """With the relaxed pattern alone to tell it."""
    relaxation: Relaxation

    @property
    def effort(self) -> tuple[bool, int]:
        return self.relaxation.is_worst, self.relaxation.changes

    def over(self, data: dict[str, Any] | None) -> dict[str, Any]:
        """What goes over the level, with what tells it."""
        return {**(data or laid(self.level)), "detect": [str(self.relaxation.pattern)]}


def tell_level(
    application: ApplicationType,
    pages: Sequence[Witness],
    others: Sequence[Page],
    build: Build,
    read: Read,
    preferred: Preferred,
) -> Mend | None:
    """What to lay over a level of `application` so that these pages, made by one template, are told and read by it.

    `others` are pages of the site that are made by other templates.
    """
    own = [page for page in pages if page.page.tree is not None][:MAX_PAGES]
    if len(own) < 2 * LEAST_PAGES:
        return None
    for guess in _guesses(application, own, [one.tree for one in others if one.tree is not None], preferred):
        found = _read_as(guess, own, build, read, preferred)
        if found is not None:
            return found
    return None


def _guesses(
    application: ApplicationType, own: Sequence[Witness], others: Sequence[etree._Element], preferred: Preferred
) -> list[_Guess]:
    """Levels that these pages may be of, the fewest changes first."""
    found = (
        _Guess(replace(level, detect=(one.pattern,)), one)
        for level in application.levels
        if holds_texts(level) and not level.is_weak
        for one in _telling(level, [_root(page) for page in own], others, preferred)
    )
    return sorted(found, key=lambda guess: guess.effort)[:MOST_GUESSES]


def holds_texts(level: Level) -> bool:
    """Whether pages of a level hold what people wrote."""
    return any("text" in rule.fields for rule in level.extract)


def _telling(
    level: Level, own: Sequence[etree._Element], others: Sequence[etree._Element], preferred: Preferred
) -> Iterator[Relaxation]:
    """Relaxed patterns of a level that all of these pages have, and no other."""
    words = frozenset[str]().union(*preferred.values())
    count = 0
    for one in relaxations_of(level.detect, own[::2], preferred=words, most=MOST_PATTERNS):
        if all(map(one.pattern.matches, own)) and not any(map(one.pattern.matches, others)):
            yield one
            count += 1
            if count == MOST_TELLING:
                return


def _read_as(guess: _Guess, own: Sequence[Witness], build: Build, read: Read, preferred: Preferred) -> Mend | None:
    """Read the pages as of that level: by its rules as they are, or else by relaxed ones."""

    def right(data: dict[str, Any] | None) -> float:
        application = build(guess.over(data))
        return sum(not lacks(guess.level, read(application, page)) for page in own) / len(own)

    proofs = len(own) // 2
    share = right(None)
    if share >= LEAST_SHARE:
        return Mend(guess.over(None), ("detect",), proofs, 0.0, round(share, 3))
    found = relaxed(guess.level, own, lambda data: build(guess.over(data)), read, preferred)
    share = right(found.level) if found is not None else 0.0
    if found is None or share < LEAST_SHARE:
        return None
    return Mend(guess.over(found.level), ("detect", *found.failed), proofs, 0.0, round(share, 3))


def _root(page: Witness) -> etree._Element:
    return cast(etree._Element, page.page.tree)
