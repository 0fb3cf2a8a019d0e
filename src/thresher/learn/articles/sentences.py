"""Names that stand inside a sentence: 'This entry was posted on May 3rd by Anna Berg and is filed under Notes.'

The element is found as others are; a regular expression then takes what stands between the words that come before
and behind the name on all pages.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from lxml import etree

from thresher.knowledge.expressions import fault_in
from thresher.learn.articles.naming import OWN_TEXT, Chosen, first_by, names_of
from thresher.page import words_of

MAX_CHARACTERS = 400
"""Of a text that may be a sentence about a post; longer ones are the post."""
MAX_NAME = 60
"""Characters of a name."""
MAX_BYLINE = 120
"""Characters of a line that says who wrote a page and little else."""
MAX_TRIES, MAX_LINES = 200, 20
"""Patterns that are tried on all pages: with expressions for a name that is known, and for a line with any name."""
MAX_LABELS = 4
"""Kinds of words before names that an expression knows."""
MOST = 0.8
"""Share of the pages on which the name must be found."""


def name_in_sentence(pages: Sequence[tuple[etree._Element, str]]) -> Chosen | None:
    """A pattern with an expression that finds on each page (its root) the name that is given; None if there is none."""
    named = [(root, name) for root, name in pages if name]
    if len(named) < 2 or len({name for _, name in named}) < 2:
        return None  # one name on all pages proves nothing: it may be any word
    tries: Counter[tuple[str, str]] = Counter()
    for root, name in named:
        for element in root.iterdescendants():
            text = _short(element) if isinstance(element.tag, str) else ""
            if name.lower() in text.lower():
                pairs = ((one, match) for match in _matches(text, name) for one in names_of((element, ""), root))
                tries.update([*dict.fromkeys(pairs)])
        for text in _own_texts(root):
            if name.lower() in text.lower():
                tries.update([*dict.fromkeys((f"/{OWN_TEXT}", match) for match in _matches(text, name))])
    best: Chosen | None = None
    least = 0
    for (pattern, match), count in tries.most_common(MAX_TRIES):
        if count < MOST * len(named):
            break
        held = sum(_found(pattern, match, root) == words_of(name) for root, name in named)
        # Of equal ones, that which looks at the least text.
        place = first_by(pattern, named[0][0])
        size = len(_short(place[0])) if place is not None else MAX_CHARACTERS
        if held >= MOST * len(named) and (best is None or (held, -size) > (best.held, -least)):
            best, least = Chosen(pattern, held, len(named), round(held / len(named), 2), match), size
    return best


def without_label(chosen: Chosen, pages: Sequence[tuple[etree._Element, str]]) -> Chosen:
    """A pattern for names, with an expression that leaves out the words which stand before them: 'Written by: '.

    Which words that are, the known names tell; so it need not be known what people write there.
    """
    labels: Counter[str] = Counter()
    for root, name in pages:
        place = first_by(chosen.pattern, root) if name and not chosen.match else None
        text = _short(place[0]) if place is not None and not place[1] else ""
        label = text[: len(text) - len(name)]
        if text.lower().endswith(name.lower()) and not label[-1:].isalnum():
            labels[label.strip()] += 1
    told = [re.escape(label) for label, count in labels.most_common(MAX_LABELS) if label and count > 1]
    expression = rf"^(?:(?:{'|'.join(sorted(told, key=len, reverse=True))})\s*)?(\S.*)$"
    return replace(chosen, match=expression) if told and fault_in(expression) is None else chosen


def _short(element: etree._Element) -> str:
    """The text of an element, folded; empty if it is long."""
    parts: list[str] = []
    size = 0
    for part in element.itertext():
        size += len(part)
        if size > 2 * MAX_CHARACTERS:
            return ""
        parts.append(str(part))
    text = " ".join(" ".join(parts).split())
    return text if len(text) <= MAX_CHARACTERS else ""


def _matches(text: str, name: str) -> list[str]:
    """Expressions that take `name` out of `text`, by the words before and behind it."""
    place = text.lower().find(name.lower())
    before, behind = text[:place].split()[-2:], text[place + len(name) :].split()[:2]
    found = []
    # What somebody is may differ, where it stands does not: 'Anna [Visitor]', 'Otto [Member]'.
    bracket = [["["]] if behind and behind[0].startswith("[") else []
    for left in (before, before[-1:]):
        for right in (behind, behind[:1], *bracket, []):
            head = rf"{_spaced(left)}\s+" if left else "^"
            tail = rf"\s+{_spaced(right)}" if right and text[place + len(name) : place + len(name) + 1] == " " else ""
            tail = tail or (_spaced(right) if right else "$")
            tail += r"\b" if right and right[-1][-1:].isalnum() else ""
            # What ends a name: the next word, or the end of the text.
            expression = rf"{head}(.{{1,{MAX_NAME}}}?){tail}"
            # A name at the beginning is told by what follows it: 'Anna Berg · 4 March 2021'.
            is_told = bool(left) or (not before and bool(right))
            # Numbers are those of this page.
            is_told = is_told and not any(map(str.isdigit, "".join((*left, *right))))
            if is_told and fault_in(expression) is None:
                found.append(expression)
    return found


def _spaced(words: Sequence[str]) -> str:
    return r"\s+".join(re.escape(word) for word in words)


def _found(pattern: str, match: str, root: etree._Element) -> list[str]:
    place = first_by(pattern, root)
    if place is None:
        return []
    texts = _own_texts(root) if place[1] == OWN_TEXT else [_short(place[0])]
    found = next((one for text in texts if (one := re.search(match, text)) is not None), None)
    return words_of(found[1]) if found is not None else []


def _own_texts(element: etree._Element) -> list[str]:
    """The texts right inside an element, folded; long ones left out."""
    texts = (" ".join(text.split()) for text in (element.text, *(inner.tail for inner in element)) if text)
    return [text for text in texts if text and len(text) <= MAX_CHARACTERS]


# Words before a name in a line about a post, and what a name looks like.
_BYLINE = (
    r"(?<!theme )(?<!Theme )(?<!owered )(?<!esign )(?<!esigned )(?<!hosted )(?<!uilt )(?<!emplate )(?<!hoto )(?<!mage )"
    r"(?<!enerated )"
    r"\b(?:[Bb]y|[Vv]on|[Pp]ar|[Pp]or|[Dd]oor|[Aa]v|[Aa]f|[Aa]utor|[Aa]uthor|[Aa]uteur)[:\s]\s*"
    r"([A-ZÀ-ÖØ-Þ][\w.\u2019'-]{0,30}(?: [A-ZÀ-ÖØ-Þ][\w.\u2019'-]{0,30}){0,3})"
    r"(?![\w.\u2019'-])(?!,? ?[vV]?\.?\d)"  # a program has a version
)


def byline(roots: Sequence[etree._Element]) -> Chosen | None:
    """A pattern for a line that says who wrote the page, where nobody has told a name; None if there is none."""
    counts: Counter[str] = Counter()
    for root in roots:
        names: dict[str, None] = {}
        for element in root.iter():
            text = (
                _short(element) if isinstance(element.tag, str) and element.tag not in ("html", "head", "body") else ""
            )
            if len(text) <= MAX_BYLINE and re.search(_BYLINE, text):
                names |= dict.fromkeys(names_of((element, ""), root))
        counts.update([*names])
    for pattern, count in counts.most_common(MAX_LINES):
        if count < MOST * len(roots):
            break
        found = [place for root in roots if (place := first_by(pattern, root)) is not None]
        held = sum(bool(re.search(_BYLINE, _short(element))) for element, _ in found)
        if held >= MOST * len(roots):
            return Chosen(pattern, held, len(roots), round(held / len(roots), 2), _BYLINE)
    return None
