"""XenForo 1.5 without friendly addresses: everything behind `index.php?`, posts that lead to a page of their thread."""

from datetime import datetime

from tests.support.invented_forums.content import Board, Person, Post, Thread
from tests.support.lookalikes.package import HOST, Package, paged, slug


class Look(Package):
    folder = "community/"

    def board(self, board: Board, page: int = 1) -> str:
        return f"index.php?forums/{slug(board.title)}.{board.number}/" + (f"page-{page}" if page > 1 else "")

    def thread(self, thread: Thread, page: int = 1) -> str:
        return f"index.php?threads/{slug(thread.title)}.{thread.number}/" + (f"page-{page}" if page > 1 else "")

    def post(self, post: Post) -> str:
        return f"index.php?posts/{post.number}/"

    def person(self, person: Person) -> str:
        return f"index.php?members/{slug(person.name)}.{person.number}/"

    def shown(self, time: datetime) -> str:
        return f"{time:%b} {time.day}, {time.year}"

    def full(self, time: datetime) -> str:
        return f"{self.shown(time)} at {time.hour % 12 or 12}:{time:%M} {'AM' if time.hour < 12 else 'PM'}"

    def noise(self) -> None:
        self.again("index.php", as_at="")
        self.again("index.php?forums/", as_at="")
        self.other("index.php?categories/workshop.90/", "category.html")
        for thread in self.content.threads:
            self.redirect(f"{self.thread(thread)}latest", to=self.thread(thread, self.count(thread)))
            for post in thread.posts:
                at = f"{self.thread(thread, self.page_of(thread, post))}#post-{post.number}"
                self.redirect(self.post(post), to=at)
                self.redirect(f"index.php?goto/post&id={post.number}", to=at)
        for board in self.content.boards:
            for order in ("title", "post_date", "reply_count", "view_count", "last_post_date"):
                self.again(f"{self.board(board)}&order={order}", as_at=self.board(board))
                self.again(f"{self.board(board)}&order={order}&direction=asc", as_at=self.board(board))
            self.other(f"{self.board(board)}create-thread", "form.html")
        self.redirect("index.php?find-new/posts", to="index.php?find-new/501/posts")
        self.redirect("index.php?find-new/posts&recent=1", to="index.php?find-new/501/posts")
        for page, pages, threads in paged(self.latest[:40], self.per_list):
            path = "index.php?find-new/501/posts" + (f"&page={page}" if page > 1 else "")
            self.other(path, "stream.html", threads=threads, page=page, pages=pages)
        for person in self.people:
            self.other(self.person(person), "person.html", person=person)
            self.redirect(
                f"index.php?search/member&user_id={person.number}", to=f"index.php?search/{700 + person.number}/"
            )
            path = f"index.php?search/{700 + person.number}/"
            self.other(path, "stream.html", threads=self.by(person)[:15], page=1, pages=1)
        for path in (
            "login/",
            "search/",
            "lost-password/",
            "misc/contact",
            "help/",
            "help/terms",
            "misc/quick-navigation-menu",
        ):
            self.other(f"index.php?{path}", "form.html")
        self.other("index.php?members/", "members.html")
        self.other("index.php?online/", "members.html")
        self.other("index.php?recent-activity/", "activity.html")

    @property
    def base(self) -> str:
        return HOST + self.folder
