"""What a style sheet loads: `url(…)` and `@import`."""

import re

from thresher.page.address import join

# One style sheet with more references than this is a trap or generated data; real ones stay below 1,000.
MAX_REFERENCES = 10_000

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
    if "url(" not in text and "@import" not in text and "URL(" not in text:
        return ()
    found: dict[str, None] = {}
    for match in _REFERENCE.finditer(_COMMENT.sub(" ", text)):
        reference = next(group for group in match.groups() if group)
        # A fragment alone names a filter or gradient in the same document.
        url = None if reference.startswith(("data:", "#")) else join(base, _unescaped(reference))
        if url:
            found[url] = None
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
