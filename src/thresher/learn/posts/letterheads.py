"""Pages of one text each → where its author and its date stand, if nothing but their place or a label tells them.

Archives of mail are like that: lines such as 'From: Anna' and 'Date: 3 May 2021', as cells, as items of a list or
between line breaks; or just a name beside an address of mail, and a date below it. They stand before the text, or in
its box.
"""

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from lxml import etree

from thresher.learn.posts.bylines import BY
from thresher.learn.posts.limits import LATEST, MAX_DATE, MAX_NAME, MOST
from thresher.page import DateHabits, find_date, order_in
from thresher.pattern import parse

Axis = Literal["preceding", "descendant"]
"""Whether the head stands before a text or in its box."""

MAX_LINES = 200
"""Elements before a text, the nearest, or in its box, the first, that may be of its head."""
MAX_AROUND = 3
"""Elements around a date in which a line may say who wrote, too."""
MAX_TRIED = 60
"""Places that are compared on all pages."""
_LABEL = re.compile(r"[^\W\d_][^\W\d_ -]{1,18}(?:[ -][^\W\d_]{1,12})?")
_LINE = re.compile(rf"({_LABEL.pattern}) ?: ?(?=\S)")
_WRITER = re.compile(
    r"from|author|sender|by|(?:posted|written|asked|opened|reported) by|von|autora?|autorin|absender|verfasser|de"
    r"|auteur|exp[eé]diteur|remitente|da|mittente|autore|van|afzender|från|fra|avsändare|nadawca|od|от|автор",
    re.I,
)
"""What stands before the name of somebody who wrote, in a few languages."""
_MAIL = r"[\w.+-]+(?:@|\(at\)| at )[\w-]+(?:\.| dot )[\w. -]*"
MAX_VALUE = 3 * MAX_DATE
"""Characters of a line that are looked at."""
_HAS_MAIL = re.compile(_MAIL)
NAMES = (
    rf"{_MAIL} ?\(([^()]+)\)",
    r"[\"']?([^\"<>()\[\]@,]*[^\"'<>()\[\]@,\s])[\"']? ?(?:[<(\[]| @ |$)",
    rf"({_MAIL})",
)
"""Whose mail it is: anna@b.example (Anna), "Anna" <anna@b.example>, anna@b.example."""
_TAG = re.compile(r"[a-z][a-z0-9]*")
_CELLS = frozenset({"th", "td", "dt"})


@dataclass(frozen=True, slots=True)
class Head:
    """Patterns for the author and the date, relative to the text or its box; empty where none was found."""

    author: str = ""
    author_match: str = ""
    published: str = ""

    @property
    def count(self) -> int:
        return bool(self.author) + bool(self.published)


@dataclass(frozen=True, slots=True)
class _Line:
    """A place of a head that all pages may have."""

    pattern: str
    label: str = ""
    before: str = ""
    """An expression for what stands before the value."""


def find_head(texts: Sequence[etree._Element], axis: Axis) -> Head:
    """Where the heads of these texts, one a page, say who wrote them and when."""
    found = Counter(line for text in texts for line in dict.fromkeys(_lines_of(text, axis)))
    common = [line for line, count in found.most_common(MAX_TRIED) if count >= MOST * len(texts)]
    values = {line: _values(line, texts) for line in common}
    author, match = _author(values, texts)
    published = _published(values)
    if not author:
        around = [_Line(f"{published}/ancestor::*[{count}]") for count in range(1, MAX_AROUND + 1) if published]
        author, match = _in_a_line(values | {line: _values(line, texts) for line in around})
    if match == BY and _begins_with_link(author, texts):
        author, match = f"{author}//a[1]", ""
    return Head(author, match, published)


def _lines_of(text: etree._Element, axis: Axis) -> Iterator[_Line]:
    for element in _zone(text, axis):
        tag = str(element.tag)
        if not _TAG.fullmatch(tag):
            continue
        line = _string(element)
        place = f"xpath:{axis}::{tag}"
        if (found := _LINE.match(line)) and len(line) < 3 * MAX_DATE:
            yield _Line(f"{place}[starts-with(normalize-space(.), '{found[0].strip()}')][1]", *_labelled(found[1]))
        label = line.rstrip(": ")
        if _LABEL.fullmatch(label):
            named = f"{place}[normalize-space(.)='{line}'][1]/following-sibling::"
            if tag in _CELLS:
                yield _Line(f"{named}*[1]", label)
            elif (element.tail or "").strip(": \n\t"):
                yield _Line(f"{named}text()[1]", label, "^[: ]*")
        if line and len(line) < MAX_DATE and line[-1] != ":":
            yield _Line(f"{place}[1]")
            yield _Line(f"{place}[last()]")
        for bare in (element.tail, element.text if axis == "descendant" else None):
            if bare and (found := _LINE.match(" ".join(bare.split()))):
                named = f"xpath:{axis}::text()[starts-with(normalize-space(.), '{found[0].strip()}')][1]"
                yield _Line(named, *_labelled(found[1]))


