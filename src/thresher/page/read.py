"""Capture → Page: decoded, parsed once, read in one walk.

What a server sends is not to be trusted: each step has a limit of its own, and whatever comes, a page or
None goes out, never an exception.
"""

import codecs
import re
from itertools import islice

from lxml import etree

from thresher.model import Capture, CrawlSettings, Page, Resources
from thresher.page.address import canonical, join
from thresher.page.charset import charset_of, text_of
from thresher.page.decode import decode_content
from thresher.page.noscript import show_noscript
from thresher.page.references import resolved_links, resolved_resources
from thresher.page.sniff import is_html
from thresher.page.walk import Walk

MAX_ELEMENTS = 1_000_000
"""A tree of that many takes 150 MB and 2 s; the longest thread page we know has 120,000."""
MAX_ATTRIBUTES = 200
"""On one element. libxml2 compares each with all others: 100,000 took 13 s."""
LONG_TAG_CHARACTERS = 3000
LONG_PAGE_CHARACTERS = 256 * 1024
"""Where tags are counted out before parsing. Below, and with no long tag in sight, it would double the cost
of reading, and the worst a page can do is 2 s."""

# XML forbids them, so libxml2 might stop there.
_CONTROLS = bytes({*range(32), 127} - {*b"\t\n\f\r"})
_LONG_TAG = re.compile(rf"<[a-zA-Z](?>[^>]{{{LONG_TAG_CHARACTERS}}})")
_ATTRIBUTE = r"""(?>[\s/]*[^\s/>=][^\s/>=]*+(?:\s*=\s*(?:"[^"]*+"|'[^']*+'|[^\s>"'][^\s>]*+))?)"""
_TAG = re.compile(
    rf"(<[a-zA-Z][^\s/>]*+{_ATTRIBUTE}{{{MAX_ATTRIBUTES}}}){_ATTRIBUTE}++|<[a-zA-Z][^\s/>]*+{_ATTRIBUTE}*+"
)
# For documents nested beyond what the parser takes: only what carries text, links or resources stays.
_KEPT_WHEN_FLAT = (
    "a|area|frame|iframe|link|meta|base|title|style|script|input|img|source|video|audio|track|embed|object"
    "|noscript|template"
)
_NESTING = re.compile(rf"</?(?!(?:{_KEPT_WHEN_FLAT})[\s/>])[a-zA-Z][^<>]*>")
_OUTERMOST = (("<html", "<HTML"), ("<body", "<BODY"))
_LINK_HEADER = re.compile(r"<([^<>]*)>\s*;[^,]*\brel\s*=\s*\"?[^\",;]*\bcanonical\b", re.I)


def read_page(capture: Capture, settings: CrawlSettings) -> Page | None:
    """The page in `capture`; None if it is not HTML.

    Never raises. What was cut or guessed is in `notes`. Where `settings` want no resources, styles are not searched
    for them.
    """
    decoded = decode_content(capture.payload, capture.header("content-encoding"), settings.max_page_bytes)
    if not is_html(capture.mime, decoded.data):
        return None
    charset = charset_of(decoded.data, capture.header("content-type"))
    text = text_of(decoded.data, charset)
    source, notes = _tamed(text)
    is_as_sent = source is text and _is_plain(decoded.data, text, charset)
    root, octets, note = _parsed(source, decoded.data if is_as_sent else source.encode("utf-8", "replace"))
    walk = _walked(source, root, settings)
    if walk.is_cut:
        note = (*note, f"links cut at {settings.max_links}")
    return _assembled(capture, walk, charset, (*decoded.notes, *notes, *note), root, octets)


def _walked(source: str, root: etree._Element | None, settings: CrawlSettings) -> Walk:
    """All that is on the page; where that turns out to be said in `noscript`, it is shown and walked again."""
    walk = Walk(source, settings.max_links, with_styles=settings.resources is not Resources.NONE)
    if root is None:
        return walk
    walk.run(root)
    if walk.noscripts and show_noscript(root, walk.noscripts):
        return _walked(source, root, settings)
    return walk


def read_tree(data: bytes, url: str, content_type: str = "text/html") -> Page:
    """A page of which nothing but its tree is wanted: parsed as `read_page` does it, its links not looked for."""
    charset = charset_of(data, content_type)
    source, notes = _tamed(text_of(data, charset))
    root, octets, note = _parsed(source, source.encode("utf-8", "replace"))
    if root is not None:
        show_noscript(root, root.iter("noscript"))
    return Page(url, "", (), (), notes=(*notes, *note), tree=root, source=octets if root is not None else b"")


def _assembled(
    capture: Capture, walk: Walk, charset: str, notes: tuple[str, ...], root: etree._Element | None, octets: bytes
) -> Page:
    url = canonical(capture.url) or capture.url
    base = (join(url, walk.base) if walk.base else None) or url
    refresh = join(base, walk.refresh, charset) if walk.refresh else None
    robots = walk.robots | _robots_header(capture)
    return Page(
        url=url,
        title=walk.title,
        links=resolved_links(walk.links, base, charset),
        resources=resolved_resources(walk.resources, walk.styles, base, charset, walk.room),
        canonical=_canonical(capture, walk, base, charset),
        refresh=refresh if refresh != url else None,
        is_nofollow=not robots.isdisjoint(("nofollow", "none")),
        is_noindex=not robots.isdisjoint(("noindex", "none")),
        has_password_field=walk.has_password_field,
        lines=tuple(walk.lines),
        notes=notes,
        tree=root,
        source=octets if root is not None else b"",
    )


