"""Forms of addresses: where boards, threads, people and posts are."""

import hashlib
import re

from tests.support.invented_forums.content import POSTS_PER_PAGE, THREADS_PER_PAGE, Board, Content, Person, Post, Thread
from tests.support.invented_forums.traits import Traits

ORIGIN = "http://forum.test/"


def slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def _drawn(kind: str, number: int) -> str:
    return hashlib.sha256(f"{kind} {number}".encode()).hexdigest()[:12]


class Addresses:
    """Addresses without the host, from the folder of the forum on. Pages count from 1."""

    def __init__(self, traits: Traits, content: Content) -> None:
        self._traits = traits
        self.root = ORIGIN + traits.folder
        self._slugs: dict[int, str] = {}
        for thread in content.threads:
            plain = slug(thread.title)
            self._slugs[thread.number] = f"{plain}-{thread.number}" if plain in self._slugs.values() else plain

    def front(self, page: int = 1) -> str:
        return self.root + ("" if page == 1 else self._paged("latest", page, THREADS_PER_PAGE))

    def board(self, board: Board, page: int = 1) -> str:
        forms = {
            "query": f"viewforum.php?f={board.number}",
            "query_board": f"forumdisplay.php?fid={board.number}",
            "path": f"board/{board.number}",
            "slug_id": f"forums/{slug(board.title)}.{board.number}/",
            "files": f"forum-{board.number}.html",
            "slugs": f"b/{slug(board.title)}/",
            "board_path": f"{slug(board.title)}/",
            "dotted": f"index.php?board={board.number}.0",
            "action": f"index.php?action=board&id={board.number}",
            "commas": f"list.php?{board.number}",
            "short": f"c/{slug(board.title)}/{board.number}",
            "drawn": f"g/{_drawn('board', board.number)}",
            "semicolons": f"cgi-bin/board.pl?board={slug(board.title)}",
        }
        return self.root + self._paged(forms[self._traits.addresses], page, THREADS_PER_PAGE)

    def thread(self, thread: Thread, page: int = 1) -> str:
        number, name = thread.number, self._slugs[thread.number]
        forms = {
            "query": f"viewtopic.php?t={number}",
            "query_board": f"showthread.php?fid={thread.board.number}&tid={number}",
            "path": f"topic/{number}",
            "slug_id": f"threads/{name}.{number}/",
            "files": f"thread-{number}.html",
            "slugs": f"b/{slug(thread.board.title)}/{name}/",
            "board_path": f"{slug(thread.board.title)}/{number}-{name}",
            "dotted": f"index.php?topic={number}.0",
            "action": f"index.php?action=thread&id={number}",
            "commas": f"read.php?{thread.board.number},{number}",
            "short": f"t/{name}/{number}",
            "drawn": f"d/{_drawn('thread', number)}",
            "semicolons": f"cgi-bin/board.pl?board={slug(thread.board.title)};num={number}",
        }
        return self.root + self._paged(forms[self._traits.addresses], page, POSTS_PER_PAGE)

    def _paged(self, plain: str, page: int, size: int) -> str:
        if page == 1:
            return plain
        kind, paging = self._traits.addresses, self._traits.paging
        offset = (page - 1) * size
        if kind == "dotted" and "." in plain:
            return plain.removesuffix(".0") + f".{offset}"
        if kind == "commas" and "?" in plain:
            return f"{plain},page={page}"
        if kind == "files" and plain.endswith(".html") and paging in ("path", "p"):
            return plain.removesuffix(".html") + f"-{page}.html"
        if paging == "path" and "?" not in plain and not plain.endswith(".html"):
            return f"{plain}page-{page}" if plain.endswith("/") else f"{plain}/page/{page}"
        if paging == "p" and kind in ("path", "short", "drawn") and "?" not in plain:
            return f"{plain}/{page}"
        joint = "?" if "?" not in plain else ";" if kind == "semicolons" else "&"
        name, value = ("start", offset) if paging == "start" else ("page" if paging == "page" else "p", page)
        return f"{plain}{joint}{name}={value}"

    def person(self, person: Person) -> str:
        if "?" in self.thread_form:
            return f"{self.root}profile.php?u={person.number}"
        return f"{self.root}user/{person.number}/{slug(person.name)}"

    @property
    def thread_form(self) -> str:
        return {"query": "?", "query_board": "?", "dotted": "?", "action": "?", "commas": "?", "semicolons": "?"}.get(
            self._traits.addresses, ""
        )

    def mark(self, post: Post) -> str:
        return f"{self._traits.marks}{post.number}" if self._traits.marks else ""

    def permalink(self, thread: Thread, post: Post, page: int) -> str:
        """Where a single post is shown, or the thread at it; empty where the software has no such thing."""
        kind = self._traits.permalinks
        if kind == "redirect":
            return f"{self.root}goto.php?post={post.number}" if self.thread_form else f"{self.root}posts/{post.number}/"
        if kind == "page":
            return f"{self.root}show.php?post={post.number}" if self.thread_form else f"{self.root}post/{post.number}"
        if kind == "fragment" and self.mark(post):
            return f"{self.thread(thread, page)}#{self.mark(post)}"
        return ""

    def other(self, name: str) -> str:
        """A page of the software's own: search, login, members …"""
        return self.root + (f"{name}.php" if self.thread_form else name)

    def tag(self, tag: str, page: int = 1) -> str:
        plain = f"tags.php?tag={tag}" if self.thread_form else f"tag/{tag}"
        return self.root + self._paged(plain, page, THREADS_PER_PAGE)

    def stream(self, name: str, page: int = 1) -> str:
        """A list over all boards."""
        plain = f"{name}.php" if self.thread_form else name
        return self.root + self._paged(plain, page, THREADS_PER_PAGE)

    def plain_copy(self, of: Board | Thread | None) -> str:
        """The same in another dress: the front page, a board or a thread."""
        if of is None:
            return f"{self.root}archive/index.html"
        return f"{self.root}archive/{'t' if isinstance(of, Thread) else 'f'}-{of.number}.html"

    def viewed(self, url: str, query: str) -> str:
        """Another view of a page."""
        return url + ("&" if "?" in url else "?") + query
