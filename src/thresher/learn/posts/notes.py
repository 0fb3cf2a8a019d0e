"""Parts of texts that are no part of what was said: signatures, buttons, and lines about a post.

'Last edited by anna (3 May 2012)' stands in an element of its own, or bare at the end of the text.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence

from lxml import etree

from thresher.learn.posts.limits import LATEST, MOST
from thresher.learn.posts.names import own_names, string_of
from thresher.learn.posts.own_text import MIN_TITLE, title_of
from thresher.learn.posts.quoting import passages_in
from thresher.page import HEADINGS, DateHabits, find_date

MAX_NOTE = 150
"""Characters of a line about a post."""
LEAST = 3
"""Texts that have such a part."""
LEAST_NAMED = 2
"""The same where each says who did it, and when: of ten posts one was edited, and a dozen pages may show two."""
_INLINE = frozenset({"b", "i", "em", "strong", "br", "u", "font", "code", "sup", "sub", "img", "small"})
_CODE = frozenset({"pre", "code"})
_DIGITS = re.compile(r"[0-9]+")


def repeated_in(
    bodies: Collection[etree._Element], people: Collection[str] = (), quotes: Collection[str] = ()
) -> tuple[str, ...]:
    """Patterns for parts of texts that come back word by word: signatures, buttons, what an editor puts there; and for
    lines about the post, which may name one of `people`. Passages that `quotes` select may come back, too, where they
    are few.
    """
    found: defaultdict[str, list[etree._Element]] = defaultdict(list)
    kept = _holding(passages_in(bodies, quotes))
    for body in bodies:
        for element in body.iterdescendants(etree.Element):
            if element in kept:
                continue
            if any(above.tag in _CODE for above in element.iterancestors()):
                continue  # words of a program in colours come back, too
            for name in own_names(element)[:1] if string_of(element) else ():
                found[name].append(element)
    return tuple(name for name, elements in found.items() if _is_aside(elements, people, len(bodies)))


def _holding(passages: Iterable[etree._Element]) -> set[etree._Element]:
    """Passages, what is around them, and what in them holds most of their words."""
    found: set[etree._Element] = set()
    for passage in passages:
        most = len(string_of(passage)) / 2
        found.update(one for one in passage.iter(etree.Element) if len(string_of(one)) > most)
        found.update(passage.iterancestors())
    return found


def _is_aside(elements: Sequence[etree._Element], people: Collection[str], count: int) -> bool:
    values = [string_of(element) for element in elements]
    if len(values) < LEAST:
        return len(values) >= LEAST_NAMED and _name_somebody(values, people) and _are_notes(values, people)
    # What stands in each of `count` texts may be its number.
    said = {_DIGITS.sub("#", value) for value in values} if len(values) >= MOST * count else set(values)
    # A word in italics may well come back; a line about the post is one wherever it stands.
    is_repeated = elements[0].tag not in _INLINE and len(said) <= 0.6 * len(values)
    return is_repeated or _are_notes(values, people) or _are_of_software(values, people)


def _are_of_software(values: Sequence[str], people: Collection[str]) -> bool:
    """Whether one name stands for several things that the software says: who is quoted, that code follows, when a post
    was edited. Those of a kind begin alike, and say nothing, somebody's name or a date besides.
    """
    kinds: defaultdict[str, list[str]] = defaultdict(list)
    for value in values:
        kinds[value.split()[0]].append(value)
    told = [some for some in kinds.values() if len(some) >= LEAST and _says_one_thing(some, people)]
    return len(told) > 1 and sum(map(len, told)) >= MOST * len(values)


def _says_one_thing(values: Sequence[str], people: Collection[str]) -> bool:
    if len(set(values)) == 1 or _are_notes(values, people):
        return len(values[0]) <= MAX_NOTE
    is_alike = len({tuple(value.split()[:2]) for value in values}) == 1 and max(map(len, values)) <= MAX_NOTE
    return is_alike and all(any(value.endswith(name) for name in people if name) for value in values)


def _are_notes(values: Sequence[str], people: Collection[str]) -> bool:
    """Whether these are short, have a date, and begin with the same two words; one is enough if each names somebody."""
    words = [value.split() for value in values]
    if any(len(value) > MAX_NOTE for value in values) or len({some[0] for some in words}) > 1:
        return False
    is_alike = len({tuple(some[:2]) for some in words}) == 1
    if not is_alike and not _name_somebody(values, people):
        return False
    # What they begin with says what was done: 'Today I went' is said by people.
    return all(find_date(" ".join(some[1:]), DateHabits(LATEST)) for some in words)


def _name_somebody(values: Sequence[str], people: Collection[str]) -> bool:
    return all(any(name in value for name in people if name) for value in values)


def titles_in(bodies: Sequence[etree._Element]) -> tuple[str, ...]:
    """Headings that begin texts and say what the page is called: the title of a question stands in its box."""
    leading = [(body, one) for body in bodies if (one := _heading_in(body)) is not None]
    called = [one for body, one in leading if string_of(one) in title_of(body)]
    tags = {str(one.tag) for one in called}
    # What people wrote may have headings, too: then they are told from it by nothing.
    is_one = len(tags) == 1 and len(called) >= LEAST and len(called) == len(leading)
    return (f"/{tags.pop()}",) if is_one else ()


def _heading_in(body: etree._Element) -> etree._Element | None:
    """The heading right in a text with nothing but the author and the date before it."""
    return next((one for one in body.iterchildren(*HEADINGS) if len(string_of(one)) >= MIN_TITLE), None)


def bare_notes_in(bodies: Iterable[etree._Element]) -> str:
    """An expression for lines about a post that end texts, in no element of their own; empty if there are none."""
    lines: defaultdict[str, list[str]] = defaultdict(list)
    boxes = (box for body in bodies for box in body.iter(etree.Element) if box.find("br") is not None)
    for line in filter(None, map(_last_line, boxes)):
        lines[_DIGITS.sub("#", " ".join(line.split()[:2]))].append(line)
    kinds = [kind for kind, some in lines.items() if len(some) >= LEAST and _are_notes(_numberless(some), ())]
    return "|".join(rf"{_expression(kind)}\b.{{0,{MAX_NOTE}}}" for kind in kinds)


def _numberless(lines: Iterable[str]) -> list[str]:
    """Lines without the number among their first two words: 'Edited 2 time(s)'."""
    parted = [line.split(maxsplit=2) for line in lines]
    return [" ".join([*(_DIGITS.sub("#", word) for word in some[:2]), *some[2:]]) for some in parted]


def _expression(kind: str) -> str:
    return r"\s+".join(re.escape(word).replace(r"\#", "[0-9]+") for word in kind.split())


def _last_line(box: etree._Element) -> str:
    texts = [" ".join((text or "").split()) for text in (box.text, *(child.tail for child in box))]
    said = [text for text in texts if text]
    return said[-1] if len(said) > 1 and len(said[-1]) <= MAX_NOTE else ""
