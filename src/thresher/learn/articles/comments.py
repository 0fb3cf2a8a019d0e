"""Comment feeds and the pages they speak of → rules that read all comments off a page, beyond the feed's limit too.

BlogForever §3.5: a rule must select at least as many elements as the feed has comments on the page; its worth is that
of the best matching between the two.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

from lxml import etree

from thresher.learn.articles.dating import DateFinder
from thresher.learn.articles.examples import text_of_fragment
from thresher.learn.articles.matching import best_matching
from thresher.learn.articles.naming import Chosen, Place, Scores, names_of, own_names, pattern_of, plain_name, vote
from thresher.model import FeedItem, Page
from thresher.page import Sheet, words_of

MAX_PAGES = 12
END_RUN = 5
"""Words by which a line is found on a page."""
MAX_NODES = 400
"""Elements of one page that a rule may select."""
LEAST_WORTH = 0.7
"""Mean likeness of the comments of a feed to what a rule selects for them."""


@dataclass(frozen=True, slots=True)
class CommentRules:
    """How comments are read off a page; patterns as texts, those of fields within each comment."""

    each: str
    text: tuple[Chosen, ...]
    author: tuple[Chosen, ...] = ()
    author_url: str = ""
    published: tuple[Chosen, ...] = ()
    without: tuple[str, ...] = ()
    pages: int = 0
    worth: float = 0.0

    def as_data(self) -> dict[str, Any]:
        """The rules as they stand in a knowledge file."""
        fields: dict[str, Any] = {"key": "/@id", "text": [one.pattern for one in self.text]}
        fields |= {"author": [one.pattern for one in self.author]} if self.author else {}
        fields |= {"author_url": self.author_url} if self.author_url else {}
        fields |= {"published": [one.pattern for one in self.published]} if self.published else {}
        data: dict[str, Any] = {"object": "Comment", "each": [self.each], "fields": fields}
        return data | ({"without": list(self.without)} if self.without else {})


class _Talk:
    """A page, and the comments that a feed says are on it."""

    def __init__(self, page: Page, items: Sequence[FeedItem]) -> None:
        self.page = page
        self.sheet = Sheet.of(page.tree)
        found = [(item, self._shown(text_of_fragment(item.html))) for item in items]
        self.items = [item for item, words in found if words]
        self.texts = [words for _, words in found if words]

    def _shown(self, text: str) -> list[str]:
        """The words of a comment that are on the page; feeds may put a line before them: 'In reply to Anna.'"""
        lines = [words_of(line) for line in text.splitlines()]
        return [word for words in lines if words and self.sheet.find(words[:END_RUN]) >= 0 for word in words]

    def homes(self) -> list[list[int]]:
        """For each comment, the elements that hold it and little else, from the inside out."""
        found = []
        for words in self.texts:
            scores = self.sheet.run_dice(words) if len(words) > 1 else self._equal(words)
            best = max(scores, default=0.0)
            found.append([number for number, score in enumerate(scores) if score >= best - 0.02 > 0.6][::-1])
        return found

    def _equal(self, words: Sequence[str]) -> list[float]:
        return [float(self.sheet.words_in(number) == words) for number in range(len(self.sheet.elements))]


def learn_comments(pages: Iterable[tuple[Page, Sequence[FeedItem]]], language: str = "") -> CommentRules | None:
    """The rule that finds the comments of a feed on these pages; None if there are none, or nothing stable."""
    talks = [talk for page, items in pages if (talk := _Talk(page, items)).items][:MAX_PAGES]
    if not talks:
        return None
    homes = {id(talk): talk.homes() for talk in talks}
    names: Counter[str] = Counter()
    for talk in talks:
        for numbers in homes[id(talk)]:
            elements = [talk.sheet.elements[number] for number in numbers]
            names.update([*dict.fromkeys(name for element in elements for name in names_of((element, "")))])
    tried = [(name, worth) for name, _ in names.most_common(40) if (worth := _worth(name, talks)) >= LEAST_WORTH]
    if not tried:
        return None
    # Of patterns that find them all, the one that finds least else.
    text, worth = max(tried, key=lambda one: (round(one[1], 2), -sum(len(_nodes(one[0], talk)) for talk in talks)))
    each = _each(text, talks)
    if not each:
        return None
    records = [record for talk in talks for record in _records(each, text, talk)]
    inner = _within(records, _text_scores)
    if not inner:
        return None
    author = _author(records)
    published = _published(records, talks[0].page, language)
    return CommentRules(
        each,
        tuple(inner),
        tuple(author),
        _profile(author, records),
        tuple(published),
        (each,) if _is_nested(each, talks) else (),
        len(talks),
        round(worth, 2),
    )


def _worth(name: str, talks: Sequence[_Talk]) -> float:
    """Mean likeness of the feed's comments to the elements that a pattern selects, in the best matching."""
    total = count = 0.0
    for talk in talks:
        nodes = _nodes(name, talk)
        count += len(talk.texts)
        if len(talk.texts) <= len(nodes) <= MAX_NODES:
            words = [talk.sheet.words_in(number) for number in nodes]
            weights = [[_dice(text, other) for other in words] for text in talk.texts]
            total += sum(weights[row][column] for row, column in enumerate(best_matching(weights)))
    return total / max(1.0, count)


