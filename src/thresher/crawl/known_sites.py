"""Known applications as a crawl meets them: where they live, whether their lists lead to content, how they write dates.

Without a recogniser nothing is known, and every question has the answer that goes with that.
"""

from collections.abc import Callable, Iterable

from thresher.crawl.date_orders import DateOrders
from thresher.crawl.places import Place
from thresher.crawl.view import View, as_linked
from thresher.knowledge import ApplicationType, KnowledgeBase
from thresher.model import Entry
from thresher.page import VirtualDocument
from thresher.recognise import Recogniser, Recognition

Site = tuple[str, ApplicationType]
"""The folder of an application, and its type."""


class KnownSites:
    """Recognises pages, and remembers of what site each is."""

    def __init__(self, recogniser: Recogniser | None, orders: DateOrders) -> None:
        self._recogniser = recogniser
        self._orders = orders
        self.leading: set[str] = set()
        """Folders of applications whose lists have led to content."""

    @property
    def base(self) -> KnowledgeBase | None:
        """The types that pages are recognised as; None where nobody asks what they are."""
        return self._recogniser.base if self._recogniser is not None else None

    def recall(self, places: Iterable[Place]) -> dict[str, str]:
        """Go on with what an earlier run has recognised: folders, and the types that are known here."""
        found: dict[str, str] = {}
        for place in places:
            if self._recogniser is not None and self._recogniser.recall(place.root, place.type_name, place.pages):
                found.setdefault(place.root, place.type_name)
                if place.leads:
                    self.leading.add(place.root)
        return found

    def places(self) -> tuple[Place, ...]:
        """What was recognised so far, for the next run."""
        sites = self._recogniser.sites() if self._recogniser is not None else ()
        return tuple(Place(site.root, site.type_name, pages, site.root in self.leading) for site, pages in sites)

    def adapt(self, root: str, application: ApplicationType) -> None:
        """The application at `root` is from now on read in this way."""
        assert self._recogniser is not None
        self._recogniser.adapt(root, application)

    def at(self, url: str) -> Site | None:
        """The site that an address belongs to, if it was recognised before."""
        return self._recogniser.site_of(url) if self._recogniser is not None else None

    def all(self) -> list[Site]:
        """Those that were recognised."""
        found = (self.at(place.root) for place in self.places())
        return [site for site in found if site is not None]

    def view(
        self,
        document: VirtualDocument,
        url: str,
        entry: Entry | None,
        is_post: Callable[[Recognition], bool],
        *,
        takes_general: Callable[[ApplicationType], bool] = lambda _: True,
    ) -> View | None:
        """What a page is, remembered; None if nothing is known of it, or, unless it `takes_general` types, only what
        all applications of a category have in common. Where its level is not told, the link of `entry` that led to it
        tells, all the more if it `is_post`, as others say.
        """
        if (known := self._recogniser) is None:
            return None
        is_first = entry is not None and entry.depth == 0
        found = (known.recognise_first if is_first else known.recognise)(document, url)
        if found is None or (found.application.is_general and not takes_general(found.application)):
            return None
        if entry is not None:
            found = as_linked(found, entry, is_post=is_post(found))
        known.observe(found)
        self._orders.observe(found.root, document.root)
        return View(document, self._orders.applied(found))
