"""Is it HTML? Servers say so in a header, and are wrong often enough to look at the first bytes."""

import re

HTML_TYPES = frozenset({"text/html", "application/xhtml+xml", "application/vnd.wap.xhtml+xml"})
# Types that say nothing: a missing header, and what servers send when they do not know.
UNSURE_TYPES = frozenset(
    {"", "*/*", "text/plain", "text/xml", "application/xml", "application/octet-stream", "unknown/unknown",
     "application/unknown", "application/x-unknown-content-type"}
)  # fmt: skip

_LEAD = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]{0,300}>\s*)?(?:<!--.{0,2000}?-->\s*)*", re.S)
_HTML_START = re.compile(rb"<(?:!doctype\s+html|html|head|body)\b", re.I)
# What the WHATWG sniffing standard (§7.1) counts as HTML when no type was given.
_MARKUP_START = re.compile(
    rb"<(?:script|iframe|h1|div|font|table|a|style|title|b|br|p|meta|link|ul|center|frameset)[\s>]", re.I
)
_FEED_START = re.compile(rb"<(?:rss|feed|rdf:rdf|urlset|sitemapindex|opml)\b", re.I)
_BINARY_STARTS = (
    *(b"%PDF-", b"\x89PNG", b"GIF8", b"\xff\xd8\xff", b"RIFF", b"ID3", b"OggS", b"\x1aE\xdf\xa3"),
    *(b"PK\x03\x04", b"\x1f\x8b", b"\x00\x00\x00\x18ftyp", b"\x00\x00\x00\x20ftyp", b"wOFF", b"wOF2"),
)


def is_html(mime: str, data: bytes) -> bool:
    """Whether `data`, sent as `mime`, should be read as HTML.

    A declared HTML type is believed unless the bytes are plainly a feed or a file; an unsure type needs
    markup at the start.
    """
    head = data[:4096]
    if mime in HTML_TYPES:
        return not head.startswith(_BINARY_STARTS) and not _FEED_START.match(_behind_lead(head))
    if mime not in UNSURE_TYPES:
        return False
    start = _behind_lead(head)
    return bool(_HTML_START.match(start)) or (mime == "" and bool(_MARKUP_START.match(start)))


def _behind_lead(head: bytes) -> bytes:
    lead = _LEAD.match(head)
    return head[lead.end() :] if lead else head
