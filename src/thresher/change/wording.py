"""The words of a page as versions are compared by them: without stop words, and without what ticks.

Numbers and names of months tick: clocks, counters and "three hours ago" differ on every visit and say nothing new.
"""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

from thresher.page import words_of
from thresher.page.date_words import code_of, month_table, span_table

GUESS_WORDS = 2_000
"""Words of a page that are looked at to tell its language."""

Passage = tuple[str, ...]
"""The words of one text of a page that do not tick."""


@cache
def _stop_words() -> dict[str, frozenset[str]]:
    data = json.loads(Path(__file__).with_name("stop_words.json").read_text(encoding="utf-8"))
    return {language: frozenset(words.split()) for language, words in data.items()}


def language_of(said: str, words: Sequence[str]) -> str:
    """The language of a page: what it says, else the one whose stop words it has most of; empty if none fits."""
    own = said.lower().replace("_", "-").partition("-")[0].strip()
    own = {"no": "nb"}.get(own, own)
    if own in _stop_words():
        return own
    counts = Counter(words[:GUESS_WORDS])
    shares = {code: sum(counts[word] for word in stop) for code, stop in _stop_words().items()}
    best = max(shares, key=lambda code: shares[code])
    return best if not own and shares[best] > counts.total() / 10 else ""


def without_stop_words(words: Iterable[str], language: str) -> list[str]:
    """Words that carry meaning; all of them where the language has no list.

    >>> without_stop_words(["the", "cat", "is", "here"], "en")
    ['cat']
    """
    stop = _stop_words().get(language, frozenset())
    return [word for word in words if word not in stop]


def passage_of(text: str, language: str = "") -> Passage:
    """The words of a text that do not tick.

    >>> passage_of("Posted: 3 August 2019, 42 comments")
    ('posted', 'comments')
    """
    months, spans = _ticking(code_of(language))
    return tuple(
        word for word in words_of(text) if not any(map(str.isdigit, word)) and word not in months and word not in spans
    )


@cache
def _ticking(code: str) -> tuple[frozenset[str], frozenset[str]]:
    return frozenset(month_table(code)), frozenset(span_table(code))
