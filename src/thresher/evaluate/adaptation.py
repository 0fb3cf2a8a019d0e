"""Templates of recorded sites are changed at random: how often is what was on their pages read as before?

Thresher mends its type by what it knows of some of the pages; beside it, the type as it is and other programs. All are
scored on pages that were not used for mending (AAH section 6; the measurement is ours).
"""

import copy
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from statistics import mean
from typing import Any, Protocol

from thresher.evaluate.adaptation_pages import KnownLevel, KnownPage
from thresher.evaluate.adaptation_targets import LONGEST_LINE, elements_of, template_of
from thresher.evaluate.mutations import Mutation, lose_content, mutate
from thresher.knowledge import ApplicationType, KnowledgeBase
from thresher.learn.mending import ENOUGH, LEAST_SHARE, Witness, agreement, mend
from thresher.learn.page_types.outline import Outline, times_in
from thresher.model import WebObject
from thresher.page import DateHabits, find_date, words_of

OURS, STATIC = "Thresher", "no adaptation"
FOUND, RIGHT, SPARE = 0.99, 0.97, 0.03
"""What counts as repaired: shares of the objects found, and of each field that is right; objects that are none."""
MAX_SECONDS = 5.0
"""Of CPU time, that a mend may cost."""
TRIES = ((6, ENOUGH), (12, LEAST_SHARE))
"""Pages that wait when mending is tried, and what must be right: as a crawl does it (`crawl/mender.py`)."""
MAX_DRAWS = 8
"""Changes that are drawn for one that breaks something: not all do, and no change counts twice."""

Shown = frozenset[tuple[str, str]]
"""Ids of objects with the names of fields."""
Known = Sequence[tuple[Sequence[WebObject], Sequence[WebObject]]]
"""Of each page what is on it, and what was found."""


@dataclass(frozen=True, slots=True)
class Score:
    """How well what was found on some pages agrees with what is on them."""

    found: float
    """Share of the objects."""
    right: float
    """The least share of any field of those found."""
    spare: float
    """Objects that are none, as a share of those that are."""
    failed: tuple[str, ...] = ()
    """What is not right: `BoardPost.each`, `BlogPost.author`."""

    @property
    def is_right(self) -> bool:
        return self.found >= FOUND and self.right >= RIGHT and self.spare <= SPARE


@dataclass(frozen=True, slots=True)
class Trial:
    """One template with some mutations that broke it."""

    site: str
    level: str
    number: int
    """How many mutations."""
    kinds: tuple[str, ...]
    what: tuple[str, ...]
    scores: dict[str, Score]
    """By program."""
    is_mended: bool
    """Whether mending found anything at all."""
    seconds: float
    """CPU time of mending."""
    page_ratio: float | None
    """CPU time of reading a page by the mended type, against the same page unchanged by the known one; None if it was
    not repaired.
    """


@dataclass(frozen=True, slots=True)
class Control:
    """What was adapted on pages whose template is as it was; it should be nothing."""

    site: str
    level: str
    pages: int
    unchanged: bool
    """Whether anything was adapted on the pages as they are."""
    lost: bool
    """The same for pages that lost half of what people wrote."""


