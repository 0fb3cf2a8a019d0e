"""Characters that are not seen, or that turn the line around them: spelled out."""

import re

# Control characters except tab and line feed; marks that turn the direction of what stands around them; what is unseen.
_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\ufffe\uffff]"
)
_SURROGATE = re.compile("[\ud800-\udfff]")


def spelled_out(text: str) -> str:
    """A text with its unseen characters spelled out; what is left can stand in XML, too.

    >>> spelled_out("abc\u202exe.txt")
    'abc⟨U+202E⟩xe.txt'
    """
    return _SURROGATE.sub("\ufffd", _UNSEEN.sub(lambda found: f"⟨U+{ord(found[0]):04X}⟩", text))
