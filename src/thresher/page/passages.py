"""The text of a part of a page, as a reader would copy it: blocks on lines of their own, words not torn apart."""

from collections.abc import Callable, Collection

from lxml import etree

MAX_DEPTH = 200
"""Nesting beyond which markup is read no further: no browser shows it sensibly either."""

_BLOCKS = frozenset(
    {"address", "article", "aside", "blockquote", "br", "caption", "center", "dd", "details", "dir", "div", "dl", "dt",
     "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "legend",
     "li", "main", "nav", "ol", "optgroup", "option", "p", "pre", "section", "summary", "table", "tbody", "tfoot",
     "thead", "title", "tr", "ul"}
)  # fmt: skip
_CELLS = frozenset({"td", "th"})
_COLUMNS = frozenset({"td", "pre", "div", "span", "code"})
"""What line numbers beside a listing may stand in."""
_GUTTERS = ("gutter", "line", "number", "lineno")
_SILENT = frozenset(
    {"script", "style", "template", "noscript", "head", "select", "button", "textarea", "input", "svg", "iframe",
     "object", "audio", "video", "canvas", "map"}
)  # fmt: skip


def passage(root: etree._Element, skip: Collection[etree._Element] = ()) -> str:
    """The text of `root` without the elements in `skip`; lines as blocks and line breaks make them."""
    parts: list[str] = []
    _gather(root, skip, parts.append, is_pre=False, depth=0)
    lines = (" ".join(line.split()) for line in "".join(parts).split("\n"))
    return "\n".join(line for line in lines if line)


def _gather(
    element: etree._Element, skip: Collection[etree._Element], add: Callable[[str], None], is_pre: bool, depth: int
) -> None:
    tag = element.tag
    if not isinstance(tag, str) or tag in _SILENT or depth > MAX_DEPTH:
        return
    is_block = tag in _BLOCKS
    if element in skip or (tag in _COLUMNS and _is_gutter(element)):
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


def _is_gutter(element: etree._Element) -> bool:
    """Whether an element holds nothing but the numbers of the lines of the listing that follows it: 1 2 3 …"""
    first = element.text if element.text and not element.text.isspace() else None
    inner = element
    while first is None and len(inner):
        inner = inner[0]
        first = inner.text if inner.text and not inner.text.isspace() else None
    if first is None or first.split()[0] != "1":
        return False
    names = f"{element.get('class') or ''} {inner.get('class') or ''}".lower()
    numbers = " ".join(map(str, element.itertext())).split()
    is_counting = numbers == [str(number) for number in range(1, len(numbers) + 1)]
    return is_counting and ((len(numbers) > 1 and element.tag != "span") or any(word in names for word in _GUTTERS))
