"""A feed as the rooms see it: what a site says of its newest posts or comments."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FeedItem:
    """One item; empty where the feed says nothing."""

    link: str
    """Where to read it: absolute, canonical, with the fragment if it has one (comments have)."""
    id: str = ""
    """What the feed calls it (guid, id); the same on every visit, often an address."""
    title: str = ""
    """Plain text."""
    author: str = ""
    """A name, without addresses of mail boxes."""
    published: str = ""
    """ISO 8601 with the offset the feed gives; empty if it gives no date that can be read."""
    modified: str = ""
    html: str = ""
    """The longest description the item has, as HTML: the whole text, or its beginning, or a summary."""
    tags: tuple[str, ...] = ()
    comments_feed: str = ""
    """Feed of the comments on this item (wfw:commentRss, link rel=replies)."""
    comment_count: int | None = None
    answers: str = ""
    """What the item is an answer to (thr:in-reply-to), an address; empty for posts."""


@dataclass(frozen=True, slots=True)
class Feed:
    """What was understood of one capture of a feed."""

    url: str
    format: str
    """rss090, rss091, rss092, rss10, rss20, atom03, atom10, json, or feed where none of these fits."""
    items: tuple[FeedItem, ...]
    title: str = ""
    link: str = ""
    """The page it belongs to: absolute; empty if it names none."""
    language: str = ""
    older: str = ""
    """Where the next older items are, as the feed itself says (RFC 5005: rel=next or rel=prev-archive)."""
    time_elements: tuple[str, ...] = ()
    """Names of elements that speak of time, as they stand in the feed: lastBuildDate, ttl, pubDate, updated …"""
    notes: tuple[str, ...] = ()
    """What was broken or left out while reading."""
