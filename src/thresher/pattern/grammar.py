"""Text → paths: one pass from left to right, never back, so time is bounded by the length, and lengths have limits."""

import re

from thresher.pattern import advice
from thresher.pattern.errors import PatternError
from thresher.pattern.syntax import (
    ANY,
    Axis,
    Condition,
    Contains,
    Equals,
    Exists,
    HasToken,
    Kind,
    Last,
    NodeTest,
    Not,
    Path,
    Position,
    Predicate,
    Step,
    Value,
)

MAX_CHARACTERS = 10_000
MAX_PATHS = 100
MAX_STEPS = 50
MAX_PREDICATES = 20
MAX_DIGITS = 6
"""Limits that nobody who means well meets: the longest action in AAH has four steps of two predicates."""

# NMTOKEN of XML 1.0: NameChar+.
_NAME = re.compile(
    "[-.0-9:A-Z_a-z\u00b7\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u037d\u037f-\u1fff\u200c\u200d\u203f\u2040\u2070-\u218f"
    "\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\U00010000-\U000effff]+"
)
_BLANK = re.compile(r"[ \t\r\n]*")
_STRING = re.compile(r"'((?:[^']|'')*+)'|\"((?:[^\"]|\"\")*+)\"")


def read_paths(text: str) -> tuple[Path, ...]:
    """The alternatives in `text`, at least one; PatternError if it is not in the language."""
    if len(text) > MAX_CHARACTERS:
        raise PatternError(text, MAX_CHARACTERS, f"a pattern has at most {MAX_CHARACTERS} characters")
    return _Reader(text).paths()


