"""Comments that are runs of siblings: a head that says who and when, and behind it the text.

Lists of definitions (`dt`, `dd`), tables with two rows a comment, headings with a paragraph each. Heads are short, have
a date each, and on some page several of them stand under one parent; between them stands one text without a date.
"""

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from thresher.learn.articles.buttons import same_links
from thresher.learn.articles.comments import CommentRules
from thresher.learn.articles.dating import is_marked_date
from thresher.learn.articles.examples import END_RUN, Example
from thresher.learn.articles.headlines import name_in_heads
from thresher.learn.articles.naming import Chosen, names_of, own_names, pattern_of
from thresher.learn.articles.others import is_among, rows_of_others
from thresher.learn.posts.parts import find_published
from thresher.learn.posts.table import Table
from thresher.page import DateHabits, Sheet, find_date, words_of

LEAST_RECORDS = 4
LEAST_PAGES = 2
MOST = 0.85
"""Share of the heads that must have a text behind them, and of the texts that must be prose and no links."""
MAX_HEAD_WORDS = 20
"""Of the line that says who writes, and when."""
MAX_LINKED = 0.5
"""Share of the words of all texts that may be links; lists of other posts are made of them."""
MAX_ASKED = 4000
"""Texts of a page that are asked for a date; comments are read up to 400 a page."""
MAX_RUN = 20
"""Siblings behind a head that may be of its run."""
MAX_HEADS = 300
"""Heads that are compared with each other."""
MAX_INNER = 4
MAX_NAMES = 60
MAX_WRONG = 0.05
"""Share of what a rule for heads selects that may be something else."""

_CLASS = re.compile(r"\[@class~='([^']*)'\]")


@dataclass(frozen=True, slots=True)
class _Run:
    """A head, its text, and how many siblings behind the head that is; numbers on the sheet of a page."""

    page: int
    head: int
    text: int
    step: int
    is_whole: bool
    """Whether no other text follows up to the next head."""


def learn_heads(examples: Sequence[Example], texts: Sequence[Sequence[str]]) -> CommentRules | None:
    """The rules for comments on these pages whose articles have these words; None if there are no runs of siblings."""
    groups: defaultdict[tuple[str, ...], list[_Run]] = defaultdict(list)
    for page, (example, words) in enumerate(zip(examples, texts, strict=True)):
        for kind, runs in _runs_on(page, example, words):
            groups[kind] += runs
    sheets = [example.sheet for example in examples]
    likely = [runs for runs in groups.values() if _are_comments(runs, sheets)]
    runs = max(likely, key=lambda one: sum(sheets[run.page].size(run.text) for run in one), default=[])
    if not runs:
        return None
    each, worth = _pattern(runs, sheets)
    heads = [sheets[run.page].elements[run.head] for run in runs[:MAX_HEADS]]
    author = name_in_heads(heads, DateHabits(examples[0].time, examples[0].language))
    if not each or author is None:
        return None
    published = find_published(Table(heads, [run.page for run in runs[:MAX_HEADS]])) or "xpath:."
    return CommentRules(
        each,
        (f"xpath:following-sibling::*[{runs[0].step}]",),
        (author,),
        "",
        (Chosen(published, len(runs), len(runs), 0.0),),
        same_links([sheets[run.page].elements[run.text] for run in runs]),
        len({run.page for run in runs}),
        worth,
    )


def _runs_on(page: int, example: Example, words: Sequence[str]) -> Iterator[tuple[tuple[str, ...], list[_Run]]]:
    """The runs behind the article, those of one kind of heads under one parent together."""
    sheet = example.sheet
    end = sheet.find(words[-END_RUN:])
    if end < 0:
        return
    short, dated = _dated_on(example, end)
    children: defaultdict[int, list[int]] = defaultdict(list)
    for number, parent in enumerate(sheet.parents):
        children[parent].append(number)
    groups: defaultdict[tuple[int, tuple[str, ...]], set[int]] = defaultdict(set)
    for number in short:
        for kind in _kinds(sheet, number):
            groups[sheet.parents[number], kind].add(number)
    for (parent, kind), heads in groups.items():
        runs = []
        last = max(heads)
        for head, siblings in _behind(children[parent], heads):
            texts = _texts_of(example, siblings)
            if texts and texts[0][0] not in dated:
                # Behind the last one stands what else there is: a form, a list.
                runs.append(_Run(page, head, *texts[0], is_whole=head == last or len(texts) == 1))
        if len(runs) >= MOST * len(heads):
            yield kind, runs


