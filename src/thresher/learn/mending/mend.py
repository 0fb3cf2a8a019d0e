"""A level whose rules have failed on some pages → what to lay over it, proved on pages that it was not learned from."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from thresher.knowledge import ApplicationType, Extraction, Level
from thresher.learn.mending.agreement import ENOUGH, Agreement, agreement
from thresher.learn.mending.realign import realignments
from thresher.learn.mending.witness import Witness
from thresher.model import ObjectType

LEAST_PAGES = 2
"""Pages to learn from, and pages to prove it on: what two have in common may be chance, what four have is not."""
LEAST_SHARE = 0.8
"""What is right on fewer of the objects is no rule of the template."""
MAX_PAGES = 12
"""Pages that are looked at: time grows with them, and one template is the same on all."""

Build = Callable[[dict[str, Any] | None], ApplicationType]
"""A level, as data of a knowledge file → the type with this level laid over its own; with none, the type as it is."""
Read = Callable[[ApplicationType, Witness], Sequence[Any]]
"""What a type finds on a page."""
States = Mapping[ObjectType, Agreement]
"""How well objects of each type are read."""


@dataclass(frozen=True, slots=True)
class Mend:
    """What to lay over a level, and what it rests on."""

    level: dict[str, Any]
    """As data of a knowledge file."""
    failed: tuple[str, ...]
    """What was read wrongly: `BoardPost.each`, `BlogPost.author`."""
    pages: int
    """Pages that it was proved on."""
    before: float
    """Of what is known to be there, the share that was read rightly, of the worst field."""
    after: float


def mend(
    level: Level,
    witnesses: Sequence[Witness],
    build: Build,
    read: Read,
    *,
    is_told: bool = False,
    least: float = LEAST_SHARE,
) -> Mend | None:
    """What to lay over `level` so that the known objects are found; None if nothing failed, or nothing helps.

    If it `is_told` that these pages are of the level, by their addresses or otherwise, only rules are learned; else
    patterns that tell it, too. `least` is the share of the objects that must be read rightly, of the worst field, on
    pages that it was not learned from. If it is less than `ENOUGH`, rules that do not reach it stay as they are.
    """
    own = witnesses[:MAX_PAGES]

    def over(rules: Sequence[dict[str, Any]]) -> dict[str, Any]:
        # Where nothing else tells the level, it is known by what the rules select: other layouts have nothing of that.
        return laid(level, rules, [] if is_told else marks_of(rules))

    plain = build(None)
    states = _states(level, plain, own, read)
    if len(own) < 2 * LEAST_PAGES or not any(state.has_failed for state in states.values()):
        return None

    def faults(one: Witness) -> tuple[str, ...]:
        return tuple(
            f"{kind}.{name}" for kind, some in _states(level, plain, [one], read).items() for name in some.failed
        )

    lessons, proofs = _halves(own, faults)
    chosen: list[dict[str, Any]] = []
    # What tells the level comes first: without it nothing of the page would be read.
    for rule in sorted(level.extract, key=_tells_level, reverse=True):
        # Where the level alone was not told, its rules as they are may do.
        state = _agreement(rule, build(over(chosen)), lessons, read)
        if state.has_failed:
            ways = ((data, build(over([*chosen, data]))) for data in realignments(rule, state.failed, lessons))
            best = _best(rule, state, ways, lessons, read)
            chosen += [best] if best is not None else []
    before = _states(level, plain, proofs, read)
    chosen, after = _proved(chosen, before, lambda some: _states(level, build(over(some)), proofs, read), least)
    better = [kind for kind in states if _is_better(before[kind], after[kind], least)]
    # While more pages may come, all must be right: what is mended now gets no further pages to learn from.
    wanted = {kind: least if least >= ENOUGH else before[kind].share for kind in states}
    if not better or any(after[kind].share < wanted[kind] for kind in states):
        return None
    names = tuple(f"{kind.value}.{name}" for kind in better for name in states[kind].failed)
    worst_before, worst_after = (round(min(some[kind].share for kind in better), 3) for some in (before, after))
    return Mend(over(chosen), names, len(proofs), worst_before, worst_after)


def _halves(
    own: Sequence[Witness], faults: Callable[[Witness], tuple[str, ...]]
) -> tuple[Sequence[Witness], Sequence[Witness]]:
    """Pages to learn from, and pages to prove it on. What only some pages have, such as comments or signatures, is in
    both halves.
    """
    alike = sorted(own, key=lambda one: (faults(one), len({known.type for known in one.shown})), reverse=True)
    return alike[::2], alike[1::2]


def _best(
    rule: Extraction,
    state: Agreement,
    ways: Iterable[tuple[dict[str, Any], ApplicationType]],
    lessons: Sequence[Witness],
    read: Read,
) -> dict[str, Any] | None:
    """Of the ways to read what `rule` no longer reads, that which agrees most, of equal ones the first; None if none is
    better than what was read before, as `state` says.
    """
    best: dict[str, Any] | None = None
    for data, application in ways:
        found = _agreement(rule, application, lessons, read)
        is_else_right = best is not None or state.share >= ENOUGH
        if found.share > state.share or (is_else_right and found.rank > state.rank):
            best, state = data, found
        if state.is_perfect:
            break
    return best


def _proved(
    chosen: list[dict[str, Any]],
    before: States,
    states_with: Callable[[Sequence[dict[str, Any]]], States],
    least: float,
) -> tuple[list[dict[str, Any]], States]:
    """Of the rules that were learned, those that hold on other pages, and how well all is read with these."""
    while True:
        after = states_with(chosen)
        good = [data for data in chosen if _is_better(before[kind := ObjectType(data["object"])], after[kind], least)]
        if len(good) == len(chosen):
            return chosen, after
        chosen = good


def _is_better(before: Agreement, after: Agreement, least: float) -> bool:
    """Whether more is right than before, or fewer things are found that are none; never, if many more are."""
    is_more = after.share > before.share or (after.share == before.share and after.spare < before.spare)
    return is_more and after.share >= least and not (after.finds_others and after.spare > before.spare)


def _states(level: Level, application: ApplicationType, some: Sequence[Witness], read: Read) -> States:
    return {rule.object: _agreement(rule, application, some, read) for rule in level.extract}


def _agreement(rule: Extraction, application: ApplicationType, some: Sequence[Witness], read: Read) -> Agreement:
    return agreement([(one.shown, read(application, one)) for one in some], rule.object)


def laid(level: Level, rules: Sequence[dict[str, Any]] = (), detect: Sequence[str] = ()) -> dict[str, Any]:
    """What goes over `level`, as data of a knowledge file: rules, and patterns that tell it."""
    layout = {"layout": level.layout} if level.layout else {}
    data: dict[str, Any] = {"name": level.name, **layout, "kind": level.kind.value, "detect": list(detect)}
    return {**data, "extract": list(rules)} if rules else data


def marks_of(rules: Sequence[dict[str, Any]]) -> list[str]:
    """Patterns that only pages of the level have: those of the objects, or of the text."""
    return list(dict.fromkeys(pattern for rule in rules if (pattern := _mark_of(rule))))


def _tells_level(rule: Extraction) -> bool:
    return bool(rule.each) or "text" in rule.fields


def _mark_of(rule: dict[str, Any]) -> str:
    """That of one rule; empty if it has none."""
    places = rule.get("each") or rule["fields"].get("text") or [""]
    first = places[0] if isinstance(places[0], str) else str(places[0]["at"])
    return "" if first.startswith("xpath:") else first
