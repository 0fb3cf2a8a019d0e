"""Examples → rules that read a post off its page: where its text, title, author, date and tags stand.

BlogForever §3 with a wider choice of rules: patterns by id, class, property and place. Elements that hold the text are
scored by character pairs, then by runs of words; those of title, author and date by what they say and by their
distance to the text in the tree (§3.5).
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from lxml import etree

from thresher.learn.articles.examples import Example, Target, find_template, targets_of, trim_descriptions
from thresher.learn.articles.naming import Chosen, Place, Scores, first_by, own_names, pattern_of, vote
from thresher.page import DateHabits, Sheet, find_date, words_of

MAX_EXAMPLES = 20
LEAST_EXAMPLES = 2
NEAR_BEST = 0.15
"""Elements whose character pairs are this close to the best are told apart by runs of words."""
LEAST_SCORE = 0.5
"""Mean likeness of what a rule for the text selects to what it should be; less is noise."""
STEP = 0.005
"""What a step in the tree away from the text costs an author, a date, a title."""
IN_HEAD = 0.9
"""What the head of a page says counts less than what readers see."""
MAX_NAME_WORDS = 8
MAX_DATE_WORDS = 14
MAX_GUESSED_WORDS = 40
QUARTER = 15 * 60
"""Seconds by which zones differ, or multiples of it."""
MAX_SHIFT = timedelta(hours=14)
NO_SHIFT = timedelta(days=999)
FOREIGN, NATIVE = 0.2, 0.5
"""Shares of matched words of parts that do not belong to the text, and of those that do."""

_BY = re.compile(
    r"^\W*(?:(?:posted|written|published|author|autor|auteur|publié|geschrieben|publicado)\W*)?"
    r"(?:by|von|par|por|door|av|af|di|da)?\W*",
    re.I,
)


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
    only_author: str = ""
    """Who writes everything, where pages do not say it."""
    date_order: str = ""
    zone: str = ""
    """Of times that pages show without one: +02:00, or the name of a place whose clocks agree with all examples."""
    examples: int = 0
    whole: int = 0
    """Examples whose whole text the feed has."""

    def as_data(self) -> dict[str, Any]:
        """The rules as they stand in a knowledge file."""
        fields = {name: [one.pattern for one in getattr(self, name)] for name in FIELDS}
        if self.only_author:
            quoted = self.only_author.replace("'", "")
            fields["author"] = [*fields["author"], f"xpath:string('{quoted}')"]
        data: dict[str, Any] = {"object": "BlogPost", "fields": {name: at for name, at in fields.items() if at}}
        return data | ({"without": list(self.without)} if self.without else {})


FIELDS = ("text", "title", "author", "published", "modified", "tags")


def learn_rules(examples: Sequence[Example], notes: list[str] | None = None) -> PostRules | None:
    """The rules that fit most of the pages; None if the feed and the pages have nothing stable in common.

    Why examples were left out, or nothing was learned, is added to `notes`.
    """
    said = notes if notes is not None else []
    trim_descriptions(examples)
    find_template(examples)
    usable = _usable(examples, said)
    if len(usable) < LEAST_EXAMPLES:
        said.append(
            f"{len(usable)} of {len(examples)} feed items lead to a page that shows them: too few to learn from"
        )
        return None
    targets = targets_of(usable)
    text = vote([(one.sheet.root, _text_scores(one, target)) for one, target in zip(usable, targets, strict=True)])
    if not text or text[0].score < LEAST_SCORE or 2 * text[0].held <= text[0].pages:
        said.append("no part of the pages agrees with the feed's texts on most of them")
        return None
    lessons = [
        _Lesson(one, target, body)
        for one, target in zip(usable, targets, strict=True)
        if (body := _body(one.sheet, text)) >= 0
    ]
    dates = _Dates(lessons)
    author = _field(lessons, _author_scores)
    published = dates.rule("published")
    return PostRules(
        tuple(text),
        tuple(_field(lessons, _title_scores)),
        tuple(author),
        tuple(published),
        tuple(dates.rule("modified")),
        tuple(_tags(lessons)),
        _without(lessons),
        _only_author(usable) if not author else "",
        dates.order,
        dates.zone(published) if published else "",
        len(usable),
        sum(target.is_whole for target in targets),
    )


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


@dataclass(frozen=True, slots=True)
class _Lesson:
    example: Example
    target: Target
    body: int
    """Number of the element that holds the text."""

    @property
    def sheet(self) -> Sheet:
        return self.example.sheet


def _text_scores(example: Example, target: Target) -> Scores:
    sheet, words = example.sheet, words_of(target.text)
    if len(words) < 3:
        return {}
    pairs = sheet.pair_dice(target.text, example.template)
    runs = sheet.run_dice(words, example.template)
    least = max(pairs, default=0.0) - NEAR_BEST
    return {
        (element, ""): runs[number]
        for number, element in enumerate(sheet.elements)
        if pairs[number] >= least and runs[number] > 0
    }


def _body(sheet: Sheet, text: Sequence[Chosen]) -> int:
    for chosen in text:
        place = first_by(chosen.pattern, sheet.root)
        if place is not None and (number := sheet.number_of(place[0])) >= 0:
            return number
    return -1


def _field(lessons: Sequence[_Lesson], score: Callable[[_Lesson], Scores]) -> list[Chosen]:
    """The rule for a field; none if it would be wrong on most pages."""
    pages = [(lesson.sheet.root, scores) for lesson in lessons if (scores := score(lesson))]
    if len(pages) < LEAST_EXAMPLES or 2 * len(pages) < len(lessons):
        return []
    return [one for one in vote(pages) if 2 * one.held > one.pages]


def _nearness(lesson: _Lesson, number: int) -> float:
    return 1.0 - STEP * min(60, lesson.sheet.distance(number, lesson.body))


def _title_scores(lesson: _Lesson) -> Scores:
    sheet, title = lesson.sheet, words_of(lesson.target.title)
    if not title:
        return {}
    scores: dict[Place, float] = {}
    for number, element in enumerate(sheet.elements):
        size = sheet.size(number)
        if not 0 < size <= 2 * len(title) + 4 or number == lesson.body:
            continue
        words = sheet.words_in(number)
        # A heading is what titles are made for; the same words in a trail of links are not.
        heading = 1.0 if any(sheet.elements[up].tag in _HEADINGS for up in _few(sheet.around(number))) else 0.96
        if words == title:
            scores[element, ""] = heading * _nearness(lesson, number)
        elif (likeness := _likeness(words, title)) > 0.8:
            scores[element, ""] = 0.9 * likeness * heading * _nearness(lesson, number)
        elif heading == 1.0 and len(words) > 1 and title[-len(words) :] == words:
            # 'Anna Berg: A walk' in the feed of a site with many authors, 'A walk' on the page.
            scores[element, ""] = 0.7 * _nearness(lesson, number)
    return scores


_HEADINGS = frozenset({"h1", "h2", "h3", "h4"})


def _few(numbers: Iterable[int]) -> Iterator[int]:
    for place, number in enumerate(numbers):
        if place > 2:
            return
        yield number


def _likeness(words: Sequence[str], other: Sequence[str]) -> float:
    one, two = set(words), set(other)
    return 2 * len(one & two) / max(1, len(one) + len(two))


def plain_name(text: str) -> str:
    """A name without the words that stand before it: 'Posted by Anna' is Anna."""
    return _BY.sub("", " ".join(text.split()))


def _author_scores(lesson: _Lesson) -> Scores:
    sheet, author = lesson.sheet, words_of(lesson.target.author)
    if not author:
        return {}
    scores: dict[Place, float] = {}
    for number, element in enumerate(sheet.elements):
        if not 0 < sheet.size(number) <= MAX_NAME_WORDS + len(author):
            continue
        words = sheet.words_in(number)
        if words == author:
            scores[element, ""] = _nearness(lesson, number)
        elif words[-len(author) :] == author and words_of(plain_name(" ".join(words))) == author:
            scores[element, ""] = 0.97 * _nearness(lesson, number)
    for meta in sheet.root.iter("meta"):
        if words_of(meta.get("content") or "") == author:
            scores[meta, "content"] = IN_HEAD
    return scores


def _only_author(examples: Sequence[Example]) -> str:
    """The author of everything, where the feed names one and the same for all."""
    names = {example.item.author for example in examples}
    return names.pop() if len(names) == 1 else ""


class _Dates:
    """Rules for dates, and the order of day and month that they prove."""

    def __init__(self, lessons: Sequence[_Lesson]) -> None:
        self._lessons = lessons
        self._orders: Counter[str] = Counter()

    def zone(self, chosen: Sequence[Chosen]) -> str:
        """The zone in which the times that pages show without one are those of the feed."""
        pairs = []
        for lesson in self._lessons:
            moment, place = _moment(lesson.target.published), first_by(chosen[0].pattern, lesson.sheet.root)
            if moment is None or moment.tzinfo is None or place is None:
                continue
            found = find_date(_stated(place), self._habits(lesson, self.order))
            wall = _moment(found)
            if wall is None or wall.tzinfo is not None or len(found) <= 10:
                return ""
            pairs.append((wall, moment.astimezone(UTC).replace(tzinfo=None)))
        return _zone_of(pairs)

    @property
    def order(self) -> str:
        """dmy or mdy, where it made a difference."""
        return max(self._orders, key=self._orders.__getitem__, default="")

    def rule(self, name: str) -> list[Chosen]:
        return _field(self._lessons, lambda lesson: self._scores(lesson, name))

    def _scores(self, lesson: _Lesson, name: str) -> Scores:
        moment = _moment(getattr(lesson.target, name))
        if moment is None or (name == "modified" and lesson.target.modified == lesson.target.published):
            return {}
        scores: dict[Place, float] = {}
        for number, place, text in _dated(lesson.sheet):
            fit = self._fit(text, moment, lesson)
            if fit and number < 0:
                scores[place] = fit * IN_HEAD
            elif fit:
                scores[place] = fit * _nearness(lesson, number)
        return scores

    def _habits(self, lesson: _Lesson, order: str) -> DateHabits:
        return DateHabits(lesson.example.time, lesson.example.language, order)

    def _fit(self, text: str, moment: datetime, lesson: _Lesson) -> float:
        """How well a text states `moment`: to the minute, to the day, not at all."""
        found = {}
        for order in ("dmy", "mdy"):
            found[order] = _agreement(find_date(text, self._habits(lesson, order)), moment)
        if found["dmy"] != found["mdy"]:
            self._orders[max(found, key=found.__getitem__)] += 1
        return max(found.values())


def _dated(sheet: Sheet) -> Iterator[tuple[int, Place, str]]:
    """Places that may hold a date: number of the element (-1 in the head), the place, what it says."""
    for number, element in enumerate(sheet.elements):
        for name in ("datetime", "title", "content"):
            value = element.get(name)
            if value and any(map(str.isdigit, value)) and len(value) < 80:
                # What is said by `datetime` is read off the element itself.
                yield number, (element, "" if name == "datetime" else name), value
        if 0 < sheet.size(number) <= MAX_DATE_WORDS and not element.get("datetime"):
            text = " ".join(" ".join(element.itertext()).split())
            if len(text) < 120 and any(map(str.isdigit, text)):
                yield number, (element, ""), text
    for meta in sheet.root.iter("meta"):
        value = meta.get("content") or ""
        if len(value) < 40 and value[:4].isdigit():
            yield -1, (meta, "content"), value


def _stated(place: Place) -> str:
    element, attribute = place
    return element.get(attribute or "datetime") or " ".join(" ".join(element.itertext()).split())


def _moment(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text) if text else None
    except ValueError:
        return None


def _agreement(found: str, moment: datetime) -> float:
    """How well what was read states `moment`; times without a zone may be of any."""
    date = _moment(found)
    if date is None:
        return 0.0
    shift = moment.utcoffset() or timedelta()
    plain = moment.replace(tzinfo=None) - shift
    if len(found) <= 10:
        return 0.95 if date.date() in (moment.date(), plain.date()) else 0.0
    if date.tzinfo is not None and moment.tzinfo is not None:
        return 1.0 if abs((date - moment).total_seconds()) <= 60 else 0.0
    wall = date.replace(tzinfo=None)
    if min(abs((wall - plain).total_seconds()), abs((wall - plain - shift).total_seconds())) <= 60:
        return 0.98
    return 0.93 if abs(_zone_shift(wall, plain)) <= MAX_SHIFT else 0.0


def _zone_shift(wall: datetime, plain: datetime) -> timedelta:
    """How far a clock is ahead of UTC, if they show the same moment; `NO_SHIFT` if they cannot."""
    seconds = (wall - plain).total_seconds()
    quarters = round(seconds / QUARTER)
    return timedelta(seconds=quarters * QUARTER) if abs(seconds - quarters * QUARTER) <= 60 else NO_SHIFT


def _zone_of(pairs: Sequence[tuple[datetime, datetime]]) -> str:
    """The zone of clocks that show the first time of each pair when it is the second in UTC; empty if there is none."""
    shifts = {_zone_shift(wall, plain) for wall, plain in pairs}
    if len(pairs) < LEAST_EXAMPLES or NO_SHIFT in shifts:
        return ""
    if len(shifts) == 1:
        minutes = int(shifts.pop().total_seconds()) // 60
        return f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}"
    # Summer time: a place that agrees with all of them; those that many people live in first.
    names = sorted(available_timezones(), key=lambda name: (not name.startswith(("Europe/", "America/")), name))
    for name in names:
        place = ZoneInfo(name)
        if all(_zone_shift(wall, plain) == wall.replace(tzinfo=place).utcoffset() for wall, plain in pairs):
            return name
    return ""


def _tags(lessons: Sequence[_Lesson]) -> list[Chosen]:
    """The pattern that selects the most of the tags that the feed names, and the least of anything else."""
    pages = [(lesson, {tuple(words_of(tag)) for tag in lesson.target.tags} - {()}) for lesson in lessons]
    pages = [(lesson, tags) for lesson, tags in pages if tags]
    if len(pages) < LEAST_EXAMPLES:
        return []
    names = Counter(
        name
        for lesson, tags in pages
        for name in dict.fromkeys(name for element in _tag_links(lesson.sheet, tags) for name in _tag_names(element))
    )
    best: Chosen | None = None
    for name, _ in names.most_common(30):
        right = wrong = missed = held = 0
        for lesson, tags in pages:
            found = {tuple(words_of(_text(node))) for node in pattern_of(name).select(lesson.sheet.root)}
            right, wrong, missed = right + len(found & tags), wrong + len(found - tags), missed + len(tags - found)
            held += found == tags
        score = 2 * right / max(1, 2 * right + wrong + missed)
        if best is None or score > best.score + 0.01:
            best = Chosen(name, held, len(pages), round(score, 2))
    return [best] if best is not None and best.score >= LEAST_SCORE else []


def _tag_links(sheet: Sheet, tags: set[tuple[str, ...]]) -> Iterator[etree._Element]:
    for number, element in enumerate(sheet.elements):
        if 0 < sheet.size(number) < 8 and element.tag == "a" and tuple(sheet.words_in(number)) in tags:
            yield element


def _tag_names(element: etree._Element) -> list[str]:
    """Patterns for links, by themselves or by what stands around them."""
    found = own_names(element)
    for above in (element.getparent(), *[up for up in element.iterancestors()][1:4]):
        if above is not None and isinstance(above.tag, str):
            found += [f"{name}//a" for name in own_names(above)[:3]]
    return found


def _text(node: Any) -> str:
    return node if isinstance(node, str) else " ".join(node.itertext())


def _without(lessons: Sequence[_Lesson]) -> tuple[str, ...]:
    """Parts inside the text that are not of it: on the pages and never in the feed's texts, or the same on every page.

    Where the feed has only beginnings, what a general extractor leaves out may be of the text after all: such parts
    must be on most pages, and short.
    """
    foreign: Counter[str] = Counter()
    native: Counter[str] = Counter()
    groups: list[list[str]] = []
    for lesson in lessons:
        own, strange = _parts(lesson)
        native.update(own)
        foreign.update({name for names in strange for name in names})
        groups += strange
    enough = max(2, 0.3 * len(lessons))
    sure = {name for name, count in foreign.items() if count >= enough and native[name] * 20 <= count}
    # One name a part, those that stand for the most parts first.
    chosen: dict[str, None] = {}
    for names in groups:
        fitting = [name for name in names if name in sure]
        if fitting and not any(name in chosen for name in fitting):
            chosen[max(fitting, key=foreign.__getitem__)] = None
    return tuple(chosen)


def _parts(lesson: _Lesson) -> tuple[set[str], list[list[str]]]:
    """Names of the parts of the text that are in the target, and, one list a part, of the outermost that are not."""
    sheet, words = lesson.sheet, words_of(lesson.target.text)
    pairs, single = set(pairwise(words)), set(words)
    native: set[str] = set()
    foreign: list[list[str]] = []
    end = -1
    for number in range(lesson.body + 1, len(sheet.elements)):
        if not sheet.is_inside(number, lesson.body):
            break
        own = sheet.words_in(number)
        names = own_names(sheet.elements[number])
        if not own or sheet.first[number] < end:
            continue
        hits = sum(pair in pairs for pair in pairwise(own)) if len(own) > 2 else sum(word in single for word in own)
        share = hits / max(1, len(own) - 1 if len(own) > 2 else len(own))
        if share < FOREIGN and (lesson.target.is_whole or len(own) <= MAX_GUESSED_WORDS):
            foreign.append(names)
            end = sheet.last[number]
        elif share > NATIVE:
            native.update(names)
    return native, foreign
