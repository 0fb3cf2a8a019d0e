"""The generic rung: sitemaps and in-scope links, minus noise and traps, best first, with a brake.

It knows nothing of the software behind a site. Two verbs are kept apart: `guide` and its like return and
change nothing, `observe` changes what is remembered and returns nothing.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import date

from thresher.guide.addresses import Addresses, Decision, is_file
from thresher.guide.brake import DOUBTFUL, IDLE, IDLE_SHAPE, KIN_DISCOUNT, LINK_DISCOUNT, NEWS, WORTHWHILE, Brake
from thresher.guide.labels import MARK
from thresher.guide.lessons import Lessons
from thresher.guide.memory import Memory
from thresher.guide.novelty import PICTURE_WORDS, Novelty, number_of
from thresher.guide.scope import ScopeCheck
from thresher.guide.shapes import family_of, kin_of, shape_of
from thresher.model import (
    CrawlSettings,
    Entry,
    Guidance,
    Kind,
    Link,
    Offer,
    Page,
    Resources,
    Skip,
    SkipReason,
)
from thresher.model.capture import BUSY
from thresher.page import Sitemap, canonical, host_of

# Smaller is sooner. Within a class the depth is added, so that near pages come first.
SEED, RICH, SAMPLE, UNKNOWN, POOR, SUSPECT, OUTLINK, RESOURCE = 0, 100, 200, 300, 500, 700, 2000, 3000
CLASS = 100
DEPTH_STEPS = CLASS - 1
NEWS_WORDS = 12
"""New words that make a page worth its request: a title and a sentence. A member's card has fewer."""
IDLE_WORDS = 6
"""New words that make it doubtful whether a page has nothing new: headings of lists have fewer, or hardly more."""
TRUSTED_VISITS = 3
"""From when on a shape's record decides its place in the queue: rich (`Record.is_rich`), poor, or neither."""
SERVER_ERROR = 500
MAX_SITEMAP_DEPTH = 5
NO_SITEMAPS = 3
"""Files of one kind that are no sitemaps, from which on the others are believed to be none."""
MAX_ADMITTED = 100
"""Addresses by which the scope may widen. Each seed adds one or two; a host that switches its scheme, one."""
_ENDING = re.compile(r"/?$|\.[a-z]{2,5}$", re.I)
_NUMBER = re.compile(r"\D{0,16}\d{1,6}\D{0,6}")
_WARNINGS = frozenset({"nofollow", "ugc", "sponsored"})


