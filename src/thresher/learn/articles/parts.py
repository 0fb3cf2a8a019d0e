"""What stands inside the text and is not of it: lines about the author, buttons, lists of related posts."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise

from lxml import etree

from thresher.learn.articles.found import Found
from thresher.learn.articles.naming import first_by, is_pattern, own_names
from thresher.page import Sheet, Wording, words_of

LEAST_PAGES = 2
"""Pages on which a part must be foreign: what stands on one page alone says nothing of the next."""
OFTEN = 0.3
"""Share of the pages on which it must be. With less, what one or two posts have is taken for a habit of the site (at
0.15 the box of a slide show on one of the saved blogs); with more, parts are missed that only some posts have (at 0.6
the line numbers beside listings on another).
"""
FOREIGN_TO_NATIVE = 20
"""How often a name must stand for foreign parts for each time that it stands for a part of the text. A low number cuts
paragraphs out of posts, a high one leaves buttons in. The saved blogs give the same rules with 10 to 40.
"""
MAX_WORDS = 100_000
"""Words of a part that may be left out where the text is known in full: any number."""
MAX_ABOUT = 80
"""Words of a part that is about the post: more are a part of it. The saved blogs give the same rules with 40 to 160."""
MIN_SAME, MOST_SAME = 3, 0.85
"""Pages that have a part word by word, and their share: all but the odd one."""
START_RUN = 4
"""Words in a row by which the beginning of a text is found in its element. Fewer than to find it on a whole page, as
there is less to mistake it for. The saved blogs give the same rules with 2 to 8.
"""
MAX_ENDS = 20
"""Places of the first words of a text, and of its last, that are looked at."""
MOST_BETWEEN = 0.5
"""Words that may stand between those of a text, heads of quotations and the like, as a share of the text's."""
FOREIGN, NATIVE = 0.2, 0.5
"""Shares of matched words below which a part does not belong to the text, and above which it does; between them nobody
knows. The saved blogs give the same rules with 0.2 to 0.4 and with 0.25 to 0.75; at 0.1 the line numbers beside
listings stay in.
"""


@dataclass(frozen=True, slots=True)
class Stretch:
    """An element of a page, and the text that it should hold."""

    sheet: Sheet
    body: int
    words: Sequence[str]
    most: int = MAX_WORDS
    """Words of a part that may be left out."""

    @property
    def place(self) -> tuple[int, int] | None:
        """The first word of the text on the sheet, and one behind its last; None if its ends are not found.

        Where they stand several times, those are meant between which there are as many words as the text has.
        """
        size, run = len(self.words), min(START_RUN, len(self.words))
        starts = list(islice(self._places(self.words[:run]), MAX_ENDS))
        stops = [start + run for start in islice(self._places(self.words[size - run :]), MAX_ENDS)]
        pairs = [(start, stop) for start in starts for stop in stops if start < stop]
        best = min(pairs, key=lambda one: abs(one[1] - one[0] - size), default=None)
        return best if best is not None and abs(best[1] - best[0] - size) <= MOST_BETWEEN * size else None

    def _places(self, words: Sequence[str]) -> Iterator[int]:
        """Where words stand in the element."""
        start = self.sheet.find(words, self.sheet.first[self.body]) if words else -1
        while 0 <= start < self.sheet.last[self.body]:
            yield start
            start = self.sheet.find(words, start + 1)

    @property
    def home(self) -> int:
        """The smallest part of the element that holds all of the text; the element itself if its ends are not found."""
        start, stop = self.place or (0, len(self.sheet.words))
        found = self.body
        for number in range(self.body + 1, len(self.sheet.elements)):
            if self.sheet.first[number] > start or not self.sheet.is_inside(number, self.body):
                break
            found = number if stop <= self.sheet.last[number] else found
        return found


def foreign_parts(stretches: Sequence[Stretch], often: float = OFTEN) -> tuple[str, ...]:
    """Patterns for the parts inside the elements that are not of the texts: on the pages, and never in the feed.

    `often` is the share of the elements in which a part must be foreign; where all texts are known to the word, the
    head of a quotation that a few of them have is as sure as what all have.
    """
    foreign: Counter[str] = Counter()
    native: Counter[str] = Counter()
    groups: list[list[str]] = []
    for stretch in stretches:
        own, strange = _parts(stretch, is_exact=not often)
        native.update(own)
        foreign.update({name for names in strange for name in names})
        groups += strange
    enough = max(LEAST_PAGES, often * len(stretches))
    frequent = {name for name, count in foreign.items() if count >= max(enough, FOREIGN_TO_NATIVE * native[name])}
    sure = set(filter(is_pattern, frequent))
    # One name a part, those that stand for the most parts first.
    chosen: dict[str, None] = {}
    for names in groups:
        fitting = [name for name in names if name in sure]
        if fitting and not any(name in chosen for name in fitting):
            chosen[max(fitting, key=foreign.__getitem__)] = None
    return tuple(chosen)


