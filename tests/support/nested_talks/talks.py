"""A seed → conversations: who answered whom, when, and in what words."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

_NAMES = "anna bertil carla dmitri elif faye goran hana ivo juna karl lotte mira nils olga pavel quentin rosa sven tove"
PEOPLE = tuple(_NAMES.split())
BOARDS = ("Cooking", "Old trains", "Garden", "Paper craft", "Small boats")
_WORDS = (
    "bread river lamp stone garden window paper train morning letter copper bridge winter apple market violin harbour "
    "cloud needle basket walk carry mend paint borrow count plant follow open gather slow bright narrow quiet heavy "
    "early plain round warm old under beside behind because although whenever after before until about maybe often "
    "never always still again almost together saddle ribbon ladder pocket thunder pepper blanket chimney"
)
_LIST = _WORDS.split()
START = datetime(2019, 3, 1, 12, 7, tzinfo=UTC)
SIZES = (0, 1, 2, 4, 6, 9, 14)
"""Answers of a conversation."""
DELETED = 0.03
"""Share of the posts that were taken away: a place without author and text, with what answered it below."""


@dataclass(slots=True)
class Post:
    """What somebody said, and what answered it."""

    number: int
    author: str
    written: datetime
    paragraphs: tuple[str, ...]
    points: int
    above: "Post | None" = None
    answers: "list[Post]" = field(default_factory=list)
    is_deleted: bool = False

    @property
    def text(self) -> str:
        return " ".join(self.paragraphs)

    @property
    def depth(self) -> int:
        return 0 if self.above is None else 1 + self.above.depth

    def walk(self) -> "Iterator[Post]":
        """The post and all below it, in the order of the page."""
        yield self
        for answer in self.answers:
            yield from answer.walk()


@dataclass(frozen=True, slots=True)
class Talk:
    """A conversation: its title, its board, and the post that began it."""

    number: int
    title: str
    board: int
    opening: Post
    outside: str = ""
    """The page elsewhere that it is about; empty if about none."""

    @property
    def posts(self) -> list[Post]:
        return list(self.opening.walk())


def talks_of(seed: int, count: int = 40, *, is_shallow: bool = False) -> list[Talk]:
    """Conversations; where `is_shallow`, answers are answered by short comments, and these by nobody."""
    draw = random.Random(seed)
    numbers = iter(range(101, 100_000))
    return [_talk(draw, number, numbers, is_shallow=is_shallow) for number in range(count)]


def _talk(draw: random.Random, number: int, numbers: Iterator[int], *, is_shallow: bool) -> Talk:
    now = START + timedelta(hours=37 * number)
    opening = _post(draw, next(numbers), now, _prose(draw, 2))
    everybody = [opening]
    for _ in range(draw.choice(SIZES)):
        now += timedelta(minutes=draw.randint(3, 3000))
        above = _answered(draw, everybody, is_shallow=is_shallow)
        words = (sentence(draw),) if is_shallow and above is not opening else _prose(draw, 1)
        post = _post(draw, next(numbers), now, words)
        post.above = above
        post.is_deleted = draw.random() < DELETED
        above.answers.append(post)
        everybody.append(post)
    outside = f"http://elsewhere.example/{number}" if number % 3 == 0 else ""
    return Talk(number + 1, title_of(draw), number % len(BOARDS), opening, outside)


def _answered(draw: random.Random, everybody: list[Post], *, is_shallow: bool) -> Post:
    if is_shallow:
        return draw.choice([everybody[0], *(one for one in everybody if one.depth < 2)])
    return draw.choice([everybody[0], *everybody[-5:]])


def _post(draw: random.Random, number: int, now: datetime, paragraphs: tuple[str, ...]) -> Post:
    return Post(number, draw.choice(PEOPLE), now, paragraphs, draw.randint(-3, 90))


def _prose(draw: random.Random, least: int) -> tuple[str, ...]:
    count = draw.choice((1, 1, 1, 2, 3))
    return tuple(" ".join(sentence(draw) for _ in range(draw.choice((least, 2, 3, 5)))) for _ in range(count))


def sentence(draw: random.Random) -> str:
    return " ".join(draw.choice(_LIST) for _ in range(draw.randint(6, 15))).capitalize() + draw.choice("...!?")


def title_of(draw: random.Random) -> str:
    return " ".join(draw.choice(_LIST) for _ in range(draw.randint(3, 6))).capitalize()
