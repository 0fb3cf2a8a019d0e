"""Who wrote, in lines that say who and when: 'Anna schrieb am 3. Mai 2021', 'May 3, 2021 - Anna'.

Nobody has told the names. What is left of a line without its date, and without the words that all lines have, is one;
a regular expression takes it by what stands around it.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime

from lxml import etree

from thresher.knowledge.expressions import fault_in
from thresher.learn.articles.naming import Chosen, names_of, pattern_of
from thresher.page import DateHabits, find_date, words_of

MOST = 0.85
"""Share of the lines in which a name must be found."""
MAX_NAME, MAX_NAME_WORDS = 60, 6
MAX_SAME = 0.8
"""Share of the lines that may have one and the same name; what is in more is a button."""
MAX_LINE = 300
MAX_TRIES = 40

_EDGE = " \t,;:.–—|·•»«()[]/#-"
"""What stands around names."""
# Behind a time, and perhaps without a bearing on it: noon is 12:00 p.m.
_CLOCK = re.compile(r"(?:[ap]\.?m\.?|uhr|h|utc|gmt|z)[,.]?", re.I)


def name_in_heads(heads: Sequence[etree._Element], habits: DateHabits) -> Chosen | None:
    """Where in each of these heads of comments the name stands, and how it is taken; None if that cannot be told."""
    return _name_alone(heads, habits) or _name_in_line(heads, habits)


def _name_alone(heads: Sequence[etree._Element], habits: DateHabits) -> Chosen | None:
    """The element with the least text that has no date, and in most heads says something else."""
    found: list[tuple[int, str]] = []
    tried: set[str] = set()
    for element in heads[0].iterdescendants():
        for name in names_of((element, ""), heads[0]) if isinstance(element.tag, str) else ():
            if name in tried:
                continue
            tried.add(name)
            texts = [_first_text(name, head) for head in heads]
            if _are_names(texts) and not any(find_date(text, habits) for text in texts[:8]):
                found.append((sum(map(len, texts)), name))
    best = min(found, default=None, key=lambda one: one[0])
    return Chosen(best[1], len(heads), len(heads), 1.0) if best is not None else None


def _first_text(name: str, head: etree._Element) -> str:
    node = next((one for one in pattern_of(name).select(head) if not isinstance(one, str)), None)
    return _line(node) if node is not None else ""


def _are_names(texts: Sequence[str]) -> bool:
    said = [text for text in texts if text.strip(_EDGE)]
    if len(said) < MOST * len(texts) or not all(len(words_of(text)) <= MAX_NAME_WORDS for text in said):
        return False
    counts = Counter(said)
    has_letters = sum(any(map(str.isalpha, text)) for text in said) >= MOST * len(said)
    return len(counts) > 1 and max(counts.values()) <= MAX_SAME * len(said) and has_letters


def _name_in_line(heads: Sequence[etree._Element], habits: DateHabits) -> Chosen | None:
    """The expression that takes out of most lines what is left of them without their date and their common words."""
    lines = [_line(head) for head in heads]
    common = _common_words(lines)
    dates = [find_date(line, habits) for line in lines]
    around = [_around(line, date, common, habits) for line, date in zip(lines, dates, strict=True)]
    best, most = "", 0
    for side, place in ((0, 0), (0, -1), (1, 0), (1, -1)):
        names = [sides[side][place] if sides[side] else "" for sides in around]
        if _are_names(names) and not _are_days(names, dates):
            match, held = _expression(lines, names)
            if held > most:
                best, most = match, held
    return Chosen("xpath:.", most, len(heads), 1.0, best) if most >= MOST * len(heads) else None


def _expression(lines: Sequence[str], names: Sequence[str]) -> tuple[str, int]:
    """The expression that takes the most of the names out of their lines, and how many."""
    named = [(line, name) for line, name in zip(lines, names, strict=True) if name]
    tries = Counter(match for line, name in named for match in dict.fromkeys(_matches(line, name)))
    best, most = "", 0
    for match, _ in tries.most_common(MAX_TRIES):
        held = sum(_taken(match, line).strip(_EDGE) == name for line, name in named)  # 'Anna B.' keeps her point
        if held > most:
            best, most = match, held
    return best, most


def _are_days(names: Sequence[str], dates: Sequence[str]) -> bool:
    """Whether names are those of the days of the week, in whatever language: on equal days they are equal."""
    pairs = {
        (datetime.fromisoformat(date).weekday(), name) for name, date in zip(names, dates, strict=True) if name and date
    }
    return len(pairs) == len({day for day, _ in pairs}) == len({name for _, name in pairs}) < len(names)


def _line(element: etree._Element) -> str:
    return " ".join(" ".join(map(str, element.itertext())).split())[:MAX_LINE]


def _taken(match: str, line: str) -> str:
    found = re.search(match, line)
    return found[1] if found is not None else ""


def _common_words(lines: Sequence[str]) -> frozenset[str]:
    counts = Counter(word for line in lines for word in {*line.split()})
    return frozenset(word for word, count in counts.items() if count > MAX_SAME * len(lines))


def _around(line: str, date: str, common: frozenset[str], habits: DateHabits) -> tuple[list[str], list[str]]:
    """What stands in a line before its date, and behind it: stretches without common words and signs around them."""
    words = line.split()
    if not date:
        return [], []
    first, last = 0, len(words)
    while last - first > 1 and find_date(" ".join(words[first : last - 1]), habits) == date:
        last -= 1
    while last - first > 1 and find_date(" ".join(words[first + 1 : last]), habits) == date:
        first += 1
    while last < len(words) and _CLOCK.fullmatch(words[last]):
        last += 1
    return _stretches(words[:first], common), _stretches(words[last:], common)


def _stretches(words: Sequence[str], common: frozenset[str]) -> list[str]:
    """'Posted by Anna Berg on' is Anna Berg, if lines have the other words in common."""
    found: list[list[str]] = [[]]
    for word in words:
        if word in common or not word.strip(_EDGE):
            found.append([])
        else:
            found[-1].append(word)
    return [text for part in found if (text := " ".join(part).strip(_EDGE))]


def _matches(line: str, name: str) -> Iterator[str]:
    """Expressions that take `name` out of `line`, by the words or signs before and behind it."""
    place = line.find(name)
    before, behind = line[:place], line[place + len(name) :]
    lefts = _ends(before) if before.strip() else ["^"]
    rights = _starts(behind) if behind.strip() else ["$"]
    for left in lefts:
        for right in rights:
            expression = rf"{left}(\S.{{0,{MAX_NAME}}}?){right}"
            if fault_in(expression) is None:
                yield expression


def _ends(before: str) -> list[str]:
    words = before.split()
    space = r"\s+" if before[-1:].isspace() else ""
    whole = [rf"(?:^|\s){_spaced(words[-size:])}{space}" for size in (2, 1) if len(words) >= size]
    return [*whole, re.escape(words[-1][-1]) + space]


def _starts(behind: str) -> list[str]:
    words = behind.split()
    space = r"\s+" if behind[:1].isspace() else ""
    whole = [space + _spaced(words[:size]) for size in (2, 1) if len(words) >= size]
    return [*whole, space + re.escape(words[0][0]), rf"{space}\d"]


def _spaced(words: Sequence[str]) -> str:
    return r"\s+".join(map(re.escape, words))
