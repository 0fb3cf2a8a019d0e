"""What an archive of the demo site should hold: its content pages and what people wrote on them."""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from thresher.demo.blog.posts import Post, write_posts
from thresher.demo.exchange import ORIGIN
from thresher.demo.forum.theme import board_path, topic_path
from thresher.demo.forum.threads import BOARDS, POSTS_PER_PAGE, THREADS_PER_PAGE, Thread, write_threads
from thresher.demo.prose import SEED


class PageKind(Enum):
    """What a content page is about."""

    POST = "post"
    COMMENTS = "comments"
    """Second and further comment pages; the first is the post itself."""
    THREAD = "thread"
    BOARD = "board"
    STATIC = "static"


@dataclass(frozen=True, slots=True)
class ContentPage:
    """A page worth keeping, by the address that its own links or its canonical link give it."""

    url: str
    kind: PageKind


@dataclass(frozen=True, slots=True)
class Written:
    """One thing a person wrote: a blog post, a comment or a forum post."""

    kind: str
    """post, comment or forum post."""
    url: str
    """The content page on which it stands."""
    title: str
    """Title of the post or thread it belongs to."""
    author: str
    written: datetime
    text: str
    """Its paragraphs, one a line; quotes and signatures are not part of it."""


@dataclass(frozen=True, slots=True)
class Truth:
    """Everything that counts on the site; the counts are those of `written`."""

    pages: tuple[ContentPage, ...]
    written: tuple[Written, ...]
    threads: int

    @property
    def urls(self) -> tuple[str, ...]:
        return tuple(page.url for page in self.pages)

    @property
    def posts(self) -> int:
        return self._count("post")

    @property
    def comments(self) -> int:
        return self._count("comment")

    @property
    def forum_posts(self) -> int:
        return self._count("forum post")

    def share_of_pages(self, kept: set[str]) -> float:
        """How much of the content pages is among the URLs `kept`, from 0 to 1."""
        return sum(page.url in kept for page in self.pages) / len(self.pages)

    def share_of_written(self, kept: set[str]) -> float:
        """How much of what people wrote stands on the pages `kept`, from 0 to 1."""
        return sum(entry.url in kept for entry in self.written) / len(self.written)

    def _count(self, kind: str) -> int:
        return sum(entry.kind == kind for entry in self.written)


def expected(origin: str = ORIGIN, seed: int = SEED) -> Truth:
    """What the site at `origin` with that seed holds."""
    posts, threads = write_posts(seed), write_threads(seed)
    static = ("/", "/about.html", "/blog/about/", "/blog/reading-list/", "/forum/faq.php")
    further = [post.comment_page_path(page) for post in posts for page in range(2, post.comment_pages + 1)]
    kinds = (
        (PageKind.STATIC, static),
        (PageKind.POST, [post.path for post in posts]),
        (PageKind.COMMENTS, further),
        (PageKind.BOARD, ["/forum/", *_board_pages(threads)]),
        (PageKind.THREAD, [topic_path(thread, start) for thread in threads for start in thread.starts]),
    )
    pages = tuple(ContentPage(origin + path, kind) for kind, paths in kinds for path in paths)
    written = [entry for post in posts for entry in _written_on_blog(post, origin)]
    written += [entry for thread in threads for entry in _written_on_forum(thread, origin)]
    return Truth(pages, tuple(written), len(threads))


def _board_pages(threads: tuple[Thread, ...]) -> list[str]:
    """All pages of all boards in their usual order; other sort orders show nothing more."""
    return [
        board_path(board, start)
        for board in BOARDS
        for start in range(0, sum(thread.board is board for thread in threads), THREADS_PER_PAGE)
    ]


def _written_on_blog(post: Post, origin: str) -> list[Written]:
    text = "\n".join(post.paragraphs)
    entries = [Written("post", origin + post.path, post.title, post.author.name, post.published, text)]
    for page in range(1, post.comment_pages + 1):
        url = origin + post.comment_page_path(page)
        entries += [
            Written("comment", url, post.title, comment.author, comment.written, comment.text)
            for thread in post.threads_on(page)
            for comment in thread.walk()
        ]
    return entries


def _written_on_forum(thread: Thread, origin: str) -> list[Written]:
    return [
        Written(
            "forum post",
            origin + topic_path(thread, place // POSTS_PER_PAGE * POSTS_PER_PAGE),
            thread.title,
            post.author.name,
            post.written,
            "\n".join(post.paragraphs),
        )
        for place, post in enumerate(thread.posts)
    ]
