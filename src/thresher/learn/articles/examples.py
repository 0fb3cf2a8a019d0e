"""Feed items and the pages they lead to → what is to be found on each page.

The feed says it, for free. Where it says only the beginning of a text, or nothing of an author, the page's own
structured data and a general extractor say the rest: each may be wrong on a page, but the rule that is best on most
pages is not.
"""

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cached_property
from itertools import pairwise

from thresher.model import FeedItem, Page
from thresher.page import (
    BLOCKS,
    DateHabits,
    MainText,
    Sheet,
    StructuredArticle,
    find_date,
    main_text,
    other_text,
    shared_lines,
    structured_claims,
    text_of_fragment,
    words_of,
)

SHOWN = 0.5
"""Share of an item's words that its page must show; the same half as Oita's consistency check."""
TITLED = 0.9
"""Share of a title's words that a page must show."""
END_RUN = 5
"""Words in a row by which the beginning and the end of a text are found on a page, and a line of a comment. Fewer stand
in other places, too; more are torn by a link or a mark that only the page or only the feed has.
"""
FURTHER = 0.25
"""Prose that follows the feed's text on the page, against its length, if that is the whole text."""
MOSTLY = 0.75
"""Of what a general extractor finds, what the feed's text must have if it is the whole text."""
REPEATED = 0.34
"""Share of the pages on which a line stands that is no part of any article."""
MAX_TAIL = 4
"""Lines at the end of a description that are looked at."""
TAG_SHARE = 0.6
"""Share of a line's words that are words of tags, if the line names the tags: the others are 'filed under'."""
CUT_WITHIN = 80
"""Characters at the end of a description in which it may say that there is more."""

_BLOCKS = BLOCKS - {"form"}
"""A form does not end a text: what stands behind it may be the rest."""
# How a feed says that there is more: an ellipsis at the end, perhaps with a link behind it. Whether a feed as a whole
# has full texts is another question (`feeds.statistics`): there many items are counted and words as 'continue' suffice.
_CUT = re.compile(r"(?:…|\.{3}|\[…\]|\[\.{3}\]|\(\.{3}\)|[»→›]|\bmore)\W*(?:\([^)]{0,40}\))?\W*$", re.I)


@dataclass(eq=False)
class Example:
    """A feed item and its page."""

    item: FeedItem
    page: Page
    time: datetime = field(default_factory=lambda: datetime.now(UTC))
    """When the page was fetched."""
    template: frozenset[tuple[str, ...]] = frozenset()
    """Texts that other pages of the site have, too."""
    is_exact: bool = False
    """Whether the item has the text to the word, as what was kept by an earlier visit has."""

    @cached_property
    def sheet(self) -> Sheet:
        return Sheet.of(self.page.tree)

    @cached_property
    def description(self) -> str:
        """What the feed says of the item, as plain text."""
        return text_of_fragment(self.item.html)

    @cached_property
    def claims(self) -> tuple[StructuredArticle, ...]:
        """What the page says of itself for machines; dates as ISO 8601, though some write them for people there."""
        habits = DateHabits(self.time, self.language)
        claims = structured_claims(self.page.tree, self.page.url)
        return tuple(replace(one, published=find_date(one.published, habits)) for one in claims)

    @cached_property
    def _main(self) -> MainText:
        return main_text(self.page.tree, self.page.url)

    @cached_property
    def opinion(self) -> MainText:
        """What general extractors take for the article. The feed says where it begins: so where two of them have
        that, the rest is what both have, however much else one of them has.
        """
        first, second = self._main, other_text(self.page.tree)
        begun = set(pairwise(words_of(self.description)))
        if not _has_half(first.text, begun):
            return replace(first, text=second) if _has_half(second, begun) else first
        if not _has_half(second, begun):
            return first
        both = shared_lines(first.text, second)
        is_most = 2 * len(both) > min(len(first.text), len(second))
        return replace(first, text=both) if is_most and _has_half(both, begun) else first

    @property
    def own_date(self) -> str:
        """When the page says it was published, whatever the feed says."""
        return _said(self.claims, "published") or self._main.published

    @property
    def language(self) -> str:
        root = self.page.tree
        return root.get("lang") or root.get("{http://www.w3.org/XML/1998/namespace}lang") or ""

    @cached_property
    def is_shown(self) -> bool:
        """Whether the page shows what the feed speaks of: not 'not found', not another site, not a list of it all."""
        words = words_of(self.description)
        if len(words) > 5 and self.sheet.share_of(words) >= SHOWN:
            return True
        # A summary in other words; then at least the title must be there, and must say something.
        title = words_of(self.item.title)
        return len(title) > 1 and self.sheet.share_of(title) >= TITLED

    @cached_property
    def is_whole(self) -> bool:
        """Whether the feed has the whole text: on the page, nothing of the kind follows its end."""
        words = words_of(self.description)
        if self.is_exact:
            return bool(words)
        if len(words) < 3 or _CUT.search(self.description[-CUT_WITHIN:]):
            return False
        return self._rest(words) < FURTHER * len(words) or len(words) >= MOSTLY * len(words_of(self.opinion.text)) > 0

    def _rest(self, words: Sequence[str]) -> float:
        """Words of prose that follow the end of the description in the same block; endless if it is not there."""
        sheet = self.sheet
        start = sheet.find(words[:END_RUN])
        end = sheet.find(words[-END_RUN:], max(0, start))
        if start < 0 or end < 0:
            return math.inf
        end += min(END_RUN, len(words))
        leaf = next(number for number, first, last in sheet.leaves if first < end <= last)
        block = next(
            (up for up in sheet.around(leaf) if sheet.elements[up].tag in _BLOCKS and sheet.first[up] <= start), 0
        )
        rest = [
            (max(first, end), last)
            for number, first, last in sheet.leaves
            if end < last <= sheet.last[block]
            and not any(sheet.elements[up].tag == "a" for up in sheet.around(number))
            and tuple(sheet.words[first:last]) not in self.template
        ]
        return sum(last - first for first, last in rest)