def _tamed(source: str) -> tuple[str, tuple[str, ...]]:
    """`source` without what would make the parser slow or blind, and what was taken out."""
    source = _ended_last(_left_open(source))
    if len(source) < LONG_PAGE_CHARACTERS and not (_has_long_runs(source) and _LONG_TAG.search(source)):
        return source, ()
    notes: list[str] = []
    if source.count("<") > MAX_ELEMENTS:
        source = source[: next(islice(re.finditer("<", source), MAX_ELEMENTS, None)).start()]
        notes.append(f"cut at {MAX_ELEMENTS} elements")
    crowded = [match for match in _TAG.finditer(source) if match[1]]
    if crowded:
        notes.append(f"attributes cut at {MAX_ATTRIBUTES} an element")
        source = _without_tails(source, crowded)
    return source, tuple(notes)


def _left_open(source: str) -> str:
    """`source` with `<html/>` and `<body/>` not closed at once. HTML does not know the slash, browsers leave it out;
    libxml2 ends the whole document there. Found by plain words, which stand at the top of most pages: an expression
    takes 3 % of reading a page, and so does looking for both spellings.
    """
    for spelling, other_spelling in _OUTERMOST:
        start = source.find(spelling)
        if start < 0:
            start = source.find(other_spelling)
        end = source.find(">", start) if start >= 0 else -1
        if end > 0 and source[end - 1] == "/":
            source = source[: end - 1] + source[end:]
    return source


def _ended_last(source: str) -> str:
    """`source` without a `</html>` that something follows: a theme may close its head so, a server add what it likes.
    Browsers read on; libxml2 puts the rest into a document of its own.
    """
    for end in ("</html>", "</HTML>"):
        start = source.find(end)
        if start >= 0 and source[start + len(end) :].strip():
            source = source.replace(end, "")
    return source


def _has_long_runs(source: str) -> bool:
    """Whether there may be a tag that long: each holds one of these windows, and none has a '>' in it.

    0.004 ms a page where the pattern takes 0.032; one recorded page in five needs both.
    """
    size = LONG_TAG_CHARACTERS // 2
    return any(source.find(">", start, start + size) < 0 for start in range(0, len(source) - size + 1, size))


def _without_tails(source: str, crowded: list[re.Match[str]]) -> str:
    parts, place = [], 0
    for match in crowded:
        parts.append(source[place : match.end(1)])
        place = match.end()
    return "".join([*parts, source[place:]])


def _is_plain(data: bytes, text: str, charset: str) -> bool:
    """Whether `data` is `text` in utf-8, byte for byte, so that it need not be encoded again."""
    return charset == "utf-8" and "\ufffd" not in text and not data.startswith(codecs.BOM_UTF8)


def _parsed(source: str, octets: bytes) -> tuple[etree._Element | None, bytes, tuple[str, ...]]:
    """The tree of `source`, which is `octets` in utf-8; and the bytes it was really made from."""
    parser = _parser()
    octets = octets.translate(None, _CONTROLS)
    root = _tree(octets, parser)
    if not any(error.type == etree.ErrorTypes.ERR_RESOURCE_LIMIT for error in _last(parser)):
        return root, octets, ()
    # The parser gives up at 2,048 levels and would drop the rest; the rest is what we came for.
    flat = _NESTING.sub(" ", source).encode("utf-8", "replace").translate(None, _CONTROLS)
    return _tree(flat, _parser()), flat, ("nested too deep: read flat",)


def _parser() -> etree.HTMLParser:
    # A table of ids that nobody asks for would take 6 % of parsing.
    return etree.HTMLParser(encoding="utf-8", recover=True, huge_tree=True, collect_ids=False)


def _tree(octets: bytes, parser: etree.HTMLParser) -> etree._Element | None:
    try:
        return etree.fromstring(octets, parser)
    except (etree.LxmlError, ValueError):
        return None  # nothing in it that could be an element


def _last(parser: etree.HTMLParser) -> list[etree._LogEntry]:
    """The error that ended the parse, if one did: it is logged last."""
    log = parser.error_log
    return [log[len(log) - 1]] if len(log) else []


def _canonical(capture: Capture, walk: Walk, base: str, charset: str) -> str | None:
    if walk.canonical:
        return join(base, walk.canonical, charset)
    header = capture.header("link")
    named = _LINK_HEADER.search(header) if header else None
    return join(capture.url, named[1]) if named else None


def _robots_header(capture: Capture) -> set[str]:
    """X-Robots-Tag for everybody; 'googlebot: noindex' is not meant for us."""
    value = capture.header("x-robots-tag")
    return {token.strip().lower() for token in value.split(",")} if value else set()
