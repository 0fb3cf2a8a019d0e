"""The page of a post: heading, byline, text, and what themes put around it."""

from html import escape
from urllib.parse import quote

from tests.support.invented_blogs.places import with_query
from tests.support.invented_blogs.story import Block, Post
from tests.support.invented_blogs.talk import talk_markup
from tests.support.invented_blogs.theme import Theme


def text_markup(post: Post) -> str:
    """The text as its author wrote it."""
    return "".join(_block(block, post.number) for block in post.blocks)


def _block(block: Block, number: int) -> str:
    lines = [escape(line, quote=False) for line in block.lines]
    match block.kind:
        case "ul":
            return "<ul>" + "".join(f"<li>{line}</li>" for line in lines) + "</ul>"
        case "quote":
            return f"<blockquote><p>{lines[0]}</p></blockquote>"
        case "code":
            return f"<pre><code>{lines[0]}</code></pre>"
        case "h3":
            return f"<h3>{lines[0]}</h3>"
        case "link":
            head, _, rest = lines[0].partition(" ")
            return f'<p><a href="http://elsewhere.example/{number}">{head}</a> {rest}</p>'
        case _:
            return f"<p>{lines[0]}</p>"


def heading(theme: Theme, post: Post, level: str, *, is_linked: bool) -> str:
    title = theme.link(theme.places.post(post), post.title) if is_linked else escape(post.title)
    return f"<{level}{theme.name('title')}{theme.prop('headline')}>{title}</{level}>"


def body_markup(theme: Theme, post: Post) -> str:
    """Heading, byline and text in the box that the theme has for posts; on lists of whole posts, too."""
    traits = theme.traits
    picture = f'<img src="/media/{post.number}.jpg" alt="">' if traits.has_picture else ""
    is_above = traits.byline in ("above", "sentence") or (traits.byline != "below" and traits.is_date_in_header)
    byline, category = theme.byline(post), theme.category(post)
    head = heading(theme, post, traits.title_level, is_linked=traits.is_title_linked)
    text = f"<div{theme.name('text')}{theme.prop('articleBody')}>{text_markup(post)}</div>"
    around = (head, byline if is_above else "", picture, text, "" if is_above else byline, category, theme.tags(post))
    return _boxed(theme, around)


def _boxed(theme: Theme, parts: tuple[str, ...]) -> str:
    scope = ' itemscope itemtype="https://schema.org/BlogPosting"' if theme.traits.schema == "microdata" else ""
    names = theme.name("post") + scope
    if theme.traits.box == "table":
        rows = "".join(f"<tr><td>{part}</td></tr>" for part in parts if part)
        return f'<table{names} width="100%">{rows}</table>'
    tag = theme.traits.box
    return f"<{tag}{names}>{''.join(parts)}</{tag}>"


def post_markup(theme: Theme, post: Post, page: int = 1) -> str:
    """All that is between header and sidebar on the page of a post."""
    parts = (_neighbours(theme, post), body_markup(theme, post), _tools(theme, post), _related(theme, post))
    return "".join(parts) + talk_markup(theme, post, page)


def _neighbours(theme: Theme, post: Post) -> str:
    if not theme.traits.has_neighbours:
        return ""
    posts = theme.story.posts
    place = posts.index(post)
    older = posts[place + 1] if place + 1 < len(posts) else None
    newer = posts[place - 1] if place else None
    links = [
        theme.link(theme.places.post(one), f"{mark} {one.title}", f' rel="{rel}"')
        for one, mark, rel in ((older, "«", "prev"), (newer, "»", "next"))
        if one is not None
    ]
    return f"<nav>{' | '.join(links)}</nav>"


def _tools(theme: Theme, post: Post) -> str:
    """Buttons to share and to print."""
    path, traits = theme.places.post(post), theme.traits
    tools = []
    if traits.has_share_buttons:
        where = quote(theme.places.url(path), safe="")
        tools.append(f'{theme.label("share")}: <a href="https://facebook.example/sharer?u={where}">Facebook</a>')
        tools.append(f'<a href="https://chirp.example/intent?url={where}">Chirp</a>')
    if traits.has_print_views:
        tools.append(theme.link(with_query(path, "print=1"), theme.story.label("print"), ' rel="nofollow"'))
    return f"<p>{' '.join(tools)}</p>" if tools else ""


def _related(theme: Theme, post: Post) -> str:
    if not theme.traits.has_related:
        return ""
    others = [one for one in theme.story.posts if one.category == post.category and one is not post][:3]
    rows = "".join(
        f"<li>{theme.link(theme.places.post(one), one.title)} {theme.date(one.time)}<p>{one.beginning(15)} …</p></li>"
        for one in others
    )
    return f"<section{theme.name('related')}><h3>{theme.label('related')}</h3><ul>{rows}</ul></section>"
