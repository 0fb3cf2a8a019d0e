"""Kunena 5 in a Joomla with rewritten addresses: the board is part of a thread's address, articles beside the forum."""

from datetime import datetime

from tests.support.invented_forums.content import Board, Person, Post, Thread
from tests.support.lookalikes.package import Package, paged, slug


class Look(Package):
    folder = "forum"

    def board(self, board: Board, page: int = 1) -> str:
        start = f"?start={self.per_list * (page - 1)}" if page > 1 else ""
        return f"/forum/{board.number + 1}-{slug(board.title)}{start}"

    def thread(self, thread: Thread, page: int = 1) -> str:
        start = f"?start={self.per_thread * (page - 1)}" if page > 1 else ""
        return f"{self.board(thread.board)}/{thread.number}-{slug(thread.title)}{start}"

    def post(self, thread: Thread, post: Post) -> str:
        return f"{self.thread(thread, self.page_of(thread, post))}#{post.number}"

    def person(self, person: Person) -> str:
        return f"/forum/user/{person.number + 40}-{slug(person.name)}"

    def shown(self, time: datetime) -> str:
        return f"{time.day:02} {time:%b %Y %H:%M}"

    def age(self, time: datetime) -> str:
        days = (datetime(2025, 6, 20, 12) - time).days
        return f"{days // 30} months ago" if days >= 60 else f"{days // 7} weeks {days % 7} days ago"

    def noise(self) -> None:
        self.again("/forum/1-workshop", as_at="/forum")
        for path, title, found in (
            ("/forum/recent", "Recent Topics", self.latest),
            ("/forum/noreplies", "No Replies", [one for one in self.latest if len(one.posts) == 1]),
            ("/forum/topics/posts", "Recent posts", self.latest[:30]),
        ):
            for page, pages, threads in paged(found, self.per_list):
                start = f"?start={self.per_list * (page - 1)}" if page > 1 else ""
                self.other(path + start, "stream.html", title=title, threads=threads, page=page, pages=pages, base=path)
        for thread in self.content.threads:
            for layout in ("threaded", "indented"):
                values = {"thread": thread, "posts": thread.posts, "page": 1, "pages": 1}
                self.other(f"{self.thread(thread)}/{layout}", "thread.html", **values)
        for person in self.people:
            self.other(self.person(person), "person.html", person=person)
        for path in ("/login", "/forum/search", "/forum/help", "/registration", "/contact"):
            self.other(path, "form.html")
        self.other("/", "site.html")
        for number in range(1, 5):
            self.other(f"/news/{number}-note-{number}", "article.html", number=number)
        self.other("/news", "site.html")
        self.other("/forum/statistics", "form.html")
        self.other("/forum/user/list", "members.html")
