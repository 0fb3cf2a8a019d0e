"""Comments over several siblings: a box that says who and when, and behind it one with the text; rows of a table.

On a copy of the page, what belongs together is put into one element each, so that fields are learned as within any
other. What was learned is then told as it is seen from the first of the siblings, as types do it:
`xpath:following-sibling::*[1]/…`.
"""

import copy
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from lxml import etree

from thresher.learn.articles.naming import OWN_TEXT, Chosen, Place, first_by, pattern_of
from thresher.learn.articles.paths import as_name, at, at_or_below, steps_of
from thresher.learn.articles.spoken import Talk
from thresher.pattern import Step

GROUP = "group"
"""The tag of the elements that are put around siblings."""
MAX_BEHIND = 8
"""Siblings behind the first that may be of a comment: more are a page, not a comment."""
MAX_SEEN = 2
"""Siblings in which a field may stand: another one where a row is missing."""


def grouped(each: str, talks: Sequence[Talk]) -> list[Talk]:
    """The pages with an element around each that `each` selects and what stands behind it, up to the next such.

    What stands behind the last on a page is of it as far as that is usual for the others.
    """
    trees = [copy.deepcopy(talk.page.tree) for talk in talks]
    firsts = [[one for one in pattern_of(each).select(tree) if not isinstance(one, str)] for tree in trees]
    counts = Counter(count for some in firsts for count in _distances(some) if count <= MAX_BEHIND)
    size = counts.most_common(1)[0][0] if counts else 1
    if not size:
        return []
    for some in firsts:
        known = set(some)
        for one in some:
            _group(one, list(_behind(one, known))[:size])
    return [Talk(replace(talk.page, tree=tree), talk.items) for talk, tree in zip(talks, trees, strict=True)]


def _distances(firsts: Sequence[etree._Element]) -> Iterator[int]:
    """How many siblings stand between those that follow each other."""
    known = set(firsts)
    for one in firsts:
        between = list(_behind(one, known))
        last = between[-1] if between else one
        if next(last.itersiblings(etree.Element), None) is not None:
            yield len(between)


def _behind(one: etree._Element, known: set[etree._Element]) -> Iterator[etree._Element]:
    """The siblings behind an element up to the next of those `known`."""
    for other in one.itersiblings(etree.Element):
        if other in known:
            return
        yield other


def _group(first: etree._Element, behind: Sequence[etree._Element]) -> None:
    parent = first.getparent()
    if parent is not None:
        group = etree.Element(GROUP)
        parent.insert(parent.index(first), group)
        group.extend([first, *behind])


def seen_from_first(chosen: Sequence[Chosen], groups: Sequence[etree._Element]) -> tuple[Chosen, ...]:
    """What was learned within groups, as it is seen from the first element of each."""
    return tuple(replace(one, pattern=name) for one in chosen for name in names_from_first(one.pattern, groups))


def names_from_first(name: str, groups: Sequence[etree._Element]) -> list[str]:
    """The names of a place in groups as seen from their first elements, that which is right most often first."""
    counts: Counter[str] = Counter()
    for group in groups:
        parts = list(group.iterchildren(etree.Element))
        place = first_by(name, group)
        around = (place[0], *place[0].iterancestors()) if place is not None else ()
        number = next((parts.index(one) for one in around if one in parts), -1)
        if place is not None and number >= 0:
            counts[_seen(name, number, parts[0], place)] += 1
    return [seen for seen, _ in counts.most_common(MAX_SEEN) if seen]


def _seen(name: str, number: int, first: etree._Element, place: Place) -> str:
    """A name in a group that leads to `place`, as seen from the `first` part, if it leads into the part of `number`."""
    steps = steps_of(name)
    if not steps:
        return ""
    if number:
        return f"xpath:following-sibling::*[{number}]{at_or_below(steps)}"
    if place[0] is first:
        # What is said of the element itself: on other pages another one would be all of a comment.
        is_attribute = place[1] not in ("", OWN_TEXT)
        return as_name(steps[-1:]) if is_attribute else f"xpath:{at(steps[-2:] if place[1] else steps[-1:])}"
    return next((one for one in (name, *_ends(steps)) if first_by(one, first) == place), "")


def _ends(steps: Sequence[Step]) -> Iterator[str]:
    """Names without the first steps, which lead to the first part."""
    return (as_name(steps[start:]) for start in range(1, len(steps)))
