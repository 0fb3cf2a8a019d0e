"""Places of a rule that find nothing → relaxed ones, and which words of patterns are to be preferred in them."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from lxml import etree

from thresher.knowledge import ApplicationType, KnowledgeBase, Place
from thresher.pattern import ANY, Contains, Equals, HasToken, Kind, Pattern
from thresher.pattern.relax import MOST, relaxations_of

Preferred = Mapping[str, frozenset[str]]
"""By what is looked for (`each`, `text`, `author` …): tags, values and attributes that types of a category use."""


_LONG_WORDS = re.compile(r"[a-z]{4,}")


@dataclass(frozen=True, slots=True)
class RelaxedPlace:
    """A relaxed pattern, with what of its text is taken, and how far it is from what people wrote."""

    pattern: Pattern
    match: str
    effort: tuple[bool, int]
    """Whether it is a worst case; number of changes."""


def relaxed_places(
    places: Sequence[Place],
    within: Sequence[etree._Element],
    prefix: Pattern | None = None,
    preferred: Iterable[str] = (),
    most: int = MOST,
) -> Iterator[RelaxedPlace]:
    """Relaxed forms of all `places` that match `within` pages or records: least effort first, then earlier places."""
    patterns = [place.at for place in places]
    for one in relaxations_of(patterns, within, prefix, frozenset(preferred), most):
        yield RelaxedPlace(one.pattern, places[one.number].match, (one.is_worst, one.changes))


def speaks_of(pattern: Pattern, name: str, preferred: Preferred) -> bool:
    """Whether a value that a pattern asks for says that it is the field called `name`.

    It does if types of the category look for this field with it and for no other, or if it has a word in it that only
    such values have, and several: `post-author` and `author-name` make `wp-author-box` speak of authors.
    """
    others = frozenset[str]().union(*(words for other, words in preferred.items() if not other.startswith(name)))
    own = preferred.get(name, frozenset()) - others
    common = {word for value in others for word in _LONG_WORDS.findall(value.lower())}
    counts = Counter(word for value in own for word in {*_LONG_WORDS.findall(value.lower())} - common)
    return any(
        value in own or any(counts[word] > 1 for word in _LONG_WORDS.findall(value.lower()))
        for value in values_in_use(pattern)
    )


def siblings(base: KnowledgeBase, category: str) -> list[ApplicationType]:
    """All types of a category."""
    return [base.type(name) for name in base.names if base.lineage(name)[-1] == category]


def parts_in_use(types: Iterable[ApplicationType]) -> dict[str, frozenset[str]]:
    """What the rules of these types are made of, by what they look for."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for rule in (rule for one in types for level in one.levels for rule in level.extract):
        for pattern in rule.each:
            found["each"].update(words_in_use(pattern))
        for name, field in rule.fields.items():
            for place in field.places:
                found[name].update(words_in_use(place.at))
    return {name: frozenset(parts) for name, parts in found.items()}


def words_in_use(pattern: Pattern) -> Iterator[str]:
    """The tags, attributes and values that a pattern asks for."""
    for step in (step for path in pattern.paths for step in path.steps):
        if step.test.kind is not Kind.TEXT and step.test.name != ANY:
            yield step.test.name
    yield from values_in_use(pattern)


def values_in_use(pattern: Pattern) -> Iterator[str]:
    """The values of attributes that a pattern asks for."""
    for predicate in (one for path in pattern.paths for step in path.steps for one in step.predicates):
        if isinstance(predicate, Contains | Equals | HasToken) and predicate.value.kind is Kind.ATTRIBUTE:
            yield predicate.text
