"""What all packages have: a front page, boards and threads, page by page, and noise beside them.

A package says how its addresses are made and has templates (Jinja) for its pages: `front.html`, `board.html` and
`thread.html`, and what else it likes. In all of them `look` is the package and `content` what was written. `board.html`
is given `board`, `threads`, `below` (the boards in it), `page` and `pages`; `thread.html` is given `thread`, `posts`,
`page` and `pages`. `common/form.html` is a page to log in, for packages whose `frame.html` has blocks `title` and
`body`.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urljoin

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from tests.support.invented_forums.content import Board, Content, Person, Post, Thread, write
from tests.support.invented_forums.traits import draw
from tests.support.lookalikes.lively import lively, named
from tests.support.whole_forum import WholeForum

HOST = "http://forum.test/"
NOW = datetime(2025, 6, 20, 12, 0)
"""What the server's clock says: for ages (`3 days ago`) and dates without a year."""

T = TypeVar("T")


class Package:
    """Methods that are told a thing say where it is, relative to the front page."""

    folder = ""
    """Where on the host the forum is: `forum/`."""
    per_list, per_thread = 15, 10

    def __init__(self, name: str, variant: int = 0, *, times: int = 1, is_lively: bool = False) -> None:
        self.name = name
        self.variant = variant
        self._times = times
        self._is_lively = is_lively
        self.root = HOST + self.folder
        self.pages: dict[str, str] = {}
        self.redirects: dict[str, str] = {}
        self._lists: set[str] = set()
        self._aliases: set[str] = set()
        self._same: dict[str, str] = {}
        self._wanted: set[str] = set()
        self._thread_urls: dict[int, str] = {}

    def front(self) -> str:
        return ""

    def board(self, board: Board, page: int = 1) -> str:
        raise NotImplementedError

    def thread(self, thread: Thread, page: int = 1) -> str:
        raise NotImplementedError

    def shown(self, time: datetime) -> str:
        """A date as readers see it."""
        raise NotImplementedError

    def noise(self) -> None:
        """Everything else that pages link to, by `other` and `redirect`."""

    @cached_property
    def content(self) -> Content:
        """People, boards, threads and posts; some are quoted, edited or sticky; one board has a board below."""
        seed = sum(ord(letter) * place for place, letter in enumerate(self.name, start=1)) + 10_000 * self.variant
        traits = draw(seed, sub_boards=True, guests=False, quotes="box", edits=True, sticky=True)
        content = write(traits, self._times)
        if not self._is_lively:
            return content
        self.__dict__["content"] = called = named(content)  # where a thread is may depend on others
        return lively(called, lambda thread: urljoin(self.root, self.thread(thread)))

    @cached_property
    def boards(self) -> list[Board]:
        """Those on the front page."""
        return [board for board in self.content.boards if not board.parent]

    @property
    def people(self) -> Sequence[Person]:
        return self.content.people

    @property
    def latest(self) -> list[Thread]:
        return self.content.latest

    def below(self, board: Board) -> list[Board]:
        return [one for one in self.content.boards if one.parent == board.number]

    def threads(self, board: Board) -> list[Thread]:
        return self.content.of(board)

    def last(self, board: Board) -> Thread:
        """The thread with the newest post."""
        return max(self.content.of(board), key=lambda thread: thread.last.time)

    def by(self, person: Person) -> list[Thread]:
        """Threads that somebody wrote in, the newest first."""
        return [thread for thread in self.latest if any(post.author is person for post in thread.posts)]

    def related(self, thread: Thread) -> list[Thread]:
        """Others whose titles name the same."""
        alike = [one for one in self.content.threads if one is not thread and set(one.tags) & set(thread.tags)]
        return alike[:5]

    def page_of(self, thread: Thread, post: Post) -> int:
        return thread.posts.index(post) // self.per_thread + 1

    def count(self, thread: Thread) -> int:
        """How many pages a thread has."""
        return -(-len(thread.posts) // self.per_thread)

    def listing(self, path: str, template: str, **values: Any) -> None:
        """A page that a perfect crawl needs to find threads: the front page, boards and their further pages."""
        self._lists.add(self._put(path, template, values))

    def wanted(self, path: str, thread: Thread, template: str, **values: Any) -> None:
        """A page of a thread, at the address that lists and pagers link to; the first page comes first."""
        url = self._put(path, template, values | {"thread": thread})
        self._wanted.add(url)
        self._thread_urls.setdefault(thread.number, url)

    def other(self, path: str, template: str, **values: Any) -> None:
        """Noise: members, profiles, logins, other orders, prints, lists over all boards, single posts."""
        self._put(path, template, values)

    def again(self, path: str, as_at: str) -> None:
        """The same page under another address; a list is one there, too."""
        url, known = urljoin(self.root, path), urljoin(self.root, as_at)
        self.pages[url] = self.pages[known]
        self._aliases |= {url} if known in self._lists else set()
        if known in self._wanted:
            self._same[url] = known

    def reordered(self, path: str, board: Board) -> None:
        """Noise: the first page of a board by titles."""
        threads = sorted(self.threads(board), key=lambda thread: thread.title)
        pages = -(-len(threads) // self.per_list)
        values = {"board": board, "page": 1, "pages": pages, "below": self.below(board)}
        self.other(path, "board.html", threads=threads[: self.per_list], **values)

    def redirect(self, path: str, to: str) -> None:
        self.redirects[urljoin(self.root, path)] = urljoin(self.root, to)

    def forum(self) -> WholeForum:
        self.make()
        return WholeForum(
            content=self.content,
            pages=self.pages,
            redirects=self.redirects,
            entry=self.root,
            lists=frozenset(self._lists | self._aliases),
            wanted=frozenset(self._wanted),
            thread_urls=self._thread_urls,
            least=len(self._lists) + len(self._wanted),
            aliases=self._same,
        )

    def make(self) -> None:
        """All pages; packages whose front page lists threads do it their own way."""
        self.listing(self.front(), "front.html")
        for board in self.content.boards:
            for page, pages, threads in paged(self.threads(board), self.per_list):
                values = {"board": board, "threads": threads, "page": page, "pages": pages, "below": self.below(board)}
                self.listing(self.board(board, page), "board.html", **values)
        self.make_threads()
        self.noise()

    def make_threads(self) -> None:
        for thread in self.content.threads:
            for page, pages, posts in paged(thread.posts, self.per_thread):
                self.wanted(self.thread(thread, page), thread, "thread.html", posts=posts, page=page, pages=pages)

    @cached_property
    def _templates(self) -> Environment:
        here = Path(__file__).parent
        made = Environment(
            loader=FileSystemLoader([here / "packages" / self.name, here / "common"]), autoescape=True,
            undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True,
        )  # fmt: skip
        made.globals |= {"look": self, "content": self.content, "NOW": NOW}
        return made

    def _put(self, path: str, template: str, values: dict[str, Any]) -> str:
        url = urljoin(self.root, path)
        assert url not in self.pages, f"two pages at {url}"
        self.pages[url] = self._templates.get_template(template).render(values)
        return url


def paged(items: Sequence[T], size: int) -> Iterator[tuple[int, int, Sequence[T]]]:
    """The number of a page, how many there are, and what is on it; one empty page if there is nothing."""
    pages = max(1, -(-len(items) // size))
    for page in range(1, pages + 1):
        yield page, pages, items[(page - 1) * size : page * size]


def clock(time: datetime) -> str:
    """`9:05 am`."""
    return f"{time.hour % 12 or 12}:{time:%M} {'am' if time.hour < 12 else 'pm'}"


def ago(time: datetime) -> str:
    """`3 weeks ago`: the largest unit alone, as Carbon and Yii have it."""
    seconds = int((NOW - time).total_seconds())
    for unit, size in (("year", 31_536_000), ("month", 2_629_746), ("week", 604_800), ("day", 86_400), ("hour", 3600)):
        if seconds >= size:
            return f"{seconds // size} {unit}{'s' if seconds >= 2 * size else ''} ago"
    return f"{max(2, seconds // 60)} minutes ago"


def slug(title: str) -> str:
    """`how-do-i-mend-the-pump`: a title in an address, in lower case."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
