"""A level whose rules do not fit the pages of a new site → what to lay over it (AAH algorithm 2).

Nobody knows what is on the pages, so what is found must look right (`plausible`), on the pages that it was chosen on
and on others.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import Any, cast

from lxml import etree

from thresher.knowledge import Extraction, Level, Place
from thresher.learn.mending.candidates import GOOD, Bench, best, elements_at, judge_field
from thresher.learn.mending.ground import Ground, grounds
from thresher.learn.mending.lacking import stands_first
from thresher.learn.mending.mend import LEAST_PAGES, MAX_PAGES, Build, Mend, Read, laid
from thresher.learn.mending.plausible import NO, Verdict, judge_records
from thresher.learn.mending.relax import Preferred, RelaxedPlace, relaxed_places
from thresher.learn.mending.soundness import FIELDS, faults, soundness
from thresher.learn.mending.witness import Witness
from thresher.learn.posts.parts import find_author, find_published
from thresher.learn.posts.posts import learn_posts
from thresher.learn.posts.table import Table
from thresher.learn.sight import Sight
from thresher.model import WebObject
from thresher.pattern import Pattern, parse

GOOD_TEXT = 0.95
"""A text that is as good needs no further search: what is less has something else in it, or lacks something."""
MAX_RECORDS = 30
"""Of one page that are looked at."""


_MARKED = (("id", ""), ("name", ""), ("href", r"#(.*\d.*)$"))
"""Attributes that may hold the mark of a record, each with what of it is the mark."""


@dataclass(frozen=True, slots=True)
class _Shop:
    """The pages of a level: half to learn from, half to prove it on."""

    pages: Sequence[Witness]
    grounds: Sequence[Ground]
    preferred: Preferred
    detect: Sequence[Pattern]

    def bench(self, half: int, each: Sequence[Pattern] | None) -> Bench:
        """Every second page, and on each its records, or itself if it is no list of them."""
        pages, some = self.pages[half::2], self.grounds[half::2]
        if each is None:
            return Bench(some, [[_root(page)] for page in pages])
        return Bench(some, [elements_at(each, _root(page))[:MAX_RECORDS] for page in pages])

    @property
    def prefix(self) -> Pattern | None:
        """What told the level, on the first page where something did."""
        return next((one for page in self.pages for one in self.detect if one.matches(_root(page))), None)


def relaxed(
    level: Level, pages: Sequence[Witness], build: Build, read: Read, preferred: Preferred | None = None
) -> Mend | None:
    """What to lay over `level` so that its rules fit these pages of it; None if nothing fails, or nothing helps.

    The pages are known to be of the level, by their address or a pattern; of their objects nothing need be known.
    """
    some = [page for page in pages if page.page.tree is not None][:MAX_PAGES]
    if len(some) < 2 * LEAST_PAGES:
        return None
    application = build(laid(level))
    # What only some pages have, such as comments, must be on those that are learned from and on the others.
    read_so = [(page, read(application, page)) for page in some]
    read_so.sort(key=lambda pair: len({one.type for one in pair[1]}), reverse=True)
    own, before = [page for page, _ in read_so], [found for _, found in read_so]
    ground = grounds(own)
    wrong = {rule.object: faults(rule, before, ground, stands_first(rule, level)) for rule in level.extract}
    parts = [rule.each for rule in level.extract if not stands_first(rule, level) and "each" not in wrong[rule.object]]
    whole = _Shop(own, _without(own, ground, parts), preferred or {}, level.detect)
    # Comments are no part of the text that they stand below, and that text is no part of them.
    shops = {False: whole, True: replace(whole, grounds=ground)}
    failed: list[str] = []
    chosen: list[dict[str, Any]] = []
    for rule in sorted(level.extract, key=lambda rule: bool(rule.each)):
        faulty = wrong[rule.object]
        data = _mended(rule, faulty, shops[bool(rule.each)], stands_first(rule, level)) if faulty else None
        if data is not None:
            chosen.append(data)
            failed += [f"{rule.object.value}.{name}" for name in faulty]
        if not rule.each and "text" in rule.fields:
            shops[True] = replace(whole, grounds=_without(own, ground, [_text_places(data, rule)]))
    if not chosen:
        return None
    data = laid(level, chosen)
    mended = build(data)
    proofs = own[1::2]
    was = _soundness(level, before[1::2], ground[1::2])
    now = _soundness(level, [read(mended, page) for page in proofs], ground[1::2])
    return Mend(data, tuple(failed), len(proofs), was, now) if now > was else None


def _soundness(level: Level, found: Sequence[Sequence[WebObject]], pages: Sequence[Ground]) -> float:
    shares = [soundness(rule, found, pages, stands_first(rule, level)) for rule in level.extract]
    return round(sum(shares) / max(1, len(shares)), 3)


def _mended(rule: Extraction, wrong: Sequence[str], shop: _Shop, is_main: bool) -> dict[str, Any] | None:
    each = rule.each or None
    if "each" in wrong:
        return _records(rule, shop, is_main)
    fields = _fields(rule, [name for name in FIELDS if name in wrong], shop, each)
    if each is not None and len(fields) < len(wrong):
        # What is not in these records may be beside them: perhaps they are parts of the records.
        whole = _records(rule, shop, is_main, is_other=True)
        if whole is not None:
            return whole
    return _data(rule, [], fields) if fields else None


def _records(rule: Extraction, shop: _Shop, is_main: bool, is_other: bool = False) -> dict[str, Any] | None:
    """Another way to find the records, and in them all that the rule reads; of several the one that reads most.

    With `is_other` the rule's own records will not do, nor others in which not all is found.
    """
    names = [name for name in FIELDS if name in rule.fields]
    found: list[tuple[int, dict[str, Any]]] = []
    for pattern in _proved(rule, shop, is_main, is_other):
        fields = _fields(rule, names, shop, [pattern], is_new=True)
        if "text" in fields:
            fields |= _key(rule, _holding(shop.bench(0, [pattern]), fields["text"].pattern))
        if all(name in fields for name in names):
            return _data(rule, [pattern], fields)
        # What has a text, but neither a time nor somebody who wrote it, is no post.
        if "text" in fields and sum(name in fields for name in names) > 1:
            found.append((-len(fields), _data(rule, [pattern], fields)))
    if is_other:
        return None
    if is_main and (data := _aligned(rule, shop)) is not None:
        found.append((-sum(name in data["fields"] for name in names), data))
    return min(found, key=lambda entry: entry[0])[1] if found else None


def _key(rule: Extraction, bench: Bench) -> dict[str, RelaxedPlace]:
    """Where records have a mark of their own, if not where the rule says: an id or a name with a number, or the end of
    a link, another in each. Without one, a record is known by its words, and who edits them has written another.
    """
    table = _table(bench)
    own = [place.at for place in rule.fields["key"].places] if "key" in rule.fields else []
    if any(_are_marks([pattern.first(record) for record in table.records]) for pattern in own):
        return {}
    places = (
        RelaxedPlace(parse(f"{name}/@{attribute}"), match, (True, 0))
        for name, column in table.common.items()
        for attribute, match in _MARKED
        if _are_marks([_matched(element.get(attribute) or "", match) for element in column.values()])
    )
    place = next(places, None)
    return {"key": place} if place is not None else {}


def _matched(value: str, match: str) -> str:
    found = re.search(match, value) if match else None
    return found[1] if found is not None else "" if match else value


def _are_marks(found: Sequence[Any]) -> bool:
    marks = [one for one in found if isinstance(one, str) and any(map(str.isdigit, one))]
    return len(marks) > 1 and len(set(marks)) == len(found)


def _table(bench: Bench) -> Table:
    rows = [(record, number) for number, records in enumerate(bench.records) for record in records]
    return Table([record for record, _ in rows], [number for _, number in rows])


def _proved(rule: Extraction, shop: _Shop, is_main: bool, is_other: bool) -> Iterator[Pattern]:
    """Patterns that find records, also on pages that they were not chosen on: the rule's own first, if only what is in
    the records has changed.
    """
    roots = [_root(page) for page in shop.pages[::2]]
    own = [RelaxedPlace(pattern, "", (False, 0)) for pattern in rule.each if not is_other]
    places = [Place(pattern) for pattern in rule.each]
    candidates = chain(own, relaxed_places(places, roots, shop.prefix, shop.preferred.get("each", ())))
    seen = {_elements(shop.bench(0, rule.each))} if is_other else set()

    def judge(one: RelaxedPlace) -> Verdict:
        bench = shop.bench(0, [one.pattern])
        # Of patterns that find the same the first is the nearest to what people wrote.
        if _elements(bench) in seen:
            return NO
        seen.add(_elements(bench))
        return judge_records(bench.pages, bench.records, is_main)

    for one, _ in best(candidates, judge, GOOD_TEXT if is_other else GOOD):
        bench = shop.bench(1, [one.pattern])
        if judge_records(bench.pages, bench.records, is_main).is_right:
            yield one.pattern


def _elements(bench: Bench) -> tuple[etree._Element, ...]:
    return tuple(element for records in bench.records for element in records)


def _fields(
    rule: Extraction, names: Sequence[str], shop: _Shop, each: Sequence[Pattern] | None, is_new: bool = False
) -> dict[str, RelaxedPlace]:
    """For each field that can be read rightly the place: relaxed, or one that it has where the records are new."""
    lessons, proofs = _nonempty(shop.bench(0, each)), _nonempty(shop.bench(1, each))
    found: dict[str, RelaxedPlace] = {}
    for name in names:
        places = rule.fields[name].places if name in rule.fields else ()
        prefix = shop.prefix if each is None else None
        plain = [replace(place, match="") if name == "published" else place for place in places]
        own = [RelaxedPlace(place.at, place.match, (False, 0)) for place in places if is_new]
        candidates = chain(own, relaxed_places(plain, lessons.some, prefix, shop.preferred.get(name, ())))
        judge = partial(_judged, name, lessons, shop.preferred)
        chosen = (one for one, _ in best(candidates, judge, GOOD_TEXT if name == "text" else GOOD))
        others = _compared(name, lessons) if each is not None else ()
        for one in chain(chosen, others):
            if _judged(name, proofs, shop.preferred, one).is_right:
                found[name] = one
                break
        if name == "text" and name in found and each is not None:
            # What has no text is no record: the head of a table, a box with buttons.
            lessons, proofs = (_holding(bench, found[name].pattern) for bench in (lessons, proofs))
    return found


def _holding(bench: Bench, pattern: Pattern) -> Bench:
    kept = [[record for record in records if pattern.first(record) is not None] for records in bench.records]
    return Bench(bench.pages, kept)


def _compared(name: str, bench: Bench) -> Iterator[RelaxedPlace]:
    """Where a field stands in records as comparing these with each other tells, whatever the rule said."""
    if name not in ("published", "author") or not any(bench.records):
        return
    table = _table(bench)
    published = find_published(table)
    place = published if name == "published" else find_author(table, published)[0]
    if place:
        yield RelaxedPlace(parse(place), "", (True, 0))


def _nonempty(bench: Bench) -> Bench:
    """Without records that say nothing of their own: frames around something else."""
    kept = [
        [record for record in records if page.own(record)]
        for page, records in zip(bench.pages, bench.records, strict=True)
    ]
    return Bench(bench.pages, kept)


def _judged(name: str, bench: Bench, preferred: Preferred, one: RelaxedPlace) -> Verdict:
    return judge_field(name, bench, [Place(one.pattern, one.match)], preferred)


def _aligned(rule: Extraction, shop: _Shop) -> dict[str, Any] | None:
    """The last resort: what comparing the pages with each other finds, whatever the rule said."""
    learned = learn_posts([Sight(page.page) for page in shop.pages[::2]])
    if learned is None:
        return None
    bench = shop.bench(1, [parse(learned.each)])
    places = [Place(parse(learned.text))]
    if not judge_records(bench.pages, bench.records).is_right or not judge_field("text", bench, places, {}).is_right:
        return None
    data = learned.as_data()
    return {**data, "object": rule.object.value}


def _without(pages: Sequence[Witness], some: Sequence[Ground], known: Sequence[Sequence[Pattern]]) -> list[Ground]:
    """The pages without what is known to be something else than what is looked for."""
    return [
        ground.without(element for patterns in known for element in elements_at(patterns, _root(page)))
        for ground, page in zip(some, pages, strict=True)
    ]


def _text_places(data: dict[str, Any] | None, rule: Extraction) -> list[Pattern]:
    """Where the text of the object stands that a page is as a whole."""
    new = [parse(str(text)) for text in data["fields"].get("text", [])[:1]] if data else []
    return [*new, *(place.at for place in rule.fields["text"].places)]


def _data(rule: Extraction, each: Sequence[Pattern], fields: Mapping[str, RelaxedPlace]) -> dict[str, Any]:
    """What is new of a rule, as data of a knowledge file; what it had stays behind that."""
    data: dict[str, Any] = {"object": rule.object.value}
    if rule.each:
        data["each"] = list(dict.fromkeys(map(str, (*each, *rule.each))))
    return {**data, "fields": {name: [_spec(one.pattern, one.match)] for name, one in fields.items()}}


def _spec(pattern: Pattern, match: str) -> Any:
    return {"at": str(pattern), "match": match} if match else str(pattern)


def _root(page: Witness) -> etree._Element:
    return cast(etree._Element, page.page.tree)
