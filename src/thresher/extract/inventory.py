"""What attributes a page has: enough to know that most patterns of a type need not be tried on it.

A type has places for many layouts and versions, and a page is of one. A look into these sets takes a microsecond,
trying a pattern on a page 20 to 200.
"""

from collections.abc import Callable, Sequence
from typing import Any

from lxml import etree

from thresher.extract.fields import Find
from thresher.extract.following import Following
from thresher.page import VirtualDocument
from thresher.pattern import Contains, Equals, Exists, HasToken, Kind, Path, Pattern, Predicate

_METADATA = frozenset({"url", "param", "status", "header", "cookie"})
"""What a pattern begins with that looks at the HTTP data."""


class Inventory:
    """The attribute values of one page, gathered by name when they are asked for."""

    def __init__(self, document: VirtualDocument) -> None:
        self._root = document.root
        self._values: dict[str, frozenset[str]] = {}
        self._tokens: dict[str, frozenset[str]] = {}
        self._known: dict[int, bool] = {}

    def lacks(self, pattern: Pattern) -> bool:
        """Whether the page has nothing for `pattern`, as far as attributes can tell: True is certain, False is not."""
        known = self._known.get(id(pattern))
        if known is None:
            known = self._known[id(pattern)] = not pattern.xpath and all(map(self._cannot_match, pattern.paths))
        return known

    def _cannot_match(self, path: Path) -> bool:
        if path.steps[0].test.name.lower() in _METADATA:
            return False
        return any(not self._may_hold(predicate) for step in path.steps for predicate in step.predicates)

    def _may_hold(self, predicate: Predicate) -> bool:
        if not isinstance(predicate, Contains | Equals | HasToken | Exists):
            return True
        if predicate.value.kind is not Kind.ATTRIBUTE:
            return True
        name = predicate.value.name.lower()
        match predicate:
            case Equals():
                return predicate.text in self._of(name)
            case HasToken():
                return predicate.text in self._words(name)
            case Contains():
                return any(predicate.text in value for value in self._of(name))
        return bool(self._of(name))

    def _of(self, name: str) -> frozenset[str]:
        found = self._values.get(name)
        if found is None:
            found = self._values[name] = (
                frozenset(_attributes(name)(self._root)) if self._root is not None else frozenset()
            )
        return found

    def _words(self, name: str) -> frozenset[str]:
        found = self._tokens.get(name)
        if found is None:
            found = self._tokens[name] = frozenset(word for value in self._of(name) for word in value.split())
        return found


def _never(_: Pattern) -> bool:
    return False


class OutOfTime(Exception):
    """A page took longer than it may; says before which pattern that was noticed."""


class Finder:
    """Looks for patterns on one page and in its parts, and not for those that it cannot have."""

    def __init__(
        self, document: VirtualDocument, is_late: Callable[[], bool] = lambda: False, *, is_own: bool = False
    ) -> None:
        """`is_late` is asked before each look: OutOfTime is raised once it says so.

        Where `is_own`, the patterns were made for this very site: they are few, and the page has what they name.
        """
        self._document = document
        self._lacks = _never if is_own else Inventory(document).lacks
        self._following = Following(document.root) if document.root is not None else None
        self._is_late = is_late

    def on_page(self, pattern: Pattern) -> Sequence[Any]:
        """What `pattern` selects on the page."""
        if self._lacks(pattern):
            return ()
        if self._is_late():
            raise OutOfTime(str(pattern))
        return pattern.select(self._document)

    def within(self, element: etree._Element) -> Find:
        """What patterns select inside `element`."""
        lacks = self._lacks

        def find(pattern: Pattern) -> Sequence[Any]:
            if lacks(pattern):
                return ()
            if self._is_late():
                raise OutOfTime(str(pattern))
            found = self._following.select(pattern, element) if self._following is not None else None
            return pattern.select(element) if found is None else found

        return find


_QUERIES: dict[str, Callable[[etree._Element], list[str]]] = {}


def _attributes(name: str) -> Callable[[etree._Element], list[str]]:
    """All values of an attribute on a page. Types name a dozen attributes in all."""
    query = _QUERIES.get(name)
    if query is None:
        compiled = etree.XPath(
            "//@*[local-name() = $name]" if not name.isidentifier() else f"//@{name}", smart_strings=False
        )

        def query(root: etree._Element) -> list[str]:
            found = compiled(root, name=name)
            return [str(value) for value in found] if isinstance(found, list) else []

        _QUERIES[name] = query
    return query
