"""What an invented blog says: posts of all lengths, with comments; the truth that a crawl is measured against."""

import random
import re
import unicodedata
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone

from tests.support.invented_blogs.languages import LANGUAGES, Language
from tests.support.invented_blogs.traits import Traits

ZONE = timezone(timedelta(hours=2))
LAST = datetime(2024, 6, 20, 9, 12, 31, tzinfo=ZONE)
"""Of the newest post."""
PER_TALK = 5
"""Comments on one page of a post, where they are paged."""
_LENGTHS = (1, 2, 3, 3, 4, 5, 6, 9)
"""Paragraphs of a post."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A comment; `above` is the number of the one that it answers, or 0."""

    number: int
    author: str
    link: str
    time: datetime
    text: str
    above: int = 0


@dataclass(frozen=True, slots=True)
class Block:
    """A part of a post: `kind` is p, ul, quote, code, h3 or link; `lines` are what readers see."""

    kind: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Post:
    """One post, newest ones with the highest numbers."""

    number: int
    title: str
    author: str
    time: datetime
    blocks: tuple[Block, ...]
    category: str
    tags: tuple[str, ...]
    remarks: tuple[Remark, ...] = ()

    @property
    def slug(self) -> str:
        return slug_of(self.title)

    @property
    def text(self) -> str:
        return "\n".join(line for block in self.blocks for line in block.lines)

    def beginning(self, words: int) -> str:
        return " ".join(self.text.split()[:words])


@dataclass(frozen=True, slots=True)
class Story:
    """All of it, newest posts first."""

    name: str
    language: Language
    posts: tuple[Post, ...]
    authors: tuple[str, ...]
    categories: tuple[str, ...]
    tags: tuple[str, ...]

    def label(self, key: str) -> str:
        return self.language.labels[key]


def slug_of(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text.replace("ß", "ss")).encode("ascii", "ignore").decode()
    return re.sub(r"\W+", "-", plain.lower()).strip("-")


def tell(seed: int, traits: Traits) -> Story:
    """The story of the blog of a seed."""
    chance = random.Random(f"story {seed}")
    language = LANGUAGES[traits.language]
    people = chance.sample(language.people, len(language.people))
    authors = tuple(people[:1] if traits.has_one_author else people[:3])
    topics = [slug_of(word) for word in chance.sample(language.things, 11)]
    teller = _Teller(chance, traits, language, authors, tuple(people[3:]), tuple(topics[:4]), tuple(topics[4:]))
    posts = teller.posts()
    name = f"{chance.choice(language.kinds)} {chance.choice(language.things)}".title()
    return Story(name, language, posts, authors, teller.categories, teller.tags)


@dataclass
class _Teller:
    chance: random.Random
    traits: Traits
    language: Language
    authors: tuple[str, ...]
    visitors: tuple[str, ...]
    categories: tuple[str, ...]
    tags: tuple[str, ...]
    said: int = 100
    """The number of the last comment."""

    def posts(self) -> tuple[Post, ...]:
        time, found, titles = LAST, [], set[str]()
        for number in range(self.traits.posts, 0, -1):
            title = self._title()
            while slug_of(title) in titles:
                title = self._title()
            titles.add(slug_of(title))
            found.append(self._post(number, title, time))
            # At least a day apart: some addresses have nothing but the day.
            time -= timedelta(days=self.chance.randint(1, 20), minutes=self.chance.randint(1, 300))
        return tuple(found)

    def _post(self, number: int, title: str, time: datetime) -> Post:
        tags = tuple(sorted(self.chance.sample(self.tags, self.chance.randint(1, 3))))
        author, category = self.chance.choice(self.authors), self.chance.choice(self.categories)
        return Post(number, title, author, time, self._blocks(number), category, tags, self._remarks(time))

    def _title(self) -> str:
        words = self.chance.sample(self.language.things, self.chance.randint(1, 3))
        end = self.chance.choice((self.chance.choice(self.language.kinds), self.chance.choice(self.language.deeds)))
        text = " ".join([*words, end, *self.chance.sample(self.language.things, self.chance.randint(0, 3))])
        return text[0].upper() + text[1:] + self.chance.choice(("", "", "", "?", "!"))

    def _blocks(self, number: int) -> tuple[Block, ...]:
        if number % 9 == 4:  # a link with a word or two about it
            return (Block("link", (self.prose(1),)),)
        if number % 13 == 5:
            return (Block("p", (self.prose(1),)),)
        blocks = [Block("p", (self.prose(self.chance.randint(2, 6)),)) for _ in range(self.chance.choice(_LENGTHS))]
        for kind in self.chance.sample(("ul", "quote", "code", "h3", "link"), self.chance.randint(0, 2)):
            lines = (self.prose(1), self.prose(1), self.prose(1)) if kind == "ul" else (self.prose(1),)
            blocks.insert(self.chance.randint(1, len(blocks)), Block(kind, lines))
        return (*blocks, Block("p", (self.prose(2),)))

    def prose(self, sentences: int) -> str:
        return " ".join(self._sentence() for _ in range(sentences))

    def _sentence(self) -> str:
        words, pick = self.language, self.chance
        text = pick.choice(words.frames)
        return text.format(*pick.sample(words.things, 3), pick.choice(words.kinds), pick.choice(words.deeds))

    def _remarks(self, time: datetime) -> tuple[Remark, ...]:
        if self.traits.comments == "none":
            return ()
        most = 14 if self.traits.comments == "paged" else 6
        found: list[Remark] = []
        for _ in range(self.chance.choice((0, 0, 1, 2, 3, 4, most))):
            time += timedelta(hours=self.chance.randint(1, 60), minutes=self.chance.randint(1, 59))
            found.append(self._remark(time, found))
        return tuple(found)

    def _remark(self, time: datetime, before: list[Remark]) -> Remark:
        self.said += 1
        is_answer = self.traits.comments == "nested" and before and self.chance.random() < 0.4
        above = self.chance.choice(before).number if is_answer else 0
        author = self.chance.choice((*self.visitors, *self.visitors, *self.authors))
        has_link = self.traits.has_guest_links and self.chance.random() < 0.5
        link = f"http://{slug_of(author)}.example/" if has_link else ""
        return Remark(self.said, author, link, time, self.prose(self.chance.choice((1, 1, 2, 4))), above)
