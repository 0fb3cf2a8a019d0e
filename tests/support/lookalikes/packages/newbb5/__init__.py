"""newbb of XOOPS as it comes: in a folder of the site, a table for each post, the date in its foot."""

from datetime import datetime

from tests.support.invented_forums.content import Board, Person, Post, Thread
from tests.support.lookalikes.package import Package

ORDERS = ("t.topic_title", "u.uname", "t.topic_time", "t.topic_replies", "t.topic_views", "p.post_time")


class Look(Package):
    folder = "modules/newbb/"
    per_list = 20

    def board(self, board: Board, page: int = 1) -> str:
        start = f"start={self.per_list * (page - 1)}&" if page > 1 else ""
        return f"viewforum.php?{start}forum={board.number}"

    def thread(self, thread: Thread, page: int = 1) -> str:
        start = f"&start={self.per_thread * (page - 1)}" if page > 1 else ""
        return f"viewtopic.php?topic_id={thread.number}{start}"

    def post(self, thread: Thread, post: Post) -> str:
        return f"viewtopic.php?topic_id={thread.number}&post_id={post.number}"

    def last_post(self, post: Post) -> str:
        return f"viewtopic.php?post_id={post.number}"

    def person(self, person: Person) -> str:
        return f"/userinfo.php?uid={person.number}"

    def moved(self, thread: Thread, word: str) -> str:
        return f"viewtopic.php?order=ASC&topic_id={thread.number}&forum={thread.board.number}&move={word}"

    def shown(self, time: datetime) -> str:
        return f"{time.year}/{time.month}/{time.day} {time.hour}:{time:%M}"

    def noise(self) -> None:
        self.again("index.php", as_at="")
        self.other("index.php?cat=1", "front.html")
        threads = self.content.threads
        for place, thread in enumerate(threads):
            self.again(f"{self.thread(thread)}&start=0", as_at=self.thread(thread))
            for word, other in (("prev", threads[place - 1]), ("next", threads[(place + 1) % len(threads)])):
                self.again(self.moved(thread, word), as_at=self.thread(other))
            for post in thread.posts:
                as_at = self.thread(thread, self.page_of(thread, post))
                self.again(self.post(thread, post), as_at=as_at)
                self.again(self.last_post(post), as_at=as_at)
                forum = f"forum={thread.board.number}&topic_id={thread.number}&post_id={post.number}"
                self.other(f"print.php?form=1&{forum}", "print.html", thread=thread, posts=[post])
                self.other(f"report.php?{forum}", "form.html")
        for board in self.content.boards:
            self.again(f"viewforum.php?start=0&forum={board.number}", as_at=self.board(board))
            for order in ORDERS:
                path = f"viewforum.php?forum={board.number}&start=0&sort={order}&order=ASC&type=0&status=&since=365"
                self.reordered(path, board)
            self.other(f"{self.board(board)}&status=digest", "stream.html", threads=self.threads(board)[:2], title="")
        for name in ("all", "active", "unanswered", "unread"):
            found = [one for one in self.latest if name != "unanswered" or len(one.posts) == 1]
            values = {"threads": found[: self.per_list], "title": name}
            self.other(f"list.topic.php?status={name}" if name != "all" else "list.topic.php", "stream.html", **values)
        by_number = {post.number: thread for thread in threads for post in thread.posts}
        newest = sorted((post for thread in threads for post in thread.posts), key=lambda post: post.time)[::-1]
        for person in self.people:
            self.other(self.person(person), "person.html", person=person)
            posts = [(by_number[post.number], post) for post in newest if post.author is person][:10]
            self.other(f"viewpost.php?uid={person.number}", "posts.html", posts=posts)
        self.other("viewpost.php", "posts.html", posts=[(by_number[post.number], post) for post in newest[:10]])
        for path in ("search.php", "/user.php", "/register.php", "/lostpass.php", "/search.php", "/misc.php"):
            self.other(path, "form.html")
        self.other("/", "form.html")
