"""Which address of the blog gives which page."""

import json
import re
import zlib
from collections.abc import Sequence
from urllib.parse import quote

from thresher.demo.blog import events
from thresher.demo.blog.entry import entry_head, entry_main, print_page
from thresher.demo.blog.feeds import comment_feed, post_feed
from thresher.demo.blog.listings import find_listing, listing_main, search_listing, search_main
from thresher.demo.blog.posts import Post, write_posts
from thresher.demo.blog.theme import NAME, Theme
from thresher.demo.exchange import Answer, Request, as_number, file_answer, html_answer, redirect
from thresher.demo.markup import anchor, escape
from thresher.demo.pictures import avatar, landscape, paper, window_logo
from thresher.demo.prose import DATA

_ATOM = "application/atom+xml; charset=UTF-8"
_NOINDEX = '<meta name="robots" content="noindex, follow">\n'


class Blog:
    """Answers requests below `/blog/`; it keeps nothing between them."""

    def __init__(self, origin: str, seed: int) -> None:
        self.origin = origin
        self.posts = write_posts(seed)
        self._newest = self.posts[::-1]
        self._by_path = {post.path: number for number, post in enumerate(self.posts)}
        self._by_id = {post.id: post for post in self.posts}
        self._theme = Theme(origin, self.posts)

    def answer(self, request: Request) -> Answer | None:
        """The answer, or None if the blog has nothing at that address."""
        parts = request.segments[1:]
        if not request.path.endswith("/") and _wants_slash(parts):
            query = request.target[len(request.path) :]
            return redirect(f"{self.origin}{quote('/'.join(('', *request.segments)))}/{query}", 301)
        if not parts and "p" in request.query:
            post = self._by_id.get(request.number("p") or 0)
            return redirect(self.origin + post.path, 301) if post else None
        if not parts and "s" in request.query:
            return self._search(request)
        match parts:
            case ["feed" | "comments" | "tag" | "category", *_] if parts[-1] == "feed":
                return self._feed(parts)
            case ["events", *rest]:
                return self._events(request, rest)
            case ["about" | "reading-list" as key]:
                return self._static(key)
            case ["login"]:
                return self._login(request)
            case ["oembed"]:
                data = {"version": "1.0", "type": "rich", "provider_name": NAME, "url": request.query.get("url", "")}
                return file_answer(json.dumps(data), "application/json")
            case ["theme" | "media" | "avatars", *_]:
                return _file(parts, self._newest)
            case [year, _, _, _, *_] if year.isdecimal():
                return self._post(request, parts)
        return self._listing(parts)

    def _page(self, title: str, main: str, head: str = "", css: str = "") -> Answer:
        markup = self._theme.page(title, main, head, css)
        return html_answer(markup, headers=(("link", f'<{self.origin}/blog/oembed>; rel="service"'),))

    def _listing(self, parts: Sequence[str]) -> Answer | None:
        page = 1
        if len(parts) >= 2 and parts[-2] == "page":
            page, parts = as_number(parts[-1]) or 0, parts[:-2]
        listing = find_listing(parts, self._newest)
        if listing is None or not 1 <= page <= listing.pages:
            return None
        title = listing.title or NAME
        head = "" if listing.path == "/blog/" else _NOINDEX
        return self._page(title, listing_main(listing, page), head, "archive")

    def _search(self, request: Request) -> Answer:
        words = request.query["s"][:80]
        main = search_main(words, search_listing(words, self._newest))
        return self._page(f"Search: {words}", main, _NOINDEX, "search")

    def _post(self, request: Request, parts: Sequence[str]) -> Answer | None:
        number = self._by_path.get("/blog/" + "/".join(parts[:4]) + "/")
        if number is None:
            return None
        post = self.posts[number]
        match parts[4:]:
            case []:
                return self._post_page(request, number, 1)
            case ["feed"]:
                said = [(comment, post) for comment in post.comments]
                feed = comment_feed(f"Comments on {post.title}", f"{post.path}feed/", said, self.origin)
                return file_answer(feed, _ATOM)
            case ["trackback"]:
                return redirect(self.origin + post.path)
            case [name] if match := re.fullmatch(r"comment-page-([1-9][0-9]{0,2})", name, re.ASCII):
                page = int(match[1])
                return self._post_page(request, number, page) if page <= post.comment_pages else None
        return None

    def _post_page(self, request: Request, number: int, page: int) -> Answer:
        post = self.posts[number]
        if "print" in request.query:
            return html_answer(print_page(post, self.origin))
        if "share" in request.query:
            return redirect(f"https://letterbox.example/new?about={quote(self.origin + post.path, safe='')}")
        older = self.posts[number - 1] if number else None
        newer = self.posts[number + 1] if number + 1 < len(self.posts) else None
        head = entry_head(post, self.origin)
        if page > 1:
            own = self.origin + post.comment_page_path(page)
            head = head.replace(f'rel="canonical" href="{self.origin}{post.path}"', f'rel="canonical" href="{own}"')
        main = entry_main(post, page, self.origin, older, newer)
        return self._page(post.title, main, head, "single")

    def _feed(self, parts: Sequence[str]) -> Answer | None:
        if list(parts) == ["comments", "feed"]:
            said = [(comment, post) for post in self.posts for comment in post.comments]
            return file_answer(comment_feed(f"Comments for {NAME}", "/blog/comments/feed/", said, self.origin), _ATOM)
        listing = find_listing(parts[:-1], self._newest)
        if listing is None:
            return None
        title = f"{NAME} – {listing.title}" if listing.title else NAME
        return file_answer(post_feed(title, f"{listing.path}feed/", listing.posts, self.origin), _ATOM)

    def _events(self, request: Request, rest: Sequence[str]) -> Answer | None:
        if len(rest) > 1:
            return None
        month = events.parse_month(rest[0]) if rest else events.Month(events.FIRST_MONTH)
        if month is None:
            day = events.day_page(rest[0])
            return self._page(day[0], day[1], css="event") if day else None
        if "ical" in request.query:
            return file_answer(events.ical(month), "text/calendar; charset=utf-8")
        main = events.month_page(month, request.query.get("view", ""))
        return self._page(f"Events in {month.name}", main, css="events")

    def _static(self, key: str) -> Answer:
        title, _, text = (DATA / f"{key}.html").read_text(encoding="utf-8").partition("\n")
        main = (
            f'<article class="page hentry"><header class="entry-header"><h1 class="entry-title">{escape(title)}</h1>'
            f'</header><div class="entry-content">{text}</div></article>'
        )
        head = f'<link rel="canonical" href="{self.origin}/blog/{key}/">\n'
        return self._page(title, main, head, "page")

    def _login(self, request: Request) -> Answer:
        back = request.query.get("redirect_to", "")[:300]
        main = f"""<h1>Log in</h1><form method="post" action="/blog/login"><p><label>Name <input name="log"></label></p>
<p><label>Password <input type="password" name="pwd"></label></p><input type="hidden" name="redirect_to"
 value="{escape(back)}"><button>Log in</button></form><p>{anchor("/blog/", "← Back to the window")}</p>"""
        return self._page("Log in", main, _NOINDEX, "login")


