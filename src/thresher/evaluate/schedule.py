"""Given a budget of visits: how many new items are caught, how soon, and how many visits are wasted?

All methods plan visits in the same recorded world, with the same planner and the same budget. The yardstick visits all
pages in turn.
"""

import os
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field

from thresher.evaluate.schedule_classes import ClassTable, tell_changes
from thresher.evaluate.schedule_replay import Knowledge, Spend, World, replay, visit_in_turn
from thresher.evaluate.schedule_scores import Score, relative, score
from thresher.evaluate.schedule_sites import site_world
from thresher.model.errors import UsageError
from thresher.plan import DEFAULT_METHOD, METHODS, make_method

TURNS = "turns"
EXTRA = ("prophet",)
"""Methods that are only tried when asked for: they take long, or need an extra."""
MOST_PROCESSES = 4

Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Question:
    """What is measured: which methods, with which budget and knowledge."""

    budget: float = 0.10
    knowledge: Knowledge = Knowledge.FULL
    spend: Spend = Spend.DAY
    methods: tuple[str, ...] = ()
    tells_changes: bool = True


@dataclass(frozen=True, slots=True)
class Measured:
    """The answer."""

    question: Question
    world: World
    turns: Score
    scores: tuple[Score, ...]
    pages: ClassTable | None
    sites: ClassTable | None
    notes: tuple[str, ...] = field(default=())
    seconds: float = 0.0

    @property
    def best(self) -> str:
        return min(self.scores, key=lambda one: one.mean_delay).method


def chosen_methods(text: str) -> tuple[str, ...]:
    """The names in 'a,b,c', or all that need no extra."""
    names = tuple(part.strip() for part in text.split(",") if part.strip())
    for name in names:
        if name not in METHODS:
            raise UsageError(f"There is no method {name!r}.", f"Choose from {', '.join(METHODS)}.")
    return tuple(dict.fromkeys(names)) or tuple(name for name in METHODS if name not in EXTRA)


def measure_schedule(world: World, question: Question, notes: Iterable[str], tell: Tell) -> Measured:
    """Replay all methods; each in a process of its own, as far as there are cores."""
    began = time.monotonic()
    names = question.methods or chosen_methods("")
    for name in names:
        make_method(name)  # says what is missing, before minutes of work
    if not any(track.novel[track.first_scored :].sum() for track in world.tracks):
        raise UsageError("Nothing new came in the last fifth of these series: there is nothing to catch.")
    turns = score(TURNS, world, visit_in_turn(world, question.budget))
    tell(f"in turn: {turns.mean_delay:.2f} h until an item is caught; replaying {len(names)} methods, the slow first …")
    scores = _replayed(world, question, names, turns, tell)
    pages = sites = None
    if question.tells_changes:
        pages = tell_changes("pages", world, names, tell)
        together = site_world(world)
        sites = tell_changes("sites", together, names, tell) if together is not None else None
    return Measured(question, world, turns, scores, pages, sites, tuple(notes), time.monotonic() - began)


def _replayed(world: World, question: Question, names: Sequence[str], turns: Score, tell: Tell) -> tuple[Score, ...]:
    found: dict[str, Score] = {}
    with ProcessPoolExecutor(min(os.cpu_count() or 1, MOST_PROCESSES, len(names))) as pool:
        tasks = [pool.submit(measure_method, world, question, name) for name in slowest_first(names)]
        for task in as_completed(tasks):
            one = task.result()
            found[one.method] = one
            tell(
                f"{len(found)}/{len(names)} {one.method}: {one.mean_delay:.2f} h, {relative(one, turns):.3f} of "
                f"visiting in turn ({one.seconds:.0f} s)"
            )
    return tuple(found[name] for name in names)


def slowest_first(names: Sequence[str]) -> list[str]:
    """So that the last process does not run alone."""
    order = ("prophet", "svm", "forest", "boosting")
    return sorted(names, key=lambda name: order.index(name) if name in order else len(order))


def measure_method(world: World, question: Question, name: str) -> Score:
    """One method in the world."""
    began = time.process_time()
    replayed = replay(world, make_method(name), question.budget, question.knowledge, question.spend)
    return score(name, world, replayed, time.process_time() - began)


__all__ = ["DEFAULT_METHOD", "TURNS", "Measured", "Question", "chosen_methods", "measure_schedule"]
