"""Laravel-Forum with its Bootstrap preset: authors are bare names, last posts are further pages with a mark, ages."""

from datetime import datetime

from tests.support.invented_forums.content import Board, Post, Thread
from tests.support.lookalikes.package import Package, ago, slug


class Look(Package):
    folder = "forum"

    def board(self, board: Board, page: int = 1) -> str:
        return f"/forum/c/{board.number}-{slug(board.title)}" + (f"?page={page}" if page > 1 else "")

    def thread(self, thread: Thread, page: int = 1) -> str:
        return f"/forum/t/{thread.number}-{slug(thread.title)}" + (f"?page={page}" if page > 1 else "")

    def place(self, thread: Thread, post: Post) -> int:
        return thread.posts.index(post) + 1

    def at(self, thread: Thread, post: Post) -> str:
        """The post on its page; that of the first page is named, too."""
        return f"{self.thread(thread)}?page={self.page_of(thread, post)}#post-{self.place(thread, post)}"

    def alone(self, thread: Thread, post: Post) -> str:
        return f"{self.thread(thread)}/p/{post.number}"

    def newest(self, board: Board) -> Thread:
        """The thread that was begun last."""
        return max(self.threads(board), key=lambda thread: thread.posts[0].time)

    def shown(self, time: datetime) -> str:
        return ago(time)

    def noise(self) -> None:
        for board in self.content.boards:
            self.again(f"{self.board(board)}?page=1", as_at=self.board(board))
            self.other(f"{self.board(board)}/t/create", "form.html")
        for thread in self.content.threads:
            self.again(f"{self.thread(thread)}?page=1", as_at=self.thread(thread))
            for post in thread.posts:
                self.other(self.alone(thread, post), "post.html", thread=thread, post=post)
        self.other("/forum/recent", "recent.html")
        for path in ("/", "/login", "/register", "/password/reset"):
            self.other(path, "form.html")
