"""A recorded site inside the program: pages are asked for and come at once, and each walk notes what it asked."""

from collections import Counter, OrderedDict
from dataclasses import dataclass, field, replace
from functools import cached_property
from urllib.parse import urljoin

from lxml import etree
from protego import Protego

from thresher.evaluate.recording import Recording, key_of
from thresher.evaluate.truth import Truth
from thresher.learn import Sight
from thresher.learn.links import spots_of
from thresher.learn.sight import LONG_LINE, sessions_on
from thresher.model import CrawlSettings, Page, Resources
from thresher.page import read_page

MAX_HOPS = 5
OTHERS_KEPT = 200
"""Pages without a true address that stay in memory; those with one all do."""
ALIKE_SHARE = 0.8
"""Of the lines and links of two pages, what both have if they are one page under two addresses."""
TEMPLATE_PAGES, TEMPLATE_SHARE = 20, 0.25
"""Pages that are looked at for what all have, and how many of them must have it; that tells no page from another."""


@dataclass(frozen=True, slots=True)
class Anchor:
    """A link of a page to its own site."""

    url: str
    text: str
    place: str
    is_nofollow: bool


@dataclass(frozen=True, slots=True)
class Outline:
    """What crawlers that do not read look at: links, and the tags on the ways from the root."""

    url: str
    anchors: tuple[Anchor, ...]
    paths: frozenset[int]
    """Hashes of tag paths; in repeated parts each counts once."""
    lines: frozenset[int]
    """Hashes of its longer lines of text."""
    size: int
    """Characters of text."""


