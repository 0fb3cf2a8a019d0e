"""Pieces of markup that all pages share: names of elements, pagers, the frame of a page."""

import hashlib
from html import escape

from tests.support.invented_forums.addresses import Addresses
from tests.support.invented_forums.content import Board, Content, Person, Thread
from tests.support.invented_forums.traits import Traits
from tests.support.invented_forums.words import WORDS

_SYNONYMS = {
    "post": ("post", "message", "entry", "msg", "reply", "comment", "postbit"),
    "author": ("author", "username", "poster", "user-name", "nick"),
    "date": ("date", "posted", "time", "when", "post-date"),
    "body": ("content", "body", "text", "post-text", "message-body", "postbody"),
    "head": ("head", "meta", "post-header", "info", "topline"),
    "side": ("user", "userinfo", "profile", "author-box", "left"),
    "foot": ("foot", "actions", "controls", "buttons", "post-footer"),
    "signature": ("signature", "sig", "user-sig"),
    "quote": ("quote", "quotebox", "bbquote", "cited"),
    "edit": ("edited", "edit-note", "lastedit"),
    "rank": ("rank", "title", "stars", "user-title"),
    "row": ("row", "topic", "thread", "item", "discussion"),
    "title": ("title", "subject", "topic-title", "name", "headline"),
    "count": ("replies", "count", "stats", "num"),
    "last": ("last", "lastpost", "latest", "activity"),
    "list": ("list", "topics", "threads", "table", "forumbg"),
    "pager": ("pagination", "pager", "pages", "pagenav", "nav-pages"),
    "label": ("label", "prefix", "badge", "tag"),
    "menu": ("menu", "nav", "navbar", "linklist"),
    "crumbs": ("crumbs", "breadcrumb", "path", "navpath"),
    "footer": ("footer", "copyright", "bottom"),
    "describe": ("description", "desc", "about", "forum-desc"),
    "aside": ("sidebar", "aside", "widgets", "right"),
}
STREAMS = ("new", "unanswered")
_UTILITIES = ("flex", "p-4", "mt-2", "text-sm", "border", "rounded", "grid", "gap-2", "w-full", "items-center")


