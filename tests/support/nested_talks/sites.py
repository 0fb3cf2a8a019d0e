"""A look → all pages of an invented site, by their path, and what is on them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape

from tests.support.nested_talks.addresses import Addresses
from tests.support.nested_talks.boxes import MAX_DEPTH, Boxes
from tests.support.nested_talks.looks import Look
from tests.support.nested_talks.talks import BOARDS, PEOPLE, Post, Talk, talks_of

PAGE = 12
"""Conversations on a page of a list."""


@dataclass(frozen=True, slots=True)
class Site:
    """Pages of one site, written when they are asked for."""

    look: Look
    talks: tuple[Talk, ...]
    pages: dict[str, Callable[[], str]]
    threads: frozenset[str]
    """Paths of the pages that hold each post once, and of the lists that lead to them."""
    lists: frozenset[str]

    @property
    def posts(self) -> list[tuple[Talk, Post]]:
        """What can be read on the site: what was taken away, and links without words, cannot."""
        return [(talk, post) for talk in self.talks for post in talk.posts if self._has_text(talk, post)]

    def _has_text(self, talk: Talk, post: Post) -> bool:
        is_link = self.look.opening == "link" and post is talk.opening and bool(talk.outside)
        return not post.is_deleted and not is_link


def site_of(look: Look, count: int = 40) -> Site:
    """The site that a look describes, with `count` conversations."""
    talks = talks_of(look.seed, count, is_shallow=look.is_answers)
    to = Addresses(look)
    writer = _Writer(look, to, talks)
    lists = dict(writer.lists())
    threads = dict(writer.threads())
    return Site(look, tuple(talks), {**dict(writer.others()), **lists, **threads}, frozenset(threads), frozenset(lists))


class _Writer:
    """Writes whole pages: what people wrote with all that stands around it."""

    def __init__(self, look: Look, to: Addresses, talks: list[Talk]) -> None:
        self._look, self._to, self._talks = look, to, talks

    def threads(self) -> Iterator[tuple[str, Callable[[], str]]]:
        for talk in self._talks:
            yield self._to.talk(talk), lambda talk=talk: self._talk_page(talk, talk.opening)
            for post in talk.posts if self._look.has_going_on and not self._look.is_answers else ():
                if post.depth and post.depth % MAX_DEPTH == 0 and post.answers:
                    yield self._to.post(talk, post), lambda talk=talk, post=post: self._talk_page(talk, post)

    def lists(self) -> Iterator[tuple[str, Callable[[], str]]]:
        if self._look.front == "one":
            yield from self._pages_of(None, self._talks)
            return
        yield "/", self._boards
        for board in range(len(BOARDS)):
            yield from self._pages_of(board, [talk for talk in self._talks if talk.board == board])

    def others(self) -> Iterator[tuple[str, Callable[[], str]]]:
        """Other views of the same, and what is for members."""
        for talk in self._talks:
            for order in ("new", "top"):
                path = self._to.talk(talk)
                mark = "&" if "?" in path else "?"
                yield f"{path}{mark}sort={order}", lambda talk=talk: self._talk_page(talk, talk.opening, is_turned=True)
            if self._look.permalink in ("tree", "whole"):
                for post in talk.posts[1:]:
                    shown = post if self._look.permalink == "tree" else talk.opening
                    yield self._to.post(talk, post), lambda talk=talk, shown=shown: self._talk_page(talk, shown)
        for name in PEOPLE:
            yield self._to.person(name), lambda name=name: self._person(name)
        for path in ("/login", "/about", "/register"):
            yield path, lambda path=path: self._page(path[1:].capitalize(), "<form><input name=u></form>")

    def _pages_of(self, board: int | None, talks: list[Talk]) -> Iterator[tuple[str, Callable[[], str]]]:
        rows = list(reversed(talks))
        count = max(1, -(-len(rows) // PAGE))
        for page in range(1, count + 1):
            some = rows[(page - 1) * PAGE : page * PAGE]
            yield self._to.listing(board, page), lambda some=some, page=page: self._listing(board, some, page, count)

    def _listing(self, board: int | None, talks: list[Talk], page: int, count: int) -> str:
        rows = "".join(map(self._row, talks))
        flips = "".join(
            f"<b>{one}</b> " if one == page else f'<a href="{self._to.listing(board, one)}">{one}</a> '
            for one in range(1, count + 1)
        )
        title = "Newest" if board is None else BOARDS[board]
        pager = f'<div class="pager">{flips}</div>' if count > 1 else ""
        return self._page(title, f'<h1>{title}</h1>{self._orders("/new", "/top")}<ol class="talks">{rows}</ol>{pager}')

    def _row(self, talk: Talk) -> str:
        url, post = escape(self._to.talk(talk)), talk.opening
        person = f'<a href="{self._to.person(post.author)}">{post.author}</a>' if self._look.has_people else post.author
        answers = len(talk.posts) - 1
        about = f"{post.points} points by {person} on {post.written.day} {post.written:%b %Y}"
        leads = talk.outside if self._look.opening == "link" and talk.outside else url
        sub = f'{about} | <a href="{url}">{answers} comments</a>'
        return f'<li class="talk"><a class="title" href="{leads}">{talk.title}</a><div class="sub">{sub}</div></li>'

    def _boards(self) -> str:
        rows = []
        for board, name in enumerate(BOARDS):
            own = [talk for talk in self._talks if talk.board == board]
            last = own[-1]
            link = f'<a href="{escape(self._to.talk(last))}">{last.title}</a>'
            rows.append(
                f'<li class="board"><h3><a href="{self._to.listing(board)}">{name}</a></h3>'
                f"<p>All about {name.lower()} and what goes with it</p>"
                f"<small>{len(own)} threads, last: {link}</small></li>"
            )
        return self._page("Boards", f'<h1>Boards</h1><ul class="boards">{"".join(rows)}</ul>')

    def _talk_page(self, talk: Talk, top: Post, *, is_turned: bool = False) -> str:
        boxes = Boxes(self._look, self._to, talk)
        path = escape(self._to.talk(talk))
        if top is talk.opening:
            written = boxes.answers(list(reversed(top.answers)) if is_turned else top.answers)
            opening = {"same": boxes.alone, "question": boxes.question, "link": boxes.link}[self._look.opening]()
        else:
            written = boxes.answers([top])
            opening = f'<p class="back"><a href="{path}">all comments</a></p>'
        if self._look.nesting == "spacer":
            opening, written = (f"<table>{one}</table>" if "<tr" in one else one for one in (opening, written))
        mark = "&amp;" if "?" in path else "?"
        orders = self._orders(f"{path}{mark}sort=new", f"{path}{mark}sort=top")
        form = '<form action="/reply" method="post"><textarea name="t"></textarea><button>Answer</button></form>'
        count = f"<h2>{len(talk.posts) - 1} comments</h2>"
        talked = f'{opening}{count}{orders}<div id="talk">{written}</div>{form}'
        return self._page(talk.title, f"{self._crumbs(talk)}{self._title(talk)}{talked}")

    def _title(self, talk: Talk) -> str:
        is_link = talk.outside and self._look.opening == "link"
        return f'<h1><a href="{talk.outside}">{talk.title}</a></h1>' if is_link else f"<h1>{talk.title}</h1>"

    def _crumbs(self, talk: Talk) -> str:
        board = f'<a href="{self._to.listing(talk.board)}">{BOARDS[talk.board]}</a>'
        return f'<div class="crumbs"><a href="/">Home</a> {"" if self._look.front == "one" else board}</div>'

    def _orders(self, *urls: str) -> str:
        if not self._look.has_orders:
            return ""
        links = "".join(f'<a href="{url}">{name}</a> ' for name, url in zip(("newest", "top"), urls, strict=True))
        return f'<div class="orders">Sort by: {links}</div>'

    def _person(self, name: str) -> str:
        own = [(talk, post) for talk in self._talks for post in talk.posts if post.author == name][:15]
        rows = "".join(
            f'<li><a href="{escape(self._to.talk(talk))}">{talk.title}</a> {escape(post.text[:70])}</li>'
            for talk, post in own
        )
        return self._page(name, f"<h1>{name}</h1><p>Member since 2018</p><ul>{rows}</ul>")

    def _page(self, title: str, body: str) -> str:
        menu = (
            '<a href="/">Home</a> <a href="/about">About</a> <a href="/login">Log in</a> <a href="/register">Join</a>'
        )
        return (
            f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{title} - The Village</title></head>'
            f'<body><header class="top"><a class="logo" href="/">The Village</a><nav>{menu}</nav></header>'
            f"<main>{body}</main><aside><h4>About</h4><p>A place to talk about small things, kept by a few people.</p>"
            f"</aside><footer>Made by hand. <a href='/about'>Contact</a></footer></body></html>"
        )
