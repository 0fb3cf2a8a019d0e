"""Which characters the bytes of a page stand for, decided as browsers decide it.

Order: byte order mark, HTTP header, `<meta>`, and then utf-8 if the bytes allow it, else windows-1252.
Labels follow the WHATWG encoding standard: what says latin1 means windows-1252 on the web.
"""

import codecs
import re
from functools import lru_cache

# The standard looks at 1,024 bytes; real pages put comments and scripts first (4 KB holds them all but one
# in a thousand), and looking further costs nothing.
META_SCAN_BYTES = 4096

_BOMS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
_LABEL = re.compile(r"[a-z0-9][a-z0-9_:.+\-]{0,39}")
_HEADER = re.compile(r"charset\s*=\s*[\"']?\s*([^\s;\"']+)", re.I)
_META = re.compile(rb"<meta\b[^>]*?charset\s*=\s*[\"']?\s*([A-Za-z0-9_:.+\-]+)", re.I)
_COMMENT = re.compile(rb"<!--.*?(?:-->|\Z)", re.S)

# Labels of the web that Python does not know, or knows as something else.
_WEB_LABELS = {
    "x-sjis": "cp932", "windows-31j": "cp932", "x-gbk": "gb18030", "x-cp1250": "cp1250", "x-cp1251": "cp1251",
    "x-cp1252": "cp1252", "x-euc-jp": "euc_jp", "x-x-big5": "big5hkscs", "x-mac-cyrillic": "mac-cyrillic",
    "x-mac-roman": "mac-roman", "macintosh": "mac-roman", "windows-949": "cp949", "ks_c_5601-1987": "cp949",
    "korean": "cp949", "dos-874": "cp874", "windows-874": "cp874", "logical": "iso8859-8",
    "iso-8859-8-i": "iso8859-8", "iso-8859-8-e": "iso8859-8", "visual": "iso8859-8",
    "unicode-1-1-utf-8": "utf-8", "x-unicode20utf8": "utf-8", "unicode": "utf-16-le", "ucs-2": "utf-16-le",
    "x-user-defined": "cp1252",
}  # fmt: skip
# Python's name of a codec → the one browsers use for it. Only these: 'unicode_escape' or 'utf-7' in a header
# must not decide how a page is read.
_CODECS = {
    "utf-8": "utf-8", "utf-16": "utf-16-le", "utf-16-le": "utf-16-le", "utf-16-be": "utf-16-be",
    "ascii": "cp1252", "iso8859-1": "cp1252", "cp1252": "cp1252", "iso8859-9": "cp1254", "cp1254": "cp1254",
    "tis-620": "cp874", "iso8859-11": "cp874", "cp874": "cp874", "gb2312": "gb18030", "gbk": "gb18030",
    "gb18030": "gb18030", "hz": "hz", "big5": "big5hkscs", "big5hkscs": "big5hkscs", "cp950": "big5hkscs",
    "euc_jp": "euc_jp", "shift_jis": "cp932", "cp932": "cp932", "iso2022_jp": "iso2022_jp", "euc_kr": "cp949",
    "cp949": "cp949", "koi8-r": "koi8-r", "koi8-u": "koi8-u", "cp866": "cp866", "mac-roman": "mac-roman",
    "mac-cyrillic": "mac-cyrillic", "cp1250": "cp1250", "cp1251": "cp1251", "cp1253": "cp1253",
    "cp1255": "cp1255", "cp1256": "cp1256", "cp1257": "cp1257", "cp1258": "cp1258",
    **{f"iso8859-{n}": f"iso8859-{n}" for n in (2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16)},
}  # fmt: skip


def charset_of(data: bytes, content_type: str | None) -> str:
    """Python's name of the codec that reads `data`; always one that exists.

    >>> charset_of(b"caf\\xe9", "text/html; charset=ISO-8859-1"), charset_of(b"caf\\xc3\\xa9", None)
    ('cp1252', 'utf-8')
    """
    for mark, name in _BOMS:
        if data.startswith(mark):
            return name
    named = _HEADER.search(content_type or "")
    return (codec_of(named[1]) if named else None) or _meta_charset(data) or _guessed(data)


def text_of(data: bytes, charset: str) -> str:
    """`data` as text; what the charset cannot explain becomes U+FFFD. A byte order mark is dropped."""
    return data.decode(charset, "replace").removeprefix("\ufeff")


@lru_cache(maxsize=256)
def codec_of(label: str) -> str | None:
    """The codec browsers use for a charset label; None if they would not know it."""
    label = label.strip().lower()
    if not _LABEL.fullmatch(label):
        return None
    try:
        name = codecs.lookup(_WEB_LABELS.get(label, label)).name
    except (LookupError, ValueError):
        return None
    return _CODECS.get(name)


def _meta_charset(data: bytes) -> str | None:
    head = _COMMENT.sub(b"", data[:META_SCAN_BYTES])
    found = _META.search(head)
    name = codec_of(found[1].decode("ascii")) if found else None
    # Whoever can read this tag byte by byte is not reading utf-16, whatever it says.
    return "utf-8" if name in ("utf-16-le", "utf-16-be") else name


def _guessed(data: bytes) -> str:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as fault:
        # A payload cut at a limit may end inside a character; then there are whole ones before it.
        is_cut = fault.start >= len(data) - 3 and not data[: fault.start].isascii()
        return "utf-8" if is_cut else "cp1252"
    return "utf-8"
