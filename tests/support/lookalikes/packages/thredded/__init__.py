"""Thredded as it comes: nothing but names in addresses, each board a box that is one link."""

from datetime import datetime

from tests.support.invented_forums.content import Board, Person, Post, Thread
from tests.support.lookalikes.package import Package, slug


class Look(Package):
    folder = "forum/"

    @property
    def boards(self) -> list[Board]:  # type: ignore[override]
        return list(self.content.boards)

    def below(self, board: Board) -> list[Board]:
        return []

    def front(self) -> str:
        return "/forum"

    def board(self, board: Board, page: int = 1) -> str:
        return f"/forum/{slug(board.title)}" + (f"/page-{page}" if page > 1 else "")

    def thread(self, thread: Thread, page: int = 1) -> str:
        return f"{self.board(thread.board)}/{self.name_of(thread)}" + (f"/page-{page}" if page > 1 else "")

    def name_of(self, thread: Thread) -> str:
        """Its title; with its number if another has the same."""
        name = slug(thread.title) or "topic"
        same = [one for one in self.content.of(thread.board) if (slug(one.title) or "topic") == name]
        return name if min(one.number for one in same) == thread.number else f"{name}-{thread.number}"

    def post(self, post: Post) -> str:
        return f"/forum/posts/{post.number}"

    def person(self, person: Person) -> str:
        return f"/users/{person.number}"

    def shown(self, time: datetime) -> str:
        return f"{time:%B %d, %Y %H:%M}"

    def make(self) -> None:
        super().make()
        self.again("", as_at=self.front())

    def noise(self) -> None:
        for thread in self.content.threads:
            for post in thread.posts:
                self.redirect(self.post(post), to=self.thread(thread, self.page_of(thread, post)))
        for person in self.people:
            self.other(self.person(person), "person.html", person=person)
        for path in ("/users/sign_in", "/users/sign_up", "/"):
            self.other(path, "form.html")
