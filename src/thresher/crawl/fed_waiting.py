"""Pages of a fed site that may list posts, and which of them is worth a request (BlogForever, §4.3).

That which is likely to hold the most links to posts, by the pages whose addresses are most like its own. A kind of page
that brought no new post is not tried again; a few may be tried for nothing.
"""

from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field

from thresher.guide.brake import draw
from thresher.guide.neighbours import Neighbours, State
from thresher.guide.shapes import kin_of, shape_of

FREE_TRIALS, TRIAL_SHARE = 3, 0.03
WALKED_TRIALS, WALKED_SHARE = 1, 0.005
"""Pages that may be asked for in vain: a few, and this share of all pages; fewer where a list was read page after page:
it is likely to have had them all.
"""
LEAST_NEWS = 0.34
"""New posts a page, of a kind of pages that is worth going on with."""

Candidate = tuple[str, str, int]
"""Address, the page that links there, depth."""


@dataclass(frozen=True, slots=True)
class Waited:
    """What outlasts the process."""

    pages: tuple[Candidate, ...] = ()
    tallies: tuple[tuple[str, int, int], ...] = ()
    neighbours: State = ()
    vain: int = 0
    seen: int = 0


@dataclass
class Waiting:
    """The pages, and what others of their kind were worth."""

    pages: defaultdict[str, dict[str, tuple[str, int]]] = field(default_factory=lambda: defaultdict(dict))
    """By shape: the page that links there, and depth."""
    tallies: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Of each shape: pages seen, new posts on them."""
    neighbours: Neighbours = field(default_factory=Neighbours)
    vain: int = 0
    """Pages that were tried for nothing."""
    seen: int = 0
    """All pages of the site that came."""

    @classmethod
    def of(cls, state: Waited) -> "Waiting":
        made = cls(neighbours=Neighbours.of(state.neighbours), vain=state.vain, seen=state.seen)
        for url, via, depth in state.pages:
            made.add(url, via, depth)
        made.tallies = {shape: (seen, news) for shape, seen, news in state.tallies}
        return made

    @property
    def state(self) -> Waited:
        tallies = tuple((shape, seen, news) for shape, (seen, news) in self.tallies.items())
        return Waited(tuple(self._all()), tallies, self.neighbours.state, self.vain, self.seen)

    def add(self, url: str, via: str, depth: int) -> None:
        """A page that may list posts."""
        self.pages[shape_of(url)].setdefault(url, (via, depth))

    def observe(self, url: str, posts: int, new: int | None, *, is_expected: bool) -> None:
        """A page came with links to `posts`, `new` ones among them; None if it is a post itself. Lists that are known
        are `is_expected`: they are asked for whatever they bring.
        """
        self.seen += 1
        self.neighbours.observe(url, posts)
        if new is not None:
            self._tally(url, new)
            self.vain += not new and not is_expected

    def failed(self, url: str) -> None:
        """There was no page."""
        self._tally(url, 0)
        self.vain += 1

    def _tally(self, url: str, new: int) -> None:
        seen, news = self.tallies.get(shape_of(url), (0, 0))
        self.tallies[shape_of(url)] = (seen + 1, news + new)

    def take(self, is_wanted: Callable[[str], bool]) -> list[Candidate]:
        """Take out the pages that something is wanted of."""
        found = [one for one in self._all() if is_wanted(one[0])]
        for url, _, _ in found:
            del self.pages[shape_of(url)][url]
        return found

    def take_rest(self) -> list[tuple[int, Candidate]]:
        """Take out all pages, each with its turn among those of its kind: one of each kind comes first, as it tells of
        the others. Of one turn, those of which there are few of a kind: 'about' before the months of an archive.
        """
        turns: Counter[str] = Counter()
        rest: list[tuple[int, str, Candidate]] = []
        # Any of a kind as likely as another: those that were met first are all of the newest posts.
        for one in sorted(self.take(lambda _: True), key=lambda one: draw(one[0])):
            kin = kin_of(shape_of(one[0]))
            rest.append((turns[kin], kin, one))
            turns[kin] += 1
        return [(turn, one) for turn, kin, one in sorted(rest, key=lambda ranked: (ranked[0], turns[ranked[1]]))]

    def next_trial(self, is_walked: bool = False) -> Candidate | None:
        """The page that is likely to hold the most links to posts; None if none is worth a request. It `is_walked` if a
        list of posts has further pages, which have been asked for.
        """
        few, share = (WALKED_TRIALS, WALKED_SHARE) if is_walked else (FREE_TRIALS, TRIAL_SHARE)
        free = few + share * self.seen
        best: tuple[float, int, str] | None = None
        for shape, urls in self.pages.items():
            seen, news = self.tallies.get(shape, (0, 0))
            # Whichever was met first: after a crash, pages are met in another order.
            url = min(urls, key=draw, default=None)
            if url is None or (news < LEAST_NEWS * seen if seen else self.vain >= free):
                continue
            value = (self.neighbours.estimate(url), len(urls), url)
            if best is None or value > best:
                best = value
        if best is None:
            return None
        via, depth = self.pages[shape_of(best[2])].pop(best[2])
        return best[2], via, depth

    def _all(self) -> list[Candidate]:
        return [(url, via, depth) for urls in self.pages.values() for url, (via, depth) in urls.items()]
