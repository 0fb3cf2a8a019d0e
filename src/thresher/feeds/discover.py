"""Where the feeds of a page are: what the page says, and where to look if it says nothing."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from urllib.parse import parse_qsl, urlsplit

from lxml import etree

from thresher.model import Feed, Page
from thresher.page import base_of, host_of, join, origin_of

MAX_LINKS = 20_000
MAX_PLACES = 100
MAX_URL = 2000
"""Longer addresses are no feeds: the longest of 45 real ones had 130 characters."""

_FEED_TYPES = frozenset(
    {"application/rss+xml", "application/atom+xml", "application/rdf+xml", "application/feed+json", "application/rss",
     "application/atom", "text/rss+xml", "text/rss", "text/atom+xml"}
)  # fmt: skip
# Types of feeds and of much else; the address has to say so, too.
_OPEN_TYPES = frozenset({"application/json", "application/xml", "text/xml"})
_FEED_RELATIONS = frozenset({"feed", "service.feed"})
_FEED_ADDRESS = re.compile(
    r"(?:^|/)(?:feeds?|rss2?|atom|rdf)(?:/(?:rss2?|atom|rdf|default|posts/default))?/?$"
    r"|\.(?:rss|rdf|atom)$|(?:^|[/._-])(?:feed|rss2?|atom|rdf)(?:[._-][\w.-]*)?\.(?:xml|php|json|aspx?)$|/index\.(?:xml|rdf)$",
    re.I,
)
_FEED_QUERY = re.compile(r"(?:^|&)(?:feed|format|type|alt|output)=(?:rss2?|atom|rdf|feed|json-?feed)\b", re.I)
_FEED_WORD = re.compile(r"(?:rss|atom|feeds?|xml)(?:[\s/-]*+(?:feeds?|rss|atom|[\d.]++))*+", re.I)
_FORM_WORDS = frozenset({"feed", "feeds", "rss", "rss2", "atom", "rdf", "default", "posts", "index", "all"})
_FORM_PARAMETERS = frozenset({"feed", "format", "type", "alt", "output", "max-results", "redirect"})
# An address inside another: readers that offer to subscribe, and checkers of feeds.
_SERVICE = re.compile(r"https?(?::|%3a)", re.I)
_COMMENT_ADDRESS = re.compile(
    r"(?:^|[/?&=._-])(?:comments?|replies|kommentare?|comentarios?|commentaires?)(?:[/?&=._-]|$)", re.I
)
_COMMENT_TITLE = re.compile(
    r"\b(?:comments?|kommentare?|kommentarer|commentaires?|comentarios?|comentários?|commenti|reacties|kommentit|"
    r"komentarze|komentáře|komentarji|yorumlar|replies)\b|коммент|комент|σχόλια|تعليق|评论|評論|コメント|댓글|תגובות",
    re.I,
)
_NAMES = (
    "feed/", "rss.xml", "atom.xml", "index.xml", "feed.xml", "rss/", "feeds/posts/default", "?feed=rss2", "feed.json",
    "index.rdf",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class FeedPlace:
    """Where a feed is said to be."""

    url: str
    title: str = ""
    how: str = "link"
    """`link` for what the page declares, `anchor` for a link that looks like one to a feed."""

    @property
    def is_comments(self) -> bool:
        """Whether its name says that it has comments."""
        return _says_comments(self.title, self.url)


def feeds_of(page: Page) -> tuple[FeedPlace, ...]:
    """The feeds that `page` names, each once, the most promising first.

    First come feeds of the whole site, then narrower ones (a tag, an author), those of comments, those of other
    sites. What the page declares goes before what only looks like a feed.
    """
    if page.tree is None:
        return ()
    base = base_of(page.tree, page.url)
    found: dict[str, FeedPlace] = {}
    for place in (*_declared(page.tree, base), *_anchored(page.tree, base)):
        found.setdefault(place.url, place)
    places = list(islice(found.values(), MAX_PLACES))
    depth = _least_depth(places, page.url)
    return tuple(sorted(places, key=lambda place: _rank(place, page.url, depth)))


def known_places(url: str) -> tuple[str, ...]:
    """Addresses to try for a page that names no feed: in its folder, then at the root of the site."""
    path = urlsplit(url).path
    folder = (
        path
        if path.endswith("/")
        else f"{path}/"
        if "." not in path.rpartition("/")[2]
        else path.rpartition("/")[0] + "/"
    )
    bases = dict.fromkeys((f"{origin_of(url)}{folder}", f"{origin_of(url)}/"))
    tries = (join(base, name) for base in bases for name in _NAMES) if origin_of(url) else ()
    return tuple(dict.fromkeys(place for place in tries if place and place != url))


def is_comment_feed(feed: Feed) -> bool:
    """Whether the items are comments rather than posts, judged by what they are.

    Comments answer something, or stand at numbered places of pages; only a feed without items is judged by name.
    """
    if not feed.items:
        return _says_comments(feed.title, feed.url)
    if 2 * sum(1 for item in feed.items if item.answers) >= len(feed.items):
        return True
    marked = [item.link.partition("#") for item in feed.items if "#" in item.link]
    if 2 * len(marked) < len(feed.items):
        return False
    pages = {page for page, _, _ in marked}
    marks = {mark for _, _, mark in marked}
    # Several on one page, or at least each at a number of its own: '#comment-12'.
    is_shared = len(pages) < len(marked) and len(marks) > 1
    return is_shared or all(any(map(str.isdigit, mark)) for mark in marks) or _says_comments(feed.title, feed.url)


def looks_like_feed(url: str) -> bool:
    """Whether an address is like those of feeds."""
    if len(url) > MAX_URL:
        return False
    parts = urlsplit(url)
    return bool(_FEED_ADDRESS.search(parts.path) or _FEED_QUERY.search(parts.query))


def _declared(tree: etree._Element, base: str) -> Iterator[FeedPlace]:
    for element in islice(tree.iter("link"), MAX_LINKS):
        relations = set((element.get("rel") or "").lower().split())
        kind = (element.get("type") or "").partition(";")[0].strip().lower()
        url = join(base, element.get("href") or "") if element.get("href") else None
        if not url or "stylesheet" in relations or not relations & {"alternate", *_FEED_RELATIONS}:
            continue
        is_named = kind in _FEED_TYPES or bool(relations & _FEED_RELATIONS and not kind)
        if is_named or (kind in _OPEN_TYPES and looks_like_feed(url)):
            yield FeedPlace(url, _folded(element.get("title")), "link")


def _anchored(tree: etree._Element, base: str) -> Iterator[FeedPlace]:
    for element in islice(tree.iter("a", "area"), MAX_LINKS):
        href = element.get("href")
        url = join(base, href) if href else None
        if not url or _SERVICE.search(url, 8):
            continue
        kind = (element.get("type") or "").partition(";")[0].strip().lower()
        if kind in _FEED_TYPES or looks_like_feed(url) or _is_called_feed(element, url):
            text = element.get("title") or " ".join(islice(map(str, element.itertext()), 20))
            yield FeedPlace(url, _folded(text), "anchor")


def _is_called_feed(element: etree._Element, url: str) -> bool:
    """Whether the words of a link are 'RSS' or the like, and its address is not that of a page about them."""
    words = _folded(" ".join(islice(map(str, element.itertext()), 5)))
    last = urlsplit(url).path.rpartition("/")[2].lower()
    return (
        bool(_FEED_WORD.fullmatch(words))
        and not last.endswith((".html", ".htm"))
        and "#" not in (element.get("href") or "")
    )


def _rank(place: FeedPlace, page_url: str, least_depth: int) -> tuple[int, int]:
    is_anchor = place.how == "anchor"
    if is_anchor and host_of(place.url) != host_of(page_url):
        return 3, 1
    if _says_comments(place.title, place.url):
        return 2, is_anchor
    return int(_depth(place, page_url) > least_depth), is_anchor


def _least_depth(places: list[FeedPlace], page_url: str) -> int:
    """The depth of the site's own feed: the shallowest that is declared, or that is linked."""
    own = [place for place in places if not _says_comments(place.title, place.url)]
    declared = [place for place in own if place.how == "link"]
    return min((_depth(place, page_url) for place in declared or own), default=0)


def _depth(place: FeedPlace, page_url: str) -> int:
    """How narrow a feed is: folders that are no word for feeds, and parameters that choose."""
    if host_of(place.url) != host_of(page_url):
        return 0  # a service that delivers the feed; its folders say nothing
    parts = urlsplit(place.url)
    folders = [name for name in parts.path.lower().split("/")[:-1] if name and name not in _FORM_WORDS]
    last = parts.path.lower().rpartition("/")[2]
    choosing = [
        key
        for key, _ in parse_qsl(parts.query, keep_blank_values=True, max_num_fields=None)
        if key not in _FORM_PARAMETERS
    ]
    return len(folders) + len(choosing) + (last.partition(".")[0] not in {"", *_FORM_WORDS} and "." not in last)


def _says_comments(title: str, url: str) -> bool:
    return bool(_COMMENT_TITLE.search(title) or _COMMENT_ADDRESS.search(url.partition("://")[2].partition("/")[2]))


def _folded(text: str | None) -> str:
    return " ".join((text or "")[:1000].split())[:200]
