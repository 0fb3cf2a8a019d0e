"""Phorum 5.2: queries that are lists (`read.php?2,12,page=2`), single posts, prints, what comes before and after."""

from datetime import datetime

from tests.support.invented_forums.content import Board, Person, Post, Thread
from tests.support.lookalikes.package import Package


class Look(Package):
    def board(self, board: Board, page: int = 1) -> str:
        return f"list.php?{board.number + 1}" + (f",page={page}" if page > 1 else "")

    def thread(self, thread: Thread, page: int = 1) -> str:
        """A thread is called by the number of its first post."""
        plain = f"read.php?{thread.board.number + 1},{thread.posts[0].number}"
        return plain + (f",page={page}" if page > 1 else "")

    def post(self, thread: Thread, post: Post) -> str:
        return f"read.php?{thread.board.number + 1},{thread.posts[0].number},{post.number}"

    def person(self, person: Person, board: Board) -> str:
        return f"profile.php?{board.number + 1},{person.number}"

    def shown(self, time: datetime) -> str:
        return f"{time:%B %d, %Y %I:%M%p}"

    def noise(self) -> None:
        self.again("index.php", as_at="")
        self.again("index.php?0", as_at="")
        for board in self.content.boards:
            threads = self.threads(board)
            self.again(f"{self.board(board)},page=1", as_at=self.board(board))
            for place, thread in enumerate(threads):
                number = f"{board.number + 1},{thread.posts[0].number}"
                self.redirect(f"read.php?{number},newer", to=self.thread(threads[place - 1]))
                self.redirect(f"read.php?{number},older", to=self.thread(threads[(place + 1) % len(threads)]))
                self.again(f"{self.thread(thread)},page=1", as_at=self.thread(thread))
                self.other(f"read.php?{number},printview", "print.html", thread=thread)
                for post in thread.posts:
                    self.again(self.post(thread, post), as_at=self.thread(thread, self.page_of(thread, post)))
            for person in self.people:
                self.other(self.person(person, board), "person.html", person=person, board=board)
            for name in ("login", "register", "search", "posting"):
                self.other(f"{name}.php?{board.number + 1}", "form.html")
        for name in ("login", "register", "search"):
            self.other(f"{name}.php?0", "form.html")
