"""Predicates → functions. Each is true of an element or not, whatever path led there.

A position, too, is a property of the element alone: its place among the children of its parent that have the same
tag and pass the predicates before. So a path can be checked from its end upwards, and nothing is counted twice.
"""

import re
from collections.abc import Callable, Sequence

from lxml import etree

from thresher.pattern.syntax import (
    ANY,
    Condition,
    Contains,
    Equals,
    Exists,
    Kind,
    Last,
    Not,
    Position,
    Step,
)
from thresher.pattern.texts import Texts

Element = etree._Element
Test = Callable[[Element], bool]
StringTest = Callable[[str], bool]

# What HTML calls ASCII white space; str.split() would also part words at U+00A0.
_SPACES = re.compile(r"[ \t\n\f\r]+")
_LOWER = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz")


def html_name(name: str) -> str:
    """`name` as the HTML parser spells it: ASCII letters in lower case, others as they are."""
    return name.translate(_LOWER)


def element_tests(step: Step, texts: Texts) -> list[Test]:
    """What an element that has the step's tag must pass, in this order."""
    tag = html_name(step.test.name)
    tests: list[Test] = []
    is_single = False
    for predicate in step.predicates:
        if not isinstance(predicate, Position | Last):
            tests.append(_condition_test(predicate, texts))
        elif not is_single:
            tests.append(_place_test(predicate, tag, _all(tests)))
            is_single = True  # at most one child of a parent is left, so it is the first and the last
        elif isinstance(predicate, Position) and predicate.number > 1:
            tests.append(lambda _: False)
    return tests


def named_test(step: Step, texts: Texts) -> Test:
    """Whether an element has the step's tag and passes its predicates."""
    tag = html_name(step.test.name)
    test = _all(element_tests(step, texts))
    if tag == ANY:
        return test
    if not step.predicates:
        return lambda element: element.tag == tag
    return lambda element: element.tag == tag and test(element)


def chosen_strings(step: Step, values: list[str]) -> list[int]:
    """Which of `values`, attributes or texts of one element, pass the step's predicates: their numbers."""
    numbers = list(range(len(values)))
    for predicate in step.predicates:
        if isinstance(predicate, Position):
            numbers = numbers[predicate.number - 1 : predicate.number]
        elif isinstance(predicate, Last):
            numbers = numbers[-1:]
        else:
            numbers = [number for number in numbers if _holds_of_string(predicate, values[number])]
    return numbers


def _all(tests: Sequence[Test]) -> Test:
    if not tests:
        return lambda _: True
    if len(tests) == 1:
        return tests[0]
    if len(tests) == 2:
        first, second = tests
        return lambda element: first(element) and second(element)
    fixed = tuple(tests)
    return lambda element: all(test(element) for test in fixed)


def _place_test(predicate: Position | Last, tag: str, before: Test) -> Test:
    if isinstance(predicate, Last):
        return lambda element: not any(map(before, element.itersiblings(tag)))
    wanted = predicate.number - 1

    def has_place(element: Element) -> bool:
        passed = 0
        for sibling in element.itersiblings(tag, preceding=True):
            passed += before(sibling)
            if passed > wanted:
                return False
        return passed == wanted

    return has_place


def _condition_test(predicate: Condition | Not, texts: Texts) -> Test:
    if isinstance(predicate, Not):
        inner = _condition_test(predicate.condition, texts)
        return lambda element: not inner(element)
    kind, name = predicate.value.kind, html_name(predicate.value.name)
    if kind is Kind.ATTRIBUTE:
        return _attribute_test(predicate, name)
    if kind is Kind.ELEMENT:
        return _child_test(predicate, name, texts)
    assert isinstance(predicate, Contains | Equals)
    ask, text = texts.has if isinstance(predicate, Contains) else texts.equals, predicate.text
    return lambda element: ask(element, text)


def _attribute_test(predicate: Condition, name: str) -> Test:
    if isinstance(predicate, Exists):
        return lambda element: element.get(name) is not None
    text = predicate.text
    if not text and isinstance(predicate, Contains):
        return lambda _: True  # an attribute that is not there is the empty string, too
    if isinstance(predicate, Contains):
        return lambda element: (value := element.get(name)) is not None and text in value
    if isinstance(predicate, Equals):
        return lambda element: element.get(name) == text

    def has_token(element: Element) -> bool:
        value = element.get(name, "")
        return text in value and text in _SPACES.split(value)

    return has_token


def _child_test(predicate: Condition, name: str, texts: Texts) -> Test:
    if isinstance(predicate, Exists):
        return lambda element: next(element.iterchildren(name), None) is not None
    text = predicate.text
    if isinstance(predicate, Equals):
        return lambda element: any(texts.equals(child, text) for child in element.iterchildren(name))

    def first_has(element: Element) -> bool:
        child = next(element.iterchildren(name), None)
        return not text if child is None else texts.has(child, text)

    return first_has


def _holds_of_string(predicate: Condition | Not, value: str) -> bool:
    if isinstance(predicate, Not):
        return not _holds_of_string(predicate.condition, value)
    if predicate.value.kind is Kind.SELF:
        if isinstance(predicate, Contains):
            return predicate.text in value
        return isinstance(predicate, Equals) and predicate.text == value
    # Attributes and texts have no children and no attributes.
    return isinstance(predicate, Contains) and not predicate.text
