"""One site that is crawled by its feed (BlogForever, §4.3): what the feed says, what follows from it, what comes next.

The feed's links say what addresses of posts look like. Pages that list posts are found in two ways: further pages of
the page that the feed belongs to, always; other pages when all posts that are known have been asked for, those first
that are likely to hold the most links to posts, by the pages whose addresses are most like theirs. A kind of page that
brought no new post is not tried again; a few may be tried for nothing.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from thresher.crawl.fed_further import beginnings, form_of_rest, is_further, number_in, rest_of
from thresher.crawl.fed_listing import meant
from thresher.crawl.fed_lists import Listed, Lists
from thresher.crawl.fed_part import folder_of, is_all_of, page_of
from thresher.crawl.fed_shapes import Shapes
from thresher.crawl.fed_waiting import Waited, Waiting
from thresher.crawl.samples import Sample
from thresher.knowledge import ApplicationType
from thresher.knowledge.build import build_type
from thresher.learn.articles import (
    CommentRules,
    Example,
    PostRules,
    Taught,
    apart,
    are_of_threads,
    comments_on,
    learn_rules,
    type_of,
)
from thresher.learn.flipping import step_between
from thresher.model import Entry, Feed, FeedItem, Kind, Page
from thresher.page import host_of, origin_of

MAX_CONTEXT = 4000
"""Characters of an item that are kept with the crawl: some 500 words. A feed may hold thousands of whole posts."""
MAX_SAMPLES = 12
"""Posts from the feed that are looked at before anything is learned."""
MAX_TALKS = 6
"""Pages with comments that are looked at beside them."""
LEAST_ITEMS = 2
MAX_FORM_POSTS = 200
"""Addresses from which the forms in the knowledge file are made."""


class FedPhase(StrEnum):
    SEEKING = "seeking"
    """The feed was asked for."""
    SAMPLING = "sampling"
    """Its items' pages were."""
    FED = "fed"
    NOTHING = "nothing"
    """There is no feed that teaches anything; `notes` say why."""


@dataclass(frozen=True, slots=True)
class FedNote:
    """What outlasts the process."""

    start: str
    phase: FedPhase
    root: str = ""
    taught: Taught | None = None
    feeds: tuple[str, ...] = ()
    items: tuple[tuple[str, FeedItem], ...] = ()
    """With the address of the page, which may be another than that of the feed's link."""
    shapes: tuple[str, ...] = ()
    posts: tuple[str, ...] = ()
    lists: Listed = field(default_factory=Listed)
    waiting: Waited = field(default_factory=Waited)
    is_first_apart: bool = True
    feed_pages: int = 1
    oldest_feed: str = ""
    notes: tuple[str, ...] = ()
    dates: tuple[tuple[str, str], ...] = ()


