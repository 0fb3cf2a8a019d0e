"""The pattern language as plain values (AAH figure 2, and our additions), each printing its canonical form.

Everything is frozen, hashable and free of behaviour, so that a pattern can be relaxed by putting other steps or
predicates in the place of those it has (`dataclasses.replace`).
"""

from dataclasses import dataclass
from enum import Enum

ANY = "*"
"""The name in a test that any element, or any attribute, passes."""


class Axis(Enum):
    """How a step goes down from what stands before it."""

    CHILD = "/"
    DESCENDANT = "//"


class Kind(Enum):
    """What a node test selects, or what a predicate looks at."""

    ELEMENT = "element"
    ATTRIBUTE = "attribute"
    TEXT = "text"
    SELF = "self"


@dataclass(frozen=True, slots=True)
class NodeTest:
    """`tag`, `*`, `@tag`, `@*` or `text()`. Names are kept as written and compared as HTML does, without case."""

    kind: Kind
    name: str = ""

    def __str__(self) -> str:
        return "text()" if self.kind is Kind.TEXT else _named(self.kind, self.name)


@dataclass(frozen=True, slots=True)
class Value:
    """What a predicate compares: a child's text (`tag`), an attribute (`@tag`), or the node's own text (`.`)."""

    kind: Kind
    name: str = ""

    def __str__(self) -> str:
        return "." if self.kind is Kind.SELF else _named(self.kind, self.name)


@dataclass(frozen=True, slots=True)
class Contains:
    """`contains(VALUE, 'text')`; of several children called `tag` the first counts, as in XPath."""

    value: Value
    text: str

    def __str__(self) -> str:
        return f"contains({self.value}, {quoted(self.text)})"


@dataclass(frozen=True, slots=True)
class Equals:
    """`VALUE='text'`; of several children called `tag` any may be equal, as in XPath."""

    value: Value
    text: str

    def __str__(self) -> str:
        return f"{self.value}={quoted(self.text)}"


@dataclass(frozen=True, slots=True)
class HasToken:
    """`@tag~='token'`: the token is one of the words, separated by white space, of the attribute. Not XPath."""

    value: Value
    text: str

    def __str__(self) -> str:
        return f"{self.value}~={quoted(self.text)}"


@dataclass(frozen=True, slots=True)
class Exists:
    """`@tag` or `tag`: there is such an attribute or child, even if it is empty."""

    value: Value

    def __str__(self) -> str:
        return str(self.value)


Condition = Contains | Equals | HasToken | Exists


@dataclass(frozen=True, slots=True)
class Not:
    """`not(…)` around one condition."""

    condition: Condition

    def __str__(self) -> str:
        return f"not({self.condition})"


@dataclass(frozen=True, slots=True)
class Position:
    """`[3]`: the third, from 1, of those children of one parent that passed what stands before."""

    number: int

    def __str__(self) -> str:
        return str(self.number)


@dataclass(frozen=True, slots=True)
class Last:
    """`[last()]`: the last of those children of one parent that passed what stands before."""

    def __str__(self) -> str:
        return "last()"


Predicate = Condition | Not | Position | Last


@dataclass(frozen=True, slots=True)
class Step:
    """One level of a path: how to get there, what to take, and what must hold of it, in this order."""

    axis: Axis
    test: NodeTest
    predicates: tuple[Predicate, ...] = ()

    def __str__(self) -> str:
        return str(self.test) + "".join(f"[{predicate}]" for predicate in self.predicates)


@dataclass(frozen=True, slots=True)
class Path:
    """Steps from the context downwards. The first is at any depth unless its axis is `CHILD`."""

    steps: tuple[Step, ...]

    def __str__(self) -> str:
        first, *rest = self.steps
        start = "/" if first.axis is Axis.CHILD else ""
        return start + str(first) + "".join(step.axis.value + str(step) for step in rest)


def quoted(text: str) -> str:
    """`text` as a string of the language: single quotes where possible, a quote inside doubled where needed.

    >>> print(quoted("a"), quoted("it's"), quoted("'\\""))
    'a' "it's" '''"'
    """
    if "'" in text and '"' not in text:
        return f'"{text}"'
    return "'" + text.replace("'", "''") + "'"


def _named(kind: Kind, name: str) -> str:
    return f"@{name}" if kind is Kind.ATTRIBUTE else name
