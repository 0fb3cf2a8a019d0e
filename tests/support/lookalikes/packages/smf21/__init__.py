"""SMF 2.1 as it comes: one program, queries with semicolons, posts by number, other orders, recent posts."""

from datetime import datetime

from tests.support.invented_forums.content import Board, Person, Post, Thread
from tests.support.lookalikes.package import Package

MENU = ("search", "login", "signup", "help", "stats", "who", "groups", "calendar", "credits", "agreement")


class Look(Package):
    def board(self, board: Board, page: int = 1) -> str:
        return f"index.php?board={board.number}.{self.per_list * (page - 1)}"

    def thread(self, thread: Thread, page: int = 1) -> str:
        return f"index.php?topic={thread.number}.{self.per_thread * (page - 1)}"

    def post(self, thread: Thread, post: Post) -> str:
        return f"index.php?topic={thread.number}.msg{post.number}"

    def person(self, person: Person) -> str:
        return f"index.php?action=profile;u={person.number}"

    def shown(self, time: datetime) -> str:
        return f"{time:%b %d, %Y, %I:%M %p}"

    def noise(self) -> None:
        self.again("index.php", as_at="")
        threads = self.content.threads
        for place, thread in enumerate(threads):
            self.other(f"index.php?action=printpage;topic={thread.number}.0", "print.html", thread=thread)
            for word, other in (("prev", threads[place - 1]), ("next", threads[(place + 1) % len(threads)])):
                self.again(f"index.php?topic={thread.number}.0;prev_next={word}", as_at=self.thread(other))
            for post in thread.posts:
                self.redirect(f"index.php?msg={post.number}", to=self.post(thread, post))
                self.again(self.post(thread, post), as_at=self.thread(thread, self.page_of(thread, post)))
        self.other("index.php?action=unread;c=1", "form.html")
        for board in self.content.boards:
            for order in ("subject", "starter", "replies", "views", "last_post"):
                for desc in (";desc", ""):
                    self.reordered(f"{self.board(board)};sort={order}{desc}", board)
        newest = sorted((post for thread in threads for post in thread.posts), key=lambda post: post.time)[::-1]
        by_number = {post.number: thread for thread in threads for post in thread.posts}
        for page in range(10):
            posts = [(by_number[post.number], post) for post in newest[page * 10 : page * 10 + 10]]
            path = "index.php?action=recent" + (f";start={page * 10}" if page else "")
            self.other(path, "recent.html", posts=posts, page=page + 1)
        for person in self.people:
            self.other(self.person(person), "person.html", person=person)
            posts = [(by_number[post.number], post) for post in newest if post.author is person][:10]
            self.other(f"{self.person(person)};area=showposts", "recent.html", posts=posts, page=1)
        for action in MENU:
            self.other(f"index.php?action={action}", "form.html")
        self.other("index.php?action=mlist", "members.html")
