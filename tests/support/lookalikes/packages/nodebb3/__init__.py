"""NodeBB 3 with Harmony, without scripts: pagers for readers without scripts, windows of posts, ages as titles."""

from datetime import datetime

from tests.support.invented_forums.content import Board, Person, Post, Thread
from tests.support.lookalikes.package import Package, paged, slug

STREAMS = ("recent", "popular", "top", "unread", "unsolved")
TERMS = ("daily", "weekly", "monthly")


class Look(Package):
    def board(self, board: Board, page: int = 1) -> str:
        return f"/category/{board.number}/{slug(board.title)}" + (f"?page={page}" if page > 1 else "")

    def thread(self, thread: Thread, page: int = 1) -> str:
        return f"/topic/{thread.number}/{slug(thread.title)}" + (f"?page={page}" if page > 1 else "")

    def place(self, thread: Thread, post: Post) -> int:
        return thread.posts.index(post) + 1

    def at(self, thread: Thread, post: Post) -> str:
        """The thread with that post in the midst of the page."""
        return f"{self.thread(thread)}/{self.place(thread, post)}"

    def post(self, post: Post) -> str:
        return f"/post/{post.number}"

    def person(self, person: Person, word: str = "") -> str:
        return f"/user/{slug(person.name)}" + (f"/{word}" if word else "")

    def shown(self, time: datetime) -> str:
        return f"{time:%Y-%m-%dT%H:%M:%S}.000Z"

    def noise(self) -> None:
        self.again("/categories", as_at="")
        for thread in self.content.threads:
            self.again(f"{self.thread(thread)}?page=1", as_at=self.thread(thread))
            for number, post in enumerate(thread.posts, start=1):
                self.redirect(self.post(post), to=self.at(thread, post))
                for page in range(1, self.count(thread) + 1):
                    self.again(f"{self.at(thread, post)}?page={page}", as_at=self.thread(thread, page))
                first = max(0, number - 1 - self.per_thread // 2)
                if not first:
                    self.again(self.at(thread, post), as_at=self.thread(thread))
                    continue
                values = {"page": first // self.per_thread + 1, "pages": self.count(thread)}
                posts = thread.posts[first : first + self.per_thread]
                self.other(self.at(thread, post), "thread.html", thread=thread, posts=posts, **values)
        for board in self.content.boards:
            self.again(f"{self.board(board)}?page=1", as_at=self.board(board))
        self.streams()
        self.others()

    def streams(self) -> None:
        for word in STREAMS:
            for page, pages, threads in paged(self.latest[:45], self.per_list):
                path = f"/{word}" + (f"?page={page}" if page > 1 else "")
                self.other(path, "stream.html", threads=threads, page=page, pages=pages, name=word)
        for term in TERMS:
            self.other(f"/popular?term={term}", "stream.html", threads=self.latest[:9], page=1, pages=1, name="popular")
        for tag in sorted({tag for thread in self.content.threads for tag in thread.tags}):
            threads = [one for one in self.latest if tag in one.tags][: self.per_list]
            self.other(f"/tags/{tag}", "stream.html", threads=threads, page=1, pages=1, name=f"tags/{tag}")
        self.other("/tags", "tags.html")

    def others(self) -> None:
        for person in self.people:
            self.other(self.person(person), "person.html", person=person, said=self.said(person))
            self.other(self.person(person, "posts"), "person.html", person=person, said=self.said(person))
            begun = [one for one in self.latest if one.posts[0].author is person]
            path = self.person(person, "topics")
            self.other(path, "stream.html", threads=begun, page=1, pages=1, name=path[1:])
            for word in ("groups", "followers", "following"):
                self.other(self.person(person, word), "person.html", person=person, said=[])
        for page, pages, people in paged(self.people, 20):
            for section in ("", "section=sort-posts", "section=sort-reputation", "section=online"):
                query = "&".join(one for one in (section, f"page={page}" if page > 1 else "") if one)
                path = "/users" + (f"?{query}" if query else "")
                self.other(path, "members.html", people=people, page=page, pages=pages)
        for path in ("/login", "/register", "/search", "/groups", "/reset"):
            self.other(path, "form.html")

    def said(self, person: Person) -> list[tuple[Thread, Post]]:
        return [(one, post) for one in self.by(person) for post in one.posts if post.author is person][:8]
