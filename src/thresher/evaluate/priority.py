"""Requests until the posts of a blog are reached that shares its host with a large site of another kind.

The situation for which BlogForever, section 4.3, has its download priority. All crawls tell posts by the form of the
addresses in the blog's feed, and fetch them at once; they differ in the order of the other pages.
"""

import json
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil
from pathlib import Path
from statistics import fmean

from thresher.evaluate.joined import joined
from thresher.evaluate.orders import BreadthFirst, DepthFirst, FirstEstimate, NearestNeighbour, Order, Random
from thresher.evaluate.recording import Recording, key_of, load_recording
from thresher.feeds import read_feed
from thresher.guide.addresses import is_file
from thresher.guide.shapes import shape_of
from thresher.model import CrawlSettings, Resources
from thresher.model.errors import UsageError
from thresher.page import canonical, join, read_page

SHARES = (0.5, 0.8, 0.95, 1.0)
"""Of the posts, at which requests are counted."""
RANDOM_RUNS = 5
"""Crawls in random order; their mean is compared, and the worst is told."""
OURS, FIRST, BREADTH, DEPTH, RANDOM = (
    "nearest neighbours",
    "the same, estimated once",
    "breadth-first",
    "depth-first",
    "random",
)
ORDERS: Mapping[str, Sequence[Callable[[], Order]]] = {
    OURS: (NearestNeighbour,),
    FIRST: (FirstEstimate,),
    BREADTH: (BreadthFirst,),
    DEPTH: (DepthFirst,),
    RANDOM: tuple(lambda seed=seed: Random(seed) for seed in range(RANDOM_RUNS)),  # type: ignore[misc]
}


@dataclass(frozen=True, slots=True)
class Traversal:
    """How crawls in one order went."""

    name: str
    posts: int
    """All there are."""
    curves: tuple[tuple[int, ...], ...]
    """Of each crawl, the number of the request that brought the first post, the second and so on."""

    def requests(self, share: float) -> float | None:
        """Requests until `share` of the posts were there, the mean of the crawls; None if one never got so far."""
        found = self._all(share)
        return None if None in found else fmean(one for one in found if one is not None)

    def worst(self, share: float) -> int | None:
        """The same, of the crawl that needed most."""
        found = self._all(share)
        return None if None in found else max(one for one in found if one is not None)

    def _all(self, share: float) -> list[int | None]:
        wanted = ceil(share * self.posts)
        return [curve[wanted - 1] if 0 < wanted <= len(curve) else None for curve in self.curves]


@dataclass(frozen=True, slots=True)
class Measured:
    """A pair of sites, crawled in all orders."""

    name: str
    posts: int
    recorded: int
    """Addresses of both sites."""
    linked: tuple[Traversal, ...]
    """With the links that posts have to each other, which may be enough to reach all of them."""
    unlinked: tuple[Traversal, ...]
    """Without them, as on blogs whose posts have none: only other pages lead to posts."""


@dataclass(frozen=True, slots=True)
class Blog:
    """A recorded blog and what is known of it."""

    recording: Recording
    posts: frozenset[str]
    """Keys of the posts that were recorded."""
    shapes: frozenset[str]
    """Shapes of the addresses in its feed: what a crawl takes for posts."""


def load_blog(place: Path) -> Blog:
    """The blog recorded in the folder `place`; `UsageError` if its posts or its feed are not known."""
    path = place / "truth.json"
    try:
        truth = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
        named, feeds = {key_of(post["url"]) for post in truth.get("posts", ())}, tuple(truth.get("feed_urls", ()))
    except (ValueError, OSError, KeyError, TypeError, AttributeError) as error:
        raise UsageError(f"{path} cannot be read: {type(error).__name__}: {error}.") from error
    recording = load_recording(place)
    posts = frozenset(named & recording.answers.keys())
    shapes = _shapes_in_feeds(recording, feeds)
    if not posts or not shapes:
        raise UsageError(
            f"The posts of {place} are not known, or it has no feed.",
            "Name a folder with mirror.warc.xz and a truth.json that has posts, each with its url, and feed_urls.",
        )
    return Blog(recording, posts, shapes)


