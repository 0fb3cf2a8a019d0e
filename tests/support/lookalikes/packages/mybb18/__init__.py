"""MyBB 1.8 without rewritten addresses: last posts by redirects, threaded views, prints, a plain copy (archive)."""

from datetime import datetime

from tests.support.invented_forums.content import Board, Person, Post, Thread
from tests.support.lookalikes.package import Package, paged

ALONE = ("search.php", "member.php?action=login", "member.php?action=register", "calendar.php", "misc.php?action=help",
         "showteam.php", "stats.php", "portal.php", "online.php", "search.php?action=getdaily")  # fmt: skip


class Look(Package):
    def board(self, board: Board, page: int = 1) -> str:
        return f"forumdisplay.php?fid={board.number}" + (f"&page={page}" if page > 1 else "")

    def thread(self, thread: Thread, page: int = 1) -> str:
        return f"showthread.php?tid={thread.number}" + (f"&page={page}" if page > 1 else "")

    def post(self, thread: Thread, post: Post) -> str:
        return f"showthread.php?tid={thread.number}&pid={post.number}"

    def person(self, person: Person) -> str:
        return f"member.php?action=profile&uid={person.number}"

    def shown(self, time: datetime) -> str:
        return f"{time:%m-%d-%Y, %I:%M %p}"

    def noise(self) -> None:
        self.again("index.php", as_at="")
        self.again("forumdisplay.php?fid=90", as_at="")
        threads = self.content.threads
        for place, thread in enumerate(threads):
            self.redirect(f"{self.thread(thread)}&action=lastpost", to=self.post(thread, thread.last))
            for word, other in (("oldest", threads[place - 1]), ("newest", threads[(place + 1) % len(threads)])):
                self.redirect(f"{self.thread(thread)}&action=next{word}", to=self.thread(other))
            self.other(f"printthread.php?tid={thread.number}", "print.html", thread=thread)
            self.other(f"archive/index.php?thread-{thread.number}.html", "archived.html", thread=thread)
            self.again(
                f"showthread.php?mode=linear&tid={thread.number}&pid={thread.posts[0].number}", self.thread(thread)
            )
            for post in thread.posts:
                self.again(self.post(thread, post), as_at=self.thread(thread, self.page_of(thread, post)))
                threaded = f"showthread.php?mode=threaded&tid={thread.number}&pid={post.number}"
                self.other(threaded, "thread.html", thread=thread, posts=[post], page=1, pages=1)
        for board in self.content.boards:
            for order in ("subject", "starter", "replies", "views", "lastpost"):
                self.reordered(self.sorted(board, order), board)
            self.other(f"archive/index.php?forum-{board.number}.html", "archive.html", board=board)
        self.other("archive/index.php", "archive.html", board=None)
        for page, pages, found in paged(self.latest[:40], self.per_list):
            path = "search.php?action=results&sid=3f1c77" + (f"&page={page}" if page > 1 else "")
            self.other(path, "stream.html", threads=found, page=page, pages=pages)
        self.redirect("search.php?action=getnew", to="search.php?action=results&sid=3f1c77")
        for person in self.people:
            self.other(self.person(person), "person.html", person=person)
        for path in ALONE:
            self.other(path, "form.html")
        self.other("memberlist.php", "members.html")

    def sorted(self, board: Board, order: str) -> str:
        return f"forumdisplay.php?fid={board.number}&datecut=9999&prefix=0&sortby={order}&order=asc"
