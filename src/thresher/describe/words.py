"""What a user typed, as a question to FTS5 that cannot be wrong.

Words must all be there; `"a phrase"` as it stands; `one OR other`; `-word` must not be there; `begin*` is enough.
Anything else is taken as words: no bracket, colon or stray quote is ever understood as FTS5's own language.
"""

import re
import unicodedata
from dataclasses import dataclass

_PART = re.compile(r'(-?)"([^"]*)"(\*?)|(\S+)')


@dataclass(frozen=True, slots=True)
class Question:
    """Groups of alternatives that must each be met, and what must not be there; all as quoted FTS5 strings."""

    groups: tuple[tuple[str, ...], ...] = ()
    without: tuple[str, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether nothing is asked for; what is excluded only narrows something else."""
        return not self.groups

    def as_fts(self) -> str:
        wanted = " AND ".join(f"({' OR '.join(group)})" for group in self.groups)
        return f"({wanted}) NOT ({' OR '.join(self.without)})" if self.without else wanted


def parse_words(text: str) -> Question:
    """The question in `text`.

    >>> parse_words('apple OR pear "ripe fruit" -worm plum*').as_fts()
    '(("apple" OR "pear") AND ("ripe fruit") AND ("plum"*)) NOT ("worm")'
    """
    groups: list[list[str]] = []
    without: list[str] = []
    joins = False
    for minus, phrase, star, word in _PART.findall(text.replace("\0", " ")):
        if word == "OR":
            joins = bool(groups)
            continue
        term = _quoted(phrase, bool(star)) if not word else _term(word)
        if not term:
            continue
        if minus or (word.startswith("-") and not phrase):
            without.append(term)
        elif joins:
            groups[-1].append(term)
        else:
            groups.append([term])
        joins = False
    return Question(tuple(map(tuple, groups)), tuple(without))


def _term(word: str) -> str:
    bare = word.lstrip("-")
    return _quoted(bare.rstrip("*"), bare.endswith("*"))


def _quoted(phrase: str, is_prefix: bool) -> str:
    """One FTS5 string; empty if the tokenizer would find no word in it, as FTS5 takes that for a mistake."""
    if not any(_is_of_word(letter) for letter in phrase):
        return ""
    return '"' + phrase.replace('"', '""') + '"' + ("*" if is_prefix else "")


def _is_of_word(letter: str) -> bool:
    # What unicode61 keeps: letters, numbers, private use.
    return unicodedata.category(letter)[0] in "LN" or unicodedata.category(letter) == "Co"
