"""Whether markup may hide a plain character of an attribute's value.

HTML lets any character be spelled as a reference: `&#112;hpBB` is phpBB. Pages are full of references, but to
characters that need them. Those to letters, digits and the few signs in `PLAIN` are rare (mail addresses hidden from
robots, mostly: 4 of 158 recorded pages), and where there is one, the markup is not what to look at.
"""

from collections import defaultdict
from collections.abc import Iterable
from html.entities import html5

from lxml import etree

from thresher.pattern.needles import PLAIN

IS_TRUSTED = etree.LIBXML_VERSION >= (2, 14)
"""Whether the parser reads attributes as HTML 5 says, so that nothing but a reference changes a plain character.
Earlier ones drop characters that they do not like, and join what stood on both sides."""


def _spelled(numbers: Iterable[str]) -> str:
    """A short expression for some numbers: those that differ in the last digit only are one alternative."""
    last_digits: defaultdict[str, str] = defaultdict(str)
    for number in numbers:
        last_digits[number[:-1]] += number[-1]
    return "|".join(f"{start}[{digits}]" for start, digits in last_digits.items())


# References that stand for no character; to be on the safe side.
_LOST = {*range(0x20), 0x7F} - {0x09, 0x0A, 0x0D}
_CODES = sorted({ord(character) for character in PLAIN} | _LOST)
_DECIMAL = _spelled(map(str, _CODES)) + "|5[5-7][0-9]{3}|[0-9]{7,}"
_HEX = _spelled(f"{code:x}" for code in _CODES) + "|d[89a-f][0-9a-f]{2}|[0-9a-f]{6,}"
_NAMES = sorted(name.rstrip(";") for name, value in html5.items() if set(value) & set(PLAIN))

HIDING = tuple(
    expression.encode()
    for expression in (
        f"&#0*(?:{_DECIMAL})(?:[^0-9]|$)",
        f"&#[xX]0*(?i:{_HEX})(?:[^0-9a-fA-F]|$)",
        *(f"&{name}" for name in _NAMES),
    )
)
"""Regular expressions for references to a plain character, in the dialect that `re` and Hyperscan share."""