def _labelled(label: str) -> tuple[str, str]:
    return label, f"^{label} ?: ?"


def _zone(text: etree._Element, axis: Axis) -> list[etree._Element]:
    if axis == "descendant":
        return list(islice(text.iterdescendants(etree.Element), MAX_LINES))
    inside = set(text.iterancestors())
    before: list[etree._Element] = []
    for element in text.getroottree().getroot().iter(etree.Element):
        if element is text:
            break
        if element not in inside:
            before.append(element)
    return before[-MAX_LINES:]


def _string(element: etree._Element) -> str:
    """The text in an element as `normalize-space` has it in the patterns: nothing stands between its parts."""
    return " ".join("".join(map(str, element.itertext())).split())


def _values(line: _Line, texts: Sequence[etree._Element]) -> list[str]:
    """What stands at a place on each page, as a rule would read it; empty where nothing does."""
    pattern = parse(line.pattern)
    nodes = [pattern.first(text) for text in texts]
    joined = ["" if node is None else node if isinstance(node, str) else _said_at(node) for node in nodes]
    plain = [" ".join(value[:MAX_VALUE].split()) for value in joined]
    return [re.sub(line.before, "", value, count=1) for value in plain] if line.before else plain


def _said_at(element: etree._Element) -> str:
    """The text of an element; of a date that says only how long ago it was, what the page means by that."""
    return element.get("datetime") or " ".join(map(str, element.itertext()))


def _published(values: dict[_Line, list[str]]) -> str:
    """What is a date on nearly all pages, and another one on most; labelled rather than not, in the fewest words."""
    best, score = "", (0.0, False, 0.0)
    for line, texts in values.items():
        if any(len(text) >= MAX_DATE for text in texts):
            continue
        habits = DateHabits(LATEST, "", order_in(texts))
        known = [moment for text in texts if text and (moment := find_date(text, habits))]
        if len(known) < MOST * len(texts) or 2 * len(set(known)) < len(texts):
            continue
        fine = sum(len(moment) > 10 for moment in known) / len(known)
        value = (round(len(set(known)) / len(known) + fine, 1), bool(line.label), -sum(map(len, texts)) / len(texts))
        if value > score:
            best, score = line.pattern, value
    return best


def _author(values: dict[_Line, list[str]], texts: Sequence[etree._Element]) -> tuple[str, str]:
    """Who wrote, and how the name is taken from its line: labelled so, or coming back beside an address of mail."""
    best: tuple[float, float, str, str] = (0.0, 0.0, "", "")
    for line, some in values.items():
        trust = 1.0 if line.label and _WRITER.fullmatch(line.label) else 0.5 * _has_mail(line, some, texts)
        for name in NAMES if trust else ():
            expression = line.before + name if line.before else f"^{name}"
            taken = [found[1] for value in some if (found := re.match(name, value)) and len(found[1]) <= MAX_NAME]
            different = len(set(taken))
            if len(taken) < MOST * len(texts) or different < 2 or (trust < 1 and different == len(taken)):
                continue
            length = sum(map(len, taken)) / len(taken)
            if any(map(str.isalpha, "".join(taken))):
                is_plain = taken == some and not line.before
                best = max(best, (trust, -length, line.pattern, "" if is_plain else expression))
            break
    return best[2], best[3]


def _in_a_line(values: dict[_Line, list[str]]) -> tuple[str, str]:
    """Who wrote, where one line says that and when: 'Submitted by Anna on 3 May 2021'; the shortest."""
    best: tuple[float, str] = (-math.inf, "")
    habits = DateHabits(LATEST)
    for line, some in values.items():
        taken = [found[1] for value in some if (found := re.search(BY, value)) and find_date(value, habits)]
        if len(taken) >= MOST * len(some) and len(set(taken)) > 1 and not line.before:
            best = max(best, (-sum(map(len, some)) / len(some), line.pattern), key=lambda one: one[0])
    return best[1], BY if best[1] else ""


def _begins_with_link(place: str, texts: Sequence[etree._Element]) -> bool:
    """Whether the name in such a line is the text of its first link, whatever follows: 'By Anna in Tools'."""
    lines, links = (_values(_Line(pattern), texts) for pattern in (place, f"{place}//a[1]"))
    taken = [str(found[1]) if (found := re.search(BY, line)) else "" for line in lines]
    held = sum(bool(link) and name.startswith(link) for name, link in zip(taken, links, strict=True))
    return held >= MOST * len(texts)


def _has_mail(line: _Line, values: Sequence[str], texts: Sequence[etree._Element]) -> bool:
    """Whether there is an address of mail at a place, or right behind it, on most pages."""
    pattern = parse(line.pattern)
    nodes = [pattern.first(text) for text in texts]
    held = 0
    for node, value in zip(nodes, values, strict=True):
        following = None if node is None or isinstance(node, str) else next(node.itersiblings(), None)
        is_link = following is not None and (following.get("href") or "").startswith("mailto:")
        held += bool(_HAS_MAIL.search(value)) or is_link
    return held >= MOST * len(values)
