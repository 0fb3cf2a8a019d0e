"""Hacker News and other sites of its make: tables inside tables, ages, answers set in by the width of a picture.

Stories and comments have addresses of one kind; each comment has a page, too.
"""

from datetime import datetime
from functools import cached_property

from tests.support.invented_forums.content import Board, Person, Thread
from tests.support.lookalikes.package import NOW, Package, paged


class Look(Package):
    per_list, per_thread = 20, 1000

    def board(self, board: Board, page: int = 1) -> str:
        return self.list_at(page)

    def list_at(self, page: int) -> str:
        return "" if page == 1 else f"?p={page}"

    def thread(self, thread: Thread, page: int = 1) -> str:
        return f"item?id={thread.posts[0].number}"

    def person(self, person: Person) -> str:
        return f"user?id={person.name}"

    def shown(self, time: datetime) -> str:
        days = (NOW - time).days
        return f"{days} days ago" if days > 1 else f"{int((NOW - time).total_seconds() // 3600)} hours ago"

    @cached_property
    def depths(self) -> dict[int, int]:
        """How far each comment is set in: what quotes another answers it."""
        found: dict[int, int] = {}
        for thread in self.content.threads:
            for place, post in enumerate(thread.posts[1:]):
                above = thread.posts[place]
                found[post.number] = found.get(above.number, -1) + 1 if post.number % 3 and place else 0
        return found

    def make(self) -> None:
        for page, pages, threads in paged(self.latest, self.per_list):
            first = (page - 1) * self.per_list + 1
            self.listing(self.list_at(page), "list.html", threads=threads, page=page, pages=pages, first=first)
            self.again(f"news{self.list_at(page)}", as_at=self.list_at(page))
        self.make_threads()
        self.noise()

    def noise(self) -> None:
        for thread in self.content.threads:
            for post in thread.posts[1:]:
                self.other(f"item?id={post.number}", "comment.html", thread=thread, post=post)
        for person in self.people:
            self.other(self.person(person), "person.html", person=person)
            values = {"threads": self.by(person)[:10], "page": 1, "pages": 1, "first": 1}
            self.other(f"submitted?id={person.name}", "list.html", **values)
            said = [(one, post) for one in self.by(person) for post in one.posts[1:] if post.author is person][:10]
            self.other(f"threads?id={person.name}", "said.html", said=said)
        newest = sorted(self.content.threads, key=lambda thread: -thread.posts[0].number)
        for page, _, threads in paged(newest, self.per_list):
            path = (
                "newest"
                if page == 1
                else f"newest?next={threads[0].posts[0].number}&n={(page - 1) * self.per_list + 1}"
            )
            self.other(path, "list.html", threads=threads, page=1, pages=1, first=1)
        said = [(thread, thread.last) for thread in self.latest if len(thread.posts) > 1]
        self.other("newcomments", "said.html", said=said[:20])
        for name in ("ask", "show", "jobs", "front"):
            self.other(name, "list.html", threads=self.latest[:8], page=1, pages=1, first=1)
        for name in (
            "login",
            "submit",
            "lists",
            "newsguidelines.html",
            "newsfaq.html",
            "security.html",
            "bookmarklet.html",
        ):
            self.other(name, "form.html")
