"""Whether what was read off a page lacks what every such page has: a first sign that the rules do not fit."""

from collections.abc import Sequence

from thresher.knowledge import Extraction, Level
from thresher.model import ObjectType, WebObject

SIGNED = frozenset({ObjectType.BOARD_POST, ObjectType.ANSWER, ObjectType.QUESTION})
"""Objects that hardly ever come without an author and a time. Many blogs name neither."""


def lacks(level: Level, objects: Sequence[WebObject]) -> bool:
    """Whether the objects that pages of `level` are for are not there, or not what they should be."""
    return any(_lacks(rule, objects) for rule in level.extract if "text" in rule.fields and stands_first(rule, level))


def _lacks(rule: Extraction, objects: Sequence[WebObject]) -> bool:
    own = [one for one in objects if one.type is rule.object]
    names = ["text", *(("author", "published") if rule.object in SIGNED else ())]
    return not own or any(
        2 * sum(bool(getattr(one, name)) for one in own) <= len(own) for name in names if name in rule.fields
    )


def stands_first(rule: Extraction, level: Level) -> bool:
    """Whether the objects of a rule are what the pages are for: not comments below something else."""
    return not rule.each or not any("text" in other.fields and not other.each for other in level.extract)
