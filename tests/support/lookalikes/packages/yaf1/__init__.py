"""YAF.NET 1.9 as it comes: kind, number and title in the name of one file, five rows for a post."""

import re
from datetime import datetime

from tests.support.invented_forums.content import Board, Person, Post, Thread
from tests.support.lookalikes.package import Package, clock

MENU = (
    "yaf_login.aspx", "yaf_register.aspx", "yaf_search.aspx", "yaf_rules.aspx", "yaf_help_index.aspx",
    "yaf_team.aspx", "yaf_recoverpassword.aspx", "yaf_activeusers.aspx",
)  # fmt: skip


def named(title: str) -> str:
    """`How-do-I-mend-the-pump`: a title in an address, in its own case."""
    return re.sub(r"[^A-Za-z0-9]", "-", title.strip())


class Look(Package):
    def board(self, board: Board, page: int = 1) -> str:
        return f"yaf_topics{board.number}{f'p{page}' if page > 1 else ''}_{named(board.title)}.aspx"

    def thread(self, thread: Thread, page: int = 1) -> str:
        return f"yaf_postst{thread.number}{f'p{page}' if page > 1 else ''}_{named(thread.title)}.aspx"

    def post(self, thread: Thread, post: Post) -> str:
        return f"yaf_postsm{post.number}_{named(thread.title)}.aspx"

    def of_post(self, post: Post) -> str:
        return self.post(self.content.threads[post.number // 100 - 1], post)

    def unread(self, thread: Thread) -> str:
        return f"yaf_postst{thread.number}findunread_{named(thread.title)}.aspx"

    def person(self, person: Person) -> str:
        return f"yaf_profile{person.number}_{named(person.name)}.aspx"

    def printed(self, thread: Thread) -> str:
        return f"yaf_printtopict{thread.number}.aspx"

    def shown(self, time: datetime) -> str:
        return f"{time:%A}, {time:%B} {time:%d}, {time.year} {clock(time).upper().replace(' ', ':00 ')}"

    def noise(self) -> None:
        self.again("default.aspx", as_at="")
        self.other("yaf_forumc1_Workshop.aspx", "front.html")
        for thread in self.content.threads:
            self.other(self.printed(thread), "print.html", thread=thread)
            self.redirect(self.unread(thread), to=self.thread(thread, self.count(thread)))
            self.other(f"yaf_postmessaget{thread.number}f{thread.board.number}.aspx", "form.html")
            for post in thread.posts:
                self.again(self.post(thread, post), as_at=self.thread(thread, self.page_of(thread, post)))
                path = f"yaf_postmessaget{thread.number}f{thread.board.number}q{post.number}.aspx"
                self.other(path, "form.html")
                self.other(f"yaf_reportpostm{post.number}.aspx", "form.html")
        for board in self.content.boards:
            self.other(f"yaf_postmessagef{board.number}.aspx", "form.html")
        for name in ("activetopics", "unansweredtopics"):
            found = [one for one in self.latest if name == "activetopics" or len(one.posts) == 1]
            self.other(f"yaf_mytopics{name}.aspx", "stream.html", threads=found[: self.per_list])
        for person in self.people:
            self.other(self.person(person), "person.html", person=person)
            posts = [(thread, post) for thread in self.by(person) for post in thread.posts if post.author is person]
            self.other(f"yaf_searchpostedby{person.number}.aspx", "posts.html", posts=posts[:10])
        for path in MENU:
            self.other(path, "form.html")
        self.other("yaf_members.aspx", "members.html")
