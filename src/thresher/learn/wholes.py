"""Lists that show whole threads, their first post and the newest answers: they have all that a thread has.

So do boards where pictures are shared, and what a person follows. What tells is where their links lead: each to a page
that has a part of what stands here, another than the next, and one of them has more to it. Pages of single posts have
nothing that their thread has not; addresses of posts in a thread lead to all of it, so to the same.
"""

from collections.abc import Generator

from lxml import etree

from thresher.knowledge.noise import judge
from thresher.learn.drawing import is_noise
from thresher.learn.links import LinkGroup
from thresher.learn.page_types import PageType
from thresher.learn.proof import Look
from thresher.learn.shapes import is_like, is_view_of, skeleton
from thresher.learn.sight import LONG_LINE, Sight
from thresher.model import Page

MIN_WHOLE = 3
"""Threads that such a list shows."""
MAX_TRIED = 2
"""Groups of links of a page that are tried, of those that are called the same."""


def shows_threads(
    sight: Sight, known: frozenset[str], in_vain: set[str], look: Look
) -> Generator[str, Page | None, bool]:
    """Whether `sight`, which looks like a thread, shows several; links that are all `known` from every page are a menu.

    Kinds of addresses that are tried `in_vain` are remembered there, and not tried again.
    """
    for group in [group for group in _ways_in(sight, known) if group.shape not in in_vain][:MAX_TRIED]:
        urls = list(dict.fromkeys(spot.url for spot in group.spots))
        pages: list[Sight] = []
        for url in (urls[0], urls[len(urls) // 2], urls[-1]):
            page = yield from look(url)
            if page is None or page.kind is PageType.INDEX or not _is_part(page, sight):
                break
            pages.append(page)
        if _are_parts(sight, pages):
            return True
        in_vain.add(group.shape)
    return False


def _ways_in(sight: Sight, known: frozenset[str]) -> list[LinkGroup]:
    """Groups of links that may lead to a thread each, the fewest first: what each post has is more than that."""
    own = skeleton(sight.url)
    return sorted(
        (
            group
            for group in sight.groups
            if group.is_labelled
            and len(group.titles.keys() - known) >= MIN_WHOLE
            and not is_like(group.shape, own)
            and not all(is_view_of(url, sight.url) for url in group.titles)
            and not is_noise(group)
            and all(judge(url).verdict == "keep" for url in group.titles)
            and _has_prose_between(sight, group)
        ),
        key=lambda group: len(group.titles),
    )


def _has_prose_between(sight: Sight, group: LinkGroup) -> bool:
    """Whether there is a longer text from most of the links to the next one: in a menu there is none."""
    links = {spot.element for spot in group.spots}
    urls = {spot.element: spot.url for spot in group.spots}
    prose, before, latest = 0, dict[str, int](), ""
    for element in sight.page.tree.iter(etree.Element):
        if element in links and urls[element] != latest:
            latest = urls[element]
            before.setdefault(latest, prose)
        prose += sum(len(" ".join(text.split())) >= LONG_LINE for text in (element.text, element.tail) if text)
    return len(set(before.values())) > len(before) / 2


def _is_part(page: Sight, sight: Sight) -> bool:
    """Whether a page has some of what `sight` says, and not all of it: the address of a post may lead to its thread."""
    return page.url != sight.url and bool(page.lines & sight.lines) and not page.lines >= sight.lines


def _are_parts(sight: Sight, pages: list[Sight]) -> bool:
    """Whether `pages` say each a part of what `sight` says, and one of them says more than that.

    The first of them has the first text; so similar threads beside one are no parts of it.
    """
    if len(pages) < MIN_WHOLE:
        return False
    shared = [page.lines & sight.lines for page in pages]
    everywhere = frozenset.intersection(*shared)
    own = [lines - everywhere for lines in shared]
    first = next((line for line in sight.page.lines if line in sight.lines and line not in everywhere), "")
    are_apart = all(not one & other for place, one in enumerate(own) for other in own[:place])
    has_more = any(page.lines - sight.lines - _others(pages, page) for page in pages)
    return sum(map(bool, own)) >= MIN_WHOLE - 1 and first in own[0] and are_apart and has_more


def _others(pages: list[Sight], page: Sight) -> frozenset[str]:
    return frozenset().union(*(one.lines for one in pages if one is not page))