def _shapes_in_feeds(recording: Recording, urls: Sequence[str]) -> frozenset[str]:
    """Shapes of the addresses in the first feed that has any."""
    for url in urls:
        capture = recording.capture(key_of(url)) if key_of(url) in recording.answers else None
        feed = read_feed(capture.payload, url, capture.header("content-type") or "") if capture else None
        links = [canonical(item.link) for item in feed.items] if feed else []
        if shapes := frozenset(shape_of(link) for link in links if link):
            return shapes
    return frozenset()


def measure_priority(blog: Blog, other: Recording, tell: Callable[[str], None] = lambda _: None) -> Measured:
    """`blog` and `other` at one host, crawled from the blog's entry in all orders."""
    site = PairedSite(joined(blog.recording, other), blog)
    found: dict[bool, tuple[Traversal, ...]] = {}
    for is_linked in (True, False):
        traversals = []
        for name, makers in ORDERS.items():
            tell(f"{name}, posts {'' if is_linked else 'not '}linked to each other …")
            curves = tuple(walk(site, make(), is_linked=is_linked) for make in makers)
            traversals.append(Traversal(name, len(blog.posts), curves))
        found[is_linked] = tuple(traversals)
    return Measured(site.recording.name, len(blog.posts), len(site.recording.answers), found[True], found[False])


class PairedSite:
    """A recording in which posts can be told, its pages read once for all crawls."""

    def __init__(self, recording: Recording, blog: Blog) -> None:
        self.recording = recording
        self.posts = blog.posts
        self._shapes = blog.shapes
        self._host = key_of(recording.seed).partition("/")[0]
        self._settings = CrawlSettings(seeds=(), resources=Resources.NONE)
        self._links: dict[str, tuple[str, ...]] = {}

    def is_post(self, url: str) -> bool:
        return shape_of(url) in self._shapes

    def links(self, url: str) -> tuple[str, ...]:
        """Where the answer at `url` leads on this host, each address once; a redirect leads to its target."""
        key = key_of(url)
        if key not in self._links:
            found = self._read(key, url) if key in self.recording.answers else ()
            self._links[key] = tuple(dict.fromkeys(link for link in found if self._is_near(link)))
        return self._links[key]

    def _read(self, key: str, url: str) -> Sequence[str]:
        capture = self.recording.capture(key)
        if 300 <= capture.status < 400:
            target = join(url, capture.header("location") or "")
            return (target,) if target else ()
        if not self.recording.is_page(key):
            return ()
        page = read_page(replace(capture, url=url), self._settings)
        return [link.url for link in page.links] if page else ()

    def _is_near(self, url: str) -> bool:
        return key_of(url).startswith(f"{self._host}/") and not is_file(url)


def walk(site: PairedSite, order: Order, *, is_linked: bool) -> tuple[int, ...]:
    """Numbers of the requests that brought posts, until all are there or nothing is left to ask for."""
    posts: deque[str] = deque([site.recording.seed])
    seen = {key_of(site.recording.seed)}
    missing = set(site.posts)
    curve: list[int] = []
    requests = 0
    while missing and (url := posts.popleft() if posts else order.take()):
        requests += 1
        if key_of(url) in missing:
            missing.discard(key_of(url))
            curve.append(requests)
        links = site.links(url)
        if site.is_post(url) and not is_linked:
            links = tuple(link for link in links if not site.is_post(link))
        order.observe(url, sum(map(site.is_post, links)))
        new = [link for link in links if key_of(link) not in seen]
        seen.update(map(key_of, new))
        posts.extend(link for link in new if site.is_post(link))
        order.put([link for link in new if not site.is_post(link)])
    return tuple(curve)
