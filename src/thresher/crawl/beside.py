"""What stands beside that which was learned of a site: links that are left, and those that come when it is done."""

from collections.abc import Collection, Iterable
from dataclasses import replace

from thresher.crawl.samples import Sample
from thresher.feeds import feeds_of
from thresher.guide.brake import draw
from thresher.guide.generic import CLASS
from thresher.learn import Course
from thresher.model import Entry, Guidance, Kind, Link, Offer, Page, Skip, SkipReason

REST = 2500
"""Put on the priority of what the next rung offers on a learned site."""


def asides(outside: Iterable[Link], rest: Collection[Link], one: Sample, course: Course) -> tuple[Skip, ...]:
    """Links that are left to nobody, with the reason."""
    kept = set(rest)
    why = f"{course.name}: another view, or about a person"
    return tuple(Skip(link.url, SkipReason.OTHER_VIEW, why, one.entry.url) for link in outside if link not in kept)


def read_otherwise(page: Page) -> frozenset[str]:
    """Feeds that a thread or list names: they have nothing but what it has."""
    return frozenset(place.url for place in feeds_of(page))


def in_any_order(offer: Offer) -> int:
    """The priority of what is left: within its class, any page as likely as another.

    A few pages tell what the others of their kind are worth, and those that are met first are alike: pages 2 and 3 of a
    list have what is known, page 9 has not.
    """
    return offer.priority // CLASS * CLASS + draw(offer.url) % CLASS + REST


def later(guidance: Guidance, *, is_doubtful: bool = False) -> Guidance:
    """The rest of a learned site comes when what was learned is done: by then it is known what is news.

    What stands beside the posts of a thread `is_doubtful`: forms, other views, people. A few of a kind tell.
    """
    follow = (
        replace(offer, priority=in_any_order(offer), is_suspect=offer.is_suspect or is_doubtful)
        if offer.kind is Kind.PAGE
        else offer
        for offer in guidance.follow
    )
    return Guidance(tuple(follow), guidance.skip)


Offers = tuple[Offer, ...]


def parted(guidance: Guidance, course: Course) -> tuple[Offers, Offers, Offers]:
    """What a sitemap offers: threads of a learned site, the rest of it without other views, and what is outside."""
    inside = [offer for offer in guidance.follow if offer.url.startswith(course.root)]
    own = [offer for offer in inside if not course.is_aside(offer.url)]
    threads = tuple(offer for offer in own if course.role_of(offer.url) == "thread")
    rest = tuple(offer for offer in own if course.role_of(offer.url) != "thread")
    return threads, rest, tuple(offer for offer in guidance.follow if not offer.url.startswith(course.root))


def linking(offer: Offer) -> Entry:
    """What has offered it, as far as an offer says."""
    return Entry(offer.via or offer.url, Kind.SITEMAP, max(0, offer.depth - 1))
