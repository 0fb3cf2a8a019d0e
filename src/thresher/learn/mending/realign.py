"""Failed rules of a level → rules that find the known objects where they stand now (AAH algorithm 1).

What was kept teaches as a feed does: an object is an item, so the learners of `learn/articles` do the rest. Only what
has failed is learned anew; what is laid over the type goes before its own patterns, which stay for other layouts.
"""

from collections.abc import Collection, Iterator, Sequence
from itertools import chain
from typing import Any

from thresher.knowledge import Extraction
from thresher.learn.articles import Example, learn_rules, ways_to_read, ways_within
from thresher.learn.mending.agreement import is_by_content
from thresher.learn.mending.titles import learn_title
from thresher.learn.mending.witness import Witness, item_of


def realignments(rule: Extraction, failed: Collection[str], witnesses: Sequence[Witness]) -> Iterator[dict[str, Any]]:
    """Ways to read objects of `rule` off these pages, as data of a knowledge file, those that change least first.

    `failed` are the fields that are read wrongly; `each` if the objects themselves are not found.
    """
    for found in _parts(rule, witnesses) if rule.each else _whole(rule, witnesses):
        wanted = {name: spec for name, spec in found["fields"].items() if name in failed}
        if "each" not in failed and wanted:
            kept = {"each": list(map(str, rule.each))} if rule.each else {}
            parts = {"without": found["without"]} if "text" in failed and "without" in found else {}
            yield {"object": rule.object.value, **kept, "fields": wanted, **parts}
        yield {**found, "object": rule.object.value}


def _whole(rule: Extraction, witnesses: Sequence[Witness]) -> Iterator[dict[str, Any]]:
    """The object that each page as a whole is."""
    pairs = [(one, known) for one in witnesses for known in one.shown if known.type is rule.object]
    if "text" not in rule.fields:
        if title := learn_title([(one.sheet, known.title) for one, known in pairs]):
            yield {"fields": {"title": [chosen.as_data() for chosen in title]}}
        return
    rules = learn_rules([Example(item_of(known), one.page, one.time, is_exact=True) for one, known in pairs])
    if rules is not None:
        yield rules.as_data()


def _parts(rule: Extraction, witnesses: Sequence[Witness]) -> Iterator[dict[str, Any]]:
    """The objects of which a page holds several: within the elements that are known, or else within others."""
    pages = [(one.page, [item_of(known) for known in one.shown if known.type is rule.object]) for one in witnesses]
    time = max((one.time for one in witnesses), default=None)
    # Elements that are found may have failed only for their marks, which stand elsewhere now.
    learned = (ways_within(each, pages, time, is_exact=True) for each in _distinct(rule, witnesses))
    known = [one.id for witness in witnesses for one in witness.shown if one.type is rule.object]
    for rules in chain(chain.from_iterable(learned), ways_to_read(pages, time, is_exact=True)):
        data = rules.as_data()
        if all(map(is_by_content, known)):
            del data["fields"]["key"]
        yield data


def _distinct(rule: Extraction, witnesses: Sequence[Witness]) -> Iterator[str]:
    """The patterns of `rule` for its elements without those that select what one before has selected."""
    known: set[tuple[Any, ...]] = {()}
    for each in rule.each:
        found = tuple(node for one in witnesses for node in each.select(one.page.tree))
        if found not in known:
            known.add(found)
            yield str(each)
