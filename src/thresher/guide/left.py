"""Links that were left alone, and turn out to be wanted: posts by their addresses, lists in place of others."""

import re
from collections.abc import Callable, Collection, Iterable

from thresher.guide.memory import Memory
from thresher.guide.shapes import shape_of_post
from thresher.model import Guidance, Kind, Offer, SkipReason

_SITEMAP = re.compile(r"sitemap[^/]*\.xml(?:\.gz)?$", re.I)
_NOTHING = Guidance((), ())
PROOFS = 2
"""Posts with addresses of one shape that make it the shape of posts."""
OTHER_LISTS = ("date", "category", "tag", "author")
"""Roles of lists that show again what other lists show, the most complete first."""

Left = Callable[[str, SkipReason], Iterable[tuple[str, str, int]]]
"""Folder, reason → addresses in it that were left alone for it: each with the page that links there, and its depth."""
Closed = Callable[[str], Iterable[tuple[str, str]]]
"""Folder → addresses in it that were asked for and could not be had, each with what it was offered as."""
MayAsk = Callable[[str, int], bool]
"""Whether the limits of the crawl let an address at a depth be asked for."""


class LeftLinks:
    """Remembers what addresses of posts look like."""

    def __init__(self, memory: Memory, left: Left, closed: Closed, may_ask: MayAsk) -> None:
        self._memory = memory
        self._left = left
        self._closed = closed
        self._may_ask = may_ask

    def is_proof(self, url: str, root: str) -> bool:
        """A post was read: whether it is the one that makes the shape of its address that of posts."""
        key = _key(root, shape_of_post(url))
        count = self._count(key) + 1
        if count <= PROOFS:
            self._memory.save(key, (count,))
        return count == PROOFS

    def is_like_posts(self, url: str, root: str) -> bool:
        """Whether an address is like those of posts that were found."""
        return self._count(_key(root, shape_of_post(url))) >= PROOFS

    def post_shapes(self, root: str) -> set[str]:
        """Shapes of addresses in a folder that are those of posts."""
        keys = self._memory.keys(_key(root, ""))
        return {key.rpartition(" ")[2] for key in keys if self._count(key) >= PROOFS}

    def of_shapes(self, root: str, shapes: Collection[str], label: str, priority: int) -> Guidance:
        """Links that no rule has led to and that have addresses of one of these shapes, as what `label` says."""
        found = (one for one in self._left(root, SkipReason.OFF_PATH) if shape_of_post(one[0]) in shapes)
        return self._offered(found, label, priority)

    def other_lists(self, root: str, lists: Collection[str], role_of: Callable[[str], str], priority: int) -> Guidance:
        """Where one of the `lists`, as they were offered, could not be had or robots.txt forbids it: those of one kind
        that were left because it would have led to the same. Once: others would lead to the same again.
        """
        done = f"other lists {root}"
        label = next((shape for _, shape in self._closed(root) if shape in lists), "")
        found = self.lists_left(root, label, role_of, priority) if label and not self._memory.load(done) else _NOTHING
        if found.follow:
            self._memory.save(done, (1,))
        return found

    def lists_left(self, root: str, label: str, role_of: Callable[[str], str], priority: int) -> Guidance:
        """Lists of one kind that were left because others lead to the same, as what `label` says."""
        left = list(self._left(root, SkipReason.LISTED_ELSEWHERE))
        roles = {url: role_of(url) for url, _, _ in left}
        role = next((role for role in OTHER_LISTS if role in roles.values()), "")
        return self._offered((one for one in left if role and roles[one[0]] == role), label, priority)

    def sitemaps(self, root: str) -> list[str]:
        """Sitemaps that were left because lists lead on."""
        return [url for url, _, _ in self._left(root, SkipReason.OFF_PATH) if _SITEMAP.search(url)]

    def _offered(self, links: Iterable[tuple[str, str, int]], label: str, priority: int) -> Guidance:
        wanted = (one for one in links if self._may_ask(one[0], one[2]))
        return Guidance(tuple(Offer(url, Kind.PAGE, priority, depth, via, label) for url, via, depth in wanted), ())

    def _count(self, key: str) -> int:
        return (self._memory.load(key) or (0,))[0]


def _key(root: str, shape: str) -> str:
    return f"proved {root} {shape}"
