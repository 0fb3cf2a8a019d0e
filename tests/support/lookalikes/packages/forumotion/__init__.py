"""Forumotion's oldest skin as it comes: letters and numbers in one name, a side column of the newest threads."""

from datetime import datetime

from tests.support.invented_forums.content import Board, Person, Post, Thread
from tests.support.lookalikes.package import Package, clock, paged, slug


class Look(Package):
    def board(self, board: Board, page: int = 1) -> str:
        start = f"p{self.per_list * (page - 1)}" if page > 1 else ""
        return f"/f{board.number}{start}-{slug(board.title)}"

    def thread(self, thread: Thread, page: int = 1) -> str:
        start = f"p{self.per_thread * (page - 1)}" if page > 1 else ""
        return f"/t{thread.number}{start}-{slug(thread.title)}"

    def post(self, thread: Thread, post: Post) -> str:
        return f"{self.thread(thread, self.page_of(thread, post))}#{post.number}"

    def person(self, person: Person) -> str:
        return f"/u{person.number}"

    def shown(self, time: datetime) -> str:
        return f"{time:%a %b %d, %Y} {clock(time)}"

    def noise(self) -> None:
        for path in ("/forum", "/index.htm"):
            self.again(path, as_at="")
        self.other("/c1-workshop", "category.html")
        for thread in self.content.threads:
            place = self.content.threads.index(thread)
            newer = self.content.threads[(place + 1) % len(self.content.threads)]
            self.redirect(f"{self.thread(thread)}?view=next", to=self.thread(newer))
            self.redirect(f"{self.thread(newer)}?view=previous", to=self.thread(thread))
            self.redirect(f"{self.thread(thread)}?view=newest", to=self.post(thread, thread.last))
            self.redirect(f"/post?t={thread.number}&mode=reply", to="/login?redirect=%2Fpost")
            for post in thread.posts:
                self.redirect(f"/post?p={post.number}&mode=quote", to="/login?redirect=%2Fpost")
                self.other(f"/abuse?p={post.number}", "form.html")
        for board in self.content.boards:
            self.redirect(f"/post?f={board.number}&mode=newtopic", to="/login?redirect=%2Fpost")
        for name in ("unanswered", "activetopics"):
            for page, pages, threads in paged(self.latest[:40], self.per_list):
                path = f"/search?search_id={name}" + (f"&start={self.per_list * (page - 1)}" if page > 1 else "")
                self.other(path, "stream.html", threads=threads, page=page, pages=pages, name=name)
        for person in self.people:
            self.other(self.person(person), "person.html", person=person)
            self.other(f"/sta/{person.name}", "stream.html", threads=self.by(person)[:15], page=1, pages=1, name="")
            self.redirect(f"/privmsg?mode=post&u={person.number}", to="/login?redirect=%2Fprivmsg")
        for path in ("/login", "/login?redirect=%2Fpost", "/login?redirect=%2Fprivmsg", "/register", "/search", "/faq",
                     "/calendar", "/groups", "/viewonline", "/abuse"):  # fmt: skip
            self.other(path, "form.html")
        for page, pages, people in paged(self.people, 20):
            path = "/memberlist" + (f"?mode=joined&order=&start={20 * (page - 1)}&username=" if page > 1 else "")
            self.other(path, "members.html", people=people, page=page, pages=pages)
