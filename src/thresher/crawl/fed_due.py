"""What an update asks a fed site for: what its feed says is newer, and posts that nobody has asked for yet."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime

from thresher.crawl.times import is_later
from thresher.model import FeedItem


@dataclass(frozen=True, slots=True)
class Due:
    """Whether all of a site is asked for, or what is due of it."""

    since: datetime | None = None
    """The date of the latest thing that is known; None if all is asked for."""
    was_asked: Callable[[str], bool] | None = None
    """Whether an earlier visit has asked for a page; None where none is remembered, and dates alone tell."""
    is_undated: bool = False
    """Nothing that is known has a date: `since` is when it was looked at, and feeds are no better than sitemaps."""

    @property
    def is_all(self) -> bool:
        return self.since is None

    def is_new(self, url: str) -> bool:
        """Whether a page is asked for though no date speaks for it."""
        return self.is_all or (self.was_asked is not None and not self.was_asked(url))

    def has_later(self, item: FeedItem) -> bool:
        """Whether an item is newer than what is known."""
        since = self.since
        return since is None or any(is_later(stated, since) for stated in (item.published, item.modified))

    def leaves_gap(self, named: Iterable[str]) -> bool:
        """Whether there may be posts between the last visit and those that the feed has `named`: none of them is known.
        A feed has ten posts or twenty, and a blog that was last visited a year ago has more new ones.
        """
        return self.was_asked is not None and not self.is_all and not any(map(self.was_asked, named))


ALL = Due()
"""All of a site, as a first crawl asks for it."""
