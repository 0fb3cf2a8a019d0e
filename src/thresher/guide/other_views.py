"""Pages of a learned site that show what others have shown: links to single posts may have addresses like those of
threads, and lead to the whole thread each; an article may be served under any spelling of its name.
"""

from collections.abc import Sequence

from thresher.guide.memory import Memory
from thresher.guide.novelty import number_of
from thresher.guide.shapes import shape_of
from thresher.model import WebObject

PATIENCE = 5
"""Other views in a row to which pages of one kind may lead."""
ALL_THE_SAME = 10
"""Of the pages that would be refused, one in so many is asked for: if it has something of its own, so may others."""
LEAST_CHARACTERS = 40
"""Posts of a thread with less text than this say too little: 'thank you' is said by the same people on the same day."""
LEAST_OF_ARTICLE = 200
"""Articles with less text may be nothing but what their pages have in common: a notice, a form."""


class OtherViews:
    """Tells threads from other views of them by their posts, articles by title and text; the memory holds these, so
    that a resumed crawl decides alike."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    def fresh(self, objects: Sequence[WebObject], via: str) -> Sequence[WebObject]:
        """What was read off a page that `via` has led to; nothing if all its posts are those of another thread."""
        posts = [one for one in objects if one.text]
        is_article = _is_article(posts)
        if not is_article and not _is_thread(posts):
            return objects
        marks = [_mark(one, "") for one in posts]
        own = [_mark(one, one.container or one.id) for one in posts]
        unseen = self._memory.unseen([*marks, *own])
        is_view = unseen.isdisjoint(marks) and unseen.issuperset(own)
        if not is_view:
            self._memory.remember(unseen)
        # Articles of a wiki lead to each other: that some have two names is no reason to leave the others.
        if not is_article:
            self._count(via, is_view=is_view)
        return () if is_view else objects

    def refuses(self, url: str, via: str) -> bool:
        """Whether pages like `via` have led to other views only, so that `url` will be one more."""
        return self._streak(via) >= PATIENCE and number_of(url) % ALL_THE_SAME != 0

    def _count(self, via: str, *, is_view: bool) -> None:
        streak = self._streak(via)
        if via and (is_view or streak):
            self._memory.save(_key(via), (streak + 1 if is_view else 0,))

    def _streak(self, via: str) -> int:
        return (self._memory.load(_key(via)) or (0,))[0]


def _is_thread(posts: Sequence[WebObject]) -> bool:
    is_told = all(one.container and one.author and one.published for one in posts)
    return is_told and sum(len(one.text) for one in posts) >= LEAST_CHARACTERS


def _is_article(posts: Sequence[WebObject]) -> bool:
    """Whether it is one article and nothing else: below two of them, the same advertisement may stand."""
    return (
        len(posts) == 1 and not posts[0].container and bool(posts[0].title) and len(posts[0].text) >= LEAST_OF_ARTICLE
    )


def _key(via: str) -> str:
    return f"views {shape_of(via)}"


def _mark(post: WebObject, container: str) -> int:
    """A post, whatever page shows it. Of its date the day: many are given as '5 minutes ago'."""
    title = () if post.container else (post.title,)
    return number_of("\n".join(("post", container, *title, post.author, post.published[:10], post.text)))
