"""bbPress 2.6 in a WordPress: a forum in a folder, a blog beside it, replies by number, views, tags, members."""

from collections import Counter
from datetime import datetime
from functools import cached_property

from tests.support.invented_forums.content import Board, Person, Post, Thread
from tests.support.lookalikes.package import Package, clock, paged, slug

VIEWS = (("popular", "Most popular topics"), ("no-replies", "Topics with no replies"))


class Look(Package):
    folder = "forums/"

    @cached_property
    def names(self) -> dict[int, str]:
        """Slugs of threads: the second of a name has a number behind it."""
        met: Counter[str] = Counter()
        found = {}
        for thread in self.content.threads:
            plain = slug(thread.title)
            met[plain] += 1
            found[thread.number] = plain + (f"-{met[plain]}" if met[plain] > 1 else "")
        return found

    def board(self, board: Board, page: int = 1) -> str:
        parents = [one for one in self.content.boards if one.number == board.parent]
        path = "/".join(slug(one.title) for one in (*parents, board))
        return f"/forums/forum/{path}/" + (f"page/{page}/" if page > 1 else "")

    def thread(self, thread: Thread, page: int = 1) -> str:
        return f"/forums/topic/{self.names[thread.number]}/" + (f"page/{page}/" if page > 1 else "")

    def post(self, thread: Thread, post: Post) -> str:
        return f"{self.thread(thread, self.page_of(thread, post))}#post-{post.number}"

    def person(self, person: Person) -> str:
        return f"/forums/users/{slug(person.name)}/"

    def shown(self, time: datetime) -> str:
        return f"{time:%B} {time.day}, {time.year} at {clock(time)}"

    def age(self, time: datetime) -> str:
        days = (datetime(2025, 6, 20, 12) - time).days
        if days >= 60:
            return f"{days // 30} months ago" if days < 365 else f"1 year, {max(1, days % 365 // 30)} months ago"
        return f"{days // 7} weeks, {days % 7 + 1} days ago" if days >= 14 else f"{max(days, 2)} days ago"

    def blog_post(self, number: int) -> str:
        return f"/2025/0{number % 5 + 1}/{slug(self.news(number))}/"

    def news(self, number: int) -> str:
        return (
            "Our summer market",
            "New shelves in the hall",
            "Opening hours in May",
            "A visit to the mill",
            "Thanks to all helpers",
            "The old lathe runs again",
        )[number]

    def noise(self) -> None:
        for thread in self.content.threads:
            for post in thread.posts[1:]:
                self.redirect(f"/forums/reply/{post.number}/", to=self.thread(thread, self.page_of(thread, post)))
        for page, pages, threads in paged(self.latest, self.per_list):
            path = "/forums/topics/" + (f"page/{page}/" if page > 1 else "")
            self.other(
                path, "stream.html", title="Topics", threads=threads, page=page, pages=pages, base="/forums/topics/"
            )
        for name, title in VIEWS:
            base = f"/forums/view/{name}/"
            found = sorted(self.content.threads, key=lambda thread: -len(thread.posts))
            found = found[:15] if name == "popular" else [one for one in found if len(one.posts) == 1][:15]
            self.other(base, "stream.html", title=title, threads=found, page=1, pages=1, base=base)
        tags = {tag for thread in self.content.threads for tag in thread.tags}
        for tag in sorted(tags):
            found = [one for one in self.latest if tag in one.tags][: self.per_list]
            base = f"/forums/topic-tag/{tag}/"
            self.other(base, "stream.html", title=f"Topic Tag: {tag}", threads=found, page=1, pages=1, base=base)
        for person in self.people:
            self.other(self.person(person), "person.html", person=person)
            for kind in ("topics", "replies", "engagements", "favorites"):
                found = [one for one in self.by(person) if kind != "topics" or one.posts[0].author is person][:15]
                base = f"{self.person(person)}{kind}/"
                self.other(base, "stream.html", title=f"Forum {kind}", threads=found, page=1, pages=1, base=base)
        self._blog()

    def _blog(self) -> None:
        self.other("/", "blog.html", numbers=range(6))
        self.other("/news/", "blog.html", numbers=range(6))
        self.other("/category/news/", "blog.html", numbers=range(6))
        for number in range(6):
            self.other(self.blog_post(number), "blog_post.html", number=number)
        for month in range(1, 6):
            numbers = [number for number in range(6) if number % 5 + 1 == month]
            self.other(f"/2025/0{month}/", "blog.html", numbers=numbers)
        for path in ("/about/", "/wp-login.php", "/contact/"):
            self.other(path, "form.html")
