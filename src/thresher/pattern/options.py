"""Ways to write a step of a pattern so that it agrees with an element, and what each of them changes."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from itertools import product

from lxml import etree

from thresher.pattern.advice import on_name
from thresher.pattern.conditions import html_name, named_test
from thresher.pattern.syntax import (
    ANY,
    Axis,
    Contains,
    Equals,
    Exists,
    HasToken,
    Kind,
    Last,
    NodeTest,
    Position,
    Predicate,
    Step,
    Value,
)
from thresher.pattern.texts import PlainTexts

MAX_CHANGES = 3
"""In one candidate: a tag, a value and a predicate. What differs by more has nothing to do with the pattern."""
NAMING = ("class", "id", "itemprop", "rel", "role", "property", "name")
"""Attributes that say what an element is; others hold what it shows."""

_PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
_NUMBERED = re.compile(r"\d{2,}")
_LETTERS = re.compile(r"[A-Za-z_-]{2,}")
_PLAIN = re.compile(r"[a-z][a-z0-9-]*")


@dataclass(frozen=True, slots=True)
class Option:
    """A part that agrees with an element: how often it was changed, how many of its new words are preferred, and how
    alike the others are to the old ones.
    """

    parts: tuple[Predicate | NodeTest | Step, ...]
    changes: int = 0
    preferred: int = 0
    likeness: float = 0.0
    dropped: int = 0

    def __add__(self, other: "Option") -> "Option":
        return Option(
            self.parts + other.parts,
            self.changes + other.changes,
            self.preferred + other.preferred,
            self.likeness + other.likeness,
            self.dropped + other.dropped,
        )

    @property
    def key(self) -> tuple[int, ...]:
        """Equal for options of the same steps, made by one search."""
        return tuple(map(id, self.parts))

    @property
    def rank(self) -> tuple[int, float, int]:
        """What siblings of the type use comes first, then what is named alike, then what is more telling."""
        return -self.preferred, -self.likeness, self.dropped


class Options:
    """What agrees with elements, where some words are preferred."""

    def __init__(self, preferred: Collection[str]) -> None:
        self._preferred = frozenset(preferred)

    def of_step(self, step: Step, element: etree._Element) -> Iterator[Option]:
        name, tag = html_name(step.test.name), str(element.tag)
        is_same = name in (ANY, tag)
        if not is_same and not is_named(element):
            return
        new = Option((NodeTest(Kind.ELEMENT, tag),), 1, int(tag in self._preferred))
        tests = [Option((step.test,)) if is_same else new]
        ways = [list(self._ways(predicate, element)) for predicate in step.predicates]
        for test, *rest in product(tests, *ways):
            option = test
            for one in rest:
                option = option + one
            if option.changes <= MAX_CHANGES:
                yield option

    def _ways(self, predicate: Predicate, element: etree._Element) -> Iterator[Option]:
        """A predicate as it is, if it holds; else left out, or with another value, another attribute, or both."""
        if isinstance(predicate, Position | Last):
            yield Option((predicate,))  # how many come before is only known when it is tried
            yield Option((), 1, dropped=1)
            return
        if _holds(predicate, element):
            yield Option((predicate,))
            return
        yield Option((), 1, dropped=1)
        if isinstance(predicate, Exists) and predicate.value.kind is Kind.ATTRIBUTE:
            for name in NAMING:
                if element.get(name):
                    yield Option((Exists(Value(Kind.ATTRIBUTE, name)),), 1)
        elif isinstance(predicate, Contains | Equals | HasToken) and predicate.value.kind is Kind.ATTRIBUTE:
            yield from self._renamed(predicate, element)

    def _renamed(self, predicate: Contains | Equals | HasToken, element: etree._Element) -> Iterator[Option]:
        old = html_name(predicate.value.name)
        for name in dict.fromkeys((old, *NAMING)):
            present = element.get(name)
            if not present:
                continue
            value = replace(predicate.value, name=name) if name != old else predicate.value
            moved = replace(predicate, value=value)
            if name != old and _holds(moved, element):
                yield Option((moved,), 1, 0, 1.0)
            cost = 1 if name == old else 2
            for text in _values(predicate, present):
                if text != predicate.text:
                    yield Option((replace(moved, text=text),), cost, *self._worth(text, predicate.text))

    def _worth(self, new: str, old: str) -> tuple[int, float]:
        return int(new in self._preferred), likeness(new, old)

    def of_tail(self, step: Step | None, element: etree._Element) -> Iterator[Option]:
        """The step behind the elements, if there is one: as it is, of another attribute, or left out for the text."""
        if step is None:
            yield Option(())
            return
        if step.test.kind is Kind.TEXT:
            yield Option((step,))
            return
        own = element.get(html_name(step.test.name))
        if own is not None or step.test.name == ANY:
            yield Option((step,))
        else:
            for name in element.attrib:
                if str(name) not in NAMING and _PLAIN.fullmatch(str(name)):
                    other = replace(step, test=NodeTest(Kind.ATTRIBUTE, str(name)))
                    yield Option((other,), 1, *self._worth(str(name), step.test.name))
            yield Option((), 1, dropped=1)


def likeness(one: str, other: str) -> float:
    """How alike two names are: the longest word part of one that is in the other, against the longer of them.

    >>> likeness("storytitle", "post-title") > likeness("sidebar", "post-title")
    True
    """
    first, second = one.lower(), other.lower()
    shared = [part for part in _words(one) if part in second] + [part for part in _words(other) if part in first]
    return max(map(len, shared), default=0) / max(1, len(first), len(second))


def _words(name: str) -> list[str]:
    return [part.lower() for part in _PARTS.findall(name) if len(part) > 2]


def _values(predicate: Contains | Equals | HasToken, present: str) -> list[str]:
    """What a predicate of this kind can ask for where an attribute is `present`; numbers are those of one object."""
    if isinstance(predicate, Equals):
        is_name = len(present) <= 80 and present.isprintable() and not _NUMBERED.search(present)
        return [present] if is_name else []
    tokens = [one for one in present.split()[:8] if one.isprintable() and not _NUMBERED.search(one)]
    if isinstance(predicate, HasToken):
        return tokens
    stretches = [found[0] for token in present.split()[:8] if (found := _LETTERS.match(token))]
    return list(dict.fromkeys((*tokens, *stretches)))


def _holds(predicate: Predicate, element: etree._Element) -> bool:
    return named_test(Step(Axis.DESCENDANT, NodeTest(Kind.ELEMENT, ANY), (predicate,)), PlainTexts())(element)


def is_named(element: etree._Element) -> bool:
    """Whether the tag of an element can be written in a pattern."""
    tag = element.tag
    return isinstance(tag, str) and bool(_PLAIN.fullmatch(tag)) and not on_name(tag, False)


def own_key(element: etree._Element) -> str:
    """Equal for elements that a pattern can hardly tell apart: the same names, apart from numbers in them."""
    names = (f"{name}={_NUMBERED.sub('0', element.get(name) or '')}" for name in NAMING if element.get(name))
    others = " ".join(sorted(str(name) for name in element.attrib if name not in NAMING))
    return f"{element.tag} {' '.join(names)} {others}"
