"""Where records carry the marks by which they are known: `#comment-12` is an id, a name, the end of a link."""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import islice

from lxml import etree

from thresher.learn.articles.naming import Chosen, Place, Scores, vote

MAX_PARTS = 400
"""Elements of a record that are looked at."""
INSIDE = 0.9
"""What a mark is worth inside an attribute that says more, against one that stands alone."""

_NUMBER = re.compile(r"\d+")
_PLAIN = re.compile(r"[a-z][a-z0-9-]*")


def learn_key(records: Sequence[tuple[etree._Element, str]]) -> list[Chosen]:
    """Where each record has its mark; nothing if that is not so on most of them. Marks are of one form: a word and a
    number, or a number.
    """
    known = [(element, mark) for element, mark in records if mark]
    if not known or 2 * len(known) < len(records):
        return []
    alone = [one for one in vote([(element, _scores(element, mark)) for element, mark in known]) if one.holds_mostly]
    return _own(known) or alone or _inside(known)


def _own(known: Sequence[tuple[etree._Element, str]]) -> list[Chosen]:
    """The mark as an attribute of the record itself."""
    counts = Counter(str(name) for element, mark in known for name, value in element.attrib.items() if value == mark)
    found = [Chosen(f"/@{name}", count, len(known), round(count / len(known), 2)) for name, count in counts.items()]
    return [one for one in found if one.holds_mostly and _PLAIN.fullmatch(one.pattern[2:])][:1]


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
