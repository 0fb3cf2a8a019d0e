"""IP.Board 3.4 as it comes: paths behind `index.php?`, pages and views as words joined by two underscores."""

from datetime import datetime

from tests.support.invented_forums.content import Board, Person, Post, Thread
from tests.support.lookalikes.package import HOST, Package, paged, slug

ORDER = "page__prune_day__100__sort_by__Z-A__sort_key__last_post__topicfilter__all__st__"
"""How further pages of lists are called, before what they begin with."""


class Look(Package):
    folder = "forums/"

    @property
    def base(self) -> str:
        return f"{HOST}{self.folder}index.php?"

    def board(self, board: Board, page: int = 1) -> str:
        plain = f"{self.base}/forum/{board.number}-{slug(board.title)}/"
        return plain + (f"{ORDER}{self.per_list * (page - 1)}" if page > 1 else "")

    def thread(self, thread: Thread, page: int = 1) -> str:
        plain = f"{self.base}/topic/{thread.number}-{slug(thread.title)}/"
        return plain + (f"page__st__{self.per_thread * (page - 1)}" if page > 1 else "")

    def post(self, thread: Thread, post: Post) -> str:
        return f"{self.thread(thread)}page__view__findpost__p__{post.number}"

    def person(self, person: Person) -> str:
        return f"{self.base}/user/{person.number}-{slug(person.name)}/"

    def print_of(self, thread: Thread) -> str:
        board = thread.board.number
        return f"{self.base}app=forums&module=forums&section=printtopic&client=printer&f={board}&t={thread.number}"

    def shown(self, time: datetime) -> str:
        return f"{time:%d %B %Y - %I:%M %p}"

    def noise(self) -> None:
        self.again("index.php", as_at="")
        self.other(f"{self.base}/forum/90-workshop/", "category.html")
        for thread in self.content.threads:
            plain = self.thread(thread)
            last = self.thread(thread, self.count(thread))
            for view in ("getlastpost", "getnewpost"):
                self.redirect(f"{plain}page__view__{view}", to=f"{last}#entry{thread.last.number}")
            place = self.content.threads.index(thread)
            newer = self.content.threads[(place + 1) % len(self.content.threads)]
            self.redirect(f"{plain}page__view__new", to=self.thread(newer))
            self.redirect(f"{self.thread(newer)}page__view__old", to=plain)
            self.other(self.print_of(thread), "print.html", thread=thread)
            for post in thread.posts:
                at = self.thread(thread, self.page_of(thread, post))
                self.redirect(self.post(thread, post), to=f"{at}#entry{post.number}")
        for board in self.content.boards:
            self.other(f"{self.base}app=forums&module=post&section=post&do=new_post&f={board.number}", "form.html")
        self._indexes()

    def _indexes(self) -> None:
        """Lists over all boards, people, and pages that none but members see."""
        search = f"{self.base}app=core&module=search&do=viewNewContent&search_app=forums"
        self.other(search, "stream.html", threads=self.latest[:25])
        self.other(f"{search}&period=today", "stream.html", threads=self.latest[:5])
        for person in self.people:
            self.other(self.person(person), "person.html", person=person)
            path = f"{self.base}app=core&module=search&do=user_activity&mid={person.number}"
            self.other(path, "stream.html", threads=self.by(person)[:15])
        for page, pages, people in paged(self.people, 20):
            path = f"{self.base}/members/" + (f"page__st__{20 * (page - 1)}" if page > 1 else "")
            self.other(path, "members.html", people=people, page=page, pages=pages)
        for path in (
            "app=core&module=global&section=login", "app=core&module=global&section=register",
            "app=core&module=help", "app=core&module=search&search_in=forums", "app=calendar",
            "app=forums&module=extras&section=stats&do=leaders",
            "app=members&section=view&module=online&sort_order=desc",
        ):  # fmt: skip
            self.other(self.base + path, "form.html")
