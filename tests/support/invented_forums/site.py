"""A whole site of an invented package, and the truth about it."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from html import escape
from typing import Any

from tests.support.invented_forums.addresses import ORIGIN
from tests.support.invented_forums.content import POSTS_PER_PAGE, THREADS_PER_PAGE, Content, Person, Thread, write
from tests.support.invented_forums.lists import Lists
from tests.support.invented_forums.markup import STREAMS
from tests.support.invented_forums.threads import Threads
from tests.support.invented_forums.traits import Traits, draw
from tests.support.invented_forums.words import shown
from tests.support.whole_forum import WholeForum


@dataclass(frozen=True, kw_only=True)
class Forum(WholeForum):
    """One whose package a seed drew; `fronts` are the pages of its front page."""

    traits: Traits
    fronts: frozenset[str]


def invent(seed: int, *, is_noisy: bool = False, **given: Any) -> Forum:
    """The forum that `seed` draws; traits may be given."""
    traits = draw(seed, is_noisy=is_noisy, **given)
    content = write(traits)
    return _Builder(traits, content).forum()


class _Builder:
    def __init__(self, traits: Traits, content: Content) -> None:
        self.traits, self.content = traits, content
        self.lists, self.threads = Lists(traits, content), Threads(traits, content)
        self.addresses = self.lists.addresses
        self.pages: dict[str, str] = {}
        self.redirects: dict[str, str] = {}

    def forum(self) -> Forum:
        fronts = self._fronts()
        listed = fronts | self._boards()
        wanted = {url for thread in self.content.threads for url in self._thread(thread)}
        self._others()
        self._streams()
        self._plain_copy()
        entry = ORIGIN if self.traits.front == "portal" else self.addresses.root
        urls = {thread.number: self.addresses.thread(thread) for thread in self.content.threads}
        return Forum(
            traits=self.traits,
            content=self.content,
            pages=self.pages,
            redirects=self.redirects,
            entry=entry,
            fronts=frozenset(fronts),
            lists=frozenset(listed),
            wanted=frozenset(wanted),
            thread_urls=urls,
            least=len(wanted) + len(fronts if self.traits.front == "latest" else listed),
        )

    def _fronts(self) -> set[str]:
        fronts = {self.addresses.root}
        self.pages[self.addresses.root] = self.lists.front()
        if self.traits.front == "latest":
            for page in range(2, self.lists.latest_pages() + 1):
                fronts.add(self.addresses.front(page))
                self.pages[self.addresses.front(page)] = self.lists.front(page)
        if self.addresses.root != ORIGIN:
            self.pages[ORIGIN] = self.lists.welcome()
            fronts |= {ORIGIN} if self.traits.front == "portal" else set()
        return fronts

    def _boards(self) -> set[str]:
        urls = set()
        for board in self.content.boards:
            threads = self.content.of(board)
            pages = max(1, -(-len(threads) // THREADS_PER_PAGE))
            for page in range(1, pages + 1):
                here = threads[(page - 1) * THREADS_PER_PAGE : page * THREADS_PER_PAGE]
                urls.add(self.addresses.board(board, page))
                self.pages[self.addresses.board(board, page)] = self.lists.board(board, page, pages, here)
            for key in ("title", "replies", "views"):
                view = self.addresses.viewed(self.addresses.board(board), f"sort={key}&dir=asc")
                turned = threads[::-1][:THREADS_PER_PAGE]
                self.pages[view] = self.lists.board(board, 1, pages, turned, order=f" ({key})")
        return urls

    def _thread(self, thread: Thread) -> list[str]:
        urls = [self.addresses.thread(thread, page) for page in range(1, thread.pages + 1)]
        for page, url in enumerate(urls, start=1):
            self.pages[url] = self.threads.page(thread, page)
        self.pages[self.addresses.viewed(urls[0], "print=1")] = self.threads.printed(thread)
        ordered = thread.posts if self.traits.order == "oldest" else thread.posts[::-1]
        for place, post in enumerate(ordered):
            page = place // POSTS_PER_PAGE + 1
            link = self.addresses.permalink(thread, post, page)
            if self.traits.permalinks == "redirect":
                self.redirects[link] = f"{urls[page - 1]}#{self.addresses.mark(post)}"
            elif self.traits.permalinks == "page":
                self.pages[link] = self.pages[urls[page - 1]]
        return urls

    def _others(self) -> None:
        words = self.lists.words
        form = (
            '<form method="post"><input name="user"><input name="password" type="password"><button>OK</button></form>'
        )
        for name in ("search", "login", "register", "reply", "quote", "report", "jump"):
            self._other(name, words.get(name, name), form)
        self._other("help", words["help"], f"<p>{words['rules']}</p><p>{words['about']}</p>" * 3)
        people = [person for person in self.content.people if self.traits.author == "linked"]
        for person in people:
            numbers = ((words["posts"], person.number * 37 % 900), (words["joined"], 2019))
            facts = f"<dl>{''.join(f'<dt>{name}</dt><dd>{number}</dd>' for name, number in numbers)}</dl>"
            self.pages[self.addresses.person(person)] = self.lists.framed(
                person.name, f"<h2>{escape(person.name)}</h2>{facts}{self._wall(person)}"
            )
        rows = "".join(
            f"<tr><td>{self.lists.person(person)}</td><td>{person.number * 37 % 900}</td></tr>" for person in people
        )
        self._other("members", words["members"], f"<table>{rows}</table>")

    def _wall(self, person: Person) -> str:
        """What somebody wrote last, on the page about them."""
        if self.traits.wall == "none":
            return ""
        posts = [(thread, post) for thread in self.content.threads for post in thread.posts if post.author is person]
        rows = []
        for thread, post in posts[-10:]:
            title = self.lists.link(self.addresses.thread(thread), thread.title, self.lists.named("title"))
            words = f"<p>{escape(post.paragraphs[0])}</p>" if self.traits.wall == "words" else ""
            when = shown(post.time, self.traits.date_form, self.traits.language)
            rows.append(f"<li{self.lists.named('row')}><p>{title} {when}</p>{words}</li>")
        return f"<ul{self.lists.named('list')}>{''.join(rows)}</ul>"

    def _streams(self) -> None:
        """Lists over all boards, page after page: they bring nothing that boards do not."""
        words, threads = self.lists.words, self.content.latest
        tags = sorted({tag for thread in threads for tag in thread.tags}) if self.traits.tags != "none" else []
        for tag in tags:
            self._stream(partial(self.addresses.tag, tag), tag, [one for one in threads if tag in one.tags])
        if tags:
            links = "".join(f"<li>{self.lists.link(self.addresses.tag(tag), tag)}</li>" for tag in tags)
            self._other("tags", words["tags"], f"<ul>{links}</ul>")
        if self.traits.streams:
            for name in STREAMS:
                here = [one for one in threads if name == "new" or len(one.posts) == 1]
                self._stream(partial(self.addresses.stream, name), words[name], here)

    def _stream(self, address: Callable[..., str], title: str, threads: list[Thread]) -> None:
        pages = max(1, -(-len(threads) // THREADS_PER_PAGE))
        urls = [address(page=page) for page in range(1, pages + 1)]
        for page, url in enumerate(urls, start=1):
            here = threads[(page - 1) * THREADS_PER_PAGE : page * THREADS_PER_PAGE]
            self.pages[url] = self.lists.stream(title, urls, page, here)

    def _plain_copy(self) -> None:
        if not self.traits.plain_copy:
            return
        copy, link = self.addresses.plain_copy, self.lists.link
        boards = "".join(f"<li>{link(copy(board), board.title)}</li>" for board in self.content.boards)
        self.pages[copy(None)] = _bare(self.lists.site_title, f"<ul>{boards}</ul>")
        for board in self.content.boards:
            rows = "".join(f"<li>{link(copy(thread), thread.title)}</li>" for thread in self.content.of(board))
            self.pages[copy(board)] = _bare(board.title, f"<p>{link(copy(None), 'Top')}</p><ol>{rows}</ol>")
        for thread in self.content.threads:
            self.pages[copy(thread)] = self.threads.printed(thread)

    def _other(self, name: str, title: str, body: str) -> None:
        self.pages[self.addresses.other(name)] = self.lists.framed(title, f"<h2>{title}</h2>{body}")


def _bare(title: str, body: str) -> str:
    return f"<!DOCTYPE html><html><head><title>{escape(title)}</title></head><body><h1>{title}</h1>{body}</body></html>"