class OfflineSite:
    """A recording with its truth."""

    def __init__(self, recording: Recording, truth: Truth) -> None:
        self.recording = recording
        self.truth = truth
        self.name = recording.name
        self._settings = CrawlSettings(seeds=(), resources=Resources.NONE)
        self._pages: dict[str, Page | None] = {}
        self._others: OrderedDict[str, Page | None] = OrderedDict()
        self._outlines: dict[str, Outline | None] = {}
        self._sights: dict[tuple[str, frozenset[str], str], Sight] = {}
        self._words: dict[str, str] = {}

    def status(self, key: str) -> int:
        """What the recording answers; 404 where it has nothing."""
        return self.recording.status(key) if key in self.recording.answers else 404

    def target(self, url: str) -> str | None:
        """Where the answer at `url` leads, if it is a redirect."""
        capture = self.recording.capture(key_of(url))
        location = capture.header("location")
        return urljoin(url, location).partition("#")[0] if 300 <= capture.status < 400 and location else None

    def page(self, url: str) -> Page | None:
        """The page recorded at `url` itself; None if there is none, or no HTML."""
        key = key_of(url)
        kept: dict[str, Page | None] = self._pages if key in self.truth.useful else self._others
        if key not in kept:
            kept[key] = self._read(key, url)
            if len(self._others) > OTHERS_KEPT:
                self._others.popitem(last=False)
        return kept[key]

    def _read(self, key: str, url: str) -> Page | None:
        if key not in self.recording.answers or not self.recording.is_page(key):
            return None
        return read_page(replace(self.recording.capture(key), url=url), self._settings)

    def outline(self, url: str) -> Outline | None:
        key = key_of(url)
        if key not in self._outlines:
            page = self.page(url)
            self._outlines[key] = self._outlined(page) if page is not None and page.tree is not None else None
        return self._outlines[key]

    def _outlined(self, page: Page) -> Outline:
        keep = self._words.setdefault
        anchors = {
            (spot.url, spot.place): Anchor(
                keep(spot.url, spot.url),
                keep(spot.text, spot.text),
                keep(spot.place, spot.place),
                page.is_nofollow or "nofollow" in spot.rel.split(),
            )
            for spot in spots_of(page.tree, page.url)
        }
        lines = frozenset(hash(line) for line in page.lines if len(line) >= LONG_LINE)
        return Outline(page.url, tuple(anchors.values()), _tag_paths(page.tree), lines, sum(map(len, page.lines)))

    def sight(self, page: Page, sessions: frozenset[str] = frozenset(), asked: str = "") -> Sight:
        """A page as the learner sees it; kept, for what is read off it takes time."""
        key = (page.url, sessions, asked)
        if key_of(page.url) not in self.truth.useful:
            return Sight(page, sessions, asked)
        if key not in self._sights:
            self._sights[key] = Sight(page, sessions, asked)
        return self._sights[key]

    def is_same(self, url: str, other: str) -> bool:
        """Whether two addresses show one page: the same address, a redirect, or the same lines and links."""
        first, second = self._final(url), self._final(other)
        if key_of(first) == key_of(second):
            return True
        pages = [self.page(first), self.page(second)]
        if any(page is None or page.tree is None for page in pages):
            return False
        sights = [self.sight(page, self.sessions) for page in pages if page is not None]
        sets = [(sight.lines | sight.urls) - self._template for sight in sights]
        return len(sets[0] & sets[1]) >= ALIKE_SHARE * len(sets[0] | sets[1]) > 0

    @cached_property
    def _template(self) -> frozenset[str]:
        step = max(1, len(self.pages) // TEMPLATE_PAGES)
        pages = [page for url in self.pages[::step] if (page := self.page(url)) is not None and page.tree is not None]
        sights = [self.sight(page, self.sessions) for page in pages]
        counts = Counter(one for sight in sights for one in sight.lines | sight.urls)
        return frozenset(one for one, count in counts.items() if count > max(1, TEMPLATE_SHARE * len(sights)))

    def _final(self, url: str) -> str:
        for _ in range(MAX_HOPS):
            if key_of(url) not in self.recording.answers or not (target := self.target(url)):
                break
            url = target
        return url

    @cached_property
    def sessions(self) -> frozenset[str]:
        """Parameters that carry a session, by the entry page: it was the first that the recorder saw."""
        page = self.page(self._final(self.truth.entry))
        return sessions_on(page) if page is not None else frozenset()

    def plain(self, url: str) -> str:
        """`url` without the session in it."""
        path, mark, query = url.partition("?")
        kept = [part for part in query.split("&") if part.partition("=")[0] not in self.sessions]
        return path + (mark + "&".join(kept) if kept and mark else "")

    @cached_property
    def robots(self) -> Protego:
        """The rules of the recorded robots.txt; no rules if it has none."""
        key = key_of(urljoin(self.truth.entry, "/robots.txt"))
        has_rules = key in self.recording.answers and self.status(key) == 200
        return Protego.parse(self.recording.capture(key).payload.decode("utf-8", "replace") if has_rules else "")

    @cached_property
    def pages(self) -> list[str]:
        """True addresses that are in the recording, the entry apart, in one order."""
        entry = key_of(self.truth.entry)
        keys = sorted(key for key in self.truth.useful if key in self.recording.answers and key != entry)
        return [f"http://{key}" for key in keys if self.recording.is_page(key)]


def _tag_paths(root: etree._Element) -> frozenset[int]:
    paths: dict[etree._Element, int] = {}
    for element in root.iter(etree.Element):
        parent = element.getparent()
        paths[element] = hash((paths[parent] if parent is not None else 0, str(element.tag)))
    return frozenset(paths.values())


@dataclass
class Walk:
    """One crawl: what was asked for, and which pages came."""

    site: OfflineSite
    asked: list[str] = field(default_factory=list)
    """Keys of all requests, redirects among them."""
    got: dict[str, None] = field(default_factory=dict)
    """Keys of the pages that came."""

    def page(self, url: str) -> Page | None:
        final = self._request(url)
        return self.site.page(final) if final is not None else None

    def outline(self, url: str) -> Outline | None:
        final = self._request(url)
        return self.site.outline(final) if final is not None else None

    def _request(self, url: str) -> str | None:
        """The address at which a page came for `url`; each request on the way is noted."""
        for _ in range(MAX_HOPS):
            key = key_of(url)
            self.asked.append(key)
            if key not in self.site.recording.answers:
                return None
            if self.site.recording.is_page(key):
                self.got[key] = None
                return url
            if not (target := self.site.target(url)):
                return None
            url = target
        return None


@dataclass(frozen=True, slots=True)
class CrawlFigures:
    """What a crawl brought home (FoCUS, section 5.2)."""

    requests: int
    pages: int
    threads: int
    lists: int
    wanted: int

    @property
    def effectiveness(self) -> float:
        """Thread pages among all pages crawled."""
        return self.threads / self.pages if self.pages else 0.0

    @property
    def useful_share(self) -> float:
        """The same, with the lists that lead to them counted as useful."""
        return (self.threads + self.lists) / self.pages if self.pages else 0.0

    @property
    def coverage(self) -> float:
        """Thread pages crawled among all there are."""
        return self.threads / self.wanted if self.wanted else 0.0

    @property
    def shares(self) -> dict[str, float]:
        return {
            "effectiveness": round(self.effectiveness, 4),
            "useful_share": round(self.useful_share, 4),
            "coverage": round(self.coverage, 4),
        }


def figures_of(walk: Walk) -> CrawlFigures:
    """A walk, counted against the truth."""
    truth, got = walk.site.truth, walk.got.keys()
    threads = len(got & truth.threads)
    return CrawlFigures(len(walk.asked), len(got), threads, len(got & truth.lists - truth.threads), len(truth.threads))