def same_parts(found: Sequence[Found]) -> list[str]:
    """Patterns for the parts inside the text that say the same on most pages: buttons, a line of the house.

    Where the text is only guessed, it may have them; no two posts have a part in common.
    """
    said: defaultdict[str, Counter[tuple[str, ...]]] = defaultdict(Counter)
    for one in found:
        said_here = {
            (name, tuple(one.sheet.words_in(number)))
            for number in range(one.body + 1, len(one.sheet.elements))
            if one.sheet.is_inside(number, one.body)
            for name in own_names(one.sheet.elements[number])[:1]
        }
        for name, words in said_here:
            said[name][words] += 1
    least = max(MIN_SAME, MOST_SAME * len(found))
    same = [name for name, some in said.items() if len(some) == 1 and all(some) and some.total() >= least]
    return sorted(filter(is_pattern, same))


def _parts(stretch: Stretch, is_exact: bool = False) -> tuple[set[str], list[list[str]]]:
    """Names of the parts that are in the text, and, one list a part, of the outermost that are not.

    If the text `is_exact`, parts that have no name of their own are known by what they have, or by their tag.
    """
    sheet = stretch.sheet
    wording = Wording.of(stretch.words)
    place = stretch.place if is_exact else None
    start, stop = place or (0, len(sheet.words))
    native: set[str] = set()
    foreign: list[list[str]] = []
    end = -1
    for number in range(stretch.body + 1, len(sheet.elements)):
        if not sheet.is_inside(number, stretch.body):
            break
        own = sheet.words_in(number)
        names = own_names(sheet.elements[number])
        is_before = sheet.last[number] <= start if place is not None else not native
        if is_before and not names and sheet.parents[number] == stretch.body:
            # What stands before the text is known by its place; behind it, the place depends on the text.
            names = [place_of(sheet.elements[number])]
        if is_exact:
            names = [*names, *_made_of(sheet, number, stretch.body)]
        if not own or sheet.first[number] < end:
            continue
        # What stands before the first word of a text or after its last is not of it, though it may say the same.
        is_outside = sheet.last[number] <= start or stop <= sheet.first[number]
        share = wording.share_of(own) if not is_outside else 0.0
        if share < FOREIGN and len(own) <= stretch.most:
            foreign.append(names)
            end = sheet.last[number]
        elif share > NATIVE and len(own) > 2:  # a number may be in the text, too
            native.update(names)
    return native, foreign


def _made_of(sheet: Sheet, number: int, body: int) -> list[str]:
    """Patterns for a part by its first child, by its tag: a signature below a line, the head of a quotation."""
    element = sheet.elements[number]
    child = next((str(one.tag) for one in element if isinstance(one.tag, str)), "")
    found = [f"{element.tag}[{child}]"] if child else []
    found += [f"/{element.tag}"] if sheet.parents[number] == body else []
    return [*found, str(element.tag)]


def place_of(element: etree._Element) -> str:
    """The pattern for a child by its place among those of its kind, seen from its parent."""
    return f"/{element.tag}[{1 + sum(1 for _ in element.itersiblings(element.tag, preceding=True))}]"


def about_parts(found: Sequence[Found], patterns: Sequence[str]) -> list[str]:
    """Patterns for the parts inside the text that say who wrote it, when and about what: no part of the text either.

    `patterns` are those that find title, author, date and tags on the pages.
    """
    parts: list[list[str]] = []
    counts: Counter[str] = Counter()
    for one in found:
        own: list[list[str]] = []
        for pattern in patterns:
            place = first_by(pattern, one.sheet.root)
            number = one.sheet.number_of(place[0]) if place is not None else -1
            if number > one.body and one.sheet.is_inside(number, one.body):
                own.append(_outermost(one, number))
        counts.update({name for names in own for name in names})
        parts += own
    # A name that one page alone has, an id made of its title, says nothing of the next.
    common = {name for name, count in counts.items() if 2 * count > len(found) and is_pattern(name)}
    return list(dict.fromkeys(name for names in parts for name in [one for one in names if one in common][:1]))


def _outermost(one: Found, number: int) -> list[str]:
    """A name of the largest element around `number` that is short and not of the text, and its place before that."""
    sheet, pairs, start = one.sheet, set(pairwise(words_of(one.example.description))), _start(one)
    best = -1
    for up in sheet.around(number):
        words = sheet.words_in(up)
        # What stands before the first word is not of the text, though a title may say the same as that.
        is_of_text = sheet.last[up] > start and sum(pair in pairs for pair in pairwise(words)) > FOREIGN * len(words)
        if up == one.body or len(words) > MAX_ABOUT or is_of_text:
            break
        best = up
    if best < 0:
        return []
    element = sheet.elements[best]
    names = own_names(element)
    if not names:
        inner = [name for name in own_names(sheet.elements[number]) if "[@rel=" in name]
        names = [f"xpath:.//{element.tag}[{inner[0]}]"] if inner else []
    # A guess at the text may begin with who wrote it.
    is_first = not one.target.is_whole and sheet.first[best] == start
    is_before = sheet.parents[best] == one.body and (sheet.last[best] <= start or is_first)
    return [*names[:1], *([place_of(element)] if is_before else [])]


def _start(one: Found) -> int:
    """Where the text begins, as the feed says; where it has no word of it, as is taken for it."""
    place = one.sheet.find(words_of(one.example.description or one.target.text)[:START_RUN])
    return place if place >= 0 else one.sheet.first[one.body]
