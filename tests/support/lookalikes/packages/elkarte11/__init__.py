"""ElkArte 1.1 as it comes: lists instead of tables, orders in a menu, posts by number within threads, recent posts."""

from datetime import datetime

from tests.support.lookalikes.package import paged
from tests.support.lookalikes.packages import smf21

MENU = ("search", "login", "register", "help", "stats", "who", "calendar", "reminder", "who;sa=credits")
ORDERS = ("subject", "starter", "last_poster", "replies", "views", "likes", "first_post", "last_post")


class Look(smf21.Look):  # it began as SMF, and has its addresses
    per_list, per_thread = 20, 15

    def shown(self, time: datetime) -> str:
        return f"{time:%B %d, %Y, %I:%M:%S} {'am' if time.hour < 12 else 'pm'}"

    def noise(self) -> None:
        self.again("index.php", as_at="")
        threads = self.content.threads
        for place, thread in enumerate(threads):
            self.other(f"index.php?action=printpage;topic={thread.number}.0", "print.html", thread=thread)
            for word, other in (("prev", threads[place - 1]), ("next", threads[(place + 1) % len(threads)])):
                self.again(f"index.php?topic={thread.number}.0;prev_next={word}", as_at=self.thread(other))
            for post in thread.posts:
                self.again(self.post(thread, post), as_at=self.thread(thread, self.page_of(thread, post)))
            if thread.last is not thread.posts[0]:
                as_at = self.thread(thread, self.page_of(thread, thread.last))
                self.again(f"index.php?topic={thread.number}.new", as_at=as_at)
        for board in self.content.boards:
            for page, pages, some in paged(self.threads(board), self.per_list):
                values = {"board": board, "page": page, "pages": pages, "below": self.below(board)}
                for order in ORDERS:
                    path = f"{self.board(board, page)};sort={order}"
                    if order == "last_post":
                        self.other(path, "board.html", threads=some[::-1], **values)
                    else:
                        titles = sorted(self.threads(board), key=lambda one: one.title)
                        start = self.per_list * (page - 1)
                        self.other(path, "board.html", threads=titles[start : start + self.per_list], **values)
        by_number = {post.number: thread for thread in threads for post in thread.posts}
        newest = sorted((post for thread in threads for post in thread.posts), key=lambda post: post.time)[::-1]
        for page in range(10):
            posts = [(by_number[post.number], post) for post in newest[page * 10 : page * 10 + 10]]
            path = "index.php?action=recent" + (f";start={page * 10}" if page else "")
            self.other(path, "recent.html", posts=posts, page=page + 1)
        for person in self.people:
            self.other(self.person(person), "person.html", person=person)
            posts = [(by_number[post.number], post) for post in newest if post.author is person][:15]
            self.other(f"{self.person(person)};area=showposts", "recent.html", posts=posts, page=1)
            self.other(f"{self.person(person)};area=statistics", "person.html", person=person)
        for action in MENU:
            self.other(f"index.php?action={action}", "form.html")
        self.other("index.php?action=memberlist", "members.html")
        for order in ("real_name", "date_registered", "posts"):
            self.other(f"index.php?action=memberlist;sort={order};start=0", "members.html")
