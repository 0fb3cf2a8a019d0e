"""FUDforum 3 as it comes: one program, trees of all there is, subjects that lead to single posts."""

from datetime import datetime

from tests.support.invented_forums.content import Board, Person, Post, Thread
from tests.support.lookalikes.package import Package

ROOT = "index.php?t="
MENU = ("finduser&btn_submit=Find&", "cal&", "search&", "help_index&", "register&", "login&", "polllist&", "mnav&")


class Look(Package):
    per_list = 20

    @property
    def boards(self) -> list[Board]:  # type: ignore[override]
        return list(self.content.boards)

    def below(self, board: Board) -> list[Board]:
        return []

    def board(self, board: Board, page: int = 1) -> str:
        return f"{ROOT}thread&frm_id={board.number}&" + (f"start={self.per_list * (page - 1)}&" if page > 1 else "")

    def thread(self, thread: Thread, page: int = 1) -> str:
        return f"{ROOT}msg&th={thread.number}&start={self.per_thread * (page - 1)}&"

    def post(self, thread: Thread, post: Post) -> str:
        return f"{ROOT}msg&th={thread.number}&goto={post.number}&"

    def goto(self, post: Post, view: str = "msg") -> str:
        return f"{ROOT}{view}&goto={post.number}&"

    def person(self, person: Person) -> str:
        return f"{ROOT}usrinfo&id={person.number}&"

    def before(self, post: Post, thread: Thread) -> Post:
        return thread.posts[thread.posts.index(post) - 1]

    def beside(self, thread: Thread, step: int) -> Thread:
        threads = self.content.threads
        return threads[(threads.index(thread) + step) % len(threads)]

    def shown(self, time: datetime) -> str:
        return f"{time:%a, %d %B %Y %H:%M}"

    def day(self, time: datetime) -> str:
        return f"{time:%a, %d %B %Y}"

    def noise(self) -> None:
        for path in ("index.php", f"{ROOT}index&", f"{ROOT}i&"):
            self.again(path, as_at="")
        for path in (f"{ROOT}index&cat=1&", f"{ROOT}i&cat=1&"):
            self.other(path, "front.html")
        for thread in self.content.threads:
            self.other(f"{ROOT}tree&th={thread.number}&", "tree.html", thread=thread, post=thread.posts[0])
            for page in range(1, self.count(thread) + 1):
                start = self.per_thread * (page - 1)
                reply = f"{ROOT}post&th_id={thread.number}&reply_to={thread.posts[0].number}&start={start}&"
                self.other(reply, "form.html")
            for post in thread.posts:
                page = self.page_of(thread, post)
                self.again(self.post(thread, post), as_at=self.thread(thread, page))
                self.again(self.goto(post), as_at=self.thread(thread, page))
                tree = f"{ROOT}tree&th={thread.number}&goto={post.number}&"
                self.other(tree, "tree.html", thread=thread, post=post)
                for path in (f"report&msg_id={post.number}&", f"post&reply_to={post.number}&",
                             f"post&reply_to={post.number}&quote=true&"):  # fmt: skip
                    self.other(ROOT + path, "form.html")
        for board in self.content.boards:
            threads = self.threads(board)[: self.per_list]
            self.other(f"{ROOT}threadt&frm_id={board.number}&", "trees.html", board=board, threads=threads)
            self.other(f"{ROOT}post&frm_id={board.number}&", "form.html")
            alone = [one for one in self.threads(board) if len(one.posts) == 1]
            self.other(f"{ROOT}selmsg&reply_count=0&frm_id={board.number}&", "stream.html", threads=alone)
            self.other(f"{ROOT}selmsg&date=today&frm_id={board.number}&th=0&", "stream.html", threads=[])
            for thread in self.threads(board):
                path = f"{ROOT}selmsg&date=today&frm_id={board.number}&th={thread.number}&"
                self.other(path, "stream.html", threads=[])
        self.other(f"{ROOT}selmsg&reply_count=0&frm_id=0&", "stream.html", threads=self.latest[:5])
        self.other(f"{ROOT}selmsg&date=today&frm_id=0&th=0&", "stream.html", threads=[])
        for person in self.people:
            self.other(self.person(person), "person.html", person=person)
            self.other(f"{ROOT}showposts&id={person.number}&", "stream.html", threads=self.by(person)[:10])
            self.other(f"{ROOT}email&toi={person.number}&", "form.html")
        for path in MENU[1:]:
            self.other(ROOT + path, "form.html")
        self.other(ROOT + MENU[0], "members.html")
