"""A brake for known applications: chains of pages that lead to each other are followed while they bring something new.

A chain is the further pages of one thing (a thread, a board: the application's forms of addresses tell), or pages of
one kind that were reached from pages of the same kind (a month from the month before). What a page brings counts as
new if no earlier page of its chain had it, whatever other lists have shown: a list of everything repeats what
the lists of its parts show, and may still lead to more. So a chain over finite content always ends, and is never cut
as long as there is something to read on it.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from thresher.guide.memory import Memory
from thresher.guide.novelty import Novelty, number_of
from thresher.guide.shapes import shape_of
from thresher.knowledge import Address
from thresher.model import Entry, Page, WebObject

PATIENCE = 5
"""Pages of a chain that may bring nothing in a row. Each real page of a thread has a post that no other has."""
KIN_PATIENCE = 100
"""The same for all pages of one kind together: what is no chain but a maze. Boards without a thread are common."""
NEWS_WORDS, MANY_WORDS = 12, 60
"""New words that make a page new on which nothing was recognised: a title and a sentence, as on the generic rung. And
one on which something was, all of it seen before: the first post of a thread may be repeated on each page of it, in a
layout where the others are not found. Lists of readers and sayings of the day have fewer."""

_MADE_UP = re.compile("x[0-9a-f]{16}")
"""Keys that extraction gives to objects without one."""


@dataclass(frozen=True, slots=True)
class Chain:
    """A chain that a page is part of."""

    key: str
    is_paged: bool
    """Further pages of one thing; else pages of one kind."""

    def holds(self, address: Address, url: str, shape: str) -> bool:
        """Whether another address is part of this chain."""
        if self.is_paged:
            return self.key.endswith(f" {address.thing}")
        return self.key == _kin(shape, address, url)


def chain_of(entry: Entry, address: Address, via: Address) -> Chain | None:
    """The chain that `entry` is part of; None for what a page of another kind offered: lists end with their chains."""
    if address.page and address.role:
        return Chain(f"{entry.shape} {address.thing}", is_paged=True)
    kin = _kin(entry.shape, address, entry.url)
    return Chain(kin, is_paged=False) if kin == _kin(entry.shape, via, entry.via) else None


class Chains:
    """Counts pages that brought nothing; the memory holds the counts, so that a resumed crawl decides alike."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._novelty = Novelty(memory)

    def barren(self, chain: Chain, entry: Entry) -> int:
        """How many pages in a row brought nothing, if that is too many to ask for `entry`; 0 lets it go."""
        streak = self._streak(chain)
        if not chain.is_paged and (run := self._run(entry.via)) >= PATIENCE:
            return run
        return streak if streak >= (PATIENCE if chain.is_paged else KIN_PATIENCE) else 0

    def observe(self, page: Page, entry: Entry, chain: Chain, brought: Iterable[str], *, is_telling: bool) -> None:
        """A page of `chain` came, and `brought` links or texts; where these are not telling, its words speak for it."""
        pieces = [number_of(f"{chain.key}\n{one}") for one in brought]
        mark = number_of(f"news {entry.url}")
        unseen = self._memory.unseen([*pieces, mark])
        # A page that is visited again is as good as it was: what it brought is not new only because it was here before.
        has_news = mark not in unseen or any(piece in unseen for piece in pieces)
        if not has_news:
            has_news = self._novelty.weigh(page) >= (MANY_WORDS if is_telling else NEWS_WORDS)
        if has_news:
            self._memory.remember([*pieces, mark])
        elif not chain.is_paged:
            self._memory.save(f"barren {entry.url}", (self._run(entry.via) + 1,))
        # Most chains never bring nothing, and cost the memory nothing.
        streak = self._streak(chain)
        if streak or not has_news:
            self._memory.save(f"chain {chain.key}", (0 if has_news else streak + 1,))

    def _streak(self, chain: Chain) -> int:
        numbers = self._memory.load(f"chain {chain.key}")
        return numbers[0] if numbers else 0

    def _run(self, url: str) -> int:
        """Pages in a row that brought nothing, on the way to `url` and with it."""
        numbers = self._memory.load(f"barren {url}")
        return numbers[0] if numbers else 0


def _kin(shape: str, address: Address, url: str) -> str:
    """What pages of one kind have in common: the role of their addresses, or how these are made."""
    return f"{shape} {address.role or shape_of(url)}"


def mark_of(part: WebObject) -> str:
    """What tells a part of a page from others, wherever it is shown: its key in the container and what it says.

    A key that was made up is left out: it holds the date, which may be given as "a minute ago".
    """
    key = part.id.removeprefix(f"{part.container}#")
    shown = (*part.images, *part.links)
    return "\n".join(("" if _MADE_UP.fullmatch(key) else key, part.author, part.title, part.text, *shown))
