"""The ladder of guides: the first rung that can speak for a page decides, and says so.

So far two rungs: a known application, and the generic one for everything else.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from thresher.guide import GenericGuide, Known, KnownGuide
from thresher.guide.known import MARK
from thresher.knowledge import ApplicationType, Level, LevelKind
from thresher.model import Capture, Entry, Guidance, Kind, Link, Offer, Page, Skip, SkipReason, WebObject
from thresher.page import Sitemap, VirtualDocument
from thresher.recognise import Recogniser, Recognition


@dataclass(frozen=True, slots=True)
class View:
    """A page of a known application, as far as it was understood."""

    document: VirtualDocument
    recognition: Recognition

    @property
    def known(self) -> Known:
        recognition = self.recognition
        return Known(recognition.application, recognition.level, recognition.root)


class Ladder:
    """Guides a crawl by the best knowledge there is of each page."""

    def __init__(
        self, generic: GenericGuide, known: KnownGuide, recogniser: Recogniser | None, *, has_generic: bool = True
    ) -> None:
        """Without a `recogniser` every page is guided by the generic rung; without that, only known pages are."""
        self._generic = generic
        self._known = known
        self._recogniser = recogniser
        self._has_generic = has_generic
        self._leading: set[str] = set()
        self.found: dict[str, str] = {}
        """Folder of each application that was recognised, and its type."""

    def seeds(self) -> tuple[Offer, ...]:
        return self._generic.seeds()

    def look(self, page: Page, capture: Capture) -> View | None:
        """What is known of a page; remembered, so that the next page of the site need not be recognised anew."""
        if self._recogniser is None or page.tree is None:
            return None
        document = VirtualDocument.of(page, capture)
        recognition = self._recogniser.recognise(document, page.url)
        if recognition is None:
            return None
        self._recogniser.observe(recognition)
        self.found[recognition.root] = recognition.application.name
        return View(document, recognition)

    def guide(self, page: Page, entry: Entry, view: View | None, is_settled: Callable[[str], bool]) -> Guidance:
        """Every link of `page`, decided."""
        if view is None or entry.kind is not Kind.PAGE:
            return self._generic.guide(self._own(page) if self._has_generic else _only(page, []), entry, is_settled)
        found = view.recognition
        self._known.note(page.url, found.application, found.root)
        # Until its lists lead to content, and on the page the user named, an application may be a part of a larger
        # site, or not be what its marks say: what it has no word for is the generic rung's.
        is_leading = not self._has_generic or (found.root in self._leading and entry.depth > 0)
        guidance, outside = self._known.guide(page, view.document, view.known, entry, is_settled, is_leading=is_leading)
        if _leads(found.level, found.application, guidance):
            self._leading.add(found.root)
        rest = self._generic.guide(_only(page, outside if self._has_generic else []), entry, is_settled)
        return Guidance((*guidance.follow, *rest.follow), (*guidance.skip, *rest.skip))

    def admit(self, entry: Entry) -> Skip | None:
        """Asked when the turn of `entry` comes: None lets it go."""
        site = self._recogniser.site_of(entry.url) if self._recogniser is not None and entry.depth else None
        if entry.shape.startswith(MARK):
            return self._known.admit(entry, site[1], site[0]) if site is not None else None
        if site is not None:
            root, application = site
            if entry.kind is Kind.SITEMAP and root in self._leading:
                return Skip(entry.url, SkipReason.OFF_PATH, f"{application.name}: its own lists lead on", entry.via)
            if entry.kind is Kind.PAGE and (refused := self._known.refuses(entry.url, application, root)):
                return Skip(entry.url, *refused, entry.via)
        return self._generic.admit(entry)

    def observe(
        self,
        page: Page | None,
        entry: Entry,
        status: int,
        fresh: Sequence[Offer] = (),
        view: View | None = None,
        objects: Sequence[WebObject] = (),
    ) -> None:
        """Learn from an answer: the rung that offered `entry` finds out what came of it."""
        if not entry.shape.startswith(MARK):
            self._generic.observe(page, entry, status, fresh)
        elif page is not None and view is not None:
            self._known.observe(page, view.document, view.known, entry, objects)

    def sitemap_offers(self, sitemap: Sitemap, entry: Entry) -> Guidance:
        return self._generic.sitemap_offers(sitemap, entry)

    def redirect(self, entry: Entry, target: str) -> Offer | Skip:
        """Where a redirect from `entry` leads: to be followed, or why not."""
        decided = self._generic.redirect(entry, target)
        if isinstance(decided, Offer):
            self._known.learn_host(entry.url, decided.url)
        if isinstance(decided, Skip) or not entry.shape.startswith(MARK) or self._recogniser is None:
            return decided
        site = self._recogniser.site_of(decided.url)
        if site is not None and not self._known.moved(entry.url, decided.url, site[1], site[0]):
            return Skip(decided.url, SkipReason.OTHER_VIEW, "the same page as another", entry.url)
        return Offer(decided.url, entry.kind, decided.priority, entry.depth, entry.url, entry.shape, decided.redirects)

    def _own(self, page: Page) -> Page:
        """The page without links into a known application that its knowledge would turn down."""
        if self._recogniser is None or not self.found:
            return page
        return _only(page, [link for link in page.links if self._is_open(link.url)])

    def _is_open(self, url: str) -> bool:
        site = self._recogniser.site_of(url) if self._recogniser is not None else None
        return site is None or self._known.refuses(url, site[1], site[0]) is None


def _leads(level: Level | None, application: ApplicationType, guidance: Guidance) -> bool:
    """Whether a list of the application leads to pages that hold what people wrote."""
    if level is None or level.kind is not LevelKind.INTERMEDIATE:
        return False
    names = {offer.shape.rpartition("/")[2] for offer in guidance.follow}
    return any(other.kind is LevelKind.TERMINAL for other in application.levels if other.name in names)


def _only(page: Page, links: list[Link]) -> Page:
    """The page with some of its links; what it names as its own address is left to whoever took the others."""
    return replace(page, links=tuple(links), canonical=None)
