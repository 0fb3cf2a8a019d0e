"""Where records carry the marks by which they are known: `#comment-12` is an id, a name, the end of a link.

The name may be that of an empty link in the record or before it, as boards had it for long.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import islice

from lxml import etree

from thresher.learn.articles.naming import Chosen, Place, Scores, first_by, vote
from thresher.learn.articles.paths import below, steps_of

MAX_PARTS = 400
"""Elements of a record that are looked at."""
MAX_MARK = 99
"""Characters of a mark that is made of a word and a number."""
INSIDE = 0.9
"""What a mark is worth inside an attribute that says more, against one that stands alone."""

_NUMBER = re.compile(r"\d+")
_PLAIN = re.compile(r"[a-z][a-z0-9-]*")
_ENDS_IN_NUMBER = re.compile(r"(|.*\D)(\d+)")
_WORD = re.compile(r"[\w-]*")


def learn_key(records: Sequence[tuple[etree._Element, str]]) -> list[Chosen]:
    """Where each record has its mark; nothing if that is not so on most of them. Marks are of one form: a word and a
    number, or a number.
    """
    known = [(element, mark) for element, mark in records if mark]
    if not known or 2 * len(known) < len(records):
        return []
    alone = [one for one in vote([(element, _scores(element, mark)) for element, mark in known]) if one.holds_mostly]
    return _own(known) or alone or _before(known) or _inside(known) or _numbered(known)


def _own(known: Sequence[tuple[etree._Element, str]]) -> list[Chosen]:
    """The mark as an attribute of the record itself."""
    counts = Counter(str(name) for element, mark in known for name, value in element.attrib.items() if value == mark)
    found = [Chosen(f"/@{name}", count, len(known), round(count / len(known), 2)) for name, count in counts.items()]
    return [one for one in found if one.holds_mostly and _PLAIN.fullmatch(one.pattern[2:])][:1]


def _before(known: Sequence[tuple[etree._Element, str]]) -> list[Chosen]:
    """The mark as an attribute of what stands right before the record: `<a name="p12"></a>`."""
    links = [(link, mark) for element, mark in known if (link := element.getprevious()) is not None]
    return [
        Chosen(f"xpath:preceding-sibling::*[1]{one.pattern}", one.held, len(known), one.score)
        for one in _own(links)
        if 2 * one.held > len(known)
    ]


def _numbered(known: Sequence[tuple[etree._Element, str]]) -> list[Chosen]:
    """The number of the mark at the end of an attribute: `/post/12` where posts were known as `p12`."""
    told = [(element, found) for element, mark in known if (found := _ENDS_IN_NUMBER.fullmatch(mark))]
    word = Counter(found[1] for _, found in told).most_common(1)[0][0] if told else ""
    if not _WORD.fullmatch(word):
        return []
    pages: list[tuple[etree._Element, Scores]] = []
    starts: Counter[str] = Counter()
    for element, found in told:
        ends = {place: end for place, value in _attributes(element) if (end := _ENDS_IN_NUMBER.fullmatch(value))}
        pages.append((element, {place: 1.0 for place, end in ends.items() if end[2] == found[2]}))
    for one in vote(pages)[:1]:
        places = [place for element, _ in pages if (place := first_by(one.pattern, element)) is not None]
        values = (_ENDS_IN_NUMBER.fullmatch(element.get(name) or "") for element, name in places)
        starts.update(end[1] for end in values if end is not None)
        start, count = starts.most_common(1)[0]
        steps = steps_of(one.pattern)
        if 2 * count > len(known) and one.holds_mostly and steps and "'" not in start:
            return [Chosen(_with_word(f".{below(steps)}", start, word), count, len(known), one.score)]
    return []


def _with_word(at: str, start: str, word: str) -> str:
    """An expression for `word` and the number that stands behind `start`; for nothing where that is not so."""
    number, is_there = (f"substring-after({at}, '{start}')", f"starts-with({at}, '{start}')") if start else (at, at)
    return f"xpath:substring(concat('{word}', {number}), 1, {MAX_MARK} * boolean({is_there}))"


def _scores(element: etree._Element, mark: str) -> Scores:
    return {place: 1.0 for place, value in _attributes(element) if value == mark}


def _inside(known: Sequence[tuple[etree._Element, str]]) -> list[Chosen]:
    """The mark as a part of an attribute: `viewtopic.php?p=12#p12`."""
    forms = defaultdict(list)
    for element, mark in known:
        forms[_form_of(mark)].append((element, mark))
    form, most = max(forms.items(), key=lambda one: len(one[1]))
    expression = rf"(?<![^\W_])({form})(?!\w)"
    pages: list[tuple[etree._Element, Scores]] = []
    for element, mark in most:
        scores: dict[Place, float] = {}
        for place, value in _attributes(element):
            found = re.search(expression, value)
            if found is not None and found[1] == mark:
                scores[place] = INSIDE
        pages.append((element, scores))
    chosen = [one for one in vote(pages) if one.holds_mostly]
    return [Chosen(one.pattern, one.held, one.pages, one.score, expression) for one in chosen]


def _form_of(mark: str) -> str:
    """The form of a mark, as an expression: p12 → p\\d+."""
    return r"\d+".join(re.escape(part) for part in _NUMBER.split(mark))


def _attributes(element: etree._Element) -> list[tuple[Place, str]]:
    return [
        ((part, str(name)), str(value))
        for part in islice(element.iter(), MAX_PARTS)
        if isinstance(part.tag, str)
        for name, value in part.attrib.items()
    ]
