"""Data that a page keeps in its scripts, as JSON, for programs to draw it from.

Looked for in scripts that say they are JSON, in assignments (`window.state = {…}`), and in strings that are given to
`JSON.parse`.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

from lxml import etree

MAX_SCRIPT = 4_000_000
"""Characters of one script that are read."""
MAX_STARTS = 60
"""Places in one script at which JSON is tried; most scripts have a handful."""

_JSON_TYPE = re.compile(r"json\b", re.I)
_START = re.compile(r"[=(:]\s*(?=[\[{])|JSON\.parse\(\s*(?=\")")
_DECODER = json.JSONDecoder(strict=False)


def script_data(root: etree._Element) -> Iterator[Any]:
    """All that is JSON in the scripts of a page, in its order. Never raises."""
    for script in root.iter("script"):
        yield from _values(script)


def _values(script: etree._Element) -> Iterator[Any]:
    text = (script.text or "")[:MAX_SCRIPT]
    if _JSON_TYPE.search(script.get("type") or ""):
        value = _decoded(text, len(text) - len(text.lstrip()))
        if value is not None:
            yield value[0]
        return
    place = tries = 0
    while tries < MAX_STARTS and (start := _START.search(text, place)):
        tries += 1
        place = start.end()
        value = _decoded(text, place)
        if value is None:
            continue
        place = max(place, value[1])
        if isinstance(value[0], str):
            value = _decoded(value[0], 0)
        if value is not None:
            yield value[0]


def _decoded(text: str, start: int) -> tuple[Any, int] | None:
    try:
        return _DECODER.raw_decode(text, start)
    except (ValueError, RecursionError):
        return None
