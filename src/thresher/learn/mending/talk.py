"""Pages of a level that may hold comments and on which none were found, or none with an author and a time: whether
there are some all the same.
"""

from collections.abc import Sequence
from typing import Any

from thresher.knowledge import ApplicationType, Extraction, Level
from thresher.learn.articles import Example, learn_talks
from thresher.learn.articles.examples import find_template
from thresher.learn.mending.mend import Build, Mend, Read, laid
from thresher.learn.mending.witness import Witness, item_of
from thresher.model import ObjectType, WebObject

LEAST_TALKS = 2
"""Pages on which comments must be found: what one page has behind its text may be anything."""
WHOLE = 0.9
"""Share of the comments found that must have an author, a time and a text."""


def talk_rule(level: Level) -> Extraction | None:
    """The rule for comments on something that the page as a whole is."""
    if not any(not rule.each and "text" in rule.fields for rule in level.extract):
        return None
    return next((rule for rule in level.extract if rule.each and rule.object is ObjectType.COMMENT), None)


def find_talk(level: Level, pages: Sequence[Witness], build: Build, read: Read) -> Mend | None:
    """What to lay over `level` so that comments are found on these pages; None if there seem to be none."""
    rule = talk_rule(level)
    before = _read_all(build(None), pages, read)
    posts = [next((one for one in some if not one.container and one.text), None) for some in before]
    examples = [
        Example(item_of(post), page.page, page.time)
        for post, page in zip(posts, pages, strict=True)
        if post is not None
    ]
    find_template(examples)
    learned = learn_talks(examples) if rule is not None and examples else None
    if rule is None or learned is None:
        return None
    return _proved(laid(level, [{**learned.as_data(), "object": rule.object.value}]), rule, pages, before, build, read)


def served_talk(
    lessons: Sequence[dict[str, Any]], level: Level, pages: Sequence[Witness], build: Build, read: Read
) -> Mend | None:
    """The first of the lessons with which comments are found on these pages."""
    rule = talk_rule(level)
    before = _read_all(build(None), pages, read)
    found = (_proved(data, rule, pages, before, build, read) for data in lessons if rule is not None)
    return next((mend for mend in found if mend is not None), None)


def _proved(
    data: dict[str, Any],
    rule: Extraction,
    pages: Sequence[Witness],
    before: Sequence[Sequence[WebObject]],
    build: Build,
    read: Read,
) -> Mend | None:
    """What is laid over a level, if comments are found with it, and nothing else changes."""
    after = _read_all(build(data), pages, read)
    talks = [[one for one in some if one.type is rule.object] for some in after]
    found = [one for some in talks for one in some]
    whole = sum(map(is_whole, found)) / max(1, len(found))
    was = sum(one.type is rule.object for some in before for one in some)
    is_sound = sum(map(bool, talks)) >= LEAST_TALKS and whole >= WHOLE and len(found) >= was
    if not is_sound or any(_rest(one) != _rest(other) for one, other in zip(before, after, strict=True)):
        return None
    return Mend(data, (f"{rule.object.value}.each",), len(pages), 0.0, round(whole, 3))


def _read_all(application: ApplicationType, pages: Sequence[Witness], read: Read) -> list[Sequence[WebObject]]:
    return [read(application, page) for page in pages]


def is_whole(one: WebObject) -> bool:
    """Whether a comment has all that comments have."""
    return bool(one.author and one.published and one.text)


def _rest(objects: Sequence[WebObject]) -> list[tuple[str, str]]:
    """All but comments."""
    return [(one.id, one.text) for one in objects if one.type is not ObjectType.COMMENT]
