"""YaBB 2: one program, parameters behind semicolons, pages and posts behind the number of a thread (num=7/15)."""

from datetime import datetime

from tests.support.invented_forums.content import Board, Person, Post, Thread
from tests.support.lookalikes.package import Package, paged


class Look(Package):
    folder = "cgi-bin/yabb2/YaBB.pl"
    per_list, per_thread = 20, 15

    def board(self, board: Board, page: int = 1) -> str:
        return f"?board={self.named(board)}" + (f"/{self.per_list * (page - 1)}" if page > 1 else "")

    def named(self, board: Board) -> str:
        return "".join(word[:4] for word in board.title.lower().split())

    def thread(self, thread: Thread, page: int = 1) -> str:
        return self.at(thread, self.per_thread * (page - 1)) if page > 1 else f"?num={self.number(thread)}"

    def number(self, thread: Thread) -> int:
        """When it was begun, in seconds, as the package has it."""
        return int(thread.posts[0].time.timestamp()) + thread.number

    def at(self, thread: Thread, place: int) -> str:
        return f"?num={self.number(thread)}/{place}"

    def person(self, person: Person) -> str:
        return f"?action=viewprofile;username={person.name}"

    def shown(self, time: datetime) -> str:
        ending = {1: "st", 2: "nd", 3: "rd"}.get(time.day % 10 if time.day // 10 != 1 else 0, "th")
        clock = f"{time.hour % 12 or 12}:{time:%M}{'am' if time.hour < 12 else 'pm'}"
        return f"{time:%b} {time.day}{ending}, {time:%Y} at {clock}"

    def noise(self) -> None:
        for thread in self.content.threads:
            self.other(f"?action=print;num={self.number(thread)}", "print.html", thread=thread)
            self.other(f"?action=sendtopic;topic={self.number(thread)}", "form.html")
            for place, post in enumerate(thread.posts):
                self.other(f"?action=reportmod;num={self.number(thread)};p={place}", "form.html")
                self.other(f"?action=post;num={self.number(thread)};quote={place};title=PostReply", "form.html")
                if place % self.per_thread or not place:
                    self.again(self.at(thread, place), as_at=self.thread(thread, self.page_of(thread, post)))
            self.other(f"{self.thread(thread)}/all", "thread.html", thread=thread, posts=thread.posts, page=1, pages=1)
        self.other("?catselect=general", "front.html")
        for board in self.content.boards:
            for key in ("subject", "starter", "last"):
                self.other(f"{self.board(board)};tsort={key}", "board.html", board=board, page=1, pages=1, below=[],
                           threads=sorted(self.threads(board), key=lambda one: one.title)[: self.per_list])  # fmt: skip
            self.other(f"{self.board(board)}/all", "board.html", board=board, threads=self.threads(board), page=1,
                       pages=1, below=[])  # fmt: skip
        for person in self.people:
            self.other(self.person(person), "person.html", person=person)
            said = [(one, post) for one in self.by(person) for post in one.posts if post.author is person][:10]
            self.other(f"?action=usersrecentposts;username={person.name}", "recent.html", said=said)
        said = [(one, one.last) for one in self.latest[:10]]
        self.other("?action=recent;display=10", "recent.html", said=said)
        for page, pages, people in paged(self.people, 15):
            path = "?action=ml" + (f";start={15 * (page - 1)}" if page > 1 else "")
            self.other(path, "members.html", people=people, page=page, pages=pages)
        for name in ("login", "register", "search", "help", "reminder"):
            self.other(f"?action={name}", "form.html")

    def place(self, thread: Thread, post: Post) -> int:
        return thread.posts.index(post)
