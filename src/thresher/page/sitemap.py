"""Sitemaps (sitemaps.org): the addresses a site wants read, as XML, as an index of others, or as text."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from lxml import etree

from thresher.page.address import canonical
from thresher.page.charset import charset_of, text_of
from thresher.page.decode import decode_content

# The protocol allows 50,000 addresses and 50 MB a file.
MAX_ENTRIES = 50_000
MAX_BYTES = 50 * 1024 * 1024
MAX_DATE = 40
"""Characters of a date: the longest of ISO 8601 has 35."""
HEAD = 4096
"""Bytes in which the first element is looked for, behind a declaration, a style sheet and a comment."""
_ROOT = re.compile(rb"<(?:[\w.-]{1,40}:)?(?:urlset|sitemapindex)[\s/>]", re.I)


@dataclass(frozen=True, slots=True)
class Sitemap:
    """Addresses of pages, and of further sitemaps; each once, in order."""

    pages: tuple[str, ...] = ()
    children: tuple[str, ...] = ()
    modified: Mapping[str, str] = field(default_factory=dict)
    """Of pages and sitemaps: when they were last changed, as far as it is said, in the words of the sitemap."""
    is_other: bool = False
    """Whether it is something else: a feed, a page. A sitemap may list nothing, and still is one."""


def read_sitemap(data: bytes) -> Sitemap:
    """What a sitemap lists; nothing if it is none. Never raises, never loads anything.

    `data` has its content coding off; a `.xml.gz` file that was sent as a file is unfolded here.
    """
    if data.startswith(b"\x1f\x8b"):
        data = decode_content(data, "gzip", MAX_BYTES).data
    data = data[:MAX_BYTES].lstrip(b"\xef\xbb\xbf \t\r\n")
    if data.startswith(b"<"):
        return _from_xml(data)
    pages = _from_text(data)
    return Sitemap(pages, is_other=bool(data) and not pages)


def _from_xml(data: bytes) -> Sitemap:
    # Entities stay unresolved and no DTD is loaded: a sitemap has no use for either, an attacker has.
    parser = etree.XMLPullParser(
        events=("end",),
        recover=True,
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
    )
    pages: dict[str, None] = {}
    children: dict[str, None] = {}
    modified: dict[str, str] = {}
    try:
        for start in range(0, len(data), 1 << 16):
            parser.feed(data[start : start + (1 << 16)])
            _collect(parser, pages, children, modified)
            if len(pages) + len(children) >= MAX_ENTRIES:
                break
    except etree.LxmlError:
        pass  # beyond recovery: what was read so far stands
    is_other = not pages and not children and not _ROOT.search(data, 0, HEAD)
    return Sitemap(tuple(pages)[:MAX_ENTRIES], tuple(children)[:MAX_ENTRIES], modified, is_other)


def _collect(
    parser: etree.XMLPullParser, pages: dict[str, None], children: dict[str, None], modified: dict[str, str]
) -> None:
    for _, element in parser.read_events():
        assert isinstance(element, etree._Element)  # only 'end' events were asked for
        parent = element.getparent()
        name, holder = _local_name(element), _local_name(parent)
        if name == "loc" and holder in ("url", "sitemap"):
            url = canonical(element.text or "")
            if url:
                (children if holder == "sitemap" else pages)[url] = None
                _note_date(parent, modified)
        elif name == "lastmod" and holder in ("url", "sitemap"):
            _note_date(parent, modified)
        elif name in ("url", "sitemap") and parent is not None:
            element.clear()
            del parent[:-1]  # a file of 50 MB never stands in memory as a tree


def _note_date(entry: etree._Element | None, modified: dict[str, str]) -> None:
    """When what an entry names was changed; it may be said before or after the address."""
    texts = {_local_name(child): (child.text or "").strip() for child in entry} if entry is not None else {}
    url = canonical(texts.get("loc", ""))
    if url and (date := texts.get("lastmod")):
        modified[url] = date[:MAX_DATE]


def _local_name(element: etree._Element | None) -> str:
    tag = None if element is None else element.tag
    return tag.rpartition("}")[2].lower() if isinstance(tag, str) else ""


def _from_text(data: bytes) -> tuple[str, ...]:
    """One address a line; anything else makes it not a sitemap."""
    if b"\x00" in data[:1024]:
        return ()
    found: dict[str, None] = {}
    for line in text_of(data, charset_of(data, None)).splitlines():
        url = canonical(line) if line.strip() else None
        if url:
            found[url] = None
        elif line.strip() and not found:
            return ()
        if len(found) >= MAX_ENTRIES:
            break
    return tuple(found)
