"""The last step of a path where it takes attributes or texts."""

from collections.abc import Callable, Iterable, Iterator

from thresher.pattern.conditions import Element, chosen_strings, html_name
from thresher.pattern.order import Found, attribute_place, in_order, texts_in_order, texts_of
from thresher.pattern.syntax import ANY, Axis, Kind, Last, Position, Step

Owners = Callable[[Element, bool], Iterable[Element]]
Walk = Callable[[Element, bool], Iterator[Found]]


def found_strings(step: Step, owners: Owners, tag: str) -> Walk:
    """What `step` takes of the elements that `owners` finds, which are called `tag`.

    Owners come in document order. If the step's axis is `DESCENDANT`, all below them are owners too.
    """
    is_deep = step.axis is Axis.DESCENDANT
    if step.test.kind is Kind.ATTRIBUTE:
        take = _attributes(step)
        return lambda top, is_document: take(
            _all_below(owners(top, is_document)) if is_deep else owners(top, is_document)
        )
    if not is_deep:
        return lambda top, is_document: _own_texts(step, _nests(owners(top, is_document), tag))
    if not any(isinstance(predicate, Position | Last) for predicate in step.predicates):
        return lambda top, is_document: _deep_texts(step, owners(top, is_document))
    return lambda top, is_document: _own_texts(step, (list(owner.iter("*")) for owner in owners(top, is_document)))


def _all_below(owners: Iterable[Element]) -> Iterator[Element]:
    for owner in owners:
        yield from owner.iter("*")


def _attributes(step: Step) -> Callable[[Iterable[Element]], Iterator[Found]]:
    if step.test.name == ANY:
        return lambda owners: _any_attributes(step, owners)
    name = html_name(step.test.name)
    place = attribute_place(name)

    def found(owners: Iterable[Element]) -> Iterator[Found]:
        for owner in owners:
            value = owner.get(name)
            if value is not None and (not step.predicates or chosen_strings(step, [value])):
                yield owner, place, value

    return found


def _any_attributes(step: Step, owners: Iterable[Element]) -> Iterator[Found]:
    for owner in owners:
        pairs = owner.items()
        for number in chosen_strings(step, [str(value) for _, value in pairs]):
            name, value = pairs[number]
            yield owner, attribute_place(str(name)), value


def _deep_texts(step: Step, owners: Iterable[Element]) -> Iterator[Found]:
    for owner in owners:
        for found in texts_in_order(owner):
            if not step.predicates or chosen_strings(step, [found[2]]):
                yield found


def _own_texts(step: Step, nests: Iterable[list[Element]]) -> Iterator[Found]:
    """The texts of owners, each nest put in order as a whole: an outer text may come behind an inner one."""
    for nest in nests:
        found = [texts[number] for owner in nest for texts in [texts_of(owner)] for number in _chosen(step, texts)]
        yield from found if len(nest) == 1 else in_order(nest[0], found)


def _chosen(step: Step, texts: list[Found]) -> list[int]:
    return chosen_strings(step, [text for _, _, text in texts])


def _nests(found: Iterable[Element], tag: str) -> Iterator[list[Element]]:
    """`found`, which are in document order and called `tag`, in lists: an outermost one with all those inside it."""
    nest: list[Element] = []
    inside: set[Element] | None = None
    for element in found:
        if nest:
            inside = set(nest[0].iterdescendants(tag)) if inside is None else inside
            if element in inside:
                nest.append(element)
                continue
            yield nest
        nest, inside = [element], None
    if nest:
        yield nest
