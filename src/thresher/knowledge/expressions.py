"""Regular expressions in types: those that could take very long are refused when they are read.

Python's engine tries every way in which an expression can match. That is exponential where a choice that two ways are
open for stands inside a repetition, `(a+)+` or `(a|a)*`, and a power of the text's length where several such choices
stand in a row. A choice is open if what may come next fits both of its ways, judged by single characters. Kirrage,
Rathnayake and Thielecke, "Static analysis for regular expression denial-of-service attacks" (NSS 2013), are exact;
here rather one harmless expression too many is refused.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from re import _constants as sre  # type: ignore[attr-defined]
from re import _parser as sre_parser  # type: ignore[attr-defined]
from typing import Any

MAX_MATCHED = 500
"""Characters of a text in which an expression is looked for: names, dates and addresses are short."""
MAX_WAYS = 10 * MAX_MATCHED**3
"""Ways that may have to be tried, counted high. The slowest of our own, `(?:.*?[:] )?(.*\\d.*)`, takes 0.4 seconds for
a text made to be slow."""

Items = Sequence[tuple[Any, Any]]
Characters = frozenset[int]

_REPEATS = frozenset({sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT})
_SINGLE = frozenset({sre.LITERAL, sre.NOT_LITERAL, sre.ANY, sre.IN})
_BEGINNINGS = ((sre.AT, sre.AT_BEGINNING), (sre.AT, sre.AT_BEGINNING_STRING))
_NONE: Characters = frozenset()
_ALL: Characters = frozenset((*range(0x250), 0x2013, 0x2014, 0x2019, 0x2026, 0x4E00, 0xFF1A))
"""Stand for all characters: what tells classes apart is among them, or in the expression itself."""


def fault_in(expression: str) -> tuple[str, str] | None:
    """What is wrong with a regular expression and what could be done; None if it can be used."""
    try:
        items = sre_parser.parse(expression)
        re.compile(expression)
    except (re.error, OverflowError, RecursionError) as error:
        return f"This is no regular expression: {error}.", ""
    hint = "Let what is repeated end in a character that cannot be part of it: (?:[^,]+,)*"
    weight = _Weight(_alphabet(expression))
    weight.weigh(items, _NONE, is_repeated=False)
    if weight.is_exponential:
        return "This regular expression could take for ever: a repetition inside a repetition.", hint
    starts = 1 if items and items[0] in _BEGINNINGS else MAX_MATCHED
    if starts * weight.ways > MAX_WAYS:
        return "This regular expression could take very long: too many repetitions in a row.", "Begin it with ^."
    return None


def _alphabet(expression: str) -> Characters:
    own = {ord(other) for one in expression for other in {one, *one.lower(), *one.upper()}}
    return _ALL | own


@dataclass(slots=True)
class _Weight:
    """Counts the ways through an expression."""

    alphabet: Characters
    ways: int = 1
    is_exponential: bool = False

    def weigh(self, items: Items, after: Characters, *, is_repeated: bool) -> None:
        """Take in a sequence that `after` may come behind; `is_repeated`: as a part of something that is repeated."""
        for number, (kind, value) in enumerate(items):
            first, is_empty = self.first(items[number + 1 :])
            then = first | after if is_empty else first
            if kind in _REPEATS:
                self._weigh_repeat(value, then, is_repeated)
            elif kind is sre.BRANCH:
                firsts = [self.first(one) for one in value[1]]
                ends = [chars | then if is_empty else chars for chars, is_empty in firsts]
                self._choice(any(one & other for one, other in combinations(ends, 2)), len(ends), is_repeated)
                for one in value[1]:
                    self.weigh(one, then, is_repeated=is_repeated)
            elif kind in (sre.ASSERT, sre.ASSERT_NOT):
                self.weigh(value[1], _NONE, is_repeated=is_repeated)
            else:
                for inner in _inside(kind, value):
                    self.weigh(inner, then, is_repeated=is_repeated)

    def _weigh_repeat(self, value: Any, then: Characters, is_repeated: bool) -> None:
        least, most, body = int(value[0]), int(value[1]), value[2]
        first, _ = self.first(body)
        if least < most:
            self._choice(bool(first & then), min(most - least + 1, MAX_MATCHED), is_repeated)
        again = first if most > 1 else _NONE
        self.weigh(body, then | again, is_repeated=is_repeated or most > 1)

    def _choice(self, is_open: bool, ways: int, is_repeated: bool) -> None:
        if is_open and is_repeated:
            self.is_exponential = True
        elif is_open:
            self.ways *= ways

    def first(self, items: Items) -> tuple[Characters, bool]:
        """The characters a sequence may begin with, and whether it may be empty."""
        found = _NONE
        for kind, value in items:
            chars, is_empty = self._first(kind, value)
            found |= chars
            if not is_empty:
                return found, False
        return found, True

    def _first(self, kind: Any, value: Any) -> tuple[Characters, bool]:
        if kind in _SINGLE:
            return self._accepted(kind, value), False
        if kind in _REPEATS:
            chars, is_empty = self.first(value[2])
            return chars, is_empty or not value[0]
        if kind is sre.BRANCH:
            firsts = [self.first(one) for one in value[1]]
            return frozenset().union(*(chars for chars, _ in firsts)), any(is_empty for _, is_empty in firsts)
        if kind in (sre.GROUPREF, sre.GROUPREF_EXISTS):
            return self.alphabet, True
        inner = _inside(kind, value)
        return self.first(inner[0]) if inner else (_NONE, True)

    def _accepted(self, kind: Any, value: Any) -> Characters:
        if kind is sre.ANY:
            return self.alphabet
        if kind is sre.LITERAL:
            return frozenset(_cases(value))
        if kind is sre.NOT_LITERAL:
            return self.alphabet - {value}
        is_negated = bool(value) and value[0][0] is sre.NEGATE
        listed = frozenset().union(*(self._member(*one) for one in value[is_negated:]))
        return self.alphabet - listed if is_negated else listed

    def _member(self, kind: Any, value: Any) -> Characters:
        if kind is sre.LITERAL:
            return frozenset(_cases(value))
        if kind is sre.RANGE:
            return frozenset(one for one in self.alphabet if value[0] <= one <= value[1])
        return frozenset(one for one in self.alphabet if _CATEGORIES[value](chr(one)))


def _inside(kind: Any, value: Any) -> Sequence[Items]:
    if kind is sre.SUBPATTERN:
        return (value[3],)
    return (value,) if kind is sre.ATOMIC_GROUP else ()


def _cases(code: int) -> Iterable[int]:
    """A character in both cases: whether they are told apart does not matter much."""
    return {code, *(ord(one) for one in (chr(code).lower(), chr(code).upper()) if len(one) == 1)}


_CATEGORIES: dict[Any, Callable[[str], bool]] = {
    sre.CATEGORY_DIGIT: str.isdigit,
    sre.CATEGORY_NOT_DIGIT: lambda one: not one.isdigit(),
    sre.CATEGORY_SPACE: str.isspace,
    sre.CATEGORY_NOT_SPACE: lambda one: not one.isspace(),
    sre.CATEGORY_WORD: lambda one: one.isalnum() or one == "_",
    sre.CATEGORY_NOT_WORD: lambda one: not (one.isalnum() or one == "_"),
}
