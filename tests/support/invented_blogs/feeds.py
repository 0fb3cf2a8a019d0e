"""What an invented blog says for programs: feeds of posts and of comments, a sitemap."""

import json
from collections.abc import Iterable
from html import escape

from tests.support.invented_blogs.frame import FEED_TYPES
from tests.support.invented_blogs.post_page import text_markup
from tests.support.invented_blogs.story import Post
from tests.support.invented_blogs.theme import Theme

ITEMS = 10


def feed_of(theme: Theme) -> tuple[str, str]:
    """Media type and text of the feed of posts."""
    posts = theme.story.posts[:ITEMS]
    kind = FEED_TYPES.get(theme.traits.feed_place, "application/rss+xml")
    match theme.traits.feed_place:
        case "/feed.json":
            return kind, _json_feed(theme, posts)
        case "/atom.xml":
            return kind, _atom(theme, posts)
        case _:
            return kind, _rss(theme, theme.story.name, (_item(theme, post) for post in posts))


def comment_feed(theme: Theme) -> str:
    """The newest comments on all posts."""
    said = [(one, post) for post in theme.story.posts for one in post.remarks]
    said.sort(key=lambda each: each[0].time, reverse=True)
    items = (
        f"<item><title>{escape(post.title)}</title><link>{_url(theme, post)}#c{one.number}</link>"
        f"<dc:creator>{escape(one.author)}</dc:creator><pubDate>{one.time:%a, %d %b %Y %H:%M:%S %z}</pubDate>"
        f"<guid>{_url(theme, post)}#c{one.number}</guid><description>{escape(one.text)}</description></item>"
        for one, post in said[:ITEMS]
    )
    return _rss(theme, f"{theme.story.name}: {theme.story.label('comments')}", items)


def sitemap(urls: Iterable[str]) -> str:
    places = "".join(f"<url><loc>{escape(url)}</loc></url>" for url in urls)
    return f'<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{places}</urlset>'


def _content(theme: Theme, post: Post) -> str:
    return text_markup(post) if theme.traits.feed == "full" else f"<p>{escape(post.beginning(30))} …</p>"


def _url(theme: Theme, post: Post) -> str:
    linked = theme.places.linked(theme.places.post(post))
    return escape(linked if linked.startswith("http") else theme.places.origin + linked)


def _item(theme: Theme, post: Post) -> str:
    author = f"<dc:creator>{escape(post.author)}</dc:creator>" if theme.has_named_author() else ""
    tags = "".join(f"<category>{escape(tag)}</category>" for tag in post.tags)
    return (
        f"<item><title>{escape(post.title)}</title><link>{_url(theme, post)}</link>{author}{tags}"
        f"<pubDate>{post.time:%a, %d %b %Y %H:%M:%S %z}</pubDate><guid>{_url(theme, post)}</guid>"
        f"<description>{escape(_content(theme, post))}</description></item>"
    )


def _rss(theme: Theme, title: str, items: Iterable[str]) -> str:
    return (
        '<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>'
        f"<title>{escape(title)}</title><link>{theme.places.origin}{theme.places.base}</link>"
        f"<description>.</description>{''.join(items)}</channel></rss>"
    )


def _atom(theme: Theme, posts: Iterable[Post]) -> str:
    entries = "".join(
        f'<entry><title>{escape(post.title)}</title><link href="{_url(theme, post)}"/><id>{_url(theme, post)}</id>'
        + (f"<author><name>{escape(post.author)}</name></author>" if theme.has_named_author() else "")
        + f"<published>{post.time.isoformat()}</published><updated>{post.time.isoformat()}</updated>"
        f'<content type="html">{escape(_content(theme, post))}</content></entry>'
        for post in posts
    )
    return (
        f'<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom">'
        f"<title>{escape(theme.story.name)}</title><id>{theme.places.origin}/</id>{entries}</feed>"
    )


def _json_feed(theme: Theme, posts: Iterable[Post]) -> str:
    items = [
        {
            "id": _url(theme, post),
            "url": _url(theme, post).replace("&amp;", "&"),
            "title": post.title,
            "content_html": _content(theme, post),
            "date_published": post.time.isoformat(),
            **({"authors": [{"name": post.author}]} if theme.has_named_author() else {}),
        }
        for post in posts
    ]
    feed = {"version": "https://jsonfeed.org/version/1.1", "title": theme.story.name, "items": items}
    return json.dumps(feed)
