"""Checks plain data against the JSON schema of application types: `schema.json` is the only place that lists keys.

Only the words of JSON Schema that our schema uses are understood. The same file gives editors completion.
"""

import difflib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

Spot = tuple[str | int, ...]
"""Way to a value: keys and list positions from the top."""

_KINDS: dict[str, type | tuple[type, ...]] = {"string": str, "array": list, "object": dict, "boolean": bool}
_WORDS = {"string": "a text", "array": "a list", "object": "keys with values", "boolean": "true or false"}


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong in a file of knowledge."""

    place: Spot
    sentence: str
    hint: str = ""


@cache
def schema() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(Path(__file__).with_name("schema.json").read_text(encoding="utf-8"))
    return loaded


def problems(data: Any, rule: dict[str, Any] | None = None, place: Spot = ()) -> Iterator[Problem]:
    """Everything in `data` that the schema does not allow."""
    rule = schema() if rule is None else rule
    if "$ref" in rule:
        yield from problems(data, _resolved(rule["$ref"]), place)
    if "oneOf" in rule:
        yield from _choice(data, rule["oneOf"], place)
    if "enum" in rule and data not in rule["enum"]:
        yield Problem(place, f"{_shown(data)} is not known here.", _nearest(data, rule["enum"]))
    if "type" in rule and not isinstance(data, _KINDS[rule["type"]]):
        yield Problem(place, f"{_where(place)} must be {_WORDS[rule['type']]}, not {_shown(data)}.")
        return
    if isinstance(data, str) and "pattern" in rule and not re.search(rule["pattern"], data):
        yield Problem(place, f"{_shown(data)} is not a name.", "Lower-case letters, digits, dots and hyphens.")
    if isinstance(data, list) and "items" in rule:
        for number, item in enumerate(data):
            yield from problems(item, rule["items"], (*place, number))
    if isinstance(data, dict):
        yield from _keys(data, rule, place)


def _keys(data: dict[Any, Any], rule: dict[str, Any], place: Spot) -> Iterator[Problem]:
    known = rule.get("properties", {})
    others = rule.get("additionalProperties", True)
    for key, value in data.items():
        if "propertyNames" in rule:
            yield from problems(key, rule["propertyNames"], (*place, key))
        if key in known:
            yield from problems(value, known[key], (*place, key))
        elif others is False:
            yield Problem((*place, key), f"Unknown key {key!r}.", _nearest(key, list(known)))
        elif isinstance(others, dict):
            yield from problems(value, others, (*place, key))
    for key in rule.get("required", ()):
        if key not in data:
            yield Problem(place, f"The key {key!r} is missing.")


def _choice(data: Any, rules: list[dict[str, Any]], place: Spot) -> Iterator[Problem]:
    """The problems of the alternative that has the right kind; a sentence naming all kinds if none has."""
    rules = [_resolved(rule["$ref"]) if "$ref" in rule else rule for rule in rules]
    for rule in rules:
        if isinstance(data, _KINDS[rule["type"]]):
            yield from problems(data, rule, place)
            return
    kinds = " or ".join(_WORDS[rule["type"]] for rule in rules)
    yield Problem(place, f"{_where(place)} must be {kinds}, not {_shown(data)}.")


def _resolved(reference: str) -> dict[str, Any]:
    found: Any = schema()
    for key in reference.removeprefix("#/").split("/"):
        found = found[key]
    resolved: dict[str, Any] = found
    return resolved


def _nearest(word: Any, words: list[str]) -> str:
    close = difflib.get_close_matches(str(word), words, 1, 0.5)
    return f"Did you mean {close[0]!r}?" if close else f"Known are: {', '.join(sorted(words))}."


def _where(place: Spot) -> str:
    keys = [str(key) for key in place if isinstance(key, str)]
    return f"{keys[-1]!r}" if keys else "The file"


def _shown(data: Any) -> str:
    text = json.dumps(data, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else text[:57] + "…"
