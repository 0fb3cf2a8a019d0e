"""What is done to the bytes of a feed before a parser sees them.

Whoever sends a feed decides what is in it. What goes on from here is text that begins with the feed's root
element, has no document type (so no entities of its own), and holds no more than a parser can take.
"""

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass
from html.entities import html5
from itertools import islice

from thresher.page import decode_content
from thresher.page.charset import codec_of

MAX_BYTES = 8 * 1024 * 1024
"""Longer feeds are cut: feedparser reads 2.5 MB a second, and the longest of 14 real feeds had 2 MB."""
MAX_ITEMS = 5000
MAX_MARKS = 160_000
"""Tags, start and end, and lone '<'. Each costs feedparser 0.01 to 0.05 ms; 5,000 items of 15 elements have 150,000."""
MAX_DEPTH = 1000
"""Inside one item, unclosed tags counted."""
MAX_ATTRIBUTES = 32
"""On one element. feedparser looks each up among all others: 300,000 took more than four minutes."""
ATTRIBUTES_A_MARK = 4
"""So many attributes cost as much as a tag."""
MAX_REFERENCES = 400_000
"""Of characters (`&lt;`), 0.008 ms each; 2 MB of escaped HTML have 60,000."""
MAX_SHORT = 5000
"""Characters of names, dates and addresses. feedparser searches them in time that grows with the square."""
MAX_CATEGORIES = 200
"""Of one item; each is compared with all before."""
HEAD_CHARACTERS = 64 * 1024
"""How far the root element is looked for: warnings of a program may stand before it."""

_TIME_NAMES = frozenset(
    {"pubdate", "lastbuilddate", "ttl", "skiphours", "skipdays", "updateperiod", "updatefrequency", "updatebase",
     "lastmodified", "date", "published", "updated", "issued", "modified", "created", "expirationdate", "valid"}
)  # fmt: skip
_CATEGORIES = frozenset({"category", "subject", "keywords", "tags"})
_SHORT_NAMES = _TIME_NAMES | _CATEGORIES | frozenset(
    {"author", "creator", "name", "email", "contributor", "managingeditor", "webmaster", "publisher", "link", "guid",
     "id", "url", "uri", "comments", "commentrss", "origlink", "language", "generator"}
)  # fmt: skip
_ITEM_NAMES = frozenset({"item", "entry"})
_ROOT = re.compile(r"<(?:[\w.-]{1,40}:)?(rss|feed|rdf)(?=[\s>])[^<>]{0,20000}>", re.I)
_DECLARATION = re.compile(r"<\?xml\b")
_ELEMENT = re.compile(r"<[A-Za-z]")
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.S)
_PROLOGUE = re.compile(r"<!DOCTYPE[^<>\[]*(?:\[.{0,8000}?\]\s*)?>|<\?.{0,2000}?\?>|<!--.{0,4000}?-->", re.S | re.I)
_PAGE = re.compile(r"<(?:!doctype\s+html|html|head|body|urlset|sitemapindex|opml)\b", re.I)
_ENCODING = re.compile(rb"^\s*<\?xml[^>]{0,200}?encoding\s*=\s*[\"']([^\"']{1,40})[\"']")
_CHARSET = re.compile(r"charset\s*=\s*[\"']?\s*([^\s;\"']+)", re.I)
# Characters that XML does not know, and references to them.
_CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]+")
_PARTS = re.compile(r"<!\[CDATA\[(?:.*?\]\]>|.*\Z)|<!--(?:.*?-->|.*\Z)|<[^<>]*>?", re.S)
_NAME = re.compile(r"[A-Za-z_][^\s<>/]*")
_AMPERSANDS = re.compile(
    r"<!\[CDATA\[(?:.*?\]\]>|.*\Z)|&(?:#(?P<number>[0-9]{1,9}|[xX][0-9a-fA-F]{1,8});|(?P<name>[A-Za-z][A-Za-z0-9]{0,31});)?",
    re.S,
)
_XML_NAMES = frozenset({"lt", "gt", "amp", "quot", "apos"})
# Codecs whose text is plain ASCII bytes, so that being valid utf-8 proves nothing.
_SEVEN_BIT = frozenset({"iso2022_jp", "hz"})


