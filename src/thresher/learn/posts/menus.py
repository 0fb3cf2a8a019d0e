"""Links in posts that lead to who wrote them, where the name is none: it opens a menu with the profile in it."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from thresher.learn.posts.names import string_of
from thresher.learn.posts.rule import PostRule
from thresher.learn.shapes import skeleton
from thresher.learn.sight import Sight
from thresher.page import join
from thresher.pattern import parse

FEWEST = 3
"""People whose links tell."""


def led_to_by_author(sights: Sequence[Sight], posts: PostRule) -> Counter[str]:
    """Shapes of addresses of which each author on a page has one, and nobody else has it, though some wrote twice."""
    people: defaultdict[str, set[str]] = defaultdict(set)
    refuted: set[str] = set()
    repeated: set[str] = set()
    for sight in sights:
        found: defaultdict[str, defaultdict[str, list[frozenset[str]]]] = defaultdict(lambda: defaultdict(list))
        for name, shape, addresses in _links_of(sight, posts):
            found[shape][name].append(addresses)
        for shape, by_name in found.items():
            own = frozenset().union(*(one for some in by_name.values() for one in some))
            is_one = all(len(set(some)) == len(some[0]) == 1 for some in by_name.values())
            refuted |= set() if is_one and len(own) == len(by_name) else {shape}
            repeated |= {shape} if any(len(some) > 1 for some in by_name.values()) else set()
            people[shape] |= by_name.keys()
    told = (shape for shape, names in people.items() if len(names) >= FEWEST and shape in repeated - refuted)
    return Counter({shape: len(people[shape]) for shape in told})


def _links_of(sight: Sight, posts: PostRule) -> Iterator[tuple[str, str, frozenset[str]]]:
    """For each post and each shape of addresses in it: who wrote it, the shape, the addresses."""
    author = parse(posts.author)
    for post in parse(posts.each).select(sight.page.tree):
        name = author.first(post) if not isinstance(post, str) else None
        if isinstance(post, str) or name is None or isinstance(name, str):
            continue
        by_shape: defaultdict[str, set[str]] = defaultdict(set)
        for href in filter(None, (link.get("href") for link in post.iter("a"))):
            if address := join(sight.page.url, href):
                by_shape[skeleton(address)].add(address)
        yield from ((string_of(name), shape, frozenset(some)) for shape, some in by_shape.items())
