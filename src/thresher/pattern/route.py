"""Path → a function that walks a tree.

lxml's own iterators find the elements by tag, in C; Python looks at those only. That is as fast as a compiled XPath
on real pages (45 against 44 µs for `a[@class='x']/@href` on 30 KB), stops at the first find, and unlike libxml2's
XPath, which merges and sorts node sets, stays linear on pages that were made to be slow.
"""

from collections.abc import Callable, Iterable, Iterator

from thresher.pattern.conditions import Element, Test, element_tests, html_name, named_test
from thresher.pattern.order import ELEMENT, Found
from thresher.pattern.pool import attribute_pool
from thresher.pattern.strings import found_strings
from thresher.pattern.syntax import Axis, Contains, Equals, Kind, Not, Path, Predicate, Step
from thresher.pattern.texts import LONG_BYTES, PlainTexts, SpannedTexts, Texts, string_value

Find = Callable[[Element, bool], Iterable[Element]]
"""A context, and whether it stands for its whole document → elements, each once, in document order."""
Walk = Callable[[Element, bool], Iterator[Found]]


class Route:
    """A path, compiled once."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._walk = _walk_of(path, PlainTexts())
        self._reads_texts = any(_reads_text(step, predicate) for step in path.steps for predicate in step.predicates)
        self._needed = _needed_texts(path)

    def found(self, top: Element, is_document: bool, text: Callable[[], bytes] | None = None) -> Iterator[Found]:
        """What the path leads to from `top`, or from the document that `top` is the root of; in document order.

        `text` gives the string value of `top`, perhaps with more around it, for those who have it already.
        """
        if not self._reads_texts:
            return self._walk(top, is_document)
        whole = text() if text else string_value(top).encode()
        # Looking at each element's text is dear (130 µs a page), and where a text is nowhere there is no need (12 µs).
        if any(needed not in whole for needed in self._needed):
            return iter(())
        return self.likely_found(top, is_document, len(whole))

    def likely_found(self, top: Element, is_document: bool, text_bytes: int) -> Iterator[Found]:
        """`found` without a look ahead, for those who know that `top` has all texts, of so many bytes."""
        if text_bytes > LONG_BYTES and self._reads_texts:
            return _walk_of(self._path, SpannedTexts(top))(top, is_document)
        return self._walk(top, is_document)


def _reads_text(step: Step, predicate: Predicate) -> bool:
    if isinstance(predicate, Not):
        return _reads_text(step, predicate.condition)
    if not isinstance(predicate, Contains | Equals) or step.test.kind is Kind.ATTRIBUTE:
        return False
    return predicate.value.kind is not Kind.ATTRIBUTE


def _needed_texts(path: Path) -> list[bytes]:
    """Texts without which the path leads nowhere."""
    return [
        predicate.text.encode("utf-8", "surrogatepass")
        for step in path.steps
        for predicate in step.predicates
        if isinstance(predicate, Contains | Equals) and _reads_text(step, predicate)
    ]


def _walk_of(path: Path, texts: Texts) -> Walk:
    *before, last = path.steps
    if any(step.test.kind is not Kind.ELEMENT for step in before):
        return lambda top, is_document: iter(())  # nothing is below an attribute or a text
    if last.test.kind is Kind.ELEMENT:
        find = _find_of(path.steps, texts)
        return lambda top, is_document: ((element, ELEMENT, element) for element in find(top, is_document))
    return found_strings(last, *_owners_of(before, last, texts))


def _owners_of(before: list[Step], last: Step, texts: Texts) -> tuple[Find, str]:
    """The elements whose attributes or texts `last` takes, outermost ones if those below them count too; their tag."""
    if before:
        find, tag = _find_of(tuple(before), texts), html_name(before[-1].test.name)
        if last.axis is Axis.DESCENDANT:
            return lambda top, is_document: _outermost(find(top, is_document), tag), tag
        return find, tag
    if last.axis is Axis.DESCENDANT:
        return lambda top, is_document: (top,), "*"
    return lambda top, is_document: () if is_document else (top,), "*"


def _find_of(steps: tuple[Step, ...], texts: Texts) -> Find:
    """Elements at the end of `steps`. Within a subtree of the step before a `//`, deeper ones add nothing."""
    starts = [0, *(number for number, step in enumerate(steps) if number and step.axis is Axis.DESCENDANT)]
    segments = [steps[start:end] for start, end in zip(starts, [*starts[1:], len(steps)], strict=True)]
    first, *others = [(_segment_of(segment, texts), html_name(segment[-1].test.name)) for segment in segments]
    if not others:
        return first[0]

    def find(top: Element, is_document: bool) -> Iterable[Element]:
        found, tag = first[0](top, is_document), first[1]
        for segment, next_tag in others:
            found, tag = _below(_outermost(found, tag), segment), next_tag
        return found

    return find


def _segment_of(steps: tuple[Step, ...], texts: Texts) -> Find:
    if steps[0].axis is Axis.CHILD:
        return _anchored(steps, texts)
    *above, last = steps
    tag, tests = html_name(last.test.name), element_tests(last, texts)
    parents = [named_test(step, texts) for step in reversed(above)]
    pool = attribute_pool(last)

    def ends(top: Element, is_document: bool) -> Iterable[Element]:
        if pool is not None:
            return _passing(tests, pool(top, is_document))
        return _passing(tests, top.iter(tag) if is_document else top.iterdescendants(tag))

    if not parents:
        return ends
    return lambda top, is_document: _with_parents(ends(top, is_document), parents, None if is_document else top)


def _with_parents(found: Iterable[Element], tests: list[Test], top: Element | None) -> Iterator[Element]:
    """Those of `found` whose parent, grandparent … pass `tests` before `top` is reached."""
    for element in found:
        place: Element | None = element
        for test in tests:
            place = place.getparent() if place is not None else None
            if place is None or place is top or not test(place):
                break
        else:
            yield element


def _anchored(steps: tuple[Step, ...], texts: Texts) -> Find:
    """A path of children from the context itself: no two of one level nest, so they come in order."""
    first, *others = [(html_name(step.test.name), element_tests(step, texts)) for step in steps]
    is_root = named_test(steps[0], texts)

    def find(top: Element, is_document: bool) -> Iterable[Element]:
        tag, tests = first
        found = filter(is_root, (top,)) if is_document else _passing(tests, top.iterchildren(tag))
        for tag, tests in others:
            found = _children(found, tag, tests)
        return found

    return find


def _children(parents: Iterable[Element], tag: str, tests: list[Test]) -> Iterator[Element]:
    for parent in parents:
        yield from _passing(tests, parent.iterchildren(tag))


def _passing(tests: list[Test], found: Iterable[Element]) -> Iterable[Element]:
    # One filter a test, for each costs an element one call; all in one function would cost it two.
    for test in tests:
        found = filter(test, found)
    return found


def _below(contexts: Iterable[Element], segment: Find) -> Iterator[Element]:
    for context in contexts:
        yield from segment(context, False)


def _outermost(found: Iterable[Element], tag: str) -> Iterator[Element]:
    """Those of `found`, which are in document order and called `tag`, that are in none of the others."""
    last: Element | None = None
    inside: set[Element] | None = None
    for element in found:
        if last is not None:
            # Made when a second one comes, for mostly none does.
            inside = set(last.iterdescendants(tag)) if inside is None else inside
            if element in inside:
                continue
        last, inside = element, None
        yield element
