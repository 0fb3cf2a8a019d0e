"""What was written on the blog: posts, comments and who wrote them."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from urllib.parse import quote

from thresher.demo.prose import Writer, read_lines, slug

THREADS_PER_PAGE = 6
"""Comments with their answers that fit on one comment page."""

# Enough to fill comment pages on a few posts only, as on a real blog.
_CROWDED = {4: 24, 13: 19, 22: 30, 27: 14}

_READERS = (
    "Ida Fenwick",
    "Corwin",
    "M. Appleyard",
    "Tess from the mill",
    "Anselm Groat",
    "Old Reader",
    "Wren",
    "Dorrit Hale",
    "Piet van der Laan",
    "Zoë",
    "K. & R. Oakshott",
    "Bertil",
)


@dataclass(frozen=True, slots=True)
class Author:
    key: str
    name: str
    about: str


@dataclass(frozen=True, slots=True)
class Comment:
    id: int
    author: str
    written: datetime
    text: str
    answers: tuple["Comment", ...] = ()

    def walk(self) -> Iterator["Comment"]:
        """The comment and all answers below it, in reading order."""
        yield self
        for answer in self.answers:
            yield from answer.walk()


@dataclass(frozen=True, slots=True)
class Post:
    id: int
    title: str
    author: Author
    category: str
    tags: tuple[str, ...]
    published: datetime
    paragraphs: tuple[str, ...]
    has_picture: bool
    threads: tuple[Comment, ...]
    """First comments, each with its answers."""

    @property
    def path(self) -> str:
        return f"/blog/{self.published:%Y/%m/%d}/{slug(self.title)}/"

    @property
    def picture(self) -> str:
        """Address of the picture without its size and ending."""
        return f"/blog/media/{self.published:%Y/%m}/{slug(self.title)}"

    @property
    def comments(self) -> tuple[Comment, ...]:
        return tuple(comment for thread in self.threads for comment in thread.walk())

    @property
    def comment_pages(self) -> int:
        """Pages the comments take; 1 even if there are none, since the post itself is the first."""
        return max(1, -(-len(self.threads) // THREADS_PER_PAGE))

    def comment_page_path(self, page: int) -> str:
        return self.path if page == 1 else f"{self.path}comment-page-{page}/"

    def comment_path(self, comment_id: int) -> str:
        """Address of a comment: that of the comment page it stands on, and its place there."""
        for page in range(1, self.comment_pages + 1):
            if any(comment.id == comment_id for thread in self.threads_on(page) for comment in thread.walk()):
                return f"{self.comment_page_path(page)}#comment-{comment_id}"
        return f"{self.path}#comments"

    def threads_on(self, page: int) -> tuple[Comment, ...]:
        return self.threads[(page - 1) * THREADS_PER_PAGE : page * THREADS_PER_PAGE]


AUTHORS = {
    author.key: author
    for author in (
        Author("hetty", "Hetty Marlowe", "Keeps the window, the stamp and most of the keys."),
        Author("jonas", "Jonas Ackerby", "Mends bicycles on Saturdays and clocks in between."),
        Author("priya", "Priya Tolland", "Looks after the beds behind the library, and is looked after by them."),
    )
}


def tag_path(tag: str) -> str:
    """Address of a tag; letters outside ASCII are percent-encoded, as browsers send them."""
    return f"/blog/tag/{quote(tag_key(tag))}/"


def tag_key(tag: str) -> str:
    return tag.replace(" & ", "-").replace(" ", "-")


@cache
def write_posts(seed: int) -> tuple[Post, ...]:
    """All posts, oldest first."""
    writer = Writer(seed)
    ids = iter(range(7000, 9000, 3))
    return tuple(_write_post(writer, number, line, ids) for number, line in enumerate(read_lines("posts.txt"), start=1))


def _write_post(writer: Writer, number: int, line: str, ids: Iterator[int]) -> Post:
    when, author, category, tags, title, lead = (part.strip() for part in line.split(" | "))
    published = datetime.strptime(when, "%Y-%m-%d %H:%M").replace(tzinfo=UTC)
    return Post(
        id=100 + number * 7,
        title=title,
        author=AUTHORS[author],
        category=category,
        tags=tuple(tag.strip() for tag in tags.split(",")),
        published=published,
        paragraphs=(lead, *_write_body(writer, category)),
        has_picture=number % 5 != 2,
        threads=_write_threads(writer, number, published, ids),
    )


def _write_body(writer: Writer, topic: str) -> list[str]:
    writer.begin()
    tell, think, close = f"{topic} tell", f"{topic} think", f"{topic} close"
    shapes = ((tell, tell, tell), (tell, tell, think), (tell, think), (think, tell, tell))
    middle = [writer.paragraph(*writer.random.choice(shapes)) for _ in range(writer.random.randint(4, 6))]
    return [*middle, writer.paragraph(think, close)]


def _write_threads(writer: Writer, number: int, published: datetime, ids: Iterator[int]) -> tuple[Comment, ...]:
    count = _CROWDED.get(number, (number * 5) % 6)
    threads = []
    when = published
    for turn in range(count):
        when += timedelta(minutes=writer.random.randint(40, 4000))
        # One reader tries markup in the comment field; the engine shows it as text.
        extra = " <b>Bold</b> & <script>alert(1)</script> never work here, do they?" if (number, turn) == (4, 2) else ""
        threads.append(_write_comment(writer, when, ids, "comment first", depth=0, extra=extra))
    return tuple(threads)


def _write_comment(
    writer: Writer, when: datetime, ids: Iterator[int], section: str, depth: int, extra: str = ""
) -> Comment:
    names = [*_READERS, *(author.name for author in AUTHORS.values())] if depth else _READERS
    writer.begin()
    own_id, author = next(ids), writer.random.choice(names)
    text = writer.paragraph(*[section] * writer.random.randint(1, 2)) + extra
    answers = []
    if depth < 2 and writer.random.random() < (0.4, 0.25)[depth]:
        later = when + timedelta(minutes=writer.random.randint(15, 900))
        answers.append(_write_comment(writer, later, ids, "comment reply", depth + 1))
    return Comment(own_id, author, when, text, tuple(answers))
