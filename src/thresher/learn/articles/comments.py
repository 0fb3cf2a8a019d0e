"""Comment feeds and the pages they speak of → rules that read all comments off a page, beyond the feed's limit too.

BlogForever §3.5: a rule must select at least as many elements as the feed has comments on the page; its worth is that
of the best matching between the two.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from itertools import pairwise
from typing import Any

from lxml import etree

from thresher.learn.articles.dating import DateFinder
from thresher.learn.articles.keys import learn_key
from thresher.learn.articles.matching import best_matching
from thresher.learn.articles.naming import (
    AFTER_BY,
    PARAGRAPHS,
    Chosen,
    Place,
    Scores,
    first_by,
    names_of,
    own_names,
    pattern_of,
    plain_name,
    vote,
)
from thresher.learn.articles.parts import Stretch, foreign_parts
from thresher.learn.articles.sentences import name_in_sentence, without_label
from thresher.learn.articles.spoken import Talk, mark_of
from thresher.model import FeedItem, Page
from thresher.page import Sheet, pair_dice, pair_share, words_of

MAX_PAGES = 12
"""Pages that are learned from: time grows with them."""
MAX_NODES = 400
"""Elements of one page that a rule may select."""
MAX_NAMES = 80
"""Patterns that are tried on all pages."""
MAX_AUTHOR = 200
"""Characters of an element that may name the author; what stands behind is not looked at."""
LEAST_WORTH = 0.7
"""Share of the feed's comments that a rule must find."""
LEAST_LIKENESS = 0.85
"""Mean likeness of an element to the text of a comment, if it is that of the text."""
SURE = 0.8
"""Share of the comments whose author a rule must find if nothing else is to be tried."""
A_WORD = 0.0001
"""What each word costs an element that may be a comment's: it decides only among elements that hold as much of it."""

_CLASS = re.compile(r"\[@class~='([^']*)'\]")


@dataclass(frozen=True, slots=True)
class CommentRules:
    """How comments are read off a page; patterns as texts, those of fields within each comment."""

    each: str
    text: tuple[str, ...]
    author: tuple[Chosen, ...] = ()
    author_url: str = ""
    published: tuple[Chosen, ...] = ()
    without: tuple[str, ...] = ()
    pages: int = 0
    worth: float = 0.0
    key: tuple[Chosen, ...] = ()
    """Where the marks stand by which the feed knows them."""

    @property
    def known(self) -> int:
        """Of who wrote and when, how much can be read."""
        return bool(self.author) + bool(self.published)

    def as_data(self) -> dict[str, Any]:
        """The rules as they stand in a knowledge file."""
        keys = [*(one.as_data() for one in self.key), "/@id", "/a/@name"]
        fields: dict[str, Any] = {"key": keys, "text": list(self.text)}
        fields |= {"author": [one.as_data() for one in self.author]} if self.author else {}
        fields |= {"author_url": self.author_url} if self.author_url else {}
        fields |= {"published": [one.as_data() for one in self.published]} if self.published else {}
        data: dict[str, Any] = {"object": "Comment", "each": [self.each], "fields": fields}
        return data | ({"without": list(self.without)} if self.without else {})


def learn_comments(
    pages: Iterable[tuple[Page, Sequence[FeedItem]]], time: datetime | None = None, *, is_exact: bool = False
) -> CommentRules | None:
    """The rule that finds the comments of a feed on these pages; None if there are none, or nothing stable.

    `time` is when the pages came, now if that is not said: some of them may say "yesterday". If it `is_exact`, the
    items have the texts to the word, and what stands beside that in an element is no part of it.
    """
    best: CommentRules | None = None
    for one in ways_to_read(pages, time, is_exact=is_exact):
        if best is None or one.known > best.known:
            best = one
        if best.known == 2:
            break
    return best


def ways_to_read(
    pages: Iterable[tuple[Page, Sequence[FeedItem]]], time: datetime | None = None, *, is_exact: bool = False
) -> Iterator[CommentRules]:
    """The rules by the smallest elements that hold a comment with its author; then, by the largest that hold one."""
    talks = _talks_on(pages)
    known: set[str] = set()
    for reach in (Talk.records, Talk.widest):
        each, worth = each_of([(talk.sheet, reach(talk)) for talk in talks])
        if each and each not in known:
            known.add(each)
            yield _rules_for(each, worth, talks, time, is_exact)


def learn_fields(
    each: str,
    pages: Iterable[tuple[Page, Sequence[FeedItem]]],
    time: datetime | None = None,
    *,
    is_exact: bool = False,
) -> CommentRules | None:
    """The rules within the elements that `each` selects; None if the comments of the feed are not there."""
    talks = _talks_on(pages)
    matched = sum(len(_matched(each, talk)) for talk in talks)
    count = sum(len(talk.items) for talk in talks)
    if not matched >= LEAST_WORTH * count > 0:
        return None
    return _rules_for(each, matched / count, talks, time, is_exact)


