"""Edits of a page's tree that keep what people wrote, and the parts of a record that mutations move."""

from collections.abc import Iterable, Iterator
from random import Random

from lxml import etree

from thresher.evaluate.adaptation_targets import Element, Record, Template, classes_of

LINES = frozenset(("p", "span", "a", "b", "i", "strong", "em", "small", "time", "h1", "h2", "h3", "h4", "h5", "h6"))
"""What a div cannot stand in."""
FRAMES = frozenset(("html", "body", "tr", "td", "th", "dd", "dt"))
"""What cannot be put into another element, or not without its neighbours."""
ROWS = frozenset(("tr", "table", "tbody", "ul", "ol", "dl"))
"""What holds nothing but rows."""


def wrap(element: Element, tag: str, name: str = "") -> Element:
    """Put a new element around one; what stands after it stays after it."""
    parent = element.getparent()
    assert parent is not None
    around = etree.Element(tag, {"class": name} if name else {})
    around.tail, element.tail = element.tail, None
    parent.replace(element, around)
    around.append(element)
    return around


def unwrap(element: Element) -> None:
    """Put what is in an element in its place."""
    parent = element.getparent()
    assert parent is not None
    children = list(element)
    _append_text(parent, element.getprevious(), element.text)
    place = parent.index(element)
    tail, element.tail = element.tail, None
    parent[place : place + 1] = children
    _append_text(parent, children[-1] if children else (parent[place - 1] if place else None), tail)


def take_out(element: Element) -> Element:
    """Remove an element from its place; what stands after it stays."""
    parent = element.getparent()
    assert parent is not None
    _append_text(parent, element.getprevious(), element.tail)
    element.tail = None
    parent.remove(element)
    return element


def put_after(element: Element, new: Element) -> None:
    """Put a new element behind one; what stood after the old one stands after the new one."""
    parent = element.getparent()
    assert parent is not None
    new.tail, element.tail = element.tail, None
    parent.insert(parent.index(element) + 1, new)


def put_first(element: Element, new: Element) -> None:
    """Put a new element before all that is in one."""
    new.tail, element.text = element.text, None
    element.insert(0, new)


def drop(element: Element, *names: str) -> None:
    """Take attributes away, where there are any."""
    for name in names:
        if name in element.attrib:
            del element.attrib[name]


def is_in(inner: Element, outer: Element) -> bool:
    return inner is outer or any(above is outer for above in inner.iterancestors())


def overlap(one: Element, other: Element) -> bool:
    return is_in(one, other) or is_in(other, one)


def once(elements: Iterable[Element]) -> list[Element]:
    """Each element once, in their order."""
    return list(dict.fromkeys(elements))


def _append_text(parent: Element, before: Element | None, text: str | None) -> None:
    """More text after the child `before`, or at the beginning of `parent` if there is none."""
    if not text:
        return
    if before is None:
        parent.text = (parent.text or "") + text
    else:
        before.tail = (before.tail or "") + text


def lines_of(record: Record) -> list[Element]:
    """The elements of author and date that hold words, but nothing else of the record; the outer one of two."""
    found = once(one for name in ("author", "published") if (one := record.fields.get(name)) is not None)
    others = [one for name, one in record.fields.items() if name in ("text", "title")]
    alone = [one for one in found if is_line(one, record) and not any(is_in(one, other) for other in others)]
    return [one for one in alone if not any(one is not other and is_in(one, other) for other in alone)]


def is_line(element: Element, record: Record) -> bool:
    """Whether an element has words, and has neither the record nor its text or title in it."""
    others = [record.element, *(one for name, one in record.fields.items() if name in ("text", "title"))]
    has_words = element.getparent() is not None and bool(words_in(element))
    return has_words and not any(is_in(one, element) for one in others)


def words_in(element: Element, most: int | None = None) -> str:
    return " ".join(" ".join(map(str, element.itertext())).split()[:most])


def block_of(record: Record) -> Element:
    """The record, or the element around its text where the record is a row or the page."""
    text = record.fields.get("text")
    around = text.getparent() if text is not None else None
    is_whole = record.element.tag in {*ROWS, "html", "body"}
    return around if is_whole and around is not None else record.element


def branch_of(record: Record) -> tuple[Element, Element] | None:
    """The nearest element around a record's text, within the record, that holds other elements as well, and the child
    of it that the text is in; None where there is none, or other elements cannot stand in it.
    """
    child = record.fields.get("text")
    if child is None or not is_in(child, record.element):
        return None
    while child is not record.element and (home := child.getparent()) is not None and home.tag not in ("html", "body"):
        if any(isinstance(one.tag, str) and one is not child for one in home):
            return None if home.tag in {*ROWS, *LINES} else (home, child)
        child = home
    return None


def drawn_class(template: Template, random: Random) -> str:
    names = template.classes()
    return random.choice(names) if names else ""


def of_class(template: Template, name: str) -> Iterator[Element]:
    return (one for one in template.elements() if name and name in classes_of(one))
