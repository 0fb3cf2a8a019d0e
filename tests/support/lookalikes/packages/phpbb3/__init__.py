"""phpBB 3.2 and 3.3 as it comes (prosilver): sessions in the menu, links to single posts, lists over all boards."""

from datetime import datetime

from tests.support.invented_forums.content import Board, Person, Post, Thread
from tests.support.lookalikes.package import Package, clock, paged


class Look(Package):
    def board(self, board: Board, page: int = 1) -> str:
        return f"./viewforum.php?f={board.number}" + (f"&start={self.per_list * (page - 1)}" if page > 1 else "")

    def thread(self, thread: Thread, page: int = 1) -> str:
        plain = f"./viewtopic.php?f={thread.board.number}&t={thread.number}"
        return plain + (f"&start={self.per_thread * (page - 1)}" if page > 1 else "")

    def post(self, thread: Thread, post: Post) -> str:
        return f"./viewtopic.php?f={thread.board.number}&p={post.number}"

    def person(self, person: Person) -> str:
        return f"./memberlist.php?mode=viewprofile&u={person.number}"

    def shown(self, time: datetime) -> str:
        return f"{time:%a %b %d, %Y} {clock(time)}"

    def noise(self) -> None:
        self.again("./index.php", as_at="")
        for thread in self.content.threads:
            self.other(f"{self.thread(thread)}&view=print", "print.html", thread=thread)
            for post in thread.posts:
                self.again(self.post(thread, post), as_at=self.thread(thread, self.page_of(thread, post)))
        for name, title in (("unanswered", "Unanswered topics"), ("active_topics", "Active topics")):
            found = [one for one in self.latest if name == "active_topics" or len(one.posts) == 1]
            for page, pages, threads in paged(found, self.per_list):
                path = f"./search.php?search_id={name}" + (f"&start={self.per_list * (page - 1)}" if page > 1 else "")
                self.other(path, "stream.html", title=title, threads=threads, page=page, pages=pages, name=name)
        for person in self.people:
            self.other(self.person(person), "person.html", person=person)
            found = self.by(person)[: self.per_list]
            path = f"./search.php?author_id={person.number}&sr=posts"
            self.other(path, "stream.html", title="Search", threads=found, page=1, pages=1, name="")
        for path in ("./ucp.php?mode=login", "./ucp.php?mode=register", "./search.php", "./memberlist.php?mode=team"):
            self.other(path, "form.html")
        self.other("./app.php/help/faq", "faq.html")
        self.other("./memberlist.php", "members.html")
