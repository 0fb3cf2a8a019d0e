"""Waterhole: lists go on behind a cursor, opening posts unlike answers and hidden from the second page on."""

import base64
import json
from datetime import datetime

from tests.support.invented_forums.content import Board, Person, Post, Thread
from tests.support.lookalikes.package import Package, paged, slug

FILTERS = ("newest", "top", "trending", "alphabetical")


class Look(Package):
    def board(self, board: Board, page: int = 1) -> str:
        return self.further(f"/channels/{slug(board.title)}", self.threads(board), page)

    def further(self, path: str, threads: list[Thread], page: int) -> str:
        """A page of a list: behind the last thread of the page before."""
        if page == 1:
            return path
        last = threads[self.per_list * (page - 1) - 1]
        place = {"last_activity_at": f"{last.last.time}", "id": last.number, "_pointsToNextItems": True}
        cursor = base64.urlsafe_b64encode(json.dumps(place, separators=(",", ":")).encode()).decode().rstrip("=")
        return f"{path}?direction=forwards&cursor={cursor}"

    def thread(self, thread: Thread, page: int = 1) -> str:
        return f"/posts/{thread.number}-{slug(thread.title)}" + (f"?page={page}" if page > 1 else "")

    def page_of(self, thread: Thread, post: Post) -> int:
        return max(0, thread.posts.index(post) - 1) // self.per_thread + 1

    def count(self, thread: Thread) -> int:
        return max(1, -(-(len(thread.posts) - 1) // self.per_thread))

    def at(self, thread: Thread, post: Post) -> str:
        return f"{self.thread(thread, self.page_of(thread, post))}#comment_{post.number}"

    def alone(self, thread: Thread, post: Post) -> str:
        return f"{self.thread(thread)}/comments/{post.number}"

    def person(self, person: Person) -> str:
        return f"/users/{person.number}-{slug(person.name)}"

    def shown(self, time: datetime) -> str:
        return f"{time:%b} {time.day}, {time.year}"

    def exact(self, time: datetime) -> str:
        return f"{time:%Y-%m-%dT%H:%M:%S}+00:00"

    def tip(self, time: datetime) -> str:
        return f"{time:%a}, {self.shown(time)} {time.hour % 12 or 12}:{time:%M %p}"

    def make(self) -> None:
        self.feed("", self.latest)
        for board in self.content.boards:
            self.feed(self.board(board), self.threads(board), board=board)
        self.make_threads()
        self.noise()

    def feed(self, path: str, threads: list[Thread], board: Board | None = None) -> None:
        for page, pages, found in paged(threads, self.per_list):
            after = self.further(path or "/", threads, page + 1) if page < pages else ""
            values = {"board": board, "threads": found, "after": after, "home": path or "/"}
            self.listing(self.further(path or "/", threads, page) if page > 1 else path, "board.html", **values)

    def make_threads(self) -> None:
        for thread in self.content.threads:
            for page, pages, posts in paged(thread.posts[1:], self.per_thread):
                values = {"posts": posts, "page": page, "pages": pages}
                self.wanted(self.thread(thread, page), thread, "thread.html", **values)
                if page > 1:
                    self.again(f"{self.thread(thread)}?direction=forwards&page={page}", self.thread(thread, page))

    def noise(self) -> None:
        for thread in self.content.threads:
            for post in thread.posts[1:]:
                self.other(self.alone(thread, post), "comment.html", thread=thread, post=post)
        for word in FILTERS:
            values = {"threads": self.latest[:0:-1][: self.per_list], "after": ""}
            self.other(f"/?filter={word}", "board.html", board=None, home="/", **values)
            for board in self.content.boards:
                path = f"{self.board(board)}?filter={word}"
                threads = sorted(self.threads(board), key=lambda one: one.title)[: self.per_list]
                self.other(path, "board.html", board=board, threads=threads, after="", home=self.board(board))
        for person in self.people:
            begun = [one for one in self.latest if one.posts[0].author is person]
            said = [(one, post) for one in self.by(person) for post in one.posts[1:] if post.author is person][:10]
            for path in (self.person(person), f"{self.person(person)}/posts"):
                self.other(path, "person.html", person=person, threads=begun, said=[])
            self.other(f"{self.person(person)}/comments", "person.html", person=person, threads=[], said=said)
        for path in ("/login", "/register", "/search", "/forgot-password", "/pages/guidelines"):
            self.other(path, "form.html")
