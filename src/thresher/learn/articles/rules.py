"""Examples → rules that read a post off its page: where its text, title, author, date and tags stand.

BlogForever §3 with a wider choice of rules: patterns by id, class, property and place. Elements that hold the text are
scored by character pairs, then by runs of words; those of title, author and date by what they say and by their
distance to the text in the tree (§3.5).
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC
from functools import partial
from itertools import islice
from typing import Any

from lxml import etree

from thresher.learn.articles.beside import parts_beside
from thresher.learn.articles.dating import DateFinder, moment_of, zone_of
from thresher.learn.articles.examples import Example, Target, find_template, targets_of, trim_descriptions
from thresher.learn.articles.found import Found
from thresher.learn.articles.naming import (
    AFTER_BY,
    PARAGRAPHS,
    Chosen,
    Place,
    Scores,
    count_of,
    first_by,
    plain_name,
    vote,
)
from thresher.learn.articles.parts import MAX_WORDS, OFTEN, Stretch, about_parts, foreign_parts, same_parts
from thresher.learn.articles.sentences import byline, name_in_sentence, without_label
from thresher.learn.articles.tagging import tag_rule
from thresher.model import FeedItem
from thresher.page import HEADINGS, Sheet, dice, words_of

MAX_EXAMPLES = 20
"""Pages that are learned from: time grows with them, and what most of them agree on hardly changes: with 10
the tags of one of nine saved blogs are read by another rule, all else is the same.
"""
LEAST_EXAMPLES = 2
"""Fewer have nothing in common."""
NEAR_BEST = 0.15
"""Elements whose character pairs are this close to the best are told apart by runs of words. With 0 the pairs alone
decide, which on long pages are much the same everywhere; with 1 they decide nothing. The saved blogs give the same
rules with 0.075 to 0.3.
"""
LEAST_SCORE = 0.5
"""Mean likeness of what a rule for the text selects to what it should be; less is noise. The saved blogs
give the same rules with 0.25 to 0.75.
"""
IN_HEAD = 0.9
"""What the head of a page says counts less than what readers see: as much as a place twenty steps from the
text. With 0.8 one of nine saved blogs has its dates read elsewhere, with 0.95 two.
"""
OUTSIDE_HEADING = 0.96
"""What the words of a title are worth where no heading is: less by eight steps in the tree."""
LIKE_TITLE = 0.8
"""Likeness from which on other words may be the title, too: the name of the site behind it, a word spelt otherwise."""
NOT_EQUAL, TAIL_OF_TITLE = 0.9, 0.7
"""What such words are worth, and the end of a title alone: less than the title itself wherever that stands near."""
MAX_NAME_WORDS = 8
"""Words that may stand before a name: 'Posted on Monday the third by'. The saved blogs give the same with 4 to 16."""
MOST_PAGES = 0.8
"""Share of the pages that have no more elements like that of the text than is said; others may be odd."""
SURE = 0.8
"""Share of the pages on which a rule for authors must hold if nothing else is to be tried. Lower saves time, higher
looks for names in sentences more often; the saved blogs give the same rules with 0.4 to 1.
"""
MAX_GUESSED = 40
"""Words of a part that is left out only because a general extractor does. More, and what that extractor overlooks is
lost in every post; the saved blogs give the same rules with 20 to 80.
"""
MAX_BODIES = 2
"""More elements like that of the text on most pages, and they are threads: the text is one of many."""

ANSWER = re.compile(
    r"^(?:re|aw|sv|antw|odp|fwd?|repl(?:y|ies)|answers?|antwort(?:en)?|réponses?|respuestas?|rispost[ae]|respostas?"
    r"|odpowied[zź]|ответы?)\s*(?:\[\d+\])?\s?:\s*",
    re.I,
)
"""What posts and mails that answer others have before their subject."""
MIN_THREADS, MIN_WORDS = 3, 3
"""Titles that come back, and words of each: a blog may call all its pictures 'Photo', or one column each week alike."""

FIELDS = ("text", "title", "author", "published", "modified", "tags")
"""Those of a post that rules are learned for."""


@dataclass(frozen=True, slots=True)
class PostRules:
    """How posts are read off the pages of a site; patterns as texts, the first that finds something counts."""

    text: tuple[Chosen, ...]
    title: tuple[Chosen, ...] = ()
    author: tuple[Chosen, ...] = ()
    published: tuple[Chosen, ...] = ()
    modified: tuple[Chosen, ...] = ()
    tags: tuple[Chosen, ...] = ()
    without: tuple[str, ...] = ()
    more: tuple[str, ...] = ()
    """Elements beside that of the text in which it goes on."""
    only_author: str = ""
    """Who writes everything, where pages do not say it."""
    date_order: str = ""
    zone: str = ""
    """Of times that pages show without one: +02:00, or the name of a place whose clocks agree with all examples."""
    examples: int = 0
    whole: int = 0
    """Examples whose whole text the feed has."""
    bodies: int = 1
    """Elements on a page that the rule for the text selects, at most; a list of posts has more."""

    def texts_on(self, root: etree._Element) -> int:
        """How many texts a page has by the first of the rules that finds any."""
        return next(filter(None, (count_of(one.pattern, root) for one in self.text)), 0)

    @property
    def is_of_threads(self) -> bool:
        """Whether a page holds many texts where the feed's is one of."""
        return self.bodies > MAX_BODIES

    @property
    def trust(self) -> float:
        """How often the rule for the text was the best on the pages it was learned from."""
        return self.text[0].held / self.text[0].pages

    def as_data(self) -> dict[str, Any]:
        """The rules as they stand in a knowledge file."""
        fields = {name: [one.as_data() for one in getattr(self, name)] for name in FIELDS}
        if self.only_author:
            # XPath has no way to write both kinds of quotes in one text; names have the single one.
            name = "".join(sign for sign in " ".join(self.only_author.split()) if sign.isprintable() and sign != '"')
            fields["author"] = [*fields["author"], f'xpath:string("{name}")']
        data: dict[str, Any] = {"object": "BlogPost", "fields": {name: at for name, at in fields.items() if at}}
        lists = {"more": list(self.more), "without": list(self.without)}
        return data | {name: listed for name, listed in lists.items() if listed}


