"""The forum of e107 0.7 as it comes: in a folder of the site and within its menus, numbers and dots for queries."""

from datetime import datetime

from tests.support.invented_forums.content import Board, Person, Thread
from tests.support.lookalikes.package import Package

SITE = ("/news.php", "/download.php", "/submitnews.php", "/contact.php", "/links.php", "/search.php", "/signup.php",
        "/fpw.php", "/online.php", "/news.php?item.1.1", "/comment.php?comment.news.1", "/sitemap.php")  # fmt: skip


class Look(Package):
    folder = "e107_plugins/forum/forum.php"
    per_list = 25

    def board(self, board: Board, page: int = 1) -> str:
        return f"forum_viewforum.php?{board.number}" + (f".{self.per_list * (page - 1)}" if page > 1 else "")

    def thread(self, thread: Thread, page: int = 1) -> str:
        return f"forum_viewtopic.php?{thread.number}" + (f".{self.per_thread * (page - 1)}" if page > 1 else "")

    def last_page(self, thread: Thread) -> str:
        return f"forum_viewtopic.php?{thread.number}.last"

    def person(self, person: Person) -> str:
        return f"/user.php?id.{person.number}"

    def shown(self, time: datetime) -> str:
        return f"{time:%a %b %d %Y, %I:%M%p}"

    def noise(self) -> None:
        threads = self.content.threads
        for place, thread in enumerate(threads):
            pages = self.count(thread)
            self.again(self.last_page(thread), as_at=self.thread(thread, pages))
            if pages > 1:
                self.again(f"forum_viewtopic.php?{thread.number}.0", as_at=self.thread(thread))
            for word, other in (("prev", threads[place - 1]), ("next", threads[(place + 1) % len(threads)])):
                path = f"forum_viewtopic.php?{thread.number}.{thread.board.number}.{word}"
                self.redirect(path, to=self.thread(other))
            for page in range(1, pages + 1):
                self.other(f"forum_post.php?rp.{self.thread(thread, page).partition('?')[2]}", "form.html")
            for post in thread.posts:
                self.other(f"forum_post.php?quote.{post.number}", "form.html")
            self.other(f"/print.php?plugin:forum.{thread.number}", "print.html", thread=thread)
            self.other(f"/email.php?plugin:forum.{thread.number}", "form.html")
        for board in self.content.boards:
            self.other(f"forum_post.php?nt.{board.number}", "form.html")
            if len(self.threads(board)) > self.per_list:
                self.again(f"{self.board(board)}.0", as_at=self.board(board))
        for person in self.people:
            self.other(self.person(person), "person.html", person=person)
            self.other(f"/userposts.php?0.forums.{person.number}", "stream.html", threads=self.by(person)[:10])
            self.other(f"/userposts.php?0.comments.{person.number}", "form.html")
        self.other("/user.php", "members.html")
        self.other("forum_stats.php", "stats.html")
        self.other("/top.php?0.active", "stream.html", threads=self.latest[:15])
        self.other("/top.php?0.top.forum.10", "members.html")
        self.other("/index.php", "form.html")
        for path in SITE:
            self.other(path, "form.html")