def _nodes(name: str, talk: _Talk) -> list[int]:
    found = pattern_of(name).select(talk.sheet.root)
    numbers = (talk.sheet.number_of(node) for node in found if not isinstance(node, str))
    return [number for number in numbers if number >= 0]


def _dice(words: Sequence[str], other: Sequence[str]) -> float:
    if len(words) < 2 or len(other) < 2:
        return float(list(words) == list(other))
    one, two = Counter(pairwise(words)), Counter(pairwise(other))
    return 2 * (one & two).total() / (one.total() + two.total())


def _each(text: str, talks: Sequence[_Talk]) -> str:
    """The pattern whose elements hold one comment each: as many of them as there are texts, the text first in each."""
    names: Counter[str] = Counter()
    for talk in talks:
        texts = _nodes(text, talk)
        for number in texts:
            names.update(_record_names(talk, number, texts))
    scored = [(_fit(name, text, talks), place, name) for place, (name, _) in enumerate(names.most_common(40))]
    fit, _, name = max(scored, key=lambda one: (round(one[0], 2), -one[1]), default=(0.0, 0, ""))
    return name if fit > 0.8 else ""


def _record_names(talk: _Talk, text: int, texts: Sequence[int]) -> list[str]:
    """Names of the elements around one text that begin with it: those around several are answered comments."""
    sheet = talk.sheet
    marks = {item.link.rpartition("#")[2] for item in talk.items if "#" in item.link}
    found: dict[str, None] = {}
    for number in sheet.around(text):
        inside = [other for other in texts if sheet.is_inside(other, number)]
        element = sheet.elements[number]
        is_marked = (element.get("id") or "?") in marks
        if len(inside) > 1 and not is_marked:
            break
        if min(inside) != text:
            break
        found |= dict.fromkeys(own_names(element))
    return [*found]


def _fit(name: str, text: str, talks: Sequence[_Talk]) -> float:
    right = wrong = missed = named = marked = 0
    for talk in talks:
        texts = _nodes(text, talk)
        nodes = _nodes(name, talk)
        firsts = [next((one for one in texts if talk.sheet.is_inside(one, node)), -1) for node in nodes]
        right += len(set(firsts) & set(texts))
        wrong += len(firsts) - len(set(firsts) - {-1})
        missed += len(set(texts) - set(firsts))
        marks = {item.link.rpartition("#")[2] for item in talk.items if "#" in item.link}
        ids = {talk.sheet.elements[node].get("id") or "" for node in nodes}
        named += len(ids - {""})
        marked += len(marks & ids)
    # An id of its own makes a comment the same on every visit; the feed's, the same as others know it.
    bonus = (0.1 if named >= right > 0 else 0.0) + (0.1 if marked else 0.0)
    return 2 * right / max(1, 2 * right + wrong + missed) + bonus


@dataclass(frozen=True, slots=True)
class _Record:
    element: etree._Element
    item: FeedItem
    words: Sequence[str]
    sheet: Sheet


def _records(each: str, text: str, talk: _Talk) -> list[_Record]:
    """The elements of the comments that the feed has, with what it says of them."""
    nodes = _nodes(each, talk)
    texts = _nodes(text, talk)
    firsts = [next((one for one in texts if talk.sheet.is_inside(one, node)), -1) for node in nodes]
    words = [talk.sheet.words_in(one) if one >= 0 else [] for one in firsts]
    if len(nodes) < len(talk.texts):
        return []
    weights = [[_dice(mine, other) for other in words] for mine in talk.texts]
    pairs = enumerate(best_matching(weights))
    return [
        _Record(talk.sheet.elements[nodes[column]], talk.items[row], talk.texts[row], talk.sheet)
        for row, column in pairs
        if weights[row][column] > LEAST_WORTH
    ]


def _within(records: Sequence[_Record], score: Callable[[_Record], Scores]) -> list[Chosen]:
    pages = [(record.element, scores) for record in records if (scores := score(record))]
    if not pages or 2 * len(pages) < len(records):
        return []
    return [one for one in vote(pages) if 2 * one.held > one.pages]


def _text_scores(record: _Record) -> Scores:
    scores: dict[Place, float] = {}
    for element in record.element.iterdescendants():
        number = record.sheet.number_of(element)
        if number >= 0 and (score := _dice(record.words, record.sheet.words_in(number))) > LEAST_WORTH:
            scores[element, ""] = score
    return scores


def _author(records: Sequence[_Record]) -> list[Chosen]:
    def score(record: _Record) -> Scores:
        author = words_of(record.item.author)
        scores: dict[Place, float] = {}
        for element in record.element.iterdescendants():
            if not isinstance(element.tag, str) or not author:
                continue
            text = " ".join(" ".join(map(str, element.itertext())).split())[:200]
            if words_of(text) == author:
                scores[element, ""] = 1.0
            elif words_of(plain_name(text)) == author:
                scores[element, ""] = 0.97
        return scores

    return _within(records, score)


def _published(records: Sequence[_Record], page: Page, language: str) -> list[Chosen]:
    finder = DateFinder(language or page.tree.get("lang") or "", datetime.now(UTC))

    def score(record: _Record) -> Scores:
        return dict(finder.fits(record.element, record.item.published))

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


def _is_nested(each: str, talks: Sequence[_Talk]) -> bool:
    """Whether comments stand inside those that they answer."""
    for talk in talks:
        nodes = _nodes(each, talk)
        if any(talk.sheet.is_inside(one, other) for other, one in pairwise(nodes)):
            return True
    return False
