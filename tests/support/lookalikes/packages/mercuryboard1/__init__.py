"""MercuryBoard 1.1 as it comes: all by one program, pagers and lists write the same page otherwise, dates below."""

from datetime import datetime

from tests.support.invented_forums.content import Board, Person, Post, Thread
from tests.support.lookalikes.package import Package, clock, paged

SELF = "/index.php"
MENU = ("login&s=on", "login&s=pass", "register", "search", "help", "active")
ORDERS = ("title", "starter", "replies", "views", "last")
MEMBER_ORDERS = ("member", "posts", "joined", "group")


class Look(Package):
    per_list, per_thread = 20, 15

    def board(self, board: Board, page: int = 1) -> str:
        plain = f"{SELF}?a=forum&f={board.number}"
        return plain if page == 1 else f"{plain}&order=&asc=0&min={self.per_list * (page - 1)}&num={self.per_list}"

    def thread(self, thread: Thread, page: int = 1) -> str:
        plain = f"{SELF}?a=topic&t={thread.number}"
        return plain if page == 1 else f"{plain}&min={self.per_thread * (page - 1)}&num={self.per_thread}"

    def listed(self, thread: Thread, page: int) -> str:
        """A page as lists link to it."""
        start = f"min={self.per_thread * (page - 1)}&num={self.per_thread}"
        return f"{SELF}?a=topic&t={thread.number}&f={thread.board.number}&{start}"

    def last_page(self, thread: Thread) -> str:
        """The page of the last post, as lists link to it."""
        start = (len(thread.posts) - 1) // self.per_thread * self.per_thread
        return f"{SELF}?a=topic&t={thread.number}" + (f"&min={start}" if start else "")

    def person(self, person: Person) -> str:
        return f"{SELF}?a=profile&w={person.number + 1}"

    def quote(self, thread: Thread, post: Post) -> str:
        return f"{SELF}?a=post&s=reply&t={thread.number}&f={thread.board.number}&qu={post.number}"

    def shown(self, time: datetime) -> str:
        return f"{time:%b} {time.day}, {time.year}, {clock(time)}"

    def sorted_lists(self, board: Board) -> None:
        """A board by other orders, up and down, as the heads of columns and as pagers link to it."""
        titles = sorted(self.threads(board), key=lambda thread: thread.title)
        for order in ORDERS:
            for asc, threads in ((1, titles), (0, titles[::-1])):
                for page, pages, some in paged(threads, self.per_list):
                    values = {"board": board, "threads": some, "page": page, "pages": pages, "below": self.below(board)}
                    start = self.per_list * (page - 1)
                    plain = f"{SELF}?a=forum&f={board.number}"
                    by = f"order={order}&asc={asc}"
                    path = f"{plain}&min={start}&n={self.per_list}&{by}"
                    self.other(path, "board.html", order=order, asc=asc, **values)
                    self.again(f"{plain}&{by}&min={start}&num={self.per_list}", as_at=path)

    def noise(self) -> None:
        self.again(SELF, as_at="")
        self.other(f"{SELF}?c=1", "front.html")
        for thread in self.content.threads:
            pages = self.count(thread)
            for page in range(1, pages + 1) if pages > 1 else ():
                self.again(self.listed(thread, page), as_at=self.thread(thread, page))
            if pages > 1:
                self.again(f"{self.thread(thread)}&min=0&num={self.per_thread}", as_at=self.thread(thread))
                self.again(self.last_page(thread), as_at=self.thread(thread, pages))
            self.other(f"{SELF}?a=printer&t={thread.number}", "print.html", thread=thread)
            self.other(f"{SELF}?a=post&s=reply&t={thread.number}", "form.html")
            self.other(f"{SELF}?a=cp&s=addsub&type=topic&item={thread.number}", "form.html")
            for post in thread.posts:
                self.other(self.quote(thread, post), "form.html")
            for person in {post.author.number for post in thread.posts}:
                self.other(f"{SELF}?a=pm&s=buddies&addbud={person + 1}&t={thread.number}", "form.html")
        for board in self.content.boards:
            if len(self.threads(board)) > self.per_list:
                first = f"{self.board(board)}&order=&asc=0&min=0&num={self.per_list}"
                self.again(first, as_at=self.board(board))
            self.sorted_lists(board)
            for what in ("topic", "poll"):
                self.other(f"{SELF}?a=post&s={what}&f={board.number}", "form.html")
            self.other(f"{SELF}?a=cp&s=addsub&type=forum&item={board.number}", "form.html")
        for person in self.people:
            self.other(self.person(person), "person.html", person=person)
            self.other(f"{SELF}?a=pm&s=send&to={person.number + 1}", "form.html")
            self.other(f"{SELF}?a=email&to={person.number + 1}", "form.html")
        for what in MENU:
            self.other(f"{SELF}?a={what}", "form.html")
        self.other(f"{SELF}?a=members", "members.html")
        for order in MEMBER_ORDERS:
            self.other(f"{SELF}?a=members&l=&order={order}&asc=1", "members.html")
        for letter in "abcdefghijklmnopqrstuvwxyz":
            self.other(f"{SELF}?a=members&l={letter}&order=member&asc=0", "members.html")
