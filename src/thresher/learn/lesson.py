"""What is known of a site while it is being learned, and afterwards."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields

from thresher.learn.articles.unfed import Articles, learn_unfed
from thresher.learn.drawing import is_menu
from thresher.learn.flipping import Step
from thresher.learn.links import LinkGroup
from thresher.learn.page_types.reasons import in_words
from thresher.learn.posts.rule import PostRule
from thresher.learn.shapes import folder_among, skeleton
from thresher.learn.sight import Sight
from thresher.model import Page
from thresher.page import other_spelling

MIN_THREADS, LEAST_THREADS = 10, 3
"""Addresses of threads without which nothing was learned: on a single list, and where lists go on or are several."""

Key = tuple[str, str]
"""Shape and place of a group of links."""
ENOUGH_PAGES = 12
"""Thread pages that tell how posts are read off them."""
TOGETHER = "*/*"
"""What stands for all folders by subject."""
StepKey = tuple[str, tuple[str, str, str]]
"""Shape of the address of a page, and how that of a further page is made from it."""


@dataclass(frozen=True, slots=True)
class Look:
    """A page that was looked at, and what it was taken for."""

    url: str
    type: str
    why: tuple[str, ...]
    """What spoke most for that, in words."""

    @classmethod
    def at(cls, sight: Sight) -> "Look":
        return cls(sight.url, sight.kind.value, in_words(sight.guess.reasons))


@dataclass
class Learned:
    """What was learned of a site: plain values, which outlast the process."""

    entry: str
    sessions: frozenset[str] = frozenset()
    """Parameters that carry a session."""
    boards: dict[Key, set[str]] = field(default_factory=dict)
    """Groups of links that lead to index pages, with their addresses."""
    threads: dict[Key, set[str]] = field(default_factory=dict)
    parts: dict[Key, set[str]] = field(default_factory=dict)
    """The same for index pages that list parts of what the entry page lists."""
    others: set[Key] = field(default_factory=set)
    """Groups that lead to neither."""
    views: set[str] = field(default_factory=set)
    """Shapes of addresses that show once more what others show."""
    asked: int = 0
    looked_at: list[Look] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    common: frozenset[str] = frozenset()
    """Addresses that every page links to."""
    posts: dict[str, PostRule] = field(default_factory=dict)
    """How posts are read off thread pages, by the folder of their addresses; empty until enough of them were seen."""
    articles: dict[str, Articles] = field(default_factory=dict)
    """Of folders whose threads are posts with comments: how these are read."""
    people: frozenset[str] = frozenset()
    """Shapes of addresses that authors link to."""
    together: frozenset[str] = frozenset()
    """Folders by subject, whose threads stand in one list and are of one kind."""
    functions: frozenset[str] = frozenset()
    """Words that addresses like those of threads end with, where something is to be done: new."""
    headings: dict[str, str] = field(default_factory=dict)
    """Where thread pages have their title, by folder."""
    index_steps: dict[StepKey, Step] = field(default_factory=dict)
    """How addresses of further pages of index pages are made, and of threads."""
    thread_steps: dict[StepKey, Step] = field(default_factory=dict)

    @property
    def thread_count(self) -> int:
        return sum(map(len, self.threads.values()))

    def folder(self, url: str) -> str:
        """What threads have in common that are read in one way: the words their addresses begin with; names of boards
        and subjects are none of these, though they may be single words.
        """
        folder = folder_among(url, (shape for shape, _ in self.threads))
        return TOGETHER if folder in self.together else folder

    @property
    def is_enough(self) -> bool:
        """Whether a crawl can go by it."""
        is_going_on = bool(self.index_steps) or bool(self.boards)
        return self.thread_count >= (LEAST_THREADS if is_going_on else MIN_THREADS)


@dataclass
class Lesson(Learned):
    """What was learned, with the pages that it was learned from."""

    sights: dict[str, Sight] = field(default_factory=dict)
    """The pages that were looked at, by address."""
    indexes: list[str] = field(default_factory=list)
    """Index pages among them."""
    pages: list[str] = field(default_factory=list)
    """Thread pages among them."""

    @property
    def linked_by_all(self) -> frozenset[str]:
        """What all pages seen so far link to; nothing while there are fewer than three."""
        return self._of_all(lambda sight: sight.urls)

    @property
    def said_by_all(self) -> frozenset[str]:
        """The same for long lines of their text."""
        return self._of_all(lambda sight: sight.lines)

    def _of_all(self, found_on: Callable[[Sight], Iterable[str]]) -> frozenset[str]:
        sights = {sight.url: sight for sight in self.sights.values()}
        if len(sights) < 3:
            return frozenset()
        counts = Counter(one for sight in sights.values() for one in found_on(sight))
        return frozenset(one for one, count in counts.items() if count >= 0.8 * len(sights))

    def take(self, folder: str, rule: PostRule | None, pages: list[Page]) -> bool:
        """It is settled how threads of a folder are read; whether there is anything to read. `pages` are first pages of
        some: they may be posts of a blog.
        """
        # Titles of articles may have words in italics, and have no labels.
        articles = learn_unfed(pages, self.headings.get(folder, "").removesuffix("/text()"), rule)
        if articles is not None or rule is None or len(pages) < ENOUGH_PAGES:
            # A folder of a few posts (a month, a subject) tells little by itself.
            articles = next((one for one in self.articles.values() if pages and one.fits(pages)), articles)
        if articles is not None:
            self.articles[folder] = articles
        if rule is not None:
            self.posts[folder] = rule
        return articles is not None or rule is not None

    def drop(self, why: str) -> None:
        """Nothing was learned after all."""
        for found in (self.boards, self.threads, self.parts, self.index_steps, self.thread_steps):
            found.clear()
        self.notes.insert(0, why)

    def add_list(self, url: str, alike: Iterable[str] = ()) -> None:
        """Note a list that no group of links has led to, and those `alike`; where it has one of several names,
        those beside a link to it are.
        """
        among = self.among(url)
        key = (skeleton(url), "") if among is None else (among.shape, among.place)
        self.boards.setdefault(key, set()).update({url, *(alike if among is None else among.titles)})

    def among(self, url: str) -> LinkGroup | None:
        """The links that an address stands among as one of several names; None if it stands alone."""
        spelled = {url, other_spelling(url)}
        groups = [one for sight in self.sights.values() for one in sight.groups if spelled & one.titles.keys()]
        named = (one for one in groups if "*" in one.shape and not is_menu(one))
        return max(named, key=lambda one: len(one.titles), default=None)

    def forget(self) -> None:
        """Begin anew, with the pages that were seen."""
        self.boards, self.threads, self.others = {}, {}, set()
        self.indexes, self.pages = [], []

    def recall(self, learned: Learned, indexes: list[str], pages: list[str]) -> None:
        """Go back to what was learned before `forget`; the pages that were seen since stay."""
        self.boards, self.threads, self.others = learned.boards, learned.threads, learned.others
        self.people, self.indexes, self.pages = learned.people, indexes, pages

    @property
    def learned(self) -> Learned:
        """What outlasts the pages."""
        return Learned(**{one.name: getattr(self, one.name) for one in fields(Learned)})

    @classmethod
    def of(cls, learned: Learned) -> "Lesson":
        """A lesson of an earlier run."""
        return cls(**{one.name: getattr(learned, one.name) for one in fields(Learned)})
