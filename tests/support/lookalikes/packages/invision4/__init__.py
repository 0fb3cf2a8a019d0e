"""Invision Community 4 as it comes: full addresses, posts by `?do=findComment`, authors named twice a post."""

from datetime import datetime

from tests.support.invented_forums.content import Board, Person, Post, Thread
from tests.support.lookalikes.package import HOST, Package, paged, slug


class Look(Package):
    def board(self, board: Board, page: int = 1) -> str:
        return f"{HOST}forum/{board.number}-{slug(board.title)}/" + (f"page/{page}/" if page > 1 else "")

    def thread(self, thread: Thread, page: int = 1) -> str:
        return f"{HOST}topic/{thread.number}-{slug(thread.title)}/" + (f"page/{page}/" if page > 1 else "")

    def post(self, thread: Thread, post: Post) -> str:
        return f"{self.thread(thread)}?do=findComment&comment={post.number}"

    def person(self, person: Person) -> str:
        return f"{HOST}profile/{person.number}-{slug(person.name)}/"

    def shown(self, time: datetime) -> str:
        return f"{time:%B} {time.day}, {time.year}"

    def noise(self) -> None:
        self.again(f"{HOST}forums/", as_at="")
        self.other(f"{HOST}forum/90-workshop/", "category.html")
        for thread in self.content.threads:
            last = self.thread(thread, self.count(thread))
            for what in ("getLastComment", "getNewComment"):
                self.redirect(f"{self.thread(thread)}?do={what}", to=f"{last}#comment-{thread.last.number}")
            for post in thread.posts:
                at = self.thread(thread, self.page_of(thread, post))
                self.redirect(self.post(thread, post), to=f"{at}#comment-{post.number}")
                self.other(f"{self.thread(thread)}?do=reportComment&comment={post.number}", "form.html")
        for board in self.content.boards:
            for sort in ("last_post", "start_date", "posts", "views", "title"):
                self.again(f"{self.board(board)}?sortby={sort}&sortdirection=desc", as_at=self.board(board))
            self.other(f"{self.board(board)}?do=add", "form.html")
        self.other(f"{HOST}discover/", "activity.html")
        for person in self.people:
            self.other(self.person(person), "person.html", person=person)
            self.other(f"{self.person(person)}content/", "stream.html", threads=self.by(person)[:15])
        for path in (
            "login/",
            "register/",
            "search/",
            "contact/",
            "guidelines/",
            "privacy/",
            "cookies/",
            "staff/",
            "online/",
        ):
            self.other(HOST + path, "form.html")
        for page, _, threads in paged(self.latest[:40], 25):
            self.other(f"{HOST}discover/all/" + (f"?page={page}" if page > 1 else ""), "stream.html", threads=threads)
        self.other(f"{HOST}leaderboard/", "members.html")
