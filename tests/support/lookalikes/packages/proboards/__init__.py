"""ProBoards as it comes: short paths, `?page=2`, ages in titles, posts in tables within tables."""

from datetime import datetime

from tests.support.invented_forums.content import Board, Person, Post, Thread
from tests.support.lookalikes.package import Package, clock, paged, slug


class Look(Package):
    def board(self, board: Board, page: int = 1) -> str:
        return f"/board/{board.number}/{slug(board.title)}" + (f"?page={page}" if page > 1 else "")

    def thread(self, thread: Thread, page: int = 1) -> str:
        return f"/thread/{thread.number}/{slug(thread.title)[:30]}" + (f"?page={page}" if page > 1 else "")

    def post(self, post: Post) -> str:
        return f"/post/{post.number}/thread"

    def person(self, person: Person) -> str:
        return f"/user/{person.number}"

    def shown(self, time: datetime) -> str:
        return f"{time:%b} {time.day}, {time.year} {time:%H:%M:%S} GMT"

    def edited(self, time: datetime) -> str:
        return f"{time:%b} {time.day}, {time.year} {clock(time)} GMT"

    def noise(self) -> None:
        self.again("/forum", as_at="")
        for thread in self.content.threads:
            at = f"{self.thread(thread, self.count(thread))}#post-{thread.last.number}"
            self.redirect(f"/thread/recent/{thread.number}", to=at)
            self.redirect(f"/thread/print/{thread.number}", to="/login")
            self.redirect(f"/thread/{thread.number}/post", to="/login")
            for post in thread.posts:
                at = f"{self.thread(thread, self.page_of(thread, post))}#post-{post.number}"
                self.redirect(self.post(post), to=at)
                self.redirect(f"/post/new/{thread.number}?quote={post.number}", to="/login")
        for board in self.content.boards:
            for sort in ("subject", "author", "replies", "views", "recent"):
                self.again(f"{self.board(board)}?sort={sort}", as_at=self.board(board))
            self.redirect(f"/thread/new/{board.number}", to="/login")
        for name in ("posts", "threads"):
            for page, pages, threads in paged(self.latest[:40], self.per_list):
                path = f"/{name}/recent" + (f"?page={page}" if page > 1 else "")
                self.other(path, f"{name}.html", threads=threads, page=page, pages=pages)
        for page, pages, people in paged(self.people, 20):
            path = "/members" + (f"?page={page}" if page > 1 else "")
            self.other(path, "members.html", people=people, page=page, pages=pages)
        for person in self.people:
            self.other(self.person(person), "person.html", person=person)
            self.other(f"{self.person(person)}/recent", "threads.html", threads=self.by(person)[:15], page=1, pages=1)
            self.other(f"{self.person(person)}/activity", "person.html", person=person)
        for path in ("/login", "/register", "/search", "/calendar", "/help"):
            self.other(path, "form.html")
