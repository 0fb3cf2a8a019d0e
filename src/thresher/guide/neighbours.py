"""How many links to posts a page is likely to hold, by the pages fetched so far whose addresses are most like its own.

The download priority of BlogForever, section 4.3: a distance-weighted k-nearest-neighbour estimate, with the weights
of Dudani (1976). Pages of one shape (`shapes.shape_of`) are kept as one group with a count and a sum, each page of it
a neighbour with the group's mean: so neither memory nor time grows with the pages. Addresses of one shape have one
estimate; a queue that keeps them together can ask again whenever something was observed, and should: estimates made
when an address is met cost up to 36 % more requests to reach the posts of nine recorded blogs.
"""

from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import pairwise

from thresher.guide.shapes import shape_of

NEIGHBOURS = 5
"""The k of the rule. From the fifth page on a shape speaks for itself; until then shapes like it have a say, for one
page alone may be an odd one: the empty tag, the last page of a list. A k of 1, 3, 10 or 20 costs one request more
or less until 95 % of the posts are reached, on 18 pairs of recorded sites (`thresher evaluate priority`)."""
PRIOR_PAGES = 1.0
"""What is expected of any shape weighs as much as one page of the very shape that is asked about."""
FIRST_GUESS = 1.0
"""Links to posts on a page before any was seen. More than none: an untried shape goes before one that held nothing."""
MAX_SHAPES = 256
"""Groups that are kept; pages of further shapes join the nearest. Recordings of 20 sites have 8 to 150 shapes; a
site with more makes them up."""
KEPT_DISTANCES = 1 << 12

State = tuple[tuple[str, int, int], ...]
"""Shape, pages and links of each group, in the order in which they were met."""


@dataclass(slots=True)
class _Group:
    """The pages of one shape, summed up."""

    traits: int
    """One bit each (see `Neighbours._bits`)."""
    size: int
    pages: int = 0
    links: int = 0

    @property
    def mean(self) -> float:
        return self.links / self.pages


class Neighbours:
    """Estimates that follow what was observed; the same observations in the same order give the same estimates.

    >>> neighbours = Neighbours()
    >>> neighbours.observe("http://b.example/page/2/", 10)
    >>> neighbours.observe("http://b.example/wiki/sieve?do=edit", 0)
    >>> neighbours.estimate("http://b.example/page/7/") > neighbours.estimate("http://b.example/wiki/x?do=edit")
    True
    """

    def __init__(self) -> None:
        self._groups: dict[str, _Group] = {}
        # A bit for each trait that some group has: what two have in common is then counted in one step.
        self._bits: dict[str, int] = {}
        # Made anew when needed: the mean of the shapes, and the groups nearest to shapes that were asked about.
        self._prior: float | None = None
        self._nearest: dict[str, list[tuple[float, list[_Group]]]] = {}

    @classmethod
    def of(cls, state: State) -> "Neighbours":
        """The neighbours that had this `state`."""
        made = cls()
        for shape, pages, links in state:
            group = made._added(shape)
            group.pages, group.links = pages, links
        return made

    @property
    def state(self) -> State:
        """All that is known, as plain values."""
        return tuple((shape, group.pages, group.links) for shape, group in self._groups.items())

    def observe(self, url: str, links: int) -> None:
        """A page was fetched at `url` and held `links` links to posts."""
        shape = shape_of(url)
        group = self._groups.get(shape)
        if group is None:
            group = self._nearest_group(shape) if len(self._groups) >= MAX_SHAPES else self._added(shape)
        group.pages += 1
        group.links += links
        self._prior = None

    def estimate(self, url: str) -> float:
        """Links to posts to expect at `url`.

        The less was seen nearby, the closer it is to what is expected of any shape.
        """
        near = self._near(shape_of(url))
        seen = sum(count * (1 - distance) for distance, count, _ in near)
        expected = _weighted_mean(near) if near else 0.0
        return (seen * expected + PRIOR_PAGES * self._of_any_shape()) / (seen + PRIOR_PAGES)

    def _added(self, shape: str) -> _Group:
        traits = _traits(shape)
        mask = 0
        for trait in traits:
            mask |= 1 << self._bits.setdefault(trait, len(self._bits))
        group = self._groups[shape] = _Group(mask, len(traits))
        self._nearest.clear()
        return group

    def _nearest_group(self, shape: str) -> _Group:
        near = self._distances(shape)
        return near[0][1][0] if near else next(reversed(self._groups.values()))

    def _of_any_shape(self) -> float:
        """The mean of the shapes, each counted once, a first guess among them."""
        if self._prior is None:
            means = sum(group.mean for group in self._groups.values())
            self._prior = (FIRST_GUESS + means) / (1 + len(self._groups))
        return self._prior

    def _near(self, shape: str) -> list[tuple[float, int, float]]:
        """The `NEIGHBOURS` pages nearest to `shape`, nearest first: distance, how many of them, their mean.

        Pages that are equally far have an equal say, even where there is no room for all of them.
        """
        near: list[tuple[float, int, float]] = []
        missing = NEIGHBOURS
        for distance, groups in self._distances(shape):
            pages = sum(group.pages for group in groups)
            near.append((distance, min(pages, missing), sum(group.links for group in groups) / pages))
            missing -= pages
            if missing <= 0:
                break
        return near

    def _distances(self, shape: str) -> list[tuple[float, list[_Group]]]:
        """The groups nearest to `shape`, by their distance: from 0, all traits in common, to 1, none (Dice)."""
        found = self._nearest.get(shape)
        if found is None:
            traits = _traits(shape)
            size, mask = len(traits), sum(1 << self._bits[trait] for trait in traits if trait in self._bits)
            levels: defaultdict[float, list[_Group]] = defaultdict(list)
            for group in self._groups.values():
                if shared := (mask & group.traits).bit_count():
                    levels[1 - 2 * shared / (size + group.size)].append(group)
            found = sorted(levels.items())[:NEIGHBOURS]
            if len(self._nearest) >= KEPT_DISTANCES:
                self._nearest.clear()
            self._nearest[shape] = found
        return found


def _weighted_mean(near: list[tuple[float, int, float]]) -> float:
    """Dudani's rule: the nearest weighs 1, the farthest of the k nothing, the others by how near they are."""
    nearest, farthest = near[0][0], near[-1][0]
    if nearest == farthest:
        return sum(count * mean for _, count, mean in near) / sum(count for _, count, _ in near)
    weights = [count * (farthest - distance) for distance, count, _ in near]
    return sum(weight * mean for weight, (_, _, mean) in zip(weights, near, strict=True)) / sum(weights)


def _traits(shape: str) -> frozenset[str]:
    """What shapes are compared by: pairs of parts of the path that follow each other, and parameters.

    A trait that occurs again counts as another: /2024/05/ is not /2024/05/17/.
    """
    place, _, query = shape.partition("?")
    parameters = query.split("&") if query else []
    traits = [f"{one}/{two}" for one, two in pairwise(place.split("/"))] or [place]
    traits += [f"?{pair.partition('=')[0]}" for pair in parameters]
    traits += [f"?{pair}" for pair in parameters if "=" in pair]
    return frozenset(f"{trait} {time}" for trait, times in Counter(traits).items() for time in range(times))
