"""What a style sheet loads: `url(…)` and `@import`."""

import re
from collections.abc import Callable
from functools import lru_cache

from thresher.page.address import join

# One style sheet with more references than this is a trap or generated data; real ones stay below 1,000.
MAX_REFERENCES = 10_000
CACHED_CHARACTERS = 64 * 1024
"""Longer sheets are not kept. Those inside pages have 2 to 20 KB, and come again with every page."""

_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.S)
# Quoted strings are bounded so that an open quote does not swallow the sheet. An address of more than 4,000
# characters is inline data.
_REFERENCE = re.compile(
    r"""url\(\s*(?:"([^"\n]{1,4000})"|'([^'\n]{1,4000})'|([^\s"'()]{1,4000}))\s*\)"""
    r"""|@import\s+(?:"([^"\n]{1,4000})"|'([^'\n]{1,4000})')""",
    re.I,
)
_ESCAPE = re.compile(r"\\([0-9A-Fa-f]{1,6})\s?|\\(.)", re.S)


def css_references(text: str, base: str) -> tuple[str, ...]:
    """Absolute URLs of all that the style sheet `text` at `base` refers to, each once, in order.

    >>> css_references("@import 'a.css'; p {background: url( b.png )}", "http://example.com/s/main.css")
    ('http://example.com/s/a.css', 'http://example.com/s/b.png')
    """
    urls = (join(base, reference) for reference in raw_references(text))
    return tuple(dict.fromkeys(filter(None, urls)))


def raw_references(text: str) -> tuple[str, ...]:
    """What the style sheet `text` refers to, as it stands there, each once."""
    if "url(" not in text and "@import" not in text and "URL(" not in text:
        return ()
    find: Callable[[str], tuple[str, ...]] = _found if len(text) <= CACHED_CHARACTERS else _found.__wrapped__
    return find(text)


@lru_cache(maxsize=64)
def _found(text: str) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for match in _REFERENCE.finditer(_COMMENT.sub(" ", text)):
        reference = next(group for group in match.groups() if group)
        # A fragment alone names a filter or gradient in the same document.
        if not reference.startswith(("data:", "#")):
            found[_unescaped(reference)] = None
        if len(found) >= MAX_REFERENCES:
            break
    return tuple(found)


def _unescaped(reference: str) -> str:
    return _ESCAPE.sub(_character, reference) if "\\" in reference else reference


def _character(match: re.Match[str]) -> str:
    if match[2]:
        return match[2]
    number = int(match[1], 16)
    return chr(number) if 0 < number < 0x110000 and not 0xD800 <= number < 0xE000 else "\ufffd"
