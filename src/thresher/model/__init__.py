"""The values that travel between rooms, and the errors.

Input: nothing. Output: frozen dataclasses, enumerations, errors. Seam: every other room imports from here.
"""

from thresher.model.capture import Capture, Exchange, RecordPlace
from thresher.model.decision import Guidance, Offer, Skip, SkipReason
from thresher.model.entry import Entry, Kind, Outcome
from thresher.model.errors import ThresherError
from thresher.model.feeds import Feed, FeedItem
from thresher.model.objects import ObjectType, Said, Source, Talk, WebObject
from thresher.model.page import Link, Page
from thresher.model.settings import CrawlSettings, Resources, Robots, Scope, Strategy

__all__ = [
    "Capture",
    "CrawlSettings",
    "Entry",
    "Exchange",
    "Feed",
    "FeedItem",
    "Guidance",
    "Kind",
    "Link",
    "ObjectType",
    "Offer",
    "Outcome",
    "Page",
    "RecordPlace",
    "Resources",
    "Robots",
    "Said",
    "Scope",
    "Skip",
    "SkipReason",
    "Source",
    "Strategy",
    "Talk",
    "ThresherError",
    "WebObject",
]
