"""One thing under two ids: known before, not seen in a visit; and new in it, with the same words at the same place.

Ids come from what a page has. Where a new template no longer tells the numbers of posts, where an id was made of the
words because a page has no other, or where a site gives its posts other addresses, ids change. Nobody would call that
new posts. As long as others in its thread keep their ids, a post that lost its own is another one. Where a page leads
to another now (phones are sent to a host of their own), what was on the one is looked for on the other.
"""

import hashlib
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from thresher.catalog import Catalog
from thresher.describe.changes import NOT_WRITTEN, folded
from thresher.page import pair_dice

LONG = 40
"""Characters, white space left out, by which a post is known without a container: shorter ones are written twice."""
MINUTE = len("2026-03-01T10:00")
ALIKE = 0.5
"""Dice of the pairs of words, at the same author: an edit mostly leaves more, another post hardly a tenth."""
MOST_TRIED = 60
"""Objects of a container compared by likeness, on either side."""

_MADE_OF_WORDS = re.compile(r"#x[0-9a-f]{16}$")
"""Ids of objects that have none on their page (`extract`)."""


class _One(NamedTuple):
    """What an object is known by, beside its id."""

    number: int
    place: tuple[str, str]
    """Type and container."""
    words: bytes
    author: str
    minute: str
    length: int
    page: str
    """Address of the page that showed it."""


_Key = tuple[object, ...]
_Place = tuple[str, str]


def twins(catalog: Catalog, visit: int, after_object: int, moved: Mapping[str, str] | None = None) -> dict[int, int]:
    """Number of an object that was not seen in `visit` → number of the new one that it is. `moved` are pages of the
    former, each with the one that it leads to now.
    """
    steady = _steady(catalog, visit, after_object)
    unseen = list(_ones(catalog, "o.number <= ? AND o.seen_visit < ?", (after_object, visit), steady))
    new = list(_ones(catalog, "o.number > ?", (after_object,), set())) if unseen else []
    unseen = [_moved(one, moved or {}, {other.page: other.place for other in new}) for one in unseen]
    places = {one.place for one in unseen}
    new = [one for one in new if one.place in places]
    found = dict(_matched(*_alone_on(unseen, new, moved or {}), _by_page))
    for key_of in (_by_words_and_author, _by_words, _by_author_and_minute):
        found |= dict(_matched(*_left(unseen, new, found), key_of))
    return found | dict(_alike(catalog, *_left(unseen, new, found)))


def _moved(one: _One, moved: Mapping[str, str], places: Mapping[str, _Place]) -> _One:
    """The object as if it were in the thread that its page leads to now."""
    place = places.get(moved.get(one.page, ""))
    is_part = bool(one.place[1]) and place is not None and place[0] == one.place[0]
    return one._replace(place=place) if is_part and place is not None else one


def _alone_on(unseen: list[_One], new: list[_One], moved: Mapping[str, str]) -> tuple[list[_One], list[_One]]:
    """Objects that are what their page is about, where one page leads to one other: addresses tell, not words."""
    ends = Counter(moved.values())
    left = [
        one._replace(page=end)
        for one in unseen
        if not one.place[1] and (end := moved.get(one.page, "")) and ends[end] == 1
    ]
    wanted = {one.page for one in left}
    return left, [one for one in new if not one.place[1] and one.page in wanted]


def _by_page(one: _One) -> _Key:
    return (one.place, one.page)


def _steady(catalog: Catalog, visit: int, after_object: int) -> set[_Place]:
    """Places where objects were seen again by their ids."""
    sql = "SELECT DISTINCT type, container FROM objects WHERE container <> '' AND number <= ? AND seen_visit >= ?"
    return set(catalog.execute(sql, (after_object, visit)))


def _left(unseen: list[_One], new: list[_One], found: dict[int, int]) -> tuple[list[_One], list[_One]]:
    taken = set(found.values())
    return [one for one in unseen if one.number not in found], [one for one in new if one.number not in taken]


def _matched(
    unseen: Iterable[_One], new: Iterable[_One], key_of: Callable[[_One], _Key | None]
) -> Iterator[tuple[int, int]]:
    """Pairs with the same key; where several have it, only if there are as many on both sides, in their order."""
    before, after = _grouped(unseen, key_of), _grouped(new, key_of)
    for key, group in before.items():
        others = after.get(key, ())
        if len(group) == len(others):
            yield from zip(group, others, strict=True)


def _grouped(ones: Iterable[_One], key_of: Callable[[_One], _Key | None]) -> dict[_Key, list[int]]:
    groups: dict[_Key, list[int]] = defaultdict(list)
    for one in ones:
        if (key := key_of(one)) is not None:
            groups[key].append(one.number)
    return groups


def _alike(catalog: Catalog, unseen: Iterable[_One], new: Iterable[_One]) -> Iterator[tuple[int, int]]:
    """Pairs of one author in one container whose texts are alike, the most alike first."""
    before, after = _grouped(unseen, _by_author), _grouped(new, _by_author)
    for key, group in before.items():
        texts = {number: _words(catalog, number) for number in (*group[:MOST_TRIED], *after.get(key, ())[:MOST_TRIED])}
        scores = [
            (pair_dice(texts[one], texts[other]), one, other)
            for one in group[:MOST_TRIED]
            for other in after.get(key, ())[:MOST_TRIED]
        ]
        taken: set[int] = set()
        for score, one, other in sorted(scores, key=lambda each: -each[0]):
            if score >= ALIKE and one not in taken and other not in taken:
                taken |= {one, other}
                yield one, other


def _words(catalog: Catalog, number: int) -> list[str]:
    sql = "SELECT v.text FROM objects o JOIN object_versions v ON v.number = o.current WHERE o.number = ?"
    text: str = catalog.execute(sql, (number,)).fetchone()[0]
    return text.split()


def _by_author(one: _One) -> _Key | None:
    return (one.place, one.author) if one.place[1] and one.author and one.length else None


def _by_words_and_author(one: _One) -> _Key | None:
    return (one.place, one.words, one.author) if one.length and (one.place[1] or one.length >= LONG) else None


def _by_words(one: _One) -> _Key | None:
    return (one.place, one.words) if one.length >= LONG else None


def _by_author_and_minute(one: _One) -> _Key | None:
    """Edited, and under another id: nobody writes twice in a minute into one thread."""
    is_whole = len(one.minute) == MINUTE and bool(one.place[1] and one.author)
    return (one.place, one.author, one.minute) if is_whole else None


def _ones(catalog: Catalog, condition: str, values: tuple[object, ...], steady: set[_Place]) -> Iterator[_One]:
    """Objects that may have had another id, or may get one."""
    rows = catalog.execute(
        "SELECT o.number, o.id, o.type, o.container, v.text, v.author, v.published, o.source_url FROM objects o "  # noqa: S608
        f"JOIN object_versions v ON v.number = o.current WHERE {condition} AND o.deleted IS NULL "
        "ORDER BY o.container, o.page, o.place, o.number",
        values,
    )
    for number, identity, kind, container, text, author, published, page in rows:
        if kind not in NOT_WRITTEN and ((kind, container) not in steady or _MADE_OF_WORDS.search(identity)):
            words = folded(text)
            digest = hashlib.blake2b(words.encode(), digest_size=12).digest()
            yield _One(number, (kind, container), digest, folded(author), published[:MINUTE], len(words), page)
