"""phpBB 2 as it comes (subSilver): nested tables, sessions in all links, texts in spans around quotations."""

from datetime import datetime

from tests.support.invented_forums.content import Board, Person, Post, Thread
from tests.support.lookalikes.package import Package, clock

MENU = ("faq.php", "search.php", "groupcp.php", "profile.php?mode=register", "profile.php?mode=editprofile",
        "privmsg.php?folder=inbox", "login.php", "viewonline.php", "profile.php?mode=sendpassword")  # fmt: skip


class Look(Package):
    @property
    def boards(self) -> list[Board]:  # type: ignore[override]
        return list(self.content.boards)

    def below(self, board: Board) -> list[Board]:
        return []

    def board(self, board: Board, page: int = 1) -> str:
        return f"viewforum.php?f={board.number}" + (
            f"&topicdays=0&start={self.per_list * (page - 1)}" if page > 1 else ""
        )

    def thread(self, thread: Thread, page: int = 1) -> str:
        further = f"&postdays=0&postorder=asc&start={self.per_thread * (page - 1)}"
        return f"viewtopic.php?t={thread.number}" + (further if page > 1 else "")

    def jump(self, thread: Thread, page: int) -> str:
        """What lists have for pages of a thread: without the order that its own pages have."""
        return f"viewtopic.php?t={thread.number}&start={self.per_thread * (page - 1)}"

    def post(self, post: Post) -> str:
        return f"viewtopic.php?p={post.number}"

    def person(self, person: Person) -> str:
        return f"profile.php?mode=viewprofile&u={person.number}"

    def shown(self, time: datetime) -> str:
        return f"{time:%a %b %d, %Y} {clock(time)}"

    def noise(self) -> None:
        self.again("index.php", as_at="")
        self.other("index.php?c=1", "front.html")
        threads = self.content.threads
        for place, thread in enumerate(threads):
            for page in range(1, self.count(thread) + 1):
                if self.count(thread) > 1:
                    self.again(self.jump(thread, page), as_at=self.thread(thread, page))
            if self.count(thread) > 1:
                self.again(f"{self.thread(thread)}&postdays=0&postorder=asc&start=0", as_at=self.thread(thread))
            for word, other in (("previous", threads[place - 1]), ("next", threads[(place + 1) % len(threads)])):
                self.redirect(f"{self.thread(thread)}&view={word}", to=self.thread(other))
            for post in thread.posts:
                self.again(self.post(post), as_at=self.thread(thread, self.page_of(thread, post)))
                self.other(f"posting.php?mode=quote&p={post.number}", "form.html")
            self.other(f"posting.php?mode=reply&t={thread.number}", "form.html")
        for board in self.content.boards:
            self.again(f"{self.board(board)}&topicdays=0&start=0", as_at=self.board(board))
            self.again(f"{self.board(board)}&mark=topics", as_at=self.board(board))
            self.other(f"posting.php?mode=newtopic&f={board.number}", "form.html")
        for person in self.people:
            self.other(self.person(person), "person.html", person=person)
            self.other(f"privmsg.php?mode=post&u={person.number}", "form.html")
            path = f"search.php?search_author={person.name.replace(' ', '+')}"
            self.other(path, "stream.html", threads=self.by(person)[: self.per_list])
        alone = [one for one in self.latest if len(one.posts) == 1]
        self.other("search.php?search_id=unanswered", "stream.html", threads=alone[: self.per_list])
        for path in MENU:
            self.other(path, "form.html")
        self.other("memberlist.php", "members.html")
