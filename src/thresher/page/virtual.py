"""The virtual document that patterns are searched in (AAH §3): a page with its address and its HTTP data.

Beside the HTML there is a small tree of what the server said:

    url[@href][@scheme][@host][@port][@path][@query][@fragment]
      param[@name][@value]       one a parameter of the query, unescaped
    status[@code]
    header[@name][@value]        one a header line, the name in lower case
    cookie[@name][@value]        one a Set-Cookie line

A part that the address does not have has no attribute.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from itertools import chain
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from lxml import etree

from thresher.model import Capture, Page
from thresher.model.capture import written_at

Facts = tuple[str, dict[str, str]]
"""The tag of a metadata element, and its attributes."""

# What XML, and so lxml, cannot hold.
_ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
# Where parts of an address are not simply parts of its string.
_ODD = re.compile(r"[^!-$&-*,-@\[-~]")
_URL_PARTS = ("scheme", "path", "query", "fragment")


@dataclass(frozen=True, slots=True)
class VirtualDocument:
    """A page as patterns see it. Every part may be missing: a saved HTML file has only a tree.

    >>> document = VirtualDocument(url="http://b.example/viewtopic.php?t=7", headers=(("Server", "nginx"),))
    >>> etree.tostring(document.metadata[0][0]), document.metadata_values.count(b"nginx")
    (b'<param name="t" value="7"/>', 1)
    """

    root: etree._Element | None = field(default=None, repr=False)
    """The root element of the HTML tree."""
    url: str = ""
    status: int | None = None
    headers: tuple[tuple[str, str], ...] = ()
    source: bytes = field(default=b"", repr=False)
    """The UTF-8 bytes that `root` was parsed from, exactly those; looking things up is cheaper with them."""
    _made: dict[str, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    @classmethod
    def of(cls, page: Page | None, capture: Capture, source: bytes = b"") -> "VirtualDocument":
        """That of a capture, and of the page that was read from it if it was one."""
        root = page.tree if page is not None else None
        known = source or (page.source if page is not None else b"")
        return cls(root, capture.url, capture.status, capture.headers, known if root is not None else b"")

    def written_at(self, fetched: datetime) -> datetime:
        """When the server wrote the page, by its own clock; `fetched` where it does not say."""
        return written_at(self.headers, fetched)

    @property
    def metadata(self) -> etree._Element | None:
        """An element with `url`, `status`, headers and cookies as children; None if nothing is known."""
        if "metadata" not in self._made:
            self._made["metadata"] = _tree(list(_facts(self)))
        found: etree._Element | None = self._made["metadata"]
        return found

    @property
    def metadata_values(self) -> bytes:
        """Every attribute value of `metadata` is in here somewhere, but for the case of ASCII letters.

        Made without the tree, for few documents need that: a tenth of its cost.
        """
        parts = [self.url, str(self.status), *chain.from_iterable(self.headers)]
        if _ODD.search(self.url):
            parts += (value for _, attributes in _url_facts(_legal(self.url)) for value in attributes.values())
        joined = " ".join(parts)
        if not joined.isascii():
            joined += " ".join(name.lower() for name, _ in self.headers)
        return _legal(joined).encode()

    @property
    def text(self) -> bytes:
        """The text of all elements in UTF-8, scripts included, markup left out; made once."""
        if "text" not in self._made:
            # What stands behind </html> is in html elements beside the root.
            tops = [] if self.root is None else [self.root, *self.root.itersiblings("*")]
            self._made["text"] = b"".join([etree.tostring(top, method="text", encoding="utf-8") for top in tops])
        text: bytes = self._made["text"]
        return text


def _facts(document: VirtualDocument) -> Iterator[Facts]:
    if document.url:
        yield from _url_facts(_legal(document.url))
    if document.status is not None:
        yield "status", {"code": str(document.status)}
    for name, value in document.headers:
        name, value = _legal(name).lower(), _legal(value)
        yield "header", {"name": name, "value": value}
        if name == "set-cookie":
            cookie, _, content = value.partition(";")[0].partition("=")
            yield "cookie", {"name": cookie.strip(), "value": content.strip()}


def _url_facts(url: str) -> Iterator[Facts]:
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:  # an impossible port, half an IPv6 address
        yield "url", {"href": url}
        return
    named = {"href": url} | {name: value for name in _URL_PARTS if (value := getattr(parts, name))}
    named |= {"host": host} if host else {}
    named |= {"port": str(port)} if port is not None else {}
    yield "url", named
    for name, value in parse_qsl(parts.query, keep_blank_values=True, errors="replace"):
        yield "param", {"name": _legal(name), "value": _legal(value)}


def _tree(facts: list[Facts]) -> etree._Element | None:
    if not facts:
        return None
    top = etree.Element("http")
    url = top
    for tag, attributes in facts:
        made = etree.SubElement(url if tag == "param" else top, tag, attributes)
        url = made if tag == "url" else url
    return top


def _legal(text: str) -> str:
    return text if text.isprintable() else _ILLEGAL.sub("\ufffd", text)
