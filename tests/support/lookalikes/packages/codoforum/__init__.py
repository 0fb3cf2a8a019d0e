"""In the manner of Codoforum, as its server writes pages: one program with paths in a query, topics in cards."""

from datetime import datetime

from tests.support.invented_forums.content import Board, Person, Post, Thread
from tests.support.lookalikes.package import Package, paged, slug


class Look(Package):
    folder = "forum/"

    def board(self, board: Board, page: int = 1) -> str:
        return f"index.php?u=/category/{slug(board.title)}" + (f"/{page}" if page > 1 else "")

    def thread(self, thread: Thread, page: int = 1) -> str:
        return f"index.php?u=/topic/{thread.number}/{slug(thread.title)}" + (f"/{page}" if page > 1 else "")

    def post(self, thread: Thread, post: Post) -> str:
        return f"{self.thread(thread, self.page_of(thread, post))}/post-{post.number}"

    def person(self, person: Person) -> str:
        return f"index.php?u=/user/profile/{person.number}"

    def shown(self, time: datetime) -> str:
        return f"{time.day} {time:%b %Y}, {time:%H:%M}"

    def make(self) -> None:
        for page, pages, threads in paged(self.latest, self.per_list):
            path = f"index.php?u=/topics/{page}" if page > 1 else ""
            self.listing(path, "front.html", threads=threads, page=page, pages=pages)
        for board in self.content.boards:
            for page, pages, threads in paged(self.threads(board), self.per_list):
                values = {"board": board, "page": page, "pages": pages, "below": self.below(board)}
                self.listing(self.board(board, page), "board.html", threads=threads, **values)
        self.make_threads()
        self.noise()

    def noise(self) -> None:
        self.again("index.php", as_at="")
        self.again("index.php?u=/topics", as_at="")
        for thread in self.content.threads:
            for post in thread.posts:
                self.again(self.post(thread, post), as_at=self.thread(thread, self.page_of(thread, post)))
        for person in self.people:
            self.other(self.person(person), "person.html", person=person)
        for tag in sorted({tag for thread in self.content.threads for tag in thread.tags}):
            found = [one for one in self.latest if tag in one.tags][: self.per_list]
            self.other(f"index.php?u=/tags/{tag}", "front.html", threads=found, page=1, pages=1)
        for path in (
            "user/login",
            "user/register",
            "user/forgot",
            "page/6/terms-of-service",
            "page/7/privacy",
            "search",
        ):
            self.other(f"index.php?u=/{path}", "form.html")
