"""Which address of the forum gives which page."""

import hashlib
import zlib
from collections import Counter
from collections.abc import Callable

from thresher.demo.exchange import Answer, Headers, Request, file_answer, html_answer, redirect
from thresher.demo.forum import lists
from thresher.demo.forum.theme import Links, frame, login_form, topic_path
from thresher.demo.forum.threads import (
    BOARDS,
    POSTS_PER_PAGE,
    THREADS_PER_PAGE,
    Attachment,
    Board,
    ForumPost,
    Thread,
    write_members,
    write_threads,
)
from thresher.demo.forum.topic import print_topic, topic_feed, topic_main
from thresher.demo.pictures import archive, avatar, landscape, pdf, stripes
from thresher.demo.prose import DATA

COOKIE = "oak_sid"
_FEED_POSTS = 15

_GUEST_REASONS = {
    "reply": "You need to log in to reply to this topic.",
    "quote": "You need to log in to quote posts.",
    "post": "You need to log in to begin a topic.",
    "message": "You need to log in to send messages.",
    "mail": "You need to log in to send a topic by e-mail.",
}


class Forum:
    """Answers requests below `/forum/`; it keeps nothing between them, the session id is made from the address."""

    def __init__(self, origin: str, seed: int) -> None:
        self.origin = origin
        self.members = write_members(seed)
        self.threads = write_threads(seed)
        self._boards = {board.id: board for board in BOARDS}
        self._members = {member.id: member for member in self.members}
        self._threads = {thread.id: thread for thread in self.threads}
        self._posts = {post.id: (post, thread) for thread in self.threads for post in thread.posts}
        self._files = {file.id: file for post, _ in self._posts.values() for file in post.attachments}
        self._counts = Counter(post.author.id for post, _ in self._posts.values())
        self._scripts: dict[str, Callable[[Request, Links], Answer | None]] = {
            "index.php": self._index,
            "board.php": self._board,
            "topic.php": self._topic,
            "member.php": self._member,
            "members.php": self._member_list,
            "search.php": self._search,
            "online.php": self._online,
            "post.php": self._post,
            "report.php": self._report,
            "login.php": self._login,
            "register.php": self._register,
            "faq.php": self._faq,
            "feed.php": self._feed,
            "download.php": self._download,
        }

    def answer(self, request: Request) -> Answer | None:
        """The answer, or None if the forum has nothing at that address."""
        parts = request.segments[1:]
        if not parts and not request.path.endswith("/"):
            return redirect(f"{self.origin}/forum/", 301)
        if len(parts) == 2:
            return self._file(parts[0], parts[1])
        script = self._scripts.get(parts[0] if parts else "index.php")
        return script(request, _links(request)) if script and len(parts) < 2 else None

    def _page(
        self, request: Request, links: Links, title: str, main: str, board: Board | None = None, head: str = ""
    ) -> Answer:
        path = f"{request.segments[-1]}?{_without_sid(request)}" if len(request.segments) > 1 else "index.php"
        if path.startswith(("login.php", "post.php", "report.php")):
            path = "index.php"  # otherwise each login page would lead to a longer one
        return html_answer(frame(links, title, main, path, board, head), headers=_session_headers(links))

    def _index(self, request: Request, links: Links) -> Answer:
        if "mark" in request.query:
            return redirect(links.to("index.php"))
        head = f'<link rel="canonical" href="{self.origin}/forum/">\n'
        main = lists.index_main(self.threads, self.members, links)
        return self._page(request, links, "Board index", main, head=head)

    def _board(self, request: Request, links: Links) -> Answer | None:
        board = self._boards.get(request.number("b") or 0)
        if board is None:
            return None
        if "mark" in request.query:
            return redirect(links.board(board))
        start = _page_start(request, THREADS_PER_PAGE)
        total = sum(thread.board is board for thread in self.threads)
        if start >= total:
            return None
        main = lists.board_main(board, self.threads, start, _order(request), links)
        return self._page(request, links, board.name, main, board)

    def _topic(self, request: Request, links: Links) -> Answer | None:
        start = _page_start(request, POSTS_PER_PAGE)
        thread = self._threads.get(request.number("t") or 0)
        if thread is None:
            post, thread = self._posts.get(request.number("p") or 0, (None, None))
            if post is None or thread is None:
                return None
            start = thread.posts.index(post) // POSTS_PER_PAGE * POSTS_PER_PAGE
        if "goto" in request.query:
            return self._neighbour(thread, request.query["goto"], links)
        if start >= len(thread.posts):
            return None
        if request.query.get("view") == "print":
            return html_answer(print_topic(thread, start), headers=_session_headers(links))
        canonical = (self.origin + topic_path(thread, start)).replace("&", "&amp;")
        main = topic_main(thread, start, links, self._counts)
        return self._page(
            request, links, thread.title, main, thread.board, f'<link rel="canonical" href="{canonical}">\n'
        )

    def _neighbour(self, thread: Thread, direction: str, links: Links) -> Answer | None:
        own = [other for other in self.threads if other.board is thread.board]
        place = own.index(thread) + (1 if direction == "next" else -1)
        return redirect(links.topic(own[place])) if 0 <= place < len(own) else None

    def _member(self, request: Request, links: Links) -> Answer | None:
        member = self._members.get(request.number("u") or 0)
        if member is None:
            return None
        main = lists.member_main(member, self._newest(author=member.id), links)
        return self._page(request, links, f"Profile of {member.name}", main)

    def _member_list(self, request: Request, links: Links) -> Answer | None:
        start = _page_start(request, lists.MEMBERS_PER_PAGE)
        if start >= len(self.members):
            return None
        main = lists.members_main(self.members, self._counts, start, _order(request), links)
        return self._page(request, links, "Members", main)

    def _search(self, request: Request, links: Links) -> Answer:
        newest = sorted(self.threads, key=lambda thread: thread.last.written, reverse=True)
        author = self._members.get(request.number("author") or 0)
        if author:
            title = f"Posts by {author.name}"
            found = [thread for thread in newest if any(post.author is author for post in thread.posts)]
        elif request.query.get("id") == "unanswered":
            title, found = "Unanswered topics", [thread for thread in newest if len(thread.posts) < 3]
        else:
            title, found = "Active topics", newest[:20]
        head = '<meta name="robots" content="noindex">\n'
        return self._page(request, links, title, lists.results_main(title, found, links), head=head)

    def _online(self, request: Request, links: Links) -> Answer:
        return self._page(request, links, "Who is online", lists.online_main(self.members, links))

    def _post(self, request: Request, links: Links) -> Answer:
        reason = _GUEST_REASONS.get(request.query.get("mode", ""), "You need to log in to do this.")
        return self._page(request, links, "Login", login_form(links, reason, _without_sid(request)))

    def _report(self, request: Request, links: Links) -> Answer:
        main = login_form(links, "You need to log in to report posts.", _without_sid(request))
        return self._page(request, links, "Login", main)

    def _login(self, request: Request, links: Links) -> Answer:
        main = login_form(links, "Please log in.", request.query.get("redirect", "")[:300])
        return self._page(request, links, "Login", main)

    def _register(self, request: Request, links: Links) -> Answer:
        main = (
            '<div class="panel"><h2>Registration</h2><p>New members are welcomed at the counter, in person.</p></div>'
        )
        return self._page(request, links, "Registration", main)

    def _faq(self, request: Request, links: Links) -> Answer:
        main = (DATA / "faq.html").read_text(encoding="utf-8")
        return self._page(request, links, "Questions and answers", main)

    def _feed(self, request: Request, links: Links) -> Answer:
        thread, board = request.number("t"), request.number("b")
        posts = self._newest(thread=thread, board=board)[:_FEED_POSTS]
        return file_answer(topic_feed("Osmund Commons", posts, self.origin), "application/rss+xml; charset=UTF-8")

    def _download(self, request: Request, links: Links) -> Answer | None:
        file = self._files.get(request.number("id") or 0)
        if file is None:
            return None
        media_type, body = _file_content(file)
        manner = "inline" if request.query.get("mode") == "view" else "attachment"
        return file_answer(body, media_type, (("Content-disposition", f'{manner}; filename="{file.name}"'),))

    def _file(self, folder: str, name: str) -> Answer | None:
        member = next((m for m in self.members if folder == "avatars" and name == f"{m.id}.svg"), None)
        if member:
            return file_answer(avatar(member.name.strip("<>")), "image/svg+xml")
        if folder == "style" and name == "forum.css":
            return file_answer((DATA / "forum.css").read_bytes(), "text/css")
        if folder == "style" and name == "forum.js":
            return file_answer((DATA / "forum.js").read_bytes(), "application/javascript")
        return file_answer(stripes(), "image/png") if (folder, name) == ("style", "stripes.png") else None

    def _newest(
        self, author: int | None = None, thread: int | None = None, board: int | None = None
    ) -> list[tuple[ForumPost, Thread]]:
        return [
            (post, own)
            for post, own in reversed(self._posts_by_time())
            if author in (None, post.author.id) and thread in (None, own.id) and board in (None, own.board.id)
        ]

    def _posts_by_time(self) -> list[tuple[ForumPost, Thread]]:
        return sorted(self._posts.values(), key=lambda pair: pair[0].id)


