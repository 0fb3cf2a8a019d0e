"""Lists of a known blog that end on their first page: a script may turn the pages, and no link says so.

Then the sitemap names posts; where there is none, one of the lists that were left alone is tried, by month or by tag,
and the others of its kind if that one has led to more.
"""

from dataclasses import dataclass, field
from enum import IntEnum

from thresher.crawl.view import NOTHING, View, joined
from thresher.guide import Known, KnownGuide
from thresher.guide.known import INTERMEDIATE
from thresher.guide.labels import label_of
from thresher.knowledge import LevelKind
from thresher.model import Entry, Guidance, Kind, Offer
from thresher.page import Sitemap, origin_of

SITEMAP = 10
"""Priority: nothing else is left to ask for."""
MAX_NESTING = 5
"""Sitemaps that name each other: a chain of them may have no end."""


class _Step(IntEnum):
    """What was asked for already."""

    NOTHING = 0
    SITEMAP = 1
    LISTS = 2
    ALL = 3


@dataclass(slots=True)
class _Blog:
    known: Known
    first: Entry
    """The first list that was seen."""
    label: str
    """What it was offered as."""
    goes_on: bool = False
    """Whether a list has led to another of its kind."""
    posts: set[str] = field(default_factory=set)
    """Those that lists have led to."""
    step: _Step = _Step.NOTHING
    before: int = 0
    """How many posts there were when lists were last tried."""


class EndedLists:
    """Where to look for posts of blogs whose lists do not go on."""

    def __init__(self, guide: KnownGuide) -> None:
        self._guide = guide
        self._blogs: dict[str, _Blog] = {}
        self._sitemaps: dict[str, tuple[str, int]] = {}
        """Those that were asked for here: the folder of their blog, and how many led there."""

    def look(self, entry: Entry, view: View, own: Guidance) -> None:
        """A page came whose rules lead to its `own` links."""
        # A crawl that recognises nothing comes without what learns.
        from thresher.learn.mending import posts_level

        known, level = view.known, view.known.level
        posts = posts_level(known.application.levels)
        if level is None or level.kind is not LevelKind.INTERMEDIATE or posts is None or known.application.is_own:
            return
        blog = self._blogs.setdefault(known.root, _Blog(known, entry, label_of(known.application, level.name)))
        of_posts = label_of(known.application, posts.name)
        blog.goes_on |= blog.step is _Step.NOTHING and any(offer.shape == blog.label for offer in own.follow)
        blog.posts |= {offer.url for offer in own.follow if offer.shape == of_posts}

    def unstick(self, named: dict[str, int]) -> Guidance:
        """Nothing is left to ask for: the next way to posts that may be missing. `named` says how many posts of each
        blog a feed names: a list of more than these is likely to be whole.
        """
        for root, blog in self._blogs.items():
            is_whole = blog.goes_on or len(blog.posts) > named.get(root, len(blog.posts)) or not blog.posts
            while not is_whole and blog.step is not _Step.ALL:
                if (found := self._next_way(root, blog)).follow:
                    return found
        return NOTHING

    def _next_way(self, root: str, blog: _Blog) -> Guidance:
        if blog.step is _Step.NOTHING:
            blog.step = _Step.SITEMAP
            return joined([self._ask(url, root, blog) for url in self._guide.left.sitemaps(origin_of(root) + "/")])
        found = self._guide.left.lists_left(root, blog.label, lambda url: self._role(url, blog), INTERMEDIATE).follow
        if blog.step is _Step.SITEMAP:
            # An overview of all tags has the shorter address, and lists no posts.
            found = tuple(sorted(found, key=lambda one: -one.url.rstrip("/").count("/"))[:1])
        has_led_on = blog.step is _Step.SITEMAP or len(blog.posts) > blog.before
        blog.step = _Step.LISTS if found and has_led_on else _Step.ALL
        blog.before = len(blog.posts)
        return Guidance(found if has_led_on else (), ())

    def _role(self, url: str, blog: _Blog) -> str:
        return self._guide.role_of(url, blog.known.application, blog.known.root)

    def _ask(self, url: str, root: str, blog: _Blog, nesting: int = 0) -> Guidance:
        self._sitemaps.setdefault(url, (root, nesting))
        return Guidance((Offer(url, Kind.SITEMAP, SITEMAP, blog.first.depth + 1, blog.first.url),), ())

    def has_asked(self, url: str) -> bool:
        """Whether a sitemap was asked for here."""
        return url in self._sitemaps

    def take_sitemap(self, sitemap: Sitemap, entry: Entry) -> Guidance:
        """A sitemap that was asked for here: posts that it lists, and further sitemaps."""
        root, nesting = self._sitemaps[entry.url]
        blog = self._blogs[root]
        roles = {self._role(url, blog) for url in blog.posts} - {""}
        pages = [self._guide.plain(url, blog.known) for url in sitemap.pages]
        posts = [url for url in pages if self._role(url, blog) in roles or self._guide.is_like_posts(url, root)]
        if new := [url for url in posts if url not in blog.posts]:
            blog.step = _Step.ALL
            blog.posts |= set(new)
        near = [url for url in sitemap.children if origin_of(url) == origin_of(entry.url) and nesting < MAX_NESTING]
        children = [self._ask(url, root, blog, nesting + 1) for url in near]
        return joined([self._guide.posts_named(new, blog.known, entry), *children])
