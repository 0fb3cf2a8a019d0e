"""Example pages → what tells the pages of one level from all others."""

import re
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from thresher.knowledge import KnowledgeBase
from thresher.learn.induce.examples import Example, Seen, kinds_of, seen
from thresher.learn.induce.signs import is_common
from thresher.learn.page_types import PageType
from thresher.pattern import parse

MOST_MARKS = 3
LEAST_SHARE = 0.8
"""Of the pages of a level, what must have a mark of it."""
_PLAIN = re.compile(r"[A-Za-z][\w-]{2,40}")


@dataclass(frozen=True, slots=True)
class LevelNames:
    """What a category calls its levels, and the objects on them."""

    terminal: str
    lists: tuple[str, ...]
    """The innermost first: that with links to what people wrote."""
    whole: str
    """Object that a terminal page is as a whole; empty if the category has none."""
    each: str
    """Object of which a terminal page holds several."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A pattern that only pages of one level have."""

    pattern: str
    seen: Seen


def names_in(category: str, base: KnowledgeBase) -> LevelNames:
    """The levels of a category, as its file has them."""
    levels = base.file(category).data.get("levels", [])
    terminal = next((level for level in levels if level["kind"] == "terminal"), None)
    lists = tuple(dict.fromkeys(level["name"] for level in levels if level["kind"] == "intermediate"))
    rules = terminal.get("extract", []) if terminal else []
    return LevelNames(
        terminal["name"] if terminal else "item",
        lists or ("listing",),
        next((rule["object"] for rule in rules if "each" not in rule), ""),
        next((rule["object"] for rule in rules if "each" in rule), ""),
    )


def sorted_out(examples: Sequence[Example]) -> tuple[list[Example], list[Example], list[Example]]:
    """Pages that hold what people wrote; lists; others."""
    pairs = list(zip(examples, kinds_of(examples), strict=True))
    return (
        [one for one, kind in pairs if kind is PageType.THREAD],
        [one for one, kind in pairs if kind is PageType.INDEX],
        [one for one, kind in pairs if kind is PageType.OTHER],
    )


def find_marks(own: Sequence[Example], others: Sequence[Example], first: Collection[str] = ()) -> list[Mark]:
    """Patterns that the pages `own` have and none of the `others` has, on as many sites as there are.

    `first`: patterns that are tried before those that are found: for what repeats on these pages.
    """
    counts: defaultdict[str, set[int]] = defaultdict(set)
    for number, one in enumerate(own):
        for pattern in _names_on(one):
            counts[pattern].add(number)
    elsewhere = {pattern for one in others for pattern in _names_on(one)}
    marks = []
    for pattern in first:
        read = parse(pattern)
        if not any(read.matches(one.document) for one in others):
            counted = seen(own, lambda one, read=read: read.matches(one.document))  # type: ignore[misc]
            marks.append(Mark(pattern, counted))
    fresh = [
        Mark(pattern, seen(own, lambda one, numbers=numbers: own.index(one) in numbers))  # type: ignore[misc]
        for pattern, numbers in counts.items()
        if pattern not in elsewhere and pattern not in first
    ]
    fresh = [mark for mark in fresh if mark.seen.is_everywhere and mark.seen.share >= LEAST_SHARE]
    fresh.sort(key=lambda mark: (-mark.seen.pages, _rank(mark.pattern), -len(mark.pattern)))
    found = [*(mark for mark in marks if mark.seen.pages), *fresh][:MOST_MARKS]
    if found or len(own) < 2:
        return found
    return _together(own, {pattern: numbers for pattern, numbers in counts.items() if pattern not in elsewhere})


def _together(own: Sequence[Example], counts: dict[str, set[int]]) -> list[Mark]:
    """Where nothing is on all pages of a level: marks of parts of them, which together are on as many as can be."""
    left = set(range(len(own)))
    found: list[Mark] = []
    while left and len(found) < MOST_MARKS:
        pattern, numbers = max(
            counts.items(), key=lambda pair: (len(pair[1] & left), -_rank(pair[0]), len(pair[0])), default=("", set())
        )
        if not numbers & left:
            break
        found.append(Mark(pattern, seen(own, lambda one, numbers=numbers: own.index(one) in numbers)))  # type: ignore[misc]
        left -= numbers
    return found


def _rank(pattern: str) -> int:
    return 0 if pattern.startswith("body[") else 1 if "@id" in pattern else 2


def _names_on(example: Example) -> set[str]:
    """Ids and classes, those with a number by what stands before it."""
    found: set[str] = set()
    for element in example.page.tree.iter():
        if not isinstance(element.tag, str):
            continue
        ident = element.get("id") or ""
        stem = re.match(r"[A-Za-z][A-Za-z_-]{2,30}", ident)
        if stem and stem[0] == ident and not is_common(ident):
            found.add(f"{element.tag}[@id='{ident}']")
        elif stem and stem[0] != ident and len(stem[0]) > 3 and ident[len(stem[0]) :].isdigit():
            found.add(f"{element.tag}[contains(@id, '{stem[0]}')]")
        for token in (element.get("class") or "").split()[:6]:
            is_plain = _PLAIN.fullmatch(token) and not any(map(str.isdigit, token))
            if is_plain and (not is_common(token) or element.tag == "body"):
                found.add(f"{element.tag}[@class~='{token}']")
    return found