def _links(request: Request) -> Links:
    """Without our cookie every link gets the session id: the one asked with, or a new one."""
    if request.has_cookie:
        return Links()
    given = request.query.get("sid", "")
    if len(given) == 32 and given.isascii() and given.isalnum():
        return Links(given)
    return Links(hashlib.md5(request.target.encode("utf-8", "replace"), usedforsecurity=False).hexdigest())


def _session_headers(links: Links) -> Headers:
    if not links.sid:
        return ()
    return (
        ("Set-Cookie", f"{COOKIE}={links.sid}; path=/forum/; HttpOnly"),
        ("SET-cookie", "oak_seen=1; path=/forum/"),
    )


def _without_sid(request: Request) -> str:
    return "&".join(f"{key}={value}" for key, value in request.query.items() if key != "sid")


def _order(request: Request) -> dict[str, str]:
    orders = {*lists.THREAD_ORDERS, "name", "joined", "posts"}
    return {
        key: request.query[key]
        for key, known in (("sort", orders), ("dir", {"a", "d"}))
        if request.query.get(key) in known
    }


def _page_start(request: Request, size: int) -> int:
    """The value of `start`, rounded down to the beginning of a page."""
    return (request.number("start") or 0) // size * size


def _file_content(file: Attachment) -> tuple[str, bytes]:
    if file.kind == "pdf":
        return "application/pdf", pdf(f"Little Osmund - {file.name}")
    if file.kind == "zip":
        return "application/zip", archive("readme.txt", f"{file.name}: see the thread for what the numbers mean.\n")
    return "image/png", landscape(zlib.crc32(file.name.encode()), 480, 240)
