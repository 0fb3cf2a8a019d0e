"""PunBB 1.4 with folders for addresses and its own theme: headings and lists, no tables, no boards in boards."""

from datetime import datetime

from tests.support.invented_forums.content import Board, Person, Post, Thread
from tests.support.lookalikes.package import Package, paged, slug


class Look(Package):
    @property
    def boards(self) -> list[Board]:  # type: ignore[override]
        return list(self.content.boards)

    def below(self, board: Board) -> list[Board]:
        return []

    def board(self, board: Board, page: int = 1) -> str:
        return f"forum/{board.number}/{slug(board.title)}/" + (f"page/{page}/" if page > 1 else "")

    def thread(self, thread: Thread, page: int = 1) -> str:
        return f"topic/{thread.number}/{slug(thread.title)}/" + (f"page/{page}/" if page > 1 else "")

    def post(self, post: Post) -> str:
        return f"post/{post.number}/"

    def person(self, person: Person) -> str:
        return f"user/{person.number}/"

    def shown(self, time: datetime) -> str:
        return f"{time:%Y-%m-%d %H:%M:00}"

    def noise(self) -> None:
        self.again("index.php", as_at="")
        for thread in self.content.threads:
            for post in thread.posts:
                self.again(self.post(post), as_at=self.thread(thread, self.page_of(thread, post)))
        for name, title in (("recent", "Active topics"), ("unanswered", "Unanswered topics")):
            found = [one for one in self.latest if name == "recent" or len(one.posts) == 1]
            for page, pages, threads in paged(found, self.per_list):
                path = f"search/{name}/" + (f"page/{page}/" if page > 1 else "")
                self.other(
                    path, "stream.html", title=title, threads=threads, page=page, pages=pages, base=f"search/{name}/"
                )
        for person in self.people:
            self.other(self.person(person), "person.html", person=person)
            base = f"search/user/posts/{person.number}/"
            self.other(base, "stream.html", title="Posts", threads=self.by(person)[:15], page=1, pages=1, base=base)
        for path in ("login/", "register/", "search/", "rules/", "request/password/"):
            self.other(path, "form.html")
        self.other("users/", "members.html")
