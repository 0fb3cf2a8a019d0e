"""A pattern that finds nothing → patterns a little wider or otherwise named that find something (AAH section 6.2).

The paper enumerates expressions and tries them. Here each element of a page is laid beside the last step, its ancestors
beside the steps before, and what does not agree is what has to be changed: so everything made matches there, and the
number of changes is known before anything is tried.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product

from lxml import etree

from thresher.pattern.options import MAX_CHANGES, Option, Options, is_named, own_key
from thresher.pattern.pattern import Pattern
from thresher.pattern.syntax import ANY, Axis, Kind, NodeTest, Path, Step

MOST = 300
"""Candidates of one pattern."""
MAX_PLACES = 4
"""Pages or records whose elements are laid beside the pattern; the others only have to be matched."""
MAX_ELEMENTS = 1500
"""Different ones, of all these places; the recorded pages have up to 400."""
MAX_RAW = 1500
"""Candidates with the same number of changes that are put in order, of all patterns that are relaxed together."""
FEWEST = 100
"""Of them of each path, however many there are."""


@dataclass(frozen=True, slots=True)
class Relaxation:
    """A relaxed pattern, and what it took."""

    pattern: Pattern
    changes: int
    is_worst: bool
    """Whether a single step was changed more than once: the paper's worst case, tried after all best cases."""
    number: int = 0
    """Which of several patterns it was made from."""


def relaxations(
    pattern: Pattern,
    places: Sequence[etree._Element],
    prefix: Pattern | None = None,
    preferred: Collection[str] = (),
    most: int = MOST,
) -> Iterator[Relaxation]:
    """Relaxed forms of `pattern`, each of which selects something in at least half of `places`: roots, or records.

    Best cases before worst cases, fewest changes first; among equals those with `preferred` tags and values, then those
    with values alike to the old ones. Steps that the pattern has in common with `prefix`, which told the level, stay as
    they are. `xpath:` patterns are never relaxed.
    """
    return relaxations_of([pattern], places, prefix, preferred, most)


