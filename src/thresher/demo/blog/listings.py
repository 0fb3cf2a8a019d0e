"""Lists of posts: front page, archives, tags, categories, authors, search."""

from collections.abc import Sequence
from dataclasses import dataclass

from thresher.demo.blog.posts import AUTHORS, Post, tag_key, tag_path
from thresher.demo.blog.theme import CATEGORIES, byline, picture_tag, search_form
from thresher.demo.exchange import as_number
from thresher.demo.markup import MONTHS, anchor, escape

POSTS_PER_PAGE = 5


@dataclass(frozen=True, slots=True)
class Listing:
    """Posts under a common heading, newest first."""

    title: str
    path: str
    """Address of the first page."""
    posts: tuple[Post, ...]
    note: str = ""

    @property
    def pages(self) -> int:
        return max(1, -(-len(self.posts) // POSTS_PER_PAGE))

    def page_path(self, page: int) -> str:
        return self.path if page == 1 else f"{self.path}page/{page}/"

    def posts_on(self, page: int) -> tuple[Post, ...]:
        return self.posts[(page - 1) * POSTS_PER_PAGE : page * POSTS_PER_PAGE]


def find_listing(segments: Sequence[str], posts: tuple[Post, ...]) -> Listing | None:
    """The list at an address below `/blog/`, or None; `posts` come newest first."""
    match segments:
        case []:
            return Listing("", "/blog/", posts)
        case ["category", key] if key in CATEGORIES:
            chosen = tuple(post for post in posts if post.category == key)
            return Listing(f"Category: {CATEGORIES[key]}", f"/blog/category/{key}/", chosen)
        case ["author", key] if key in AUTHORS:
            author = AUTHORS[key]
            chosen = tuple(post for post in posts if post.author is author)
            return Listing(f"Author: {author.name}", f"/blog/author/{key}/", chosen, author.about)
        case ["tag", key]:
            return _tag_listing(key, posts)
        case [*numbers] if len(numbers) <= 3:
            return _date_listing(numbers, posts)
    return None


def search_listing(words: str, posts: tuple[Post, ...]) -> Listing:
    """Posts that have the words in title or text."""
    wanted = words.lower()
    found = tuple(post for post in posts if wanted in f"{post.title} {' '.join(post.paragraphs)}".lower())
    return Listing(f"Search results for: {words}", "/blog/", found)


def listing_main(listing: Listing, page: int) -> str:
    """The main part of one page of the list, with the way to the others."""
    heading = (
        f'<header class="page-header"><h1 class="page-title">{escape(listing.title)}</h1>' if listing.title else ""
    )
    if heading:
        heading += f"<p>{escape(listing.note)}</p></header>" if listing.note else "</header>"
    entries = "\n".join(_excerpt(post) for post in listing.posts_on(page))
    return f"{heading}\n{entries}\n{_pager(listing, page)}"


def search_main(words: str, listing: Listing) -> str:
    """Search results, all on one page and without pictures."""
    found = "".join(
        f'<article class="post hentry"><h2 class="entry-title">{anchor(post.path, post.title)}</h2>'
        f"<p>{escape(post.paragraphs[0])}</p></article>\n"
        for post in listing.posts
    )
    return (
        f'<header class="page-header"><h1 class="page-title">{escape(listing.title)}</h1></header>\n'
        f"{found or '<p>Nothing matched. Perhaps other words?</p>'}{search_form(words)}"
    )


def _tag_listing(key: str, posts: tuple[Post, ...]) -> Listing | None:
    name = next((tag for post in posts for tag in post.tags if tag_key(tag) == key), None)
    if name is None:
        return None
    return Listing(f"Tag: {name}", tag_path(name), tuple(post for post in posts if name in post.tags))


def _date_listing(parts: Sequence[str], posts: tuple[Post, ...]) -> Listing | None:
    lengths = (4, 2, 2)
    if any(len(part) != length or as_number(part) is None for part, length in zip(parts, lengths, strict=False)):
        return None
    prefix = f"/blog/{'/'.join(parts)}/"
    chosen = tuple(post for post in posts if post.path.startswith(prefix))
    if not chosen:
        return None
    year, month, *day = [*parts, ""][:3] if len(parts) < 3 else parts
    name = f"{MONTHS[int(month) - 1]} {year}" if month else year
    return Listing(f"Archive: {day[0].lstrip('0') + ' ' if day and day[0] else ''}{name}", prefix, chosen)


def _excerpt(post: Post) -> str:
    count = len(post.comments)
    comments = f"{count} comment{'s' if count != 1 else ''}" if count else "Leave a comment"
    return f"""<article id="post-{post.id}" class="post-{post.id} post type-post hentry category-{post.category}">
<header class="entry-header"><h2 class="entry-title">{anchor(post.path, post.title, rel="bookmark")}</h2>
{byline(post)}</header>
{picture_tag(post)}
<div class="entry-summary"><p>{escape(post.paragraphs[0])}</p>
<p>{escape(post.paragraphs[1])}</p>
<p><a class="more-link" href="{post.path}#more-{post.id}">Continue reading
<span class="screen-reader-text">“{escape(post.title)}”</span></a></p></div>
<footer class="entry-footer">{anchor(post.path + "#comments", comments, css="comments-link")}</footer>
</article>"""


def _pager(listing: Listing, page: int) -> str:
    if listing.pages == 1:
        return ""
    links = [
        anchor(listing.page_path(number), str(number), css="page-numbers")
        if number != page
        else f'<span class="page-numbers current" aria-current="page">{number}</span>'
        for number in range(1, listing.pages + 1)
    ]
    if page > 1:
        links.insert(0, anchor(listing.page_path(page - 1), "« Newer", css="prev", rel="prev"))
    if page < listing.pages:
        links.append(anchor(listing.page_path(page + 1), "Older »", css="next", rel="next"))
    return f'<nav class="pager" aria-label="Posts">{" ".join(links)}</nav>'
