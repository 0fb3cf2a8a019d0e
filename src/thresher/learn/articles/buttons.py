"""What comments have in common: links to answer, forms, marks to vote. No part of what people wrote."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from lxml import etree

from thresher.learn.articles.naming import is_pattern, own_names
from thresher.learn.articles.parts import place_of
from thresher.page import words_of

LEAST_SHARE = 0.5
"""Of the records that must have a part, and of those that must say the same in it."""
MAX_WORDS = 200
MAX_PARTS = 12


def buttons(records: Sequence[etree._Element]) -> tuple[str, ...]:
    """Patterns for the parts of the records that say the same in most of them, the outermost, wherever they stand.

    A name stands for a part only if all that it selects are such parts: not every link is a button.
    """
    texts: defaultdict[str, list[tuple[str, ...]]] = defaultdict(list)
    homes: defaultdict[str, set[int]] = defaultdict(set)
    for number, record in enumerate(records):
        for part in _parts(record):
            words = tuple(_words(part))
            for name in _names(part, record):
                homes[name].add(number)
                texts[name].append(words)
    enough = LEAST_SHARE * len(records)
    same = {
        name
        for name, said in texts.items()
        if len(homes[name]) >= enough and is_pattern(name) and _is_button(said, enough)
    }
    chosen: dict[str, None] = {}
    for record in records[:MAX_PARTS]:
        for part in _outermost(record, record, same):
            if not any(name in chosen for name in _names(part, record)):
                chosen[next(name for name in _names(part, record) if name in same)] = None
    return tuple(chosen)[:MAX_PARTS]


def _is_button(said: Sequence[tuple[str, ...]], enough: float) -> bool:
    """Whether one text is in most records, and the others come again, too: 'Reply', and 'Reply to this'."""
    counts = Counter(words for words in said if words)
    most = max(counts.values(), default=0)
    return most >= enough and all(count > 1 and len(words) <= MAX_WORDS for words, count in counts.items())


def _parts(record: etree._Element) -> Iterator[etree._Element]:
    return (part for part in record.iterdescendants() if isinstance(part.tag, str))


def _names(part: etree._Element, record: etree._Element) -> list[str]:
    """By what a part says of itself; children of the record by their place, too."""
    return [*own_names(part), *([place_of(part)] if part.getparent() is record else [])]


def _outermost(element: etree._Element, record: etree._Element, same: set[str]) -> Iterator[etree._Element]:
    for part in element:
        if not isinstance(part.tag, str):
            continue
        if any(name in same for name in _names(part, record)):
            yield part
        else:
            yield from _outermost(part, record, same)


def _words(element: etree._Element) -> list[str]:
    return words_of(" ".join(map(str, element.itertext())))
