"""URLs as strings: one spelling for each address, and what a reference on a page points at.

Every other room compares URLs with `==`, so all that enters passes through `canonical` or `join` once.
The rules are those of browsers (WHATWG URL) where sites depend on them, and of RFC 3986 §6.2.2 for the
spelling. Strings in, strings out: a crawl decides on fifty links for each one it asks for, and `urlsplit`
costs ten times what the common case costs here.
"""

import ipaddress
import re
import socket
from functools import lru_cache

import idna

LONG_URL = 4000
"""From here on spellings are not kept: a megabyte of `data:` in each link must not fill the memory."""

_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_DEFAULT_PORTS = {"http": "80", "https": "443"}

# Already canonical, nine links out of ten: no escapes, no port, no upper-case host, nothing to resolve.
# The path has no dot behind a slash, so dot segments go to the thorough way.
_CLEAN = re.compile(
    r"https?://(?=[a-z0-9.-]*[a-z]/)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*"
    r"(?:/(?!\.)[A-Za-z0-9\-._~!$&'()*+,;=:@]*)+(?:\?[A-Za-z0-9\-._~!$&'()*+,;=:@/?]+)?"
)
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.\-]*):")
_ORIGIN = re.compile(r"(https?)://([^/?#]+)")
_EDGES = "".join(map(chr, range(0x21)))
_INNER = str.maketrans("", "", "\t\n\r")
_HOST_CHARACTERS = re.compile(r"[a-z0-9_.\-]+")
_ILLEGAL_IN_PATH = re.compile(r"[^A-Za-z0-9\-._~!$&'()*+,;=:@/%]+|%(?![0-9A-Fa-f]{2})")
_ILLEGAL_IN_QUERY = re.compile(r"[^A-Za-z0-9\-._~!$&'()*+,;=:@/?%]+|%(?![0-9A-Fa-f]{2})")
_FILE = re.compile(r"\.\w{1,8}$")
_ESCAPE = re.compile(r"%([0-9A-Fa-f]{2})")


def canonical(url: str, charset: str = "utf-8") -> str | None:
    """The one spelling of `url`; None if it is not an http address, or hopeless.

    Fragment and user name are dropped, the host is in punycode and lower case, default ports and dot
    segments are gone, escapes are spelled one way; parameters keep their order. `charset` is that of the
    page the URL stood on: browsers encode what is not ASCII in a query with it.

    >>> canonical("HTTP://Example.COM:80/a/./b/../%7euser?q=ü#top")
    'http://example.com/a/~user?q=%C3%BC'
    """
    if _CLEAN.fullmatch(url):
        return url
    return _spelled(url, charset) if len(url) < LONG_URL else _spelled.__wrapped__(url, charset)


def join(base: str, href: str, charset: str = "utf-8") -> str | None:
    """What `href` on the page `base` points at, canonical; None where that is no web address.

    Never raises, whatever stands in `href`.

    >>> join("http://example.com/a/b?c", "../d#e"), join("http://example.com/", "mailto:me@example.com")
    ('http://example.com/d', None)
    """
    if _CLEAN.fullmatch(href):
        return href
    href = _tidied(href)
    if href.startswith(("http://", "https://")):
        return canonical(href, charset)
    place = _place(base)
    named = _SCHEME.match(href)
    if place is None:
        return canonical(href, charset) if named else None
    if named:
        # 'http:page.html' on an http page is relative, as in browsers; every other scheme stands alone.
        if named[1].lower() != place[0] or href[named.end() :].startswith(("//", "\\\\")):
            return canonical(href, charset)
        href = href[named.end() :]
    return canonical(_resolved(place, href.replace("\\", "/") if "\\" in href else href), charset)


def host_of(url: str) -> str:
    """Host and port as they stand in `url`, lower case; empty if there is none."""
    found = _ORIGIN.match(url)
    return found[2].rpartition("@")[2].lower() if found else ""


def origin_of(url: str) -> str:
    """Scheme and host: 'https://example.com:8080'; empty if `url` is not canonical."""
    found = _ORIGIN.match(url)
    return found[0] if found else ""


def _tidied(href: str) -> str:
    """`href` without its fragment, and without the white space that browsers overlook."""
    href = href.strip(_EDGES)
    if "\n" in href or "\r" in href or "\t" in href:
        href = href.translate(_INNER)
    if "#" not in href:
        return href
    bare = href.partition("#")[0]
    # White space before the fragment belongs to the address; an empty fragment keeps it from the next stripping.
    return bare + "#" if bare and bare[-1] in _EDGES else bare


def _resolved(place: tuple[str, str, str, str], href: str) -> str:
    scheme, origin, path, folder = place
    if not href:
        return origin + path
    if href.startswith("//"):
        return f"{scheme}:{href}"
    if href[0] == "/":
        return origin + href
    if href[0] == "?":
        return origin + path.partition("?")[0] + href
    # phpBB and its like write './page.php' everywhere: spares them the thorough way.
    return origin + folder + (href[2:] if href.startswith("./") else href)


