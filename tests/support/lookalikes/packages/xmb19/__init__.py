"""XMB 1.9 as it comes: tables without names, people by their names, jumps to posts by words, three rows for a post."""

from datetime import datetime
from urllib.parse import quote

from tests.support.invented_forums.content import Board, Person, Post, Thread
from tests.support.lookalikes.package import Package

MENU = (
    "faq.php", "misc.php?action=search", "member.php?action=coppa", "misc.php?action=login", "misc.php?action=online",
    "misc.php?action=onlinetoday", "misc.php?action=lostpw", "memcp.php", "faq.php?page=forumrules",
)  # fmt: skip


class Look(Package):
    per_list = 20

    def board(self, board: Board, page: int = 1) -> str:
        return f"forumdisplay.php?fid={board.number}" + (f"&page={page}" if page > 1 else "")

    def thread(self, thread: Thread, page: int = 1) -> str:
        return f"viewthread.php?tid={thread.number}" + (f"&page={page}" if page > 1 else "")

    def last_post(self, thread: Thread) -> str:
        return f"{self.thread(thread)}&goto=lastpost"

    def post(self, thread: Thread, post: Post) -> str:
        return f"{self.thread(thread)}&goto=search&pid={post.number}"

    def person(self, person: Person) -> str:
        return f"member.php?action=viewpro&member={quote(person.name)}"

    def shown(self, time: datetime) -> str:
        return f"{time.day}-{time.month}-{time.year} at {time:%I:%M %p}"

    def noise(self) -> None:
        self.again("index.php", as_at="")
        self.other("index.php?gid=1", "front.html")
        for thread in self.content.threads:
            printed = f"viewthread.php?fid={thread.board.number}&tid={thread.number}&action=printable"
            self.other(printed, "print.html", thread=thread)
            self.redirect(self.last_post(thread), to=self.thread(thread, self.count(thread)))
            topic = f"fid={thread.board.number}&tid={thread.number}"
            self.other(f"post.php?action=reply&{topic}", "form.html")
            for post in thread.posts:
                self.redirect(self.post(thread, post), to=self.thread(thread, self.page_of(thread, post)))
                self.other(f"post.php?action=reply&{topic}&repquote=r%7C{post.number}", "form.html")
                self.other(f"vtmisc.php?action=report&{topic}&pid={post.number}", "form.html")
        for board in self.content.boards:
            self.other(f"post.php?action=newthread&fid={board.number}", "form.html")
            self.redirect(f"viewthread.php?goto=lastpost&fid={board.number}", to=self.thread(self.last(board)))
        for person in self.people:
            self.other(self.person(person), "person.html", person=person)
            self.other(f"misc.php?action=search&srchuname={quote(person.name)}", "form.html")
        self.other("today.php", "stream.html", threads=self.latest[: self.per_list])
        self.other("stats.php", "stats.html")
        for path in MENU:
            self.other(path, "form.html")
        self.other("misc.php?action=list", "members.html")
