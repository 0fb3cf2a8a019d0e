"""Question2Answer with its own theme (Snow): questions by votes and views, answers with comments, tags, people."""

from datetime import datetime

from tests.support.invented_forums.content import Board, Person, Post, Thread
from tests.support.lookalikes.package import Package, paged, slug

ORDERS = ("hot", "votes", "answers", "views")


class Look(Package):
    per_thread = 100

    def board(self, board: Board, page: int = 1) -> str:
        return f"/questions/{slug(board.title)}" + (f"?start={self.per_list * (page - 1)}" if page > 1 else "")

    def thread(self, thread: Thread, page: int = 1) -> str:
        return f"/{thread.posts[0].number}/{slug(thread.title)}"

    def post(self, thread: Thread, post: Post) -> str:
        return f"{self.thread(thread)}?show={post.number}"

    def person(self, person: Person) -> str:
        return f"/user/{person.name}"

    def shown(self, time: datetime) -> str:
        return f"{time:%b} {time.day}, {time.year}" if time.year != 2025 else f"{time:%b} {time.day}"

    def stamp(self, time: datetime) -> str:
        return f"{time:%Y-%m-%dT%H:%M:00}+0000"

    def make(self) -> None:
        self.listing(
            "",
            "front.html",
            title="Recent questions and answers",
            threads=self.latest[:15],
            page=1,
            pages=1,
            base="/questions",
            active=True,
        )
        asked = sorted(self.content.threads, key=lambda thread: thread.posts[0].time)[::-1]
        self._list("/questions", "Recent questions", asked)
        self.listing("/categories", "categories.html")
        for board in self.content.boards:
            self._list(self.board(board), f"Recent questions in {board.title}", self.threads(board))
        self.make_threads()
        self.noise()

    def _list(self, base: str, title: str, found: list[Thread]) -> None:
        for page, pages, threads in paged(found, self.per_list):
            path = base + (f"?start={self.per_list * (page - 1)}" if page > 1 else "")
            values = {"title": title, "threads": threads, "page": page, "pages": pages, "base": base, "active": False}
            self.listing(path, "front.html", **values)

    def noise(self) -> None:
        for thread in self.content.threads:
            for post in thread.posts:
                self.again(self.post(thread, post), as_at=self.thread(thread))
        by_answers = sorted(self.content.threads, key=lambda thread: -len(thread.posts))
        for order in ORDERS:
            for page, pages, threads in paged(by_answers, self.per_list):
                start = f"&start={self.per_list * (page - 1)}" if page > 1 else ""
                base = f"/questions?sort={order}"
                values = {
                    "title": order,
                    "threads": threads,
                    "page": page,
                    "pages": pages,
                    "base": base,
                    "active": False,
                }
                self.other(base + start, "front.html", **values)
        for base, found in (
            ("/unanswered", [one for one in self.latest if len(one.posts) == 1][: self.per_list]),
            ("/activity", self.latest[: self.per_list]),
        ):
            values = {
                "title": base[1:],
                "threads": found,
                "page": 1,
                "pages": 1,
                "base": base,
                "active": base == "/activity",
            }
            self.other(base, "front.html", **values)
        for tag in sorted({tag for thread in self.content.threads for tag in thread.tags}):
            found = [one for one in self.latest if tag in one.tags][: self.per_list]
            values = {"title": f"Recent questions tagged {tag}", "threads": found, "page": 1, "pages": 1}
            self.other(f"/tag/{tag}", "front.html", **values, base=f"/tag/{tag}", active=False)
        self.other("/tags", "tags.html", tags=sorted({tag for thread in self.content.threads for tag in thread.tags}))
        self.other("/users", "members.html")
        for person in self.people:
            self.other(self.person(person), "person.html", person=person)
            values = {
                "title": "Recent activity",
                "threads": self.by(person)[:15],
                "page": 1,
                "pages": 1,
                "active": True,
            }
            self.other(f"{self.person(person)}/activity", "front.html", base="/activity", **values)
        for path in ("/login", "/register", "/ask", "/feedback"):
            self.other(path, "form.html")
