"""vBulletin 3.8 as it comes: posts are tables of rows, sessions everywhere, single posts, prints, a plain archive."""

import re
from datetime import datetime

from tests.support.invented_forums.content import Board, Person, Post, Thread
from tests.support.lookalikes.package import Package, paged

CATEGORY = 90
"""The boards stand in a category, which has a page of its own."""


class Look(Package):
    folder = "forum/"

    def front(self) -> str:
        return "index.php"

    def board(self, board: Board, page: int = 1) -> str:
        return f"forumdisplay.php?f={board.number}" + (f"&order=desc&page={page}" if page > 1 else "")

    def thread(self, thread: Thread, page: int = 1) -> str:
        return f"showthread.php?t={thread.number}" + (f"&page={page}" if page > 1 else "")

    def post(self, post: Post) -> str:
        return f"showthread.php?p={post.number}"

    def person(self, person: Person) -> str:
        return f"member.php?u={person.number}"

    def shown(self, time: datetime) -> str:
        return f"{time:%m-%d-%Y, %I:%M %p}"

    def noise(self) -> None:
        self.again("", as_at="index.php")
        self.other(f"forumdisplay.php?f={CATEGORY}", "category.html")
        for thread in self.content.threads:
            self._around(thread)
        for board in self.content.boards:
            for sort in ("title", "postusername", "lastpost", "replycount", "views"):
                path = f"forumdisplay.php?f={board.number}&daysprune=-1&order=asc&sort={sort}"
                self.again(path, as_at=self.board(board))
            for more in ("&order=desc", "&nojs=1"):
                self.again(self.board(board) + more, as_at=self.board(board))
        self.redirect("search.php?do=getdaily", to="search.php?searchid=100")
        for page, pages, threads in paged(self.latest[:40], self.per_list):
            path = "search.php?searchid=100" + (f"&pp=15&page={page}" if page > 1 else "")
            self.other(path, "stream.html", threads=threads, page=page, pages=pages)
        for person in self.people:
            self.other(self.person(person), "person.html", person=person)
            self.other(
                f"search.php?do=finduser&u={person.number}",
                "stream.html",
                threads=self.by(person)[:15],
                page=1,
                pages=1,
            )
        for path in (
            "register.php",
            "calendar.php",
            "search.php",
            "login.php?do=lostpw",
            "sendmessage.php",
            "newthread.php",
        ):
            self.other(path, "form.html")
        self.other("faq.php", "faq.html")
        self.other("memberlist.php", "members.html")
        self._archive()
        for url, page in self.pages.items():
            self.pages[url] = re.sub(r'(href="[a-z]+\.php)\?', r"\1?s=@SESSION@&amp;", page)

    def _around(self, thread: Thread) -> None:
        """Other ways to see a thread and its posts."""
        place = self.content.threads.index(thread)
        newer = self.content.threads[(place + 1) % len(self.content.threads)]
        number = thread.number
        self.redirect(f"showthread.php?t={number}&goto=nextnewest", to=self.thread(newer))
        self.redirect(f"showthread.php?t={newer.number}&goto=nextoldest", to=self.thread(thread))
        self.redirect(f"showthread.php?goto=newpost&t={number}", to=self.post(thread.last))
        self.redirect(f"member.php?find=lastposter&t={number}", to=self.person(thread.last.author))
        self.other(f"printthread.php?t={number}", "print.html", thread=thread)
        self.other(f"sendmessage.php?do=sendtofriend&t={number}", "form.html")
        self.other(f"misc.php?do=whoposted&t={number}", "who.html", thread=thread)
        self.again(f"{self.thread(thread)}&nojs=1", as_at=self.thread(thread))
        self.again(f"showthread.php?mode=hybrid&t={number}", as_at=self.thread(thread))
        self.again(f"showthread.php?p={thread.posts[0].number}&mode=threaded", as_at=self.thread(thread))
        for place, post in enumerate(thread.posts, start=1):
            self.again(self.post(post), as_at=self.thread(thread, self.page_of(thread, post)))
            path = f"showpost.php?p={post.number}&postcount={place}"
            self.other(path, "single.html", thread=thread, post=post, place=place)
            self.other(f"newreply.php?do=newreply&p={post.number}", "form.html")

    def _archive(self) -> None:
        """All of it once more, without any layout."""
        self.other("archive/index.php", "archive.html", boards=self.boards, threads=[], posts=[], title="")
        for board in self.content.boards:
            threads = self.threads(board)
            path = f"archive/index.php/f-{board.number}.html"
            self.other(path, "archive.html", boards=[], threads=threads, posts=[], title=board.title)
        for thread in self.content.threads:
            path = f"archive/index.php/t-{thread.number}.html"
            self.other(path, "archive.html", boards=[], threads=[], posts=thread.posts, title=thread.title)
