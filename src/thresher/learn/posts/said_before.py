"""Quoted passages that are called nothing of the kind: what stands in them was said by another post."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice

from lxml import etree

from thresher.learn.page_types.outline import INLINE
from thresher.learn.posts.names import own_names, string_of
from thresher.pattern import parse

LEAST = 2
"""Passages that must be said elsewhere, too."""
SHARE = 0.6
"""Of what a pattern selects, how much must be: what is quoted may stand on a page that nobody looked at."""
MIN_PASSAGE = 30
"""Characters of a passage, and how many of its last ones are looked for: what stands before it names who said it."""
NEEDLE = 60
MAX_ELEMENTS, MAX_BEFORE = 3_000, 300_000
"""Elements that are looked for, and characters they are looked for in: each goes through all of these."""
DIFFERENT = 0.6
"""Share of different texts from which on elements do not come back word by word."""


def said_before(bodies: Sequence[etree._Element], known: Sequence[str]) -> tuple[str, ...]:
    """Patterns for the elements in texts of posts whose words earlier posts have; not for those that `known` select."""
    quoted = {one for body in bodies for pattern in map(parse, known) for one in pattern.select(body)}
    found: defaultdict[str, list[etree._Element]] = defaultdict(list)
    proven: set[etree._Element] = set()
    before, room = "", MAX_ELEMENTS
    for body in bodies:
        blocks = (one for one in body.iterdescendants(etree.Element) if one.tag not in INLINE)
        for element in islice(blocks, room):
            room -= 1
            if quoted.isdisjoint(element.iter(etree.Element)):
                for name in _names(element):
                    found[name].append(element)
                if len(text := string_of(element)) >= MIN_PASSAGE and text[-NEEDLE:] in before:
                    proven.add(element)
        if len(before) < MAX_BEFORE:
            before += string_of(body)[:MAX_BEFORE] + "\n"
    kept = {name: set(elements) & proven for name, elements in found.items() if not _comes_back(elements)}
    sure = {name: some for name, some in kept.items() if len(some) >= max(LEAST, SHARE * len(found[name]))}
    return tuple(_first_of(sure))


def _comes_back(elements: Sequence[etree._Element]) -> bool:
    """Whether these mostly say the same: signatures were said before, too, and are quoted nowhere."""
    return len(set(map(string_of, elements))) <= DIFFERENT * len(elements)


def _names(element: etree._Element) -> Iterator[str]:
    """By the words of its class, and by all of them: what is a bit different may be code."""
    yield from own_names(element)[:1]
    classes = element.get("class") or ""
    if classes and classes.replace("-", "").replace("_", "").isalnum():
        yield f"{element.tag}[@class='{classes}']"


def _first_of(kept: dict[str, set[etree._Element]]) -> Iterator[str]:
    """Of several patterns for the same passages the first; outer ones before those in them."""
    done: set[etree._Element] = set()
    for name, elements in kept.items():
        if sum(not (one in done or any(above in done for above in one.iterancestors())) for one in elements) >= LEAST:
            done.update(elements)
            yield name
