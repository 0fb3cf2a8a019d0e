"""What was mended on other sites of a type, tried on a new one before anything is learned there."""

from collections.abc import Sequence
from typing import Any

from thresher.knowledge import Level
from thresher.learn.mending.lacking import lacks
from thresher.learn.mending.mend import Build, Mend, Read
from thresher.learn.mending.told import is_as_told
from thresher.learn.mending.witness import Witness
from thresher.model import WebObject

SERVED = 0.9
"""Share of the pages on which nothing may be lacking any more."""


def served_by(
    lessons: Sequence[dict[str, Any]], level: Level, pages: Sequence[Witness], build: Build, read: Read
) -> Mend | None:
    """The first of the lessons with which nothing is lacking on nearly all pages."""
    for data in lessons:
        application = build(data)
        served = sum(_is_served(level, page, read(application, page)) for page in pages)
        if served >= SERVED * len(pages):
            return Mend(data, (f"{level.name} as on another site",), len(pages), 0.0, round(served / len(pages), 3))
    return None


def _is_served(level: Level, page: Witness, found: Sequence[WebObject]) -> bool:
    return not lacks(level, found) and (page.told is None or is_as_told(page, found))


def leaves_alone(found: Mend, pages: Sequence[Witness], build: Build, read: Read) -> bool:
    """Whether pages that were read well are read in the same way with what was found."""
    bare = build(None)
    mended = build(found.level)
    return all(_said(read(bare, page)) == _said(read(mended, page)) for page in pages)


def _said(objects: Sequence[Any]) -> list[tuple[str, ...]]:
    return [(one.id, one.title, one.author, one.published, one.text) for one in objects]
