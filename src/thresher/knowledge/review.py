"""What was mended for single sites → what holds for their type: lessons, counted and weighed.

Input: levels as sites have them, newest first, and the types. Output: a `Review` a type, and the type's file with what
is proposed for it (`proposed_data`; `amend` for its text). Nothing is written here.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from thresher.knowledge.base import KnowledgeBase
from thresher.knowledge.source import listed
from thresher.pattern import PatternError, parse

SEVERAL = 2
"""Sites on which a lesson must hold before it is proposed: what one site has may be its theme alone."""

Part = tuple[str, ...]
"""Where a pattern stands in a level: (detect), (follow, board), (extract, BlogPost, each), (extract, BlogPost, fields,
author)."""


@dataclass(frozen=True, slots=True)
class MendedLevel:
    """A level that was mended for a site, and what that rests on."""

    site: str
    """Its host."""
    type_name: str
    level: dict[str, Any]
    """As in a knowledge file."""
    pages: int = 0
    """On which it was proved; 0 if nobody has kept that."""
    before: float = 0.0
    after: float = 0.0
    time: str = ""
    failed: str = ""
    """What had been read wrongly."""
    retired: str = ""
    """When it was found to be of no use any more; empty while it serves."""
    reason: str = ""

    def __str__(self) -> str:
        what = f"{self.level['name']} ({self.failed})" if self.failed else self.level["name"]
        ended = f", retired on {self.retired[:10]} because {self.reason}" if self.retired else ""
        return f"{what} at {self.site}: mended on {self.time[:10] or 'an unknown day'}{ended}"


@dataclass(frozen=True, slots=True)
class Support:
    """A site on which a lesson held."""

    site: str
    pages: int
    before: float
    after: float
    time: str

    def __str__(self) -> str:
        if not self.pages:
            return f"{self.site} (nothing kept of how it was proved)"
        shares = f"read rightly: {self.before:.0%} before, {self.after:.0%} after"
        return f"{self.site} ({self.pages} pages, {shares}, {self.time[:10]})"


@dataclass(frozen=True, slots=True)
class Replaced:
    """A site on which a lesson no longer holds: later, another was learned in its place."""

    site: str
    time: str
    by: str

    def __str__(self) -> str:
        return f"at {self.site} it was replaced on {self.time[:10] or 'an unknown day'} by {self.by}"


@dataclass(frozen=True, slots=True)
class Retired:
    """A site on which a lesson is of no use any more."""

    site: str
    time: str
    why: str

    def __str__(self) -> str:
        return f"at {self.site} it was retired on {self.time[:10]} because {self.why}"


@dataclass(frozen=True, slots=True)
class Lesson:
    """One pattern at one place of a level of a type."""

    type_name: str
    level: str
    kind: str
    part: Part
    place: Any
    """The pattern, in its one spelling; or `{at, match}`."""
    support: tuple[Support, ...]
    against: tuple[Replaced | Retired, ...] = ()
    is_known: bool = False
    """The type, or what it extends, has it already."""

    @property
    def name(self) -> str:
        """Where it stands, for people: `post: BlogPost.author`."""
        words = [word for word in self.part if word not in ("extract", "fields")]
        return f"{self.level}: {'.'.join(words)}"

    @property
    def text(self) -> str:
        return _shown(self.place)

    @property
    def is_contradicted(self) -> bool:
        """Whether it holds here and no longer there, or another has taken its place. Retired everywhere, it is past."""
        return bool(self.against) and (bool(self.support) or any(isinstance(one, Replaced) for one in self.against))

    @property
    def is_proposed(self) -> bool:
        return not self.is_known and len(self.support) >= SEVERAL and len(self.support) > len(self.against)


@dataclass(frozen=True, slots=True)
class Review:
    """What the sites of one type have taught."""

    type_name: str
    sites: tuple[str, ...]
    lessons: tuple[Lesson, ...]
    retired: tuple[MendedLevel, ...] = ()
    """What was mended, and is of no use any more: it speaks for nothing."""

    @property
    def proposed(self) -> tuple[Lesson, ...]:
        return tuple(lesson for lesson in self.lessons if lesson.is_proposed)

    @property
    def contradicted(self) -> tuple[Lesson, ...]:
        """Lessons that are not proposed, for elsewhere they did not last."""
        return tuple(one for one in self.lessons if one.is_contradicted and not one.is_proposed and not one.is_known)

    @property
    def seen_once(self) -> tuple[Lesson, ...]:
        return tuple(
            one for one in self.lessons if not (one.is_proposed or one.is_known or one.against) and one.support
        )

    @property
    def known(self) -> tuple[Lesson, ...]:
        return tuple(lesson for lesson in self.lessons if lesson.is_known)


def review(mended: Iterable[MendedLevel], base: KnowledgeBase) -> list[Review]:
    """A review for each type of `base` that was mended somewhere; of each site, the newest levels come first."""
    types: defaultdict[str, list[MendedLevel]] = defaultdict(list)
    for one in mended:
        types[one.type_name].append(one)
    return [_of_type(name, some, base) for name, some in sorted(types.items()) if name in base]


def _of_type(name: str, mended: Sequence[MendedLevel], base: KnowledgeBase) -> Review:
    held: defaultdict[tuple[str, Part, str], dict[str, Support]] = defaultdict(dict)
    against: defaultdict[tuple[str, Part, str], dict[str, Replaced | Retired]] = defaultdict(dict)
    places: dict[tuple[str, Part, str], Any] = {}
    kinds: dict[str, str] = {}
    newest: dict[tuple[str, str, Part], tuple[MendedLevel, list[str]]] = {}
    for one in mended:
        level = one.level["name"]
        kinds.setdefault(level, one.level["kind"])
        for part, place in _once(places_in(one.level)):
            key = (level, part, _shown(place))
            places.setdefault(key, place)
            if one.retired:
                against[key].setdefault(one.site, Retired(one.site, one.retired, one.reason))
                continue
            above, texts = newest.setdefault((one.site, level, part), (one, []))
            if above is one:
                texts.append(key[2])
                held[key].setdefault(one.site, Support(one.site, one.pages, one.before, one.after, one.time))
            elif key[2] not in texts:
                against[key].setdefault(one.site, Replaced(one.site, above.time, texts[0]))
    known = set(_known(name, base))
    lessons = [
        Lesson(
            name, key[0], kinds[key[0]], key[1], place, tuple(held[key].values()),
            tuple(end for site, end in against[key].items() if site not in held[key]), key in known,
        )
        for key, place in places.items()
    ]  # fmt: skip
    retired = tuple(one for one in mended if one.retired)
    return Review(name, tuple(dict.fromkeys(one.site for one in mended)), tuple(lessons), retired)


def places_in(level: dict[str, Any]) -> Iterator[tuple[Part, Any]]:
    """Every pattern of a level with the part it stands in; patterns in their one spelling. Wrong ones are left out."""
    yield from (((("detect",)), text) for text in _canonical(level.get("detect")))
    for rule in level.get("follow", []):
        yield from ((("follow", rule["to"]), text) for text in _canonical(rule.get("at")))
    for rule in level.get("extract", []):
        head = ("extract", rule["object"])
        for key in ("each", "more", "without", "quotes", "quote_heads"):
            yield from (((*head, key), text) for text in _canonical(rule.get(key)))
        for name, spec in rule.get("fields", {}).items():
            for one in spec if isinstance(spec, list) else [spec]:
                yield from (((*head, "fields", name), place) for place in _canonical_place(one))


def _canonical_place(spec: Any) -> Iterator[Any]:
    if not isinstance(spec, dict):
        yield from _canonical(spec)
        return
    match = {"match": spec["match"]} if spec.get("match") else {}
    yield from ({"at": text, **match} if match else text for text in _canonical(spec["at"]))


def _canonical(value: Any) -> Iterator[str]:
    for text in listed(value):
        try:
            yield str(parse(text))
        except PatternError:
            continue


def _once(places: Iterable[tuple[Part, Any]]) -> Iterator[tuple[Part, Any]]:
    seen: set[tuple[Part, str]] = set()
    for part, place in places:
        if (part, _shown(place)) not in seen:
            seen.add((part, _shown(place)))
            yield part, place


def _shown(place: Any) -> str:
    return f"{place['at']} (matching {place['match']})" if isinstance(place, dict) else str(place)


def _known(name: str, base: KnowledgeBase) -> Iterator[tuple[str, Part, str]]:
    """All that a type says, what it inherits included."""
    levels: list[dict[str, Any]] = base.merged(name)["levels"]  # type: ignore[assignment]
    for level in levels:
        yield from ((level["name"], part, _shown(place)) for part, place in places_in(level))


def proposed_data(data: dict[str, Any], lessons: Sequence[Lesson]) -> None:
    """Put lessons into the data of a type's file: before what it has, as they were proved."""
    for lesson in reversed(lessons):
        level = _level(data, lesson)
        if lesson.part[0] == "detect":
            level["detect"] = [*listed(level["detect"]), lesson.place]
            continue
        if lesson.part[0] == "follow":
            rules = level.setdefault("follow", [])
            rule = next((one for one in rules if one["to"] == lesson.part[1] and "at" in one), None)
            if rule is None:
                rules.append({"to": lesson.part[1], "at": lesson.place})
            else:
                rule["at"] = [lesson.place, *listed(rule["at"])]
            continue
        holder, key = _holder(level, lesson)
        there = holder.get(key)
        before = there if isinstance(there, list) else [] if there is None else [there]
        holder[key] = [lesson.place, *before]


def _level(data: dict[str, Any], lesson: Lesson) -> dict[str, Any]:
    levels: list[dict[str, Any]] = data.setdefault("levels", [])
    own = [level for level in levels if level["name"] == lesson.level]
    found = next((level for level in own if not level.get("layout")), own[0] if own else None)
    if found is None:
        found = {"name": lesson.level, "kind": lesson.kind, "detect": []}
        levels.append(found)
    return found


def _holder(level: dict[str, Any], lesson: Lesson) -> tuple[dict[str, Any], str]:
    """What holds the list of patterns that a lesson of an extraction belongs to, and the key there."""
    rules = level.setdefault("extract", [])
    rule: dict[str, Any] | None = next((one for one in rules if one["object"] == lesson.part[1]), None)
    if rule is None:
        rule = {"object": lesson.part[1], **({"each": []} if lesson.part[2] == "each" else {}), "fields": {}}
        rules.append(rule)
    return (rule["fields"], lesson.part[3]) if lesson.part[2] == "fields" else (rule, lesson.part[2])
