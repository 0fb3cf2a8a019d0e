"""One page's walk: from its capture through reading and guiding back to the frontier."""

import traceback
from collections.abc import Callable, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from thresher.archive import Keeper
from thresher.crawl.ladder import Ladder
from thresher.crawl.last_slash import LastSlash
from thresher.crawl.login import LoginWatch
from thresher.crawl.samples import Sample
from thresher.crawl.tally import Tally
from thresher.crawl.view import View, joined
from thresher.crawl.visit import Again, Kept, Lost, Stopped, Visit
from thresher.describe import ObjectStore
from thresher.feeds import read_feed
from thresher.fetch import Trouble, TroubleKind
from thresher.frontier import Frontier
from thresher.guide import PlainMemory, ScopeCheck
from thresher.model import (
    Capture,
    CrawlSettings,
    Entry,
    Feed,
    Guidance,
    Kind,
    Offer,
    Outcome,
    Resources,
    Scope,
    Skip,
    SkipReason,
    WebObject,
)
from thresher.page import (
    Sitemap,
    canonical,
    charset_of,
    css_references,
    decode_content,
    host_of,
    join,
    origin_of,
    read_page,
    read_sitemap,
    text_of,
)

if TYPE_CHECKING:
    from thresher.crawl.coming_back import ComingBack
    from thresher.crawl.mender import Mender

UNREACHABLE = frozenset(
    {TroubleKind.UNKNOWN_HOST, TroubleKind.REFUSED, TroubleKind.CERTIFICATE, TroubleKind.CONNECT, TroubleKind.PROXY}
)
MOVED_PERMANENTLY = 301
MAX_STEPS = 8
"""Style sheets that import style sheets; real sites stop at three."""
MAX_SITEMAPS = 1000
"""Of one run: 1,000 files of 50,000 addresses each are more than any site that one machine archives."""
SITEMAP_PRIORITY = 0
RESOURCE_PRIORITY = 3000


