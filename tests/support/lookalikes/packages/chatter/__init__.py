"""Chatter for Laravel: rows that are one link each, boards and threads by their names alone, ages, no profiles."""

from collections import Counter
from datetime import datetime
from functools import cached_property

from tests.support.invented_forums.content import Board, Thread
from tests.support.lookalikes.package import Package, ago, paged, slug


class Look(Package):
    folder = "forums"
    per_list = per_thread = 10

    @cached_property
    def names(self) -> dict[int, str]:
        """Threads as they are called in addresses: the second of a name has a number."""
        seen: Counter[str] = Counter()
        found = {}
        for thread in self.content.threads:
            name = slug(thread.title)
            found[thread.number] = f"{name}-{seen[name]}" if seen[name] else name
            seen[name] += 1
        return found

    def board(self, board: Board, page: int = 1) -> str:
        return f"/forums/category/{slug(board.title)}" + (f"?page={page}" if page > 1 else "")

    def thread(self, thread: Thread, page: int = 1) -> str:
        path = f"/forums/discussion/{slug(thread.board.title)}/{self.names[thread.number]}"
        return path + (f"?page={page}" if page > 1 else "")

    def shown(self, time: datetime) -> str:
        return ago(time)

    def make(self) -> None:
        for page, pages, threads in paged(self.latest, self.per_list):
            path = f"/forums?page={page}" if page > 1 else ""
            self.listing(path, "board.html", board=None, threads=threads, page=page, pages=pages)
        for board in self.content.boards:
            for page, pages, threads in paged(self.threads(board), self.per_list):
                self.listing(
                    self.board(board, page), "board.html", board=board, threads=threads, page=page, pages=pages
                )
        self.make_threads()
        self.noise()

    def noise(self) -> None:
        self.again("/forums?page=1", as_at="")
        for board in self.content.boards:
            self.again(f"{self.board(board)}?page=1", as_at=self.board(board))
        for thread in self.content.threads:
            self.again(f"{self.thread(thread)}?page=1", as_at=self.thread(thread))
        for path in ("/", "/login", "/register", "/password/reset"):
            self.other(path, "form.html")
        for name in ("login", "register"):
            self.redirect(f"/forums/{name}", to=f"/{name}?redirect=forums")
            self.again(f"/{name}?redirect=forums", as_at=f"/{name}")
