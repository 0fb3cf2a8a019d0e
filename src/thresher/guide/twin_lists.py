"""Lists that show the same posts in the same order: a blog's front page and the section of its only kind of posts.

Both have further pages, and one of them is enough. Where a page of one list shows what the page of the same number of
another shows, its next page is left alone as long as the other list has been there before.
"""

from collections.abc import Iterable

from thresher.guide.memory import Memory
from thresher.guide.novelty import number_of
from thresher.knowledge import Address

LISTING = "listing"
"""The role of lists in blogs. In forums a list of what is new begins like that of a board, and ends sooner."""
LEAST_POSTS = 3
"""On a page that is compared: the last pages of two lists may be alike by chance."""


class TwinLists:
    """Remembers what each further page of each list has shown, as numbers in the memory."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    def observe(self, address: Address, posts: Iterable[str]) -> None:
        """A further page of a list came, and led to `posts`, in this order."""
        if address.role == LISTING and address.page > 1:
            shown = list(dict.fromkeys(posts))
            mark = number_of("\n".join(shown)) if len(shown) >= LEAST_POSTS else 0
            self._memory.save(f"{_key(address.page)} {address.thing}", (mark,))

    def other(self, address: Address) -> str:
        """Another list that shows what the page at `address` is likely to show, and has been there; empty if none."""
        if address.role != LISTING or address.page <= 2:
            return ""
        mark = self._memory.load(f"{_key(address.page - 1)} {address.thing}") or (0,)
        if not mark[0]:
            return ""
        names = (key.removeprefix(f"{_key(address.page)} ") for key in self._memory.keys(f"{_key(address.page)} "))
        before = f"{_key(address.page - 1)} "
        return next((name for name in names if name != address.thing and self._memory.load(before + name) == mark), "")


def _key(page: int) -> str:
    return f"list page {page}"
