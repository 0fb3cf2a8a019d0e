"""Short texts that come back in posts as names do, and are none."""

import re
from collections.abc import Iterable, Mapping

from lxml import etree

from thresher.learn.posts.names import string_of

MAX_INITIALS = 2
"""Letters in a circle that stands for somebody's face."""

_DIGITS = re.compile(r"\d+")

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


def hold_initials(column: Column, others: Iterable[Column]) -> bool:
    """Whether each of these is a letter for a face and the name, which stands by itself in it:
    <a><i>A</i> <b>Anna</b></a>.
    """
    inner = [other for other in others if other is not column and other.keys() >= column.keys()]
    return any(all(_is_behind_initial(element, some[number]) for number, element in column.items()) for some in inner)


def _is_behind_initial(box: etree._Element, name: etree._Element) -> bool:
    said, called = string_of(box), string_of(name)
    if name is box or not called or not any(above is box for above in name.iterancestors()):
        return False
    before = said.removesuffix(called).strip()
    return 0 < len(before) <= MAX_INITIALS and called.casefold().startswith(before[0].casefold())


def are_numbered(column: Column, others: Iterable[Column]) -> bool:
    """Whether each of these holds a name that stands by itself, in it or elsewhere, the number of its post, and what
    else is the same in all: `#12 Anna`, `Post 12 by Anna`.
    """
    values = {number: string_of(element) for number, element in column.items()}
    if not all(any(map(str.isdigit, value)) for value in values.values()):
        return False
    return any(_hold_names(values, other) for other in others)


def _hold_names(values: Mapping[int, str], names: Column) -> bool:
    if not names.keys() >= values.keys():
        return False
    pairs = [(value, string_of(names[number])) for number, value in values.items()]
    if not all(name and name in value for value, name in pairs):
        return False
    rests = {_DIGITS.sub("#", value.replace(name, "", 1)) for value, name in pairs}
    return len(rests) == 1 and "#" in rests.pop()
