"""WoltLab Suite as it comes: `index.php?thread/12-title/&pageNo=2`, sorted lists, boxes at the side."""

from datetime import datetime

from tests.support.invented_forums.content import Board, Person, Post, Thread
from tests.support.lookalikes.package import HOST, Package, clock, paged, slug


class Look(Package):
    folder = "forum/"

    @property
    def base(self) -> str:
        return f"{HOST}{self.folder}index.php?"

    def board(self, board: Board, page: int = 1) -> str:
        return f"{self.base}board/{board.number}-{slug(board.title)}/" + (f"&pageNo={page}" if page > 1 else "")

    def thread(self, thread: Thread, page: int = 1) -> str:
        return f"{self.base}thread/{thread.number}-{slug(thread.title)}/" + (f"&pageNo={page}" if page > 1 else "")

    def post(self, thread: Thread, post: Post) -> str:
        return f"{self.thread(thread)}&postID={post.number}"

    def person(self, person: Person) -> str:
        return f"{self.base}user/{person.number}-{slug(person.name)}/"

    def shown(self, time: datetime) -> str:
        return f"{time:%b} {time.day}, {time.year} at {clock(time).upper()}"

    def noise(self) -> None:
        self.again("index.php", as_at="")
        self.again(f"{self.base}board-list/", as_at="")
        for thread in self.content.threads:
            plain = self.thread(thread)
            self.again(f"{plain}&action=lastPost", as_at=self.thread(thread, self.count(thread)))
            self.again(f"{plain}&action=firstNew", as_at=self.thread(thread, self.count(thread)))
            for post in thread.posts:
                self.again(self.post(thread, post), as_at=self.thread(thread, self.page_of(thread, post)))
        for board in self.content.boards:
            for sort in ("topic", "cumulativeLikes", "replies", "views", "lastPostTime", "time"):
                for order in ("ASC", "DESC"):
                    path = f"{self.board(board)}&pageNo=1&sortField={sort}&sortOrder={order}"
                    self.again(path, as_at=self.board(board))
        for name in ("unresolved-thread-list", "board-unread-thread-list", "recent-thread-list"):
            for page, pages, threads in paged(self.latest[:40], self.per_list):
                path = f"{self.base}{name}/" + (f"&pageNo={page}" if page > 1 else "")
                self.other(path, "stream.html", threads=threads, page=page, pages=pages, name=name)
        self.other(f"{self.base}recent-activity-list/", "activity.html")
        for person in self.people:
            self.other(self.person(person), "person.html", person=person)
            path = f"{self.base}search/&types[]=com.woltlab.wbb.post&userID={person.number}"
            self.other(path, "stream.html", threads=self.by(person)[:15], page=1, pages=1, name="search")
        for page, pages, people in paged(self.people, 20):
            path = f"{self.base}members-list/" + (
                f"&pageNo={page}&sortField=username&sortOrder=ASC" if page > 1 else ""
            )
            self.other(path, "members.html", people=people, page=page, pages=pages)
        for path in (
            "login/",
            "register/",
            "lost-password/",
            "search/",
            "legal-notice/",
            "privacy-policy/",
            "contact/",
            "team/",
        ):
            self.other(self.base + path, "form.html")
