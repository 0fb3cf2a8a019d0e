"""The page of one post: text, comments, and everything engines hang around them."""

import json
from urllib.parse import quote

from thresher.demo.blog.posts import Comment, Post, tag_path
from thresher.demo.blog.theme import NAME, byline, picture_tag
from thresher.demo.markup import anchor, escape, paragraphs, stamp, time_tag

_NETWORKS = (
    ("Birdhouse", "https://birdhouse.example/post?u="),
    ("Ringbinder", "https://ringbinder.example/clip?link="),
)


def entry_head(post: Post, origin: str) -> str:
    """Canonical address, short link, feeds and the description for machines."""
    url = origin + post.path
    data = {
        "@type": "BlogPosting",
        "headline": post.title,
        "datePublished": stamp(post.published),
        "author": {"@type": "Person", "name": post.author.name},
        "url": url,
    }
    # A "</script>" in a title would end the element; JSON allows the escape.
    described = json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")
    return f"""<link rel="canonical" href="{url}">
<link rel="shortlink" href="{origin}/blog/?p={post.id}">
<link rel="alternate" type="application/atom+xml" title="Comments on this post" href="{url}feed/">
<link rel="alternate" type="application/json" href="{origin}/blog/oembed?url={quote(url, safe="")}">
<script type="application/ld+json">{described}</script>
"""


def entry_main(post: Post, page: int, origin: str, older: Post | None, newer: Post | None) -> str:
    """The main part: the post, its comments of that comment page, and the way on."""
    neighbours = [
        f'<div class="nav-{rel}">{anchor(other.path, other.title, rel=rel)}</div>'
        for rel, other in (("prev", older), ("next", newer))
        if other
    ]
    return f"""<article id="post-{post.id}" class="post-{post.id} post type-post hentry category-{post.category}">
<header class="entry-header"><h1 class="entry-title">{escape(post.title)}</h1>
{byline(post)}</header>
{picture_tag(post)}
<div class="entry-content">
{paragraphs(post.paragraphs)}
</div>
<footer class="entry-footer">
<p class="tags-links">Tagged {", ".join(anchor(tag_path(tag), tag, rel="tag") for tag in post.tags)}</p>
{_share(post, origin)}
</footer>
</article>
<nav class="post-navigation" aria-label="Posts">{"".join(neighbours)}</nav>
{_comments(post, page, origin)}"""


def print_page(post: Post, origin: str) -> str:
    """The bare page for paper: no menu, all comments, canonical address of the post."""
    said = "".join(
        f"<p><strong>{escape(comment.author)}</strong>, {time_tag(comment.written)}<br>{escape(comment.text)}</p>\n"
        for comment in post.comments
    )
    return f"""<!DOCTYPE html>
<html lang="en-GB"><head><meta charset="utf-8"><title>{escape(post.title)} – {NAME} (print)</title>
<link rel="canonical" href="{origin}{post.path}"><meta name="robots" content="noindex">
<link rel="stylesheet" href="/blog/theme/print.css"></head>
<body><h1>{escape(post.title)}</h1><p>{escape(post.author.name)}, {time_tag(post.published)}</p>
{paragraphs(post.paragraphs)}
<h2>Comments</h2>
{said}<p>{anchor(post.path, "Back to the page")}</p></body></html>
"""


def _share(post: Post, origin: str) -> str:
    address = quote(origin + post.path, safe="")
    links = [anchor(prefix + address, name, rel="nofollow noopener") for name, prefix in _NETWORKS]
    links += [
        anchor(f"{post.path}?share=letter", "Send as letter", rel="nofollow"),
        anchor(f"{post.path}?print=1", "Print", rel="nofollow"),
        anchor(f"/blog/?p={post.id}", "Permalink"),
        anchor(f"{post.path}trackback/", "Trackback", rel="trackback"),
    ]
    return f'<p class="share">Share: {" ".join(links)}</p>'


def _comments(post: Post, page: int, origin: str) -> str:
    count = len(post.comments)
    login = f"/blog/login?redirect_to={quote(origin + post.path, safe='')}"
    title = "No comments yet" if not count else f"{count} comment{'s' if count > 1 else ''}"
    thread = "".join(_comment(post, page, comment, 1) for comment in post.threads_on(page))
    pages = (
        anchor(_page_path(post, number), str(number)) if number != page else f'<span class="current">{number}</span>'
        for number in range(1, post.comment_pages + 1)
    )
    pager = f'<nav class="comment-navigation">Comment pages {" ".join(pages)}</nav>' if post.comment_pages > 1 else ""
    return f"""<section id="comments" class="comments-area"><h2 class="comments-title">{title}</h2>
<ol class="comment-list">{thread}</ol>
{pager}
<div id="respond" class="comment-respond"><h3>Leave a comment</h3>
<p class="must-log-in">{anchor(login, "Log in", rel="nofollow")} to have your name filled in.</p>
<form action="/blog/comment-post" method="post"><p><textarea name="comment" rows="4" cols="60"></textarea></p>
<p><label>Name <input name="author"></label> <button>Send</button></p>
<input type="hidden" name="post" value="{post.id}"></form></div>
</section>"""


def _page_path(post: Post, number: int) -> str:
    # As real engines do: page 1 of the comments has an address besides that of the post.
    return f"{post.path}comment-page-{number}/"


def _comment(post: Post, page: int, comment: Comment, depth: int) -> str:
    here = post.comment_page_path(page)
    answers = "".join(_comment(post, page, answer, depth + 1) for answer in comment.answers)
    children = f'<ol class="children">{answers}</ol>' if answers else ""
    is_author = " bypostauthor" if comment.author == post.author.name else ""
    return f"""<li id="comment-{comment.id}" class="comment depth-{depth}{is_author}">
<article class="comment-body"><footer class="comment-meta">
<img class="avatar" src="/blog/avatars/{quote(comment.author)}.svg" alt="" width="36" height="36">
<b class="fn">{escape(comment.author)}</b> <span class="says">says:</span>
<a href="{here}#comment-{comment.id}">{time_tag(comment.written, has_clock=True)}</a></footer>
<div class="comment-content"><p>{escape(comment.text)}</p></div>
<p class="reply"><a rel="nofollow" href="{here}?replytocom={comment.id}#respond"
 aria-label="Reply to {escape(comment.author)}">Reply</a></p></article>{children}</li>
"""