@dataclass(frozen=True, slots=True)
class Source:
    """The text of a feed in XML, ready for a parser."""

    text: str
    root: str
    """The start tag of the root element, as it stands."""
    time_elements: tuple[str, ...]
    notes: tuple[str, ...]


def text_of_feed(data: bytes, content_type: str = "") -> tuple[str, tuple[str, ...]]:
    """The characters of a feed, and what was guessed about them.

    What is valid utf-8 is read so, whatever is declared: other text with accents in it never is by chance.
    """
    if data.startswith(b"\x1f\x8b"):
        data = decode_content(data, "gzip", MAX_BYTES).data
    notes = (f"cut at {MAX_BYTES} bytes",) if len(data) > MAX_BYTES else ()
    data = data[:MAX_BYTES]
    if wide := _wide_codec(data):
        return data.decode(wide, "replace").removeprefix("\ufeff"), notes
    declared = _declared(data, content_type)
    if declared in _SEVEN_BIT:
        return data.decode(declared, "replace"), notes
    text, codec = _decoded(data.removeprefix(codecs.BOM_UTF8), declared)
    if codec != (declared or "utf-8") and not text.isascii():
        notes = (*notes, f"declared as {declared or 'utf-8'}, read as {codec}")
    return text, notes


def xml_source(text: str, notes: tuple[str, ...] = ()) -> Source | None:
    """The feed in `text`; None if it is something else."""
    root = _root_in(text)
    if root is None:
        return None
    body = text[root.start() :]
    if _PROLOGUE.sub("", text[: root.start()]).strip():
        notes = (*notes, "something stood before the feed")
    clean = _CONTROLS.sub("", body)
    if len(clean) != len(body):
        notes = (*notes, "control characters left out")
    if clean.count("&") > MAX_REFERENCES:
        clean = _closed(clean[: next(islice(re.finditer("&", clean), MAX_REFERENCES, None)).start()], root[0])
        notes = (*notes, f"cut at {MAX_REFERENCES} references")
    mended = _AMPERSANDS.sub(_mended, clean)
    if mended != clean:
        notes = (*notes, "entities mended")
    tamed, times, more = _tamed(mended, root[0])
    return Source(tamed, root[0], times, (*notes, *more))


