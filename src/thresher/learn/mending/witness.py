"""A page, and what somebody knows to be on it: an earlier visit, or a feed."""

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from html import escape

from thresher.learn.articles import Example
from thresher.model import FeedItem, Page, WebObject
from thresher.page import Sheet, words_of

SHOWN = 0.9
"""Share of a text's pairs of words that a page must have if the text is still there: an edited sentence may be new."""
SHORT = 3
"""Texts of fewer words stand on any page; whether such an object is still there, its author has to tell, too."""


@dataclass(eq=False)
class Witness:
    """What is on a page: objects as they were known before the page came."""

    page: Page
    objects: tuple[WebObject, ...]
    time: datetime
    """When the page was fetched."""
    told: Example | None = None
    """What a feed says of it."""
    names_authors: bool = True
    """Whether that feed tells authors apart: many name the owner of the site in each item."""

    @cached_property
    def sheet(self) -> Sheet:
        return Sheet.of(self.page.tree)

    @cached_property
    def shown(self) -> tuple[WebObject, ...]:
        """The objects that are still there. What has gone with all its words was deleted, and says nothing of how the
        page is built.
        """
        return tuple(one for one in self.objects if self._is_shown(one))

    def _is_shown(self, one: WebObject) -> bool:
        words = words_of(one.text or one.title)
        if not words or (len(words) < SHORT and self.sheet.find(words_of(one.author)) < 0):
            return False
        return self.sheet.find(words) >= 0 if len(words) < SHORT else self.sheet.share_of(words) >= SHOWN


def item_of(one: WebObject) -> FeedItem:
    """An object as a feed would have it: what is kept teaches as feeds do."""
    html = "".join(f"<p>{escape(line)}</p>" for line in one.text.splitlines() if line.strip())
    return FeedItem(one.id, one.id, one.title, one.author, one.published, one.modified, html, one.tags)
