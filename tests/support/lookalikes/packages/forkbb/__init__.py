"""ForkBB as it comes: folders with titles, the same page at the address of each of its posts, active topics."""

from datetime import datetime

from tests.support.invented_forums.content import Board, Person, Post, Thread
from tests.support.lookalikes.package import Package, paged, slug

FOUND = (("latest_active_topics", "Active topics"), ("unanswered_topics", "Unanswered topics"))


class Look(Package):
    per_list, per_thread = 30, 25

    def board(self, board: Board, page: int = 1) -> str:
        return f"/forum/{board.number}/{slug(board.title)}" + (f"/{page}" if page > 1 else "")

    def thread(self, thread: Thread, page: int = 1) -> str:
        return f"/topic/{thread.number}/{slug(thread.title)}" + (f"/{page}" if page > 1 else "")

    def post(self, post: Post) -> str:
        return f"/post/{post.number}"

    def person(self, person: Person) -> str:
        return f"/user/{person.number + 1}/{slug(person.name)}"

    def shown(self, time: datetime) -> str:
        return f"{time:%Y-%m-%d %H:%M}"

    def noise(self) -> None:
        for path in ("/index.php", "/index.html"):
            self.redirect(path, to="/")
        by_number = {post.number: thread for thread in self.content.threads for post in thread.posts}
        newest = sorted((post for one in self.content.threads for post in one.posts), key=lambda post: post.time)[::-1]
        for thread in self.content.threads:
            for post in thread.posts:
                self.again(self.post(post), as_at=self.thread(thread, self.page_of(thread, post)))
        for name, title in FOUND:
            found = [one for one in self.latest if name != "unanswered_topics" or len(one.posts) == 1]
            for page, pages, some in paged(found, self.per_list):
                base = f"/search/{name}"
                path = base + (f"/{page}" if page > 1 else "")
                self.other(path, "stream.html", title=title, threads=some, page=page, pages=pages, base=base)
        for person in self.people:
            self.other(self.person(person), "person.html", person=person)
            base = f"/search/user/{person.number + 1}"
            some = self.by(person)[: self.per_list]
            values = {"page": 1, "pages": 1}
            self.other(f"{base}/topics", "stream.html", title="Topics", threads=some, base=f"{base}/topics", **values)
            posts = [(by_number[post.number], post) for post in newest if post.author is person][:25]
            self.other(f"{base}/posts", "posts.html", posts=posts)
        for path in ("/login", "/login/forget", "/registration", "/search", "/search/advanced", "/rules"):
            self.other(path, "form.html")
        self.other("/userlist", "members.html")
        for order in ("username", "registered", "num_posts"):
            self.other(f"/userlist/all/{order}/ASC/*", "members.html")
