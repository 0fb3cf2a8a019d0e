"""Short texts that come back in posts as names do, and are none."""

from collections.abc import Iterable, Mapping

from lxml import etree

from thresher.learn.posts.names import string_of

MAX_INITIALS = 2
"""Letters in a circle that stands for somebody's face."""

Column = Mapping[int, etree._Element]


def are_initials(column: Column, others: Iterable[Column]) -> bool:
    """Whether texts are the first letters of names that stand elsewhere: where a face is missing, they stand for it."""
    values = {number: string_of(element).casefold() for number, element in column.items()}
    if any(len(value) > MAX_INITIALS for value in values.values()):
        return False
    known = ({number: string_of(one).casefold() for number, one in other.items()} for other in others)
    return any(
        all(len(name := some.get(number, "")) > len(value) and name[0] == value[0] for number, value in values.items())
        for some in known
    )


def are_numbered(column: Column, others: Iterable[Column]) -> bool:
    """Whether each of these holds a name in an element of its own, and the number of its post beside it: `#12 Anna`."""
    values = {number: string_of(element) for number, element in column.items()}
    if not all(any(map(str.isdigit, value)) for value in values.values()):
        return False
    return any(
        all(_is_numbered(one, values[number], other.get(number)) for number, one in column.items()) for other in others
    )


def _is_numbered(element: etree._Element, value: str, inner: etree._Element | None) -> bool:
    if inner is None or all(above is not element for above in inner.iterancestors()):
        return False
    rest = value.replace(string_of(inner), "", 1)
    return any(map(str.isdigit, rest)) and not any(map(str.isalpha, rest))
