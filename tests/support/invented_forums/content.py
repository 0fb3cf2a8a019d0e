"""Who said what: people, boards, threads and posts, the same for a seed."""

import random
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from tests.support.invented_forums.traits import Traits
from tests.unit.learn.articles.blogs import sentence

POSTS_PER_PAGE = 10
THREADS_PER_PAGE = 15
_FIRST = (
    "anna",
    "bert",
    "Carla",
    "dora",
    "Emil",
    "fritz",
    "Gerda",
    "hugo",
    "Ines",
    "jan",
    "Karl",
    "lena",
    "Max",
    "nora",
)
_SECOND = ("berg", "_77", "Hill", "42", "wood", "Fox", "1981", ".k", "stone", "River", "X", "-moss", "bird", "Smith")
_TOPICS = ("pump", "boiler", "kettle", "garden", "ladder", "window", "valve", "camera", "engine", "tractor", "orchard",
           "carpet", "hammer", "hinge", "river", "bridge", "lantern", "bucket", "cellar", "barrel")  # fmt: skip
_ASKS = ("How do I mend the {0} near the {1}?", "My {0} and the {1}", "{0} or {1}: which would you take", "Broken {0}",
         "Has anyone moved a {0} before the {1} was dry", "Question on a {0}", "The {0} of my neighbour's {1}, again",
         "A {0} for sale, with {1}", "What I have learned of the {0}", "Help with {0}!")  # fmt: skip
_SHORT = ("Thanks, that helped.", "Same here.", "I would not do that.", "Any news?", "+1", "Solved, thank you all!",
          "Which model is it?", "Good luck with it.", "No idea, sorry.", "That is what I did as well.")  # fmt: skip
_BOARDS = ("Tools and repairs", "Garden talk", "The old workshop", "Buying and selling", "Off topic", "Newcomers",
           "Engines", "Weather and seasons")  # fmt: skip


@dataclass(frozen=True)
class Person:
    number: int
    name: str
    is_guest: bool = False


@dataclass(frozen=True)
class Post:
    number: int
    author: Person
    time: datetime
    paragraphs: tuple[str, ...]
    quoted: "Post | None"
    is_edited: bool

    @cached_property
    def text(self) -> str:
        """What a reader reads, the quoted passage first."""
        return "\n".join((*(self.quoted.paragraphs[:1] if self.quoted else ()), *self.paragraphs))


@dataclass(frozen=True)
class Board:
    number: int
    title: str
    parent: int = 0


@dataclass(frozen=True)
class Thread:
    number: int
    board: Board
    title: str
    posts: tuple[Post, ...]
    is_sticky: bool

    @property
    def tags(self) -> list[str]:
        """Things that the title names."""
        return [topic for topic in _TOPICS if topic in self.title.lower()]

    @property
    def pages(self) -> int:
        return -(-len(self.posts) // POSTS_PER_PAGE)

    @property
    def last(self) -> Post:
        return self.posts[-1]


@dataclass(frozen=True)
class Content:
    boards: tuple[Board, ...]
    people: tuple[Person, ...]
    threads: tuple[Thread, ...]

    def of(self, board: Board) -> list[Thread]:
        """Threads of a board, sticky ones first, then those with the newest post."""
        here = [thread for thread in self.threads if thread.board is board]
        return sorted(here, key=lambda thread: (not thread.is_sticky, -thread.last.time.timestamp()))

    @property
    def latest(self) -> list[Thread]:
        return sorted(self.threads, key=lambda thread: -thread.last.time.timestamp())


def write(traits: Traits, times: int = 1) -> Content:
    """The content that some traits draw; `times` as many threads as usual."""
    chance = traits.chance("content")
    people = tuple(Person(number, name) for number, name in enumerate(_names(chance, 30), start=1))
    titles = chance.sample(_BOARDS, chance.randint(3, 6))
    boards = [Board(number, title) for number, title in enumerate(titles, start=1)]
    if traits.sub_boards:
        boards.append(Board(len(boards) + 1, "Archive of " + titles[0].lower(), parent=1))
    drawn = (_thread(number, boards, people, traits, chance) for number in range(1, times * chance.randint(60, 90)))
    return Content(tuple(boards), people, tuple(drawn))


def _names(chance: random.Random, count: int) -> list[str]:
    pairs = [first + second for first in _FIRST for second in _SECOND]
    return chance.sample(pairs, count)


def _thread(
    number: int, boards: list[Board], people: tuple[Person, ...], traits: Traits, chance: random.Random
) -> Thread:
    title = chance.choice(_ASKS).format(*chance.sample(_TOPICS, 2)) + ("" if chance.random() < 0.5 else f" ({number})")
    count = chance.choice((1, 1, 2, 3, 3, 4, 5, 6, 7, 8, 12, 17, 24))
    time = datetime(2024, 1, 5, 8, 30) + timedelta(hours=chance.randint(0, 9000), minutes=chance.randint(0, 59))
    posts: list[Post] = []
    for place in range(count):
        author = chance.choice(people)
        if traits.guests and chance.random() < 0.08:
            author = Person(0, chance.choice(("visitor", "passer-by", "old friend")), is_guest=True)
        quoted = chance.choice(posts) if posts and traits.quotes != "none" and chance.random() < 0.25 else None
        edited = traits.edits and chance.random() < 0.12
        posts.append(
            Post(number * 100 + place, author, time, _said(f"{traits.seed} {number} {place}", chance), quoted, edited)
        )
        time += timedelta(minutes=chance.randint(3, 3000))
    weights = [4 if board.number == 1 else 2 for board in boards]
    board = chance.choices(boards, weights)[0]
    return Thread(number, board, title[:1].upper() + title[1:], tuple(posts), traits.sticky and chance.random() < 0.05)


def _said(key: str, chance: random.Random) -> tuple[str, ...]:
    if chance.random() < 0.12:
        return (chance.choice(_SHORT) + f" ({key.replace(' ', '-')})",)
    sentences = [sentence(f"{key} {number}") for number in range(chance.choice((1, 2, 3, 4, 6, 9)))]
    cut = chance.randint(1, 3)
    return tuple(" ".join(sentences[start : start + cut]) for start in range(0, len(sentences), cut))
