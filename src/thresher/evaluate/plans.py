"""Plans learned by reward: what is their mean reward, against an oracle and plans that need no learning?

For each page, the first four fifths are learned from (the last fifth of that is kept for checks), and each window that
begins and ends in the last fifth is scored: the plan of one day, with seven days before it seen.
"""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path

from thresher.evaluate.plans_scores import ORACLE, Cell, Line, score_line
from thresher.evaluate.schedule_series import Series
from thresher.model.errors import UsageError
from thresher.plan.rl import (
    LEARNERS,
    LIGHT,
    Always,
    HourlyTrack,
    Never,
    Origin,
    Policy,
    Rules,
    Training,
    Watch,
    Windows,
    best_values,
    check_learner,
    cut_windows,
    fit,
    fit_interval,
    make_track,
    missing_packages,
    plan_values,
    save_policy,
)
from thresher.plan.rl.learners import DEEP, HOW_TO_INSTALL, can_learn
from thresher.plan.rl.windows import MOST_MISSING

LEARN_UNTIL, CHECK_UNTIL = 0.64, 0.8
"""Shares of each series: the last fifth is scored, and of what is before it the last fifth is for checks."""
MOST_LEARNED, MOST_CHECKED = 60_000, 4_000
"""Windows; of more, some are left out evenly. Checks are made 20 times, so few have to do."""

Tell = Callable[[str], None]


class Label(StrEnum):
    """What counts as a unique copy."""

    NOVEL = "novel"
    CHANGED = "changed"


@dataclass(frozen=True, slots=True)
class PlanQuestion:
    """What is measured."""

    learners: tuple[str, ...]
    rules: tuple[Rules, ...]
    training: Training = field(default_factory=Training)
    label: Label = Label.NOVEL
    save: Path | None = None


@dataclass(frozen=True, slots=True)
class PlansMeasured:
    """The answer."""

    question: PlanQuestion
    series: tuple[str, ...]
    windows: tuple[int, int, int]
    """To learn from, to check by, scored."""
    cells: tuple[Cell, ...]
    notes: tuple[str, ...] = field(default=())
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Parts:
    """The windows of all pages."""

    learn: Windows
    check: Windows
    scored: Windows


def chosen_learners(text: str) -> tuple[tuple[str, ...], list[str]]:
    """The names in 'a,b', or all that can be had, with a sentence on those that cannot."""
    names = tuple(dict.fromkeys(part.strip().lower() for part in text.split(",") if part.strip()))
    for name in names:
        check_learner(name)
    if names:
        return names, []
    if missing := missing_packages():
        left = f"{' and '.join(DEEP)} are left out: {', '.join(missing)} not installed ({HOW_TO_INSTALL})."
        return (LIGHT,), [left]
    return LEARNERS, []


def make_tracks(series: Sequence[Series], label: Label) -> tuple[list[HourlyTrack], list[str]]:
    """Hours of each page that can be used, and a sentence on those that cannot."""
    tracks, notes = [], []
    for one in series:
        track = make_track(one.name, one.hours, one.novel > 0 if label is Label.NOVEL else one.changed)
        if not len(track.windows_between(0.0, 1.0)):
            why = (
                f"polls are {one.step_hours:g} hours apart"
                if one.step_hours > MOST_MISSING + 1
                else "nowhere are eight days polled without a gap"
            )
            notes.append(f"{one.name}: {why}, so no day can be planned by the hour. It is left out.")
        else:
            tracks.append(track)
    return tracks, notes


def measure_plans(series: Sequence[Series], question: PlanQuestion, notes: Iterable[str], tell: Tell) -> PlansMeasured:
    """Learn all policies that are asked for, one after the other, and score them."""
    began = time.monotonic()
    tracks, left_out = make_tracks(series, question.label)
    for note in left_out:
        tell(note)
    parts = cut_parts(tracks)
    sizes = len(parts.learn), len(parts.check), len(parts.scored)
    tell(f"windows of a day: {sizes[0]:,} to learn from, {sizes[1]:,} for checks, {sizes[2]:,} scored")
    cells = tuple(measure_cell(parts, rules, question, tell) for rules in question.rules)
    names = tuple(track.name for track in tracks)
    return PlansMeasured(question, names, sizes, cells, (*notes, *left_out), time.monotonic() - began)


def cut_parts(tracks: Sequence[HourlyTrack]) -> Parts:
    """Windows to learn from, to check by, and to score, none of which looks into the next part."""
    parts = Parts(
        cut_windows(tracks, 0.0, LEARN_UNTIL, MOST_LEARNED),
        cut_windows(tracks, LEARN_UNTIL, CHECK_UNTIL, MOST_CHECKED),
        cut_windows(tracks, CHECK_UNTIL, 1.0),
    )
    for windows, what in ((parts.learn, "learn from"), (parts.scored, "score")):
        if not len(windows):
            raise UsageError(
                f"There is no window to {what}: eight days in a row, polled every hour, before or in the last fifth.",
                "Give longer series; a month is the least, and better are many.",
            )
    return parts


def measure_cell(parts: Parts, rules: Rules, question: PlanQuestion, tell: Tell) -> Cell:
    """One shape of plans with one reward."""
    scored = parts.scored
    oracle = score_line(ORACLE, scored, best_values(scored.came, rules), scored.came)
    lines = []
    for name in question.learners:
        if can_learn(name, rules.shape):
            policy, seconds = learn_policy(name, parts, rules, question, tell)
            lines.append(replace(_line(policy, scored, rules), seconds=seconds))
            tell(f"{rules.name} {name}: mean reward {lines[-1].mean:.1f}, the oracle's is {oracle.mean:.1f}")
    interval = fit_interval(parts.learn, rules)
    plain = [_line(policy, scored, rules) for policy in (Always(), Never(), interval)]
    return Cell(rules, oracle, tuple(lines), tuple(plain), interval.hours)


def _line(policy: Policy, scored: Windows, rules: Rules) -> Line:
    plans = policy.plan(scored.seen)
    return score_line(policy.name, scored, plan_values(scored.came, plans, rules), plans)


def learn_policy(name: str, parts: Parts, rules: Rules, question: PlanQuestion, tell: Tell) -> tuple[Policy, float]:
    """A policy, kept if that is asked for, and the seconds of processor time that it took."""
    began = time.process_time()
    training = question.training
    watch = Watch(training, lambda text: tell(f"{rules.name} {text}"))
    policy = fit(name, parts.learn, parts.check, rules, training, watch)
    seconds = time.process_time() - began
    if watch.has_stalled:
        tell(f"{rules.name} {name}: nothing better for {training.patience} looks, so it ends; the best one is kept.")
    if question.save is not None:
        settings = (("steps", training.steps), ("seed", training.seed))
        made = datetime.now(UTC).isoformat(timespec="seconds")
        origin = Origin(made, parts.learn.names, question.label.value, settings, watch.best_reward)
        save_policy(question.save / f"{name}-{rules.name}.json", policy, origin)
    return policy, seconds