class _Reader:
    """A place in a text. Each method reads what it is named after and moves on, or fails with the reason."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def paths(self) -> tuple[Path, ...]:
        found = [self._path()]
        while self._take("|"):
            if len(found) == MAX_PATHS:
                raise self._error(f"at most {MAX_PATHS} alternatives")
            found.append(self._path())
        if self.at < len(self.text):
            raise self._error("expected [, /, | or the end", advice.after_step(self._rest()))
        return tuple(found)

    def _path(self) -> Path:
        steps = [self._step(self._axis() or Axis.DESCENDANT)]
        while axis := self._axis():
            if len(steps) == MAX_STEPS:
                raise self._error(f"at most {MAX_STEPS} steps")
            steps.append(self._step(axis))
        return Path(tuple(steps))

    def _axis(self) -> Axis | None:
        return next((axis for axis in (Axis.DESCENDANT, Axis.CHILD) if self._take(axis.value)), None)

    def _step(self, axis: Axis) -> Step:
        test = self._test()
        predicates: list[Predicate] = []
        while self._take("["):
            if len(predicates) == MAX_PREDICATES:
                raise self._error(f"at most {MAX_PREDICATES} predicates a step")
            predicates.append(self._predicate())
            if not self._take("]"):
                raise self._error("expected ]", advice.after_predicate(self._rest()))
        return Step(axis, test, tuple(predicates))

    def _test(self) -> NodeTest:
        if self._take("@"):
            return NodeTest(Kind.ATTRIBUTE, ANY if self._take(ANY) else self._attribute())
        if self._take(ANY):
            return NodeTest(Kind.ELEMENT, ANY)
        start = self._here()
        name = self._word()
        if name == "text" and self._take("("):
            self._expect(")")
            return NodeTest(Kind.TEXT)
        if not name.strip("."):
            rest = self.text[start:]
            raise self._error("expected a tag, @name, * or text()", advice.on_step(rest, self.text), start)
        return NodeTest(Kind.ELEMENT, self._element(name, start, is_compared=False))

    def _attribute(self) -> str:
        start = self._here()
        name = self._word()
        if not name:
            raise self._error("expected the name of an attribute behind @", "", start)
        return name

    def _element(self, name: str, start: int, is_compared: bool) -> str:
        """`name`, read from `start`, if an element can have it."""
        if "::" in name:
            raise self._error("expected a tag", advice.on_axis(name.partition("::")[0], self.text), start)
        if self._sees("("):
            hint = advice.on_function(name, self.text, in_predicate=is_compared)
            raise self._error(f"{name}( is not known here", hint, start)
        if hint := advice.on_name(name, is_compared):
            raise self._error(f"there is no element {name}", hint, start)
        return name

    def _predicate(self) -> Predicate:
        start = self._here()
        word = self._word()
        if word.isascii() and word.isdigit():
            return self._position(word, start)
        if word == "last" and self._take("("):
            self._expect(")")
            return Last()
        if word == "not" and self._take("("):
            condition = self._condition(self._here(), self._word())
            self._expect(")", "not() holds one comparison or one name")
            return Not(condition)
        return self._condition(start, word)

    def _position(self, digits: str, start: int) -> Position:
        if len(digits) > MAX_DIGITS or not int(digits):
            raise self._error(f"a position is a number from 1 to {'9' * MAX_DIGITS}", "the first is [1]", start)
        return Position(int(digits))

    def _condition(self, start: int, word: str) -> Condition:
        """A comparison or a test of existence that begins at `start` with `word`, which was read already."""
        if word == "contains" and self._take("("):
            return self._contains()
        value = self._value(start, word)
        if self._sees("~="):
            return self._token(value)
        if self._take("="):
            return Equals(value, self._string(f"{value}="))
        if value.kind is Kind.SELF:
            raise self._error("expected = behind .", "write .='…' or contains(., '…')")
        return Exists(value)

    def _contains(self) -> Contains:
        start = self._here()
        if self._sees("'") or self._sees('"'):
            raise self._error("expected @name, a tag or .", "the string comes second: contains(@class, '…')", start)
        value = self._value(start, self._word())
        self._expect(",", f"write contains({value}, '…')")
        text = self._string(f"contains({value}, ")
        self._expect(")", "the ) of contains( is missing")
        return Contains(value, text)

    def _token(self, value: Value) -> HasToken:
        start = self._here()
        self._take("~=")
        if value.kind is not Kind.ATTRIBUTE:
            raise self._error("~= looks at attributes only", f"write contains({value}, '…')", start)
        start = self._here()
        token = self._string(f"{value}~=")
        if not token or re.search(r"[ \t\n\r\f]", token):
            raise self._error("~= looks for one word", "write two predicates for two words", start)
        return HasToken(value, token)

    def _value(self, start: int, word: str) -> Value:
        if not word and self._take("@"):
            return Value(Kind.ATTRIBUTE, self._attribute())
        if word == ".":
            return Value(Kind.SELF)
        if not word.strip("."):
            hint = f"write it as XPath: {advice.as_xpath(self.text)}" if word else ""
            raise self._error("expected @name, a tag, ., a number, contains(…), not(…) or last()", hint, start)
        return Value(Kind.ELEMENT, self._element(word, start, is_compared=True))

    def _string(self, before: str) -> str:
        start = self._here()
        found = _STRING.match(self.text, start)
        if found:
            self.at = found.end()
            return found[1].replace("''", "'") if found[1] is not None else found[2].replace('""', '"')
        quote = self.text[start : start + 1]
        if quote in ("'", '"'):
            hint = advice.on_open_string(quote, self.text[start + 1 :])
            raise self._error("a string begins here and does not end", hint, start)
        raise self._error("expected a string in quotes", advice.on_string(self._rest(), before), start)

    def _word(self) -> str:
        """The name that begins here, with its dots and digits; empty if none does."""
        found = _NAME.match(self.text, self._here())
        if not found:
            return ""
        self.at = found.end()
        return found[0]

    def _expect(self, mark: str, hint: str = "") -> None:
        if not self._take(mark):
            raise self._error(f"expected {mark}", hint)

    def _take(self, mark: str) -> bool:
        """Whether `mark` comes next; then it is read."""
        is_next = self._sees(mark)
        if is_next:
            self.at += len(mark)
        return is_next

    def _sees(self, mark: str) -> bool:
        return self.text.startswith(mark, self._here())

    def _here(self) -> int:
        """Where the next thing begins: white space is skipped."""
        found = _BLANK.match(self.text, self.at)
        assert found
        self.at = found.end()
        return self.at

    def _rest(self) -> str:
        return self.text[self._here() :]

    def _error(self, expected: str, hint: str = "", position: int | None = None) -> PatternError:
        return PatternError(self.text, self._here() if position is None else position, expected, hint)
