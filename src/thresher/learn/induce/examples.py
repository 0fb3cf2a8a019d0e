"""Example pages of one software, and how many of them something was found on."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import urlsplit

from thresher.learn.page_types import PageType
from thresher.learn.shapes import is_alike, names_thing, skeleton
from thresher.learn.sight import Sight, sessions_on
from thresher.model import Page
from thresher.page import VirtualDocument, host_of

UNKNOWN = ".invalid"
"""How hosts end that were made up, for saved pages whose address nobody knows."""
SAID = 0.8
"""What a word in the address counts for, where a layout that is not in doubt has a lead of about 1."""
_WORDS = {
    PageType.THREAD: frozenset({"viewtopic", "showtopic", "showthread", "thread", "topic", "discussion", "question"}),
    PageType.INDEX: frozenset(
        {"viewforum", "showforum", "forum", "forumdisplay", "board", "category", "categories", "tag"}
    ),
    PageType.OTHER: frozenset({"login", "register", "profile", "faq", "memberlist", "search"}),
}
"""Words by which programs of many makers name their addresses."""
_OTHER_THAN = {
    PageType.THREAD: PageType.OTHER,
    PageType.INDEX: PageType.THREAD,
    PageType.OTHER: PageType.THREAD,
}


@dataclass(frozen=True, eq=False)
class Example:
    """A page that was given as an example."""

    page: Page
    document: VirtualDocument

    @cached_property
    def sight(self) -> Sight:
        return Sight(self.page, sessions_on(self.page))

    @cached_property
    def site(self) -> str:
        return host_of(self.page.url).removeprefix("www.")

    @property
    def has_address(self) -> bool:
        return not self.site.endswith(UNKNOWN)


@dataclass(frozen=True, slots=True)
class Seen:
    """On how many pages and sites something was found."""

    pages: int
    of_pages: int
    sites: int
    of_sites: int

    def __str__(self) -> str:
        sites = f", {self.sites} of {self.of_sites} sites" if self.of_sites > 1 else ", one site"
        return f"on {self.pages} of {self.of_pages} pages{sites}"

    @property
    def share(self) -> float:
        return self.pages / max(1, self.of_pages)

    @property
    def is_everywhere(self) -> bool:
        return self.sites == self.of_sites


def seen(examples: Sequence[Example], has: Callable[[Example], bool]) -> Seen:
    """How many of the examples have something."""
    found = [one for one in examples if has(one)]
    return Seen(len(found), len(examples), len({one.site for one in found}), len({one.site for one in examples}))


def by_site(examples: Iterable[Example]) -> dict[str, list[Example]]:
    sites: defaultdict[str, list[Example]] = defaultdict(list)
    for one in examples:
        sites[one.site].append(one)
    return dict(sites)


def taking_turns(examples: Iterable[Example]) -> list[Example]:
    """The examples, one of each site after the other: the first few are of all of them."""
    rows = list(by_site(examples).values())
    longest = max(map(len, rows), default=0)
    return [row[number] for number in range(longest) for row in rows if number < len(row)]


def kinds_of(examples: Sequence[Example]) -> list[PageType]:
    """What each example is by its layout; pages whose addresses are alike, on whatever site, are of one kind."""
    kinds = []
    for one in examples:
        alike = [other for other in examples if other is one or _are_alike(one, other)]
        scores = {
            kind: sum(_score(other, kind) for other in alike) / len(alike) + _said(one.page.url, kind)
            for kind in PageType
        }
        kinds.append(max(PageType, key=lambda kind, scores=scores: scores[kind]))  # type: ignore[misc]
    return kinds


def _score(one: Example, kind: PageType) -> float:
    """How much the layout speaks for a kind; where a sight thinks better of it, that counts for half."""
    own, score = one.sight.kind, one.sight.guess.scores[kind]
    return score if own is one.sight.guess.type else (score + (own is kind)) / 2


def _said(url: str, kind: PageType) -> float:
    """What the words of an address say: its last parts, for a whole site may live in /forum/."""
    parts = urlsplit(url.lower())
    words = set(re.findall(r"[a-z]+", "/".join(parts.path.rstrip("/").split("/")[-2:]) + " " + parts.query))
    words -= {"forum"} if "forum" not in parts.path.rstrip("/").rpartition("/")[2] else set()
    return SAID if words & _WORDS[kind] and not words & _WORDS[_OTHER_THAN[kind]] else 0.0


def _are_alike(one: Example, other: Example) -> bool:
    """Whether two addresses are of one kind, wherever on their hosts the software lives."""
    if not (one.has_address and other.has_address):
        return False
    return is_alike(_plain(one.page.url), _plain(other.page.url))


def _plain(url: str) -> str:
    """An address as if the software lived at the top of its host; names that are all name keep their folders."""
    parts = urlsplit(url)
    file = parts.path.rpartition("/")[2]
    is_kind = bool(re.search(r"[A-Za-z]{3,}", skeleton(f"http://x.invalid/{file}")))
    path = f"/{file}" if is_kind and (parts.query or names_thing(skeleton(f"http://x.invalid/{file}"))) else parts.path
    if not path.strip("/") and not parts.query:
        return f"http://{parts.netloc}/a/front/page/is/like/no/other"
    return f"http://x.invalid{path}" + (f"?{parts.query}" if parts.query else "")