def learn_rules(examples: Sequence[Example], notes: list[str] | None = None) -> PostRules | None:
    """The rules that fit most of the pages; None if the feed and the pages have nothing stable in common.

    Why examples were left out, or nothing was learned, is added to `notes`. If all examples are exact, what stands
    beside their texts in an element is no part of them.
    """
    said = notes if notes is not None else []
    trim_descriptions(examples)
    find_template(examples)
    usable = _usable(examples, said)
    if len(usable) < LEAST_EXAMPLES:
        said.append(
            f"{len(usable)} of {len(examples)} feed items lead to a page that shows them: too few to learn from"
            if examples
            else "no page of the feed's items could be had"
        )
        return None
    targets = targets_of(usable)
    text = _text(usable, targets)
    if not text:
        said.append("no part of the pages agrees with the feed's texts on most of them")
        return None
    found = [
        Found(one, target, body)
        for one, target in zip(usable, targets, strict=True)
        if (body := _body(one.sheet, text)) >= 0
    ]
    author = _author(found)
    dates = DateFinder(usable[0].language, usable[0].time)
    published = _published(found, dates, said)
    title, tags = _field(found, _title_scores), tag_rule(found)
    often = 0.0 if all(one.is_exact for one in usable) else OFTEN
    about = [one.pattern for one in (*title[:1], *author[:1], *published[:1], *tags)]
    return PostRules(
        tuple(text),
        tuple(title),
        tuple(author),
        tuple(published),
        tuple(_field(found, lambda one: _date_scores(one, one.target.modified, dates))),
        tuple(tags),
        _without(found, often, about),
        parts_beside(found),
        _only_author(usable) if not author else "",
        dates.order,
        _zone(found, published, dates),
        len(usable),
        sum(target.is_whole for target in targets),
        _bodies(found, text[0].pattern),
    )


