"""Podium for Yii 2: three numbers and a name in each address, single posts and filters by redirects, ages."""

from datetime import datetime

from tests.support.invented_forums.content import Board, Person, Post, Thread
from tests.support.lookalikes.package import Package, ago, clock, paged, slug

CATEGORIES = {1: "Workshop", 2: "Everything else"}
FILTERS = ("hot", "pin", "lock", "all")


class Look(Package):
    folder = "podium"

    def board(self, board: Board, page: int = 1) -> str:
        path = f"/podium/forum/{self.part(board)}/{board.number}/{slug(board.title)}"
        return path + (f"?page={page}" if page > 1 else "")

    def part(self, board: Board) -> int:
        """The number of the category that it is in."""
        return 1 if board.number < 3 else 2

    def category(self, number: int) -> str:
        return f"/podium/category/{number}/{slug(CATEGORIES[number])}"

    def thread(self, thread: Thread, page: int = 1) -> str:
        board = thread.board
        path = f"/podium/thread/{self.part(board)}/{board.number}/{thread.number}/{slug(thread.title)}"
        return path + (f"?page={page}" if page > 1 else "")

    def post(self, post: Post) -> str:
        return f"/podium/show/{post.number}"

    def person(self, person: Person, word: str = "view") -> str:
        return f"/podium/members/{word}/{person.number}/{slug(person.name)}"

    def shown(self, time: datetime) -> str:
        return ago(time)

    def medium(self, time: datetime) -> str:
        return f"{time:%b} {time.day}, {time.year}, {clock(time).replace(' ', f':{time:%S} ').upper()}"

    def short(self, time: datetime) -> str:
        return f"{time.month}/{time.day}/{time:%y}, {clock(time).upper()}"

    def long(self, time: datetime) -> str:
        return f"{time:%B} {time.day}, {time.year} at {clock(time).replace(' ', f':{time:%S} ').upper()} UTC"

    def parts(self, numbers: list[int]) -> list[tuple[str, str, list[Board]]]:
        """Categories: address, name, boards."""
        boards = self.content.boards
        return [(self.category(one), CATEGORIES[one], [b for b in boards if self.part(b) == one]) for one in numbers]

    def noise(self) -> None:
        self.again("/podium/home", as_at="")
        for number in CATEGORIES:
            self.listing(self.category(number), "front.html", numbers=[number])
        for board in self.content.boards:
            for word in FILTERS:
                self.redirect(f"{self.board(board)}/{word}", to=self.board(board))
        for thread in self.content.threads:
            for post in thread.posts:
                self.redirect(self.post(post), to=self.thread(thread, self.page_of(thread, post)))
        for person in self.people:
            self.other(self.person(person), "person.html", person=person)
            begun = [one for one in self.latest if one.posts[0].author is person]
            self.other(self.person(person, "threads"), "stream.html", threads=begun, person=person)
            said = [(one, post) for one in self.by(person) for post in one.posts if post.author is person]
            self.other(self.person(person, "posts"), "said.html", said=said[:10], person=person)
        for page, pages, people in paged(self.people, 20):
            for order in ("", "sort=username", "sort=role", "sort=created_at", "sort=threads_count"):
                query = "&".join(one for one in (order, f"page={page}" if page > 1 else "") if one)
                path = "/podium/members" + (f"?{query}" if query else "")
                self.other(path, "members.html", people=people, page=page, pages=pages)
        for path in ("login", "register", "reset", "search", "reactivate"):
            self.other(f"/podium/{path}", "form.html")
