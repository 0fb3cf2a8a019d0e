"""Comments below a post."""

from collections.abc import Sequence
from html import escape

from tests.support.invented_blogs.places import with_query
from tests.support.invented_blogs.story import PER_TALK, Post, Remark
from tests.support.invented_blogs.theme import Theme

_ROWS = {"ul": "li", "div": "div", "article": "article"}


def talk_pages(theme: Theme, post: Post) -> int:
    """On how many pages the comments are."""
    return max(1, -(-len(post.remarks) // PER_TALK)) if theme.traits.comments == "paged" else 1


def talk_markup(theme: Theme, post: Post, page: int) -> str:
    """The comments of one page of a post, and the form below them."""
    if theme.traits.comments == "none":
        return ""
    said = shown_remarks(theme, post, page)
    count = f"<h3>{len(post.remarks)} {theme.label('comments')}</h3>" if post.remarks else ""
    form = (
        f"<h3>{theme.label('leave')}</h3><form method='post' action='/comment'><input name='name'>"
        "<textarea name='words'></textarea><button>OK</button></form>"
    )
    rows = _rows(theme, post, said, 0) if said else ""
    return f"<section{theme.name('talk')}>{count}{rows}{_pager(theme, post, page)}{form}</section>"


def shown_remarks(theme: Theme, post: Post, page: int) -> Sequence[Remark]:
    """Comments on one page, in the order of the page."""
    if theme.traits.comments == "paged":
        return post.remarks[PER_TALK * (page - 1) : PER_TALK * page]
    return post.remarks[::-1] if theme.traits.comments == "newest first" else post.remarks


def _rows(theme: Theme, post: Post, said: Sequence[Remark], above: int) -> str:
    """Comments that answer the one with number `above`, each with its own answers inside."""
    ours = [one for one in said if one.above == above]
    if not ours:
        return ""
    match theme.traits.comment_box:
        case "dl":
            inner = "".join(
                f'<dt id="c{one.number}">{_head(theme, one)}</dt><dd{theme.name("words")}>{_words(theme, post, one)}'
                f"{_rows(theme, post, said, one.number)}</dd>"
                for one in ours
            )
            return f"<dl>{inner}</dl>"
        case "table":
            inner = "".join(
                f'<tr{theme.name("remark")} id="c{one.number}"><td>{_head(theme, one)}</td><td>'
                f"<div{theme.name('words')}>{_words(theme, post, one)}</div>"
                f"{_rows(theme, post, said, one.number)}</td></tr>"
                for one in ours
            )
            return f"<table>{inner}</table>"
        case box:
            row = _ROWS[box]
            inner = "".join(
                f'<{row}{theme.name("remark")} id="c{one.number}">{_head(theme, one)}'
                f"<div{theme.name('words')}>{_words(theme, post, one)}</div>"
                f"{_rows(theme, post, said, one.number)}</{row}>"
                for one in ours
            )
            return f"<{'ol' if row == 'li' else 'div'}>{inner}</{'ol' if row == 'li' else 'div'}>"


def _head(theme: Theme, one: Remark) -> str:
    """Who said it, and when."""
    name = escape(one.author)
    who = f'<a rel="nofollow" href="{one.link}">{name}</a>' if one.link else name
    avatar = f'<img src="/avatar/{len(one.author)}.png" alt="" width="40">' if theme.traits.has_avatars else ""
    says = f" {theme.label('said')}" if theme.traits.byline == "sentence" else ""
    return f"{avatar}<b{theme.name('visitor')}>{who}</b>{says} {theme.date(one.time, 'at')}"


def _words(theme: Theme, post: Post, one: Remark) -> str:
    path = with_query(theme.places.post(post), f"replytocom={one.number}")
    has_reply = theme.traits.has_reply_links
    reply = theme.link(path, theme.story.label("reply"), ' rel="nofollow"') if has_reply else ""
    return f"<p>{escape(one.text, quote=False)}</p>{reply}"


def _pager(theme: Theme, post: Post, page: int) -> str:
    count = talk_pages(theme, post)
    links = [
        str(number) if number == page else theme.link(theme.places.talk_page(post, number), str(number))
        for number in range(1, count + 1)
    ]
    return f"<p>{' '.join(links)}</p>" if count > 1 else ""
