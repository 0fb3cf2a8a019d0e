"""What the program knew of the sites: recognised, learned and mended, each with what it rests on."""

import difflib
import json
from typing import Any

import yaml
from starlette.requests import Request
from starlette.responses import Response

from thresher.viewer.desk import Desk, desk_of

MOST_FILE = 200_000
"""Characters of a knowledge file that are shown."""


def knowledge(request: Request) -> Response:
    """The page."""
    desk = desk_of(request)
    return desk.page(request, "knowledge.html", recognised=_recognised(desk), mends=_mends(desk), files=_files(desk))


def _recognised(desk: Desk) -> list[dict[str, Any]]:
    if not desk.library.has_table("applications"):
        return []
    rows = desk.library.rows(
        "SELECT a.root, a.type, a.pages, a.leads, r.evidence FROM catalog.applications a "
        "LEFT JOIN reasons r ON r.root = a.root AND r.type = a.type ORDER BY a.pages DESC LIMIT 200"
    )
    return [{**dict(row), "evidence": json.loads(row["evidence"]) if row["evidence"] else None} for row in rows]


def _mends(desk: Desk) -> list[dict[str, Any]]:
    if not desk.library.has_table("mends"):
        return []
    # Collections of earlier versions lack some columns: they count as empty.
    rows = [dict(row) for row in desk.library.rows("SELECT * FROM catalog.mends ORDER BY number DESC LIMIT 100")]
    found = [{"visit": 1, "retired": "", "reason": "", **row, "level": json.loads(row["level"])} for row in rows]
    return [{"mend": one, "lines": _difference(one["level"])} for one in found]


def _difference(level: dict[str, Any]) -> list[tuple[str, str]]:
    """What was laid over the level of the type, as lines that came; those of the type itself stay as they are."""
    before = {"name": level.get("name", "")}
    after = yaml.safe_dump(level, sort_keys=False, allow_unicode=True, width=110).splitlines()
    lines = difflib.ndiff(yaml.safe_dump(before, sort_keys=False).splitlines(), after)
    return [(line[0], line[2:]) for line in lines if line[0] in " +-"]


def _files(desk: Desk) -> list[dict[str, str]]:
    """What was learned, as the files that were written of it."""
    folder = desk.library.collection.knowledge
    found = sorted(folder.glob("*.yaml"))[:50] if folder.is_dir() else []
    texts = ((path.name, path.read_text(encoding="utf-8", errors="replace")) for path in found)
    return [{"name": name, "text": text[:MOST_FILE]} for name, text in texts]
