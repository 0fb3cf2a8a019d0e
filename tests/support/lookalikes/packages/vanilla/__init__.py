"""Vanilla 2: the newest discussions are the front page, categories beside them; single comments, profiles, activity."""

from datetime import datetime

from tests.support.invented_forums.content import Board, Person, Post, Thread
from tests.support.lookalikes.package import Package, paged, slug


class Look(Package):
    def board(self, board: Board, page: int = 1) -> str:
        return f"/categories/{slug(board.title)}" + (f"/p{page}" if page > 1 else "")

    def thread(self, thread: Thread, page: int = 1) -> str:
        return f"/discussion/{thread.number}/{slug(thread.title)}" + (f"/p{page}" if page > 1 else "")

    def post(self, post: Post) -> str:
        return f"/discussion/comment/{post.number}"

    def person(self, person: Person) -> str:
        return f"/profile/{person.number}/{person.name}"

    def shown(self, time: datetime) -> str:
        return f"{time:%B} {time.day}" if time.year == 2025 else f"{time:%B %Y}"

    def title(self, time: datetime) -> str:
        return f"{time:%B} {time.day}, {time.year} {time.hour % 12 or 12}:{time:%M%p}"

    def stamp(self, time: datetime) -> str:
        return f"{time:%Y-%m-%dT%H:%M:00}+00:00"

    def make(self) -> None:
        for page, pages, threads in paged(self.latest, self.per_list):
            path = f"/discussions/p{page}" if page > 1 else ""
            self.listing(path, "front.html", threads=threads, page=page, pages=pages)
        self.listing("/categories", "categories.html")
        for board in self.content.boards:
            for page, pages, threads in paged(self.threads(board), self.per_list):
                values = {"board": board, "page": page, "pages": pages, "below": self.below(board)}
                self.listing(self.board(board, page), "board.html", threads=threads, **values)
        self.make_threads()
        self.noise()

    def noise(self) -> None:
        self.again("/discussions", as_at="")
        self.again("/discussions/p1", as_at="")
        for board in self.content.boards:
            self.again(f"{self.board(board)}/p1", as_at=self.board(board))
        for thread in self.content.threads:
            self.again(f"{self.thread(thread)}/p1", as_at=self.thread(thread))
            for post in thread.posts[1:]:
                self.again(self.post(post), as_at=self.thread(thread, self.page_of(thread, post)))
        for person in self.people:
            self.other(self.person(person), "person.html", person=person, threads=[])
            threads = [one for one in self.latest if one.posts[0].author is person]
            path = f"/profile/discussions/{person.number}/{person.name}"
            self.other(path, "person.html", person=person, threads=threads)
            self.other(f"/profile/comments/{person.number}/{person.name}", "person.html", person=person, threads=[])
        for path in ("/entry/signin", "/entry/register", "/search"):
            self.other(path, "form.html")
        self.other("/activity", "activity.html")
