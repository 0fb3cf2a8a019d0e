"""The pages of one thread: normal, for paper, and as a feed."""

from email.utils import format_datetime

from thresher.demo.forum.theme import Links, jump_box, pagination
from thresher.demo.forum.threads import POSTS_PER_PAGE, Attachment, ForumPost, Thread
from thresher.demo.markup import anchor, escape, paragraphs, time_tag


def topic_main(thread: Thread, start: int, links: Links, post_counts: dict[int, int]) -> str:
    """The main part of one page of the thread."""
    shown = thread.posts[start : start + POSTS_PER_PAGE]
    body = "\n".join(
        _post(thread, post, start + place, links, post_counts.get(post.author.id, 0))
        for place, post in enumerate(shown)
    )
    pages = pagination([links.topic(thread, other) for other in thread.starts], start // POSTS_PER_PAGE)
    return f"""<h2 class="topic-title">{anchor(links.topic(thread, start), thread.title)}</h2>
<div class="action-bar">
{anchor(links.to("post.php", mode="reply", b=thread.board.id, t=thread.id), "Post reply", css="button")}
{anchor(links.to("topic.php", t=thread.id, start=start, view="print"), "Print view", css="tool")}
{anchor(links.to("feed.php", t=thread.id), "RSS", css="tool")}
{anchor(links.to("post.php", mode="mail", t=thread.id), "E-mail topic", css="tool")}
<span class="count">{len(thread.posts)} posts</span>{pages}</div>
{body}
<div class="action-bar">{anchor(links.to("topic.php", t=thread.id, goto="previous"), "‹ Previous topic")}
{anchor(links.to("topic.php", t=thread.id, goto="next"), "Next topic ›")}{pages}</div>
<p>{anchor(links.board(thread.board), f"Return to “{thread.board.name}”")}</p>
{jump_box(links)}"""


def print_topic(thread: Thread, start: int) -> str:
    """The page for paper, without any links."""
    body = "".join(
        f"<hr><p><b>{escape(post.author.name)}</b>, {time_tag(post.written, has_clock=True)}</p>"
        f"{paragraphs(post.paragraphs)}\n"
        for post in thread.posts[start : start + POSTS_PER_PAGE]
    )
    return f"""<!DOCTYPE html>
<html lang="en-gb"><head><meta charset="utf-8"><meta name="robots" content="noindex">
<title>{escape(thread.title)} (print)</title></head>
<body><h1>{escape(thread.title)}</h1><p>{escape(thread.board.name)}</p>
{body}</body></html>
"""


def topic_feed(title: str, posts: list[tuple[ForumPost, Thread]], origin: str) -> str:
    """RSS of posts, newest first."""
    entries = "".join(
        f"""<item><title>{escape(thread.title)}</title><link>{origin}/forum/topic.php?p={post.id}#p{post.id}</link>
<guid isPermaLink="true">{origin}/forum/topic.php?p={post.id}#p{post.id}</guid>
<pubDate>{format_datetime(post.written)}</pubDate><author>{escape(post.author.name)}</author>
<description>{escape(paragraphs(post.paragraphs))}</description></item>
"""
        for post, thread in posts
    )
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"><channel><title>{escape(title)}</title><link>{origin}/forum/</link>
<description>New posts</description>
{entries}</channel></rss>
"""


def _post(thread: Thread, post: ForumPost, place: int, links: Links, count: int) -> str:
    author = post.author
    title = thread.title if place == 0 else f"Re: {thread.title}"
    signature = f'<div class="signature">{escape(author.signature)}</div>' if author.signature else ""
    permalink = links.to("topic.php", f"p{post.id}", p=post.id)
    buttons = " ".join(
        (
            anchor(links.to("post.php", mode="quote", b=thread.board.id, p=post.id), "Quote", title="Reply with quote"),
            anchor(links.to("report.php", b=thread.board.id, p=post.id), "Report", title="Report this post"),
        )
    )
    return f"""<div id="p{post.id}" class="post bg{place % 2 + 1}">
<dl class="postprofile"><dt><img class="avatar" src="./avatars/{author.id}.svg" alt="" width="64" height="64">
{links.member(author)}</dt><dd>Posts: {count}</dd><dd>Joined: {time_tag(author.joined)}</dd></dl>
<div class="postbody"><h3>{anchor(permalink, title)}</h3>
<p class="author"><a href="{escape(permalink)}" title="Post">#{place + 1}</a> by {links.member(author)} »
{time_tag(post.written, has_clock=True)} <span class="post-buttons">{buttons}</span></p>
<div class="content">{_quote(thread, post, links)}{paragraphs(post.paragraphs)}</div>
{_attachments(post, links)}{signature}
<p class="top">{anchor("#page-header", "Top")}</p></div></div>"""


def _quote(thread: Thread, post: ForumPost, links: Links) -> str:
    if post.quoted is None:
        return ""
    source = thread.posts[post.quoted]
    cite = anchor(links.to("topic.php", f"p{source.id}", p=source.id), "↑")
    return (
        f"<blockquote><div><cite>{escape(source.author.name)} wrote: {cite}</cite>"
        f"{paragraphs(source.paragraphs[:1])}</div></blockquote>\n"
    )


def _attachments(post: ForumPost, links: Links) -> str:
    if not post.attachments:
        return ""
    return f'<dl class="attachbox"><dt>Attachments</dt>{"".join(_file(file, links) for file in post.attachments)}</dl>'


def _file(file: Attachment, links: Links) -> str:
    address = links.to("download.php", id=file.id)
    if file.kind != "png":
        return f'<dd class="file">{anchor(address, file.name)}</dd>'
    shown = escape(links.to("download.php", id=file.id, mode="view"))
    picture = f'<img src="{shown}" alt="{escape(file.name)}" width="240" height="120">'
    return f'<dd><a href="{escape(address)}">{picture}</a></dd>'
