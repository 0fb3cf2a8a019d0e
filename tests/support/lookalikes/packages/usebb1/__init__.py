"""UseBB 1 with its friendly addresses: words and numbers joined by hyphens, single posts beside pages."""

from datetime import datetime

from tests.support.invented_forums.content import Board, Person, Post, Thread
from tests.support.lookalikes.package import Package, clock

MENU = ("panel-register.html", "panel-login.html", "faq.html", "search.html", "online.html", "staff.html",
        "panel-sendpwd.html")  # fmt: skip


class Look(Package):
    @property
    def boards(self) -> list[Board]:  # type: ignore[override]
        return list(self.content.boards)

    def below(self, board: Board) -> list[Board]:
        return []

    def board(self, board: Board, page: int = 1) -> str:
        return f"forum-{board.number}" + (f"-{page}" if page > 1 else "") + ".html"

    def thread(self, thread: Thread, page: int = 1) -> str:
        return f"topic-{thread.number}" + (f"-{page}" if page > 1 else "") + ".html"

    def post(self, post: Post) -> str:
        return f"topic-post{post.number}.html"

    def person(self, person: Person) -> str:
        return f"profile-{person.number}.html"

    def shown(self, time: datetime) -> str:
        return f"{time:%a %b %d, %Y} {clock(time)}"

    def noise(self) -> None:
        self.again("index.html", as_at="")
        for thread in self.content.threads:
            for post in thread.posts:
                self.again(self.post(post), as_at=self.thread(thread, self.page_of(thread, post)))
                self.other(f"post-topic{thread.number}-quotepost{post.number}.html", "form.html")
            self.other(f"post-topic{thread.number}.html", "form.html")
        for board in self.content.boards:
            self.other(f"post-forum{board.number}.html", "form.html")
        self.other("active.html", "stream.html", threads=self.latest[:25])
        for person in self.people:
            self.other(self.person(person), "person.html", person=person)
            self.other(f"mail-{person.number}.html", "form.html")
        for path in MENU:
            self.other(path, "form.html")
        self.other("members.html", "members.html")
        self.other("stats.html", "stats.html")
