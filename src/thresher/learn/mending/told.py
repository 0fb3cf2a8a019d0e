"""Posts of which a feed speaks: whether they are read as it says, and what to lay over a level so that they are.

A feed is a rough witness. It may have the beginning of a text, the clock of another country, an author whom pages do
not name. So only what it contradicts plainly counts as read wrongly, and only fields that get better are mended.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

from thresher.knowledge import Extraction, Level
from thresher.learn.articles import Example, learn_rules
from thresher.learn.articles.examples import SHOWN
from thresher.learn.articles.naming import is_pattern
from thresher.learn.mending.agreement import ENOUGH
from thresher.learn.mending.mend import LEAST_PAGES, MAX_PAGES, Build, Mend, Read, laid, marks_of
from thresher.learn.mending.witness import Witness
from thresher.model import ObjectType, WebObject
from thresher.page import words_of

FIELDS = ("text", "title", "author", "published")
SAME_DAY = timedelta(hours=26)
"""Between what feed and page say of one moment: clocks on earth are 26 hours apart at most."""
MOST_OF_TEXT = 0.8
"""Of the pairs of words that both the feed and the page have, the share that the text must have."""
SAME_TEXT = 0.95
"""Likeness of a text and that of a feed which has the whole of it; less, and lines about the post are in it."""
FEW_WORDS = 5
_CLASS = re.compile(r"\[@class~='([^']+)'\]")


def posts_level(levels: Sequence[Level]) -> Level | None:
    """The level that posts are read on."""
    return next((level for level in levels if _rule_of(level) is not None), None)


def is_as_told(page: Witness, found: Sequence[WebObject]) -> bool:
    """Whether a post was read as its feed says."""
    return all(_rights(page, found).values())


def mend_as_told(
    level: Level, witnesses: Sequence[Witness], build: Build, read: Read, *, is_known: bool, least: float
) -> Mend | None:
    """What to lay over `level` so that its posts are read as feeds say; None if nothing helps.

    If it `is_known` that these pages are of the level, only rules are learned; else patterns that tell it, too.
    """
    own = [one for one in witnesses if one.told is not None][:MAX_PAGES]
    rule = _rule_of(level)
    if rule is None or len(own) < 2 * LEAST_PAGES:
        return None
    learned = learn_rules([one.told for one in own[::2] if one.told is not None])
    if learned is None or learned.is_of_threads:
        return None
    proofs = own[1::2]
    before = _shares(build(None), proofs, read)
    data = learned.as_data()
    fields = {name: data["fields"].get(name, ()) for name in FIELDS if before.get(name, 1.0) < ENOUGH}
    # A name that pages do not show is of this site alone.
    fields = {name: own for name, some in fields.items() if (own := [one for one in some if not _is_constant(one)])}
    while fields:
        without = {"without": data["without"]} if "text" in fields and "without" in data else {}
        rules = [{"object": rule.object.value, "fields": fields, **without}]
        marks = marks_of(rules) if learned.bodies > 1 else [*map(_once, marks_of(rules))]
        over = laid(level, rules, [] if is_known else marks)
        after = _shares(build(over), proofs, read)
        better = {name for name in fields if after[name] > before[name] and after[name] >= least}
        if len(better) == len(fields):
            if any(after.get(name, 0.0) < share for name, share in before.items()):
                return None
            failed = tuple(f"{rule.object.value}.{name}" for name in fields)
            worst = min(before[name] for name in fields), min(after[name] for name in fields)
            return Mend(over, failed, len(proofs), *(round(share, 3) for share in worst))
        fields = {name: some for name, some in fields.items() if name in better}
    return None


def _once(mark: str) -> str:
    """The pattern for pages that have something once: where a list shows whole posts, it has the text of each."""
    plain = _CLASS.sub(r"[contains(concat(' ', @class, ' '), ' \1 ')]", mark)
    pattern = f"xpath:self::*[count(//{plain}) = 1]"
    return pattern if not plain.startswith("/") and is_pattern(pattern) else mark


def _rule_of(level: Level) -> Extraction | None:
    """The rule for the post that a page as a whole is."""
    own = (rule for rule in level.extract if rule.object is ObjectType.BLOG_POST and not rule.each)
    return next((rule for rule in own if "text" in rule.fields), None)


def _is_constant(place: Any) -> bool:
    return isinstance(place, str) and place.startswith("xpath:string(")


def _shares(application: Any, pages: Sequence[Witness], read: Read) -> Mapping[str, float]:
    """Of the pages of which the feed names a field, the share on which it is read rightly."""
    rights = [_rights(one, read(application, one)) for one in pages]
    named = {name: [one[name] for one in rights if name in one] for name in FIELDS}
    return {name: sum(some) / len(some) for name, some in named.items() if some}


def _rights(page: Witness, found: Sequence[WebObject]) -> dict[str, bool]:
    """The fields that the feed can speak of, and whether each is what it says."""
    example = page.told
    if example is None:
        return {}
    post = next((one for one in found if one.type is ObjectType.BLOG_POST and not one.container), None)
    rights: dict[str, bool] = {}
    item, sheet = example.item, example.sheet
    words = words_of(example.description)
    if len(words) > FEW_WORDS and sheet.share_of(words) >= SHOWN:
        rights["text"] = post is not None and _is_text(example, words, words_of(post.text))
    if title := words_of(item.title):
        rights["title"] = post is not None and _is_title(title, words_of(post.title))
    author = words_of(item.author)
    if author and sheet.find(author) >= 0:
        named = words_of(post.author) if post is not None else []
        rights["author"] = bool(named) and (not page.names_authors or _is_part(author, named))
    if item.published:
        rights["published"] = post is not None and _is_near(item.published, post.published)
    return rights


def _is_text(example: Example, told: Sequence[str], found: Sequence[str]) -> bool:
    """Whether a text is what the feed says, as far as the page shows that: most of it where the feed may have a part;
    nearly all of it and hardly anything else where it has the whole.
    """
    shown, own = set(pairwise(told)) & set(pairwise(example.sheet.words)), set(pairwise(found))
    if len(shown & own) < MOST_OF_TEXT * len(shown):
        return False
    return 2 * len(shown & own) >= SAME_TEXT * (len(shown) + len(own)) or not example.is_whole


def _is_title(told: Sequence[str], found: Sequence[str]) -> bool:
    """Whether a title is what the feed says, or a part of it, as in 'Anna Berg: A walk'. More is the site's name."""
    return len(found) <= len(told) and _is_part(told, found)


def _is_part(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether one of two texts is in the other: 'Anna Berg' in 'Posted by Anna Berg'."""
    short, long = sorted((list(one), list(other)), key=len)
    return bool(short) and any(long[at : at + len(short)] == short for at in range(len(long) - len(short) + 1))


def _is_near(told: str, found: str) -> bool:
    try:
        one, other = datetime.fromisoformat(told), datetime.fromisoformat(found)
    except ValueError:
        return False
    return abs(one.replace(tzinfo=None) - other.replace(tzinfo=None)) <= SAME_DAY