class Walk:
    """Takes each visit to its end: exactly one outcome, its links decided, its yield noted."""

    def __init__(
        self,
        settings: CrawlSettings,
        frontier: Frontier,
        keeper: Keeper,
        ladder: Ladder,
        objects: ObjectStore,
        scope: ScopeCheck,
        login: LoginWatch,
        tally: Tally,
        mender: "Mender | None",
        coming_back: "ComingBack | None" = None,
        last_slash: LastSlash | None = None,
    ) -> None:
        """Without a `mender`, no page has a view: the ladder has the generic rung alone. With `coming_back`, known
        pages are asked for only if they are due; with `last_slash`, under the address that the server leads to."""
        self._settings = settings
        self._frontier = frontier
        self._keeper = keeper
        self._ladder = ladder
        self._objects = objects
        self._scope = scope
        self._login = login
        self._tally = tally
        self._mender = mender
        self._coming_back = coming_back
        self._last_slash = last_slash or LastSlash(PlainMemory())
        self._sitemaps = 0
        self._waiting: dict[int, Entry] = {}
        """Captures that were looked at and are not yet understood."""
        self._readers: dict[Kind, Callable[[Entry, Capture], tuple[Outcome, str]]] = {
            Kind.ROBOTS: self._read_robots,
            Kind.SITEMAP: self._read_sitemap,
            Kind.FEED: self._read_feed,
            Kind.PAGE: self._read_page,
            Kind.OUTLINK: self._read_page,
            Kind.RESOURCE: self._read_resource,
        }

    def absorb(self, entry: Entry, visit: Visit) -> None:
        """Bring one visit to its end."""
        match visit:
            case Kept(number, capture):
                self._absorb_capture(entry, number, capture)
            case Again(why):
                self._tally.retried(entry, why)
                self._frontier.give_back(entry, failed=True)
            case Lost(trouble):
                self._absorb_loss(entry, trouble)
            case Stopped():
                self._frontier.give_back(entry, failed=False)

    def _absorb_capture(self, entry: Entry, number: int, capture: Capture) -> None:
        try:
            outcome, detail = self._readers[entry.kind](entry, capture)
        except Exception:  # one page must not end a crawl; what happened stays with its outcome
            outcome, detail = Outcome.KEPT, "could not be understood:\n" + traceback.format_exc(limit=-4)
            self._tally.puzzled(entry, detail)
        self._mark_absorbed(entry, number)
        if self._login.is_lost and entry.url in self._login.lost_pages:
            self._frontier.give_back(entry, failed=False)
            self._frontier.reopen(url for url in self._login.lost_pages if url != entry.url)
            return
        if capture.truncated and outcome is Outcome.KEPT:
            outcome, detail = Outcome.TRUNCATED, capture.truncated
        elif capture.is_revisit and outcome is Outcome.KEPT:
            outcome = Outcome.UNCHANGED
        self._frontier.finish(entry, outcome, detail)
        self._tally.finished(entry, outcome, capture)

    def _mark_absorbed(self, entry: Entry, number: int) -> None:
        """What is held back would be forgotten if the crawl was killed now: such captures are read again then."""
        self._waiting[number] = entry
        self._mark_understood()

    def _mark_understood(self) -> None:
        for done in [number for number, waiting in self._waiting.items() if not self._is_held(waiting)]:
            self._keeper.captures.set_absorbed(done)
            del self._waiting[done]

    def _is_held(self, entry: Entry) -> bool:
        if entry.kind is Kind.SITEMAP:
            return self._ladder.sitemaps.is_holding
        return entry.kind is Kind.PAGE and self._mender is not None and self._mender.is_holding(entry.url)

    def _absorb_loss(self, entry: Entry, trouble: Trouble) -> None:
        outcome = Outcome.UNREACHABLE if trouble.kind in UNREACHABLE else Outcome.FAILED
        if trouble.kind is TroubleKind.BLOCKED:
            outcome = Outcome.BLOCKED
        if entry.kind is Kind.ROBOTS:
            unreachable = outcome is not Outcome.FAILED
            self._frontier.robots.learn_failure(entry.url, trouble.sentence, unreachable=unreachable)
        elif entry.kind in (Kind.PAGE, Kind.OUTLINK):
            self.follow(self._ladder.observe(None, entry, 0))
        elif entry.kind is Kind.FEED:
            self.follow(self._ladder.take_feed(None, entry, self._frontier.urls.is_settled))
        self._frontier.finish(entry, outcome, trouble.sentence)
        self._tally.finished(entry, outcome, None, trouble.sentence)

    def _read_robots(self, entry: Entry, capture: Capture) -> tuple[Outcome, str]:
        text = self._text(capture)
        rules = self._frontier.robots.learn(entry.url, capture.status, text)
        if rules.crawl_delay:
            self._frontier.lanes.set_crawl_delay(host_of(entry.url), rules.crawl_delay)
        is_wanted = self._settings.scope is not Scope.PAGE and self._ladder.wants_sitemaps
        if is_wanted and self._scope.is_home(entry.url):
            named = [url for url in (join(entry.url, place) for place in rules.sitemaps) if url]
            places = named or [f"{origin_of(entry.url)}/sitemap.xml"]
            self._frontier.offer(Offer(place, Kind.SITEMAP, SITEMAP_PRIORITY, 1, entry.url) for place in places)
        return _plain_outcome(capture)

    def _read_sitemap(self, entry: Entry, capture: Capture) -> tuple[Outcome, str]:
        if target := redirect_target(capture):
            self._offer_redirect(entry, target)
            return Outcome.REDIRECTED, target
        self._sitemaps += 1
        if capture.status == 200 and self._sitemaps <= MAX_SITEMAPS:
            sitemap = read_sitemap(self._decoded(capture))
            if self._coming_back is not None:
                self._coming_back.rounds.look_at_sitemap(sitemap, entry)
            self._ladder.sitemaps.observe(sitemap, entry)
            self.follow(self._ladder.sitemaps.offers(sitemap, entry))
        return _plain_outcome(capture)

    def _read_feed(self, entry: Entry, capture: Capture) -> tuple[Outcome, str]:
        if target := redirect_target(capture):
            self._offer_redirect(entry, target)
            return Outcome.REDIRECTED, target
        feed = feed_in(capture, self._settings)
        self.follow(self._ladder.take_feed(feed, entry, self._frontier.urls.is_settled))
        if self._coming_back is not None:
            self._hear(self._coming_back, feed, entry)
        outcome, detail = _plain_outcome(capture)
        return outcome, detail or ("; ".join(feed.notes) if feed is not None else "no feed")

    def _hear(self, coming_back: "ComingBack", feed: Feed | None, entry: Entry) -> None:
        """What a feed says of posts of a known blog; of any other site it is a list of pages, as a sitemap is."""
        heard = list(self._ladder.heard())
        for known, via, items in heard:
            self.follow(coming_back.hear(items, known, via))
        if feed is not None and not heard:
            pages = tuple(url for item in feed.items if (url := canonical(item.link)) is not None)
            self.follow(self._ladder.sitemaps.offers(Sitemap(pages), entry))

    def _read_page(self, entry: Entry, capture: Capture) -> tuple[Outcome, str]:
        if target := redirect_target(capture):
            return self._read_redirect(entry, capture, target)
        if capture.status != 200:
            self._ask_as_linked(entry)
            self._login.saw(entry, capture, None)
            self.follow(self._ladder.observe(None, entry, capture.status))
            return _plain_outcome(capture)
        self._last_slash.observe(entry.url)
        page = read_page(capture, self._settings)
        self._login.saw(entry, capture, page)
        if self._login.is_lost:
            return Outcome.KEPT, ""
        if page is None:
            self.follow(self._ladder.observe(None, entry, capture.status))
            return Outcome.KEPT, ""
        if self._coming_back is not None and capture.is_revisit:
            self._coming_back.note_unchanged(entry.url)
        view = self._ladder.look(page, capture, entry)
        guidance = self._ladder.guide(page, entry, view, self._frontier.urls.is_settled)
        if self._coming_back is not None and view is not None:
            guidance = self._with_due(self._coming_back, guidance, view, Sample(page, entry, capture))
        fresh = self.follow(guidance)
        if view is None or self._mender is None:
            self.follow(self._ladder.observe(page, entry, capture.status, fresh))
            return Outcome.KEPT, "; ".join(page.notes)
        found = self._mender.read(view, Sample(page, entry, capture))
        self.follow(self._ladder.observe(page, entry, capture.status, fresh, view, found.objects))
        self._objects.keep((*self._own(view, found.objects, entry.via), *found.accounts))
        return Outcome.KEPT, "; ".join((*page.notes, *found.notes))

    def respell(self, entry: Entry) -> Skip | None:
        """Asked when the turn of `entry` comes: if its server is known to lead to another spelling, that is offered as
        if it had done so, and the entry left; None lets it go."""
        target = self._last_slash.target_of(entry.url) if entry.depth and not entry.redirects else ""
        if not target or entry.kind is not Kind.PAGE:
            return None
        fresh = self._offer_redirect(entry, target, is_due=self._coming_back is None)
        self.follow(self._ladder.observe(None, entry, MOVED_PERMANENTLY, fresh))
        return Skip(entry.url, SkipReason.LED_AWAY, target, entry.via)

    def _ask_as_linked(self, entry: Entry) -> None:
        """There is no page at an address that was asked for in place of another: that one is asked for after all."""
        if entry.redirects and self._frontier.urls.led_to(entry.via) == entry.url:
            offer = Offer(entry.via, entry.kind, 0, entry.depth, entry.url, entry.shape, entry.redirects)
            self._frontier.offer((offer,))

    def _read_redirect(self, entry: Entry, capture: Capture, target: str) -> tuple[Outcome, str]:
        self._last_slash.observe(entry.url, target)
        self._login.saw(entry, capture, None)
        fresh = self._offer_redirect(entry, target)
        self.follow(self._ladder.observe(None, entry, capture.status, fresh))
        return Outcome.REDIRECTED, target

    def _offer_redirect(self, entry: Entry, target: str, *, is_due: bool = True) -> list[Offer]:
        """Where a redirect leads, if that was new. Unless the page `is_due` since `entry` was, it is asked for only if
        there is a reason."""
        if entry.redirects >= self._settings.max_redirects:
            decided: Offer | Skip = Skip(target, SkipReason.REDIRECTS, str(entry.redirects), entry.url)
        else:
            decided = self._ladder.redirect(entry, target)
        if isinstance(decided, Skip):
            self._tally.left_alone(self._frontier.urls.leave((decided,)))
            return []
        if self._coming_back is not None and not is_due:
            sifted = self._coming_back.sift(Guidance((decided,), ()))
            self._tally.left_alone(self._frontier.urls.leave(sifted.skip))
            return self._frontier.offer(sifted.follow)
        return self._frontier.offer((decided,))

    def _read_resource(self, entry: Entry, capture: Capture) -> tuple[Outcome, str]:
        if target := redirect_target(capture):
            self._offer_redirect(entry, target)
            return Outcome.REDIRECTED, target
        is_style = capture.mime == "text/css" and capture.status == 200
        if is_style and self._settings.resources is not Resources.NONE and entry.redirects < MAX_STEPS:
            self._frontier.offer(_resource(url, entry) for url in css_references(self._text(capture), capture.url))
        return _plain_outcome(capture)

    def _decoded(self, capture: Capture) -> bytes:
        return decode_content(capture.payload, capture.header("content-encoding"), self._settings.max_page_bytes).data

    def _text(self, capture: Capture) -> str:
        data = self._decoded(capture)
        return text_of(data, charset_of(data, capture.header("content-type")))

    def follow(self, guidance: Guidance) -> list[Offer]:
        """Put what a guide decided into the frontier; keep what people wrote on pages that were understood late."""
        if self._coming_back is not None:
            guidance = self._coming_back.sift(guidance)
        fresh = self._frontier.offer(guidance.follow)
        self._tally.left_alone(self._frontier.urls.leave(guidance.skip))
        if self._mender is not None:
            self._keep_late(self._mender)
        return fresh

    def _with_due(self, coming_back: "ComingBack", guidance: Guidance, view: View, one: Sample) -> Guidance:
        """`guidance`, and pages of which a list says that something came to them."""
        if view.recognition.application.is_own and not self._ladder.is_recalled(one.page.url):
            return guidance  # learned in this visit, from pages that are known
        due = coming_back.look(one, view, guidance, lambda url: self._ladder.plain(url, view.known))
        return joined([due, guidance])

    def _keep_late(self, mender: "Mender") -> None:
        from thresher.crawl.understand import objects_on  # loaded with the mender

        for view, capture in chain(self._ladder.late_views(), mender.released()):
            found = objects_on(view, capture)
            self._objects.keep((*self._own(view, found.objects), *found.accounts))

    def _own(self, view: View, objects: Sequence[WebObject], via: str = "") -> Sequence[WebObject]:
        """What was read off a page, unless it is another view of what others have shown."""
        is_learned = view.recognition.application.is_learned
        return self._ladder.views.fresh(objects, via) if is_learned else objects

    def settle(self) -> bool:
        """Nothing more comes for now: pages that were held back are read as far as they go; whether there were any."""
        count = len(self._waiting)
        if self._mender is not None:
            self._mender.settle()
        self.follow(Guidance((), ()))
        self._mark_understood()
        return len(self._waiting) < count


def _resource(url: str, entry: Entry) -> Offer:
    """A resource of a resource; the steps are counted like redirects, so that no chain is endless."""
    return Offer(url, Kind.RESOURCE, RESOURCE_PRIORITY, entry.depth + 1, entry.url, redirects=entry.redirects + 1)


def feed_in(capture: Capture, settings: CrawlSettings) -> Feed | None:
    """The feed that an answer is; None if it is none."""
    if capture.status != 200:
        return None
    data = decode_content(capture.payload, capture.header("content-encoding"), settings.max_page_bytes).data
    return read_feed(data, capture.url, capture.header("content-type") or "")


def redirect_target(capture: Capture) -> str | None:
    if capture.status not in (301, 302, 303, 307, 308):
        return None
    location = capture.header("location")
    return join(capture.url, location) if location else None


def _plain_outcome(capture: Capture) -> tuple[Outcome, str]:
    if capture.status >= 400:
        return Outcome.REFUSED, str(capture.status)
    if 300 <= capture.status < 400:
        return Outcome.REDIRECTED, capture.header("location") or "nowhere"
    return Outcome.KEPT, ""
