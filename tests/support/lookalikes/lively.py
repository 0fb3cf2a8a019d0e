"""Content as people write it: with links, lists, emphasis and pictures, at length, by names of any kind."""

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

from markupsafe import Markup, escape

from tests.support.invented_forums.content import Content, Person, Post, Thread

Address = Callable[[Thread], str]
"""Where a thread is."""

_NAMES = ("{0} Berg", "{0} van der Hill", "{0}-Marie", "Ümit {0}", "Dr. {0}", "the_{0}", "{0}!", "x{0}x", "{0} O'Neil")
_TITLES = ("Help", "Hi all", "2024-05-03: {0}", "{0} - solved", "Re: {0}", "[Guide] {0}", "{0} (part 2)", "\"{0}\"",
           "{0} & more", "{0} ... and why it took me the better part of a rainy autumn to find out")  # fmt: skip


@dataclass(frozen=True)
class LivelyPost(Post):
    """Its paragraphs are markup."""

    @cached_property
    def text(self) -> str:
        passages = (*(self.quoted.paragraphs[:1] if self.quoted else ()), *self.paragraphs)
        return "\n".join(Markup(one).striptags() for one in passages)


def named(content: Content) -> Content:
    """The same, with other names of people and threads."""
    chance = random.Random(f"named {len(content.threads)} {content.threads[0].title}")
    people = {one.number: replace(one, name=_name(one, chance)) for one in content.people}
    threads = tuple(replace(one, title=_title(one, chance)) for one in content.threads)
    return Content(content.boards, tuple(people.values()), threads)


def lively(content: Content, address: Address) -> Content:
    """The same, said otherwise; posts link to threads at their `address`."""
    chance = random.Random(f"lively {len(content.threads)} {content.threads[0].title}")
    people = {one.number: one for one in content.people}
    places = [address(one) for one in content.threads]
    spoken = tuple(_spoken(one, people, chance.sample(places, 3), chance) for one in content.threads)
    return Content(content.boards, content.people, spoken)


def _name(person: Person, chance: random.Random) -> str:
    return chance.choice(_NAMES).format(person.name) if chance.random() < 0.4 else person.name


def _title(thread: Thread, chance: random.Random) -> str:
    return chance.choice(_TITLES).format(thread.title) if chance.random() < 0.25 else thread.title


def _spoken(thread: Thread, people: dict[int, Person], others: list[str], chance: random.Random) -> Thread:
    posts: dict[int, Post] = {}
    for post in thread.posts:
        quoted = posts[post.quoted.number] if post.quoted else None
        said = tuple(_said(one, others, chance) for one in post.paragraphs)
        if chance.random() < 0.04:
            said *= chance.randint(2, 6)
        posts[post.number] = LivelyPost(
            post.number, people[post.author.number], post.time, said, quoted, post.is_edited
        )
    return replace(thread, posts=tuple(posts.values()))


def _said(paragraph: str, others: list[str], chance: random.Random) -> Markup:
    """A paragraph, mostly as it was; else with one of the things that people put into posts."""
    words = paragraph.split()
    place = chance.randrange(len(words))
    word = words[place]
    adorned = chance.choice(
        (
            Markup("<b>{}</b>"), Markup("<em>{}</em>"), Markup("<code>{}</code>"), Markup("<span>{}</span>"),
            Markup('{} <img src="/smilies/smile.gif" alt=":)">'), Markup('<a href="http://elsewhere.example/{0}">{0}</a>'),
            Markup("<a href=\"{}\">{{}}</a>").format(chance.choice(others)),
            Markup('<a href="http://pictures.example/a.jpg"><img src="http://pictures.example/a.jpg" alt=""></a> {}'),
        )
    )  # fmt: skip
    kind = chance.random()
    if kind < 0.55 or len(words) < 3:
        return escape(paragraph)
    if kind < 0.9:
        return Markup(" ").join([*words[:place], adorned.format(word), *words[place + 1 :]])
    if kind < 0.95:
        half = len(words) // 2
        items = [" ".join(words[:half]), " ".join(words[half:])]
        return Markup("<ul>{}</ul>").format(Markup("\n").join(Markup("<li>{}</li>").format(one) for one in items))
    return Markup("<br>\n").join([" ".join(words[:place]) or "So:", " ".join(words[place:])])
