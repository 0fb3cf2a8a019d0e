"""Where the rules of a known application do not lead on, what else is known of the site does.

Themes hide links in all kinds of places, and some lists are closed to robots. Then numbers in addresses tell further
pages of a list, posts that were read tell the addresses of others, the feed names posts, and the sitemap and lists that
were left alone are other ways to them.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from thresher.crawl.ended_lists import EndedLists
from thresher.crawl.view import NOTHING, View, joined
from thresher.guide import Known, KnownGuide
from thresher.guide.labels import label_of
from thresher.knowledge import ApplicationType, LevelKind
from thresher.model import Entry, Guidance, Page

if TYPE_CHECKING:
    from thresher.crawl.known_feeds import KnownFeeds

Sift = Callable[[Guidance], Guidance]
"""Takes out what is not due."""
Sites = Iterable[tuple[str, ApplicationType]]
"""Folders of sites, each with its application."""


class OtherWays:
    """Ways to what people wrote beside those that an application's rules name."""

    def __init__(self, guide: KnownGuide, feeds: "KnownFeeds | None", sift: Sift | None = None) -> None:
        self._guide = guide
        self._feeds = feeds
        self._sift = sift or (lambda guidance: guidance)
        self._reads_whole_lists = sift is None  # an update reads their beginnings only
        self.ended = EndedLists(guide)
        """Blogs whose lists end on their first page, though there may be more posts."""

    def beside(self, page: Page, entry: Entry, view: View, own: Guidance) -> Guidance:
        """What follows from a page beside its `own` links that rules name: further pages of a list, the blog's feed."""
        asked = self._feeds.ask(page, entry, view) if self._feeds is not None else NOTHING
        further = self._further(page, entry, view.known, own)
        if self._reads_whole_lists:
            self.ended.look(entry, view, joined([own, further]))
        return joined([further, asked])

    def _further(self, page: Page, entry: Entry, known: Known, own: Guidance) -> Guidance:
        """Further pages of a list that no rule names, where none of its `own` links is one."""
        if known.level is None or known.level.kind is not LevelKind.INTERMEDIATE:
            return NOTHING
        label = label_of(known.application, known.level.name)
        if any(offer.shape == label for offer in own.follow):
            return NOTHING
        return self._guide.further_named(further_on(page), known, entry)

    def unstick(self, sites: Sites) -> Guidance:
        """Nothing is left to ask for: whatever leads to more."""
        steps: Sequence[Callable[[], Guidance]] = (
            lambda: joined([self._guide.proved_posts(root, application) for root, application in sites]),
            self._from_feeds,
            lambda: joined([self._guide.other_lists(root, application) for root, application in sites]),
            self._beyond_lists,
        )
        return next((found for step in steps if (found := self._sift(step())).follow), NOTHING)

    def _beyond_lists(self) -> Guidance:
        """Where lists end on their first page: the sitemap, or lists that were left alone."""
        return self.ended.unstick(self._feeds.named() if self._feeds is not None else {})

    def _from_feeds(self) -> Guidance:
        """What feeds name; if nothing of it is due, what their older pages name."""
        while self._feeds is not None and (found := self._feeds.unstick()).follow:
            if self._sift(found).follow:
                return found
        return NOTHING


def further_on(page: Page) -> list[str]:
    """Further pages of a list, by their addresses and how the links to them look."""
    # A crawl that recognises nothing comes without what learns.
    from thresher.learn.flipping import Sign, flips_on, step_between
    from thresher.learn.links import spots_of

    # Most pages have none, and addresses alone tell that.
    if page.tree is None or not any(step_between(page.url, link.url) for link in page.links if link.url != page.url):
        return []
    found = flips_on(page.url, spots_of(page.tree, page.url))
    return list(found[0].further) if found and found[0].sign >= Sign.NEXT else []
