"""What a page was understood as, and guidance put together."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from thresher.guide import Known
from thresher.guide.labels import MARK
from thresher.knowledge import LevelKind
from thresher.model import Entry, FeedItem, Guidance, Kind, Link, Offer, Page
from thresher.page import VirtualDocument
from thresher.recognise import Recognition, level_of

if TYPE_CHECKING:
    from thresher.learn import Course

NOTHING = Guidance((), ())
Unguided = Callable[[Page, Entry, Guidance], Guidance]
"""What follows from a page that only the generic rung speaks for, with what that says."""


def plainly(_: Page, __: Entry, guidance: Guidance) -> Guidance:
    """`Unguided` where nothing else follows."""
    return guidance


@dataclass(frozen=True, slots=True)
class View:
    """A page of an application that is known or was learned, as far as it was understood."""

    document: VirtualDocument
    recognition: Recognition
    item: FeedItem | None = None
    """What a feed says of it."""
    items: tuple[FeedItem, ...] = ()
    """All that a feed says of it, where several items lead to it."""
    trust: float = 1.0
    """How often what is known of it was right where that could be checked."""

    @property
    def known(self) -> Known:
        recognition = self.recognition
        return Known(recognition.application, recognition.level, recognition.root)

    def leads_on(self, guidance: Guidance) -> bool:
        """Whether it is a list that leads to pages which hold what people wrote."""
        level, application = self.recognition.level, self.recognition.application
        if level is None or level.kind is not LevelKind.INTERMEDIATE:
            return False
        names = {offer.shape.rpartition("/")[2] for offer in guidance.follow}
        return any(other.kind is LevelKind.TERMINAL for other in application.levels if other.name in names)


def learned_view(document: VirtualDocument, course: "Course", url: str) -> View:
    """A page as the type sees it that was learned of its site."""
    level, evidence = level_of(document, course.application, url, course.root)
    if level is not None and level.kind is LevelKind.TERMINAL:
        level = course.level_at(url) or level
    return View(document, Recognition(course.application, level, course.root, (), evidence))


def as_linked(recognition: Recognition, entry: Entry, *, is_post: bool = False) -> Recognition:
    """Where its level is not told, the link that led to a page tells; all the more if it `is_post`, as others say."""
    if not entry.shape.startswith(f"{MARK}{recognition.application.name}/"):
        return recognition
    return recognition.as_offered(entry.shape.rpartition("/")[2], entry.via, is_sure=is_post)


def only(page: Page, links: list[Link]) -> Page:
    """The page with some of its links; what it names as its own address is left to whoever took the others."""
    return replace(page, links=tuple(links), canonical=None)


def joined(found: Sequence[Guidance]) -> Guidance:
    """Several guidances as one. As if they had come one by one: of two offers of an address the first counts, unless
    the second is of a page and the first was not, or is sound and the first was not.
    """
    follow: dict[str, Offer] = {}
    for offer in (offer for guidance in found for offer in guidance.follow):
        known = follow.setdefault(offer.url, offer)
        is_sounder = known.is_suspect and not offer.is_suspect and offer.kind is known.kind
        if is_sounder or (offer.kind is Kind.PAGE and known.kind is not Kind.PAGE):
            follow[offer.url] = offer
    return Guidance(tuple(follow.values()), tuple(skip for guidance in found for skip in guidance.skip))
