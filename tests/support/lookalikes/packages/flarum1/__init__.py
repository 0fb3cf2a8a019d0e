"""Flarum 1 as it comes to readers without scripts: nothing but titles in lists, names and texts in threads."""

from datetime import datetime

from tests.support.invented_forums.content import Post, Thread
from tests.support.lookalikes.package import Package, paged, slug


class Look(Package):
    per_list = 20

    def thread(self, thread: Thread, page: int = 1) -> str:
        return f"/d/{thread.number}-{slug(thread.title)}" + (f"?page={page}" if page > 1 else "")

    def at(self, thread: Thread, post: Post) -> str:
        """The page with a post; mentions lead there."""
        return f"/d/{thread.number}/{thread.posts.index(post) + 1}"

    def shown(self, time: datetime) -> str:
        return f"{time:%Y-%m-%dT%H:%M:%S}+00:00"

    def make(self) -> None:
        for page, pages, threads in paged(self.latest, self.per_list):
            path = f"/?page={page}" if page > 1 else ""
            self.listing(path, "front.html", threads=threads, page=page, pages=pages)
        self.make_threads()
        self.noise()

    def noise(self) -> None:
        self.again("/?page=1", as_at="")
        self.again("/all", as_at="")
        for thread in self.content.threads:
            self.again(f"{self.thread(thread)}?page=1", as_at=self.thread(thread))
            for post in thread.posts:
                self.again(self.at(thread, post), as_at=self.thread(thread, self.page_of(thread, post)))
