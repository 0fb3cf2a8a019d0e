"""Feeds of blogs whose type is known: what they say of posts is a witness of how the posts are read, and they name
posts that no list has led to.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from thresher.crawl.samples import Load, LoadFeed, Sample
from thresher.crawl.view import NOTHING, View, joined
from thresher.feeds import feeds_of, is_comment_feed, older_page
from thresher.guide import Known, KnownGuide
from thresher.learn.mending import posts_level
from thresher.model import Entry, Feed, FeedItem, Guidance, Kind, Offer, Page
from thresher.page import canonical

FEED = 10
"""Priority: before the posts that it speaks of."""
MAX_PLACES = 2
"""Feeds that a page names and that are tried: the same in several formats, mostly."""
MAX_FEED_PAGES = 1000


@dataclass(slots=True)
class _Site:
    known: Known
    via: Entry
    """The page that names the feed."""
    places: list[str]
    feed: Feed | None = None
    pages: int = 0
    """Pages of the feed that were read."""
    count: int = 0
    """Items on the last of them."""
    items: dict[str, FeedItem] = field(default_factory=dict)
    """By the address each is asked for under."""
    fresh: list[str] = field(default_factory=list)
    """Addresses of items that were not yet compared with what the lists have led to."""
    missed: list[str] = field(default_factory=list)
    """Those that only the feed has led to."""
    unheard: dict[str, FeedItem] = field(default_factory=dict)
    """Items that nobody has yet compared with what was kept of them."""


class KnownFeeds:
    """Asks for one feed a blog, as its first page names it."""

    def __init__(self, guide: KnownGuide, load: Load, load_feed: LoadFeed, *, walks: bool = False) -> None:
        """If it `walks`, all pages of a feed are asked for, whether or not the lists lead to everything."""
        self._walks = walks
        self._guide = guide
        self._load = load
        self._load_feed = load_feed
        self._sites: dict[str, _Site] = {}
        self._awaited: dict[str, _Site] = {}

    def ask(self, page: Page, entry: Entry, view: View) -> Guidance:
        """The feed that a page names, if nobody has asked for the blog's yet."""
        known = view.known
        if known.application.is_own or known.root in self._sites or posts_level(known.application.levels) is None:
            return NOTHING
        places = [place.url for place in feeds_of(page) if not place.is_comments][:MAX_PLACES]
        site = self._sites[known.root] = _Site(known, entry, places)
        return self._seek(site)

    def _seek(self, site: _Site) -> Guidance:
        while site.places:
            url = canonical(site.places.pop(0))
            if url is None or not self._guide.may_ask_feed(url, site.via.depth + 1):
                continue
            feed = self._load_feed(url)
            if feed is None:
                return self._ask(site, url)
            if isinstance(feed, Feed) and self._take(site, feed):
                return NOTHING
        return NOTHING

    def _ask(self, site: _Site, url: str) -> Guidance:
        self._awaited[url] = site
        return Guidance((Offer(url, Kind.FEED, FEED, site.via.depth + 1, site.via.url),), ())

    def _take(self, site: _Site, feed: Feed) -> bool:
        """Whether a feed has posts of the blog that were not known."""
        if is_comment_feed(feed):
            return False
        site.feed = site.feed or feed
        site.pages += 1
        site.count = len(feed.items)
        new = {url: item for url, item in self._own(site, feed.items) if url not in site.items}
        site.items |= new
        site.unheard |= new
        site.fresh += new
        return bool(new)

    def _own(self, site: _Site, items: Iterable[FeedItem]) -> Iterable[tuple[str, FeedItem]]:
        for item in items:
            url = canonical(item.link.partition("#")[0])
            if url is not None and not item.answers:
                yield self._guide.plain(url, site.known), item

    def moved(self, entry: Entry, target: str) -> None:
        """A redirect led from what was asked for to `target`."""
        site = self._awaited.pop(entry.url, None)
        if site is not None:
            self._awaited[target] = site

    def take(self, feed: Feed | None, entry: Entry) -> Guidance | None:
        """What came for a feed: no `feed` if it was none. None if it was not asked for here."""
        site = self._awaited.pop(entry.url, None)
        if site is None:
            return None
        if feed is not None and self._take(site, feed):
            return NOTHING
        return self._seek(site) if site.feed is None else NOTHING

    def told(self, url: str) -> FeedItem | None:
        """What a feed says of the post at an address."""
        site = next((site for site in self._sites.values() if url in site.items), None)
        return site.items[url] if site is not None else None

    def names_authors(self, url: str) -> bool:
        """Whether the feed that speaks of an address tells authors apart: many name the owner of the site in each."""
        site = next((site for site in self._sites.values() if url in site.items), None)
        return site is not None and len({item.author for item in site.items.values() if item.author}) > 1

    def named(self) -> dict[str, int]:
        """How many posts the feed of each blog names, by its folder; only of blogs that have one."""
        return {root: len(site.items) for root, site in self._sites.items() if site.feed is not None}

    def heard(self) -> Iterator[tuple[Known, Entry, dict[str, FeedItem]]]:
        """What feeds have said since this was last asked: whose posts, the page that names the feed, by address."""
        for site in self._sites.values():
            if site.unheard:
                unheard, site.unheard = site.unheard, {}
                yield site.known, site.via, unheard

    def unstick(self) -> Guidance:
        """Nothing is left to ask for: posts that feeds name and no list has led to; where there are such, the lists
        do not lead to all, and older pages of the feed may name more.
        """
        return joined([self._missed(site) for site in self._sites.values()])

    def _missed(self, site: _Site) -> Guidance:
        while site.feed is not None:
            fresh, site.fresh = site.fresh, []
            found = self._guide.posts_named(fresh, site.known, site.via)
            site.missed += [offer.url for offer in found.follow]
            if found.follow:
                return found
            older = self._older(site, site.feed)
            had = self._load_feed(older) if older else None
            if older and had is None:
                return self._ask(site, older)
            if not isinstance(had, Feed) or not self._take(site, had):
                break
        return NOTHING

    def _older(self, site: _Site, feed: Feed) -> str:
        """The next older page of a feed; empty if all that it names was reached without it, or the last has fewer items
        than the first."""
        # Where lists and feed have two addresses for a post, one leads to the other, and nothing was missed.
        loaded = (self._load(url) for url in site.missed)
        is_missing = self._walks or any(isinstance(one, Sample) and one.page.url == one.entry.url for one in loaded)
        is_last = 0 < site.count < len(feed.items)
        if not is_missing or is_last or site.pages >= MAX_FEED_PAGES:
            return ""
        return canonical(older_page(feed, site.pages + 1)) or ""
