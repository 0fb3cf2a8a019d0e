"""Lists of a blog by tag, category, author and date: where its list of all posts goes on page after page, or a sitemap
names them all, they show that again, and nobody needs them. Usual addresses tell which they are; others are tried.
"""

from collections.abc import Iterable
from itertools import islice, takewhile
from typing import TYPE_CHECKING

from thresher.guide.labels import MARK, reason_for
from thresher.guide.shapes import shape_of
from thresher.knowledge import KnowledgeBase
from thresher.model import Entry, Kind, Skip, SkipReason

if TYPE_CHECKING:
    from thresher.crawl.fed_rung import FedRung
    from thresher.crawl.learned_rung import LearnedRung

BLOG = "blog"
"""The type of what all blogs have in common."""
SOME = 20
"""Posts by which it is told in what folders a blog is."""


class Archives:
    """Says which pages of a blog that was learned, or is fed, show again what its list of all posts has shown."""

    def __init__(self, base: KnowledgeBase | None, fed: "FedRung | None", learned: "LearnedRung | None") -> None:
        self._blog = base.type(BLOG) if base is not None and BLOG in base else None
        self._fed = fed
        self._learned = learned

    def refuses(self, entry: Entry) -> Skip | None:
        """Why a page is not asked for; None lets it go, and whatever a rung has offered as its own: a list of all posts
        may end early, so some of these are tried.
        """
        if self._blog is None or entry.kind is not Kind.PAGE or not entry.depth or entry.shape.startswith(MARK):
            return None
        for root in self._walked(entry.url):
            reason, detail = reason_for(self._blog.urls.read(entry.url, root), self._blog)
            if reason is SkipReason.LISTED_ELSEWHERE:
                return Skip(entry.url, reason, detail, entry.via)
        return None

    def _walked(self, url: str) -> list[str]:
        """Folders that a blog may be in all of whose posts are known by a list or a sitemap; none if `url` is of
        another site, or what leads to posts there, or one of them.
        """
        site = self._fed.site_of(url) if self._fed is not None else None
        if site is not None and site.has_all:
            is_own = bool(site.role_of(url)) or site.lists.proved.get(shape_of(url), False)
            return [] if is_own else _folders(site.root, site.posts)
        course = self._learned.course_of(url) if self._learned is not None else None
        if course is None or "listing" not in course.data["urls"]["roles"]:
            return []
        return [] if course.role_of(url) else [course.root]


def _folders(root: str, posts: Iterable[str]) -> list[str]:
    """The folders of a site that hold all posts, the outermost first: a word of welcome may stand before a blog."""
    folders = [one.partition("?")[0][len(root) :].split("/")[:-1] for one in islice(posts, SOME)]
    names = [some[0] for some in takewhile(lambda some: len(set(some)) == 1, zip(*folders, strict=False))]
    return [root + "".join(f"{name}/" for name in names[:depth]) for depth in range(len(names) + 1)]
