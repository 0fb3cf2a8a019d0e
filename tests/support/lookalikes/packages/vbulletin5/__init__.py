"""vBulletin 5 as it comes: folders of a category and a board, a starter, replies, and comments below replies."""

from dataclasses import replace
from datetime import datetime

from tests.support.invented_forums.content import Board, Person, Post, Thread
from tests.support.lookalikes.package import HOST, Package, paged, slug
from tests.support.whole_forum import WholeForum

CATEGORY = "forum/workshop"


class Look(Package):
    category = HOST + CATEGORY

    def board(self, board: Board, page: int = 1) -> str:
        above = [self.board(one) for one in self.above(board)] or [self.category]
        plain = f"{above[0]}/{slug(board.title)}"
        return plain + (f"/page{page}" if page > 1 else "")

    def thread(self, thread: Thread, page: int = 1) -> str:
        plain = f"{self.board(thread.board)}/{thread.number}-{slug(thread.title)}"
        return plain + (f"/page{page}" if page > 1 else "")

    def post(self, thread: Thread, post: Post) -> str:
        return f"{self.thread(thread)}?p={post.number}"

    def person(self, person: Person) -> str:
        return f"{HOST}member/{person.number}-{slug(person.name)}"

    def shown(self, time: datetime) -> str:
        return f"{time:%m-%d-%Y, %I:%M %p}"

    def above(self, board: Board) -> list[Board]:
        return [one for one in self.content.boards if one.number == board.parent]

    def replies(self, thread: Thread) -> list[Post]:
        """What is no comment: the starter and those below it."""
        return [post for post in thread.posts if not self._answered(thread, post)]

    def comments(self, thread: Thread, post: Post) -> list[Post]:
        return [one for one in thread.posts if self._answered(thread, one) is post]

    def _answered(self, thread: Thread, post: Post) -> Post | None:
        """The reply that a post quotes, if it is one, and no starter: such posts are comments."""
        above = post.quoted
        is_reply = above is not None and above is not thread.posts[0] and not self._answered(thread, above)
        return above if is_reply else None

    def page_of(self, thread: Thread, post: Post) -> int:
        return self.replies(thread).index(self._answered(thread, post) or post) // self.per_thread + 1

    def count(self, thread: Thread) -> int:
        return -(-len(self.replies(thread)) // self.per_thread)

    def make_threads(self) -> None:
        for thread in self.content.threads:
            for page, pages, posts in paged(self.replies(thread), self.per_thread):
                self.wanted(self.thread(thread, page), thread, "thread.html", posts=posts, page=page, pages=pages)

    def forum(self) -> WholeForum:
        comments = {post.number for one in self.content.threads for post in one.posts if self._answered(one, post)}
        return replace(super().forum(), remarks=frozenset(comments))

    def noise(self) -> None:
        self.other(CATEGORY, "category.html")
        self.again("forum", as_at="")
        for thread in self.content.threads:
            for post in thread.posts:
                page = self.thread(thread, self.page_of(thread, post))
                self.again(self.post(thread, post), as_at=page)
                self.again(f"{self.post(thread, post)}&viewfull=1", as_at=page)
        self.other(self.search("lastDay"), "stream.html", title="Today's Posts", threads=self.latest[:30])
        self.other(self.search("unread"), "stream.html", title="New Topics", threads=self.latest[:30])
        for person in self.people:
            self.other(self.person(person), "person.html", person=person)
            self.other(self.search(f"by{person.number}"), "stream.html", title="Search", threads=self.by(person)[:15])
        for path in ("register", "calendar", "search", "contact-us", "lostpw", "help", "blogs", "social-groups"):
            self.other(path, "form.html")
        self.other("memberlist", "members.html")

    def search(self, words: str) -> str:
        return f"search?searchJSON=%7B%22last%22%3A%22{words}%22%2C%22view%22%3A%22topic%22%7D"