class Markup:
    """The looks of one package."""

    def __init__(self, traits: Traits, content: Content) -> None:
        self.traits = traits
        self.content = content
        self.addresses = Addresses(traits, content)
        self.words = WORDS[traits.language]
        self._prefix = traits.chance("prefix").choice(("", "", "f-", "bb_"))
        self.site_title = traits.chance("site").choice(("The Workshop", "Corner of the Barn", "Talk & Tools"))

    def named(self, role: str) -> str:
        """The class attribute of what plays a role, with a space before it."""
        kind, chance = self.traits.naming, self.traits.chance(f"name {role}")
        if kind == "bare":
            return ""
        if kind == "hashed":
            return f' class="css-{hashlib.sha256(f"{self.traits.seed}{role}".encode()).hexdigest()[:6]}"'
        if kind == "utility":
            return f' class="{" ".join(chance.sample(_UTILITIES, 3))}"'
        return f' class="{self._prefix}{chance.choice(_SYNONYMS[role])}"'

    def link(self, url: str, text: str, attributes: str = "") -> str:
        return f'<a href="{escape(self.with_session(url))}"{attributes}>{escape(text)}</a>'

    def with_session(self, url: str) -> str:
        """What the server replaces by a session, if it has any."""
        if not self.traits.session:
            return url
        address, mark, fragment = url.partition("#")
        return self.addresses.viewed(address, "sid=@SESSION@") + mark + fragment

    def person(self, person: Person, attributes: str = "") -> str:
        if person.is_guest or self.traits.author == "plain":
            tag = "span" if attributes else "b"
            return f"<{tag}{attributes}>{escape(person.name)}</{tag}>"
        return self.link(self.addresses.person(person), person.name, attributes)

    def pager(self, urls: list[str], current: int, *, is_list: bool) -> str:
        """Links to the other pages; empty where there are none. `current` counts from 1."""
        if len(urls) < 2:
            return ""
        kind, parts = self.traits.pager, []
        onward = self.words["older"] if kind == "older" and is_list else self.words["next"]
        if kind in ("numbers", "numbers_next"):
            for number, url in enumerate(urls, start=1):
                if number in (1, len(urls)) or abs(number - current) <= 2:
                    parts.append(f"<b>{number}</b>" if number == current else self.link(url, str(number)))
                elif abs(number - current) == 3:
                    parts.append("…")
        if kind != "numbers":
            if current > 1:
                parts.insert(0, self.link(urls[current - 2], f"« {self.words['previous']}"))
            if current < len(urls):
                parts.append(self.link(urls[current], f"{onward} »"))
        return f"<div{self.named('pager')}>{' '.join(parts)}</div>"

    def heading(self, text: str, tag: str) -> str:
        return f"<{tag}{self.named('title') if tag == 'div' else ''}>{text}</{tag}>"

    def framed(self, title: str, body: str, board: Board | None = None, aside: str = "") -> str:
        """A whole page."""
        crumbs = self._crumbs(board) if self.traits.crumbs else ""
        aside = f"<div{self.named('aside')}>{aside}</div>" if aside else ""
        jump = self._jump() if self.traits.jump else ""
        return (
            f'<!DOCTYPE html><html lang="{self.traits.language}"><head><meta charset="utf-8">'
            f"<title>{escape(title)} - {escape(self.site_title)}</title></head><body>"
            f'<div id="header"><p>{self.link(self.addresses.root, self.site_title)}</p>{self._menu()}</div>'
            f'{crumbs}<div id="main">{body}</div>{aside}{jump}'
            f"<div{self.named('footer')}>{escape(self.site_title)} &copy; 2025 · {self.words['help']}"
            f"{self._dresses()}</div>"
            "</body></html>"
        )

    def _menu(self) -> str:
        names = ["search", "login", "register", "help", *(["members"] if self.traits.members else [])]
        items = [self.link(self.addresses.root, self.words["board"])]
        items += [self.link(self.addresses.other(name), self.words[name]) for name in names]
        if self.traits.streams:
            items += [self.link(self.addresses.stream(name), self.words[name]) for name in STREAMS]
        if self.traits.tags != "none":
            items.append(self.link(self.addresses.other("tags"), self.words["tags"]))
        return f"<ul{self.named('menu')}>{''.join(f'<li>{item}</li>' for item in items)}</ul>"

    def _dresses(self) -> str:
        links = []
        if self.traits.tongues:
            views = ((f"lang={tongue}", tongue.upper()) for tongue in ("en", "de", "fr", "es", "pl"))
            links += [self.link(self.addresses.viewed(self.addresses.root, query), name) for query, name in views]
        if self.traits.plain_copy:
            links.append(self.link(self.addresses.plain_copy(None), self.words["archive"]))
        return " · ".join(["", *links])

    def tags(self, thread: Thread) -> str:
        links = (self.link(self.addresses.tag(tag), tag, self.named("label")) for tag in thread.tags)
        return f"<div>{' '.join(links)}</div>" if thread.tags else ""

    def _crumbs(self, board: Board | None) -> str:
        parts = [self.link(self.addresses.root, self.words["home"])]
        if board is not None:
            parts.append(self.link(self.addresses.board(board), board.title))
        return f"<p{self.named('crumbs')}>{' &raquo; '.join(parts)}</p>"

    def _jump(self) -> str:
        options = "".join(f'<option value="{one.number}">{escape(one.title)}</option>' for one in self.content.boards)
        label = f"<label>{self.words['jump']} <select name=f>{options}</select></label>"
        return f'<form action="{self.addresses.other("jump")}" method="get">{label}</form>'
