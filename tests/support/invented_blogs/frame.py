"""What is around the content of every page: head, menu, sidebar, footer."""

import json
from html import escape

from tests.support.invented_blogs.story import Post
from tests.support.invented_blogs.theme import Theme

STATIC = ("about", "contact", "imprint", "welcome", "archive")
"""Labels of pages that are no posts; the last two have other words on blogs with five of them."""
FEED_TYPES = {"/feed.json": "application/feed+json", "/atom.xml": "application/atom+xml"}


def whole(theme: Theme, title: str, content: str, path: str, post: Post | None = None) -> str:
    """A page of HTML."""
    aside = f"<aside{theme.name('aside')}>{_widgets(theme)}</aside>"
    if theme.traits.aside == "footer":
        inner, foot = f"<main>{content}</main>", aside
    else:
        parts = (f'<div id="content">{content}</div>', aside)
        inner, foot = "".join(parts[::-1] if theme.traits.aside == "left" else parts), ""
    return (
        f'<!DOCTYPE html>\n<html lang="{theme.traits.language}"><head>{_head(theme, title, path, post)}</head><body>'
        f"<header>{_menu(theme)}</header>{inner}<footer>{foot}<p>© 2024 {escape(theme.story.name)} · "
        f'<a href="http://software.example/">Inventor</a>{_login(theme, path)}</p></footer></body></html>'
    )


def _head(theme: Theme, title: str, path: str, post: Post | None) -> str:
    name = escape(theme.story.name)
    shown = f"{escape(title)} – {name}" if title else name
    parts = ['<meta charset="utf-8">', f"<title>{shown}</title>", '<link rel="stylesheet" href="/style.css">']
    if theme.traits.has_open_graph:
        parts += _open_graph(theme, title, path, post)
    if post is not None and theme.traits.schema == "json-ld":
        parts.append(f'<script type="application/ld+json">{_json_ld(theme, post)}</script>')
    if theme.traits.feed != "none":
        kind = FEED_TYPES.get(theme.traits.feed_place, "application/rss+xml")
        parts.append(f'<link rel="alternate" type="{kind}" title="{name}" href="{escape(feed_path(theme))}">')
        if theme.traits.has_comment_feed and theme.traits.comments != "none":
            words = f"{name} » {theme.label('comments')}"
            place = comment_feed_path(theme)
            parts.append(f'<link rel="alternate" type="application/rss+xml" title="{words}" href="{place}">')
    return "".join(parts)


def feed_path(theme: Theme) -> str:
    place = theme.traits.feed_place
    return place if place.startswith("/blog/") else theme.places.base.rstrip("/") + place


def comment_feed_path(theme: Theme) -> str:
    return theme.places.base + "comments.xml"


def _open_graph(theme: Theme, title: str, path: str, post: Post | None) -> list[str]:
    found = {"og:title": title or theme.story.name, "og:url": theme.places.url(path)}
    found |= {"og:type": "article" if post else "website", "og:site_name": theme.story.name}
    if post is not None:
        found |= {"article:published_time": post.time.isoformat(), "og:description": post.beginning(20)}
    return [f'<meta property="{key}" content="{escape(value)}">' for key, value in found.items()]


def _json_ld(theme: Theme, post: Post) -> str:
    said = {
        "@context": "https://schema.org",
        "@type": "BlogPosting",
        "headline": post.title,
        "datePublished": post.time.isoformat(),
        "url": theme.places.url(theme.places.post(post)),
    }
    if theme.has_named_author():
        said["author"] = {"@type": "Person", "name": post.author}  # type: ignore[assignment]
    return json.dumps(said).replace("<", "\\u003c")


def _menu(theme: Theme) -> str:
    name = theme.link("/", theme.story.name)
    blog = theme.link(theme.places.base, theme.story.label("blog")) if theme.traits.is_in_folder else ""
    pages = "".join(f"<li>{link}</li>" for link in (blog, *_static_links(theme)) if link)
    return f"<p>{name}</p><nav><ul><li>{theme.link('/', theme.story.label('home'))}</li>{pages}</ul></nav>"


