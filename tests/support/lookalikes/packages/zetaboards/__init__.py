"""ZetaBoards: pages by a bare number (`topic/12/2/`), several rows of a table for a post, a forum in a folder."""

from datetime import datetime

from tests.support.invented_forums.content import Board, Person, Post, Thread
from tests.support.lookalikes.package import Package, clock, paged


class Look(Package):
    folder = "workshop/"

    def board(self, board: Board, page: int = 1) -> str:
        return f"{self.root}forum/{board.number + 3016000}/" + (f"{page}/" if page > 1 else "")

    def thread(self, thread: Thread, page: int = 1) -> str:
        return f"{self.root}topic/{thread.number * 3 + 8480000}/" + (f"{page}/" if page > 1 else "")

    def post(self, thread: Thread, post: Post) -> str:
        return f"{self.root}single/?p={post.number + 90000}&t={thread.number * 3 + 8480000}"

    def last_post(self, thread: Thread) -> str:
        last = f"{self.root}topic/{thread.number * 3 + 8480000}/{self.count(thread)}/"
        return f"{last}#post-{thread.last.number + 90000}"

    def person(self, person: Person) -> str:
        return f"{self.root}profile/{person.number + 52000}/"

    def shown(self, time: datetime) -> str:
        return f"{time:%b} {time.day} {time.year}, {clock(time).upper()}"

    def noise(self) -> None:
        self.again("index/", as_at="")
        for thread in self.content.threads:
            self.again(f"{self.thread(thread)}1/", as_at=self.thread(thread))
            self.other(f"{self.root}print/topic/{thread.number * 3 + 8480000}/1/", "print.html", thread=thread)
            for post in thread.posts:
                values = {"thread": thread, "posts": [post], "page": 1, "pages": 1}
                self.other(self.post(thread, post), "thread.html", **values)
        for board in self.content.boards:
            self.again(f"{self.board(board)}1/", as_at=self.board(board))
            for order in ("title", "starter", "replies", "views", "last"):
                self.reordered(f"{self.board(board)}?sort={order}&order=asc", board)
        for page, pages, threads in paged(self.latest, self.per_list):
            path = f"{self.root}search/?c=5" + (f"&page={page}" if page > 1 else "")
            self.other(path, "stream.html", threads=threads, page=page, pages=pages)
        for person in self.people:
            self.other(self.person(person), "person.html", person=person)
        for path in ("login/", "register/1/", "search/", "calendar/", "msg/", "online/", "rules/"):
            self.other(path, "form.html")
        self.other("members/", "members.html")
        self.other("stats/", "members.html")