def _without(found: Sequence[Found], often: float, about: Sequence[str]) -> tuple[str, ...]:
    """Patterns for what stands in the texts and is not of them."""
    foreign = foreign_parts([_stretch(one) for one in found], often)
    same = same_parts([one for one in found if not one.target.is_whole])
    return tuple(dict.fromkeys((*foreign, *about_parts(found, about), *same)))


def are_of_threads(rules: PostRules | None, items: Iterable[FeedItem]) -> bool:
    """Whether items are posts of threads: pages hold many texts like theirs, most say in their titles that they answer
    others, or they are called alike in groups.
    """
    if rules is not None and rules.is_of_threads:
        return True
    # Behind a redirect, an item is known by two addresses.
    titles = Counter(" ".join(item.title.split()) for item in dict.fromkeys(items))
    if 2 * sum(count for title, count in titles.items() if ANSWER.match(title)) > titles.total():
        return True
    several = {title: count for title, count in titles.items() if count > 1 and len(title.split()) >= MIN_WORDS}
    return len(several) >= MIN_THREADS and 2 * sum(several.values()) > titles.total()


def _usable(examples: Sequence[Example], notes: list[str]) -> list[Example]:
    """Those whose page shows the item, each page once."""
    times = Counter(example.page.url for example in examples)
    shared = [example for example in examples if times[example.page.url] > 1]
    if shared:
        notes.append(f"{len(shared)} feed items share a page with others")
    own = [example for example in examples if times[example.page.url] == 1][:MAX_EXAMPLES]
    shown = [example for example in own if example.is_shown]
    if len(shown) < len(own):
        notes.append(f"{len(own) - len(shown)} pages do not show what the feed says of them")
    return shown


def _text(examples: Sequence[Example], targets: Sequence[Target]) -> list[Chosen]:
    """The rule for the text; none if it is right on less than most pages."""
    pages = [(one.sheet.root, _text_scores(one, target)) for one, target in zip(examples, targets, strict=True)]
    chosen = vote(pages, is_only=True)
    is_right = bool(chosen) and chosen[0].score >= LEAST_SCORE and chosen[0].holds_mostly
    return chosen if is_right else []


def _text_scores(example: Example, target: Target) -> Scores:
    sheet, words = example.sheet, words_of(target.text)
    if len(words) < 3:
        return {}
    by_characters = sheet.dice_of_characters(target.text, example.template)
    by_words = sheet.dice_of_words(words, example.template)
    least = max(by_characters, default=0.0) - NEAR_BEST
    # From the inside out: of elements that are as good, the vote takes the one that was named first.
    return {
        (sheet.elements[number], ""): by_words[number]
        for number in range(len(sheet.elements) - 1, -1, -1)
        if by_characters[number] >= least and by_words[number] > 0 and sheet.elements[number].tag not in PARAGRAPHS
    }


def _stretch(one: Found) -> Stretch:
    """What a general extractor leaves out may be of the text after all: only short parts are, then."""
    return Stretch(one.sheet, one.body, words_of(one.target.text), MAX_WORDS if one.target.is_whole else MAX_GUESSED)


def _bodies(found: Sequence[Found], pattern: str) -> int:
    """How many elements the rule selects on most of the pages."""
    counts = sorted(count_of(pattern, one.sheet.root) for one in found)
    return counts[int(MOST_PAGES * (len(counts) - 1))] if counts else 1


def _body(sheet: Sheet, text: Sequence[Chosen]) -> int:
    for chosen in text:
        place = first_by(chosen.pattern, sheet.root)
        if place is not None and (number := sheet.number_of(place[0])) >= 0:
            return number
    return -1


def _field(found: Sequence[Found], score: Callable[[Found], Scores]) -> list[Chosen]:
    """The rule for a field; none if it would be wrong on most pages."""
    pages = [(one.sheet.root, scores) for one in found if (scores := score(one))]
    if len(pages) < LEAST_EXAMPLES or 2 * len(pages) < len(found):
        return []
    return [one for one in vote(pages) if one.holds_mostly]