def _talks_on(pages: Iterable[tuple[Page, Sequence[FeedItem]]]) -> list[Talk]:
    return [talk for page, items in pages if (talk := Talk(page, items)).items][:MAX_PAGES]


def _rules_for(each: str, worth: float, talks: Sequence[Talk], time: datetime | None, is_exact: bool) -> CommentRules:
    records = [record for talk in talks for record in _matched(each, talk)]
    inner = [one for one in _within(records, _text_scores) if one.score >= LEAST_LIKENESS]
    author = _author(records)
    published = _published(records, talks[0].page, time or datetime.now(UTC))
    without: tuple[str, ...] = (each,) if _is_nested(each, talks) else ()
    text = tuple(one.pattern for one in inner) or ("xpath:.",)
    if records and all(one.element.tag == "dt" for one in records):
        text = ("xpath:following-sibling::*[1]",)
    elif not inner:
        # The text has no element of its own: it is what is left when the rest is taken away.
        stretches = [Stretch(one.sheet, one.sheet.number_of(one.element), one.words) for one in records]
        without += foreign_parts(stretches)
    elif is_exact:
        bodies = [(one, first_by(inner[0].pattern, one.element)) for one in records]
        without += foreign_parts(
            [Stretch(one.sheet, one.sheet.number_of(place[0]), one.words) for one, place in bodies if place], often=0.0
        )
    return CommentRules(
        each,
        text,
        tuple(author),
        _profile(author, records),
        tuple(published),
        without,
        len(talks),
        round(worth, 2),
        tuple(learn_key([(one.element, mark_of(one.item)) for one in records])),
    )


def each_of(pages: Sequence[tuple[Sheet, Sequence[int]]]) -> tuple[str, float]:
    """The pattern that selects these elements and others that are like them, and how many of them it found.

    What is a comment that nobody has told of is known by its parts: it has all that the others have in common.
    """
    found = [(sheet, [number for number in numbers if number >= 0]) for sheet, numbers in pages]
    known = [sheet.elements[number] for sheet, numbers in found for number in numbers]
    if not known:
        return "", 0.0
    parts_in = cache(_parts_in)  # many patterns select the same elements
    common = frozenset.intersection(*map(parts_in, known))
    names = Counter(name for element in known for name in dict.fromkeys(_names(element)))
    best: tuple[float, int, str] = (0.0, 0, "")
    for name, _ in names.most_common(MAX_NAMES):
        hits = balance = 0
        for sheet, numbers in found:
            nodes = _nodes(name, sheet)
            if not len(numbers) <= len(nodes) <= MAX_NODES:
                continue
            hits += len(set(numbers) & set(nodes))
            alike = sum(common <= parts_in(sheet.elements[node]) for node in nodes)
            balance += alike - 2 * (len(nodes) - alike)
        value = (round(hits / len(known), 2), balance, name)
        if value[:2] > best[:2]:
            best = value
    return (best[2], best[0]) if best[0] >= LEAST_WORTH else ("", 0.0)


def _names(element: etree._Element) -> list[str]:
    """Patterns for a record, those that say what it is before those that say where it stands."""
    made = _made_of(element)
    # What has the same name inside a record, or around all of them, is no record; XPath can say so.
    plain = [_CLASS.sub(r"[contains(concat(' ', @class, ' '), ' \1 ')]", name) for name in (*own_names(element), *made)]
    nested = [f"xpath://{name}[not({axis}::{name})]" for name in plain for axis in ("ancestor", "descendant")]
    parent = element.getparent()
    homes = names_of((parent, "")) if parent is not None else []
    return [*names_of((element, "")), *made, *(f"{home}/{element.tag}" for home in homes[-1:]), *nested]


def _made_of(element: etree._Element) -> list[str]:
    """Patterns for an element by what it has: an attribute, children."""
    if element.get("class") or not isinstance(element.tag, str):
        return []
    children = list(dict.fromkeys(str(child.tag) for child in element if isinstance(child.tag, str)))[:3]
    having = [f"{element.tag}[@{name}]" for name in ("id", "style", "align", "bgcolor") if element.get(name)]
    return [
        *having,
        *(f"{element.tag}[{one}]" for one in children),
        *(f"{element.tag}[{one}][{two}]" for one, two in pairwise(children)),
    ]


def _parts_in(element: etree._Element) -> frozenset[str]:
    """Names of what stands in an element."""
    parts = (part for part in element.iterdescendants() if isinstance(part.tag, str))
    return frozenset(name for part in parts for name in (part.tag, *own_names(part)))


