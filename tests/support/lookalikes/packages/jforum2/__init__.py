"""JForum 2 as it comes: the page before the number of the thing, several rows for a post, no names in links."""

from datetime import datetime

from tests.support.invented_forums.content import Board, Person, Thread
from tests.support.lookalikes.package import Package

MENU = ("search/filters.page", "user/login.page", "user/insert.page", "user/lostPassword.page")


class Look(Package):
    @property
    def boards(self) -> list[Board]:  # type: ignore[override]
        return list(self.content.boards)

    def below(self, board: Board) -> list[Board]:
        return []

    def front(self) -> str:
        return "forums/list.page"

    def board(self, board: Board, page: int = 1) -> str:
        return f"forums/show/{f'{self.per_list * (page - 1)}/' if page > 1 else ''}{board.number}.page"

    def thread(self, thread: Thread, page: int = 1) -> str:
        return f"posts/list/{f'{self.per_thread * (page - 1)}/' if page > 1 else ''}{thread.number}.page"

    def last_page(self, thread: Thread) -> str:
        return self.thread(thread, self.count(thread))

    def person(self, person: Person) -> str:
        return f"user/profile/{person.number}.page"

    def shown(self, time: datetime) -> str:
        return f"{time:%d/%m/%Y %H:%M:%S}"

    def make(self) -> None:
        super().make()
        self.again("", as_at=self.front())

    def noise(self) -> None:
        for thread in self.content.threads:
            for start in range(self.count(thread)):
                self.other(f"posts/reply/{start * self.per_thread}/{thread.number}.page", "form.html")
            for post in thread.posts:
                start = (self.page_of(thread, post) - 1) * self.per_thread
                self.other(f"posts/quote/{start}/{post.number}.page", "form.html")
        for board in self.content.boards:
            self.other(f"jforum.page?module=posts&action=insert&forum_id={board.number}", "form.html")
        for name, title in (("recentTopics", "Recent Topics"), ("hottestTopics", "Hottest Topics")):
            found = self.latest if name == "recentTopics" else sorted(self.latest, key=lambda one: -len(one.posts))
            self.other(f"{name}/list.page", "stream.html", title=title, threads=found[:20])
        by_number = {post.number: thread for thread in self.content.threads for post in thread.posts}
        for person in self.people:
            self.other(self.person(person), "person.html", person=person)
            self.other(f"pm/sendTo/{person.number}.page", "form.html")
            posts = [post for thread in self.latest for post in thread.posts if post.author is person][:10]
            found_posts = [(by_number[post.number], post) for post in posts]
            self.other(f"posts/listByUser/{person.number}.page", "posts.html", person=person, posts=found_posts)
        for path in MENU:
            self.other(path, "form.html")
        self.other("user/list.page", "members.html")
