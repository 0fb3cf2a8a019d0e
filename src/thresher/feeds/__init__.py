"""Feeds: what a site says of its newest posts and comments, and how often."""

from thresher.feeds.parse import read_feed

__all__ = ["read_feed"]
