"""A pattern compiled: its paths as routes, or its XPath expression, applied to documents and elements."""

from collections.abc import Iterator
from itertools import islice
from typing import cast

from lxml import etree

from thresher.pattern.document import Document, top_elements
from thresher.pattern.foreign import ForeignRoute
from thresher.pattern.needles import may_be_in_metadata
from thresher.pattern.order import Found, in_order
from thresher.pattern.route import Route
from thresher.pattern.syntax import Path

Selected = etree._Element | str
Place = Document | etree._Element


class Matcher:
    """What finds a pattern. Alternatives are numbered from 0; an XPath expression is a single one."""

    def __init__(self, paths: tuple[Path, ...], xpath: str) -> None:
        self._routes = [Route(path) for path in paths]
        self._in_metadata = [may_be_in_metadata(path) for path in paths]
        self._foreign = ForeignRoute(xpath) if xpath else None

    def selected(self, place: Place) -> Iterator[Selected]:
        """Everything, in document order: the page, then the metadata."""
        if isinstance(place, etree._Element):
            yield from self._at(place)
            return
        if place.root is not None:
            # An expression of XPath sees all of the document by itself.
            for top in [place.root] if self._foreign else top_elements(place.root):
                yield from self._at(top, place)
        if any(self._in_metadata) and place.metadata is not None:
            yield from self._at(place.metadata)

    def sign(self, document: Document) -> Selected | None:
        """What the first alternative that finds anything finds first; None if none does."""
        for number in range(len(self._routes) or 1):
            found = self.sign_in_page(document, number)
            found = self.sign_in_metadata(document, number) if found is None else found
            if found is not None:
                return found
        return None

    def sign_in_page(self, document: Document, number: int, text_bytes: int | None = None) -> Selected | None:
        """What the alternative of that number finds first in the HTML.

        `text_bytes`, if given, says that the page is known to have all texts that the alternative asks for.
        """
        if document.root is None:
            return None
        if self._foreign:
            return next(iter(self._foreign.values(document.root)), None)
        route = self._routes[number]
        for top in top_elements(document.root):
            if text_bytes is None:
                finds = route.found(top, True, lambda: document.text)
            else:
                finds = route.likely_found(top, True, text_bytes)
            for find in finds:
                return cast(Selected, find[2])
        return None

    def sign_in_metadata(self, document: Document, number: int) -> Selected | None:
        """What the alternative of that number finds first in the HTTP data."""
        if self._foreign or not self._in_metadata[number] or document.metadata is None:
            return None
        for find in self._routes[number].found(document.metadata, False):
            return cast(Selected, find[2])
        return None

    def _at(self, top: etree._Element, document: Document | None = None) -> Iterator[Selected]:
        """Everything at or below `top`, which is the root of `document` if there is one."""
        if self._foreign:
            return iter(self._foreign.values(top))
        if document is None:
            finds = [route.found(top, False) for route in self._routes]
        else:
            finds = [route.found(top, True, lambda: document.text) for route in self._routes]
        return (find[2] for find in (finds[0] if len(finds) == 1 else _united(finds, top)))


def _united(routes: list[Iterator[Found]], top: etree._Element) -> Iterator[Found]:
    """Finds of several routes, each once, in document order; the first without asking for all."""
    heads = [list(islice(route, 1)) for route in routes]
    begun = [(head[0], route) for head, route in zip(heads, routes, strict=True) if head]
    if len(begun) < 2:
        for head, route in begun:
            yield head
            yield from route
        return
    yield next(in_order(top, [head for head, _ in begun]))
    ordered = in_order(top, (find for head, route in begun for find in (head, *route)))
    yield from islice(ordered, 1, None)
