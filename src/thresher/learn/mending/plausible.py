"""Does what a candidate finds look right? Asked where nobody knows what is on the pages (AAH section 6.2).

Each kind of thing has its own signs: posts stand side by side, hold a date each, and together most of what the page
says; dates can be read and differ; names are short and come back. All of them are shares and comparisons within the
pages at hand; the numbers say "most" and "nearly all", as elsewhere in this room, and were fitted to no site.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import pairwise

from lxml import etree

from thresher.learn.mending.ground import LABEL_WORDS, Ground
from thresher.page import find_date, words_of

MOST = 0.85
"""Share that counts as nearly all: of records that have a date, an author."""
HALF = 0.5
AHEAD = timedelta(days=90)
"""How far the clock of a server may be ahead of ours; what is later is a plan, or no date."""
MAX_NAME_WORDS = 5
MAX_NAME = 60
"""Characters of an author's name."""
MAX_TITLE_WORDS = 40

_DIGITS = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Verdict:
    """How right something looks, from 0 to 1, and whether that is enough."""

    score: float = 0.0
    is_right: bool = False


NO = Verdict()


def judge_records(pages: Sequence[Ground], found: Sequence[Sequence[etree._Element]], is_main: bool = True) -> Verdict:
    """Elements that hold one object each.

    They stand beside each other, not inside each other (answers to comments may); most pages have some, and some pages
    several; what they say is most of the pages' prose (of pages that have any, if `is_main` is false: not every post
    has comments), and it is said in records that have a date of their own. A wrapper of the page is one on each page;
    paragraphs, menus and lists of related posts have no dates or say nothing.
    """
    some = [(page, elements) for page, elements in zip(pages, found, strict=True) if elements]
    if not some or (is_main and len(some) < MOST * len(pages)):
        return NO
    if max(len(elements) for _, elements in some) < 2 or (is_main and any(_has_nested(one) for _, one in some)):
        return NO
    weights = [_weights(page, elements) for page, elements in some]
    flat = [weight for each in weights for weight in each]
    prose = sum(said for said, _ in flat)
    whole = sum(page.all_prose for page, _ in some)
    if not prose or not whole:
        return NO
    share, own = prose / whole, sum(said for said, dates in flat if dates) / prose
    dated = sum(dates > 0 for _, dates in flat) / len(flat)
    full = sum(dates > 0 and said > 0 for said, dates in flat) / len(flat)
    several = sum(len(each) > 1 for each in weights) / len(weights)
    even = _evenness(weights)
    numbers = len(set(map(len, weights))) > 1
    named = _has_ids([element for _, elements in some for element in elements])
    score = (
        share * own * (0.5 + 0.25 * dated + 0.25 * full) * (0.6 + 0.4 * even) * (0.9 + 0.05 * numbers + 0.05 * named)
    )
    is_right = share >= HALF and own >= MOST and dated >= HALF and 3 * several >= 1 and even > 0
    return Verdict(round(score, 4), is_right)


def _weights(page: Ground, elements: Sequence[etree._Element]) -> list[tuple[int, int]]:
    """Prose and dates of each, without those of others inside it."""
    inside = set(elements)
    found = {element: [page.prose(element), page.dates(element)] for element in elements}
    for element in elements:
        outer = next((above for above in element.iterancestors() if above in inside), None)
        if outer is not None:
            found[outer][0] -= page.prose(element)
            found[outer][1] -= page.dates(element)
    return [(prose, dates) for prose, dates in found.values()]


def _has_nested(elements: Sequence[etree._Element]) -> bool:
    inside = set(elements)
    return any(above in inside for element in elements for above in element.iterancestors())


def _evenness(weights: Sequence[Sequence[tuple[int, int]]]) -> float:
    """Of pages with several records, how much is said outside of the longest: a frame and its menus say all in one."""
    shares = []
    for each in weights:
        sizes = [prose for prose, _ in each]
        total = sum(sizes)
        if len(sizes) > 1 and total:
            shares.append((1 - max(sizes) / total) / (1 - 1 / len(sizes)))
    return sum(shares) / len(shares) if shares else 0.0


