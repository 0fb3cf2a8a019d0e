"""Atom feeds of the blog."""

from collections.abc import Iterable
from datetime import UTC, datetime

from thresher.demo.blog.posts import Comment, Post
from thresher.demo.blog.theme import GENERATOR
from thresher.demo.markup import escape, paragraphs, stamp

_ENTRIES = 10
_EPOCH = datetime(2023, 1, 1, tzinfo=UTC)


def post_feed(title: str, path: str, posts: Iterable[Post], origin: str) -> str:
    """The newest posts with their whole text; `posts` come newest first."""
    newest = list(posts)[:_ENTRIES]
    entries = (
        f"""<entry><title>{escape(post.title)}</title><id>{origin}/blog/?p={post.id}</id>
<link rel="alternate" type="text/html" href="{origin}{post.path}"/>
<link rel="replies" type="application/atom+xml" href="{origin}{post.path}feed/"/>
<published>{stamp(post.published)}</published><updated>{stamp(post.published)}</updated>
<author><name>{escape(post.author.name)}</name></author><category term="{escape(post.category)}"/>
<content type="html">{escape(paragraphs(post.paragraphs))}</content></entry>
"""
        for post in newest
    )
    return _feed(title, path, newest[0].published if newest else _EPOCH, entries, origin)


def comment_feed(title: str, path: str, comments: Iterable[tuple[Comment, Post]], origin: str) -> str:
    """The newest comments of one post or of all."""
    newest = sorted(comments, key=lambda pair: pair[0].written, reverse=True)[:_ENTRIES]
    entries = (
        f"""<entry><title>By {escape(comment.author)} on {escape(post.title)}</title>
<id>{origin}{post.path}#comment-{comment.id}</id>
<link rel="alternate" type="text/html" href="{origin}{post.comment_path(comment.id)}"/>
<updated>{stamp(comment.written)}</updated><author><name>{escape(comment.author)}</name></author>
<content type="html">{escape(paragraphs((comment.text,)))}</content></entry>
"""
        for comment, post in newest
    )
    return _feed(title, path, newest[0][0].written if newest else _EPOCH, entries, origin)


def _feed(title: str, path: str, updated: datetime, entries: Iterable[str], origin: str) -> str:
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<title>{escape(title)}</title><id>{origin}{escape(path)}</id><updated>{stamp(updated)}</updated>
<link rel="self" type="application/atom+xml" href="{origin}{escape(path)}"/>
<link rel="alternate" type="text/html" href="{origin}/blog/"/>
<generator>{GENERATOR}</generator>
{"".join(entries)}</feed>
"""
