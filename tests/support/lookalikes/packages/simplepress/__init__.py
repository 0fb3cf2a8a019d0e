"""In the manner of Simple:Press in a WordPress: threads in the folder of their board, pages as `page-2`."""

from collections import Counter
from datetime import datetime
from functools import cached_property

from tests.support.invented_forums.content import Board, Person, Post, Thread
from tests.support.lookalikes.package import Package, clock, paged, slug


class Look(Package):
    folder = "forum/"

    @cached_property
    def names(self) -> dict[int, str]:
        met: Counter[str] = Counter()
        found = {}
        for thread in self.content.threads:
            plain = slug(thread.title)
            met[plain] += 1
            found[thread.number] = plain + (f"-{met[plain]}" if met[plain] > 1 else "")
        return found

    def board(self, board: Board, page: int = 1) -> str:
        return f"/forum/{slug(board.title)}/" + (f"page-{page}/" if page > 1 else "")

    def thread(self, thread: Thread, page: int = 1) -> str:
        return f"{self.board(thread.board)}{self.names[thread.number]}/" + (f"page-{page}/" if page > 1 else "")

    def post(self, thread: Thread, post: Post) -> str:
        return f"{self.thread(thread, self.page_of(thread, post))}#p{post.number}"

    def person(self, person: Person) -> str:
        return f"/forum/profile/{slug(person.name)}/"

    def shown(self, time: datetime) -> str:
        return f"{time:%B} {time.day}, {time.year} {clock(time)}"

    def noise(self) -> None:
        for page, pages, threads in paged(self.latest[:30], 30):
            self.other("/forum/newposts/", "stream.html", threads=threads, page=page, pages=pages)
        for person in self.people:
            self.other(self.person(person), "person.html", person=person)
        self.other("/forum/members/", "members.html")
        self.other("/", "site.html")
        for number in range(1, 5):
            self.other(f"/2025/0{number}/note-{number}/", "article.html", number=number)
        for path in ("/wp-login.php", "/about/", "/forum/rss/", "/forum/policy/"):
            self.other(path, "form.html")
