"""vichan and other imageboards: lists show the opening post of each thread and its last answers, nobody has a page."""

from datetime import datetime

from tests.support.invented_forums.content import Board, Post, Thread
from tests.support.lookalikes.package import Package


class Look(Package):
    per_list, per_thread = 10, 1000

    def board(self, board: Board, page: int = 1) -> str:
        return f"/{self.short(board)}/" + ("index.html" if page == 1 else f"{page}.html")

    def short(self, board: Board) -> str:
        """What boards are called: a letter or two."""
        return "".join(word[0] for word in board.title.lower().split())

    def thread(self, thread: Thread, page: int = 1) -> str:
        return f"/{self.short(thread.board)}/res/{thread.posts[0].number}.html"

    def shown(self, time: datetime) -> str:
        return f"{time:%m/%d/%y (%a) %H:%M:%S}"

    def answers(self, thread: Thread) -> tuple[Post, ...]:
        """Those that lists show."""
        return thread.posts[1:][-5:]

    def noise(self) -> None:
        self.again("/index.html", as_at="/")
        for board in self.content.boards:
            self.again(f"/{self.short(board)}/", as_at=self.board(board))
            self.other(f"/{self.short(board)}/catalog.html", "catalog.html", board=board)
        for thread in self.content.threads:
            if len(thread.posts) > 12:
                self.other(self.thread(thread).replace(".html", "+50.html"), "thread.html", thread=thread,
                           posts=thread.posts, page=1, pages=1)  # fmt: skip
        for path in ("/search.php", "/mod.php", "/faq.html"):
            self.other(path, "form.html")
