"""What was written on the forum: boards, threads, posts and members."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache

from thresher.demo.prose import Writer, load_stock, read_lines

POSTS_PER_PAGE = 10
THREADS_PER_PAGE = 12


@dataclass(frozen=True, slots=True)
class Board:
    id: int
    key: str
    name: str
    about: str
    parent: int | None = None


@dataclass(frozen=True, slots=True)
class Member:
    id: int
    name: str
    joined: datetime
    about: str
    signature: str


@dataclass(frozen=True, slots=True)
class Attachment:
    id: int
    name: str
    kind: str
    """pdf, zip or png."""


@dataclass(frozen=True, slots=True)
class ForumPost:
    id: int
    author: Member
    written: datetime
    paragraphs: tuple[str, ...]
    quoted: int | None = None
    """Place in the thread of the post that is quoted."""
    attachments: tuple[Attachment, ...] = ()


@dataclass(frozen=True, slots=True)
class Thread:
    id: int
    board: Board
    title: str
    posts: tuple[ForumPost, ...]

    @property
    def last(self) -> ForumPost:
        return self.posts[-1]

    @property
    def starts(self) -> range:
        """Values of `start` of its pages: 0, 10, 20 …"""
        return range(0, len(self.posts), POSTS_PER_PAGE)

    @property
    def views(self) -> int:
        return len(self.posts) * 37 + self.id * 11


BOARDS = (
    Board(1, "news", "Notices and welcome", "What is on, who is new, and how this board works."),
    Board(2, "workshop", "The workshop", "Everything with pedals: questions, reports and pictures."),
    Board(3, "wheels", "Wheels and hubs", "Spokes, rims, bearings and patience.", parent=2),
    Board(4, "garden", "Beds and borders", "What grows, what does not, and who ate it."),
)

_REMAINING = ("ambrose", "<pip>", "dill")
"""Members who are in no starter's place; one of them chose a name that has to be escaped."""

_ATTACHED: dict[tuple[str, int], tuple[tuple[str, str], ...]] = {
    ("Is this frame straight? (drawing attached)", 0): (("frame-measured.pdf", "pdf"),),
    ("Nameless apple from the allotments", 0): (("apple sheet.zip", "zip"),),
    ("Cone wear, with pictures", 0): (("cone-left.png", "png"), ("cone-right.png", "png")),
    ("Long report: rebuilding a delivery bike", 0): (("before.png", "png"),),
    ("Long report: rebuilding a delivery bike", 36): (("after.png", "png"), ("parts & costs.zip", "zip")),
    ("A year on a north-facing plot", 12): (("plan.pdf", "pdf"),),
}


@cache
def write_members(seed: int) -> tuple[Member, ...]:
    """All members in the order in which they joined."""
    writer = Writer(seed + 1)
    signatures = load_stock()["signature"]
    joined = datetime(2022, 11, 5, 18, 0, tzinfo=UTC)
    members = []
    starters = dict.fromkeys(line.split(" | ")[1] for line in read_lines("threads.txt"))
    for number, name in enumerate((*starters, *_REMAINING), start=1):
        writer.begin()
        signature = signatures[number % len(signatures)] if number % 3 == 0 else ""
        members.append(Member(number + 1, name, joined, writer.sentence("about"), signature))
        joined += timedelta(hours=writer.random.randint(5, 500))
    return tuple(members)


@cache
def write_threads(seed: int) -> tuple[Thread, ...]:
    """All threads in the order in which they were begun; post ids rise with time over the whole forum."""
    writer = Writer(seed + 2)
    members = {member.name: member for member in write_members(seed)}
    drafts = sorted(
        (_write_thread(writer, line, members) for line in read_lines("threads.txt")),
        key=lambda draft: draft.posts[0].written,
    )
    posts = sorted((post for draft in drafts for post in draft.posts), key=lambda post: post.written)
    ids = {id(post): number for number, post in enumerate(posts, start=1001)}
    files = iter(range(11, 99))
    return tuple(
        Thread(
            number,
            draft.board,
            draft.title,
            tuple(
                _numbered(post, ids[id(post)], _ATTACHED.get((draft.title, place), ()), files)
                for place, post in enumerate(draft.posts)
            ),
        )
        for number, draft in enumerate(drafts, start=31)
    )


def _numbered(post: ForumPost, number: int, files: tuple[tuple[str, str], ...], ids: Iterator[int]) -> ForumPost:
    attached = tuple(Attachment(next(ids), name, kind) for name, kind in files)
    return ForumPost(number, post.author, post.written, post.paragraphs, post.quoted, attached)


def _write_thread(writer: Writer, line: str, members: dict[str, Member]) -> Thread:
    key, starter, count, title, lead = (part.strip() for part in line.split(" | "))
    board = next(board for board in BOARDS if board.key == key)
    when = datetime(2023, 8, 1, 9, 0, tzinfo=UTC) + timedelta(minutes=writer.random.randint(0, 800_000))
    writer.begin()
    opening = (lead, writer.paragraph("forum ask", "forum ask")) if key != "news" else (lead,)
    posts = [ForumPost(0, members[starter], when, opening)]
    for place in range(1, int(count)):
        when += timedelta(minutes=writer.random.randint(3, 2600))
        posts.append(_write_reply(writer, board, place, when, members, starter))
    return Thread(0, board, title, tuple(posts))


def _write_reply(
    writer: Writer, board: Board, place: int, when: datetime, members: dict[str, Member], starter: str
) -> ForumPost:
    writer.begin()
    dice = writer.random
    own, anyone = f"forum {board.key}", "forum any"
    shapes: tuple[tuple[tuple[str, ...], ...], ...] = (
        ((own, own),),
        ((own,),),
        ((anyone, own),),
        ((own, own), (own,)),
        ((own, own), (anyone,)),
    )
    author = members[starter] if dice.random() < 0.2 else dice.choice(tuple(members.values()))
    written = tuple(writer.paragraph(*sections) for sections in dice.choice(shapes))
    quoted = dice.randrange(max(0, place - 6), place) if dice.random() < 0.3 else None
    return ForumPost(0, author, when, written, quoted)