def _title_scores(one: Found) -> Scores:
    sheet, title = one.sheet, words_of(one.target.title)
    if not title:
        return {}
    scores: dict[Place, float] = {}
    for number, element in enumerate(sheet.elements):
        size = sheet.size(number)
        if not 0 < size <= 2 * len(title) + 4 or number == one.body:
            continue
        words = sheet.words_in(number)
        # A heading is what titles are made for; the same words in a trail of links are not.
        is_heading = any(sheet.elements[up].tag in HEADINGS for up in islice(sheet.around(number), 3))
        worth = 1.0 if is_heading else OUTSIDE_HEADING
        if words == title:
            scores[element, ""] = worth * one.nearness(number)
        elif (likeness := dice(set(words), set(title))) > LIKE_TITLE:
            scores[element, ""] = NOT_EQUAL * likeness * worth * one.nearness(number)
        elif is_heading and len(words) > 1 and title[-len(words) :] == words:
            # 'Anna Berg: A walk' in the feed of a site with many authors, 'A walk' on the page.
            scores[element, ""] = TAIL_OF_TITLE * one.nearness(number)
    return scores


def _author_scores(one: Found, is_labelled: bool = False) -> Scores:
    """Places of the name, alone or behind 'posted by'; if it `is_labelled`, behind any few words."""
    sheet, author = one.sheet, words_of(one.target.author)
    if not author:
        return {}
    scores: dict[Place, float] = {}
    for number, element in enumerate(sheet.elements):
        if not 0 < sheet.size(number) <= MAX_NAME_WORDS + len(author):
            continue
        words = sheet.words_in(number)
        if words == author:
            scores[element, ""] = one.nearness(number)
        elif words[-len(author) :] == author and (is_labelled or words_of(plain_name(" ".join(words))) == author):
            scores[element, ""] = AFTER_BY * one.nearness(number)
    for meta in sheet.root.iter("meta"):
        if words_of(meta.get("content") or "") == author:
            scores[meta, "content"] = IN_HEAD
    return scores


def _author(found: Sequence[Found]) -> list[Chosen]:
    """Where the author stands: alone, or in a sentence; where nobody names one, what a byline says."""
    named = [(one.sheet.root, one.target.author) for one in found]
    alone = [without_label(one, named) for one in _field(found, _author_scores)]
    share = alone[0].held / len(found) if alone else 0.0
    if share >= SURE:
        return alone
    chosen = name_in_sentence(named)
    if chosen is not None and chosen.held / len(found) > share:
        return [chosen]
    if any(one.target.author for one in found):
        labelled = _field(found, partial(_author_scores, is_labelled=True)) if not alone else []
        return alone or [one for one in (without_label(one, named) for one in labelled) if one.match]
    line = byline([one.sheet.root for one in found])
    return [line] if line is not None else []


def _published(found: Sequence[Found], dates: DateFinder, notes: list[str]) -> list[Chosen]:
    """Where the feed's dates stand; where they do not, those that the pages themselves call theirs."""
    chosen = _field(found, lambda one: _date_scores(one, one.target.published, dates))
    if chosen or not any(one.target.published for one in found):
        return chosen
    notes.append("the feed's dates are not on the pages; what these say themselves goes before")
    return _field(found, lambda one: _date_scores(one, one.example.own_date, dates))


def _date_scores(one: Found, stated: str, dates: DateFinder) -> Scores:
    scores: dict[Place, float] = {}
    for place, fit in dates.fits(one.sheet.root, stated):
        number = one.sheet.number_of(place[0])
        scores[place] = fit * (one.nearness(number) if number >= 0 else IN_HEAD)
    return scores


def _zone(found: Sequence[Found], chosen: Sequence[Chosen], dates: DateFinder) -> str:
    """The zone in which the times that pages show without one are those of the feed."""
    pairs = []
    for one in found if chosen else ():
        moment, place = moment_of(one.target.published), first_by(chosen[0].pattern, one.sheet.root)
        if moment is None or moment.tzinfo is None or place is None:
            continue
        wall = dates.wall(place)
        if wall is None:
            return ""
        pairs.append((wall, moment.astimezone(UTC).replace(tzinfo=None)))
    return zone_of(pairs)


def _only_author(examples: Sequence[Example]) -> str:
    """The author of everything, where the feed names one and the same for all."""
    names = {example.item.author for example in examples}
    return names.pop() if len(names) == 1 else ""
