"""Thread pages → posts that stand in each other, or at several depths: answers in the box of what they answer, in a
list beside it, or in boxes that each have a line with author and date before them.

Regions are made of siblings, so they show the outermost posts alone. What posts at all depths have in common is a name,
and a date of their own: one that is in no further post inside them.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from lxml import etree

from thresher.learn.page_types.outline import INLINE, Outline, times_in
from thresher.learn.page_types.records import Region, region_of_runs
from thresher.learn.posts.limits import MOST
from thresher.learn.posts.names import own_names
from thresher.learn.sight import Sight

MAX_PAGES = 8
MIN_COVERED = 0.8
"""Share of the text of what repeats that posts must say, to be all of it."""
MIN_SAID = 20
"""Characters of a post's own, its date and author among them: a button has fewer."""
MAX_LEAD = 200
"""Characters of a line before a post."""

Found = tuple[Sight, Region]
Run = tuple[int, ...]
"""Places of the elements of a post: its box, or the line before it and the box."""


@dataclass(slots=True)
class _Named:
    """What has one name on all pages, and may be posts."""

    pages: dict[int, list[Run]] = field(default_factory=dict)
    """Those with a date of their own, by the number of the page."""
    count: int = 0
    undated: int = 0
    talking: int = 0
    """Those that say something beside."""
    said: int = 0
    answered: int = 0
    """The most of a page that have others below them."""
    has_ids: bool = True

    @property
    def are_posts(self) -> bool:
        """Whether nearly all have a date, most say something, and more than the opening post have others below them."""
        is_dated = self.count >= MOST * (self.count + self.undated)
        return is_dated and self.answered > 1 and 2 * self.talking > self.count


def nested_posts(sights: Iterable[Sight], found: Sequence[Found]) -> list[Found]:
    """Posts at all depths, where they are more than were `found` side by side; else what was found."""
    pages = [_Page(sight) for sight in ([one for one, _ in found] or list(sights))[:MAX_PAGES]]
    most = sum(len(region.records) for _, region in found)
    said = MIN_COVERED * sum(record.text_length for _, region in found for record in region.records)
    # Where those side by side are known again by ids, so are the others.
    have_ids = bool(found) and all(one.elements[0].get("id") for _, region in found for one in region.records)
    best = _Named()
    for is_led in (False, True):
        some = [
            one
            for one in _named(pages, is_led=is_led)
            if one.are_posts and one.count > most and one.said >= said and one.has_ids >= have_ids
        ]
        # Boxes with an id before others: posts are known again by it, and a class for columns or rows has none. Of
        # those around the same posts the outer one: who wrote a post may stand beside its text.
        best = max(some, key=lambda one: (one.has_ids, one.count, one.said), default=best)
        most = max(most, best.count)
    return [(pages[number].sight, pages[number].region(runs)) for number, runs in best.pages.items()] or list(found)


def _named(pages: Sequence["_Page"], *, is_led: bool) -> list[_Named]:
    named: defaultdict[str, _Named] = defaultdict(_Named)
    for number, page in enumerate(pages):
        for name, runs in page.runs(is_led=is_led).items():
            page.add(number, runs, named[name])
    return list(named.values())


class _Page:
    """A page with its dates."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self._outline = Outline(sight.page.tree)
        self._times = times_in(self._outline)
        self._moments = [place for place, _ in self._times]

    def runs(self, *, is_led: bool) -> dict[str, list[Run]]:
        """What may be posts, by their names: boxes, or lines with what follows each."""
        found: defaultdict[str, list[Run]] = defaultdict(list)
        places = {element: place for place, element in enumerate(self._outline.elements)} if is_led else {}
        for place, element in enumerate(self._outline.elements):
            run = self._led(place, places) if is_led else (place,)
            for name in _names(element) if run and element.tag not in INLINE else ():
                found[name].append(run)
        return found

    def _led(self, place: int, places: dict[etree._Element, int]) -> Run:
        """A line and what stands behind it; nothing if it is no line, or an empty one, or nothing follows."""
        behind = next(self._outline.elements[place].itersiblings(etree.Element), None)
        follower = places.get(behind) if behind is not None else None
        if follower is None or not 0 < self._outline.text_in(place, place)[0] <= MAX_LEAD:
            return ()
        return place, follower

    def add(self, number: int, runs: Sequence[Run], named: _Named) -> None:
        """Count what posts of one name have of their own."""
        own = self._own(runs)
        dated = [run for run, (dates, _) in zip(runs, own, strict=True) if dates]
        if dated:
            named.pages[number] = dated
        named.count += len(dated)
        # The opening post may have its date above its box.
        named.undated += sum(not dates for dates, _ in own[1:])
        named.said += sum(said for dates, said in own if dates)
        named.talking += sum(dates > 0 and said >= MIN_SAID for dates, said in own)
        named.has_ids = named.has_ids and all(self._outline.elements[run[-1]].get("id") for run in dated)
        named.answered = max(named.answered, len(self._answered(dated)))

    def _own(self, runs: Sequence[Run]) -> list[tuple[int, int]]:
        """Dates and characters of each run, those of the runs inside it left out."""
        found = [
            [self._dates(run[0], self._outline.end[run[-1]]), self._outline.text_in(run[0], run[-1])[0]] for run in runs
        ]
        open_: list[int] = []
        whole = [tuple(one) for one in found]
        for number, run in enumerate(runs):
            while open_ and self._outline.end[runs[open_[-1]][-1]] <= run[0]:
                open_.pop()
            if open_:
                found[open_[-1]][0] -= whole[number][0]
                found[open_[-1]][1] -= whole[number][1]
            open_.append(number)
        return [(dates, said) for dates, said in found]

    def _dates(self, start: int, end: int) -> int:
        return bisect_left(self._moments, end) - bisect_left(self._moments, start)

    def _answered(self, runs: Sequence[Run]) -> set[int]:
        """Places of the runs that have others below them: in their box, or further in than the element around it."""
        found: set[int] = set()
        open_: list[tuple[int, int]] = []
        for place in (run[0] for run in runs):
            depth = self._depth(place)
            while open_ and open_[-1][1] >= depth:
                open_.pop()
            if open_ and self._outline.end[self._outline.parent[open_[-1][0]]] > place:
                found.add(open_[-1][0])
            open_.append((place, depth))
        return found

    def _depth(self, place: int) -> int:
        depth = 0
        while place >= 0:
            place, depth = self._outline.parent[place], depth + 1
        return depth

    def region(self, runs: Sequence[Run]) -> Region:
        return region_of_runs(self._outline, runs, self._times)


def _names(element: etree._Element) -> list[str]:
    """What an element says of itself; of one that says nothing, what it stands right in."""
    above = element.getparent()
    own = own_names(element)[:2]
    return own or ([f"{name}/{element.tag}" for name in own_names(above)[:1]] if above is not None else [])