def _has_ids(elements: Sequence[etree._Element]) -> bool:
    """Whether the records have ids of their own: objects do, and parts of them seldom."""
    ids = [element.get("id") for element in elements]
    return all(ids) and 2 * len(set(ids)) > len(ids)


def judge_dates(lines: Sequence[Sequence[str]], pages: Sequence[Ground]) -> Verdict:
    """Lines that should hold a date each, those of each page in a row.

    Nearly all can be read, none is far in the future, and they differ; within a page they mostly rise, or mostly fall.
    Those that tell the minute are better than those that tell the day, and short lines better than long ones.
    """
    moments = [
        [find_date(line, page.habits) if line else "" for line in some] for some, page in zip(lines, pages, strict=True)
    ]
    known = [moment for some in moments for moment in some if moment]
    total = sum(map(len, lines))
    latest = max((page.habits.now for page in pages), default=None)
    if not known or latest is None or len(known) < MOST * total:
        return NO
    late = (latest + AHEAD).isoformat()
    if any(moment[:10] > late[:10] for moment in known):
        return NO
    different = len(set(known)) / len(known)
    pairs = [pair for some in moments for pair in pairwise(filter(None, some))]
    rising = sum(one <= other for one, other in pairs) / len(pairs) if pairs else 1.0
    ordered = max(rising, 1 - rising)
    fine = sum(len(moment) > 10 for moment in known) / len(known)
    length = sum(len(line) for some in lines for line in some) / max(1, total)
    score = 0.3 * different + 0.3 * ordered + 0.3 * fine + 0.1 * min(1.0, 16 / max(1.0, length))
    is_right = (different >= HALF or len(known) == 1) and (ordered >= 0.7 or len(pairs) < 4)
    return Verdict(round(score * len(known) / max(1, total), 4), is_right)


@dataclass(frozen=True, slots=True)
class Named:
    """What a pattern finds that should lead to one name: the text, where it leads, and how many there are."""

    text: str = ""
    link: str = ""
    count: int = 0


def judge_authors(names: Sequence[Sequence[Named]], pages: Sequence[Ground], is_told: bool = False) -> Verdict:
    """Lines that should be a name each, those of each page in a row.

    As many as records; one to five words with letters, no date, no counter ("Posts: 31"). Not all of a page the same
    where it has several (that is the title of the thread), and not the same on all pages (a word of the menu), unless
    the pattern itself speaks of authors (`is_told`): many blogs have one. On one page, a name leads to one address; a
    button leads elsewhere each time. Names come back; tags are several in one place. Of an object that a page is as a
    whole there is one name a page, and nothing tells it from a category but what the pattern says.
    """
    found = [one for some in names for one in some]
    good = [one.text for one in found if _is_name(one.text)]
    if not good or len(good) < MOST * len(found) or _is_counter(good) or _are_dates(good, pages[0]):
        return NO
    if _share_last_word(good):
        return NO
    several = [some for some in names if len(some) > 2]
    if several and 2 * sum(len({one.text for one in some}) == 1 for some in several) > len(several):
        return NO
    different = len(set(good))
    if (different < 2 and not is_told) or _are_buttons(names):
        return NO
    is_person = all(one.link for one in found) and len({one.link for one in found}) > 1
    comes_back = different < len(good) or len(good) < 4
    variety = min(1.0, 2 * different / len(good))
    single = sum(one.count == 1 for one in found) / len(found)
    common = sum(tuple(words_of(one)) in pages[0].template for one in good) / len(good)
    score = 0.3 * variety + 0.1 * is_person + 0.15 * comes_back + 0.25 * is_told + 0.2 * single
    # All different, and several in a record: tags, first words.
    is_whole = max(map(len, names)) == 1
    is_right = is_told or (not is_whole and (comes_back or is_person or single >= MOST))
    return Verdict(round(score * len(good) / len(found) * (1 - common / 2), 4), is_right)