def _static_links(theme: Theme) -> list[str]:
    return [theme.link(static_path(key), theme.story.label(key)) for key in STATIC[: theme.traits.static_pages]]


def static_path(key: str) -> str:
    return f"/info-{key}/"


def _login(theme: Theme, path: str) -> str:
    if not theme.traits.has_login:
        return ""
    target = escape(theme.places.real(path))
    return f' · <a href="/login?to={target}">{theme.label("login")}</a>'


def _widgets(theme: Theme) -> str:
    traits, places = theme.traits, theme.places
    boxes = [_search(theme) if traits.has_search else "", _writer(theme) if traits.byline == "sidebar" else ""]
    if traits.has_recent_posts:
        links = [theme.link(places.post(post), post.title) for post in theme.story.posts[:5]]
        boxes.append(_box(theme, "recent_posts", links))
    if traits.has_recent_comments and traits.comments != "none":
        boxes.append(_box(theme, "recent_comments", _recent_comments(theme)))
    boxes += [_box(theme, key, links) for key, links in _archives(theme).items() if links]
    if traits.has_calendar:
        boxes.append(_calendar(theme))
    return "".join(boxes)


def _box(theme: Theme, key: str, links: list[str]) -> str:
    rows = "".join(f"<li>{link}</li>" for link in links)
    return f"<div{theme.name('widget')}><h3>{theme.label(key)}</h3><ul>{rows}</ul></div>"


def _search(theme: Theme) -> str:
    return f'<form action="/search" method="get"><input name="q" placeholder="{theme.label("search")}"></form>'


def _writer(theme: Theme) -> str:
    """Who writes here, where posts do not say it."""
    return f"<div{theme.name('widget')}><h3>{theme.label('about')}</h3><p>{escape(theme.story.authors[0])}</p></div>"


def _recent_comments(theme: Theme) -> list[str]:
    said = [(one, post) for post in theme.story.posts for one in post.remarks]
    said.sort(key=lambda each: each[0].time, reverse=True)
    return [
        f"{escape(one.author)}: "
        f'<a href="{escape(theme.places.linked(theme.places.post(post)))}#c{one.number}">{escape(post.title)}</a>'
        for one, post in said[:5]
    ]


def _archives(theme: Theme) -> dict[str, list[str]]:
    """Links to lists by time and by topic."""
    traits, places, story = theme.traits, theme.places, theme.story
    months = {
        places.month(post): f"{story.language.months[post.time.month - 1]} {post.time.year}" for post in story.posts
    }
    years = {places.year(post.time.year): str(post.time.year) for post in story.posts}
    found: dict[str, dict[str, str]] = {"archive": {}, "categories": {}, "tags": {}}
    if traits.has_months or traits.pager == "months":
        found["archive"] |= months
    if traits.pager == "years":
        found["archive"] |= years
    if traits.pager == "one page":
        found["archive"] |= {places.all_posts: story.label("archive")}
    if traits.has_categories:
        found["categories"] = {places.topic("category", name): name for name in story.categories}
    if traits.has_tag_cloud and traits.has_tags:
        found["tags"] = {places.topic("tag", name): name for name in story.tags}
    return {key: [theme.link(path, words) for path, words in links.items()] for key, links in found.items()}


def _calendar(theme: Theme) -> str:
    """The month of the newest post; each day with a post leads to the list of that day."""
    newest = theme.story.posts[0].time
    days = {post.time.day: post for post in theme.story.posts if post.time.strftime("%Y%m") == newest.strftime("%Y%m")}
    cells = "".join(
        f"<td>{theme.link(theme.places.day(days[day]), str(day)) if day in days else day}</td>" for day in range(1, 31)
    )
    return f"<table><caption>{newest:%m/%Y}</caption><tr>{cells}</tr></table>"
