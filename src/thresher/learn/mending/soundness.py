"""Objects that rules read off pages → whether that looks right, and what of it does not."""

from collections import Counter
from collections.abc import Sequence

from thresher.knowledge import Extraction
from thresher.learn.mending.ground import Ground
from thresher.learn.mending.plausible import HALF, MOST, Named, judge_authors, judge_dates, shared_ends
from thresher.model import WebObject
from thresher.page import find_date, words_of

FIELDS = ("text", "title", "author", "published")
"""Those that can be judged without knowing what is there, in the order in which they help each other."""
HEAD_LINES = 4
MAX_HEAD = 90
"""Characters of a line that says who wrote and when."""


def faults(
    rule: Extraction, found: Sequence[Sequence[WebObject]], pages: Sequence[Ground], is_main: bool
) -> tuple[str, ...]:
    """What a rule seems to read wrongly, given all that was read off each page: `each`, or names of fields.

    A pattern that people wrote is believed more than a relaxed one: it has failed where it finds nothing on most pages,
    or nonsense. What may be missing, such as comments, has failed only where there are none at all.
    """
    own = [[one for one in some if one.type is rule.object] for some in found]
    if rule.each:
        full = sum(map(bool, own))
        if not full or (is_main and (full < HALF * len(own) or covered(own, pages) < HALF)):
            return ("each",)
    names = [name for name in FIELDS if name in rule.fields]
    wrong = [name for name in names if _share(name, own, pages) < HALF]
    # What the page as a whole says may be read at the wrong place: most of it is then in no object at all.
    is_elsewhere = not rule.each and covered(found, pages) < HALF
    if "text" in names and "text" not in wrong and (is_elsewhere or _has_heads(own, pages)):
        wrong.insert(0, "text")
    return tuple(wrong)


def soundness(rule: Extraction, found: Sequence[Sequence[WebObject]], pages: Sequence[Ground], is_main: bool) -> float:
    """How much of what a rule should read looks right: the mean of its objects and of its fields, 0 to 1."""
    own = [[one for one in some if one.type is rule.object] for some in found]
    names = [name for name in FIELDS if name in rule.fields]
    there = sum(map(bool, own)) / len(own) if is_main else float(any(own))
    wrong = faults(rule, found, pages, is_main)
    shares = [there, *(0.0 if name in wrong else _share(name, own, pages) for name in names)]
    return sum(shares) / len(shares)


def covered(own: Sequence[Sequence[WebObject]], pages: Sequence[Ground]) -> float:
    """Of the prose of pages, the share that objects have as their text."""
    said = sum(min(sum(len(words_of(one.text)) for one in some), page.all_prose) for some, page in _zipped(own, pages))
    return said / max(1, sum(page.all_prose for page in pages))


def _has_heads(own: Sequence[Sequence[WebObject]], pages: Sequence[Ground]) -> bool:
    """Whether most texts hold more than the text: at their beginning or end there is a line with their own date, or one
    that other texts have there, too (the title of the thread, a button, a signature).
    """
    ends = [[_ends(one.text) for one in some] for some in own]
    counts = Counter(line for some in ends for lines in some for line in lines)
    held = count = 0
    for some, page, rows in zip(own, pages, ends, strict=True):
        for one, lines in zip(some, rows, strict=True):
            count += 1
            day = one.published[:10]
            held += any(counts[line] > 1 or (day and find_date(line, page.habits)[:10] == day) for line in lines)
    return 2 * held > count


def _ends(text: str) -> set[str]:
    lines = text.splitlines()
    return {line for line in (*lines[:HEAD_LINES], *lines[-HEAD_LINES:]) if len(line) <= MAX_HEAD}


def _share(name: str, own: Sequence[Sequence[WebObject]], pages: Sequence[Ground]) -> float:
    """Of the objects, or of the pages where there are none, the share whose field has something that looks right."""
    objects = [one for some in own for one in some]
    values = [str(getattr(one, name)) for one in objects]
    filled = sum(map(bool, values)) / max(1, len(values), len(own) if len(objects) < len(own) else 0)
    some = [[str(getattr(one, name)) for one in some if getattr(one, name)] for some in own]
    if name == "published" and filled and not judge_dates(some, pages).score:
        return 0.0
    if name == "author" and filled and not judge_authors(_named(own), pages, True).score:
        return 0.0
    if (
        name == "title"
        and filled
        and not _are_titles([(one.title, page) for some, page in _zipped(own, pages) for one in some])
    ):
        return 0.0
    return filled


def _are_titles(titles: Sequence[tuple[str, Ground]]) -> bool:
    """Whether titles can be those of their pages: not all the same, without the name of the site, and on nearly all
    pages what `<title>` says, where that says something of its own on each.
    """
    texts = [title for title, _ in titles if title]
    if len(set(texts)) == 1 < len(texts) or shared_ends(texts):
        return False
    said = [set(words_of(page.title)) for _, page in titles]
    if 2 * len(set(map(frozenset, said))) <= len(said):
        return True
    alike = sum(
        2 * len(own & words) >= len(own)
        for (title, _), words in zip(titles, said, strict=True)
        if (own := set(words_of(title)))
    )
    return alike >= MOST * len(texts)


def _named(own: Sequence[Sequence[WebObject]]) -> list[list[Named]]:
    return [[Named(one.author, one.author_url, 1) for one in some if one.author] for some in own]


def _zipped(own: Sequence[Sequence[WebObject]], pages: Sequence[Ground]) -> list[tuple[Sequence[WebObject], Ground]]:
    return list(zip(own, pages, strict=True))