class GenericGuide:
    """Leads through any site. All it learns is in the `memory`, which makes a crawl resumable."""

    def __init__(
        self,
        settings: CrawlSettings,
        scope: ScopeCheck,
        memory: Memory,
        today: date | None = None,
        has_seen: Callable[[str], bool] = lambda _: False,
    ) -> None:
        """`has_seen` tells pages that an earlier visit has read, where it is remembered what was on them."""
        self._settings = settings
        self._has_seen = has_seen
        self._scope = scope
        self._memory = memory
        self._brake = Brake(memory)
        self._novelty = Novelty(memory)
        self._lessons = Lessons(memory)
        self._addresses = Addresses(scope, self._lessons, today)
        # Of the shapes on the page that is being guided: fifty links share a handful of shapes.
        self._grades: dict[str, int] = {}
        self._repeating: set[str] = set()  # pages that were said to repeat others, and not observed yet
        for url in self._admitted():
            scope.admit_host(url)

    def seeds(self) -> tuple[Offer, ...]:
        """The addresses to begin with; those that are no web addresses are left out."""
        urls = dict.fromkeys(filter(None, map(canonical, self._settings.seeds)))
        return tuple(Offer(url, Kind.PAGE, SEED, 0, "", shape_of(url)) for url in urls)

    def guide(self, page: Page, entry: Entry, is_settled: Callable[[str], bool] = lambda _: False) -> Guidance:
        """Every link of `page` decided, with the page's resources where they are wanted.

        Links for which `is_settled` are passed over: nothing that could be said of them would change anything.
        """
        follow: dict[str, Offer] = {}
        skip: list[Skip] = []
        if entry.kind is not Kind.OUTLINK:
            is_doubtful = page.is_nofollow or page.is_noindex
            for link in (*page.links, *_named(page)):
                if not is_settled(link.url):
                    self._link(link, entry, is_doubtful, follow, skip)
        if self._settings.resources is not Resources.NONE:
            for link in page.resources:
                follow.setdefault(link.url, _resource(link.url, entry))
        return Guidance(tuple(follow.values()), tuple(skip))

    def admit(self, entry: Entry) -> Skip | None:
        """Asked when the turn of `entry` comes: None lets it go."""
        if entry.kind is Kind.SITEMAP and self._sitemaps(entry.url) <= -NO_SITEMAPS:
            return Skip(entry.url, SkipReason.BARREN, "others like it are no sitemaps", entry.via)
        if entry.kind is not Kind.PAGE or not entry.depth:
            return None
        limit = self._settings.max_depth
        if limit is not None and entry.depth > limit:
            return Skip(entry.url, SkipReason.TOO_DEEP, str(limit), entry.via)
        if _is_further(entry.url, entry.via) and self._memory.load(_repeat_key(entry.via)) is not None:
            return Skip(entry.url, SkipReason.LISTED_ELSEWHERE, "page 1 lists nothing but what is known", entry.via)
        shape = entry.shape or shape_of(entry.url)
        barren = self._brake.holds(entry.url, shape, entry.is_suspect, entry.depth)
        return Skip(entry.url, SkipReason.BARREN, barren, entry.via) if barren else None

    def observe(self, page: Page | None, entry: Entry, status: int, fresh: Sequence[Offer]) -> None:
        """Learn from an answer: `fresh` are the offers of it that the frontier did not know yet."""
        if entry.kind is not Kind.PAGE:
            return
        if page is None and status < 300:
            # The bare text of each page, of which nobody can say whether it is new: where the address is doubtful, not
            # the link. Forums write nofollow beside all their attachments.
            if self._addresses.decide(entry.url).is_suspect:
                self._brake.note(entry.shape or shape_of(entry.url), 0, is_suspect=True)
            return  # another file says nothing about the shape
        if status >= SERVER_ERROR or status in BUSY:
            return  # nor does a server in trouble
        if self._has_seen(entry.url):
            # That it says what it said before is no reason to expect nothing of pages like it.
            if page is not None:
                self._novelty.weigh(page)
            return
        is_read = self._memory.load(_read_key(entry.url)) is not None
        if page is None and fresh and not (is_read and self._leads_nowhere(fresh)):
            return  # nor does a redirect to something new
        shape = entry.shape or shape_of(entry.url)
        worth, idle = 0, IDLE if status < 400 else 0  # who is refused has not seen that there is nothing new
        if page is not None and status < 400:
            news = self._novelty.look(page)
            has_news = news.words + PICTURE_WORDS * news.pictures >= NEWS_WORDS
            worth, is_open = (NEWS, True) if has_news else self._judged(entry.url, shape, fresh, is_read)
            idle = 0 if is_open or news.pictures else IDLE if news.words < IDLE_WORDS else DOUBTFUL
            if idle == IDLE and entry.url in self._repeating:
                idle = IDLE_SHAPE
                self._memory.save(_repeat_key(entry.url), (1,))
            if self._lessons.observe(page, shape, has_news):
                self._addresses.forget()
        self._repeating.discard(entry.url)
        self._brake.note(shape, worth, entry.is_suspect, idle if is_read else None)
        self._grades.clear()

    def _judged(self, url: str, shape: str, fresh: Iterable[Offer], is_read: bool) -> tuple[int, bool]:
        """What a page without news is worth by its new links; and whether any of them may lead to something new."""
        pages = [offer for offer in fresh if offer.kind is Kind.PAGE and not offer.is_suspect]
        if any(offer.shape.startswith(MARK) and not self._brake.is_barren(offer.shape) for offer in pages):
            return NEWS, True  # what another rung reads is as good as read here
        promising = [offer for offer in pages if not (is_read and _is_further(offer.url, url))]
        return self._worth_of_links(shape, promising), not self._leads_nowhere(promising, shape)

    def remember(self, page: Page, shape: str = "") -> None:
        """A page that another rung speaks for: what it says is no news on the pages of this one. If it says nothing new
        itself, others of its `shape` may not either: the same thread at the address of each of its posts.
        """
        has_news = self._novelty.weigh(page) >= NEWS_WORDS
        if shape.startswith(MARK) and not self._has_seen(page.url):
            self._brake.note(shape, NEWS if has_news else 0, is_suspect=False)
        if self._memory.load(_read_key(page.url)) is None:
            self._memory.save(_read_key(page.url), (1,))

    def repeat(self, url: str) -> None:
        """The page at `url`, which is about to be observed, lists posts, and another rung knew them all: if it has no
        news either, it speaks for all of its kind, and for its own further pages.
        """
        self._repeating.add(url)

    def observe_sitemap(self, sitemap: Sitemap, entry: Entry) -> None:
        """Learn from what came for a sitemap: an index may name files that are none, as the feeds of all tags.

        One that lists nothing may list something tomorrow, and says nothing about others in its folder."""
        known = self._sitemaps(entry.url)
        if known > 0:
            return
        if not sitemap.is_other:
            self._memory.save(_sitemap_key(entry.url), (1,))
            return
        number = number_of(f"sitemap {entry.url}")
        if self._memory.unseen([number]):  # else it is read again, after a crash or in a later visit
            self._memory.remember([number])
            self._memory.save(_sitemap_key(entry.url), (known - 1,))

    def _sitemaps(self, url: str) -> int:
        """How many files like that at `url` were no sitemaps, as a negative number; positive if one was."""
        return (self._memory.load(_sitemap_key(url)) or (0,))[0]

    def sitemap_offers(self, sitemap: Sitemap, entry: Entry) -> Guidance:
        """The pages a sitemap lists, decided like links; further sitemaps of the same host or scope."""
        follow: dict[str, Offer] = {}
        skip: list[Skip] = []
        for url in sitemap.pages:
            self._link(Link(url, "loc", is_content=False), entry, False, follow, skip)
        for url in sitemap.children:
            is_near = host_of(url) == host_of(entry.url) or not self._scope.refuses(url)
            if is_near and entry.depth < MAX_SITEMAP_DEPTH:
                follow.setdefault(url, Offer(url, Kind.SITEMAP, SEED, entry.depth + 1, entry.url))
            else:
                skip.append(Skip(url, SkipReason.OUT_OF_SCOPE, "sitemap", entry.url))
        return Guidance(tuple(follow.values()), tuple(skip))

    def redirect(self, entry: Entry, target: str) -> Offer | Skip:
        """Where a redirect from `entry` leads: to be followed, or why not. A seed may leave its host."""
        url = canonical(target)
        if url is None:
            return Skip(target, SkipReason.NOT_WEB, "redirect", entry.url)
        if entry.kind is not Kind.PAGE:
            return _moved(entry, url, SEED if entry.kind is Kind.SITEMAP else _class_of(entry.kind))
        is_seed = entry.depth == 0
        if (is_seed and self._scope.refuses(url)) or _is_other_scheme(entry.url, url):
            self._admit(url)
        decision = self._addresses.decide(url)
        if decision.target == entry.url or (is_seed and not decision.target):
            # To itself with a session id, or a seed that leads into a corner: there is no other way in.
            decision = Decision(url, shape_of(url))
        if not decision.target:
            return Skip(url, decision.reason or SkipReason.OTHER_VIEW, decision.detail, entry.url)
        # What a redirect leads to mostly has links of its own, and is better known by them.
        priority = SEED if is_seed else max(POOR, self._priority(decision, entry.depth, entry.is_suspect))
        return _moved(entry, decision.target, priority)

    def _admit(self, url: str) -> None:
        """Widen the scope, and remember it for the next run: the seed will not be asked again."""
        admitted = self._admitted()
        if url not in admitted and len(admitted) < MAX_ADMITTED:
            self._memory.save(f"admitted {len(admitted)}", tuple(url.encode("ascii", "replace")))
            self._scope.admit_host(url)
            self._addresses.forget()

    def _admitted(self) -> list[str]:
        found: list[str] = []
        while (numbers := self._memory.load(f"admitted {len(found)}")) is not None:
            found.append(bytes(numbers).decode("ascii"))
        return found

    def _link(self, link: Link, entry: Entry, is_doubtful: bool, follow: dict[str, Offer], skip: list[Skip]) -> None:
        decision = self._addresses.decide(link.url)
        if decision.reason is not None:
            if decision.reason is SkipReason.OUT_OF_SCOPE and self._from_outside(link, entry, follow):
                return
            skip.append(Skip(link.url, decision.reason, decision.detail, entry.url))
        if not decision.target or decision.target in follow:
            return
        if decision.is_file:
            if self._settings.resources is Resources.NONE:
                skip.append(Skip(link.url, SkipReason.RESOURCE, "file", entry.url))
            else:
                follow[decision.target] = _resource(decision.target, entry)
            return
        limit = self._settings.max_depth
        if limit is not None and entry.depth >= limit:
            if decision.reason is None:
                skip.append(Skip(link.url, SkipReason.TOO_DEEP, str(limit), entry.url))
            return
        is_suspect = decision.is_suspect or is_doubtful or not link.rel.isdisjoint(_WARNINGS)
        priority = self._priority(decision, entry.depth + 1, is_suspect)
        follow[decision.target] = Offer(
            decision.target, Kind.PAGE, priority, entry.depth + 1, entry.url, decision.shape, 0, is_suspect
        )

    def _from_outside(self, link: Link, entry: Entry, follow: dict[str, Offer]) -> bool:
        """Whether a link that leaves the scope is wanted all the same, as a file or as an outlink."""
        if self._settings.resources is Resources.ALL and is_file(link.url):
            follow.setdefault(link.url, _resource(link.url, entry))
            return True
        if self._settings.outlinks and link.is_content and link.tag in ("a", "area"):
            follow.setdefault(link.url, Offer(link.url, Kind.OUTLINK, OUTLINK, entry.depth + 1, entry.url))
            return True
        return False

    def _priority(self, decision: Decision, depth: int, is_suspect: bool) -> int:
        if is_suspect:
            return SUSPECT + min(depth, DEPTH_STEPS)
        grade = self._grades.get(decision.shape)
        if grade is None:
            grade = self._grades[decision.shape] = self._grade(decision.shape)
        if grade == UNKNOWN and decision.is_sample:
            grade = SAMPLE
        return grade + min(depth, DEPTH_STEPS)

    def _grade(self, shape: str) -> int:
        record = self._brake.record(shape)
        if record.visits < TRUSTED_VISITS:
            return UNKNOWN
        return RICH if record.is_rich else UNKNOWN if record.value >= WORTHWHILE else POOR

    def _leads_nowhere(self, fresh: Iterable[Offer], shape: str = "") -> bool:
        """Whether all that is new is of kinds that have nothing new, or of that `shape`."""
        return all(offer.shape == shape or not self._brake.promises(offer.shape) for offer in fresh)

    def _worth_of_links(self, shape: str, fresh: Iterable[Offer]) -> int:
        """What the new links of a page promise. Links to its own kind promise nothing: so chains end."""
        shapes = {offer.shape for offer in fresh}
        family = family_of(shape)
        promises = (
            self._brake.value(other) * (KIN_DISCOUNT if family_of(other) == family else LINK_DISCOUNT)
            for other in shapes - {shape}
        )
        worth = int(max(promises, default=0))
        return worth if worth >= WORTHWHILE else 0


