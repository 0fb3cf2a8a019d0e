"""XenForo 2 with friendly addresses: dates in elements, posts that lead to pages, a sidebar of the newest posts."""

from datetime import datetime

from tests.support.invented_forums.content import Board, Person, Post, Thread
from tests.support.lookalikes.package import Package, clock, paged, slug


class Look(Package):
    def board(self, board: Board, page: int = 1) -> str:
        return f"/forums/{slug(board.title)}.{board.number}/" + (f"page-{page}" if page > 1 else "")

    def thread(self, thread: Thread, page: int = 1) -> str:
        return f"/threads/{slug(thread.title)}.{thread.number}/" + (f"page-{page}" if page > 1 else "")

    def post(self, thread: Thread, post: Post) -> str:
        return f"{self.thread(thread)}post-{post.number}"

    def person(self, person: Person) -> str:
        return f"/members/{slug(person.name)}.{person.number}/"

    def shown(self, time: datetime) -> str:
        return f"{time:%b} {time.day}, {time.year}"

    def full(self, time: datetime) -> str:
        return f"{self.shown(time)} at {clock(time).upper()}"

    def noise(self) -> None:
        self.other("/categories/workshop.90/", "category.html")
        for thread in self.content.threads:
            last = self.thread(thread, self.count(thread))
            self.redirect(f"{self.thread(thread)}latest", to=f"{last}#post-{thread.last.number}")
            self.redirect(f"{self.thread(thread)}unread", to=self.thread(thread))
            for post in thread.posts:
                at = f"{self.thread(thread, self.page_of(thread, post))}#post-{post.number}"
                self.redirect(self.post(thread, post), to=at)
                self.redirect(f"/goto/post?id={post.number}", to=at)
        for board in self.content.boards:
            self.again(f"{self.board(board)}?order=post_date&direction=desc", as_at=self.board(board))
            self.other(f"{self.board(board)}filters", "form.html")
        for name in ("posts", "latest-activity", "profile-posts"):
            found = self.latest[:30] if name == "posts" else self.latest[:10]
            for page, pages, threads in paged(found, self.per_list):
                path = f"/whats-new/{name}/" + (f"701/page-{page}" if page > 1 else "")
                self.other(path, "stream.html", threads=threads, page=page, pages=pages)
        self.other("/whats-new/", "stream.html", threads=self.latest[:10], page=1, pages=1)
        for person in self.people:
            self.other(self.person(person), "person.html", person=person)
            self.redirect(
                f"/search/member?user_id={person.number}",
                to=f"/search/{800 + person.number}/?c[users]={slug(person.name)}&o=date",
            )
            path = f"/search/{800 + person.number}/?c[users]={slug(person.name)}&o=date"
            self.other(path, "stream.html", threads=self.by(person)[:15], page=1, pages=1)
        for path in (
            "login/",
            "register/",
            "search/",
            "misc/contact",
            "help/",
            "help/terms/",
            "help/privacy-policy/",
            "online/",
        ):
            self.other(f"/{path}", "form.html")
        self.other("/members/", "members.html")
