"""Texts of the demo site, built from a stock of sentences with choices and words in them.

Everything is drawn from a seeded generator, so the same seed gives the same texts on every machine.
"""

import random
import re
from functools import cache
from pathlib import Path

DATA = Path(__file__).parent / "data"
SEED = 2023

Stock = dict[str, tuple[str, ...]]

_CHOICE = re.compile(r"\[([^\[\]]*)\]")
_SLOT = re.compile(r"\{(\w+)\}")
_SECTION = re.compile(r"\[([a-z]+(?: [a-z]+)?)\]")


@cache
def load_stock() -> Stock:
    """The sections of `data/stock.txt` by name."""
    sections: dict[str, list[str]] = {}
    current: list[str] = []
    for line in read_lines("stock.txt"):
        if heading := _SECTION.fullmatch(line):
            current = sections.setdefault(heading[1], [])
        else:
            current.append(line)
    return {name: tuple(lines) for name, lines in sections.items()}


def read_lines(name: str) -> list[str]:
    """Lines of a data file without blank lines and remarks."""
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("# ")]


class Writer:
    """Draws sentences from the stock: no sentence twice in a text, and all about equally often."""

    def __init__(self, seed: int, stock: Stock | None = None) -> None:
        # Not for secrets: a seeded generator is what makes the site the same everywhere.
        self.random = random.Random(seed)  # noqa: S311
        self._stock = load_stock() if stock is None else stock
        self._decks: dict[str, list[str]] = {}
        self._said: set[str] = set()

    def begin(self) -> None:
        """A new text: from here on sentences of the last one may return."""
        self._said.clear()

    def sentence(self, section: str) -> str:
        """One sentence of the section with its choices made and its words filled in."""
        text = self._draw(section)
        while _CHOICE.search(text):
            text = _CHOICE.sub(lambda match: self.random.choice(match[1].split("|")), text)
        used: set[str] = set()
        text = _SLOT.sub(lambda match: self._word(match[1], used), text)
        return _capitalised(text)

    def paragraph(self, *sections: str) -> str:
        """One sentence of each section named, in this order."""
        return " ".join(self.sentence(section) for section in sections)

    def _draw(self, section: str) -> str:
        deck = self._decks.setdefault(section, [])
        fresh = [line for line in deck if line not in self._said]
        if not fresh:
            deck.extend(self._stock[section])
            self.random.shuffle(deck)
            fresh = [line for line in deck if line not in self._said] or deck
        line = fresh[-1]
        deck.remove(line)
        self._said.add(line)
        return line

    def _word(self, name: str, used: set[str]) -> str:
        words = [word for word in self._stock[f"word {name}"] if word not in used]
        word = self.random.choice(words)
        used.add(word)
        return word


def _capitalised(text: str) -> str:
    """The text with a capital at the front of each sentence, where a drawn word may stand."""
    return re.sub(r"(?:^|(?<=[.?!] ))[a-z]", lambda match: match[0].upper(), text)


def slug(title: str) -> str:
    """A title as a part of an address: `slug("The glue pot") == "the-glue-pot"`."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower().replace("'", "")).strip("-")
