"""phpBB 3.0 with subsilver2: a table for each post, sessions in all links, profiles that guests may not see."""

from datetime import datetime

from tests.support.invented_forums.content import Board, Person, Post, Thread
from tests.support.lookalikes.package import Package, clock, paged

CATEGORY = 50
MENU = ("ucp.php?mode=login", "ucp.php?mode=register", "ucp.php?mode=sendpassword", "ucp.php?mode=delete_cookies",
        "faq.php", "search.php", "memberlist.php", "memberlist.php?mode=leaders", "viewonline.php")  # fmt: skip


class Look(Package):
    per_list = 25

    def board(self, board: Board, page: int = 1) -> str:
        return f"./viewforum.php?f={board.number}" + (f"&start={self.per_list * (page - 1)}" if page > 1 else "")

    def thread(self, thread: Thread, page: int = 1) -> str:
        plain = f"./viewtopic.php?f={thread.board.number}&t={thread.number}"
        return plain + (f"&start={self.per_thread * (page - 1)}" if page > 1 else "")

    def last_post(self, thread: Thread, post: Post) -> str:
        return f"./viewtopic.php?f={thread.board.number}&p={post.number}"

    def post(self, post: Post) -> str:
        return f"./viewtopic.php?p={post.number}"

    def person(self, person: Person) -> str:
        return f"./memberlist.php?mode=viewprofile&u={person.number}"

    def shown(self, time: datetime) -> str:
        return f"{time:%a %b %d, %Y} {clock(time)}"

    def noise(self) -> None:
        self.again("./index.php", as_at="")
        self.other(f"./viewforum.php?f={CATEGORY}", "front.html")
        for thread in self.content.threads:
            here = sorted(self.threads(thread.board), key=lambda one: one.last.time)
            place = here.index(thread)
            for word, other in (("previous", here[place - 1]), ("next", here[(place + 1) % len(here)])):
                self.again(f"{self.thread(thread)}&view={word}", as_at=self.thread(other))
            for page, _, posts in paged(thread.posts, self.per_thread):
                self.other(f"{self.thread(thread, page)}&view=print", "print.html", thread=thread, posts=posts)
            for post in thread.posts:
                as_at = self.thread(thread, self.page_of(thread, post))
                self.again(self.post(post), as_at=as_at)
                self.again(self.last_post(thread, post), as_at=as_at)
            self.other(f"./posting.php?mode=reply&f={thread.board.number}&t={thread.number}", "form.html")
        for board in self.content.boards:
            self.other(f"./posting.php?mode=post&f={board.number}", "form.html")
        for name, title in (("unanswered", "View unanswered posts"), ("active_topics", "View active topics")):
            found = [one for one in self.latest if name == "active_topics" or len(one.posts) == 1]
            for page, pages, some in paged(found, self.per_list):
                path = f"./search.php?search_id={name}" + (f"&start={self.per_list * (page - 1)}" if page > 1 else "")
                self.other(path, "stream.html", title=title, threads=some, page=page, pages=pages, name=name)
        for person in self.people:
            self.other(self.person(person), "form.html")
        for path in MENU:
            self.other(f"./{path}", "form.html")
