"""Web Wiz Forums 10 as it comes: tables, a title in each address, sorted lists, authors without links."""

from datetime import datetime

from tests.support.invented_forums.content import Board, Person, Post, Thread
from tests.support.lookalikes.package import Package, paged, slug


class Look(Package):
    folder = "forum/"

    def front(self) -> str:
        return "default.asp"

    def board(self, board: Board, page: int = 1) -> str:
        return f"forum_topics.asp?FID={board.number}" + self._named(page, board.title)

    def thread(self, thread: Thread, page: int = 1) -> str:
        return f"forum_posts.asp?TID={thread.number}" + self._named(page, thread.title)

    def _named(self, page: int, title: str) -> str:
        return (f"&PN={page}" if page > 1 else "") + f"&title={slug(title)}"

    def post(self, thread: Thread, post: Post) -> str:
        return f"forum_posts.asp?TID={thread.number}&PID={post.number}&title={slug(thread.title)}"

    def person(self, person: Person) -> str:
        return f"member_profile.asp?PF={person.number}"

    def shown(self, time: datetime) -> str:
        return f"{time:%d %b %Y} at {time.hour % 12 or 12}:{time:%M}{time:%p}".replace("AM", "am").replace("PM", "pm")

    def noise(self) -> None:
        self.again("", as_at="default.asp")
        self.other("default.asp?C=1&title=workshop", "category.html")
        for thread in self.content.threads:
            self._around(thread)
        for board in self.content.boards:
            for page, _, _ in paged(self.threads(board), self.per_list):
                path = f"forum_topics.asp?FID={board.number}&PN={page}&SO="
                for sort in ("T", "A", "R", "V", "L", "UR"):
                    self.again(path + sort, as_at=self.board(board, page))
                    self.again(f"{path}{sort}&OB=desc", as_at=self.board(board, page))
            if not self.below(board):
                self.again(
                    f"forum_topics.asp?FID={board.number}&PN=1&title={slug(board.title)}", as_at=self.board(board)
                )
            self.other(f"new_topic_form.asp?FID={board.number}", "form.html")
        for page, pages, threads in paged(self.latest[:40], self.per_list):
            path = "active_topics.asp" + (f"?PN={page}" if page > 1 else "")
            self.other(path, "stream.html", threads=threads, page=page, pages=pages)
        for person in self.people:
            self.other(self.person(person), "person.html", person=person)
            for board in self.content.boards:
                self.again(f"{self.person(person)}&FID={board.number}", as_at=self.person(person))
            self.other(f"search_form.asp?USR={slug(person.name)}", "form.html")
        for path in (
            "registration_rules.asp?FID=0",
            "login_user.asp",
            "search_form.asp",
            "calendar.asp",
            "help.asp",
            "active_users.asp",
        ):
            self.other(path, "form.html")
        self.other("members.asp", "members.html")

    def _around(self, thread: Thread) -> None:
        """Single posts, forms, prints, and the threads before and behind."""
        number, board = thread.number, thread.board.number
        place = self.content.threads.index(thread)
        newer = self.content.threads[(place + 1) % len(self.content.threads)]
        self.redirect(f"get_topic.asp?FID={board}&TID={number}&DIR=N", to=self.thread(newer))
        self.redirect(f"get_topic.asp?FID={newer.board.number}&TID={newer.number}&DIR=P", to=self.thread(thread))
        self.redirect(f"get_last_post.asp?TID={number}", to=f"{self.post(thread, thread.last)}#{thread.last.number}")
        self.other(f"printer_friendly_posts.asp?FID={board}&TID={number}", "print.html", thread=thread)
        self.other(f"new_reply_form.asp?TID={number}", "form.html")
        for post in thread.posts:
            page = self.page_of(thread, post)
            self.again(self.post(thread, post), as_at=self.thread(thread, page))
            self.other(f"new_reply_form.asp?TID={number}&Quote=1&PID={post.number}&TPN={page}", "form.html")