def _dated_on(example: Example, end: int) -> tuple[set[int], set[int]]:
    """Elements behind the word `end` that are short and hold a date, and all that do."""
    sheet, habits = example.sheet, DateHabits(example.time, example.language)
    short: set[int] = set()
    dated: set[int] = set()
    asked, others = 0, rows_of_others(example)
    for number, first, last in sheet.leaves:
        if first < end or sheet.size(number) > MAX_HEAD_WORDS or number in dated:
            continue
        is_common = tuple(sheet.words[first:last]) in example.template
        is_marked = is_common and is_marked_date(sheet.elements[number], habits)
        if is_common and not is_marked:
            continue
        asked += 1
        if asked > MAX_ASKED:
            break
        if is_marked or find_date(" ".join(" ".join(map(str, sheet.elements[number].itertext())).split()), habits):
            above = list(sheet.around(number))
            dated.update(above)
            if is_among(sheet.elements[number], others):
                continue
            short.update(up for up in above if sheet.size(up) <= MAX_HEAD_WORDS and sheet.parents[up] >= 0)
    return short, dated


def _kinds(sheet: Sheet, number: int) -> list[tuple[str, ...]]:
    """What heads may have in common: their tag and that of what they stand in; the first of their classes, too."""
    element, parent = sheet.elements[number], sheet.elements[sheet.parents[number]]
    tags = str(parent.tag), str(element.tag)
    return [tags, *((*tags, token) for token in (element.get("class") or "").split()[:1])]


def _behind(children: Sequence[int], heads: set[int]) -> Iterator[tuple[int, Sequence[int]]]:
    """For each head, the siblings up to the next one."""
    places = [bisect_left(children, head) for head in sorted(heads)]
    for place, following in pairwise([*places, len(children)]):
        yield children[place], children[place + 1 : min(following, place + 1 + MAX_RUN)]


def _texts_of(example: Example, siblings: Sequence[int]) -> list[tuple[int, int]]:
    """Of the siblings behind a head, those that hold a text, and how far behind they are."""
    sheet = example.sheet
    return [
        (number, step)
        for step, number in enumerate(siblings, 1)
        if sheet.size(number) and tuple(sheet.words_in(number)) not in example.template
    ]


def _are_comments(runs: Sequence[_Run], sheets: Sequence[Sheet]) -> bool:
    """Whether runs are enough, several under one parent, as many as people wrote, of prose."""
    counts = Counter(run.page for run in runs)
    parents = {(run.page, sheets[run.page].parents[run.head]) for run in runs}
    if len(runs) < LEAST_RECORDS or len(counts) < LEAST_PAGES or len(parents) == len(runs):
        return False
    # As many on each page: three posts that are like this one.
    if len(counts) == len(sheets) > LEAST_PAGES and len(set(counts.values())) == 1:
        return False
    # A rule takes one element for the text: of several paragraphs it would take the first.
    if sum(run.step == runs[0].step and run.is_whole for run in runs) < MOST * len(runs):
        return False
    texts = [sheets[run.page].elements[run.text] for run in runs]
    linked = sum(len(words_of(" ".join(map(str, link.itertext())))) for text in texts for link in text.iter("a"))
    return linked <= MAX_LINKED * sum(sheets[run.page].size(run.text) for run in runs)


def _pattern(runs: Sequence[_Run], sheets: Sequence[Sheet]) -> tuple[str, float]:
    """The pattern that selects the heads and nothing else, and the share of them that it selects."""
    heads = [(run.page, run.head) for run in runs]
    names = Counter(name for page, head in heads for name in _names(sheets[page], head))
    best, score = "", (0.0, 0)
    for name, _ in names.most_common(MAX_NAMES):
        selected = {
            (page, number)
            for page in {run.page for run in runs}
            for node in pattern_of(name).select(sheets[page].root)
            if not isinstance(node, str) and (number := sheets[page].number_of(node)) >= 0
        }
        hits = len(selected & set(heads))
        value = (round(hits / len(heads), 2), hits - len(selected))
        if len(selected) - hits <= MAX_WRONG * len(selected) and value > score:
            best, score = name, value
    return (best, score[0]) if score[0] >= MOST else ("", 0.0)


def _names(sheet: Sheet, number: int) -> list[str]:
    """Patterns for a head: by its name, its place, by what stands in it, as every other child of what it stands in."""
    element, parent = sheet.elements[number], sheet.elements[sheet.parents[number]]
    inner = dict.fromkeys(str(one.tag) for one in element.iterdescendants() if isinstance(one.tag, str))
    having = [f"xpath://{parent.tag}/{element.tag}[.//{tag}]" for tag in [*inner][:MAX_INNER]]
    # XPath has no word for one of several classes.
    homes = [_CLASS.sub(r"[contains(concat(' ', @class, ' '), ' \1 ')]", name) for name in own_names(parent)]
    turns = [f"xpath://{home}/{element.tag}[position() mod 2 = 1]" for home in homes]
    return [*names_of((element, "")), *having, *turns]
