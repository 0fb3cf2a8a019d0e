"""Lists of posts: the front page and its further pages, archives, categories."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from tests.support.invented_blogs.post_page import body_markup, heading
from tests.support.invented_blogs.story import Post
from tests.support.invented_blogs.theme import Theme


@dataclass(frozen=True, slots=True)
class ListPage:
    """One page of a list; `last` is the number of its last page."""

    first: str
    title: str
    posts: Sequence[Post]
    number: int = 1
    last: int = 1


def list_pages(theme: Theme, first: str, title: str, posts: Sequence[Post]) -> list[ListPage]:
    """A list cut into pages."""
    size = theme.traits.per_list
    parts = [posts[start : start + size] for start in range(0, len(posts), size)]
    return [ListPage(first, title, part, number, len(parts)) for number, part in enumerate(parts, start=1)]


def list_markup(theme: Theme, page: ListPage) -> str:
    """All that is between header and sidebar on a list."""
    head = f"<h1>{escape(page.title)}</h1>" if page.title else ""
    return head + rows_markup(theme, page.posts) + pager_markup(theme, page)


def rows_markup(theme: Theme, posts: Sequence[Post]) -> str:
    match theme.traits.front:
        case "whole":
            return "".join(body_markup(theme, post) + _count(theme, post) for post in posts)
        case "excerpts":
            return "".join(_excerpt(theme, post) for post in posts)
        case "cards":
            return f"<div>{''.join(_card(theme, post) for post in posts)}</div>"
        case "table":
            return f"<table>{''.join(_table_row(theme, post) for post in posts)}</table>"
        case "titles":
            return f"<ul>{''.join(_line(theme, post) for post in posts)}</ul>"


def _count(theme: Theme, post: Post) -> str:
    if theme.traits.comments == "none":
        return ""
    link = theme.places.linked(theme.places.post(post))
    return f'<p><a href="{escape(link)}#comments">{len(post.remarks)} {theme.label("comments")}</a></p>'


def _excerpt(theme: Theme, post: Post) -> str:
    tag = "div" if theme.traits.box == "table" else theme.traits.box
    more = theme.link(theme.places.post(post), theme.story.label("more"))
    return (
        f"<{tag}{theme.name('row')}>{heading(theme, post, 'h2', is_linked=True)}{theme.byline(post)}"
        f"<p>{escape(post.beginning(32), quote=False)} … {more}</p>{_count(theme, post)}</{tag}>"
    )


def _card(theme: Theme, post: Post) -> str:
    """The whole card is a link, as grids of pictures have it."""
    return (
        f'<a{theme.name("row")} href="{escape(theme.places.linked(theme.places.post(post)))}">'
        f'<img src="/media/{post.number}.jpg" alt=""><h3>{escape(post.title)}</h3>'
        f"{theme.date(post.time)}<p>{escape(post.beginning(14), quote=False)} …</p></a>"
    )


def _table_row(theme: Theme, post: Post) -> str:
    title = theme.link(theme.places.post(post), post.title)
    author = f"<td>{escape(post.author)}</td>" if theme.has_named_author() else ""
    return f"<tr{theme.name('row')}><td>{theme.date(post.time)}</td><td>{title}</td>{author}</tr>"


def _line(theme: Theme, post: Post) -> str:
    return f"<li>{theme.date(post.time)} {theme.link(theme.places.post(post), post.title)}</li>"


def pager_markup(theme: Theme, page: ListPage) -> str:
    """Links to the other pages of a list, in the manner of the theme."""
    if page.last == 1:
        return ""
    match theme.traits.pager:
        case "older/newer":
            links = _steps(theme, page, theme.story.label("older"), theme.story.label("newer"))
        case "arrows":
            links = _steps(theme, page, "→", "←")
        case "load more":
            links = _steps(theme, page, theme.story.label("load_more"), "")
        case _:
            links = _numbers(theme, page)
    return f"<div{theme.name('pager')}>{' '.join(links)}</div>"


def _steps(theme: Theme, page: ListPage, onward: str, back: str) -> list[str]:
    links = []
    if back and page.number > 1:
        links.append(theme.link(theme.places.list_page(page.first, page.number - 1), back, ' rel="prev"'))
    if page.number < page.last:
        links.append(theme.link(theme.places.list_page(page.first, page.number + 1), onward, ' rel="next"'))
    return links


def _numbers(theme: Theme, page: ListPage) -> list[str]:
    """The first and the last, and those beside this one."""
    near = {1, page.last, *range(page.number - 1, page.number + 2)}
    return [
        f"<b>{number}</b>"
        if number == page.number
        else theme.link(theme.places.list_page(page.first, number), str(number))
        for number in sorted(near)
        if 1 <= number <= page.last
    ]
