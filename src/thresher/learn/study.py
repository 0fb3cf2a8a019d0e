"""How posts are read off the thread pages of a site: pages of one folder are compared until they tell."""

from collections import defaultdict
from collections.abc import Callable

from thresher.learn.lesson import ENOUGH_PAGES, Lesson
from thresher.learn.posts.opening import with_opening
from thresher.learn.posts.posts import learn_posts
from thresher.learn.posts.remarks import are_doubtful
from thresher.learn.posts.rule import PostRule
from thresher.learn.posts.sign_offs import with_sign_offs
from thresher.learn.sight import Sight

MOST_PAGES = 48
"""Thread pages after which it is settled how posts are read off them, though `ENOUGH_PAGES` did not tell."""
MAX_FOLDERS = 20
"""Kinds of threads that are told apart for that."""
OTHER_FOLDERS = "*"


class Study:
    """Thread pages that were seen, until it is settled how they are read; then the lesson says so."""

    def __init__(self, lesson: Lesson, settled: set[str], is_first: Callable[[str], bool]) -> None:
        """`settled` are the folders of which it is known, and grows; `is_first` tells first pages from further ones."""
        self._lesson = lesson
        self._settled = settled
        self._is_first = is_first
        self._pages: defaultdict[str, list[Sight]] = defaultdict(list)

    def folder(self, url: str) -> str:
        """What tells pages whose posts are read in one way; where there are too many folders, all others are one."""
        folder = self._lesson.folder(url)
        is_own = folder in self._settled or folder in self._pages or len(self._pages) < MAX_FOLDERS
        return folder if is_own else OTHER_FOLDERS

    def observe(self, sight: Sight) -> bool:
        """Compare another thread page with those before; whether the lesson has something to read since."""
        folder = self.folder(sight.url)
        pages = self._pages[folder]
        pages.append(sight)
        if len(pages) % ENOUGH_PAGES:
            return False
        rule = _rule_of(pages)
        return len(pages) >= _needed(rule, pages) and self._settle(folder, rule, pages)

    def settle(self) -> bool:
        """Make of the pages seen so far what can be made; whether the lesson has something to read since."""
        few = [folder for folder, pages in self._pages.items() if len(pages) < ENOUGH_PAGES]
        # Folders by subject have a few posts each, and what is stable in all of them tells more.
        pool = [page for folder in few for page in self._pages[folder]] if len(few) > 1 else []
        shared = _rule_of(pool) if pool else None
        is_changed = False
        for folder, pages in list(self._pages.items()):
            if folder in few and shared is not None and _reads_all(shared, pages):
                is_changed |= self._settle(folder, shared, pool)
            else:
                is_changed |= self._settle(folder, _rule_of(pages), pages)
        return is_changed

    def _settle(self, folder: str, rule: PostRule | None, sights: list[Sight]) -> bool:
        del self._pages[folder]
        self._settled.add(folder)
        return self._lesson.take(folder, rule, [one.page for one in sights if self._is_first(one.url)])


def _rule_of(pages: list[Sight]) -> PostRule | None:
    """How posts are read off these pages; None if these do not tell."""
    return with_sign_offs(with_opening(learn_posts(pages), pages), pages)


def _needed(rule: PostRule | None, pages: list[Sight]) -> int:
    """How many pages tell: threads without answers may not, nor those of which few have remarks."""
    if rule is None or rule.sign_offs:
        return MOST_PAGES  # each of those who write has an ending of their own
    # More are looked at once: what comes once in some posts may be the line about an edit.
    return ENOUGH_PAGES * (2 if are_doubtful(pages, rule) else 1)


def _reads_all(rule: PostRule, sights: list[Sight]) -> bool:
    """Whether each page has what a rule finds first: the post that others answer, or any."""
    return all((rule.opening or rule).elements_on(sight.page.tree) for sight in sights)
