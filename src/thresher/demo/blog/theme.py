"""The frame around every page of the blog: head, menu, side bar, foot."""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from thresher.demo.blog import events
from thresher.demo.blog.posts import AUTHORS, Post, tag_path
from thresher.demo.markup import MONTHS, anchor, escape, items, long_date, meta_head, time_tag

NAME = "The Lending Window"
GENERATOR = "Marlpress 3.2"
CATEGORIES = {
    "library": "Library",
    "workshop": "Bicycle workshop",
    "garden": "Garden",
    "village": "Village",
}


@dataclass(frozen=True)
class Theme:
    """Wraps the main part of a page; the side bar is made once, as caches of real engines do."""

    origin: str
    posts: tuple[Post, ...]
    """Oldest first."""

    def page(self, title: str, main: str, head: str = "", css: str = "") -> str:
        """A whole page around its main part."""
        return f"""<!DOCTYPE html>
<html lang="en-GB" class="no-js">
<head>
{meta_head(title if title == NAME else f"{title} – {NAME}", "Notes from the library at Little Osmund", GENERATOR)}
<link rel="profile" href="https://profile.example/xfn">
<link rel="alternate" type="application/atom+xml" title="{NAME} » Posts" href="{self.origin}/blog/feed/">
<link rel="alternate" type="application/atom+xml" title="{NAME} » Comments" href="{self.origin}/blog/comments/feed/">
<link rel="stylesheet" id="theme-css" href="/blog/theme/style.css?ver=3.2.1" media="all">
<link rel="icon" href="/blog/theme/window.svg" type="image/svg+xml">
<script src="/blog/theme/menu.js?ver=3.2.1" defer></script>
{head}</head>
<body class="blog theme-sill {css}">
<a class="skip-link" href="#content">Skip to content</a>
<header id="masthead" class="site-header">
<div class="branding"><a href="/blog/" rel="home"><img src="/blog/theme/window.svg" alt="" width="56" height="56"></a>
<div><p class="site-title"><a href="/blog/" rel="home">{NAME}</a></p>
<p class="site-description">Notes from the library at Little Osmund</p></div></div>
{self._menu}
</header>
<div class="columns">
<main id="content" class="site-main">
{main}
</main>
{self._sidebar}
</div>
<footer id="colophon" class="site-footer">
<p>© 2023–2025 the readers of Little Osmund. Texts may be copied by hand.</p>
<p>{anchor("/blog/login", "Log in", rel="nofollow")} ·
{anchor("/about.html", "About this site")} · {anchor("/private/minutes.html", "Minutes")} ·
Proudly driven by {GENERATOR} and a kettle.</p>
</footer>
</body>
</html>
"""

    @cached_property
    def _menu(self) -> str:
        entries = [("/blog/", "Home"), ("/blog/about/", "About"), ("/blog/reading-list/", "Reading list")]
        entries += [(f"/blog/category/{key}/", name) for key, name in CATEGORIES.items()]
        entries += [("/blog/events/", "Events"), ("/forum/", "Forum")]
        return (
            '<nav id="site-navigation" class="menu" aria-label="Main menu"><button class="menu-toggle"'
            ' aria-expanded="false">Menu</button>'
            + items((anchor(href, text) for href, text in entries), "menu-list")
            + "</nav>"
        )

    @cached_property
    def _sidebar(self) -> str:
        newest = self.posts[::-1]
        by_comments = sorted(newest, key=lambda post: -len(post.comments))[:4]
        said = sorted(
            ((comment, post) for post in newest for comment in post.comments),
            key=lambda pair: pair[0].written,
            reverse=True,
        )[:5]
        return (
            '<aside id="secondary" class="sidebar">'
            + "\n".join(
                (
                    _section("Search", search_form()),
                    _section("Recent posts", items(anchor(post.path, post.title) for post in newest[:5])),
                    _section(
                        "Recent comments",
                        items(
                            f"{escape(comment.author)} on {anchor(post.comment_path(comment.id), post.title)}"
                            for comment, post in said
                        ),
                    ),
                    _section(
                        "Much discussed",
                        items(
                            anchor(f"{post.path}?utm_source=sidebar&utm_medium=popular", post.title)
                            for post in by_comments
                        ),
                    ),
                    _section("Events", events.widget(events.Month(events.FIRST_MONTH))),
                    _section("Archives", self._archives()),
                    _section("Authors", items(anchor(f"/blog/author/{a.key}/", a.name) for a in AUTHORS.values())),
                    _section("Tags", self._tags()),
                    _section("Ask the shelves", self._searches()),
                )
            )
            + "</aside>"
        )

    def _archives(self) -> str:
        months = Counter((post.published.year, post.published.month) for post in self.posts)
        newest = sorted(months.items(), reverse=True)
        return items(
            f"{anchor(f'/blog/{year}/{month:02d}/', f'{MONTHS[month - 1]} {year}')} ({count})"
            for (year, month), count in newest
        )

    def _tags(self) -> str:
        counts = Counter(tag for post in self.posts for tag in post.tags)
        links = (
            f'<a href="{tag_path(tag)}" rel="tag" style="font-size:{min(150, 80 + 10 * count)}%">{escape(tag)}</a>'
            for tag, count in sorted(counts.items())
        )
        return f'<p class="tag-cloud">{" ".join(links)}</p>'

    def _searches(self) -> str:
        words = ("kettle", "rust", "rain", "seed")
        return items(anchor(f"/blog/?s={word}", f"Where do we mention “{word}”?", rel="nofollow") for word in words)


def search_form(value: str = "") -> str:
    """The search field of the side bar and of the result page."""
    return (
        '<form role="search" method="get" class="search-form" action="/blog/"><label>'
        '<span class="screen-reader-text">Search for:</span>'
        f'<input type="search" name="s" value="{escape(value)}" placeholder="Search …"></label>'
        "<button>Search</button></form>"
    )


def byline(post: Post) -> str:
    """Date, author and place of a post."""
    return (
        f'<p class="entry-meta">{anchor(f"/blog/{post.published:%Y/%m/%d}/", long_date(post.published), css="date")} '
        f'<span class="byline">by <a class="url fn" rel="author" href="/blog/author/{post.author.key}/">'
        f"{escape(post.author.name)}</a></span> in "
        f"{anchor(f'/blog/category/{post.category}/', CATEGORIES[post.category], rel='category tag')}"
        f'<span class="screen-reader-text">{time_tag(post.published, "published", has_clock=True)}</span></p>'
    )


def picture_tag(post: Post) -> str:
    """The picture with its larger version behind it; nothing if the post has none."""
    if not post.has_picture:
        return ""
    base = post.picture
    return (
        f'<figure class="post-thumbnail"><a href="{base}.png"><img src="{base}-640x320.png" width="640" height="320"'
        f' srcset="{base}-640x320.png 640w, {base}.png 960w" sizes="(max-width: 640px) 100vw, 640px"'
        f' alt="Hills behind the village" loading="lazy"></a></figure>'
    )


def _section(title: str, body: str) -> str:
    key = title.lower().replace(" ", "-")
    return f'<section class="widget widget-{key}"><h2 class="widget-title">{escape(title)}</h2>{body}</section>'
