"""The text of a part of a page, as a reader would copy it: blocks on lines of their own, words not torn apart."""

from collections.abc import Callable, Collection
from html import unescape

from lxml import etree, html

MAX_DEPTH = 200
"""Nesting beyond which markup is read no further: no browser shows it sensibly either."""
MAX_FRAGMENT = 2_000_000
"""Characters of a piece of HTML that are read: what a feed says of one item is shorter, or is no text."""

BLOCKS = frozenset(
    {"address", "article", "aside", "blockquote", "br", "caption", "center", "dd", "details", "dir", "div", "dl", "dt",
     "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "legend",
     "li", "main", "nav", "ol", "optgroup", "option", "p", "pre", "section", "summary", "table", "tbody", "tfoot",
     "thead", "title", "tr", "ul"}
)  # fmt: skip
_CELLS = frozenset({"td", "th"})
_COLUMNS = frozenset({"td", "pre", "div", "span", "code"})
"""What line numbers beside a listing may stand in."""
_GUTTERS = ("gutter", "lineno", "linenum", "line-num", "line_num")
_LISTINGS = frozenset({"pre", "code"})
HEADINGS = frozenset({"h1", "h2", "h3", "h4"})
"""Those that titles stand in."""
SILENT = frozenset(
    {"script", "style", "template", "noscript", "head", "select", "button", "textarea", "input", "svg", "iframe",
     "object", "audio", "video", "canvas", "map"}
)  # fmt: skip
"""Elements whose texts are not read with the page."""


def passage(root: etree._Element, skip: Collection[etree._Element] = (), is_pre: bool = False) -> str:
    """The text of `root` without the elements in `skip`; lines as blocks and line breaks make them.

    With `is_pre`, line ends in the source do so, too: a style sheet can say what is otherwise said by `pre`.
    """
    parts: list[str] = []
    _gather(root, skip, parts.append, is_pre, depth=0)
    lines = (" ".join(line.split()) for line in "".join(parts).split("\n"))
    return "\n".join(line for line in lines if line)


def text_of_fragment(source: str) -> str:
    """The text of a piece of HTML, as a feed has it; plain text is one line. Empty where there is no reading it.

    >>> text_of_fragment("<p>A walk</p>in the <b>park</b>")
    'A walk\\nin the park'
    """
    if "<" not in source:
        return " ".join(unescape(source).split())
    try:
        root = html.fragment_fromstring(source[:MAX_FRAGMENT], create_parent="div")
    except (etree.ParserError, ValueError, AssertionError):
        return ""
    return passage(root)


def _gather(
    element: etree._Element, skip: Collection[etree._Element], add: Callable[[str], None], is_pre: bool, depth: int
) -> None:
    tag = element.tag
    if not isinstance(tag, str) or tag in SILENT or depth > MAX_DEPTH:
        return
    is_block = tag in BLOCKS
    if element in skip or (tag in _COLUMNS and depth and _is_gutter(element, is_pre)):
        add("\n" if is_block else " ")  # what stood on both sides of it does not become one word
        return
    is_pre = is_pre or tag == "pre"
    if is_block:
        add("\n")
    elif tag in _CELLS:
        add(" ")
    # Line ends in the source are no line ends on the page, except where the markup says so.
    if text := element.text:
        add(text if is_pre else text.replace("\n", " "))
    for child in element:
        _gather(child, skip, add, is_pre, depth + 1)
        if tail := child.tail:
            add(tail if is_pre else tail.replace("\n", " "))
    if is_block:
        add("\n")


def _is_gutter(element: etree._Element, is_pre: bool) -> bool:
    """Whether an element holds nothing but numbers of the lines of a listing: that which follows, or which it is in."""
    is_named = any(word in (element.get("class") or "").lower() for word in _GUTTERS)
    if is_named and is_pre:
        return "".join(map(str, element.itertext())).strip().isdecimal() or _counted(element) > 0
    if is_named and element.getnext() is not None:
        return _counted(element) > 0
    return element.tag != "span" and _counted(element) > 1 and _is_listing(element.getnext())


def _counted(element: etree._Element) -> int:
    """How far an element counts: 3 if it is '1 2 3'; 0 if there is anything else in it."""
    count = 0
    for text in element.itertext():
        for word in text.split():
            count += 1
            if word != str(count):
                return 0
    return count


def _is_listing(element: etree._Element | None) -> bool:
    return element is not None and any(part.tag in _LISTINGS for part in element.iter())
