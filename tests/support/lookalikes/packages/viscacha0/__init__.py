"""Viscacha as it comes: texts bare in the box of their post, jumps to posts by words, prints page by page."""

from datetime import datetime

from tests.support.invented_forums.content import Board, Person, Post, Thread
from tests.support.lookalikes.package import Package

MENU = (
    "register.php", "log.php?action=login", "misc.php?action=rules", "misc.php?action=markasread",
    "misc.php?action=bbhelp", "search.php", "pm.php", "team.php", "misc.php?action=wwo",
    "search.php?action=active&type=lastvisit",
)  # fmt: skip


class Look(Package):
    def front(self) -> str:
        return "forum.php"

    def board(self, board: Board, page: int = 1) -> str:
        return f"showforum.php?id={board.number}" + (f"&page={page}" if page > 1 else "")

    def thread(self, thread: Thread, page: int = 1) -> str:
        return f"showtopic.php?id={thread.number}" + (f"&page={page}" if page > 1 else "")

    def post(self, post: Post) -> str:
        return f"showtopic.php?action=jumpto&topic_id={post.number}"

    def person(self, person: Person) -> str:
        return f"profile.php?id={person.number}"

    def shown(self, time: datetime) -> str:
        return f"{time:%d.%m.%Y, %H:%M}"

    def make(self) -> None:
        super().make()
        for path in ("", "index.php"):
            self.again(path, as_at=self.front())

    def noise(self) -> None:
        for thread in self.content.threads:
            for page in range(1, self.count(thread) + 1):
                posts = thread.posts[(page - 1) * self.per_thread : page * self.per_thread]
                self.other(f"print.php?id={thread.number}&page={page}", "print.html", thread=thread, posts=posts)
            self.again(f"{self.thread(thread)}&page=1", as_at=self.thread(thread))
            last = self.thread(thread, self.count(thread))
            for path in (f"showtopic.php?action=last&id={thread.number}", f"{self.thread(thread)}&action=last"):
                self.redirect(path, to=last)
            self.other(f"addreply.php?id={thread.number}", "form.html")
            for post in thread.posts:
                self.redirect(self.post(post), to=self.thread(thread, self.page_of(thread, post)))
                self.other(f"addreply.php?id={thread.number}&qid%5B%5D={post.number}", "form.html")
                if post.is_edited:
                    self.other(f"misc.php?action=edithistory&id={post.number}", "form.html")
        for board in self.content.boards:
            self.again(f"{self.board(board)}&page=1", as_at=self.board(board))
            self.other(f"newtopic.php?id={board.number}", "form.html")
            self.other(f"misc.php?action=markforumasread&board={board.number}", "form.html")
        for person in self.people:
            self.other(self.person(person), "person.html", person=person)
        self.other("search.php?action=active&type=days-1", "stream.html", threads=self.latest[:15])
        self.other("portal.php", "portal.html")
        for path in MENU:
            self.other(path, "form.html")
        self.other("members.php", "members.html")