def _wants_slash(parts: Sequence[str]) -> bool:
    """Whether an address without a slash at its end is a page (files and scripts are not)."""
    return not parts or ("." not in parts[-1] and parts[0] not in ("login", "oembed", "comment-post"))


def _file(parts: Sequence[str], posts: Sequence[Post]) -> Answer | None:
    name = parts[-1]
    match parts:
        case ["theme", "style.css" | "print.css" as sheet]:
            return file_answer((DATA / f"blog-{sheet}").read_bytes(), "text/css")
        case ["theme", "menu.js"]:
            return file_answer((DATA / "menu.js").read_bytes(), "text/javascript; charset=utf-8")
        case ["theme", "window.svg"]:
            return file_answer(window_logo(), "image/svg+xml")
        case ["theme", "paper.svg"]:
            return file_answer(paper(), "image/svg+xml")
        case ["avatars", _] if name.endswith(".svg"):
            return file_answer(avatar(name), "image/svg+xml")
        case ["media", _, _, _]:
            return _picture("/blog/" + "/".join(parts), posts)
    return None


def _picture(path: str, posts: Sequence[Post]) -> Answer | None:
    for size, width, height in (("-640x320.png", 640, 320), (".png", 960, 480)):
        base = path.removesuffix(size)
        if base != path and any(post.has_picture and post.picture == base for post in posts):
            return file_answer(landscape(zlib.crc32(base.encode()), width, height), "image/png")
    return None
