"""What Discourse shows without scripts: the newest topics, categories, tags; a link to the next page alone."""

from datetime import datetime

from tests.support.invented_forums.content import Board, Person, Thread
from tests.support.lookalikes.package import Package, clock, paged, slug


class Look(Package):
    per_thread = 20

    def board(self, board: Board, page: int = 1) -> str:
        parents = [one for one in self.content.boards if one.number == board.parent]
        path = "/".join(slug(one.title) for one in (*parents, board))
        return f"/c/{path}/{board.number + 4}" + (f"?page={page - 1}" if page > 1 else "")

    def thread(self, thread: Thread, page: int = 1) -> str:
        return f"/t/{slug(thread.title)}/{thread.number + 20}" + (f"?page={page}" if page > 1 else "")

    def person(self, person: Person) -> str:
        return f"/u/{person.name}"

    def shown(self, time: datetime) -> str:
        return f"{time:%B} {time.day}, {time.year}, {clock(time).replace(' ', '')}"

    def day(self, time: datetime) -> str:
        return f"{time:%B} {time.day}, {time.year}"

    def make(self) -> None:
        self.per_list = 30
        for page, pages, threads in paged(self.latest, self.per_list):
            path = f"/latest?no_definitions=true&page={page - 1}" if page > 1 else ""
            self.listing(
                path,
                "front.html",
                threads=threads,
                page=page,
                pages=pages,
                title="",
                base="/latest?no_definitions=true&page=",
            )
        self.listing("/categories", "categories.html")
        for board in self.content.boards:
            for page, pages, threads in paged(self.threads(board), self.per_list):
                base = f"{self.board(board)}?page="
                values = {"threads": threads, "page": page, "pages": pages, "title": board.title, "base": base}
                self.listing(self.board(board, page), "front.html", **values)
        self.make_threads()
        self.noise()

    def noise(self) -> None:
        self.again("/latest", as_at="")
        for thread in self.content.threads:
            for place, post in enumerate(thread.posts[1:], start=2):
                self.again(f"{self.thread(thread)}/{place}", as_at=self.thread(thread, self.page_of(thread, post)))
        for tag in sorted({tag for thread in self.content.threads for tag in thread.tags}):
            found = [one for one in self.latest if tag in one.tags][: self.per_list]
            values = {"threads": found, "page": 1, "pages": 1, "title": tag, "base": f"/tag/{tag}?page="}
            self.other(f"/tag/{tag}", "front.html", **values)
        for page, pages, threads in paged(self.latest[:60], self.per_list):
            values = {"threads": threads, "page": page, "pages": pages, "title": "Top", "base": "/top?page="}
            self.other("/top" + (f"?page={page - 1}" if page > 1 else ""), "front.html", **values)
        for person in self.people:
            self.other(self.person(person), "person.html", person=person)
        for path in ("/guidelines", "/tos", "/privacy", "/about"):
            self.other(path, "text.html", name=path[1:])