def _wide_codec(data: bytes) -> str:
    """The codec of text with two or four bytes a character; empty if it is not such text."""
    marks = (
        (codecs.BOM_UTF32_LE, "utf-32-le"), (codecs.BOM_UTF32_BE, "utf-32-be"), (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"), (b"<\0?\0", "utf-16-le"), (b"\0<\0?", "utf-16-be"),
    )  # fmt: skip
    return next((codec for mark, codec in marks if data.startswith(mark)), "")


def _declared(data: bytes, content_type: str) -> str | None:
    """The codec that header or declaration name; a declaration says 'utf-16' only where it cannot be true."""
    header = _CHARSET.search(content_type)
    inner = _ENCODING.match(data.removeprefix(codecs.BOM_UTF8)[:400])
    labels = [header[1] if header else "", inner[1].decode("ascii", "replace") if inner else ""]
    found = next((codec for label in labels if label and (codec := codec_of(label))), None)
    return None if found in ("utf-16-le", "utf-16-be") else found


def _decoded(data: bytes, declared: str | None) -> tuple[str, str]:
    try:
        return data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        pass
    if declared not in (None, "utf-8"):
        return data.decode(declared, "replace"), declared
    text = data.decode("utf-8", "replace")
    faults = text.count("\ufffd")
    # Some broken characters in text that is utf-8 otherwise, or another charset altogether.
    if 2 * faults < len(text) - sum(map(str.isascii, text)):
        return text, "utf-8 with faults"
    return data.decode("cp1252", "replace"), "cp1252"


def _root_in(text: str) -> re.Match[str] | None:
    """The start tag of a feed's root; None where the document has another."""
    head = text[:HEAD_CHARACTERS]
    found = _ROOT.search(head)
    if found is None:
        return None
    before = _COMMENT.sub("", head[: found.start()])
    declared = list(_DECLARATION.finditer(before))
    if _PAGE.search(before) or (declared and _ELEMENT.search(before, declared[-1].end())):
        return None
    tag, name = found[0].lower(), found[1].lower()
    if name == "rdf":
        return found if "purl.org/rss/1.0" in tag or "netscape.com/rdf/simple" in tag else None
    # Other documents have a <feed> too; a feed of Atom says so, or has entries.
    if name == "feed" and "atom" not in tag and "<entry" not in text[:MAX_BYTES]:
        return None
    return found


def _mended(found: re.Match[str]) -> str:
    """References that XML does not know, as the characters they mean; other ampersands as references."""
    if found[0].startswith("<"):
        return found[0]
    if number := found["number"]:
        point = int(number[1:], 16) if number[0] in "xX" else int(number)
        return found[0] if _is_character(point) else "\ufffd"
    name = found["name"]
    if name in _XML_NAMES:
        return found[0]
    meant = html5.get(f"{name};") if name else None
    return meant.replace("&", "&amp;").replace("<", "&lt;") if meant else "&amp;" + found[0][1:]


def _is_character(point: int) -> bool:
    return point in (9, 10, 13) or 32 <= point < 0xD800 or 0xE000 <= point < 0xFFFE or 0x10000 <= point <= 0x10FFFF


def _tamed(text: str, root: str) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """`text` with limits kept, the names of elements that speak of time, and what was cut."""
    times: dict[str, None] = {}
    replaced: list[tuple[re.Match[str], str]] = []
    items = marks = depth = categories = 0
    notes: list[str] = []
    for tag, name in _tags(text):
        local = name.rpartition(":")[2].lower()
        attributes = tag[0].count("=") if name else 0
        marks += 1 + attributes // ATTRIBUTES_A_MARK
        if local in _ITEM_NAMES:
            items, depth, categories = items + 1, 0, 0
        depth += -1 if tag[0].startswith("</") else bool(name) and not tag[0].endswith("/>")
        if excess := _excess(items, marks, depth):
            notes.append(excess)
            text = _closed(text[: tag.start()], root)
            break
        if local in _TIME_NAMES:
            times[name] = None
        categories += local in _CATEGORIES
        if (local in _CATEGORIES and categories > MAX_CATEGORIES) or (local in _SHORT_NAMES and _is_endless(tag, name)):
            replaced.append((tag, ""))
        elif attributes > MAX_ATTRIBUTES:
            replaced.append((tag, f"<{name}/>" if tag[0].endswith("/>") else f"<{name}>"))
    if replaced:
        notes.append("what was too long or too much left out")
    return _with_tags(text, replaced), tuple(times), tuple(notes)


def _excess(items: int, marks: int, depth: int) -> str:
    """What there is too much of, as a note; empty if all is in bounds."""
    if items > MAX_ITEMS:
        return f"cut at {MAX_ITEMS} items"
    if marks > MAX_MARKS:
        return f"cut at {MAX_MARKS} tags"
    return f"cut where it is nested {MAX_DEPTH} deep" if depth > MAX_DEPTH else ""


def _is_endless(tag: re.Match[str], name: str) -> bool:
    """Whether an element that should be short has no end in sight."""
    return not tag[0].endswith("/>") and tag.string.find(f"</{name}", tag.end(), tag.end() + MAX_SHORT) < 0


def _tags(text: str) -> Iterator[tuple[re.Match[str], str]]:
    """Everything that a parser stops at: start tags with their names, and other marks, without one."""
    for part in _PARTS.finditer(text):
        name = _NAME.match(text, part.start() + 1)
        yield part, name[0] if name else ""


def _with_tags(text: str, replaced: list[tuple[re.Match[str], str]]) -> str:
    """`text` with other tags in place of some."""
    pieces, place = [], 0
    for tag, other in replaced:
        if tag.end() <= len(text):
            pieces += [text[place : tag.start()], other]
            place = tag.end()
    return "".join([*pieces, text[place:]])


def _closed(text: str, root: str) -> str:
    """A text that was cut, up to its last whole item, with the end that was cut off."""
    ends = [text.rfind(end) + len(end) for end in ("</item>", "</entry>") if end in text]
    name = root[1:].split(None, 1)[0].rstrip(">")
    inner = "</channel>" if name.lower() == "rss" else ""
    return f"{text[: max(ends)]}{inner}</{name}>" if ends else text
