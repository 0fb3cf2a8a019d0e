"""vBulletin 4.2 as it comes: names behind the question mark, links that sort, posts at addresses of their threads."""

import re
from datetime import datetime

from tests.support.invented_forums.content import Board, Person, Post, Thread
from tests.support.lookalikes.package import Package, paged

CATEGORY = "forumdisplay.php?90-Workshop"


class Look(Package):
    category = CATEGORY

    def board(self, board: Board, page: int = 1) -> str:
        return f"forumdisplay.php?{board.number}-{name(board.title)}" + (f"/page{page}" if page > 1 else "")

    def thread(self, thread: Thread, page: int = 1) -> str:
        return f"showthread.php?{thread.number}-{name(thread.title)}" + (f"/page{page}" if page > 1 else "")

    def post(self, thread: Thread, post: Post) -> str:
        return f"{self.thread(thread)}&p={post.number}"

    def person(self, person: Person) -> str:
        return f"member.php?{person.number}-{name(person.name)}"

    def shown(self, time: datetime) -> str:
        return f"{time:%m-%d-%Y %I:%M %p}"

    def noise(self) -> None:
        self.again("forum.php", as_at="")
        self.other(self.category, "category.html")
        for thread in self.content.threads:
            self._around(thread)
        for board in self.content.boards:
            for page, _, _ in paged(self.threads(board), self.per_list):
                self.again(f"{self.board(board, page)}&order=desc", as_at=self.board(board, page))
            self.again(f"{self.board(board)}&nojs=1", as_at=self.board(board))
            for sort in ("title", "postusername", "lastpost", "replycount", "views", "voteavg"):
                for order in ("asc", "desc"):
                    self.again(f"{self.board(board)}&sort={sort}&order={order}", as_at=self.board(board))
        for link, number in (
            ("search.php?do=getnew&contenttype=vBForum_Post", 1),
            ("search.php?do=getdaily&contenttype=vBForum_Post", 2),
        ):
            self.redirect(link, to=f"search.php?searchid={number}")
            for page, pages, threads in paged(self.latest[: 60 // number], self.per_list):
                path = f"search.php?searchid={number}" + (f"&pp=&page={page}" if page > 1 else "")
                self.other(
                    path, "stream.html", threads=threads, page=page, pages=pages, base=f"search.php?searchid={number}"
                )
        self.other("activity.php", "activity.html")
        for person in self.people:
            self.other(self.person(person), "person.html", person=person)
            path = f"search.php?do=finduser&userid={person.number}&contenttype=vBForum_Post&showposts=1"
            self.other(path, "stream.html", threads=self.by(person)[:15], page=1, pages=1, base="")
        for path in (
            "register.php",
            "calendar.php",
            "search.php",
            "login.php",
            "sendmessage.php",
            "faq.php",
            "showgroups.php",
        ):
            self.other(path, "form.html")
        self.other("memberlist.php", "members.html")

    def _around(self, thread: Thread) -> None:
        """Other ways to see a thread and its posts."""
        plain, number = self.thread(thread), thread.number
        place = self.content.threads.index(thread)
        newer = self.content.threads[(place + 1) % len(self.content.threads)]
        self.redirect(f"{plain}&goto=nextnewest", to=self.thread(newer))
        self.redirect(f"{self.thread(newer)}&goto=nextoldest", to=plain)
        self.redirect(f"{plain}&goto=newpost", to=self.post(thread, thread.last))
        self.other(f"printthread.php?t={number}&pp={self.per_thread}&page=1", "print.html", thread=thread)
        self.other(f"sendmessage.php?do=sendtofriend&t={number}", "form.html")
        self.other(f"misc.php?do=whoposted&t={number}", "who.html", thread=thread)
        self.again(f"{plain}&mode=hybrid", as_at=plain)
        self.again(f"{plain}&p={thread.posts[0].number}&mode=threaded", as_at=plain)
        for post in thread.posts:
            page = self.thread(thread, self.page_of(thread, post))
            self.again(self.post(thread, post), as_at=page)
            self.again(f"{self.post(thread, post)}&viewfull=1", as_at=page)
            self.other(f"newreply.php?do=newreply&p={post.number}", "form.html")


def name(title: str) -> str:
    """`How-do-I-mend-the-pump`."""
    return re.sub(r"\W+", "-", title).strip("-")
