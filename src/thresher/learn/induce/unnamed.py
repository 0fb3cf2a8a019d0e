"""Sites that no type describes → those that seem to be made by one software, which nobody has named yet.

Input: what was learned of each site, or its feed has taught, as a type of its own; and some of its pages, where there
are any. Output: groups of sites with what they have in common. What all kinds of sites have says nothing: names of
classes are telling if a word in them is unusual, and if hardly any known type has them.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from thresher.knowledge import KnowledgeBase
from thresher.knowledge.review import places_in
from thresher.learn.induce.examples import Example
from thresher.learn.induce.findings import KNOWN_SHARE
from thresher.learn.induce.signs import WEAK, Sign, already_known, boilerplate, find_signs, is_common

SEVERAL = 3
"""Telling names that two sites must read their posts by if nothing else speaks for one software: one theme may have got
one of them from another.
"""
PLAIN = 4
"""The same of names that are put together of usual words, and that hardly any type has."""
WITH_NAME = 2
"""Signs of the software that must be on the pages of two sites which have but one telling name in common."""
MOST_TYPES = 2
"""Known types that may have a telling name: what more have is a custom."""
_NAME = re.compile(r"@(?:class|id|data-[\w-]+)(?:~?=|, )\s*'([^']+)'")
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")


@dataclass(frozen=True, slots=True)
class UnnamedSite:
    """A site, the type that was learned for it alone, and pages of it."""

    site: str
    data: dict[str, Any]
    examples: tuple[Example, ...] = ()

    @property
    def objects(self) -> frozenset[str]:
        """What people write there."""
        rules = (rule for level in self.data.get("levels", []) for rule in level.get("extract", []))
        return frozenset(rule["object"] for rule in rules) - {"Comment", "Thread"}


@dataclass(frozen=True, slots=True)
class Common:
    """Something that several sites have."""

    what: str
    """`BoardPost.author at`, `the generator`."""
    text: str
    sites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Kin:
    """Sites that one software seems to have made."""

    sites: tuple[UnnamedSite, ...]
    category: str
    common: tuple[Common, ...]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(one.site for one in self.sites)


def find_kin(sites: Sequence[UnnamedSite], base: KnowledgeBase) -> list[Kin]:
    """Groups of two sites or more; each is like one other of its group at least."""
    groups = [[one] for one in sites]
    usual = _usual(base)
    for one, other in combinations(sites, 2):
        mine, theirs = (next(group for group in groups if any(each is site for each in group)) for site in (one, other))
        if mine is not theirs and _are_kin(one, other, usual, base):
            mine += theirs
            groups = [group for group in groups if group is not theirs]
    return [Kin(tuple(some), _category(some, base), _common(some, usual, base)) for some in groups if len(some) > 1]


def known_type(site: UnnamedSite, base: KnowledgeBase) -> str:
    """A type of the knowledge base that has signs on most pages of a site; empty if there is none."""
    found = already_known(site.examples, base) if site.examples else {}
    likely = [name for name, seen in found.items() if seen.share >= KNOWN_SHARE]
    return max(likely, key=lambda name: found[name].share, default="")


def _are_kin(one: UnnamedSite, other: UnnamedSite, usual: Counter[str], base: KnowledgeBase) -> bool:
    if one.site == other.site or not one.objects & other.objects:
        return False
    shared = _readings(one, usual).keys() & _readings(other, usual).keys()
    rare = {name for place in shared for name in _readings(one, usual)[place]}
    names = {name for name in rare if is_telling(name, usual)}
    if len(names) >= SEVERAL or len(rare) >= PLAIN:
        return True
    signs = _signs([one, other], base)
    says_so = any(sign.kind == 0 for sign in signs)
    if says_so and (len(signs) > 1 or names or _forms(one) & _forms(other)):
        return True
    return bool(names) and len(signs) >= WITH_NAME


def _signs(sites: Sequence[UnnamedSite], base: KnowledgeBase) -> list[Sign]:
    """What is on pages of all of them, and is surely of the software that made them."""
    if not all(one.examples for one in sites):
        return []
    return [sign for sign in find_signs([each for one in sites for each in one.examples], (), base) if sign.kind < WEAK]


def _readings(site: UnnamedSite, usual: Counter[str]) -> dict[tuple[str, str], set[str]]:
    """Where objects and their fields are read by names that few types have: those names."""
    found: dict[tuple[str, str], set[str]] = {}
    for level in site.data.get("levels", []):
        for part, place in places_in(level):
            if part[0] != "extract" or part[2] not in ("each", "fields"):
                continue
            text = place["at"] if isinstance(place, dict) else place
            names = {name for name in _NAME.findall(text) if _is_rare(name, usual)}
            if names:
                found[f"{part[1]}.{part[-1]}", text] = names
    return found


def is_telling(name: str, usual: Counter[str]) -> bool:
    """Whether the name of a class says who made a page: it is rare, and one of its words is unusual."""
    words = [word.lower() for word in _WORD.findall(name) if len(word) > 3]
    return _is_rare(name, usual) and any(
        not is_common(word) and word not in boilerplate()["frameworks"] for word in words
    )


def _is_rare(name: str, usual: Counter[str]) -> bool:
    """Whether few types have a name, and no style sheet that all kinds of software use."""
    words = [word.lower() for word in _WORD.findall(name)]
    return (
        usual[name] <= MOST_TYPES
        and not is_common(name)
        and bool(words)
        and words[0] not in boilerplate()["components"]
    )


def _usual(base: KnowledgeBase) -> Counter[str]:
    """In how many types a name is; one that a whole category has is in all of that."""
    found: Counter[str] = Counter()
    for name in base.names:
        weight = MOST_TYPES + 1 if name in base.categories else 1
        text = str(base.file(name).data).replace('"', "'").replace("\\'", "'")
        found.update(dict.fromkeys(_NAME.findall(text), weight))
    return found


def _forms(site: UnnamedSite) -> set[str]:
    """Forms of addresses in which a word stands that somebody has chosen."""
    roles = site.data.get("urls", {}).get("roles", {})
    forms = {str(form).split("?!")[0].split("&!")[0] for some in roles.values() for form in some}
    return {form for form in forms if re.search(r"[A-Za-z]{3,}", re.sub(r"\{[^}]*\}|page", "", form))}


def _common(sites: Sequence[UnnamedSite], usual: Counter[str], base: KnowledgeBase) -> tuple[Common, ...]:
    readings = {one.site: {_said(*place) for place in _readings(one, usual)} for one in sites}
    forms = {one.site: {("addresses like", form) for form in _forms(one)} for one in sites}
    everywhere = tuple(one.site for one in sites)
    signs = [Common(sign.where, sign.pattern, everywhere) for sign in _signs(sites, base)]
    return (*signs, *_held_by_several(readings), *_held_by_several(forms))


def _said(part: str, text: str) -> tuple[str, str]:
    return f"{part} at", text


def _held_by_several(found: dict[str, set[tuple[str, str]]]) -> Iterator[Common]:
    counts = Counter(one for some in found.values() for one in some)
    for what, text in sorted(one for one, count in counts.items() if count > 1):
        yield Common(what, text, tuple(site for site, some in found.items() if (what, text) in some))


def _category(sites: Sequence[UnnamedSite], base: KnowledgeBase) -> str:
    """The category whose pages hold what people write there."""
    written = frozenset.intersection(*(one.objects for one in sites)) or sites[0].objects

    def fit(name: str) -> tuple[int, int, str]:
        levels: Any = base.merged(name).get("levels", [])
        held = {rule["object"] for level in levels for rule in level.get("extract", [])}
        return len(held & written), -len(held - written), name

    return max(base.categories, key=fit)
