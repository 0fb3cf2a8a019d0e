"""Comment feeds and the pages they speak of → rules that read all comments off a page, beyond the feed's limit too.

BlogForever §3.5: a rule must select at least as many elements as the feed has comments on the page; its worth is that
of the best matching between the two.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache
from itertools import pairwise
from typing import Any

from lxml import etree

from thresher.learn.articles.buttons import buttons_in
from thresher.learn.articles.dating import DateFinder
from thresher.learn.articles.groups import GROUP, grouped, names_from_first, seen_from_first
from thresher.learn.articles.keys import learn_key
from thresher.learn.articles.matched import MAX_NODES, Record, matched, nodes_of
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
from thresher.learn.articles.paths import scoped
from thresher.learn.articles.sentences import name_in_sentence, without_label
from thresher.learn.articles.spoken import Talk, mark_of
from thresher.model import FeedItem, Page
from thresher.page import Sheet, pair_dice, words_of

MAX_PAGES = 12
"""Pages that are learned from: time grows with them."""
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

MAX_TELLING = 20
"""Parts that all records have and that are tried as what tells them."""

_KIND = re.compile(r"\s*\[[^\[\]]{1,30}\]$")
"""What some feeds put behind names: 'Anna [Visitor]', 'Otto [Member]'."""
MOSTLY_KINDS = 0.8
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
    more: tuple[str, ...] = ()
    """What stands beside the element of a text and goes on with it."""

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
        lists = {"more": list(self.more), "without": list(self.without)}
        return data | {name: some for name, some in lists.items() if some}


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
    """The rules by the smallest elements that hold a comment with its author; then, by the largest that hold one; then,
    by the first of siblings that hold one together.
    """
    talks = _talks_on(pages)
    known: set[str] = set()
    for reach in (Talk.records, Talk.widest, Talk.firsts):
        each = each_of([(talk.sheet, reach(talk)) for talk in talks])[0]
        if each and each not in known:
            known.add(each)
            yield from _rules_by(each, talks, time, is_exact)


def ways_within(
    each: str,
    pages: Iterable[tuple[Page, Sequence[FeedItem]]],
    time: datetime | None = None,
    *,
    is_exact: bool = False,
) -> Iterator[CommentRules]:
    """The rules within the elements that `each` selects, or within these and the siblings behind them; none if the
    comments of the feed are not there.
    """
    yield from _rules_by(each, _talks_on(pages), time, is_exact)


def _talks_on(pages: Iterable[tuple[Page, Sequence[FeedItem]]]) -> list[Talk]:
    known = [(page, list(items)) for page, items in pages]
    authors = [item.author for _, items in known for item in items if item.author]
    if sum(bool(_KIND.search(author)) for author in authors) > MOSTLY_KINDS * len(authors):
        known = [(page, [replace(item, author=_KIND.sub("", item.author)) for item in items]) for page, items in known]
    return [talk for page, items in known if (talk := Talk(page, items)).items][:MAX_PAGES]


def _rules_by(each: str, talks: Sequence[Talk], time: datetime | None, is_exact: bool) -> Iterator[CommentRules]:
    """The rules within what `each` selects; then, within that and the siblings behind it."""
    least = LEAST_WORTH * sum(len(talk.items) for talk in talks)
    records = [record for talk in talks for record in matched(each, talk)]
    plain = _rules_for(each, records, talks, time, is_exact) if len(records) >= least > 0 else None
    if plain is not None:
        yield plain
    groups = grouped(each, talks)
    records = [record for talk in groups for record in matched(GROUP, talk)]
    if len(records) >= least > 0:
        found = _rules_for(GROUP, records, groups, time, is_exact)
        rules = _seen(each, found, [record.element for record in records])
        if rules is not None and (plain is None or rules.as_data() != plain.as_data()):
            yield rules


def _seen(each: str, rules: CommentRules, groups: Sequence[etree._Element]) -> CommentRules | None:
    """Rules within groups as rules for the first element of each; None if texts cannot be told from there."""
    text = tuple(name for one in rules.text for name in names_from_first(one, groups))
    profile = names_from_first(rules.author_url, groups)[:1] if rules.author_url else []
    if not text:
        return None
    return replace(
        rules,
        each=each,
        text=text,
        author=seen_from_first(rules.author, groups),
        author_url="".join(profile),
        published=seen_from_first(rules.published, groups),
        without=tuple(each if one == GROUP else one for one in rules.without),
        key=seen_from_first(rules.key, groups),
    )


def _rules_for(
    each: str, records: Sequence[Record], talks: Sequence[Talk], time: datetime | None, is_exact: bool
) -> CommentRules:
    inner = [one for one in _within(records, _text_scores) if one.score >= LEAST_LIKENESS]
    author = _author(records)
    published = _published(records, talks[0].page, time or datetime.now(UTC))
    without: tuple[str, ...] = (each,) if _is_nested(each, talks) else ()
    text = tuple(one.pattern for one in inner) or ("xpath:.",)
    if not inner and not is_exact:
        # The text has no element of its own: it is what is left when the rest is taken away.
        without += foreign_parts([_stretch_in(one.element, one) for one in records])
    elif is_exact:
        inner = inner or _within(records, _home_scores)
        text = tuple(one.pattern for one in inner) or text
        bodies = [(one, first_by(text[0], one.element)) for one in records]
        parts = foreign_parts([_stretch_in(place[0], one) for one, place in bodies if place], often=0.0)
        without += tuple(scoped(one, text[0]) for one in parts)
    without += buttons_in(text[0], [one.element for one in records]) if inner else ()
    return CommentRules(
        each,
        text,
        tuple(author),
        _profile(author, records),
        tuple(published),
        without,
        len(talks),
        round(len(records) / sum(len(talk.items) for talk in talks), 2),
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
    names = Counter(name for element in known for name in dict.fromkeys((*_names(element), *_having(element, common))))
    best: tuple[float, int, str] = (0.0, 0, "")
    for name, _ in names.most_common(MAX_NAMES):
        hits = balance = 0
        for sheet, numbers in found:
            nodes = nodes_of(name, sheet)
            if not len(numbers) <= len(nodes) <= MAX_NODES:
                continue
            hits += len(set(numbers) & set(nodes))
            alike = sum(
                common <= parts_in(sheet.elements[node]) and not _holds_all(sheet, node, numbers) for node in nodes
            )
            balance += alike - 2 * (len(nodes) - alike)
        value = (round(hits / len(known), 2), balance, name)
        if value[:2] > best[:2]:
            best = value
    return (best[2], best[0]) if best[0] >= LEAST_WORTH else ("", 0.0)


def _holds_all(sheet: Sheet, node: int, records: Sequence[int]) -> bool:
    """Whether an element is around all records of a page: what it has in common with them is theirs."""
    if not records or node >= min(records) or not all(sheet.is_inside(one, node) for one in records):
        return False
    # They may answer a comment that nobody has told of; that has no heading of a page.
    return next(sheet.elements[node].iter("h1", "h2"), None) is not None


def _names(element: etree._Element) -> list[str]:
    """Patterns for a record, those that say what it is before those that say where it stands."""
    made = _made_of(element)
    # What has the same name inside a record, or around all of them, is no record; XPath can say so.
    plain = [_in_xpath(name) for name in (*own_names(element), *made)]
    nested = [f"xpath://{name}[not({axis}::{name})]" for name in plain for axis in ("ancestor", "descendant")]
    parent = element.getparent()
    homes = names_of((parent, "")) if parent is not None else []
    marked = [f"{name}[@id]" for name in own_names(element)[:2] if element.get("id")]
    return [*names_of((element, "")), *made, *(f"{home}/{element.tag}" for home in homes[-1:]), *nested, *marked]


def _having(element: etree._Element, common: Collection[str]) -> list[str]:
    """Patterns for an element without a class by what is in all records: in the first of two rows, not in the other."""
    if element.get("class") or not isinstance(element.tag, str):
        return []
    telling = sorted(common, key=lambda name: ("[" not in name, name))[:MAX_TELLING]
    return [f"xpath://{element.tag}[.//{_in_xpath(name)}]" for name in telling]


def _in_xpath(name: str) -> str:
    return _CLASS.sub(r"[contains(concat(' ', @class, ' '), ' \1 ')]", name)


def _made_of(element: etree._Element) -> list[str]:
    """Patterns for an element by what it has: an attribute, children."""
    if element.get("class") or not isinstance(element.tag, str):
        return []
    children = list(dict.fromkeys(str(child.tag) for child in element if isinstance(child.tag, str)))[:3]
    having = [f"{element.tag}[@{name}]" for name in ("id", "name", "style", "align", "bgcolor") if element.get(name)]
    return [
        *having,
        *(f"{element.tag}[{one}]" for one in children),
        *(f"{element.tag}[{one}][{two}]" for one, two in pairwise(children)),
    ]


def _parts_in(element: etree._Element) -> frozenset[str]:
    """Names of what stands in an element."""
    parts = (part for part in element.iterdescendants() if isinstance(part.tag, str))
    return frozenset(name for part in parts for name in (part.tag, *own_names(part), *_anchor_names(part)))


def _anchor_names(part: etree._Element) -> list[str]:
    """An empty link says only that it is a mark."""
    return ["a[@name]"] if part.tag == "a" and part.get("name") else []


def _within(records: Sequence[Record], score: Callable[[Record], Scores]) -> list[Chosen]:
    pages = [(record.element, scores) for record in records if (scores := score(record))]
    if not pages or 2 * len(pages) < len(records):
        return []
    return [one for one in vote(pages) if one.holds_mostly]


def _text_scores(record: Record) -> Scores:
    scores: dict[Place, float] = {}
    for element in record.element.iterdescendants():
        number = record.sheet.number_of(element) if not _is_part(element) else -1
        score = pair_dice(record.words, record.sheet.words_in(number)) if number >= 0 else 0.0
        if score > LEAST_WORTH:
            scores[element, ""] = score
    return scores


def _home_scores(record: Record) -> Scores:
    """The smallest element that has all of a text and more, if that is not the record; a paragraph is a part."""
    home = record.sheet.elements[_stretch_in(record.element, record).home]
    while home is not record.element and _is_part(home) and (above := home.getparent()) is not None:
        home = above
    return {(home, ""): 1.0} if home is not record.element else {}


def _is_part(element: etree._Element) -> bool:
    """Whether an element is of a kind that a text may have several of."""
    return element.tag in PARAGRAPHS and not own_names(element)


def _stretch_in(element: etree._Element, record: Record) -> Stretch:
    return Stretch(record.sheet, record.sheet.number_of(element), record.words)


def _author(records: Sequence[Record]) -> list[Chosen]:
    def score(record: Record) -> Scores:
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


def _published(records: Sequence[Record], page: Page, time: datetime) -> list[Chosen]:
    finder = DateFinder(page.tree.get("lang") or "", time)

    def score(record: Record) -> Scores:
        return dict(finder.fits(record.element, record.item.published or record.item.modified))

    return _within(records, score)


def _profile(author: Sequence[Chosen], records: Sequence[Record]) -> str:
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
        nodes = nodes_of(each, talk.sheet)
        if any(talk.sheet.is_inside(one, other) for other, one in pairwise(nodes)):
            return True
    return False
