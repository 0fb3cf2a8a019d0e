"""What sitemaps offer, on its way down the ladder: it waits until it is clear which rung speaks for its site."""

from typing import TYPE_CHECKING

from thresher.crawl.other_ways import OtherWays
from thresher.crawl.view import NOTHING, joined
from thresher.guide import GenericGuide
from thresher.model import Entry, Guidance
from thresher.page import Sitemap

if TYPE_CHECKING:
    from thresher.crawl.fed_rung import FedRung
    from thresher.crawl.learned_rung import LearnedRung


class SitemapWays:
    """Hands pages that are listed to the rung that speaks for them."""

    def __init__(
        self, generic: GenericGuide, fed: "FedRung | None", learned: "LearnedRung | None", other_ways: OtherWays
    ) -> None:
        self._generic = generic
        self._fed = fed
        self._learned = learned
        self._other_ways = other_ways

    def observe(self, sitemap: Sitemap, entry: Entry) -> None:
        """Learn from what came for a sitemap."""
        self._generic.observe_sitemap(sitemap, entry)

    def offers(self, sitemap: Sitemap, entry: Entry) -> Guidance:
        """What to do about the pages and sitemaps that are listed."""
        if self._other_ways.ended.has_asked(entry.url):  # the lists of a known blog end early
            return self._other_ways.ended.take_sitemap(sitemap, entry)
        guidance = self._generic.sitemap_offers(sitemap, entry)
        own, rest = self._fed.hold(guidance, entry.url) if self._fed is not None else (NOTHING, guidance)
        return joined([own, self.below_fed(rest, entry.url)]) if rest.follow or rest.skip else own

    def given_back(self) -> Guidance:
        """What no feed speaks for: no further page may come that asks for it."""
        held = self._fed.given_back() if self._fed is not None else []
        return joined([self.below_fed(guidance, root) for root, guidance in held])

    def below_fed(self, guidance: Guidance, url: str) -> Guidance:
        """What was listed for the site of `url`, by the rungs below the fed one."""
        return self._learned.hold(guidance, url) if self._learned is not None else guidance

    @property
    def is_holding(self) -> bool:
        """Whether what a sitemap offers still waits."""
        return any(rung is not None and rung.is_holding for rung in (self._fed, self._learned))
