"""What a type has of its own, laid over what it inherits.

One rule for everything: what a type says comes first; what it inherits helps out where that finds nothing. So lists
of patterns are joined, levels of the same name are laid over each other, and a category's patterns are the last resort
of each of its types.
"""

from collections.abc import Iterable
from typing import Any

from thresher.knowledge.source import listed


def inherited(own: dict[str, Any], parent: dict[str, Any]) -> dict[str, Any]:
    """`own` over `parent`, both as in the files; `detect` and `refute` are not inherited."""
    merged = dict(own)
    merged["levels"] = _levels(own.get("levels", []), parent.get("levels", []))
    merged["urls"] = _urls(own.get("urls", {}), parent.get("urls", {}))
    merged["root"] = _joined(own.get("root"), parent.get("root"))
    merged["dates"] = {**parent.get("dates", {}), **own.get("dates", {})}
    return merged


def laid_over(level: dict[str, Any], data: dict[str, Any]) -> dict[str, Any]:
    """A type in which one layout of one level has been mended: what `level` says goes before, other layouts stay.

    It is the first level of its name, and what told the mended layout leads to it, too; so does what a whole category
    has in common, which tells no layout.
    """
    same = [one for one in data["levels"] if one["name"] == level["name"]]
    wanted = level.get("layout", "")
    parent = next((one for one in same if one.get("layout", "") == wanted), same[0] if same else None)
    mended = _level(level, parent)
    # An earlier mend has left several that differ only in what tells them.
    led = [one for one in same if one.get("weak", False) or _said(one) == _said(parent)]
    others = [
        {**mended, "detect": one["detect"], "weak": one.get("weak", False)} if one in led else one
        for one in data["levels"]
    ]
    return {**data, "levels": [mended, *others]}


def as_one(levels: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Levels of one name that lie over each other as one level each, the first uppermost."""
    found: dict[str, dict[str, Any]] = {}
    for level in levels:
        upper = found.get(level["name"])
        detect = _joined((upper or level).get("detect"), level.get("detect"))
        found[level["name"]] = {**(_level(upper, level) if upper is not None else level), "detect": detect}
    return list(found.values())


def _said(level: dict[str, Any] | None) -> dict[str, Any]:
    """A level without what tells it."""
    return {name: value for name, value in (level or {}).items() if name not in ("detect", "weak")}


def _levels(own: list[dict[str, Any]], parents: list[dict[str, Any]]) -> list[dict[str, Any]]:
    by_name: dict[str, dict[str, Any]] = {}
    for level in parents:
        by_name.setdefault(level["name"], level)
    laid = [_level(level, by_name.get(level["name"])) for level in own]
    mine = {level["name"]: level for level in reversed(laid)}
    # A parent's own way to tell a level stays, behind those of the type, and leads to what the type says of the level.
    return laid + [
        {**mine.get(level["name"], level), "detect": level["detect"], "weak": level.get("weak", False)}
        for level in parents
    ]


def _level(own: dict[str, Any], parent: dict[str, Any] | None) -> dict[str, Any]:
    if parent is None:
        return own
    merged = dict(own)
    merged["follow"] = _rules(own.get("follow", []), parent.get("follow", []))
    merged["extract"] = _extractions(own.get("extract", []), parent.get("extract", []))
    return merged


def _rules(own: list[dict[str, Any]], parents: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Own rules with the places of the parent's to the same level behind their own; then those nobody took up."""
    merged = [dict(rule) for rule in own]
    for other in parents:
        twins = [rule for rule in merged if rule["to"] == other["to"] and ("at" in rule) == ("at" in other)]
        for rule in twins:
            if "at" in other:
                rule["at"] = _joined(rule["at"], other["at"])
        if not twins or ("at" not in other and all(rule["role"] != other["role"] for rule in twins)):
            merged.append(other)
    return merged


def _extractions(own: list[dict[str, Any]], parents: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Own extractions, each over the parent's of the same object; then those nobody took up."""
    taken = {entry["object"] for entry in own}
    merged = []
    for entry in own:
        for other in parents:
            if other["object"] == entry["object"]:
                entry = _extraction(entry, other)
        merged.append(entry)
    return merged + [entry for entry in parents if entry["object"] not in taken]


def _extraction(own: dict[str, Any], parent: dict[str, Any]) -> dict[str, Any]:
    merged = dict(own)
    for key in ("each", "more", "without", "quotes", "quote_heads"):
        if key in own or key in parent:
            merged[key] = _joined(own.get(key), parent.get(key))
    for key in ("quote_lines", "until", "preformatted"):
        if key in parent:
            merged.setdefault(key, parent[key])
    if ("each" in own) != ("each" in parent):
        merged["each"] = own.get("each", [])
    fields = dict(own["fields"])
    for name, spec in parent["fields"].items():
        fields[name] = [*_places(fields.get(name)), *_places(spec)]
    merged["fields"] = fields
    return merged


def _places(spec: Any) -> list[Any]:
    return [] if spec is None else spec if isinstance(spec, list) else [spec]


def _urls(own: dict[str, Any], parent: dict[str, Any]) -> dict[str, Any]:
    roles = {role: listed(forms) for role, forms in own.get("roles", {}).items()}
    for role, forms in parent.get("roles", {}).items():
        roles[role] = _joined(roles.get(role), forms)
    return {
        "drop": [*own.get("drop", []), *parent.get("drop", [])],
        "same": [*own.get("same", []), *parent.get("same", [])],
        "front": [*own.get("front", []), *parent.get("front", [])],
        "roles": roles,
    }


def _joined(one: Any, other: Any) -> list[str]:
    return list(dict.fromkeys([*listed(one), *listed(other)]))
