"""A small blog with everything around its posts: lists, tags, months, feeds, a sitemap; as answers of a `RawServer`."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from html import escape
from pathlib import Path

from tests.support.raw import Script, html
from tests.unit.learn.articles.blogs import KINDS, THINGS, prose
from thresher.archive import Collection
from thresher.catalog import open_catalog
from thresher.describe import has_objects, read_objects
from thresher.model import ObjectType, WebObject

POSTS, PER_LIST, FEED_ITEMS, PER_TALK = 30, 8, 10, 4
"""Posts, posts on a list, items of a feed, comments on one page of a post."""
AUTHORS = ("Anna Berg", "Bertram Hale")
VISITORS = ("Carla Dunn", "Dora Finch", "Emil Grant", "Frida Holt")
TAGS = ("gardens", "tools", "weather")
FIRST = datetime(2019, 3, 4, 9, 12, tzinfo=UTC)


@dataclass(frozen=True)
class Remark:
    """A comment."""

    number: int
    author: str
    text: str
    time: datetime


@dataclass(frozen=True)
class Entry:
    """A post."""

    number: int
    title: str
    author: str
    time: datetime
    paragraphs: tuple[str, ...]
    tags: tuple[str, ...]
    remarks: tuple[Remark, ...] = ()
    updated: datetime | None = None
    link: str = "/about/"
    """Where its first paragraph leads."""

    @property
    def path(self) -> str:
        slug = re.sub(r"\W+", "-", self.title.lower()).strip("-")
        return f"/{self.time:%Y/%m}/{slug}/"

    @property
    def text(self) -> str:
        return "\n".join(self.paragraphs)

    @property
    def talk_pages(self) -> list[str]:
        """Its further pages, with comments that are not on the first."""
        return [f"{self.path}comment-page-{page}/" for page in range(2, 1 + -(-len(self.remarks) // PER_TALK))]


def entry(number: int) -> Entry:
    """The post of this number, the greater the newer."""
    time = FIRST + timedelta(days=61 * number, minutes=131 * number)
    title = f"{KINDS[number % 10]} {THINGS[number % 34]} and {THINGS[number * 7 % 34]}".capitalize()
    count = {0: 3, 5: 6}.get(number % 10, 0)
    return Entry(
        number,
        title,
        AUTHORS[number % 2],
        time,
        tuple(prose(f"blog {number} {part}", 3) for part in range(2 + number % 3)),
        (TAGS[number % 3],),
        tuple(remark(number, place, time) for place in range(count)),
    )


def remark(number: int, place: int, time: datetime) -> Remark:
    return Remark(
        100 * number + place,
        VISITORS[(number + place) % 4],
        prose(f"remark {number} {place}", 1 + place % 2),
        time + timedelta(days=1 + place, minutes=17 * place),
    )


def entries(count: int = POSTS) -> tuple[Entry, ...]:
    """The newest first."""
    return tuple(entry(number) for number in range(count, 0, -1))


@dataclass(frozen=True)
class Blog:
    """What is on the site, and how it can be found."""

    entries: tuple[Entry, ...] = field(default_factory=entries)
    feed: str = "full"
    """full, summary, or none."""
    feed_path: str = "/feed/"
    has_comment_feed: bool = True
    has_sitemap: bool = False
    has_lists: bool = True
    """Whether lists lead on to older posts, and tags and months are linked."""
    banner: str = "Open day on Sunday"
    robots: str = "User-agent: *\nDisallow: /admin/\n"

    def answers(self, origin: str) -> dict[str, Script]:
        """What the server says, by path."""
        site: dict[str, Script] = {"/robots.txt": plain(self.robots)}
        site |= {path: html(markup) for path, markup in self._pages().items()}
        if self.feed != "none":
            site[self.feed_path] = xml(self.feed_text(origin))
        if self.has_comment_feed and self.feed != "none":
            site["/comments/feed/"] = xml(self.comment_feed_text(origin))
        if self.has_sitemap:
            site["/sitemap.xml"] = xml(sitemap([origin + one.path for one in self.entries]))
        return site

    def changed(self, number: int, **changes: object) -> "Blog":
        """The same with another post `number`."""
        changed = (replace(one, **changes) if one.number == number else one for one in self.entries)  # type: ignore[arg-type]
        return replace(self, entries=tuple(changed))

    @property
    def post_paths(self) -> set[str]:
        return {one.path for one in self.entries}

    @property
    def talk_paths(self) -> set[str]:
        return {path for one in self.entries for path in one.talk_pages}

    @property
    def list_paths(self) -> set[str]:
        last = -(-len(self.entries) // PER_LIST) if self.has_lists else 1
        return {"/", *(f"/page/{page}/" for page in range(2, last + 1))}

    def _pages(self) -> dict[str, str]:
        pages = {"/about/": self.page("About", f"<h1>About</h1><p>{prose('about', 4)}</p>")}
        pages |= self._lists("/", self.entries)
        for one in self.entries:
            pages[one.path] = self.page(one.title, post_markup(one, 1))
            pages |= {
                path: self.page(one.title, post_markup(one, page)) for page, path in enumerate(one.talk_pages, start=2)
            }
        if self.has_lists:
            for tag in TAGS:
                pages |= self._lists(f"/tag/{tag}/", [one for one in self.entries if tag in one.tags])
            for month in {one.time.strftime("/%Y/%m/") for one in self.entries}:
                pages |= self._lists(month, [one for one in self.entries if one.path.startswith(month)])
        return pages

    def _lists(self, path: str, some: Sequence[Entry]) -> dict[str, str]:
        last = -(-len(some) // PER_LIST) if self.has_lists else 1
        return {
            path if page == 1 else f"{path}page/{page}/": self.page("A small blog", self._list(path, some, page, last))
            for page in range(1, last + 1)
        }

    def _list(self, path: str, some: Sequence[Entry], page: int, last: int) -> str:
        shown = "".join(map(teaser, some[PER_LIST * (page - 1) : PER_LIST * page]))
        older = f'<a class="older" href="{path}page/{page + 1}/">Older posts</a>' if page < last else ""
        newer = f'<a class="newer" href="{path if page == 2 else f"{path}page/{page - 1}/"}">Newer posts</a>'
        return f'<div class="river">{shown}</div><p class="way">{older} {newer if page > 1 else ""}</p>'

    def page(self, title: str, body: str) -> str:
        """A whole page around `body`."""
        head = f"<title>{title} | A small blog</title>"
        if self.feed != "none":
            head += f'<link rel="alternate" type="application/rss+xml" title="Posts" href="{self.feed_path}">'
        if self.has_comment_feed and self.feed != "none":
            head += '<link rel="alternate" type="application/rss+xml" title="Comments" href="/comments/feed/">'
        aside = ""
        if self.has_lists:
            months = sorted({one.time.strftime("/%Y/%m/") for one in self.entries})
            aside += "".join(f'<li><a href="{month}">{month.strip("/")}</a></li>' for month in months)
            aside += "".join(f'<li><a href="/tag/{tag}/">{tag}</a></li>' for tag in TAGS)
        return (
            f'<!DOCTYPE html><html lang="en"><head>{head}</head><body><div id="top"><a href="/">A small blog</a> '
            f'<a href="/about/">About</a></div><p class="banner">{self.banner}</p><div id="main">{body}</div>'
            f'<div id="aside"><ul>{aside}</ul></div></body></html>'
        )

    def feed_text(self, origin: str) -> str:
        """The newest posts as RSS, whole or shortened."""
        items = "".join(self._item(one, origin) for one in self.entries[:FEED_ITEMS])
        return rss("A small blog", origin, items)

    def _item(self, one: Entry, origin: str) -> str:
        words = " ".join(one.paragraphs).split()
        text = body_markup(one) if self.feed == "full" else " ".join(words[:25]) + " [&#8230;]"
        tags = "".join(f"<category>{tag}</category>" for tag in one.tags)
        updated = f"<atom:updated>{one.updated.isoformat()}</atom:updated>" if one.updated else ""
        return (
            f"<item><title>{one.title}</title><link>{origin}{one.path}</link><dc:creator>{one.author}</dc:creator>"
            f"<pubDate>{rfc(one.time)}</pubDate>{updated}<guid>{origin}/?p={one.number}</guid>{tags}"
            f"<description>{escape(text)}</description></item>"
        )

    def comment_feed_text(self, origin: str) -> str:
        """The newest comments on all posts."""
        found = [
            (said, one.path if place < PER_TALK else one.talk_pages[place // PER_TALK - 1], one)
            for one in self.entries
            for place, said in enumerate(one.remarks)
        ]
        found.sort(key=lambda each: each[0].time, reverse=True)
        items = "".join(
            f"<item><title>Comment on {one.title} by {said.author}</title><link>{origin}{path}#comment-{said.number}"
            f"</link><dc:creator>{said.author}</dc:creator><pubDate>{rfc(said.time)}</pubDate>"
            f"<description>{escape(f'<p>{said.text}</p>')}</description></item>"
            for said, path, one in found[:FEED_ITEMS]
        )
        return rss("Comments on a small blog", origin, items)


def body_markup(one: Entry) -> str:
    first, *rest = one.paragraphs
    head, _, tail = first.partition(" ")
    return f'<p><a href="{one.link}">{head}</a> {tail}</p>' + "".join(f"<p>{text}</p>" for text in rest)


def post_markup(one: Entry, page: int) -> str:
    """A post with its comments of one page."""
    shown = one.remarks[PER_TALK * (page - 1) : PER_TALK * page]
    said = "".join(
        f'<li class="said" id="comment-{each.number}"><b class="visitor">{each.author}</b> <span class="at">'
        f'{each.time:%-d %B %Y, %H:%M}</span><div class="words"><p>{each.text}</p></div></li>'
        for each in shown
    )
    others = "".join(
        f'<a href="{path}">Comments, page {number}</a> '
        for number, path in enumerate(one.talk_pages, start=2)
        if number != page
    )
    back = f'<a href="{one.path}">Comments, page 1</a>' if page > 1 else ""
    talk = f'<ol class="talk">{said}</ol><p class="more">{back} {others}</p>' if one.remarks else ""
    tags = " ".join(f'<a rel="tag" href="/tag/{tag}/">{tag}</a>' for tag in one.tags)
    return (
        f'<div class="post"><h1 class="headline">{one.title}</h1><p class="byline"><span class="writer">{one.author}'
        f'</span>, <span class="day">{one.time:%-d %B %Y, %H:%M}</span></p><div class="story">{body_markup(one)}</div>'
        f'<p class="tags">{tags}</p></div>{talk}'
    )


def teaser(one: Entry) -> str:
    words = " ".join(" ".join(one.paragraphs).split()[:20])
    return (
        f'<div class="teaser"><h2><a href="{one.path}">{one.title}</a></h2><p class="byline">{one.author}, '
        f'{one.time:%-d %B %Y}</p><p>{words} … <a href="{one.path}">Continue</a></p></div>'
    )


def rss(title: str, origin: str, items: str) -> str:
    return (
        '<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" '
        f'xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>{title}</title><link>{origin}/</link>'
        f"<description>Words</description>{items}</channel></rss>"
    )


def sitemap(urls: Iterable[str]) -> str:
    places = "".join(f"<url><loc>{url}</loc></url>" for url in urls)
    return f'<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{places}</urlset>'


def rfc(time: datetime) -> str:
    return f"{time:%a, %d %b %Y %H:%M:%S} +0000"


def plain(text: str, kind: str = "text/plain") -> bytes:
    payload = text.encode()
    head = f"HTTP/1.1 200 OK\r\nContent-Type: {kind}; charset=utf-8\r\nContent-Length: {len(payload)}\r\n\r\n"
    return head.encode() + payload


def xml(text: str) -> bytes:
    return plain(text, "application/rss+xml")


def redirect(target: str) -> bytes:
    return f"HTTP/1.1 301 Moved\r\nLocation: {target}\r\nContent-Length: 0\r\n\r\n".encode()


def objects_of(root: Path) -> list[WebObject]:
    """What a collection holds of what people wrote."""
    catalog = open_catalog(Collection(root).catalog, read_only=True)
    try:
        return [one.web for one in read_objects(catalog)] if has_objects(catalog) else []
    finally:
        catalog.close()


Shown = tuple[str, str, str, str, str]
"""Path, title, author, minute and text of something that people wrote; of comments, the path of their post."""


def shown_posts(objects: Iterable[WebObject], origin: str) -> list[Shown]:
    found = [one for one in objects if one.type is ObjectType.BLOG_POST]
    return sorted((_path(one.url, origin), one.title, one.author, one.published[:16], one.text) for one in found)


def shown_comments(objects: Sequence[WebObject], origin: str) -> list[Shown]:
    posts = {one.id: one.url for one in objects if one.type is ObjectType.BLOG_POST}
    return sorted(
        (_path(posts.get(one.container, one.container), origin), "", one.author, one.published[:16], one.text)
        for one in objects
        if one.type is ObjectType.COMMENT
    )


def true_posts(blog: Blog) -> list[Shown]:
    return sorted((one.path, one.title, one.author, _minute(one.time), one.text) for one in blog.entries)


def true_comments(blog: Blog) -> list[Shown]:
    return sorted(
        (one.path, "", said.author, _minute(said.time), said.text) for one in blog.entries for said in one.remarks
    )


def _path(url: str, origin: str) -> str:
    return url.removeprefix(origin)


def _minute(time: datetime) -> str:
    return time.isoformat()[:16]
