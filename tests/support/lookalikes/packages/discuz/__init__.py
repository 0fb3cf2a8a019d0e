"""Discuz! X 3 with rewritten addresses, in Chinese: the page of the list is part of the address of a thread."""

from datetime import datetime

from tests.support.invented_forums.content import Board, Person, Post, Thread
from tests.support.lookalikes.package import Package, paged

VIEWS = (("hot", "最新热门"), ("newthread", "最新发表"), ("new", "最新回复"), ("sofa", "抢沙发"))
ALONE = ("member.php?mod=logging&action=login", "member.php?mod=register", "search.php", "misc.php?mod=ranklist",
         "home.php", "misc.php?mod=faq", "home.php?mod=task")  # fmt: skip


class Look(Package):
    def board(self, board: Board, page: int = 1) -> str:
        return f"forum-{board.number + 35}-{page}.html"

    def thread(self, thread: Thread, page: int = 1) -> str:
        """With the page of the list that it stands on: the server looks at the first two numbers alone."""
        place = self.threads(thread.board).index(thread) // self.per_list + 1
        return f"thread-{thread.number}-{page}-{place}.html"

    def plain(self, thread: Thread, page: int = 1) -> str:
        return f"thread-{thread.number}-{page}-1.html"

    def last_post(self, thread: Thread) -> str:
        return f"forum.php?mod=redirect&tid={thread.number}&goto=lastpost"

    def person(self, person: Person) -> str:
        return f"space-uid-{person.number}.html"

    def named(self, person: Person) -> str:
        return f"space-username-{person.name}.html"

    def shown(self, time: datetime) -> str:
        return f"{time.year}-{time.month}-{time.day} {time:%H:%M}"

    def day(self, time: datetime) -> str:
        return f"{time.year}-{time.month}-{time.day}"

    def noise(self) -> None:
        self.again("forum.php", as_at="")
        self.again("forum.php?gid=1", as_at="")
        threads = self.content.threads
        for place, thread in enumerate(threads):
            self._views_of(thread, threads[place - 1], threads[(place + 1) % len(threads)])
        for board in self.content.boards:
            number = board.number + 35
            for extra in ("filter=lastpost&orderby=lastpost", "filter=heat&orderby=heats", "filter=hot",
                          "filter=digest&digest=1", "filter=author&orderby=dateline"):  # fmt: skip
                self.reordered(f"forum.php?mod=forumdisplay&fid={number}&{extra}", board)
            self.other(f"archiver/?fid-{number}.html", "archive.html", board=board)
        self.other("archiver/", "archive.html", board=None)
        for name, title in VIEWS:
            for page, pages, found in paged(self.latest[:40], self.per_list):
                path = f"forum.php?mod=guide&view={name}" + (f"&page={page}" if page > 1 else "")
                self.other(path, "guide.html", title=title, threads=found, page=page, pages=pages, name=name)
        for person in self.people:
            self.other(self.person(person), "person.html", person=person)
            self.again(self.named(person), as_at=self.person(person))
            path = f"home.php?mod=space&uid={person.number}&do=thread&view=me&from=space"
            self.other(path, "wrote.html", person=person, threads=self.by(person)[:15])
        for path in ALONE:
            self.other(path, "form.html")

    def _views_of(self, thread: Thread, before: Thread, after: Thread) -> None:
        path = f"forum.php?mod=viewthread&tid={thread.number}"
        last = f"{path}&page={self.count(thread)}"
        self.again(last, as_at=self.thread(thread, self.count(thread)))
        self.redirect(self.last_post(thread), to=last)
        for page in range(1, self.count(thread) + 1):
            if self.plain(thread, page) != self.thread(thread, page):
                self.again(self.plain(thread, page), as_at=self.thread(thread, page))
        self.redirect(f"forum.php?mod=redirect&goto=nextoldset&tid={thread.number}", to=self.plain(before))
        self.redirect(f"forum.php?mod=redirect&goto=nextnewset&tid={thread.number}", to=self.plain(after))
        self.other(f"forum.php?mod=viewthread&action=printable&tid={thread.number}", "print.html", thread=thread)
        self.again(f"{path}&extra=page%3D1&ordertype=1", as_at=self.thread(thread))
        self.other(f"archiver/?tid-{thread.number}.html", "archived.html", thread=thread)
        for person in {post.author for post in thread.posts}:
            own: list[Post] = [post for post in thread.posts if post.author is person]
            values = {"thread": thread, "posts": own, "page": 1, "pages": 1}
            self.other(f"{path}&page=1&authorid={person.number}", "thread.html", **values)