def _named(page: Page) -> Iterable[Link]:
    """Addresses a page names without linking to them: its canonical one, and where it sends readers on."""
    for url in (page.canonical, page.refresh):
        if url and url != page.url and all(link.url != url for link in page.links):
            yield Link(url, "link", is_content=False)


def _read_key(url: str) -> str:
    """Where it is kept that another rung reads what people wrote on a host."""
    return f"read on {host_of(url)}"


def _repeat_key(url: str) -> str:
    return f"repeats {url}"


def _sitemap_key(url: str) -> str:
    return f"sitemaps {kin_of(shape_of(url))}"


def _is_further(url: str, first: str) -> bool:
    """Whether `url` is `first` with a number behind it: a further page of that, which promises no more."""
    stem = _ENDING.sub("", first)
    return url.startswith(stem) and _NUMBER.fullmatch(url, len(stem)) is not None


def _is_other_scheme(one: str, other: str) -> bool:
    return one != other and one.partition(":")[2] == other.partition(":")[2]


def _resource(url: str, entry: Entry) -> Offer:
    return Offer(url, Kind.RESOURCE, RESOURCE, entry.depth + 1, entry.url)


def _class_of(kind: Kind) -> int:
    return OUTLINK if kind is Kind.OUTLINK else RESOURCE


def _moved(entry: Entry, url: str, priority: int) -> Offer:
    shape = shape_of(url) if entry.kind is Kind.PAGE else ""
    return Offer(url, entry.kind, priority, entry.depth, entry.url, shape, entry.redirects + 1, entry.is_suspect)