def _nodes(name: str, sheet: Sheet) -> list[int]:
    found = pattern_of(name).select(sheet.root)
    numbers = (sheet.number_of(node) for node in found if not isinstance(node, str))
    return [number for number in numbers if number >= 0]


@dataclass(frozen=True, slots=True)
class _Record:
    element: etree._Element
    item: FeedItem
    words: Sequence[str]
    sheet: Sheet


def _matched(each: str, talk: Talk) -> list[_Record]:
    """The elements of the comments that the feed has, with what it says of them: the best matching of the two."""
    nodes = _nodes(each, talk.sheet)
    if not len(talk.texts) <= len(nodes) <= MAX_NODES:
        return []
    own = [_own_words(number, nodes, talk.sheet) for number in nodes]
    if _are_heads(nodes, talk.sheet):
        own = [[*words, *_next_words(number, talk.sheet)] for words, number in zip(own, nodes, strict=True)]
    weights = [[_held(words, other) for other in own] for words in talk.texts]
    return [
        _Record(talk.sheet.elements[nodes[column]], talk.items[row], talk.texts[row], talk.sheet)
        for row, column in enumerate(best_matching(weights))
        if weights[row][column] > LEAST_WORTH
    ]


def _are_heads(nodes: Sequence[int], sheet: Sheet) -> bool:
    """Whether elements are the heads of what follows them, as in a list of definitions."""
    return bool(nodes) and all(sheet.elements[number].tag == "dt" for number in nodes)


def _next_words(number: int, sheet: Sheet) -> list[str]:
    behind = sheet.elements[number].getnext()
    return sheet.words_in(sheet.number_of(behind)) if behind is not None and sheet.number_of(behind) >= 0 else []


def _own_words(number: int, nodes: Sequence[int], sheet: Sheet) -> list[str]:
    """The words of a comment up to where an answer begins inside it."""
    inner = [sheet.first[other] for other in nodes if other > number and sheet.is_inside(other, number)]
    return sheet.words[sheet.first[number] : min(inner, default=sheet.last[number])]


def _held(words: Sequence[str], other: Sequence[str]) -> float:
    """How much of a comment an element holds; of equal ones the shorter element is worth more."""
    return pair_share(words, other) - A_WORD * len(other)


def _within(records: Sequence[_Record], score: Callable[[_Record], Scores]) -> list[Chosen]:
    pages = [(record.element, scores) for record in records if (scores := score(record))]
    if not pages or 2 * len(pages) < len(records):
        return []
    return [one for one in vote(pages) if one.holds_mostly]


def _text_scores(record: _Record) -> Scores:
    scores: dict[Place, float] = {}
    for element in record.element.iterdescendants():
        is_part = element.tag in PARAGRAPHS and not own_names(element)
        number = record.sheet.number_of(element) if not is_part else -1
        score = pair_dice(record.words, record.sheet.words_in(number)) if number >= 0 else 0.0
        if score > LEAST_WORTH:
            scores[element, ""] = score
    return scores


def _author(records: Sequence[_Record]) -> list[Chosen]:
    def score(record: _Record) -> Scores:
        author = words_of(record.item.author)
        scores: dict[Place, float] = {}
        for element in record.element.iterdescendants():
            if not isinstance(element.tag, str) or not author:
                continue
            text = " ".join(" ".join(map(str, element.itertext())).split())[:MAX_AUTHOR]
            if words_of(text) == author:
                scores[element, ""] = 1.0
            elif words_of(plain_name(text)) == author:
                scores[element, ""] = AFTER_BY
        return scores

    named = [(record.element, record.item.author) for record in records]
    alone = [without_label(one, named) for one in _within(records, score)]
    held = sum(one.held for one in alone)
    if held >= SURE * len(records):
        return alone
    # The name may stand alone where it is a link, and among other words where it is none.
    chosen = name_in_sentence(named)
    return [chosen] if chosen is not None and chosen.held > held else alone


def _published(records: Sequence[_Record], page: Page, time: datetime) -> list[Chosen]:
    finder = DateFinder(page.tree.get("lang") or "", time)

    def score(record: _Record) -> Scores:
        return dict(finder.fits(record.element, record.item.published or record.item.modified))

    return _within(records, score)


def _profile(author: Sequence[Chosen], records: Sequence[_Record]) -> str:
    """Where authors' names lead to, if they lead anywhere."""
    if not author:
        return ""
    for tail in ("/@href", "//a/@href"):
        pattern = author[0].pattern + tail
        if "/@" not in author[0].pattern and any(pattern_of(pattern).select(record.element) for record in records):
            return pattern
    return ""


def _is_nested(each: str, talks: Sequence[Talk]) -> bool:
    """Whether comments stand inside those that they answer."""
    for talk in talks:
        nodes = _nodes(each, talk.sheet)
        if any(talk.sheet.is_inside(one, other) for other, one in pairwise(nodes)):
            return True
    return False