@lru_cache(maxsize=256)
def _place(base: str) -> tuple[str, str, str, str] | None:
    """Scheme, origin, path with query, and folder of a page; many links share one base."""
    whole = canonical(base)
    found = _ORIGIN.match(whole) if whole else None
    if not whole or not found:
        return None
    path = whole[found.end() :]
    folder = path.partition("?")[0].rpartition("/")[0] + "/"
    return found[1], found[0], path, folder


@lru_cache(maxsize=1 << 14)
def _spelled(url: str, charset: str) -> str | None:
    """The thorough way of `canonical`."""
    text = url.strip(_EDGES).translate(_INNER)
    named = _SCHEME.match(text)
    scheme = named[1].lower() if named else ""
    if not named or scheme not in _DEFAULT_PORTS:
        return None
    rest, _, query = text[named.end() :].partition("#")[0].partition("?")
    authority, _, path = rest.replace("\\", "/").lstrip("/").partition("/")
    host = _host(authority.rpartition("@")[2], _DEFAULT_PORTS[scheme])
    if host is None:
        return None
    path = _without_dots(_escaped("/" + path, _ILLEGAL_IN_PATH, "utf-8"))
    query = _escaped(query, _ILLEGAL_IN_QUERY, charset)
    return f"{scheme}://{host}{path}?{query}" if query else f"{scheme}://{host}{path}"


def _host(authority: str, default_port: str) -> str | None:
    """Host in punycode, with its port unless that is the default; None if no such host can exist."""
    if authority.startswith("["):
        name, _, port = authority.partition("]")
        name, port = name + "]", port.removeprefix(":")
    else:
        name, _, port = authority.partition(":")
    name_or_none = _ipv6(name) if name.startswith("[") else _host_name(name)
    if name_or_none is None or not (port == "" or (port.isascii() and port.isdigit())):
        return None
    port = port.lstrip("0") or ("0" if port else "")
    if port in ("", default_port):
        return name_or_none
    return f"{name_or_none}:{port}" if len(port) <= 5 and int(port) < 65536 else None


def _host_name(name: str) -> str | None:
    if "%" in name:
        name = (
            _ESCAPE.sub(lambda found: chr(int(found[1], 16)), name)
            .encode("latin-1", "replace")
            .decode("utf-8", "replace")
        )
    name = name.lower().rstrip(".")
    if not name.isascii():
        name = _punycode(name)
    if not name or len(name) > 253 or ".." in name or name[0] == "." or not _HOST_CHARACTERS.fullmatch(name):
        return None
    return _ipv4(name) if name.rpartition(".")[2][:1].isdigit() else name


def _punycode(name: str) -> str:
    """`name` in ASCII; empty where it is no domain name."""
    try:
        return idna.encode(name, uts46=True).decode("ascii").rstrip(".")
    except (idna.IDNAError, UnicodeError, ValueError, IndexError):
        return ""


def _ipv4(name: str) -> str | None:
    """A host whose last label begins with a digit is an IPv4 address in one of its spellings, or a name.

    Browsers read 2130706433 and 0x7f.1 as 127.0.0.1; so does `inet_aton`. One spelling keeps a check for
    private networks from being fooled.
    """
    try:
        return socket.inet_ntoa(socket.inet_aton(name))
    except OSError:
        last = name.rpartition(".")[2]
        return None if last.isdigit() or re.fullmatch(r"0x[0-9a-f]*", last) else name


def _ipv6(name: str) -> str | None:
    try:
        return f"[{ipaddress.IPv6Address(name[1:-1]).compressed}]"
    except ValueError:
        return None


def _escaped(text: str, illegal: re.Pattern[str], charset: str) -> str:
    """`text` with each escape spelled one way and everything illegal escaped."""
    text = illegal.sub(lambda found: _octets(found[0], charset), text)
    return _ESCAPE.sub(_respelled, text) if "%" in text else text


def _octets(text: str, charset: str) -> str:
    try:
        raw = text.encode(charset, "xmlcharrefreplace")
    except (LookupError, UnicodeError):
        raw = text.encode("utf-8", "replace")
    return "".join(f"%{octet:02X}" for octet in raw)


def _respelled(found: re.Match[str]) -> str:
    character = chr(int(found[1], 16))
    return character if character in _UNRESERVED else found[0].upper()


def _without_dots(path: str) -> str:
    """`path` with '.' and '..' segments resolved (RFC 3986 §5.2.4); '..' at the top goes nowhere."""
    if "/." not in path:
        return path
    kept: list[str] = []
    segments = path.split("/")[1:]
    for segment in segments:
        if segment == "..":
            del kept[-1:]
        elif segment != ".":
            kept.append(segment)
    if segments[-1] in (".", ".."):
        kept.append("")
    return "/" + "/".join(kept)


def other_spelling(url: str) -> str:
    """The address with a slash at the end of its path if it has none, else without; empty for a front page, a file.

    >>> other_spelling("http://b.example/pears?draft=1"), other_spelling("http://b.example/pears/")
    ('http://b.example/pears/?draft=1', 'http://b.example/pears')
    """
    place, mark, query = url.partition("?")
    if place.rstrip("/") == origin_of(url) or _FILE.search(place.rpartition("/")[2]) or place.endswith("//"):
        return ""
    return (place.removesuffix("/") if place.endswith("/") else f"{place}/") + mark + query
