"""Feeds: what a site says of its newest posts and comments, and how often.

Input: the bytes of a feed, or a `model.Page` that names feeds. Output: `model.Feed`, places of feeds, figures
over visits. Seam: plain functions that never raise on content, ask nothing from the network and keep no state;
who fetches feeds, and when, is decided elsewhere.
"""

from thresher.feeds.discover import FeedPlace, feeds_of, is_comment_feed, known_places
from thresher.feeds.paging import is_older, older_page
from thresher.feeds.parse import read_feed

__all__ = ["FeedPlace", "feeds_of", "is_comment_feed", "is_older", "known_places", "older_page", "read_feed"]
