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
MAX_READ = 12_000_000
"""Characters of a page that are read, tries that came to nothing included: 0.2 s. Where nothing is closed, each try
goes to the end.
"""

_JSON_TYPE = re.compile(r"json\b", re.I)
_START = re.compile(r"[=(:]\s*(?=[\[{])|JSON\.parse\(\s*(?=\")")
_DECODER = json.JSONDecoder(strict=False)


def data_in_scripts(root: etree._Element) -> Iterator[Any]:
    """All that is JSON in the scripts of a page, in its order. Never raises."""
    read = 0
    for script in root.iter("script"):
        for value, characters in _values(script):
            read += characters
            if value is not None:
                yield value
            if read > MAX_READ:
                return


def _values(script: etree._Element) -> Iterator[tuple[Any, int]]:
    """What was found at each place that was tried, None if nothing; and how many characters that took."""
    text = (script.text or "")[:MAX_SCRIPT]
    if _JSON_TYPE.search(script.get("type") or ""):
        start = len(text) - len(text.lstrip())
        value, end = _decoded(text, start)
        yield value, end - start
        return
    place = tries = 0
    while tries < MAX_STARTS and (found := _START.search(text, place)):
        tries += 1
        start = found.end()
        value, end = _decoded(text, start)
        place = start if value is None else max(start, end)
        yield _decoded(value, 0)[0] if isinstance(value, str) else value, end - start


def _decoded(text: str, start: int) -> tuple[Any, int]:
    """The value that begins there, None if there is none; and where reading ended."""
    try:
        return _DECODER.raw_decode(text, start)
    except json.JSONDecodeError as error:
        return None, max(start, error.pos)
    except (ValueError, RecursionError):
        return None, len(text)
