"""Names of places as XPath: for what patterns cannot say, as they only go down from an element."""

from collections.abc import Sequence

from thresher.learn.articles.naming import pattern_of
from thresher.pattern import Axis, Equals, HasToken, Path, Position, Predicate, Step


def steps_of(name: str) -> tuple[Step, ...]:
    """The steps that a name has; none if it is an expression of XPath already, or has alternatives."""
    paths = pattern_of(name).paths
    return paths[0].steps if len(paths) == 1 else ()


def below(steps: Sequence[Step]) -> str:
    """The expression for steps that go down from an element: `//div[@class='a']/p`."""
    return "".join(step.axis.value + _tested(step) for step in steps)


def at(steps: Sequence[Step]) -> str:
    """The same where the first of the steps leads to the element itself, wherever that stands."""
    first, *rest = steps
    return f"self::{_tested(first, with_place=False)}{below(rest)}"


def at_or_below(steps: Sequence[Step]) -> str:
    """The same where the first of the steps may lead to the element itself."""
    first, *rest = steps
    return f"/{at(steps)}" if first.axis is Axis.CHILD else f"/descendant-or-self::{_tested(first)}{below(rest)}"


def _tested(step: Step, *, with_place: bool = True) -> str:
    """What a step asks for, with its place among others or without."""
    conditions = [one for one in step.predicates if with_place or not isinstance(one, Position)]
    return f"{step.test}{''.join(f'[{_condition(one)}]' for one in conditions)}"


def _condition(one: Predicate) -> str:
    if isinstance(one, HasToken):
        return f"contains(concat(' ', normalize-space({one.value}), ' '), ' {one.text} ')"
    return str(one)


def as_name(steps: Sequence[Step]) -> str:
    """The name that has these steps."""
    return str(Path(tuple(steps)))


def scoped(name: str, body: str) -> str:
    """A name within what `body` selects, so that it means nothing within other elements, if it says only a tag or a
    place: `/p[1]` is a line about the author in one template, and the first paragraph in another.
    """
    last = steps_of(body)[-1:]
    inner = steps_of(name)
    is_telling = any(not isinstance(one, Position) for step in inner for one in step.predicates)
    if not inner or is_telling or not last or not any(isinstance(one, HasToken | Equals) for one in last[0].predicates):
        return name
    return f"xpath:{at((*last, *inner))}"