def _has_half(text: str, pairs: set[tuple[str, str]]) -> bool:
    return len(pairs & set(pairwise(words_of(text)))) >= SHOWN * len(pairs)


def find_template(examples: Sequence[Example]) -> None:
    """Tell the examples which texts stand on many of their pages."""
    counts = Counter(
        text
        for example in examples
        for text in {tuple(example.sheet.words[first:last]) for _, first, last in example.sheet.leaves}
    )
    least = max(2, REPEATED * len(examples))
    template = frozenset(text for text, count in counts.items() if count >= least)
    for example in examples:
        example.template = template


def trim_descriptions(examples: Sequence[Example]) -> None:
    """Take from descriptions what feeds put there beside the text: the title before it, behind it 'Filed under: …' or
    'The post … appeared first on …'.

    Such lines are made of the item's tags, or, its title left out, they are the same in many items.
    """
    lines = [example.description.splitlines() for example in examples]
    ends = Counter(
        rest
        for example, some in zip(examples, lines, strict=True)
        for rest in {_without_title(line, example.item) for line in some[-MAX_TAIL:]}
    )
    least = max(3, REPEATED * len(examples))
    for example, some in zip(examples, lines, strict=True):
        if len(some) > 1 and not example.is_exact and words_of(some[0]) == words_of(example.item.title):
            some.pop(0)
        for _ in range(min(MAX_TAIL, len(some) - 1) if not example.is_exact else 0):
            if ends[_without_title(some[-1], example.item)] < least and not _is_of_tags(some[-1], example.item):
                break
            some.pop()
        example.description = "\n".join(some)


def _without_title(line: str, item: FeedItem) -> tuple[str, ...]:
    title = set(words_of(item.title))
    return tuple(word for word in words_of(line) if word not in title)


def _is_of_tags(line: str, item: FeedItem) -> bool:
    words, tags = words_of(line), {word for tag in item.tags for word in words_of(tag)}
    return bool(tags) and len(words) > 2 and sum(word in tags for word in words) > TAG_SHARE * len(words)


@dataclass(frozen=True, slots=True)
class Target:
    """What is to be found on a page; empty where nobody says it."""

    text: str
    is_whole: bool
    """The text is the feed's own; else what a general extractor took for it."""
    title: str = ""
    author: str = ""
    published: str = ""
    modified: str = ""
    tags: tuple[str, ...] = ()


def targets_of(examples: Sequence[Example]) -> list[Target]:
    """What is to be found on each of the pages."""
    guessed = [example for example in examples if not example.is_whole]
    pages = [set(example.opinion.text.splitlines()) for example in guessed]
    counts = Counter(line for lines in pages for line in lines)
    repeated = {line for line, count in counts.items() if count > 1 and count >= REPEATED * len(pages)}
    return [_target(example, repeated) for example in examples]


def title_of(item: FeedItem) -> str:
    """The title as the post has it: feeds of sites with many authors may put the author before it."""
    author, title = item.author.lower(), item.title
    rest = title[len(author) :].lstrip()
    is_prefix = bool(author) and title.lower().startswith(author) and rest[:1] in (":", "-", "–", "—", "|")
    return rest[1:].strip() or title if is_prefix else title


def _target(example: Example, repeated: set[str]) -> Target:
    item = example.item
    claims = example.claims
    target = Target(
        example.description,
        True,
        title_of(item) or _said(claims, "title"),
        item.author or _said(claims, "author") or example.opinion.author,
        item.published or item.modified or _said(claims, "published"),
        item.modified if item.published and item.modified != item.published else "",
        item.tags,
    )
    if example.is_whole:
        return target
    guessed = [line for line in example.opinion.text.splitlines() if line not in repeated]
    lines = [line for line in guessed if tuple(words_of(line)) not in example.template]
    text = "\n".join(_from_beginning(lines, target.title, example.description))
    return replace(target, text=text or example.description, is_whole=False)


def _from_beginning(lines: Sequence[str], title: str, description: str) -> list[str]:
    """The lines of a text without those before its beginning: its title, and where the feed has that, what is before.

    Summaries may be taken from the middle of a text: then nothing but the title goes.
    """
    words = [words_of(line) for line in lines]
    run = words_of(description)[:END_RUN]
    place = next((number for number, line in enumerate(words) if run and line[: len(run)] == run), 0)
    start = place if sum(map(len, words[:place])) < len(words_of(description)) else 0
    named = words_of(title)
    return [line for line, own in zip(lines[start:], words[start:], strict=True) if own != named]


def _said(claims: Sequence[StructuredArticle], name: str) -> str:
    """What most kinds of structured data say; of several the first."""
    values = Counter(str(getattr(claim, name)) for claim in claims if getattr(claim, name))
    return max(values, key=values.__getitem__, default="")