def _are_buttons(names: Sequence[Sequence[Named]]) -> bool:
    """Whether texts that come back on a page lead to different addresses there."""
    repeated = elsewhere = 0
    for some in names:
        counts = Counter(one.text for one in some)
        for text in (text for text, count in counts.items() if count > 1):
            links = {one.link for one in some if one.text == text and one.link}
            repeated += 1
            elsewhere += len(links) > 1
    return 2 * elsewhere > repeated


def _is_name(text: str) -> bool:
    return (
        0 < len(text) <= MAX_NAME
        and not text.endswith(":")
        and len(text.split()) <= MAX_NAME_WORDS
        and any(map(str.isalpha, text))
    )


def _share_last_word(names: Sequence[str]) -> bool:
    """Whether different names all end with the same word: "Anna says", "Bob says" hold more than the name."""
    rows = {tuple(words) for name in names if (words := words_of(name))}
    return len(rows) > 2 and len({row[-1] for row in rows}) == 1


def _is_counter(values: Sequence[str]) -> bool:
    """Whether they differ in their numbers only."""
    bare = {_DIGITS.sub("", value) for value in values}
    return any(map(_DIGITS.search, values)) and 2 * len(bare) <= len(set(values))


def _are_dates(values: Sequence[str], page: Ground) -> bool:
    tried = values[:12]
    return 2 * sum(bool(_DIGITS.search(one) and find_date(one, page.habits)) for one in tried) > len(tried)


def judge_texts(
    bodies: Sequence[Sequence[etree._Element | None]],
    records: Sequence[Sequence[etree._Element]],
    pages: Sequence[Ground],
) -> Verdict:
    """Elements that should hold the text of a record each (or of a page, whose record is its root).

    Longer than a label on most records, the bulk of the record's prose and little else, and not the same everywhere.
    """
    prose = own = whole = longer = count = 0
    texts: Counter[tuple[str, ...]] = Counter()
    for some, outer, page in zip(bodies, records, pages, strict=True):
        for body, record in zip(some, outer, strict=True):
            count += 1
            whole += page.prose(record)
            if body is None:
                continue
            number = page.sheet.number_of(body)
            words = tuple(page.sheet.words_in(number)) if number >= 0 else ()
            texts[words[:60]] += 1
            longer += len(words) > LABEL_WORDS
            prose += page.prose(body)
            own += page.own(body)
    if not prose or not count:
        return NO
    covered, pure = prose / max(1, whole), prose / max(1, own)
    present, different = texts.total() / count, len(texts) / texts.total()
    score = 2 * covered * pure / (covered + pure)
    is_right = covered >= HALF and present >= MOST and 2 * longer > count and different >= HALF
    return Verdict(round(score * present * different, 4), is_right)


def judge_titles(titles: Sequence[str], counts: Sequence[int], pages: Sequence[Ground]) -> Verdict:
    """Lines that should be the title of their page; `counts` says how many a pattern found on each.

    One on the page, short, not the same on all pages, and in nearly all words what `<title>` says, which has the name
    of the site besides.
    """
    shares: list[float] = []
    lengths: list[float] = []
    for title, page in zip(titles, pages, strict=True):
        words, said = words_of(title), words_of(page.title)
        is_short = 0 < len(words) <= MAX_TITLE_WORDS
        shares.append(sum(word in said for word in words) / len(words) if is_short else 0.0)
        lengths.append(min(1.0, len(words) / max(1, len(said))))
    count = max(1, len(titles))
    alike = sum(share >= MOST for share in shares) / count
    different = len(set(titles)) / count
    single = sum(number == 1 for number in counts) / count
    # The more of <title> it says, the better: the name of the site alone is part of it, too.
    if shared_ends(titles):
        return NO
    score = alike * different * (0.5 + 0.3 * single + 0.2 * sum(lengths) / count)
    return Verdict(round(score, 4), alike >= MOST and different >= HALF)


def shared_ends(titles: Sequence[str]) -> bool:
    """Whether titles of several pages all begin, or all end, with the same word: that is the name of the site."""
    rows = [words for title in titles if len(words := words_of(title)) > 1]
    if len(rows) < max(3, MOST * len(titles)) or len(set(titles)) < 3:
        return False
    return len({row[0] for row in rows}) == 1 or len({row[-1] for row in rows}) == 1