def relaxations_of(
    patterns: Sequence[Pattern],
    places: Sequence[etree._Element],
    prefix: Pattern | None = None,
    preferred: Collection[str] = (),
    most: int = MOST,
) -> Iterator[Relaxation]:
    """The same of several patterns that look for one thing, together: at most `most`, none of them twice."""
    seen = {str(path) for pattern in patterns for path in pattern.paths}
    laid = _Layout(places[:MAX_PLACES])
    searches = [
        (number, _Search(path, _kept(path, prefix), laid, preferred))
        for number, pattern in enumerate(patterns)
        for path in pattern.paths
    ]
    count = 0
    for is_worst, changes in product((False, True), range(1, MAX_CHANGES + 1)):
        found = [
            (option.rank, number, path)
            for number, search in searches
            for path, option in islice(search.paths(changes, is_worst), max(FEWEST, MAX_RAW // len(searches)))
        ]
        for _, number, path in sorted(found, key=lambda entry: entry[:2]):
            text = str(path)
            if text in seen:
                continue
            seen.add(text)
            candidate = Pattern((path,))
            if _is_common(candidate, places):
                yield Relaxation(candidate, changes, is_worst, number)
                count += 1
                if count >= most:
                    return


def _is_common(pattern: Pattern, places: Sequence[etree._Element]) -> bool:
    misses = 0
    for place in places:
        misses += not pattern.matches(place)
        if 2 * misses > len(places):
            return False
    return True


def _kept(path: Path, prefix: Pattern | None) -> int:
    """How many of the first steps are those of what told the level."""
    starts = [other.steps for other in prefix.paths] if prefix is not None else []
    return max((len(steps) for steps in starts if path.steps[: len(steps)] == steps), default=0)


class _Layout:
    """The elements below some places, and what is around each."""

    def __init__(self, places: Sequence[etree._Element]) -> None:
        tops = set(places)
        self._around: dict[etree._Element, etree._Element | None] = {}
        self.keys: dict[etree._Element, str] = {}
        self.elements: list[etree._Element] = []
        """Of those that are alike, and stand in the same kind of element, the first."""
        paths: dict[etree._Element, int] = {}
        seen: set[int] = set()
        for element in (element for place in places for element in place.iterdescendants(etree.Element)):
            above = element.getparent()
            around = self._around[element] = None if above in tops else above
            key = self.keys[element] = own_key(element)
            path = paths[element] = hash((key, paths.get(around, 0) if around is not None else 0))
            if path not in seen and len(seen) < MAX_ELEMENTS and is_named(element):
                seen.add(path)
                self.elements.append(element)

    def around(self, element: etree._Element) -> etree._Element | None:
        """What an element stands in; None if that is the place itself."""
        return self._around.get(element)


class _Search:
    """The ways to make one path match one of the elements of some places."""

    def __init__(self, path: Path, kept: int, laid: _Layout, preferred: Collection[str]) -> None:
        # What an element is asked for in the end, an attribute or its text, is no step down.
        is_element = path.steps[-1].test.kind is Kind.ELEMENT
        steps = path.steps if is_element else path.steps[:-1]
        self._steps = steps if all(step.test.kind is Kind.ELEMENT for step in steps) else ()
        self._tail = None if is_element else path.steps[-1]
        self._kept = kept
        self._ways = Options(preferred)
        self._laid = laid
        self._options: dict[tuple[int, str], list[Option]] = {}
        # Equal steps are one object, so that paths can be compared without comparing all that is in them.
        self._steps_made: dict[Step, Step] = {}
        self._made: dict[tuple[int, Axis, int, int], Option] = {}
        self._ways_up: dict[tuple[int, etree._Element, int, int, bool], tuple[Option, ...]] = {}

    def paths(self, changes: int, is_worst: bool) -> Iterator[tuple[Path, Option]]:
        """Paths with so many changes: at most one a step, or with `is_worst` at least one step with more."""
        done: set[tuple[object, ...]] = set()
        limit = changes if is_worst else 1
        for element in self._laid.elements if self._steps else ():
            for tail in self._ways.of_tail(self._tail, element):
                if tail.changes > changes:
                    continue
                for option in self._up(len(self._steps) - 1, element, changes - tail.changes, limit):
                    if option.changes + tail.changes == changes:
                        whole = option + tail
                        key = *option.key, *tail.parts
                        if key in done:
                            continue
                        done.add(key)
                        path = Path(tuple(part for part in whole.parts if isinstance(part, Step)))
                        if not _is_vague(path):
                            yield path, whole

    def _up(
        self, number: int, element: etree._Element | None, left: int, limit: int, is_far: bool = False
    ) -> tuple[Option, ...]:
        """The steps up to `number`, that one laid beside `element` (or with `is_far` beside anything around it, too),
        with at most `left` changes.
        """
        if element is None or left < 0:
            return ()
        key = number, element, left, limit, is_far
        found = self._ways_up.get(key)
        if found is None:
            ways = list(self._beside(number, element, left, limit))
            if is_far:
                ways += self._up(number, self._laid.around(element), left, limit, True)
            found = self._ways_up[key] = tuple({way.key: way for way in reversed(ways)}.values())[::-1]
        return found

    def _beside(self, number: int, element: etree._Element, left: int, limit: int) -> Iterator[Option]:
        step, above = self._steps[number], self._laid.around(element)
        is_kept = number < self._kept
        for own in self._own(number, element):
            if own.changes > min(left, 0 if is_kept else limit):
                continue
            rest = left - own.changes
            is_child = step.axis is Axis.CHILD
            may_widen = is_child and bool(rest) and own.changes < limit and not is_kept
            if number == 0:
                if not is_child or above is None:
                    yield self._step(step.axis, own)
                elif may_widen:
                    yield self._step(Axis.DESCENDANT, own, 1)
                continue
            for before in self._up(number - 1, above, rest, limit, not is_child):
                yield before + self._step(step.axis, own)
            if may_widen:
                for before in self._up(number - 1, above, rest - 1, limit, True):
                    yield before + self._step(Axis.DESCENDANT, own, 1)
            if rest and number - 1 >= self._kept:
                yield from self._alone(number, above, rest - 1, limit, own)

    def _alone(self, number: int, above: etree._Element | None, left: int, limit: int, own: Option) -> Iterator[Option]:
        """The same with the step before left out."""
        alone = self._step(Axis.DESCENDANT, own, 1, 1)
        if number == 1:
            yield alone
        else:
            for before in self._up(number - 2, above, left, limit, True):
                yield before + alone

    def _step(self, axis: Axis, own: Option, more: int = 0, dropped: int = 0) -> Option:
        key = id(own), axis, more, dropped
        option = self._made.get(key)
        if option is None:
            test, *predicates = own.parts
            assert isinstance(test, NodeTest)
            step = Step(axis, test, tuple(one for one in predicates if not isinstance(one, NodeTest | Step)))
            step = self._steps_made.setdefault(step, step)
            option = replace(own, parts=(step,), changes=own.changes + more, dropped=own.dropped + dropped)
            self._made[key] = option
        return option

    def _own(self, number: int, element: etree._Element) -> list[Option]:
        """Ways to write a step so that it agrees with an element: its test, then its predicates."""
        key = self._laid.keys[element]
        options = self._options.get((number, key))
        if options is None:
            options = self._options[number, key] = list(self._ways.of_step(self._steps[number], element))
        return options


def _is_vague(path: Path) -> bool:
    """Whether a path says nothing of what it leads to: `*`, however it gets there."""
    elements = [step for step in path.steps if step.test.kind is Kind.ELEMENT]
    return not elements or (elements[-1].test.name == ANY and not elements[-1].predicates)
