"""What an invented blog is like: every trait drawn by itself, so that combinations come up that nobody thought of."""

import random
from dataclasses import dataclass, fields
from typing import Any, Literal, get_args

Addresses = Literal[
    "dated", "day and slug", "slug", "html", "query", "script query", "number-slug", "number", "category/slug", "day"
]
Slash = Literal["as linked", "added", "removed"]
"""Whether the server leads from the addresses that links have to the same with a slash, or without."""
Front = Literal["whole", "excerpts", "titles", "cards", "table"]
Pager = Literal["numbers", "older/newer", "arrows", "load more", "months", "years", "one page"]
PagerAddress = Literal["page/2", "?page=2", "index2.html", "?start=10", "/2"]
Feed = Literal["full", "summary", "none"]
FeedPlace = Literal["/feed/", "/rss.xml", "/atom.xml", "/blog/feed.xml", "/index.php?feed=rss2", "/feed.json"]
Box = Literal["article", "div", "section", "table"]
Names = Literal["semantic", "hashed", "utility", "ids", "none"]
Schema = Literal["none", "json-ld", "microdata"]
Byline = Literal["above", "below", "sentence", "sidebar", "none"]
DateForm = Literal["time", "words", "numbers", "relative", "iso", "day words"]
Comments = Literal["none", "flat", "nested", "newest first", "paged"]
CommentBox = Literal["ul", "div", "dl", "table", "article"]
Language = Literal["en", "de", "fr", "es"]
Aside = Literal["left", "right", "footer"]

RARE = frozenset({"has_www", "is_in_folder", "has_calendar", "has_recent_comments"})
"""One blog in four has these, one in two any other trait that is there or not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Traits:
    """One blog's."""

    language: Language
    addresses: Addresses
    slash: Slash
    has_www: bool
    """The bare host leads to the one with `www.`, as servers with one canonical name do."""
    is_in_folder: bool
    """The front page of the host is a word of welcome; the blog is in a folder."""
    has_absolute_links: bool
    front: Front
    pager: Pager
    pager_address: PagerAddress
    has_months: bool
    has_categories: bool
    has_tags: bool
    has_author_pages: bool
    has_recent_posts: bool
    has_recent_comments: bool
    has_tag_cloud: bool
    aside: Aside
    has_calendar: bool
    feed: Feed
    feed_place: FeedPlace
    has_comment_feed: bool
    has_sitemap: bool
    box: Box
    names: Names
    schema: Schema
    has_open_graph: bool
    is_title_linked: bool
    """The heading of a post is a link to the post, on its own page, too."""
    title_level: Literal["h1", "h2"]
    byline: Byline
    has_one_author: bool
    date_form: DateForm
    is_date_in_header: bool
    """Above the text; else below it."""
    comments: Comments
    comment_box: CommentBox
    has_avatars: bool
    has_guest_links: bool
    has_reply_links: bool
    has_related: bool
    has_neighbours: bool
    has_share_buttons: bool
    has_print_views: bool
    has_login: bool
    has_search: bool
    has_tag_line: bool
    """Tags stand below each post."""
    has_picture: bool
    static_pages: Literal[0, 1, 2, 5]
    posts: Literal[30, 40, 60]
    per_list: Literal[5, 8, 10]


def draw(seed: int) -> Traits:
    """The traits of the blog that a seed stands for; the same on every machine."""
    chance = random.Random(f"blog {seed}")
    drawn: dict[str, Any] = {field.name: _drawn(chance, field.name, field.type) for field in fields(Traits)}
    if drawn["byline"] in ("sidebar", "none"):
        drawn["has_one_author"] = True  # several people sign what they write
    return Traits(**drawn)


def _drawn(chance: random.Random, name: str, kind: object) -> object:
    if kind is bool:
        return chance.random() < (0.25 if name in RARE else 0.5)
    return chance.choice(get_args(kind))


def words_of(traits: Traits) -> dict[str, object]:
    """Name and value of each trait, for a report."""
    return {field.name: getattr(traits, field.name) for field in fields(Traits)}