@dataclass
class FedSite:
    """What is known of one site."""

    start: str
    phase: FedPhase = FedPhase.SEEKING
    root: str = ""
    """The folder that the feed speaks for; all of the host until that is known."""
    places: list[str] = field(default_factory=list)
    """Feeds that are still to be tried."""
    awaited: set[str] = field(default_factory=set)
    """Feeds and pages that were asked for to learn from."""
    gatherings: int = 0
    has_asked_section: bool = False
    is_listed: bool = False
    """Whether a list of posts stands in for a feed."""
    feeds: list[str] = field(default_factory=list)
    feed_pages: int = 1
    """Pages of the feed that were asked for; 0 if there are no older ones."""
    oldest_feed: str = ""
    """The last of them."""
    items: dict[str, FeedItem] = field(default_factory=dict)
    dates: dict[str, str] = field(default_factory=dict)
    """Of posts, as lists have them; kept where pages of posts have none."""
    talks: defaultdict[str, list[FeedItem]] = field(default_factory=lambda: defaultdict(list))
    """Comments that a feed has, by the page they are on."""
    shared: defaultdict[str, list[FeedItem]] = field(default_factory=lambda: defaultdict(list))
    """Items that have no page of their own, by the page they are on."""
    samples: dict[str, Page] = field(default_factory=dict)
    early: list[Sample] = field(default_factory=list)
    """Pages that came before it was clear whether the feed teaches anything."""
    comment_feeds: dict[str, str] = field(default_factory=dict)
    """Feeds of comments, and the post that each is about; empty for those of the whole site."""
    shapes: Shapes = field(default_factory=Shapes)
    """Of the addresses of posts."""
    posts: dict[str, None] = field(default_factory=dict)
    """Addresses of all posts met, in the order they were."""
    lists: Lists = field(default_factory=Lists)
    waiting: Waiting = field(default_factory=Waiting)
    """Other pages, which may list posts."""
    further: dict[str, None] = field(default_factory=dict)
    """Forms of further pages of posts."""
    is_first_apart: bool = True
    """Whether page 1 of a post may be another page than the post itself."""
    taught: Taught | None = None
    application: ApplicationType | None = None
    notes: list[str] = field(default_factory=list)
    is_slash_left_out: bool = False
    """Whether the site links to its posts without the slash that the feed has at the end of their addresses."""

    @property
    def name(self) -> str:
        return f"fed-{host_of(self.start)}".replace(":", "-")

    def __post_init__(self) -> None:
        self.root = self.root or origin_of(self.start) + "/"

    def page_at(self, link: str) -> str:
        """The page of a feed's link. Feeds may name the site with another scheme, or with or without www."""
        page = page_of(link)
        if page and _bare_host(page) == _bare_host(self.start):
            return origin_of(self.start) + page[len(origin_of(page)) :]
        return page

    def take_feed(self, feed: Feed, *, is_part: bool = False) -> bool:
        """A feed of posts: whether it teaches anything. If it `is_part`, it speaks only for the folder of its posts."""
        own = {page: item for item in feed.items if (page := self.page_at(item.link)).startswith(self.root)}
        if not feed.items:
            self.notes.append(f"{feed.url} has no items")
            return False
        if len(own) < LEAST_ITEMS:
            where = (
                "lead to another site"
                if len({page_of(one.link) for one in feed.items}) > 1
                else "have no page of their own"
            )
            self.notes.append(f"the items of {feed.url} {where}")
            return False
        if 2 * len(own) <= len(feed.items):
            self.notes.append(f"most items of {feed.url} share a page with others")
            return False
        home = self.page_at(feed.link)
        part = folder_of(home, own, self.root) if is_part else self.root
        if not self.start.startswith(part) and self.early and is_all_of(part, self.early[0].page, self.root):
            part = self.root
        if not self.start.startswith(part):
            self.notes.append(f"{feed.url} speaks for {part}, which is a part of the site only")
            return False
        self.root = part
        self.feeds.append(feed.url)
        self.items |= {page: item for page, item in own.items() if page not in self.items}
        self.shapes.take(own)
        self.posts |= dict.fromkeys(own)
        for page in (self.start, home if home.startswith(self.root) else ""):
            if page and page not in self.posts:
                self.lists.add(page)
        if self.shapes.fit(self.start) and self.start != home:
            # A post that is no longer in the feed, or a list with an address like those of posts: its text will tell.
            self.posts[self.start] = None
        self.phase = FedPhase.SAMPLING
        return True

    def take_shared(self, feed: Feed) -> None:
        """A feed whose items stand together on a page: they may be told apart there, but lead nowhere."""
        for item in feed.items:
            if item.title and (page := self.page_at(item.link)).startswith(self.root):
                self.shared[page].append(item)

    @property
    def lacks_dates(self) -> bool:
        """Whether pages of posts are not known to say when they were written."""
        return self.taught is None or self.taught.rules is None or not self.taught.rules.published

    def told(self, url: str) -> FeedItem | None:
        """What the feed says of a post; what a list does, if it is the only one to have a date."""
        item = self.items.get(url)
        date = self.dates.get(url, "") if item is None and self.lacks_dates else ""
        return FeedItem(url, published=date) if date else item

    @property
    def is_poor(self) -> bool:
        """Whether hardly anything but the feed has led to posts."""
        return self.phase is FedPhase.FED and len(self.posts) < 2 * len(self.items)

    @property
    def has_all(self) -> bool:
        """Whether all posts are likely to be known."""
        return self.lists.has_all(len(self.posts))

    def has_asked(self, entry: Entry) -> bool:
        """Whether `entry` is an older page of the feed, which an earlier run may have asked for."""
        return self.phase is FedPhase.FED and entry.kind is Kind.FEED and entry.via in self.feeds

    def take_older(self, feed: Feed) -> list[str]:
        """An older page of the feed: the posts that are new."""
        pages = {page: item for item in feed.items if (page := self.page_at(item.link)).startswith(self.root)}
        new = [page for page in pages if page not in self.posts]
        self.items |= {page: _shortened(pages[page]) for page in new}
        self.posts |= dict.fromkeys(new)
        return new

    def take_comments(self, feed: Feed, page: str = "") -> list[str]:
        """A feed of comments, of `page` or of the whole site: the pages that hold them."""
        self.feeds.append(feed.url)
        for item in feed.items:
            place = page or self.page_at(item.link)
            if place.startswith(self.root):
                self.talks[place].append(item)
        return list(self.talks)[:MAX_TALKS]

    def move(self, url: str, target: str) -> None:
        """The page at `url`, as a feed has it, is at `target`."""
        if target == url or target in self.lists:
            return
        if url in self.items:
            self.items.setdefault(target, self.items[url])
        if url in self.talks:
            self.talks[target] += self.talks.pop(url)

    def role_of(self, url: str) -> str:
        """post, further (a further page of a post), list, or empty."""
        if url in self.items or url in self.posts:
            return "post"
        if url in self.lists:
            return "list"
        if self.shapes.fit(url):
            return "post"
        return "further" if self.post_of(url) else ""

    def post_of(self, url: str) -> str:
        """The post that `url` is a further page of; empty if it is of none."""
        for post, rest in beginnings(url):
            if rest and post in self.posts and is_further(rest):
                return post
        return ""

    def is_sampled(self) -> bool:
        return self.phase is FedPhase.SAMPLING and not self.awaited and not self.gatherings

    @contextmanager
    def gathering(self) -> Iterator[None]:
        """While more is being asked for, nothing is learned: samples that the archive has come at once."""
        self.gatherings += 1
        try:
            yield
        finally:
            self.gatherings -= 1

    def learn(self, time: Any) -> None:
        """Learn from the pages that came: how posts and comments are read."""
        examples = [Example(self.items[url], page, time) for url, page in self.samples.items() if url in self.items]
        examples = meant(examples) if self.is_listed else examples
        rules = learn_rules(examples, self.notes)
        shown = sum(example.is_shown for example in examples)
        if rules is None and 2 * shown <= len(examples):
            self.notes.append("the pages do not show what the feed says")
            self.phase = FedPhase.NOTHING
            return
        if are_of_threads(rules, self.items.values()):
            self.notes.append("pages hold many texts like those of the feed, or items come in threads: no posts alone")
            self.phase = FedPhase.NOTHING
            return
        pages = [(self.samples[url], items) for url, items in self.talks.items() if url in self.samples]
        comments = comments_on(pages, examples, time, rules) if rules is not None else None
        rules = apart(rules, comments, examples) if rules is not None else None
        self.phase = FedPhase.FED
        # Links of feeds may lead on to other addresses, and all others of the site lead there at once.
        found = [example.page.url for example in examples if example.is_shown]
        self.shapes.take(found)
        self.posts |= dict.fromkeys(found)
        if self.start != self.root and self.shapes.fit(self.start):
            self.posts[self.start] = None  # the crawl began at a post with the spelling of the server, not of the feed
        self._teach(rules, comments)
        self.samples.clear()
        self.dates = self.dates if self.lacks_dates else {}
        self.items = {page: _shortened(item) for page, item in self.items.items()}

    def _teach(self, rules: PostRules | None, comments: CommentRules | None) -> None:
        posts = tuple(self.posts)[:MAX_FORM_POSTS]
        self.taught = Taught(posts, self.root, rules, comments, tuple(self.further))
        self._build()

    def _build(self) -> None:
        assert self.taught is not None
        self.application = build_type(type_of(self.taught, self.name), (self.name, "blog"))

    def take_further(self, url: str) -> None:
        """A further page of a post: its form becomes known, so that its comments belong to the post."""
        post = self.post_of(url)
        form = form_of_rest(rest_of(url, post)) if post else ""
        if not form or form in self.further:
            return
        self.further[form] = None
        if self.taught is not None:
            self._teach(self.taught.rules, self.taught.comments)

    def look(self, url: str, links: Iterable[str], is_new: Callable[[str], bool], *, is_post: bool) -> bool:
        """A page was fetched: whether it links to posts that are new to the caller. What it was worth is remembered."""
        posts = [link for link in dict.fromkeys(links) if self.role_of(link) == "post" and link != url]
        new = sum(link not in self.posts and is_new(link) for link in posts)
        self.posts |= dict.fromkeys(posts)
        self.waiting.observe(url, len(posts), None if is_post else new, is_expected=url in self.lists)
        return any(map(is_new, posts))

    def further_lists(self, page: Page, url: str) -> list[str]:
        """Further pages of a list of posts."""
        posts = frozenset(link.url for link in page.links if self.role_of(link.url) == "post")
        return self.lists.further(page, url, posts, self._may_list)

    def _may_list(self, url: str) -> bool:
        """Whether `url` may be a further page of a list: page 1 of the front page is the front page."""
        step = step_between(self.start, url)
        is_first = step is not None and step[1] == (0 if self.lists.is_from_zero else 1)
        return not is_first and url.startswith(self.root) and self.role_of(url) in ("", "list")

    def move_list(self, url: str, target: str) -> None:
        """A page that may list posts is at `target`; if that is known, or a post, there is no page at `url`."""
        if target in self.lists or self.role_of(target) == "post" or url not in self.lists:
            self.failed(url)
        else:
            self.lists.move(url, target)

    def failed(self, url: str) -> None:
        """There is no page at an address that was tried."""
        self.waiting.failed(url)
        self.lists.lose(url)

    def is_wanted_further(self, url: str) -> bool:
        """Whether a further page of a post is worth asking for."""
        post = self.post_of(url)
        number = number_in(rest_of(url, post)) if post else 0
        return number > 1 or (number == 1 and self.is_first_apart)

    def promoted(self) -> list[tuple[str, str, int]]:
        """Pages that waited and turn out to be posts."""
        found = self.waiting.take(lambda url: self.role_of(url) == "post")
        self.posts |= dict.fromkeys(url for url, _, _ in found)
        return found

    @property
    def note(self) -> FedNote | None:
        """What outlasts the process; None while it is not clear what the site is."""
        if self.phase in (FedPhase.SEEKING, FedPhase.SAMPLING):
            return None
        if self.phase is FedPhase.NOTHING:
            return FedNote(self.start, self.phase, self.root, notes=tuple(self.notes))
        return FedNote(
            self.start, self.phase, self.root, self.taught, tuple(self.feeds), tuple(self.items.items()),
            tuple(sorted(self.shapes)), tuple(self.posts), self.lists.state,
            self.waiting.state,
            self.is_first_apart, self.feed_pages, self.oldest_feed, tuple(self.notes), tuple(self.dates.items()),
        )  # fmt: skip

    @classmethod
    def of(cls, note: FedNote) -> "FedSite":
        """A site as an earlier run left it."""
        site = cls(note.start, note.phase, note.root, feeds=list(note.feeds), notes=list(note.notes))
        site.items, site.dates = dict(note.items), dict(note.dates)
        site.shapes, site.posts, site.lists = Shapes(note.shapes), dict.fromkeys(note.posts), Lists.of(note.lists)
        site.waiting = Waiting.of(note.waiting)
        site.is_first_apart = note.is_first_apart
        site.taught = note.taught
        site.feed_pages, site.oldest_feed = note.feed_pages, note.oldest_feed
        site.further = dict.fromkeys(note.taught.further if note.taught is not None else ())
        if site.taught is not None:
            site._build()
        return site


def _shortened(item: FeedItem) -> FeedItem:
    """An item as it is needed once all is learned: to find its post on a page, its beginning will do."""
    return replace(item, html=item.html[:MAX_CONTEXT])


def _bare_host(url: str) -> str:
    return host_of(url).removeprefix("www.")
