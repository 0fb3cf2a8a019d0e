"""Elements → patterns that name them, and the vote among patterns (BlogForever algorithm 1).

Each page says which of its elements would be right, and how right. The pattern that is best on most pages wins; those
that hold where it finds nothing stand behind it.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Any

from lxml import etree

from thresher.pattern import Pattern, PatternError, parse

MAX_CANDIDATES = 40
"""Patterns that are tried on all pages: 0.05 ms each. The saved blogs give the same rules with 20 to 80."""
MAX_FALLBACKS = 3
"""Patterns of one field, the first with it; more would each be for a page or two."""
MAX_STEPS = 50
"""Of a path."""
AFTER_BY = 0.97
"""What a name is worth behind 'posted by', against the same name alone."""
AS_GOOD = 0.02
"""Scores that differ by less are the same: less than four steps in the tree (`found.STEP`). The saved blogs
give the same rules with 0.01 to 0.04.
"""
TIGHTER = 0.05
"""What a pattern may be worth less that selects one element on more pages: where a text has an introduction in an
element of its own, the first of two is a bit more of it than the second, or less.
"""

PARAGRAPHS = frozenset(
    {"p", "h1", "h2", "h3", "h4", "h5", "h6", "span", "a", "b", "i", "em", "strong", "font", "pre", "code", "small"}
)
"""Elements that hold a part of a text; the next text may have two of them."""

# What stands before a name: 'Posted by Anna'.
_BY = re.compile(
    r"^\W*(?:(?:posted|written|published|author|autor|auteur|publié|geschrieben|publicado)\b\W*)?"
    r"(?:(?:by|von|par|por|door|av|af|di|da)\b)?\W*",
    re.I,
)
_PLAIN = re.compile(r"[\w:.-]+")
_NUMBERED = re.compile(r"\d{2}")


@dataclass(frozen=True, slots=True)
class Chosen:
    """A pattern, and how it did: on how many of the pages it was the best, and its mean score."""

    pattern: str
    held: int
    pages: int
    score: float
    match: str = ""
    """A regular expression for what is taken of the text there; empty for all of it."""

    @property
    def holds_mostly(self) -> bool:
        """Whether it was the best on more than half of the pages."""
        return 2 * self.held > self.pages

    def as_data(self) -> Any:
        """As it stands in a knowledge file."""
        return {"at": self.pattern, "match": self.match} if self.match else self.pattern


def _names(element: etree._Element, root: etree._Element | None) -> list[str]:
    """Patterns that select `element` and perhaps others, the more telling first: id, class, place in `root`."""
    if not isinstance(element.tag, str):
        return []
    own = own_names(element)
    found = list(own)
    path = element.tag
    for above in islice(element.iterancestors(), 3):
        outer = own_names(above) if isinstance(above.tag, str) else []
        found += [f"{name}/{path}" for name in outer[:2]]
        if own and outer:
            found.append(f"{outer[0]}{'/' if path == element.tag else '//'}{own[0]}")
        path = f"{above.tag}/{path}"
    return [*found, element.tag, *_path_of(element, root)]


def own_names(element: etree._Element) -> list[str]:
    """Patterns of what an element says of itself."""
    found = []
    if element.tag == "meta":
        return [
            f"meta[@{name}='{element.get(name)}']"
            for name in ("property", "name", "itemprop")
            if _PLAIN.fullmatch(element.get(name) or "")
        ]
    ident = element.get("id") or ""
    if _PLAIN.fullmatch(ident) and not _NUMBERED.search(ident):
        found.append(f"{element.tag}[@id='{ident}']")
    for name in ("itemprop", "rel", "data-role", "role"):
        value = element.get(name) or ""
        if _PLAIN.fullmatch(value) and not _NUMBERED.search(value):
            found.append(f"{element.tag}[@{name}='{value}']")
    tokens = [token for token in (element.get("class") or "").split()[:8] if _PLAIN.fullmatch(token)]
    found += [f"{element.tag}[@class~='{token}']" for token in tokens]
    if len(tokens) > 1:
        found += [f"{element.tag}[@class~='{tokens[0]}'][@class~='{token}']" for token in tokens[1:4]]
    return found


def _path_of(element: etree._Element, root: etree._Element | None) -> list[str]:
    """The absolute path, as BlogForever has it: the last resort. Inside a part of a page, the path from that part."""
    steps: list[str] = []
    node: etree._Element | None = element
    # Patterns see a page from outside when it is read and from its root when it is learned from: `body` is in both.
    while node is not None and node is not root and isinstance(node.tag, str) and node.tag != "html":
        before = sum(1 for _ in node.itersiblings(node.tag, preceding=True))
        more = next(node.itersiblings(node.tag), None) is not None
        steps.append(f"{node.tag}[{before + 1}]" if before or more else node.tag)
        node = node.getparent()
    if not steps or len(steps) > MAX_STEPS:
        return []
    is_part = root is not None and root.tag != "html"
    return ["/" * is_part + "/".join(reversed(steps))]


@lru_cache(maxsize=4096)
def pattern_of(text: str) -> Pattern:
    """The pattern; one that selects nothing if tags on a page have signs that patterns cannot have: <a{b>."""
    try:
        return parse(text)
    except PatternError:
        return Pattern()


def count_of(text: str, root: etree._Element) -> int:
    """How many elements a pattern selects, those aside that stand in another one: chapters of a text may be called
    as it is."""
    found = pattern_of(text).select(root)
    known = {one for one in found if isinstance(one, etree._Element)}
    inner = sum(1 for one in known if not known.isdisjoint(one.iterancestors()))
    return len(found) - inner


def is_pattern(text: str) -> bool:
    """Whether a name can be written as a pattern."""
    return pattern_of(text) != Pattern()


OWN_TEXT = "text()"
"""In place of an attribute: the texts right inside an element."""

Place = tuple[etree._Element, str]
"""An element, and the attribute of it that is meant; empty for its text."""

Scores = Mapping[Place, float]
"""How right each place of a page would be, 0 to 1; those that are not in it would be wrong."""


def first_by(pattern: str, root: etree._Element) -> Place | None:
    """The first place that the pattern selects."""
    plain, _, attribute = pattern.partition("/@")
    if pattern.endswith(f"/{OWN_TEXT}"):
        plain, attribute = pattern.removesuffix(f"/{OWN_TEXT}"), OWN_TEXT
    if not plain:
        return (root, attribute) if attribute == OWN_TEXT or root.get(attribute) is not None else None
    found = pattern_of(plain).select(root)
    return next(((node, attribute) for node in found if not isinstance(node, str)), None)


def names_of(place: Place, root: etree._Element | None = None) -> list[str]:
    """Patterns for a place on a page, or in the part `root` of one."""
    element, attribute = place
    tail = "" if not attribute else f"/{attribute}" if attribute.endswith("()") else f"/@{attribute}"
    if element is root and tail:
        return [tail]
    return [f"{name}{tail}" for name in _names(element, root)]


def vote(pages: Sequence[tuple[etree._Element, Scores]], *, is_only: bool = False) -> list[Chosen]:
    """The pattern that is best on most pages, then those for the pages where it finds nothing.

    Each page is its root and the scores of its places. A pattern counts by the first place it selects; of what there
    `is_only` one on a page, a pattern that selects no more is the better one.
    """
    counts: Counter[str] = Counter()
    for root, scores in pages:
        best = max(scores.values(), default=0.0)
        telling = [place for place, score in scores.items() if score >= best - AS_GOOD]
        counts.update([*dict.fromkeys(name for place in telling[:4] for name in names_of(place, root))])
    tried = [(name, _worth(name, pages)) for name, _ in counts.most_common(MAX_CANDIDATES)]
    loose = {name: _looseness(name, pages) if is_only else (False, 0) for name, _ in tried}
    tried.sort(key=lambda one: loose[one[0]])
    return _covering(tried, pages, loose)


def _looseness(name: str, pages: Sequence[tuple[etree._Element, Scores]]) -> tuple[bool, int]:
    """Whether a pattern says only where something stands, or selects more than that on most pages; on how many."""
    several = sum(len(pattern_of(name).select(root)) > 1 for root, _ in pages)
    is_named, is_several = "[@" in name, 2 * several > len(pages)
    # Where nothing has a name, `div` finds a text as well as the path to it does; but it finds others, too. What has
    # the name of the text is another text.
    return (not is_named or is_several, several if is_named != is_several else 0)


def _worth(name: str, pages: Sequence[tuple[etree._Element, Scores]]) -> list[float | None]:
    """Score on each page; None where the pattern finds nothing."""
    places = [first_by(name, root) for root, _ in pages]
    return [None if place is None else scores.get(place, 0.0) for place, (_, scores) in zip(places, pages, strict=True)]


def _covering(
    tried: Sequence[tuple[str, list[float | None]]],
    pages: Sequence[tuple[etree._Element, Scores]],
    loose: Mapping[str, tuple[bool, int]],
) -> list[Chosen]:
    """The pattern that is best on most pages; of those that are as often, one that is tighter and nearly as good."""
    best = [max(scores.values(), default=0.0) for _, scores in pages]
    open_ = set(range(len(pages)))
    chosen: list[Chosen] = []

    def standing(worth: list[float | None]) -> tuple[int, float]:
        values = {number: worth[number] or 0.0 for number in open_}
        held = sum(value > 0 and value >= best[number] - AS_GOOD for number, value in values.items())
        # Half a point against what is wrong: a pattern that finds nothing leaves room for the next.
        wrong = sum(worth[number] == 0.0 for number in open_)
        return (held - wrong // 2, round(sum(values.values()) / max(1, len(values)), 2))

    while open_ and len(chosen) < MAX_FALLBACKS:
        name, worth = max(tried, key=lambda one: standing(one[1]), default=("", []))
        held, score = standing(worth) if name else (0, 0.0)
        if held <= 0:
            break
        for other, values in tried:
            if loose[other] < loose[name] and standing(values) >= (held, score - TIGHTER):
                name, worth, score = other, values, standing(values)[1]
                break
        chosen.append(Chosen(name, held, len(open_), score))
        open_ = {number for number in open_ if worth[number] is None}
    return chosen


def plain_name(text: str) -> str:
    """A name without the words that stand before it: 'Posted by Anna' is Anna."""
    return _BY.sub("", " ".join(text.split()))
