"""What a type has of its own, laid over what it inherits.

One rule for everything: what a type says comes first; what it inherits helps out where that finds nothing. So lists
of patterns are joined, levels of the same name are laid over each other, and a category's patterns are the last resort
of each of its types.
"""

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
    merged["follow"] = _by_key(own.get("follow", []), parent.get("follow", []), "to", _follow)
    merged["extract"] = _by_key(own.get("extract", []), parent.get("extract", []), "object", _extraction)
    return merged


def _by_key(own: list[dict[str, Any]], parents: list[dict[str, Any]], key: str, lay: Any) -> list[dict[str, Any]]:
    """Own entries, each over the parent's entries with the same key; then the parent's that nobody took up."""
    taken = {entry[key] for entry in own}
    merged = []
    for entry in own:
        for other in parents:
            if other[key] == entry[key]:
                entry = lay(entry, other)
        merged.append(entry)
    return merged + [entry for entry in parents if entry[key] not in taken]


def _follow(own: dict[str, Any], parent: dict[str, Any]) -> dict[str, Any]:
    if "at" not in own or "at" not in parent:
        return own  # by role alone: every such link is taken already
    return {**own, "at": _joined(own["at"], parent["at"])}


def _extraction(own: dict[str, Any], parent: dict[str, Any]) -> dict[str, Any]:
    merged = dict(own)
    for key in ("each", "without", "quotes", "quote_heads"):
        if key in own or key in parent:
            merged[key] = _joined(own.get(key), parent.get(key))
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
        "roles": roles,
    }


def _joined(one: Any, other: Any) -> list[str]:
    return list(dict.fromkeys([*listed(one), *listed(other)]))