class Adapter(Protocol):
    """Another program that adapts itself to changed pages."""

    name: str

    def learn(self, known: KnownLevel) -> Sequence[Sequence[WebObject]]:
        """See pages of the level as they were; what it finds on each is what it should find again."""
        ...

    def read(self, one: KnownPage) -> Sequence[WebObject]:
        """What is on a page as it is now."""
        ...


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be measured."""

    kinds: dict[str, Mutation]
    numbers: Sequence[int] = (1, 3, 5)
    trials: int = 2
    """Of each level and number of mutations, at most; changes that break nothing are counted apart."""
    seed: int = 1


def measure_level(
    known: KnownLevel, base: KnowledgeBase, plan: Plan, peers: Sequence[Adapter], tell: Callable[[str], None]
) -> tuple[list[Trial], int]:
    """The trials on one level, and how many changes broke nothing."""
    others = [(peer, peer.learn(known)[len(known.pages) // 2 :]) for peer in peers]
    shown = [shown_of(one) for one in known.pages]
    trials: list[Trial] = []
    harmless = 0
    for number in plan.numbers:
        found: list[Trial] = []
        for changed in _draws(known, plan, number, shown):
            trial = _trial(known, base, changed, others)
            harmless += trial is None
            found += [trial] if trial is not None else []
            if len(found) == plan.trials:
                break
        trials += found
        tell(f"  {known.level.label}, {_times(number)}: {_standing(found)}")
    return trials, harmless


def control_level(known: KnownLevel, base: KnowledgeBase, seed: int = 1) -> Control:
    """Whether pages of one level are left alone while their template does not change."""
    trees = [copy.deepcopy(one.page.tree) for one in known.pages if one.page.tree is not None]
    lose_content(template_of(known.level, trees), Random(f"{seed}/{known.site}"))  # noqa: S311
    fewer = [one.with_tree(tree) for one, tree in zip(known.pages, trees, strict=True)]
    is_adapted = [mended(known, base, some) is not known.application for some in (known.pages, fewer)]
    return Control(known.site, known.level.label, len(known.pages), *is_adapted)


def _times(number: int) -> str:
    return f"{number} mutation{'s' if number > 1 else ''}"


def _standing(trials: Sequence[Trial]) -> str:
    repaired = sum(trial.scores[OURS].is_right for trial in trials)
    seconds = mean(trial.seconds for trial in trials) if trials else 0.0
    return f"{repaired} of {len(trials)} repaired, {seconds:.1f} s each"


@dataclass(frozen=True, slots=True)
class Changed:
    """The pages of a level after some mutations."""

    pages: Sequence[KnownPage]
    kinds: tuple[str, ...]
    what: tuple[str, ...]

    @property
    def lessons(self) -> Sequence[KnownPage]:
        return self.pages[: len(self.pages) // 2]

    @property
    def proofs(self) -> Sequence[KnownPage]:
        return self.pages[len(self.pages) // 2 :]


def _draws(known: KnownLevel, plan: Plan, number: int, shown: Sequence[Shown]) -> Iterator[Changed]:
    """The pages with `number` mutations, again and again: each time others, and every kind in its turn among them. What
    takes something from the pages that was `shown` is left out.
    """
    name = f"{plan.seed}/{known.site}/{known.level.label}"
    kinds = Random(name).sample(sorted(plan.kinds), len(plan.kinds))  # noqa: S311 -- the same draws on every run
    seen: set[frozenset[str]] = set()
    for draw in range(MAX_DRAWS * plan.trials):
        trees = [copy.deepcopy(one.page.tree) for one in known.pages if one.page.tree is not None]
        template = template_of(known.level, trees)
        random = Random(f"{name}/{number}/{draw}")  # noqa: S311
        done = mutate(template, plan.kinds, number, random, kinds[draw % len(kinds)])
        if len(done) < number or frozenset(template.done) in seen:
            continue
        seen.add(frozenset(template.done))
        pages = [one.with_tree(tree) for one, tree in zip(known.pages, trees, strict=True)]
        if all(before <= shown_of(one) for before, one in zip(shown, pages, strict=True)):
            yield Changed(pages, done, tuple(template.done))


def _trial(
    known: KnownLevel,
    base: KnowledgeBase,
    changed: Changed,
    peers: Sequence[tuple[Adapter, Sequence[Sequence[WebObject]]]],
) -> Trial | None:
    """The changed pages read by all programs; None if nothing was broken."""
    before = score(known, [(one.objects, known.read(known.application, one)) for one in changed.proofs])
    if before.is_right:
        return None
    began = time.thread_time()
    application = mended(known, base, changed.lessons)
    seconds = time.thread_time() - began
    began = time.thread_time()
    after = score(known, [(one.objects, known.read(application, one)) for one in changed.proofs])
    reading = time.thread_time() - began
    earlier = _reading(known, known.pages[len(known.pages) // 2 :])
    return Trial(
        known.site,
        known.level.label,
        len(changed.kinds),
        changed.kinds,
        changed.what,
        {OURS: after, STATIC: before, **{one.name: _peer_score(one, known, changed.proofs, own) for one, own in peers}},
        application is not known.application,
        seconds,
        reading / max(1e-9, earlier) if after.is_right else None,
    )


def shown_of(one: KnownPage) -> Shown:
    """What of the known objects is to be seen on a page, or in its markup: texts, authors, days, by their ids. What a
    mutation took from a page is nothing that any template could be read by.
    """
    assert one.page.tree is not None
    witness = Witness(one.page, one.objects, one.capture.time)
    days = {moment[:10] for _, moment in times_in(Outline(one.page.tree))}
    source = one.capture.payload.decode("utf-8", "replace")
    found = {(known.id, "text") for known in witness.shown}
    if any(known.published[:10] not in days for known in one.objects):
        days |= _days_in_pieces(one)
    for known in one.objects:
        if witness.sheet.find(words_of(known.author)) >= 0 or known.author in source:
            found.add((known.id, "author"))
        if known.published[:10] in days or known.published[:10] in source:
            found.add((known.id, "published"))
    return frozenset(found)


def _days_in_pieces(one: KnownPage) -> set[str]:
    """The days that people see in short elements, however many elements their words are in."""
    assert one.page.tree is not None
    habits = DateHabits(one.capture.time, one.page.tree.get("lang") or "")
    said = {" ".join(" ".join(map(str, element.itertext())).split()) for element in elements_of(one.page.tree)}
    short = (words for words in said if len(words.split()) <= LONGEST_LINE and any(map(str.isdigit, words)))
    return {day[:10] for words in short if (day := find_date(words, habits))}


def mended(known: KnownLevel, base: KnowledgeBase, pages: Sequence[KnownPage]) -> ApplicationType:
    """The type as a crawl that meets `pages` one after the other would mend it; itself if nothing helps."""
    laid: list[dict[str, Any]] = []
    application = known.application
    waiting: list[KnownPage] = []
    tries = dict(TRIES)
    for one in (*pages, None):
        if one is not None and not _has_failed(known, one, known.read(application, one)):
            continue
        waiting += [one] if one is not None else []
        # At the end, what waits is tried as it is.
        least = tries.get(len(waiting)) if one is not None else LEAST_SHARE
        if least is None or not waiting:
            continue
        found = _mend(known, base, laid, application, waiting, least)
        if found is not None:
            laid, application, waiting = [found, *laid], base.adapted(known.application.name, [found, *laid]), []
    return application


def _mend(
    known: KnownLevel,
    base: KnowledgeBase,
    laid: Sequence[dict[str, Any]],
    application: ApplicationType,
    waiting: Sequence[KnownPage],
    least: float,
) -> dict[str, Any] | None:
    witnesses = [Witness(one.page, one.objects, one.capture.time) for one in waiting]
    pages = {id(witness): one for witness, one in zip(witnesses, waiting, strict=True)}

    def build(data: dict[str, Any] | None) -> ApplicationType:
        return base.adapted(known.application.name, [data, *laid] if data is not None else laid)

    def read(some: ApplicationType, witness: Witness) -> Sequence[WebObject]:
        return known.read(some, pages[id(witness)])

    is_told = 2 * sum(known.is_told(application, one) for one in waiting) > len(waiting)
    found = mend(known.level, witnesses, build, read, is_told=is_told, least=least)
    return found.level if found is not None else None


def _has_failed(known: KnownLevel, one: KnownPage, found: Sequence[WebObject]) -> bool:
    shown = Witness(one.page, one.objects, one.capture.time).shown
    return any(agreement([(shown, found)], rule.object).has_failed for rule in known.level.extract)


def score(known: KnownLevel, pairs: Known) -> Score:
    """What was found against what is there, over all kinds of objects: the worst of each figure."""
    found, right, spare = 1.0, 1.0, 0.0
    failed: list[str] = []
    for kind in dict.fromkeys(rule.object for rule in known.level.extract):
        state = agreement(pairs, kind)
        fields = [(name, good / all_) for name, all_, good in state.right if all_]
        ids = [({one.id for one in there}, [one.id for one in made if one.type is kind]) for there, made in pairs]
        extra = sum(one not in there for there, made in ids for one in made)
        share = state.found / state.known if state.known else 1.0
        found, spare = min(found, share), max(spare, extra / max(1, state.known))
        right = min([right, *(good for _, good in fields)])
        failed += [f"{kind.value}.each"] if share < FOUND else []
        failed += [f"{kind.value}.{name}" for name, good in fields if good < RIGHT]
        failed += [f"{kind.value}.spare"] if extra / max(1, state.known) > SPARE else []
    return Score(found, right, spare, tuple(failed))


def _peer_score(
    peer: Adapter, known: KnownLevel, pages: Sequence[KnownPage], before: Sequence[Sequence[WebObject]]
) -> Score:
    """The score of a program on all pages, against what it found on them `before`; given up where it cannot be right
    any more: looking for likenesses is slow.
    """
    pairs: list[tuple[Sequence[WebObject], Sequence[WebObject]]] = []
    lost = 0
    for one, there in zip(pages, before, strict=True):
        # Two pages that are wrong are more than the share that may be.
        pairs.append((there, peer.read(one) if lost < 2 else ()))
        lost += not score(known, pairs[-1:]).is_right
    return score(known, pairs)


def _reading(known: KnownLevel, pages: Sequence[KnownPage]) -> float:
    began = time.thread_time()
    for one in pages:
        known.read(known.application, one)
    return time.thread_time() - began
