"""Names in lines that say who wrote a comment and when, and have no element of their own: 'Anna Berg on 3 May 2021:'.

The words of such a line that all comments have ('on', 'says:', '|') and those of dates stand around the name. What is
between them is taken for it, and an expression is learned from that as from names that somebody has told.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from lxml import etree

from thresher.learn.articles.naming import Chosen, first_by, own_names, plain_name
from thresher.learn.articles.sentences import MAX_BYLINE, name_in_sentence
from thresher.page import is_date_word

COMMON = 0.8
"""Share of the lines that must have a word which is no part of a name, and share of them that must have a name."""
MAX_NAME_WORDS = 5
MAX_SAME = 0.8
"""Share of the lines that may have one and the same name."""
MAX_LINES = 20
"""Places that are looked at in the first record."""
_LETTER = re.compile(r"[^\W\d_]")


def names_in_lines(records: Sequence[etree._Element], language: str) -> tuple[Chosen, ...]:
    """Patterns with expressions that take the names out of the lines of these records: one for most of them, perhaps
    another one for the rest, where guests and members are written otherwise.
    """
    first = _name_in_line(records, language)
    if first is None:
        return ()
    rest = [record for record in records if not re.search(first.match, _line(first.pattern, record))]
    second = _name_in_line(rest, language) if len(rest) > 1 else None
    return (first,) if second is None else (first, second)


def _name_in_line(records: Sequence[etree._Element], language: str) -> Chosen | None:
    tried = 0
    for place in _places(records[0]):
        tried += 1
        if tried > MAX_LINES:
            break
        lines = [_line(place, record) for record in records]
        names = _names(lines, language)
        counts = Counter(filter(None, names))
        is_talk = counts.total() >= COMMON * len(records) and len(counts) > 1
        if not is_talk or max(counts.values()) > MAX_SAME * len(records):
            continue
        found = name_in_sentence(list(zip(records, names, strict=True)))
        if found is not None:
            return found
    return None


def _places(record: etree._Element) -> Iterator[str]:
    """Patterns for the elements of a record that may hold such a line, in their order."""
    for element in record.iterdescendants():
        if isinstance(element.tag, str):
            yield next(iter(own_names(element)), element.tag)


def _line(place: str, record: etree._Element) -> str:
    found = first_by(place, record)
    text = " ".join(" ".join(map(str, found[0].itertext())).split()) if found is not None else ""
    return text if len(text) <= MAX_BYLINE else ""


def _is_beside(word: str, language: str) -> bool:
    """Whether a word says when, or what somebody is: '[Member]'."""
    return is_date_word(word, language) or (word.startswith("[") and word.endswith("]"))


def _names(lines: Sequence[str], language: str) -> list[str]:
    """Of each line, the first words that are neither common to the lines nor those of a date; empty if there are none,
    or if nothing but the name is in it.
    """
    words = [line.split() for line in lines]
    counts = Counter(word for some in words for word in set(some))
    common = {word for word, count in counts.items() if count >= COMMON * len(lines)}
    found = []
    for some in words:
        name: list[str] = []
        for word in some:
            is_own = word not in common and bool(_LETTER.search(word)) and not _is_beside(word, language)
            if is_own and len(name) < MAX_NAME_WORDS:
                name.append(word)
            elif name:
                break
        text = plain_name(" ".join(name)).rstrip(",;:|")
        found.append(text if len(name) < len(some) or text != " ".join(some) else "")
    return found
