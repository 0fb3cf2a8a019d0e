"""The sort key of a URL in CDX(J) indexes: 'com,example)/path?query'.

pywb looks captures up by this key after making it from the URL a reader typed, so ours must come out the
same to the character; the rules are those of the Internet Archive's canonicaliser as its published test
cases show them, oddities included (an '&' left behind by a session id sorts to the front).
"""

import re
from functools import lru_cache
from urllib.parse import unquote_to_bytes

from thresher.page.address import canonical

_PARTS = re.compile(r"https?://([^/?]+)([^?]*)\??(.*)", re.DOTALL)
_WWW = re.compile(r"www\d*\.")
_SLASHES = re.compile(r"/{2,}")
# ASP.NET without cookies puts its session id, or several, into a folder of its own.
_PATH_SESSION = re.compile(r"^(.*/)(?:\((?:[a-z]\([0-9a-z]{24}\))+\)|\([0-9a-z]{24}\))/([^?]+\.aspx.*)$", re.I)
_QUERY_SESSIONS = tuple(
    re.compile(rf"^(.*){session}(?:&(.*))?$", re.I | re.DOTALL)
    for session in (
        r"jsessionid=[0-9a-z]{32}",
        r"phpsessid=[0-9a-z]{32}",
        r"sid=[0-9a-z]{32}",
        r"aspsessionid[a-z]{8}=[a-z]{24}",
        r"cfid=[^&]+&cftoken=[^&]+",
    )
)
# Printable ASCII stands for itself in a key, but for the space, '#' and '%'.
_SPELLING = tuple(chr(b) if 0x20 < b < 0x7F and b not in b"#%" else f"%{b:02x}" for b in range(256))


@lru_cache(maxsize=1 << 12)
def surt(url: str) -> str:
    """The index key of `url`; `url` itself where it is no web address ('dns:', 'warcinfo:').

    >>> surt("http://www.Example.com:80/Goo/?b=2&a=1&sid=0123456789abcdef0123456789abcdef")
    'com,example)/goo?&a=1&b=2'
    """
    whole = canonical(url)
    found = _PARTS.match(whole) if whole else None
    if not found:
        return url or "-"
    query = _query_key(found[3])
    return f"{_host_key(found[1])}){_path_key(found[2])}" + (f"?{query}" if query else "")


def _host_key(host: str) -> str:
    name, port = (host, "") if host.startswith("[") else (host.partition(":")[0], host.partition(":")[2])
    name = _WWW.sub("", name, count=1) if _WWW.match(name) else name
    return ",".join(reversed(name.split("."))) + (f":{port}" if port else "")


def _path_key(path: str) -> str:
    path = _SLASHES.sub("/", _plain(path))
    found = _PATH_SESSION.match(path)
    path = (found[1] + found[2] if found else path).lower()
    return path[:-1] if path.endswith("/") and path != "/" else path


def _query_key(query: str) -> str:
    query = _plain(query)
    for pattern in _QUERY_SESSIONS:
        found = pattern.match(query)
        if found:
            query = found[1] + (found[2] or "")
    pairs = sorted(tuple(pair.split("=", 1)) for pair in query.lower().split("&"))
    return "&".join("=".join(pair) for pair in pairs)


def _plain(text: str) -> str:
    """`text` unescaped until nothing changes, then escaped as little as can be."""
    if "%" not in text:
        return text
    raw = text.encode("ascii", "replace")
    # Each round shortens the text, so this ends; nobody nests escapes deeper than a handful.
    while (plainer := unquote_to_bytes(raw)) != raw:
        raw = plainer
    return "".join(_SPELLING[octet] for octet in raw)
