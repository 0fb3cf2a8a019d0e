"""Plain data of a type, checked and inherited → `ApplicationType` with parsed patterns and forms."""

import re
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from thresher.knowledge.expressions import fault_in
from thresher.knowledge.forms import FormError, parse_form
from thresher.knowledge.shape import Problem, Spot
from thresher.knowledge.source import listed
from thresher.knowledge.values import (
    ApplicationType,
    Dates,
    Extraction,
    Field,
    Follow,
    Level,
    LevelKind,
    Place,
    UrlKnowledge,
)
from thresher.model import ObjectType
from thresher.pattern import Pattern, PatternError, parse

T = TypeVar("T")


def build_type(data: dict[str, Any], lineage: tuple[str, ...]) -> ApplicationType:
    """The type in `data`; `lineage` is its name and those it inherits from. Patterns must be right (see `flaws`)."""
    urls = data.get("urls", {})
    dates = data.get("dates", {})
    levels = tuple(_level(level) for level in data.get("levels", []))
    return ApplicationType(
        name=lineage[0],
        title=data.get("title", lineage[0]),
        category=lineage[-1],
        lineage=lineage,
        levels=levels,
        urls=UrlKnowledge(
            drop=frozenset(urls.get("drop", ())),
            same=frozenset(urls.get("same", ())),
            roles=tuple(
                (role, parse_form(form)) for role, forms in urls.get("roles", {}).items() for form in listed(forms)
            ),
            followed=frozenset(rule.role for level in levels for rule in level.follow),
            front=frozenset(urls.get("front", ())),
        ),
        root=_patterns(data.get("root")),
        dates=Dates(dates.get("order", ""), _patterns(dates.get("zone")), dates.get("clock", "")),
        source=data.get("source", "known"),
    )


def _level(data: dict[str, Any]) -> Level:
    return Level(
        name=data["name"],
        kind=LevelKind(data["kind"]),
        detect=_patterns(data["detect"]),
        follow=tuple(
            Follow(
                rule["to"],
                _patterns(rule.get("at")),
                rule.get("role", ""),
                rule.get("further", False),
                _rewrite(rule.get("rewrite")),
                rule.get("when") == "updates",
            )
            for rule in data.get("follow", [])
        ),
        extract=tuple(_extraction(rule) for rule in data.get("extract", [])),
        layout=data.get("layout", ""),
        is_weak=data.get("weak", False),
    )


def _rewrite(data: dict[str, str] | None) -> tuple[str, str]:
    return (data["match"], data["with"]) if data else ("", "")


def _extraction(data: dict[str, Any]) -> Extraction:
    return Extraction(
        object=ObjectType(data["object"]),
        each=_patterns(data.get("each")),
        fields={name: _field(spec) for name, spec in data["fields"].items()},
        more=_patterns(data.get("more")),
        without=_patterns(data.get("without")),
        quotes=_patterns(data.get("quotes")),
        quote_heads=_patterns(data.get("quote_heads")),
        quote_lines=data.get("quote_lines", ""),
        until=data.get("until", ""),
        is_preformatted=data.get("preformatted", False),
    )


def _field(spec: Any) -> Field:
    places = []
    for one in spec if isinstance(spec, list) else [spec]:
        texts, match = (listed(one["at"]), one.get("match", "")) if isinstance(one, dict) else ([one], "")
        places += [Place(parse(text), match) for text in texts]
    return Field(tuple(places))


def _patterns(value: Any) -> tuple[Pattern, ...]:
    return tuple(parse(text) for text in listed(value))


def flaws(data: dict[str, Any]) -> Iterator[Problem]:
    """Patterns, forms and regular expressions in a file that are wrong, and levels that lead nowhere."""
    for key in ("detect", "refute", "root"):
        yield from _wrong(data.get(key), (key,), parse)
    yield from _wrong(data.get("dates", {}).get("zone"), ("dates", "zone"), parse)
    for number, level in enumerate(data.get("levels", [])):
        yield from _wrong_level(level, ("levels", number))
    for role, forms in data.get("urls", {}).get("roles", {}).items():
        yield from _wrong(forms, ("urls", "roles", role), parse_form)


def _wrong_level(level: dict[str, Any], place: Spot) -> Iterator[Problem]:
    yield from _wrong(level["detect"], (*place, "detect"), parse)
    for number, rule in enumerate(level.get("follow", [])):
        here = (*place, "follow", number)
        yield from _wrong(rule.get("at"), (*here, "at"), parse)
        if "rewrite" in rule:
            yield from _wrong_expression(rule["rewrite"]["match"], (*here, "rewrite", "match"), rule["rewrite"]["with"])
        if "at" not in rule and "role" not in rule:
            yield Problem(here, "This leads nowhere: it has neither 'at' nor 'role'.")
    for number, rule in enumerate(level.get("extract", [])):
        yield from _wrong_extraction(rule, (*place, "extract", number))


def _wrong_extraction(rule: dict[str, Any], place: Spot) -> Iterator[Problem]:
    for key in ("each", "more", "without", "quotes", "quote_heads"):
        yield from _wrong(rule.get(key), (*place, key), parse)
    for key in ("quote_lines", "until"):
        yield from _wrong_expression(rule.get(key, ""), (*place, key))
    for name, spec in rule["fields"].items():
        for number, one in enumerate(spec if isinstance(spec, list) else [spec]):
            here = (*place, "fields", name, *((number,) if isinstance(spec, list) else ()))
            if not isinstance(one, dict):
                yield from _wrong(one, here, parse)
                continue
            yield from _wrong(one["at"], (*here, "at"), parse)
            yield from _wrong_expression(one.get("match", ""), (*here, "match"))


def _wrong_expression(text: str, place: Spot, replacement: str = "") -> Iterator[Problem]:
    if fault := fault_in(text):
        yield Problem(place, *fault)
        return
    try:
        if replacement:  # groups it names that are not there
            re.sub(f"(?:{text})|", replacement, "", count=1)
    except (re.error, IndexError) as error:
        yield Problem(place, f"This is no regular expression: {error}.")


def _wrong(value: Any, place: Spot, read: Callable[[str], T]) -> Iterator[Problem]:
    for number, text in enumerate(listed(value)):
        try:
            read(text)
        except (PatternError, FormError) as error:
            spot: Spot = (*place, number) if isinstance(value, list) else place
            yield Problem(spot, error.sentence, error.hint)
