"""Lists of posts on a fed site, and their further pages: how the addresses of these go is proved by one of them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from thresher.guide.shapes import shape_of
from thresher.knowledge.noise import judge
from thresher.learn import Sight
from thresher.learn.flipping import Flips, Sign, called_next, step_between
from thresher.model import Page

MAPPED = 0.75
"""Share of the known posts that sitemaps name, if they name them all."""


@dataclass(frozen=True, slots=True)
class Listed:
    """What outlasts the process."""

    pages: tuple[str, ...] = ()
    proved: tuple[tuple[str, bool], ...] = ()
    proving: tuple[tuple[str, str, tuple[str, ...]], ...] = ()
    is_from_zero: bool = False
    mapped: int = 0


@dataclass
class Lists:
    """Pages that list posts, in the order they were met."""

    pages: dict[str, None] = field(default_factory=dict)
    proved: dict[str, bool] = field(default_factory=dict)
    """Shapes of the addresses of further pages, and whether they are what they look like."""
    proving: dict[str, tuple[str, frozenset[str]]] = field(default_factory=dict)
    """Pages that will tell, the shape they tell of, and the posts that were on the page before."""
    is_from_zero: bool = False
    """Whether page 1 is the second: Drupal counts so."""
    mapped: int = 0
    """Posts that sitemaps name."""

    @classmethod
    def of(cls, state: Listed) -> "Lists":
        proving = {url: (shape, frozenset(posts)) for url, shape, posts in state.proving}
        return cls(dict.fromkeys(state.pages), dict(state.proved), proving, state.is_from_zero, state.mapped)

    @property
    def state(self) -> Listed:
        proving = tuple((url, shape, tuple(sorted(posts))) for url, (shape, posts) in self.proving.items())
        return Listed(tuple(self.pages), tuple(self.proved.items()), proving, self.is_from_zero, self.mapped)

    def has_all(self, posts: int) -> bool:
        """Whether all posts are likely to be known, if so many are: a list was read page after page, or sitemaps name
        most of them. Links of feeds may have another spelling, and be counted twice.
        """
        return any(self.proved.values()) or 0 < MAPPED * posts <= self.mapped

    def __contains__(self, url: str) -> bool:
        return url in self.pages

    def __iter__(self) -> Iterator[str]:
        return iter(self.pages)

    def add(self, url: str) -> None:
        self.pages[url] = None

    def further(self, page: Page, url: str, posts: frozenset[str], is_open: Callable[[str], bool]) -> list[str]:
        """Further pages that the list at `url` links to and that nobody else speaks for (`is_open`); `posts` are those
        that it links to.
        """
        shape, before = self.proving.pop(url, ("", posts))
        if shape:
            # A calendar, an archive of years, short addresses of posts: they bring nothing that a list would.
            self.proved[shape] = bool(posts - before)
        found: dict[str, None] = {}
        sight = Sight(page, asked=url)
        for flips in sorted(sight.flips, key=_promise):
            self.is_from_zero |= flips.step.is_from_zero and flips.sign is not Sign.NONE
            own = [one for one in flips.further if is_open(one)]
            shape = shape_of(own[0]) if own else ""
            if not own or self.proved.get(shape) is False:
                continue
            if self.proved.get(shape):  # whatever the links say: some call older posts the previous ones
                found |= dict.fromkeys(own)
            elif flips.sign is not Sign.NONE and not self.proving and not any(self.proved.values()):
                self.proving[own[0]] = (shape, posts)
                found[own[0]] = None
        if not found and not self.proving and not self.proved and (other := _other_way(sight, is_open)):
            self.proving[other] = (shape_of(other), posts)
            found[other] = None
        self.pages |= found
        return list(found)

    def is_first(self, url: str) -> bool:
        """Whether `url` has the number of the first page where the further pages of a list have higher ones."""
        if not self.proved.get(shape_of(url)):
            return False
        steps = (step_between(one, url) for one in self.pages if shape_of(one) == shape_of(url))
        return any(step is not None and step[1] == (0 if self.is_from_zero else 1) for step in steps)

    def move(self, url: str, target: str) -> None:
        """The list at `url` is at `target`."""
        del self.pages[url]
        self.pages[target] = None
        if url in self.proving:
            _, posts = self.proving.pop(url)
            self.proving[target] = (shape_of(target), posts)

    def lose(self, url: str) -> None:
        """There is no page at `url`."""
        self.pages.pop(url, None)
        shape, _ = self.proving.pop(url, ("", frozenset()))
        if shape:
            self.proved[shape] = False


def _other_way(sight: Sight, is_open: Callable[[str], bool]) -> str:
    """Where a list goes on that has an address of another kind: the front page shows what is at /blog.php?paged=1."""
    return next((url for url in called_next(sight.spots) if is_open(url) and judge(url).verdict == "keep"), "")


def _promise(flips: Flips) -> tuple[bool, int, int]:
    """Lists count their pages from 2, and say so; years and numbers of posts are greater."""
    least = min((number for number in flips.numbers if number > 1), default=99)
    return not flips.step.is_counter, least, -flips.sign
