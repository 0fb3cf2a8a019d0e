"""Success rates of extraction: Thresher's rules learned from feeds beside other programs, on the same pages.

BlogForever, table 2 and figure 2; Oita and Senellart, table 3.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from statistics import mean

from thresher.evaluate.extraction_cases import SINGLE, Case, Corpus
from thresher.evaluate.extraction_ours import LearnedReader, generic_reader, shortened
from thresher.evaluate.extraction_scores import dice, is_same_day, shingle_f1, words
from thresher.evaluate.peers import Extract, Peer, safely

OURS, SUMMARIES, UNTAUGHT = "Thresher", "Thresher, summaries", "Thresher, no feed"
TOLERANCE = 0.9
"""Dice of word pairs from which an article counts as extracted: a caption or a line of tags too many is forgiven."""


@dataclass(frozen=True, slots=True)
class Mark:
    """One program on one page; None where the truth is not known or the program does not say."""

    is_exact: bool
    dice: float
    shingles: float
    is_title: bool | None
    is_date: bool | None
    seconds: float
    """CPU time."""


@dataclass(frozen=True, slots=True)
class Figures:
    """One program on many pages."""

    marks: tuple[Mark, ...]

    @property
    def exact(self) -> float | None:
        return _share([mark.is_exact for mark in self.marks])

    @property
    def tolerant(self) -> float | None:
        return _share([mark.dice >= TOLERANCE for mark in self.marks])

    @property
    def dice(self) -> float | None:
        return _share([mark.dice for mark in self.marks])

    @property
    def shingles(self) -> float | None:
        return _share([mark.shingles for mark in self.marks])

    @property
    def title(self) -> float | None:
        return _share([mark.is_title for mark in self.marks if mark.is_title is not None])

    @property
    def date(self) -> float | None:
        return _share([mark.is_date for mark in self.marks if mark.is_date is not None])

    @property
    def milliseconds(self) -> float | None:
        seconds = _share([mark.seconds for mark in self.marks])
        return 1000 * seconds if seconds is not None else None


@dataclass(frozen=True, slots=True)
class SiteFigures:
    """All programs on the pages of one corpus."""

    name: str
    group: str
    pages: int
    lessons: int
    tools: dict[str, Figures]
    learning_seconds: float = 0.0
    """CPU time until Thresher had its rules: reading the feed and its pages, and learning."""
    is_taught: bool = False
    """Whether rules were learned."""


@dataclass(frozen=True, slots=True)
class Tool:
    """A function to measure and what it promises."""

    name: str
    extract: Extract
    gives_title: bool = True
    gives_date: bool = True


def measure_corpus(corpus: Corpus, peers: Sequence[Peer], now: datetime) -> SiteFigures:
    """Every program on every case of `corpus`; Thresher with the rules that its lessons yield, with those that it would
    have from a feed of summaries, and without.
    """
    reader = LearnedReader(corpus.feed, corpus.lessons, now)
    # Without a feed both would do the same.
    ours = [] if corpus.group == SINGLE else [Tool(OURS, reader.extract)]
    if ours:
        ours.append(Tool(SUMMARIES, LearnedReader(b"", shortened(corpus.lessons), now).extract))
    ours.append(Tool(OURS if corpus.group == SINGLE else UNTAUGHT, generic_reader()))
    theirs = [Tool(peer.name, safely(peer.extract), peer.gives_title, peer.gives_date) for peer in peers]
    tools = {tool.name: figures_of(corpus.cases, tool) for tool in [*ours, *theirs]}
    return SiteFigures(
        corpus.name, corpus.group, len(corpus.cases), len(corpus.lessons), tools, reader.seconds, reader.is_taught
    )


def figures_of(cases: Sequence[Case], tool: Tool) -> Figures:
    """One program on all cases."""
    if cases:
        tool.extract(cases[0].html, cases[0].url)  # imports and caches are not part of the first page's time
    return Figures(tuple(_mark(case, tool) for case in cases))


def _mark(case: Case, tool: Tool) -> Mark:
    began = time.thread_time()
    found = tool.extract(case.html, case.url)
    seconds = time.thread_time() - began
    tokens, true = words(found.text), words(case.text)
    return Mark(
        tokens == true,
        dice(tokens, true),
        shingle_f1(tokens, true),
        words(found.title) == words(case.title) if case.title and tool.gives_title else None,
        is_same_day(found.published, case.published) if case.published and tool.gives_date else None,
        seconds,
    )


def joined(sites: Sequence[SiteFigures], tool: str) -> Figures:
    """One program on the pages of several corpora."""
    return Figures(tuple(mark for site in sites if tool in site.tools for mark in site.tools[tool].marks))


def tools_of(sites: Sequence[SiteFigures]) -> list[str]:
    """All programs, in the order in which they were measured."""
    return list(dict.fromkeys(name for site in sites for name in site.tools))


def _share(values: Sequence[float]) -> float | None:
    return mean(map(float, values)) if values else None
